//! Holds the files of one world against each other: manifest, world stream, parts.
//!
//! [`WorldCheck`] takes the parts one after the other, so that none has to stay in memory, and gives [`Finding`]s as plain
//! values, which turn into the ones of all other passes: [`PassFinding`]. That the files can be read at
//! all is what their own `read` says; what each says by itself, its own `validate`. Only a part's vertices are decoded here,
//! since they have to fill the sectors of the world stream.
//! Every rule holds for all 159 worlds of the disc unless it says otherwise. Source: seed 000, the disc checks.

use std::collections::BTreeSet;
use std::fmt;

use wonderwheel_ps2::finding::{Finding as PassFinding, Findings};
use wonderwheel_renderware::atomic::VertexBox;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::material::Material;
use wonderwheel_renderware::mip_words::MipConflict;
use wonderwheel_renderware::world::{Aabb, AtomicSector, StreamedSector};

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
    /// A part's material names a texture that neither the part nor the world stream has.
    TextureMissing {
        /// Part number.
        part: u32,
        /// The name, as the material spells it first.
        texture: String,
    },
    /// The vertices of an atomic do not fill the box of its sector: rule `sector-box` of
    /// [`AtomicSector::validate_atomic`].
    SectorBox {
        /// The part that brings the atomic.
        part: u32,
        /// The sector's index.
        index: u32,
        /// Which box was expected, and what was found.
        message: String,
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
                | Self::TextureMissing { .. }
        )
    }

    /// The rule's short name, as other passes have them. It does not change.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::NoManifest => "manifest-missing",
            Self::WorldSize { .. } => "manifest-world-size",
            Self::PartCount { .. } => "manifest-part-count",
            Self::TrianglesInLeaf { .. } => "streamed-world-empty",
            Self::NoSectorPlugin { .. } => "sector-plugin",
            Self::UnindexedLeafWithPart { .. } => "sector-unindexed",
            Self::IndexRange { .. } => "sector-index-range",
            Self::IndexRepeated { .. } => "sector-index-repeated",
            Self::IndexGap { .. } => "sector-index-gap",
            Self::PartRange { .. } => "sector-part-range",
            Self::PartUnused { .. } => "part-unused",
            Self::PartSize { .. } => "manifest-part-size",
            Self::PartTooLarge { .. } => "part-file-size",
            Self::PartMissing { .. } => "part-missing",
            Self::PartBeyondCount { .. } => "part-beyond-count",
            Self::PartName { .. } => "part-name",
            Self::MipWord { .. } => "part-mip-word",
            Self::TextureMissing { .. } => "part-texture-missing",
            Self::SectorBox { .. } => "sector-box",
            Self::AtomicWithoutSector { .. } => "atomic-without-sector",
            Self::AtomicInWrongPart { .. } => "atomic-in-wrong-part",
            Self::AtomicRepeated { .. } => "atomic-repeated",
            Self::SectorWithoutAtomic { .. } => "sector-without-atomic",
        }
    }

    /// What it is about: the file or the sector.
    fn place(&self) -> String {
        match self {
            Self::NoManifest | Self::WorldSize { .. } | Self::PartCount { .. } => {
                "manifest".to_owned()
            }
            Self::TrianglesInLeaf { leaf }
            | Self::NoSectorPlugin { leaf }
            | Self::UnindexedLeafWithPart { leaf, .. }
            | Self::IndexRange { leaf, .. }
            | Self::IndexRepeated { leaf, .. } => format!("world/leaf[{leaf}]"),
            Self::IndexGap { index }
            | Self::PartRange { index, .. }
            | Self::SectorWithoutAtomic { index, .. } => format!("world/sector[{index}]"),
            Self::PartUnused { part }
            | Self::PartSize { part, .. }
            | Self::PartTooLarge { part, .. }
            | Self::PartMissing { part }
            | Self::PartBeyondCount { part, .. }
            | Self::PartName { part, .. }
            | Self::MipWord { part, .. }
            | Self::TextureMissing { part, .. } => format!("part[{part}]"),
            Self::SectorBox { part, index, .. }
            | Self::AtomicWithoutSector { part, index }
            | Self::AtomicInWrongPart { part, index, .. }
            | Self::AtomicRepeated { part, index } => format!("part[{part}]/sector[{index}]"),
        }
    }
}

