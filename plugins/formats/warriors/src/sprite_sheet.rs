//! Sprite sheet, chunk 0x4C: rectangles of the one texture that stands before it.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::padding::align16;

/// A sprite sheet. Source: spec/chunks.md 5.8.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SpriteSheet {
    /// The rectangle of character 0 when the sheet is a font.
    pub font_rectangle: Option<u32>,
    /// u0, v0, u1, v1 each: top left and bottom right corner, in texture widths and heights, `0 <= u0 <= u1 <= 1`.
    pub rectangles: Vec<[f32; 4]>,
}

/// A stale build pointer that every sheet of the disc begins with.
const STALE_POINTER: u32 = 0x0042_1798;

/// Bytes before the rectangles.
const HEADER: usize = 0x14;

impl SpriteSheet {
    /// A sheet of one rectangle that covers the top 512 x 384 of a 512 x 512 texture, inset half a texel: what a loading
    /// picture has.
    pub fn loading_picture() -> Self {
        const HALF_TEXEL_OF_1024: f32 = 1.0 / 2048.0;
        Self {
            font_rectangle: None,
            rectangles: vec![[
                HALF_TEXEL_OF_1024,
                HALF_TEXEL_OF_1024,
                1.0 - HALF_TEXEL_OF_1024,
                0.75 - HALF_TEXEL_OF_1024,
            ]],
        }
    }

    /// Reads the payload of chunk 0x4C. The zeros after the last rectangle are left unread.
    ///
    /// # Errors
    /// `Malformed` when it has no rectangle, more than fit, or one that does not lie in the texture.
    pub fn read_chunk(cursor: &mut Cursor<'_>) -> Result<Self> {
        cursor.u32()?; // The stale pointer.
        let offset = cursor.offset();
        let count = cursor.u32()?;
        let font_offset = cursor.offset();
        let font_rectangle = match cursor.i32()? {
            -1 => None,
            index => Some(u32::try_from(index).map_err(|_| {
                FormatError::malformed(font_offset, "a rectangle or -1", index).within("font")
            })?),
        };
        cursor.take(8)?; // Two pointers at run time.
        let count = cursor
            .check_count(u64::from(count), 16)
            .within(|| "rectangles")?;
        if count == 0 {
            return Err(FormatError::malformed(offset, "at least one rectangle", 0));
        }
        let mut rectangles = Vec::with_capacity(count);
        for i in 0..count {
            rectangles.push(read_rectangle(cursor).within(|| format!("rectangle[{i}]"))?);
        }
        Ok(Self {
            font_rectangle,
            rectangles,
        })
    }

    /// Appends the payload of chunk 0x4C, with zeros up to a multiple of 16.
    pub fn write_chunk(&self, out: &mut Vec<u8>) {
        let start = out.len();
        let count = u32::try_from(self.rectangles.len()).unwrap_or(u32::MAX);
        let font = self.font_rectangle.unwrap_or(u32::MAX);
        for word in [STALE_POINTER, count, font, 0, 0] {
            out.extend_from_slice(&word.to_le_bytes());
        }
        for value in self.rectangles.iter().flatten() {
            out.extend_from_slice(&value.to_le_bytes());
        }
        out.resize(start + align16(HEADER + 16 * self.rectangles.len()), 0);
    }
}

fn read_rectangle(cursor: &mut Cursor<'_>) -> Result<[f32; 4]> {
    let offset = cursor.offset();
    let rectangle = [cursor.f32()?, cursor.f32()?, cursor.f32()?, cursor.f32()?];
    let [u0, v0, u1, v1] = rectangle;
    let ordered = |low: f32, high: f32| 0.0 <= low && low <= high && high <= 1.0;
    if ordered(u0, u1) && ordered(v0, v1) {
        Ok(rectangle)
    } else {
        Err(FormatError::malformed(
            offset,
            "0 <= u0 <= u1 <= 1 and 0 <= v0 <= v1 <= 1",
            format!("{u0}, {v0}, {u1}, {v1}"),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(sheet: &SpriteSheet) -> Vec<u8> {
        let mut out = Vec::new();
        sheet.write_chunk(&mut out);
        out
    }

    #[test]
    fn one_rectangle_makes_a_chunk_of_48_bytes() {
        // Source: spec/chunks.md 5.8 and 7, file 3.
        let bytes = written(&SpriteSheet::loading_picture());
        assert_eq!(bytes.len(), 48);
        assert_eq!(bytes[..8], [0x98, 0x17, 0x42, 0, 1, 0, 0, 0]);
        assert_eq!(
            bytes[8..20],
            [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0]
        );
        assert_eq!(bytes[20..24], (1.0_f32 / 2048.0).to_le_bytes());
        assert_eq!(bytes[32..36], (0.75_f32 - 1.0 / 2048.0).to_le_bytes());
    }

    #[test]
    fn a_sheet_reads_back() {
        let sheet = SpriteSheet {
            font_rectangle: Some(94),
            rectangles: vec![[0.0, 0.0, 1.0, 1.0], [0.25, 0.5, 0.25, 0.75]],
        };
        let bytes = written(&sheet);
        assert_eq!(
            SpriteSheet::read_chunk(&mut Cursor::new(&bytes)).unwrap(),
            sheet
        );
    }

    #[test]
    fn a_rectangle_outside_the_texture_is_refused() {
        for bad in [
            [0.0, 0.0, 1.5, 1.0],
            [-0.1, 0.0, 1.0, 1.0],
            [0.5, 0.0, 0.4, 1.0],
            [0.0, f32::NAN, 1.0, 1.0],
        ] {
            let bytes = written(&SpriteSheet {
                font_rectangle: None,
                rectangles: vec![bad],
            });
            assert_eq!(
                SpriteSheet::read_chunk(&mut Cursor::new(&bytes))
                    .unwrap_err()
                    .offset(),
                20
            );
        }
    }

    #[test]
    fn a_count_that_does_not_fit_is_refused() {
        let mut bytes = written(&SpriteSheet::loading_picture());
        bytes[4] = 3; // Two would still fit into the padding.
        assert!(SpriteSheet::read_chunk(&mut Cursor::new(&bytes)).is_err());
        bytes[4] = 0;
        assert!(SpriteSheet::read_chunk(&mut Cursor::new(&bytes)).is_err());
    }
}
