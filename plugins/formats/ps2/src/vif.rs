//! VIF codes: the words that a DMA chain sends to the vector unit's interface, and the data behind them.
//!
//! Source: spec/ps2-geometry.md 2.

mod code;
mod reader;
mod unpack;

pub use code::VifCode;
pub use reader::{VifPacket, VifReader};
pub use unpack::{Unpack, UnpackFormat};

/// A zero word: no operation. Padding behind unpacked data reads as this.
pub const NOP: u32 = 0;
/// STCYCL with CL 4, WL 1: vector i of an UNPACK goes to quadword ADDR + 4 i. The value of every unskinned mesh.
pub const STCYCL_4_1: u32 = 0x0100_0104;
/// STCYCL with CL 5, WL 1: skinned meshes.
pub const STCYCL_5_1: u32 = 0x0100_0105;
/// STMOD with mode 0: unpacked values are written as they are.
pub const STMOD_0: u32 = 0x0500_0000;
/// ITOP; or the batch's vertex count (10 bits) into it.
pub const ITOP: u32 = 0x0400_0000;
/// FLUSH: wait for the vector unit and both GIF paths.
pub const FLUSH: u32 = 0x1100_0000;
/// MSCALF at address 0: starts the microprogram with the first batch.
pub const MSCALF: u32 = 0x1500_0000;
/// MSCNT: goes on with the next batch.
pub const MSCNT: u32 = 0x1700_0000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_writer_constants_are_what_they_say() {
        assert_eq!(
            VifCode::decode(STCYCL_4_1, 0).unwrap(),
            VifCode::StCycl { cl: 4, wl: 1 }
        );
        assert_eq!(
            VifCode::decode(STCYCL_5_1, 0).unwrap(),
            VifCode::StCycl { cl: 5, wl: 1 }
        );
        assert_eq!(VifCode::decode(STMOD_0, 0).unwrap(), VifCode::StMod(0));
        assert_eq!(VifCode::decode(ITOP | 66, 0).unwrap(), VifCode::Itop(66));
        assert_eq!(VifCode::decode(FLUSH, 0).unwrap(), VifCode::Flush);
        assert!(VifCode::decode(MSCALF, 0).unwrap().starts_program());
        assert!(VifCode::decode(MSCNT, 0).unwrap().starts_program());
    }
}