impl From<&Finding> for PassFinding {
    /// The same in the form of all other passes.
    fn from(finding: &Finding) -> Self {
        Self {
            rule: finding.rule(),
            path: finding.place(),
            offset: None,
            message: finding.to_string().into(),
        }
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
            Self::TextureMissing { part, texture } => write!(
                f,
                "part {part} shows the texture {texture:?}, which neither it nor the world stream has"
            ),
            Self::SectorBox {
                part,
                index,
                message,
            } => write!(f, "part {part}, sector {index}: {message}"),
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
    bounds: Aabb,
    streamed: StreamedSector,
    has_atomic: bool,
}

/// Names are compared without their letter case. Source: spec/renderware.md 3.
fn lower_names(dictionary: &TextureDictionary) -> impl Iterator<Item = String> {
    let textures = dictionary.textures.iter();
    textures.map(|texture| texture.name.to_ascii_lowercase())
}

/// What a world has to know of one of its parts: small, where the part is not.
#[derive(Debug, Clone, PartialEq)]
pub struct PartFacts {
    name_hash: u32,
    conflicts: Vec<MipConflict>,
    /// Textures that the part shows and does not have, each once, in the order of the first material that names it.
    foreign_textures: Vec<String>,
    /// Sector index of each atomic, and where its vertices lie.
    atomics: Vec<(u32, VertexBox)>,
}

impl PartFacts {
    /// Decodes the vertices of all atomics.
    pub fn of(part: &Part) -> Self {
        let mut known: BTreeSet<_> = lower_names(&part.dictionary).collect();
        let geometries = part.atomics.iter();
        let geometries = geometries.filter_map(|entry| entry.atomic.geometry.as_ref());
        let materials = geometries.flat_map(|geometry| &geometry.materials);
        let names = materials
            .flat_map(Material::references)
            .map(|reference| &reference.name)
            .filter(|name| !name.is_empty());
        let foreign_textures = names
            .filter(|name| known.insert(name.to_ascii_lowercase()))
            .cloned()
            .collect();
        let atomics = part.atomics.iter();
        let atomics = atomics.map(|entry| (entry.sector_index, VertexBox::of(&entry.atomic)));
        Self {
            name_hash: part.name_hash,
            conflicts: part.mip_words().conflicts().collect(),
            foreign_textures,
            atomics: atomics.collect(),
        }
    }
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
    /// Names of the world stream's textures, in lower case.
    textures: BTreeSet<String>,
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
            textures: lower_names(&stream.dictionary).collect(),
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
        self.part_facts(number, size, &PartFacts::of(part));
    }

    /// As [`WorldCheck::part`], for a part of which only its facts were kept.
    pub fn part_facts(&mut self, number: u32, size: u64, part: &PartFacts) {
        self.part_file(number, size, PartEntry::Read);
        let expected = names::crc32(&names::part(self.world, number));
        if part.name_hash != expected {
            self.findings.push(Finding::PartName {
                part: number,
                stored: part.name_hash,
                expected,
            });
        }
        let conflicts = part.conflicts.iter().cloned();
        self.findings
            .extend(conflicts.map(|conflict| Finding::MipWord {
                part: number,
                conflict,
            }));
        // Files above the count are leftovers of earlier builds: their indices mean nothing to this world.
        if number > self.part_count() {
            return;
        }
        for texture in &part.foreign_textures {
            if !self.textures.contains(&texture.to_ascii_lowercase()) {
                self.findings.push(Finding::TextureMissing {
                    part: number,
                    texture: texture.clone(),
                });
            }
        }
        for (sector_index, vertices) in &part.atomics {
            self.atomic(number, *sector_index, vertices);
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
                Some(sector) if !sector.has_atomic && self.was_read(sector.streamed.part) => {
                    self.findings.push(Finding::SectorWithoutAtomic {
                        index,
                        part: sector.streamed.part,
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
                Some(streamed) => {
                    let entry = SectorEntry {
                        leaf,
                        bounds: sector.bounds(),
                        streamed,
                        has_atomic: false,
                    };
                    self.indexed_leaf(entry, &mut named);
                }
            }
        }
        self.gaps(&named);
    }

    fn indexed_leaf(&mut self, entry: SectorEntry, named: &mut [bool]) {
        let SectorEntry { leaf, streamed, .. } = entry;
        let (signed_index, part) = (streamed.index, streamed.part);
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
            None => *slot = Some(entry),
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

    fn atomic(&mut self, part: u32, index: u32, vertices: &VertexBox) {
        let finding = match self.sectors.get_mut(index as usize) {
            Some(Some(sector)) if sector.streamed.part != part => Finding::AtomicInWrongPart {
                part,
                index,
                named: sector.streamed.part,
            },
            Some(Some(sector)) if sector.has_atomic => Finding::AtomicRepeated { part, index },
            Some(Some(sector)) => {
                sector.has_atomic = true;
                let sector = AtomicSector::streamed(sector.bounds, Some(sector.streamed));
                let mut findings = Findings::new();
                sector.validate_box(vertices, &mut findings);
                let findings = findings.into_vec().into_iter();
                self.findings
                    .extend(findings.map(|finding| Finding::SectorBox {
                        part,
                        index,
                        message: finding.message.into_owned(),
                    }));
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
