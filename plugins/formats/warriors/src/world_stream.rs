//! World stream, `<world>_sec.wld`: part count, texture dictionary, BSP world.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::world::World;

use crate::manifest::read_part_count;
use crate::padding::{push_zeros, read_zeros};

/// A world stream. Source: seed 000 "World stream"; 0x00410a50.
#[derive(Debug, Clone, PartialEq)]
pub struct WorldStream {
    /// Parts that the world streams: 1..=n.
    pub part_count: u32,
    /// Every world texture.
    pub dictionary: TextureDictionary,
    /// The BSP; its sectors hold no triangles.
    pub world: World,
    /// Zero bytes after the world.
    pub trailing_zeros: u32,
}

impl WorldStream {
    /// A stream without anything after the world.
    pub fn new(part_count: u32, dictionary: TextureDictionary, world: World) -> Self {
        Self {
            part_count,
            dictionary,
            world,
            trailing_zeros: 0,
        }
    }

    /// Reads a whole world stream.
    ///
    /// # Errors
    /// `Malformed`, `Unsupported` or `Limit`, with the section in the path; also when anything but zeros follows.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(bytes)).within(|| "world stream")
    }

    fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        Ok(Self {
            part_count: read_part_count(cursor)?,
            dictionary: TextureDictionary::read_from(cursor)?,
            world: World::read_from(cursor)?,
            trailing_zeros: read_zeros(cursor)?,
        })
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let mut out = self.part_count.to_le_bytes().to_vec();
        self.dictionary.write_to(&mut out);
        self.world.write_to(&mut out);
        push_zeros(&mut out, self.trailing_zeros);
        out
    }
}
