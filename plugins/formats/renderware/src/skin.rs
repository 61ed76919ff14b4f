//! Plugin 0x116 of geometries in PS2-native form: the bones of a character's skin. The weights of its vertices are the
//! fifth attribute of the chains: see [`skinned_chain`](crate::skinned_chain).

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::section::{self, SectionHeader, id};
use crate::stamp::STAMP;

/// RenderWare's platform number of the PlayStation 2.
const PLATFORM_PS2: u32 = 4;

/// Skin, plugin 0x116. Source: spec/renderware.md 11.
#[derive(Debug, Clone, PartialEq)]
pub struct Skin {
    /// The size field of the inner struct header; not to be trusted, kept.
    pub inner_size: u32,
    /// The stamp of the inner struct header.
    pub inner_stamp: u32,
    /// Most weights that a vertex uses, 1 to 4.
    pub max_weights: u8,
    /// A byte of 0.
    pub unused: u8,
    /// Numbers of the bones that vertices use.
    pub used_bones: Vec<u8>,
    /// Inverse bind matrices, one a bone: rows right, up, at, position of four words each. The fourth words mean nothing
    /// and are kept as they are, numbers or not.
    pub inverse_bind: Vec<[f32; 16]>,
    /// Zeros and split data.
    pub trailing: Vec<u8>,
}

impl Skin {
    /// Bytes behind the matrices of a skin that is not split: 16 zeros and 12 of split data. Source: spec/renderware.md 11.
    pub const UNSPLIT_TRAILING: usize = 16 + 12;

    /// A skin of these bones, all used, not split.
    pub fn new(inverse_bind: Vec<[f32; 16]>, max_weights: u8) -> Self {
        let bones = u8::try_from(inverse_bind.len()).unwrap_or(u8::MAX);
        let mut skin = Self {
            inner_size: 0,
            inner_stamp: STAMP,
            max_weights,
            unused: 0,
            used_bones: (0..bones).collect(),
            inverse_bind,
            trailing: vec![0; Self::UNSPLIT_TRAILING],
        };
        skin.inner_size = (skin.write().len() - SectionHeader::BYTES) as u32;
        skin
    }

    /// Reads the plugin's payload, which ends with it.
    ///
    /// # Errors
    /// `Malformed` when it is cut short, `Unsupported` for another platform.
    pub fn read(payload: &[u8]) -> Result<Self> {
        section::whole(&mut Cursor::new(payload), Self::read_from)
    }

    /// Reads the plugin's payload at the cursor.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_from(body: &mut Cursor<'_>) -> Result<Self> {
        let at = body.offset();
        let found = body.u32()?;
        if found != id::STRUCT {
            return Err(FormatError::malformed(
                at,
                "a struct header",
                format!("section id {found:#x}"),
            ));
        }
        let inner_size = body.u32()?;
        let inner_stamp = body.u32()?;
        let at = body.offset();
        let platform = body.u32()?;
        if platform != PLATFORM_PS2 {
            return Err(FormatError::unsupported(
                at,
                format!("a skin of platform {platform}"),
            ));
        }
        let [bones, used, max_weights, unused] = body.array()?;
        let used_bones = body
            .take(usize::from(used))
            .within(|| "used bones")?
            .to_vec();
        let bones = body.check_count(u64::from(bones), 64).within(|| "bones")?;
        let mut inverse_bind = Vec::with_capacity(bones);
        for _ in 0..bones {
            let bytes: [u8; 64] = body.array()?;
            let (words, _) = bytes.as_chunks::<4>();
            inverse_bind.push(std::array::from_fn(|i| {
                words.get(i).copied().map_or(0.0, f32::from_le_bytes)
            }));
        }
        Ok(Self {
            inner_size,
            inner_stamp,
            max_weights,
            unused,
            used_bones,
            inverse_bind,
            trailing: body.take(body.remaining())?.to_vec(),
        })
    }

    /// The plugin's payload. Bones and used bones beyond 255 have no place in it and are left out.
    pub fn write(&self) -> Vec<u8> {
        let bones = self.inverse_bind.len().min(255);
        let used = self.used_bones.len().min(255);
        let mut out = Vec::with_capacity(20 + used + 64 * bones + self.trailing.len());
        for word in [id::STRUCT, self.inner_size, self.inner_stamp, PLATFORM_PS2] {
            out.extend(word.to_le_bytes());
        }
        out.extend([bones as u8, used as u8, self.max_weights, self.unused]);
        out.extend(self.used_bones.iter().take(used));
        let matrices = self.inverse_bind.iter().take(bones).flatten();
        out.extend(matrices.flat_map(|value| value.to_le_bytes()));
        out.extend_from_slice(&self.trailing);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skin() -> Skin {
        let mut matrix = [0.0; 16];
        matrix[12] = 1.5;
        Skin {
            used_bones: vec![1],
            ..Skin::new(vec![[1.0; 16], matrix], 2)
        }
    }

    #[test]
    fn a_skin_takes_the_bytes_counted_on_paper() {
        let bytes = skin().write();
        // Struct header and platform, four numbers, one used bone, two matrices, 28 behind them.
        assert_eq!(bytes.len(), 16 + 4 + 1 + 2 * 64 + 28);
        assert_eq!(bytes[16..21], [2, 1, 2, 0, 1]);
        assert_eq!(Skin::read(&bytes).unwrap(), skin());
        // With all bones used it is a byte longer, and its inner size says so.
        assert_eq!(Skin::new(vec![[0.0; 16]; 2], 4).inner_size, 166);
    }

    #[test]
    fn a_cut_before_the_split_data_is_an_error_and_another_platform_is_not_supported() {
        let bytes = skin().write();
        for length in 0..bytes.len() - Skin::UNSPLIT_TRAILING {
            assert!(Skin::read(&bytes[..length]).is_err(), "{length}");
        }
        let mut other = bytes;
        other[12] = 8;
        assert!(matches!(
            Skin::read(&other).unwrap_err(),
            FormatError::Unsupported { .. }
        ));
    }
}
