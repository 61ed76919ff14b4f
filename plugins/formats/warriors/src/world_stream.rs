//! World stream, `<world>_sec.wld`: part count, texture dictionary, BSP world.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_ps2::finding::{Findings, remark_few};
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
        Self::read_with(Cursor::new(bytes))
    }

    /// As [`Self::read`], of what is left of a cursor, with its limits.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_with(mut cursor: Cursor<'_>) -> Result<Self> {
        Self::read_from(&mut cursor).within(|| "world stream")
    }

    /// Reports what no world stream of the disc has: `world-part-range` for a sector that names a part above
    /// [`Self::part_count`], `world-part-unused` for a part that no sector names, and the rules of
    /// [`TextureDictionary::validate`] and [`World::validate`].
    pub fn validate(&self, findings: &mut Findings) {
        self.dictionary.validate(findings);
        self.world.validate(findings);
        let mut named = vec![false; self.part_count as usize];
        for (i, sector) in self.world.sectors.iter().enumerate() {
            let Some(part) = sector.streamed_atomic().map(|streamed| streamed.part) else {
                continue;
            };
            let slot = part.checked_sub(1).map(|slot| slot as usize);
            match slot.and_then(|slot| named.get_mut(slot)) {
                Some(named) => *named = true,
                None => findings.within(format!("world/sector[{i}]"), |findings| {
                    findings.report(
                        "world-part-range",
                        format!("expected a part of 1 to {}, found {part}", self.part_count),
                    );
                }),
            }
        }
        let unused = (1..).zip(&named).filter(|(_, named)| !**named);
        let message = "expected a sector that names it, found none";
        let unused =
            unused.map(|(part, _): (u32, _)| (format!("part[{part}]"), message.to_owned()));
        remark_few(findings, "world-part-unused", unused);
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
