//! Holds the files of one world against each other: manifest, world stream, parts.
//!
//! [`WorldCheck`] takes the parts one after the other, so that none has to stay in memory, and gives [`Finding`]s as plain
//! values. It does not decode vertices: that the files can be read at all is what their own `read` says.
//! Every rule holds for all 159 worlds of the disc unless it says otherwise. Source: seed 000, the disc checks.

use std::fmt;

use wonderwheel_renderware::mip_words::MipConflict;

use crate::manifest::Manifest;
use crate::names;
use crate::part::Part;
use crate::world_stream::WorldStream;

/// Something about a world's files that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Finding {
    /// There is no manifest; the game measures the files instead.
    NoManifest,
    /// The manifest states another size of the world stream than the file has.
    WorldSize {
        /// Bytes by the manifest.
        stated: u32,
        /// Bytes of the file.
        actual: u64,
    },
    /// Manifest and world stream count different numbers of parts.
    PartCount {
        /// By the manifest.
        manifest: u32,
        /// By the world stream.
        stream: u32,
    },
    /// A leaf of the BSP holds triangles of its own; streamed worlds hold none.
    TrianglesInLeaf {
        /// Leaf number in stream order.
        leaf: u32,
    },
    /// A leaf has no sector plugin 0x3F1.
    NoSectorPlugin {
        /// Leaf number in stream order.
        leaf: u32,
    },
    /// A leaf without an index names a part or a place all the same.
    UnindexedLeafWithPart {
        /// Leaf number in stream order.
        leaf: u32,
        /// The part it names.
        part: u32,
    },
    /// A sector index is no number from 0 to one less than the count of indexed sectors.
    IndexRange {
        /// Leaf number in stream order.
        leaf: u32,
        /// The index.
        index: i32,
        /// How many sectors have an index.
        count: u32,
    },
    /// Two leaves have the same sector index.
    IndexRepeated {
        /// The index.
        index: u32,
        /// The leaf that had it first.
        first_leaf: u32,
        /// The leaf that has it too.
        leaf: u32,
    },
    /// No leaf has this sector index, although higher ones exist.
    IndexGap {
        /// The index.
        index: u32,
    },
    /// A sector names a part that the world does not have.
    PartRange {
        /// The sector's index.
        index: u32,
        /// The part it names.
        part: u32,
        /// Parts of the world.
        part_count: u32,
    },
    /// No sector names this part, so nothing ever asks for it.
    PartUnused {
        /// Part number.
        part: u32,
    },
    /// The manifest states another size of a part than the file has.
    PartSize {
        /// Part number.
        part: u32,
        /// Bytes by the manifest.
        stated: u32,
        /// Bytes of the file.
        actual: u64,
    },
    /// A part is larger than the game's read buffer.
    PartTooLarge {
        /// Part number.
        part: u32,
        /// Bytes of the file.
        actual: u64,
    },
    /// A part that the world counts was not there.
    PartMissing {
        /// Part number.
        part: u32,
    },
    /// A file is numbered above the part count and never loaded. The disc has 347 of them.
    PartBeyondCount {
        /// Part number.
        part: u32,
        /// Parts of the world.
        part_count: u32,
    },
    /// The hash in a part's header is not that of its file name.
    PartName {
        /// Part number.
        part: u32,
        /// Hash in the header.
        stored: u32,
        /// Hash of the file's name.
        expected: u32,
    },
    /// A part's materials give one of its textures another K or L than the texture has.
    MipWord {
        /// Part number.
        part: u32,
        /// The texture and the words.
        conflict: MipConflict,
    },
    /// A part brings an atomic for a sector that does not exist.
    AtomicWithoutSector {
        /// Part number.
        part: u32,
        /// The sector index it gives.
        index: u32,
    },
    /// A part brings an atomic for a sector that names another part.
    AtomicInWrongPart {
        /// Part number.
        part: u32,
        /// The sector's index.
        index: u32,
        /// The part that the sector names.
        named: u32,
    },
    /// A sector gets more than one atomic.
    AtomicRepeated {
        /// The part that brings it again.
        part: u32,
        /// The sector's index.
        index: u32,
    },
    /// The part that a sector names has no atomic for it.
    SectorWithoutAtomic {
        /// The sector's index.
        index: u32,
        /// The part it names.
        part: u32,
    },
}

