//! ISO 9660 images, as far as the game's disc needs: the root and one level of folders. Source: spec/archives.md 1.3
//! (ECMA-119).
//!
//! ```text
//! sector 16, 17, ...  volume descriptors: the primary one says where the root's records lie
//! root                records: name, first sector, bytes; folders have records of the same kind
//! ```
//!
//! Nothing but descriptors and folders is read when an image is opened. Positions are 64 bits wide: the disc has 3.8 GB.
//!
//! [`write()`] makes images of this kind, for tests and for forged discs.

mod image;
mod layout;
mod record;
mod write;

pub use image::{IsoImage, MAX_FOLDER_BYTES};
pub use layout::{FIRST_DESCRIPTOR, IsoEntry, SECTOR, SIGNATURE};
pub use write::{NewIsoFile, write};
