//! What stands in a chunk after everything that its payload counts.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;

use crate::padding::align16;

/// The bytes after a payload's last counted field.
///
/// Chunk sizes are multiples of 16, so most payloads end in a few zeros. Anything else is kept as it is, so that writing
/// gives back the bytes that were read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Tail {
    /// As few zeros as make the payload's size a multiple of 16: what a writer puts there.
    #[default]
    Padding,
    /// These bytes, written as they are.
    Bytes(Vec<u8>),
}

impl Tail {
    /// Takes the rest of `cursor`, which stands `size` bytes into its payload.
    ///
    /// # Errors
    /// None today; the cursor's own, should it fail to give what it has left.
    pub fn read(cursor: &mut Cursor<'_>, size: usize) -> Result<Self> {
        let rest = cursor.take(cursor.remaining())?;
        let is_padding = rest.len() == align16(size) - size && rest.iter().all(|&byte| byte == 0);
        Ok(if is_padding {
            Self::Padding
        } else {
            Self::Bytes(rest.to_vec())
        })
    }

    /// Appends it to a payload that began at `start` of `out`.
    pub fn write(&self, out: &mut Vec<u8>, start: usize) {
        match self {
            Self::Padding => out.resize(start + align16(out.len() - start), 0),
            Self::Bytes(bytes) => out.extend_from_slice(bytes),
        }
    }

    /// Reports `chunk-padding` when it is no [`Tail::Padding`].
    pub fn validate(&self, findings: &mut Findings) {
        if let Self::Bytes(bytes) = self {
            findings.remark(
                "chunk-padding",
                format!(
                    "expected zeros up to a multiple of 16, found {} bytes more, {} of them not 0",
                    bytes.len(),
                    bytes.iter().filter(|&&byte| byte != 0).count()
                ),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_fewest_zeros_are_padding() {
        let tail = |rest: &[u8]| Tail::read(&mut Cursor::new(rest), 13).unwrap();
        assert_eq!(tail(&[0; 3]), Tail::Padding);
        for other in [&[0; 2][..], &[0; 19], &[0, 0, 1], &[]] {
            assert_eq!(tail(other), Tail::Bytes(other.to_vec()));
        }
    }
}
