//! WAD LZ: the compression of a level's large members. Source: spec/commando-container.md 4.
//!
//! A stream is a 16-byte [`StreamHeader`] and packets: literals, matches near and far, and two that only order the others.
//! There is no end packet, and no stream says how long its output is. [`decompress`] reads every form that the disc has;
//! [`compress`] writes streams that the game's own decoder takes, which refills its buffer in blocks of 8 KiB and so wants no
//! packet across their borders. [`validate`] holds a stream against the writer's rules.
//!
//! ```
//! use wonderwheel_commando::lz;
//!
//! let stream = lz::compress(b"ABCABCABCABC!");
//! // A carrier of three literals, then nine bytes from three back with a literal behind them.
//! assert_eq!(stream[16..], [0x11, 3, 0, b'A', b'B', b'C', 0x27, 9, 0, b'!']);
//! assert_eq!(lz::decompress(&stream)?, b"ABCABCABCABC!");
//! # Ok::<(), wonderwheel_ps2::error::FormatError>(())
//! ```

mod compress;
mod decompress;
mod emit;
mod finder;
mod header;
mod outline;
mod packet;
#[cfg(test)]
mod tests;
mod validate;

pub use compress::{compress, store};
pub use decompress::{DEFAULT_MAX_OUTPUT, decompress, decompress_at_most};
pub use header::StreamHeader;
pub use outline::outline;
pub use packet::{Packet, PacketKind, Packets, packets};
pub use validate::validate;

/// Writers keep every packet inside one block of this many bytes of packets. Source: spec/commando-container.md 4.3, 1.
const BLOCK: usize = 0x2000;

/// Where a block's last packet must have ended: three bytes are left for the pad packet.
const BLOCK_END: usize = BLOCK - PAD.len();

/// Readers go on at a multiple of this after a pad packet.
const PAD_ALIGNMENT: usize = 0x1000;

/// The pad packet, as writers write it.
const PAD: [u8; 3] = [0x12, 0, 0];

/// The longest literal packet's bytes.
const LONGEST_LITERAL: usize = 273;
