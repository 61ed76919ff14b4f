//! Manifest, `<world>_sec.mem`: sizes of a world and its parts.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::limits::Limits;

use crate::padding::{push_zeros, read_zeros};

/// A manifest. Source: seed 000 "Manifest"; 0x00410e08.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifest {
    /// Bytes of `<world>_sec.wld`.
    pub world_size: u32,
    /// Bytes of heap that the loaded world is charged with.
    pub world_heap_size: u32,
    /// Parts 1..=n; entry 0 is part 1.
    pub parts: Vec<ManifestPart>,
    /// Zero bytes after the last record.
    pub trailing_zeros: u32,
}

/// Sizes of one part.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ManifestPart {
    /// Bytes of `<world>_ms<i>.sec`.
    pub file_size: u32,
    /// Bytes of heap that the loaded part is charged with.
    pub heap_size: u32,
}

impl Manifest {
    /// The highest part count, unless its limits say otherwise ([`Limits::parts`]); a part number is printed with three
    /// digits at most. Source: spec/archives.md 5, kind 12.
    pub const MAX_PARTS: u32 = Limits::DEFAULT.parts;

    /// Reads a whole manifest: three words, then two a part, then nothing but zeros.
    ///
    /// # Errors
    /// `Malformed` when it is cut short, bytes other than zero follow, or the part count is 0; `Limit` when the part
    /// count is above the cursor's `parts`.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_with(Cursor::new(bytes))
    }

    /// As [`Self::read`], of what is left of a cursor.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_with(mut cursor: Cursor<'_>) -> Result<Self> {
        Self::read_from(&mut cursor).within(|| "manifest")
    }

    /// Reports what no manifest of the disc has: `manifest-size` for a world of 0 bytes, `manifest-heap` for a world that is
    /// charged with less than half its file's size. Source: spec/archives.md 5.2, rule 12.
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("manifest", |findings| {
            findings.expect(
                self.world_size > 0,
                "manifest-size",
                || "expected the world's size, found 0",
            );
            findings.remark_unless(
                self.world_heap_size >= self.world_size / 2,
                "manifest-heap",
                || {
                    let (heap, size) = (self.world_heap_size, self.world_size);
                    format!("expected at least half of the world's {size} bytes, found {heap}")
                },
            );
        });
    }

    fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let world_size = cursor.u32()?;
        let world_heap_size = cursor.u32()?;
        let count = read_part_count(cursor)?;
        let count = cursor.check_count(u64::from(count), 8).within(|| "parts")?;
        let mut parts = Vec::with_capacity(count);
        for _ in 0..count {
            parts.push(ManifestPart {
                file_size: cursor.u32()?,
                heap_size: cursor.u32()?,
            });
        }
        Ok(Self {
            world_size,
            world_heap_size,
            parts,
            trailing_zeros: read_zeros(cursor)?,
        })
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(12 + 8 * self.parts.len() + self.trailing_zeros as usize);
        let count = u32::try_from(self.parts.len()).unwrap_or(u32::MAX);
        let sizes = self
            .parts
            .iter()
            .flat_map(|part| [part.file_size, part.heap_size]);
        for word in [self.world_size, self.world_heap_size, count]
            .into_iter()
            .chain(sizes)
        {
            out.extend_from_slice(&word.to_le_bytes());
        }
        push_zeros(&mut out, self.trailing_zeros);
        out
    }

    /// What the game assumes for a world without a manifest: 135 % of the world's file, at least 716,800 bytes, and
    /// 130 % of each part's, at least 262,144. Source: seed 000 "Manifest"; 0x00410648.
    pub fn measured(world_size: u32, part_sizes: &[u32]) -> Self {
        const WORLD_FLOOR: u32 = 716_800;
        const PART_FLOOR: u32 = 262_144;
        Self {
            world_size,
            world_heap_size: percent(world_size, 135).max(WORLD_FLOOR),
            parts: part_sizes
                .iter()
                .map(|&file_size| ManifestPart {
                    file_size,
                    heap_size: percent(file_size, 130).max(PART_FLOOR),
                })
                .collect(),
            trailing_zeros: 0,
        }
    }

    /// The entry of part `number`, from 1.
    pub fn part(&self, number: u32) -> Option<&ManifestPart> {
        self.parts
            .get(usize::try_from(number.checked_sub(1)?).ok()?)
    }
}

