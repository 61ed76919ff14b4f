//! Plugin 0x11E of frames: which bone a frame is, and on the root the list of all bones.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

use crate::section;

/// HAnim, plugin 0x11E. Source: spec/renderware.md 11.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HAnim {
    /// Version word, 0x100 in RenderWare.
    pub version: u32,
    /// The frame's bone id.
    pub bone_id: i32,
    /// The skeleton; only one frame of a character has it.
    pub hierarchy: Option<HAnimHierarchy>,
}

/// The bones of a skeleton.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HAnimHierarchy {
    /// Flag word, kept.
    pub flags: u32,
    /// Bytes of a key frame.
    pub key_frame_bytes: u32,
    /// The bones in hierarchy order; at least one.
    pub bones: Vec<HAnimBone>,
}

/// One bone of a skeleton.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HAnimBone {
    /// Bone id, as the bone's own frame has it.
    pub id: i32,
    /// Place in the animation's arrays.
    pub index: i32,
    /// 1 = pop, 2 = push: how the walk over the bones goes up and down the tree.
    pub flags: u32,
}

impl HAnim {
    /// Reads the plugin's payload, which ends with it.
    ///
    /// # Errors
    /// `Malformed` for a payload of another size than its bone count asks for, `Limit` for too many bones.
    pub fn read(payload: &[u8]) -> Result<Self> {
        section::whole(&mut Cursor::new(payload), Self::read_from)
    }

    /// Reads the plugin's payload at the cursor.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_from(body: &mut Cursor<'_>) -> Result<Self> {
        let version = body.u32()?;
        let bone_id = body.i32()?;
        let count = section::count(body)?;
        if count == 0 {
            return Ok(Self {
                version,
                bone_id,
                hierarchy: None,
            });
        }
        let flags = body.u32()?;
        let key_frame_bytes = body.u32()?;
        let count = section::bounded(body, "bones", u64::from(count), 12)?;
        let mut bones = Vec::with_capacity(count);
        for _ in 0..count {
            bones.push(HAnimBone {
                id: body.i32()?,
                index: body.i32()?,
                flags: body.u32()?,
            });
        }
        Ok(Self {
            version,
            bone_id,
            hierarchy: Some(HAnimHierarchy {
                flags,
                key_frame_bytes,
                bones,
            }),
        })
    }

    /// The plugin's payload.
    pub fn write(&self) -> Vec<u8> {
        let bones = self.hierarchy.as_ref().map_or(&[][..], |all| &all.bones);
        let mut out = Vec::with_capacity(20 + 12 * bones.len());
        out.extend(self.version.to_le_bytes());
        out.extend(self.bone_id.to_le_bytes());
        out.extend((bones.len() as u32).to_le_bytes());
        if let Some(hierarchy) = self.hierarchy.as_ref().filter(|all| !all.bones.is_empty()) {
            out.extend(hierarchy.flags.to_le_bytes());
            out.extend(hierarchy.key_frame_bytes.to_le_bytes());
            for bone in bones {
                out.extend(bone.id.to_le_bytes());
                out.extend(bone.index.to_le_bytes());
                out.extend(bone.flags.to_le_bytes());
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn a_bone_of_its_own_takes_three_words() {
        let bytes = words(&[0x100, 7, 0]);
        let hanim = HAnim::read(&bytes).unwrap();
        assert_eq!((hanim.bone_id, &hanim.hierarchy), (7, &None));
        assert_eq!(hanim.write(), bytes);
    }

    #[test]
    fn a_skeleton_takes_two_words_and_three_a_bone() {
        let bytes = words(&[0x100, 0, 2, 0, 36, 0, 0, 2, 5, 1, 1]);
        let hanim = HAnim::read(&bytes).unwrap();
        let hierarchy = hanim.hierarchy.as_ref().unwrap();
        let second = HAnimBone {
            id: 5,
            index: 1,
            flags: 1,
        };
        assert_eq!(
            (hierarchy.key_frame_bytes, hierarchy.bones[1]),
            (36, second)
        );
        assert_eq!(hanim.write(), bytes);
    }

    #[test]
    fn cuts_surplus_and_impossible_counts_are_errors() {
        let good = words(&[0x100, 0, 1, 0, 36, 0, 0, 0]);
        for length in 0..good.len() {
            assert!(HAnim::read(&good[..length]).is_err(), "{length}");
        }
        for bad in [
            &[0x100, 7, 0, 0][..],
            &[0x100, 7, u32::MAX, 0, 36],
            &[0x100, 7, 0x7FFF_FFFF, 0, 36],
        ] {
            assert!(HAnim::read(&words(bad)).is_err(), "{bad:?}");
        }
    }
}