impl Finding {
    /// Whether it is only worth a remark: the game takes it without any effect that can be seen.
    pub fn is_note(&self) -> bool {
        matches!(
            self,
            Self::NoManifest
                | Self::PartBeyondCount { .. }
                | Self::PartUnused { .. }
                | Self::PartName { .. }
                | Self::MipWord { .. }
        )
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoManifest => write!(f, "no manifest: sizes are measured instead"),
            Self::WorldSize { stated, actual } => {
                write!(
                    f,
                    "the manifest states {stated} bytes for the world stream, which has {actual}"
                )
            }
            Self::PartCount { manifest, stream } => {
                write!(
                    f,
                    "the manifest counts {manifest} parts, the world stream {stream}"
                )
            }
            Self::TrianglesInLeaf { leaf } => write!(f, "leaf {leaf} holds triangles of its own"),
            Self::NoSectorPlugin { leaf } => write!(f, "leaf {leaf} has no sector plugin 0x3F1"),
            Self::UnindexedLeafWithPart { leaf, part } => {
                write!(
                    f,
                    "leaf {leaf} has no sector index, yet a part ({part}) or a place"
                )
            }
            Self::IndexRange { leaf, index, count } => {
                write!(
                    f,
                    "leaf {leaf} has sector index {index}, and there are {count} indexed sectors"
                )
            }
            Self::IndexRepeated {
                index,
                first_leaf,
                leaf,
            } => {
                write!(
                    f,
                    "sector index {index} is given to leaf {first_leaf} and to leaf {leaf}"
                )
            }
            Self::IndexGap { index } => write!(f, "no leaf has sector index {index}"),
            Self::PartRange {
                index,
                part,
                part_count,
            } => {
                write!(
                    f,
                    "sector {index} names part {part}, and the parts are 1 to {part_count}"
                )
            }
            Self::PartUnused { part } => write!(f, "no sector names part {part}"),
            Self::PartSize {
                part,
                stated,
                actual,
            } => {
                write!(
                    f,
                    "the manifest states {stated} bytes for part {part}, which has {actual}"
                )
            }
            Self::PartTooLarge { part, actual } => write!(
                f,
                "part {part} has {actual} bytes, and the read buffer takes {}",
                Part::MAX_FILE_BYTES
            ),
            Self::PartMissing { part } => write!(f, "part {part} is missing"),
            Self::PartBeyondCount { part, part_count } => {
                write!(
                    f,
                    "part {part} is never loaded: the parts are 1 to {part_count}"
                )
            }
            Self::PartName {
                part,
                stored,
                expected,
            } => write!(
                f,
                "part {part} was written for another file name: hash {stored:#010x} instead of {expected:#010x}"
            ),
            Self::MipWord { part, conflict } => write!(f, "part {part}: {conflict}"),
            Self::AtomicWithoutSector { part, index } => {
                write!(
                    f,
                    "part {part} brings an atomic for sector {index}, which does not exist"
                )
            }
            Self::AtomicInWrongPart { part, index, named } => {
                write!(
                    f,
                    "part {part} brings an atomic for sector {index}, which names part {named}"
                )
            }
            Self::AtomicRepeated { part, index } => {
                write!(f, "part {part} brings a second atomic for sector {index}")
            }
            Self::SectorWithoutAtomic { index, part } => {
                write!(
                    f,
                    "part {part} brings no atomic for sector {index}, which names it"
                )
            }
        }
    }
}

