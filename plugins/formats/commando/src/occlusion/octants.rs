//! Eight masks around a point, which some levels have instead of, or beside, the grid.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

use super::mask::Mask;
use crate::record::{Stored, bytes_of};

/// The optional block of 0x410 bytes that the core index names at 0xA8. Which octant has which mask is not known.
///
/// Source: spec/commando-container.md 6; 0xa8.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OctantMasks {
    /// Where the eight octants meet; the unit and the fourth number are not known.
    pub centre: [f32; 4],
    /// One mask an octant.
    pub masks: [Mask; 8],
}

impl OctantMasks {
    /// Bytes of the block.
    pub const BYTES: usize = 0x410;

    /// Reads the block from the start of `bytes`.
    ///
    /// # Errors
    /// `Malformed` when they are too few.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        let centre = Stored::of(cursor.take(16)?);
        let mut masks = [Mask::HIDDEN; 8];
        for mask in &mut masks {
            mask.0 = cursor.array()?;
        }
        Ok(Self { centre, masks })
    }

    /// The block's bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut out = bytes_of(&self.centre);
        out.extend_from_slice(bytemuck::cast_slice(&self.masks));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_is_read_back_and_one_byte_less_is_refused() {
        let mut masks = [Mask::HIDDEN; 8];
        masks[7].show(1022);
        let centre = [1.0, -2.0, 3.0, 1.0];
        let bytes = OctantMasks { centre, masks }.write();
        assert_eq!(bytes.len(), OctantMasks::BYTES);
        assert_eq!(bytes[OctantMasks::BYTES - 1], 0x40);
        assert_eq!(
            OctantMasks::read(&bytes).unwrap(),
            OctantMasks { centre, masks }
        );
        assert!(OctantMasks::read(&bytes[1..]).is_err());
    }
}
