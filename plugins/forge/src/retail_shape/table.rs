//! The counts and sizes of the original's levels.

use crate::error::{ForgeError, Result};

const TEXT: &str = include_str!("../../../../assets/recipes/retail_levels.csv");

/// Sizes of one world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetailWorld {
    /// Bytes of the world stream.
    pub bytes: u32,
    /// Part files.
    pub parts: u32,
    /// Streamed sectors.
    pub sectors: u32,
}

/// Sizes of one level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetailLevel {
    /// Level name.
    pub name: String,
    /// The `s` world, or the only one.
    pub scenery: RetailWorld,
    /// The `d` world.
    pub detail: Option<RetailWorld>,
    /// Bytes of all parts of both worlds.
    pub part_bytes: u32,
}

/// All levels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RetailTable(pub Vec<RetailLevel>);

impl RetailTable {
    /// The table that travels with the program.
    ///
    /// # Errors
    /// None, as long as the table is the one that was checked in.
    pub fn builtin() -> Result<Self> {
        Self::parse(TEXT)
    }

    /// Reads a table: a heading, then `level, s bytes, s parts, s sectors, d bytes, d parts, d sectors, bytes of all parts`.
    ///
    /// # Errors
    /// A line with other than eight fields, or a field that is no number. A level with one world leaves the three `d`
    /// fields empty.
    pub fn parse(text: &str) -> Result<Self> {
        let lines = text
            .lines()
            .enumerate()
            .skip(1)
            .filter(|(_, line)| !line.trim().is_empty());
        lines
            .map(|(i, line)| {
                row(line).ok_or_else(|| ForgeError::Table {
                    line: i + 1,
                    found: line.to_owned(),
                })
            })
            .collect::<Result<_>>()
            .map(Self)
    }

    /// A level by name.
    pub fn find(&self, name: &str) -> Option<&RetailLevel> {
        self.0.iter().find(|level| level.name == name)
    }
}

fn row(line: &str) -> Option<RetailLevel> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [name, sb, sp, ss, db, dp, ds, parts] = fields.as_slice() else {
        return None;
    };
    let world = |bytes: &str, parts: &str, sectors: &str| {
        Some(RetailWorld {
            bytes: bytes.parse().ok()?,
            parts: parts.parse().ok()?,
            sectors: sectors.parse().ok()?,
        })
    };
    Some(RetailLevel {
        name: (*name).to_owned(),
        scenery: world(sb, sp, ss)?,
        detail: if db.is_empty() {
            None
        } else {
            Some(world(db, dp, ds)?)
        },
        part_bytes: parts.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Totals: the seed on the streamed world, "Disc check".
    #[test]
    fn the_table_adds_up_to_the_disc() {
        let table = RetailTable::builtin().unwrap();
        let worlds: Vec<RetailWorld> = table
            .0
            .iter()
            .flat_map(|l| [Some(l.scenery), l.detail])
            .flatten()
            .collect();
        assert_eq!(worlds.len(), 159);
        assert_eq!(worlds.iter().map(|w| w.bytes).sum::<u32>(), 70_177_584);
        assert_eq!(worlds.iter().map(|w| w.parts).sum::<u32>(), 1_564);
        assert_eq!(worlds.iter().map(|w| w.sectors).sum::<u32>(), 5_315);
        assert_eq!(
            table.0.iter().map(|l| u64::from(l.part_bytes)).sum::<u64>(),
            279_667_294
        );
    }

    #[test]
    fn level70_has_593_sectors_and_objarena_one_world() {
        let table = RetailTable::builtin().unwrap();
        assert_eq!(table.find("level70").unwrap().scenery.sectors, 593);
        assert_eq!(table.find("objarena").unwrap().detail, None);
    }

    #[test]
    fn a_broken_line_is_named() {
        let error = RetailTable::parse("heading\nlevel1,1,2,3").unwrap_err();
        assert!(error.to_string().contains("line 2"));
    }
}
