//! Sprite sheet, chunk 0x4C: rectangles of the one texture that stands before it.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use crate::chunk::tail::Tail;

/// A sprite sheet. Source: spec/chunks.md 5.8.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SpriteSheet {
    /// The rectangle of character 0 when the sheet is a font.
    pub font_rectangle: Option<u32>,
    /// u0, v0, u1, v1 each: top left and bottom right corner, in texture widths and heights, `0 <= u0 <= u1 <= 1`.
    pub rectangles: Vec<[f32; 4]>,
}

/// The whole payload of chunk 0x4C: the sheet, and what the file has where only the running game has use for it.
#[derive(Debug, Clone, PartialEq)]
pub struct SheetPage {
    /// The sheet.
    pub sheet: SpriteSheet,
    /// +0x00: a pointer of the build that made the file.
    pub class: u32,
    /// +0x0C and +0x10: where rectangles and dictionary are at run time. 0 on the disc.
    pub pointers: [u32; 2],
    /// What follows the last rectangle.
    pub tail: Tail,
}

/// A stale build pointer that every sheet of the disc begins with.
const STALE_POINTER: u32 = 0x0042_1798;

impl From<SpriteSheet> for SheetPage {
    fn from(sheet: SpriteSheet) -> Self {
        Self {
            sheet,
            class: STALE_POINTER,
            pointers: [0; 2],
            tail: Tail::Padding,
        }
    }
}

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

    /// Reads the payload of chunk 0x4C. What follows the last rectangle is left unread.
    ///
    /// # Errors
    /// `Malformed` when it has no rectangle, more than fit, or one that does not lie in the texture.
    pub fn read_chunk(cursor: &mut Cursor<'_>) -> Result<Self> {
        Ok(SheetPage::read_fields(cursor)?.sheet)
    }

    /// Appends the payload of chunk 0x4C, with zeros up to a multiple of 16.
    pub fn write_chunk(&self, out: &mut Vec<u8>) {
        SheetPage::from(self.clone()).write_chunk(out);
    }
}

impl SheetPage {
    /// Reads the rest of `cursor` as the payload of chunk 0x4C.
    ///
    /// # Errors
    /// As [`SpriteSheet::read_chunk`].
    pub fn read_chunk(cursor: &mut Cursor<'_>) -> Result<Self> {
        let start = cursor.remaining();
        let page = Self::read_fields(cursor)?;
        let tail = Tail::read(cursor, start - cursor.remaining())?;
        Ok(Self { tail, ..page })
    }

    /// Appends the payload.
    pub fn write_chunk(&self, out: &mut Vec<u8>) {
        let start = out.len();
        let count = u32::try_from(self.sheet.rectangles.len()).unwrap_or(u32::MAX);
        let font = self.sheet.font_rectangle.unwrap_or(u32::MAX);
        let [rectangles, dictionary] = self.pointers;
        for word in [self.class, count, font, rectangles, dictionary] {
            out.extend_from_slice(&word.to_le_bytes());
        }
        for value in self.sheet.rectangles.iter().flatten() {
            out.extend_from_slice(&value.to_le_bytes());
        }
        self.tail.write(out, start);
    }

    /// Reports what no sheet of the disc has: `sheet-pointers`, `sheet-rectangle-count` above 371, `sheet-font-rectangle`
    /// when the font's rectangle is none of the sheet's, `chunk-padding`.
    pub fn validate(&self, findings: &mut Findings) {
        findings.remark_unless(self.pointers == [0; 2], "sheet-pointers", || {
            format!("expected two zero words, found {:#x?}", self.pointers)
        });
        let count = self.sheet.rectangles.len();
        findings.remark_unless(count <= 371, "sheet-rectangle-count", || {
            format!("expected at most 371 rectangles, found {count}")
        });
        let font = self.sheet.font_rectangle;
        let exists = font.is_none_or(|font| (font as usize) < count);
        findings.expect(exists, "sheet-font-rectangle", || {
            format!("expected one of {count} rectangles, found {font:?}")
        });
        self.tail.validate(findings);
    }

    fn read_fields(cursor: &mut Cursor<'_>) -> Result<Self> {
        let class = cursor.u32()?;
        let offset = cursor.offset();
        let count = cursor.u32()?;
        let font_offset = cursor.offset();
        let font_rectangle = match cursor.i32()? {
            -1 => None,
            index => Some(u32::try_from(index).map_err(|_| {
                FormatError::malformed(font_offset, "a rectangle or -1", index).within("font")
            })?),
        };
        let pointers = [cursor.u32()?, cursor.u32()?];
        let fitting = cursor
            .check_count(u64::from(count), 16)
            .within(|| "rectangles")?;
        cursor
            .limits()
            .check_items("rectangles", u64::from(count), offset)?;
        if count == 0 {
            return Err(FormatError::malformed(offset, "at least one rectangle", 0));
        }
        let mut rectangles = Vec::with_capacity(fitting);
        for i in 0..fitting {
            rectangles.push(read_rectangle(cursor).within(|| format!("rectangle[{i}]"))?);
        }
        Ok(Self {
            sheet: SpriteSheet {
                font_rectangle,
                rectangles,
            },
            class,
            pointers,
            tail: Tail::Padding,
        })
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
    fn words_of_the_running_game_and_odd_tails_are_kept_and_found() {
        let mut bytes = written(&SpriteSheet::loading_picture());
        bytes[0] = 1;
        bytes[0x10] = 2;
        bytes[47] = 3;
        let page = SheetPage::read_chunk(&mut Cursor::new(&bytes)).unwrap();
        let mut again = Vec::new();
        page.write_chunk(&mut again);
        assert_eq!(again, bytes);
        assert_eq!(
            Findings::of(|f| page.validate(f)).rules(),
            ["sheet-pointers", "chunk-padding"]
        );
    }

    #[test]
    fn a_font_rectangle_that_does_not_exist_is_found() {
        let mut page = SheetPage::from(SpriteSheet::loading_picture());
        page.sheet.font_rectangle = Some(1);
        let findings = Findings::of(|f| page.validate(f));
        assert_eq!(findings.as_slice()[0].rule, "sheet-font-rectangle");
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