/// A part count as manifests and world streams store it: 1 to [`Limits::parts`].
pub(crate) fn read_part_count(cursor: &mut Cursor<'_>) -> Result<u32> {
    let offset = cursor.offset();
    let most = cursor.limits().parts;
    match cursor.u32().within(|| "part count")? {
        0 => Err(FormatError::malformed(offset, "at least one part", 0).within("part count")),
        count if count <= most => Ok(count),
        count => Err(FormatError::limit(
            offset,
            "part count",
            u64::from(most),
            u64::from(count),
        )),
    }
}

fn percent(size: u32, percent: u64) -> u32 {
    u32::try_from(u64::from(size) * percent / 100).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// World 1,000 / 1,350 bytes, two parts 48 / 64 and 255 / 4,096 bytes.
    const TWO_PARTS: [u8; 28] = [
        0xE8, 0x03, 0, 0, 0x46, 0x05, 0, 0, 2, 0, 0, 0, 48, 0, 0, 0, 64, 0, 0, 0, 0xFF, 0, 0, 0, 0,
        0x10, 0, 0,
    ];

    #[test]
    fn words_land_in_their_fields() {
        let manifest = Manifest::read(&TWO_PARTS).unwrap();
        assert_eq!(manifest.world_size, 1000);
        assert_eq!(manifest.world_heap_size, 1350);
        assert_eq!(
            manifest.parts,
            [
                ManifestPart {
                    file_size: 48,
                    heap_size: 64
                },
                ManifestPart {
                    file_size: 255,
                    heap_size: 4096
                }
            ]
        );
        assert_eq!(manifest.write(), TWO_PARTS);
    }

    #[test]
    fn parts_are_numbered_from_one() {
        let manifest = Manifest::read(&TWO_PARTS).unwrap();
        assert_eq!(manifest.part(0), None);
        assert_eq!(manifest.part(1).map(|part| part.file_size), Some(48));
        assert_eq!(manifest.part(3), None);
    }

    #[test]
    fn zeros_after_the_records_are_kept_and_anything_else_is_refused() {
        let mut padded = TWO_PARTS.to_vec();
        padded.resize(32, 0);
        assert_eq!(Manifest::read(&padded).unwrap().write(), padded);
        padded[31] = 1;
        assert_eq!(Manifest::read(&padded).unwrap_err().offset(), 31);
    }

    #[test]
    fn a_count_larger_than_the_file_is_refused() {
        let mut bytes = TWO_PARTS;
        bytes[8] = 3;
        assert!(matches!(
            Manifest::read(&bytes),
            Err(FormatError::Malformed { .. })
        ));
        bytes[8] = 0;
        assert!(matches!(
            Manifest::read(&bytes),
            Err(FormatError::Malformed { .. })
        ));
        bytes[8..12].copy_from_slice(&1000_u32.to_le_bytes());
        assert!(matches!(
            Manifest::read(&bytes),
            Err(FormatError::Limit {
                max: 999,
                found: 1000,
                ..
            })
        ));
    }

    #[test]
    fn a_measured_manifest_takes_the_games_percentages_and_floors() {
        // 1,000,000 * 1.35; 716,800 is the floor for 500,000 * 1.35 = 675,000; 300,000 * 1.3; floor for 100,000 * 1.3.
        let large = Manifest::measured(1_000_000, &[300_000, 100_000]);
        assert_eq!(large.world_heap_size, 1_350_000);
        assert_eq!(large.parts[0].heap_size, 390_000);
        assert_eq!(large.parts[1].heap_size, 262_144);
        assert_eq!(Manifest::measured(500_000, &[]).world_heap_size, 716_800);
    }
}
