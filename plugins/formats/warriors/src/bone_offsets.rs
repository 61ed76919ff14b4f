//! Bone offsets, chunk 0x28: where the bones of a character's pose stand in its parent.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;

use crate::chunk::tail::Tail;

/// The bind offset of each pose bone. Source: spec/chunks.md 5.4.
#[derive(Debug, Clone, PartialEq)]
pub struct BoneOffsets {
    /// x, y, z in metres and an unused fourth value.
    pub offsets: [[f32; 4]; Self::BONES],
    /// What follows them.
    pub tail: Tail,
}

impl BoneOffsets {
    /// Bones of a pose.
    pub const BONES: usize = 34;

    /// Reads a whole payload.
    ///
    /// # Errors
    /// `Malformed` when it is shorter than 34 offsets.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(bytes))
    }

    /// Reads the rest of `cursor` as a payload.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let start = cursor.remaining();
        let mut offsets = [[0.0; 4]; Self::BONES];
        for value in offsets.iter_mut().flatten() {
            *value = cursor.f32()?;
        }
        let tail = Tail::read(cursor, start - cursor.remaining())?;
        Ok(Self { offsets, tail })
    }

    /// The bytes of the payload.
    pub fn write(&self) -> Vec<u8> {
        let values = self.offsets.iter().flatten();
        let mut out: Vec<u8> = values.flat_map(|value| value.to_le_bytes()).collect();
        self.tail.write(&mut out, 0);
        out
    }

    /// Reports `bone-offset-finite` and `chunk-padding`.
    pub fn validate(&self, findings: &mut Findings) {
        for (bone, offset) in self.offsets.iter().enumerate() {
            findings.expect(
                offset.iter().all(|value| value.is_finite()),
                "bone-offset-finite",
                || format!("bone[{bone}]: expected finite numbers, found {offset:?}"),
            );
        }
        self.tail.validate(findings);
    }
}

impl Default for BoneOffsets {
    fn default() -> Self {
        Self {
            offsets: [[0.0; 4]; Self::BONES],
            tail: Tail::Padding,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_four_offsets_take_544_bytes() {
        // Source: spec/chunks.md 5.4.
        let mut offsets = BoneOffsets::default();
        offsets.offsets[1] = [1.0, 2.0, 3.0, 0.0];
        let bytes = offsets.write();
        assert_eq!(bytes.len(), 544);
        assert_eq!(bytes[16..20], 1.0_f32.to_le_bytes());
        assert_eq!(BoneOffsets::read(&bytes).unwrap(), offsets);
        assert!(BoneOffsets::read(&bytes[..543]).is_err());
    }

    #[test]
    fn an_offset_that_is_no_number_is_found() {
        let mut offsets = BoneOffsets::default();
        offsets.offsets[33][0] = f32::NAN;
        let findings = Findings::of(|f| offsets.validate(f));
        assert_eq!(findings.as_slice()[0].rule, "bone-offset-finite");
    }
}