/// What is known of one sector index.
#[derive(Debug, Clone, Copy)]
struct SectorEntry {
    leaf: u32,
    part: u32,
    has_atomic: bool,
}

/// What became of a part file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PartEntry {
    Missing,
    Broken,
    Read,
}

/// The check of one world. Its cost grows with sectors plus atomics.
#[derive(Debug)]
pub struct WorldCheck<'a> {
    world: &'a str,
    manifest: Option<&'a Manifest>,
    /// By sector index.
    sectors: Vec<Option<SectorEntry>>,
    /// By part number less one.
    parts: Vec<PartEntry>,
    findings: Vec<Finding>,
}

impl<'a> WorldCheck<'a> {
    /// Holds the manifest against the world stream, whose file has `stream_size` bytes, and the stream against itself.
    pub fn new(
        world: &'a str,
        manifest: Option<&'a Manifest>,
        stream: &WorldStream,
        stream_size: u64,
    ) -> Self {
        let mut check = Self {
            world,
            manifest,
            sectors: Vec::new(),
            parts: vec![PartEntry::Missing; stream.part_count.min(Manifest::MAX_PARTS) as usize],
            findings: Vec::new(),
        };
        check.manifest_against_stream(stream, stream_size);
        check.sectors_of_stream(stream);
        check
    }

    /// Takes the file of part `number`, which has `size` bytes.
    pub fn part(&mut self, number: u32, size: u64, part: &Part) {
        self.part_file(number, size, PartEntry::Read);
        let expected = names::crc32(&names::part(self.world, number));
        if part.name_hash != expected {
            self.findings.push(Finding::PartName {
                part: number,
                stored: part.name_hash,
                expected,
            });
        }
        let words = part.mip_words();
        self.findings
            .extend(words.conflicts().map(|conflict| Finding::MipWord {
                part: number,
                conflict,
            }));
        for atomic in &part.atomics {
            self.atomic(number, atomic.sector_index);
        }
    }

    /// Takes a file of part `number` that cannot be read. What its sectors lack is not counted against them.
    pub fn broken_part(&mut self, number: u32, size: u64) {
        self.part_file(number, size, PartEntry::Broken);
    }

    /// What was found, in the order of the files; then what is missing.
    pub fn finish(mut self) -> Vec<Finding> {
        for (number, part) in (1..).zip(&self.parts) {
            if *part == PartEntry::Missing {
                self.findings.push(Finding::PartMissing { part: number });
            }
        }
        for (index, sector) in (0..).zip(&self.sectors) {
            match sector {
                Some(sector) if !sector.has_atomic && self.was_read(sector.part) => {
                    self.findings.push(Finding::SectorWithoutAtomic {
                        index,
                        part: sector.part,
                    });
                }
                _ => {}
            }
        }
        self.findings
    }

    fn manifest_against_stream(&mut self, stream: &WorldStream, stream_size: u64) {
        let Some(manifest) = self.manifest else {
            self.findings.push(Finding::NoManifest);
            return;
        };
        if u64::from(manifest.world_size) != stream_size {
            self.findings.push(Finding::WorldSize {
                stated: manifest.world_size,
                actual: stream_size,
            });
        }
        let counted = u32::try_from(manifest.parts.len()).unwrap_or(u32::MAX);
        if counted != stream.part_count {
            self.findings.push(Finding::PartCount {
                manifest: counted,
                stream: stream.part_count,
            });
        }
    }

