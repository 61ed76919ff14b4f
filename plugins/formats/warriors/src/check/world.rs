//! The check of one world.

use std::collections::BTreeSet;

use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::vertex_box::VertexBox;
use wonderwheel_renderware::world::{Aabb, AtomicSector, StreamedSector};

use super::facts::lower_names;
use super::{Finding, PartFacts};
use crate::manifest::Manifest;
use crate::names;
use crate::part::Part;
use crate::world_stream::WorldStream;

/// What is known of one sector index.
#[derive(Debug, Clone, Copy)]
struct SectorEntry {
    leaf: u32,
    bounds: Aabb,
    streamed: StreamedSector,
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
        match slot_of(part).and_then(|slot| named.get_mut(slot)) {
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
        match slot_of(number).and_then(|slot| self.parts.get_mut(slot)) {
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
                let findings = Findings::of(|f| sector.validate_box(vertices, f));
                let findings = findings.into_vec().into_iter();
                self.findings
                    .extend(findings.map(|finding| Finding::SectorBox {
                        part,
                        index,
                        is_inside: finding.is_remark,
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
        let part = slot_of(number).and_then(|slot| self.parts.get(slot));
        part == Some(&PartEntry::Read)
    }
}

/// Where a part stands in a list of all of them; parts are numbered from 1.
fn slot_of(part: u32) -> Option<usize> {
    usize::try_from(part.checked_sub(1)?).ok()
}
