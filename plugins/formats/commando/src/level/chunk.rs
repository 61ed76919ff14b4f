//! Chunk files: terrain and collision that are loaded over those of the core.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::gaps::{Gaps, check_apart};
use crate::lz::{self, StreamHeader};
use crate::range::word;

/// A chunk file: two streams. Source: spec/commando-container.md 9.1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkFile<'a> {
    /// Where the terrain's stream stands; 0 when there is none.
    pub tfrags_offset: i32,
    /// Where the collision's stream stands; 0 when there is none.
    pub collision_offset: i32,
    /// A stream with a terrain block, or nothing.
    pub tfrags: &'a [u8],
    /// A stream with a collision block, or nothing.
    pub collision: &'a [u8],
    /// What stands between them.
    pub gaps: Gaps,
}

impl<'a> ChunkFile<'a> {
    const HEADER: usize = 8;
    const ALIGNMENT: usize = 0x10;

    /// Reads a file; its streams are not decompressed.
    ///
    /// # Errors
    /// `Malformed` when it is cut short, a stream's header is broken or stands elsewhere, or the two overlap.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        Self::read_streams(bytes).within(|| "chunk file")
    }

    fn read_streams(bytes: &'a [u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        let (tfrags_offset, collision_offset) = (cursor.i32()?, cursor.i32()?);
        let mut ranges = Vec::from([("header", 0..Self::HEADER)]);
        let mut stream = |name: &'static str, offset: i32| {
            if offset == 0 {
                return Ok::<&[u8], FormatError>(&[]);
            }
            let place = usize::try_from(offset).unwrap_or(usize::MAX);
            let rest = bytes.get(place..).ok_or_else(|| {
                let expected = format!("an offset inside {} bytes", bytes.len());
                FormatError::malformed(0, expected, offset).within(name)
            })?;
            let (header, _) =
                StreamHeader::read(&mut Cursor::at_base(rest, place as u64)).within(|| name)?;
            let size = header.compressed_size as usize;
            ranges.push((name, place..place + size));
            Ok(rest.get(..size).unwrap_or_default())
        };
        let tfrags = stream("tfrags", tfrags_offset)?;
        let collision = stream("collision", collision_offset)?;
        check_apart(&ranges)?;
        Ok(Self {
            tfrags_offset,
            collision_offset,
            tfrags,
            collision,
            gaps: Gaps::between(bytes, ranges),
        })
    }

    /// Gives two streams (see [`lz::compress`]) their places in a new file. Either may be empty.
    ///
    /// # Errors
    /// `Limit` when the file is larger than a word counts.
    pub fn lay_out(tfrags: &'a [u8], collision: &'a [u8]) -> Result<Self> {
        let first = Self::HEADER.next_multiple_of(Self::ALIGNMENT);
        let second = (first + tfrags.len()).next_multiple_of(Self::ALIGNMENT);
        let place = |stream: &[u8], offset| match stream {
            [] => Ok(0),
            _ => word(offset, "chunk file bytes"),
        };
        Ok(Self {
            tfrags_offset: place(tfrags, first)?,
            collision_offset: place(collision, second)?,
            tfrags,
            collision,
            gaps: Gaps::default(),
        })
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let mut canvas = self.gaps.canvas();
        canvas.put(0, &self.tfrags_offset.to_le_bytes());
        canvas.put(4, &self.collision_offset.to_le_bytes());
        for (offset, stream) in [
            (self.tfrags_offset, self.tfrags),
            (self.collision_offset, self.collision),
        ] {
            canvas.put(
                usize::try_from(offset).unwrap_or_default(),
                match offset {
                    1.. => stream,
                    _ => &[],
                },
            );
        }
        canvas.0
    }

    /// The terrain block; empty when there is none.
    ///
    /// # Errors
    /// As [`lz::decompress`].
    pub fn decompress_tfrags(&self) -> Result<Vec<u8>> {
        decompress(self.tfrags).within(|| "tfrags")
    }

    /// The collision block; empty when there is none.
    ///
    /// # Errors
    /// As [`lz::decompress`].
    pub fn decompress_collision(&self) -> Result<Vec<u8>> {
        decompress(self.collision).within(|| "collision")
    }
}

fn decompress(stream: &[u8]) -> Result<Vec<u8>> {
    match stream {
        [] => Ok(Vec::new()),
        _ => lz::decompress(stream),
    }
}