    fn sectors_of_stream(&mut self, stream: &WorldStream) {
        let leaves = || (0..).zip(&stream.world.sectors);
        let indexed = leaves()
            .filter(|(_, leaf)| leaf.streamed.is_some_and(|sector| sector.index != -1))
            .count();
        self.sectors = vec![None; indexed];
        let mut named = vec![false; self.parts.len()];
        for (leaf, sector) in leaves() {
            if sector.triangle_count != 0 || sector.vertex_count != 0 {
                self.findings.push(Finding::TrianglesInLeaf { leaf });
            }
            match sector.streamed {
                None => self.findings.push(Finding::NoSectorPlugin { leaf }),
                Some(sector) if sector.index == -1 => {
                    if sector.part != 0 || sector.origin != [0.0; 3] {
                        self.findings.push(Finding::UnindexedLeafWithPart {
                            leaf,
                            part: sector.part,
                        });
                    }
                }
                Some(sector) => self.indexed_leaf(leaf, sector.index, sector.part, &mut named),
            }
        }
        self.gaps(&named);
    }

    fn indexed_leaf(&mut self, leaf: u32, signed_index: i32, part: u32, named: &mut [bool]) {
        let slot = u32::try_from(signed_index)
            .ok()
            .and_then(|index| Some((index, self.sectors.get_mut(index as usize)?)));
        let Some((index, slot)) = slot else {
            self.findings.push(Finding::IndexRange {
                leaf,
                index: signed_index,
                count: u32::try_from(self.sectors.len()).unwrap_or(u32::MAX),
            });
            return;
        };
        match slot {
            Some(first) => self.findings.push(Finding::IndexRepeated {
                index,
                first_leaf: first.leaf,
                leaf,
            }),
            None => {
                *slot = Some(SectorEntry {
                    leaf,
                    part,
                    has_atomic: false,
                });
            }
        }
        match part
            .checked_sub(1)
            .and_then(|slot| named.get_mut(slot as usize))
        {
            Some(named) => *named = true,
            None => self.findings.push(Finding::PartRange {
                index,
                part,
                part_count: self.part_count(),
            }),
        }
    }

    fn gaps(&mut self, named: &[bool]) {
        let indices = (0..).zip(&self.sectors);
        let gaps = indices
            .filter(|(_, sector)| sector.is_none())
            .map(|(index, _)| Finding::IndexGap { index });
        self.findings.extend(gaps);
        let unused = (1..).zip(named).filter(|(_, named)| !**named);
        self.findings
            .extend(unused.map(|(part, _)| Finding::PartUnused { part }));
    }

    fn part_file(&mut self, number: u32, size: u64, entry: PartEntry) {
        match number
            .checked_sub(1)
            .and_then(|slot| self.parts.get_mut(slot as usize))
        {
            Some(part) => *part = entry,
            None => self.findings.push(Finding::PartBeyondCount {
                part: number,
                part_count: self.part_count(),
            }),
        }
        if size > u64::from(Part::MAX_FILE_BYTES) {
            self.findings.push(Finding::PartTooLarge {
                part: number,
                actual: size,
            });
        }
        match self.manifest.and_then(|manifest| manifest.part(number)) {
            Some(stated) if u64::from(stated.file_size) != size => {
                self.findings.push(Finding::PartSize {
                    part: number,
                    stated: stated.file_size,
                    actual: size,
                })
            }
            _ => {}
        }
    }

    fn atomic(&mut self, part: u32, index: u32) {
        // Files above the count are leftovers of earlier builds: their indices mean nothing to this world.
        if part > self.part_count() {
            return;
        }
        let finding = match self.sectors.get_mut(index as usize) {
            Some(Some(sector)) if sector.part != part => Finding::AtomicInWrongPart {
                part,
                index,
                named: sector.part,
            },
            Some(Some(sector)) if sector.has_atomic => Finding::AtomicRepeated { part, index },
            Some(Some(sector)) => {
                sector.has_atomic = true;
                return;
            }
            _ => Finding::AtomicWithoutSector { part, index },
        };
        self.findings.push(finding);
    }

    fn part_count(&self) -> u32 {
        u32::try_from(self.parts.len()).unwrap_or(u32::MAX)
    }

    fn was_read(&self, number: u32) -> bool {
        number
            .checked_sub(1)
            .and_then(|slot| self.parts.get(slot as usize))
            .is_some_and(|part| *part == PartEntry::Read)
    }
}
