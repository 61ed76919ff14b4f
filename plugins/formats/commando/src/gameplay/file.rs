//! The file: offsets and blocks.

use std::collections::BTreeMap;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use super::blocks::BlockKind;
use super::instances::{MobyInstance, ShrubInstance, TieInstance};
use super::settings::LevelSettings;
use super::table::InstanceTable;
use super::tie_ambients::TieAmbients;
use crate::gaps::Canvas;
use crate::range::word;

/// What the gameplay stream holds, decompressed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Gameplay {
    /// Its blocks in the order in which they stand.
    pub blocks: Vec<Block>,
    /// What stands between the table of offsets and the first of them.
    pub head: Vec<u8>,
}

/// A block: the bytes from its offset to the next block.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Block {
    /// Where it stands.
    pub offset: u32,
    /// The offsets that lead to it; more than one where two are equal.
    pub kinds: Vec<BlockKind>,
    /// Its bytes, with the padding behind them.
    pub bytes: Vec<u8>,
}

impl Gameplay {
    /// Bytes of the table of offsets.
    pub const TABLE: usize = 4 * BlockKind::ALL.len();

    /// Reads the table and cuts the file into its blocks. They are not looked into.
    ///
    /// # Errors
    /// `Malformed` when the table is cut short or an offset leads into it or outside the file.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_blocks(bytes).within(|| "gameplay")
    }

    fn read_blocks(bytes: &[u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        let mut places: BTreeMap<u32, Vec<BlockKind>> = BTreeMap::new();
        for kind in BlockKind::ALL {
            let offset = cursor.u32()?;
            if offset == 0 {
                continue;
            }
            if (offset as usize) < Self::TABLE || offset as usize > bytes.len() {
                let expected = format!("a place in {:#x}..={:#x}", Self::TABLE, bytes.len());
                let error =
                    FormatError::malformed(kind.pointer() as u64, expected, format!("{offset:#x}"));
                return Err(error.within(kind.name()));
            }
            places.entry(offset).or_default().push(kind);
        }
        let ends = places.keys().skip(1).map(|offset| *offset as usize);
        let ends: Vec<usize> = ends.chain([bytes.len()]).collect();
        let first = places
            .keys()
            .next()
            .map_or(bytes.len(), |offset| *offset as usize);
        let part = |from: usize, to: usize| bytes.get(from..to).unwrap_or_default().to_vec();
        Ok(Self {
            head: part(Self::TABLE, first),
            blocks: places
                .into_iter()
                .zip(ends)
                .map(|((offset, kinds), end)| Block {
                    offset,
                    kinds,
                    bytes: part(offset as usize, end),
                })
                .collect(),
        })
    }

    /// Gives blocks their places in a new file, in the order that writers keep; of two of one kind the last one counts.
    ///
    /// # Errors
    /// `Limit` when the file is larger than a word counts.
    pub fn lay_out(blocks: impl IntoIterator<Item = (BlockKind, Vec<u8>)>) -> Result<Self> {
        let mut all: BTreeMap<BlockKind, Vec<u8>> = blocks.into_iter().collect();
        let mut at = Self::TABLE;
        let mut placed: Vec<Block> = Vec::new();
        for kind in BlockKind::FILE_ORDER {
            let Some(bytes) = all.remove(&kind) else {
                continue;
            };
            let start = at.next_multiple_of(kind.alignment());
            // A block of no bytes still has a place of its own.
            at = start + bytes.len().max(1);
            placed.push(Block {
                offset: word(start, "gameplay bytes")?.cast_unsigned(),
                kinds: vec![kind],
                bytes,
            });
        }
        Ok(Self {
            blocks: placed,
            head: Vec::new(),
        })
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// `Malformed` when a block is longer than the place up to the next one.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut canvas = Canvas(vec![0; Self::TABLE]);
        canvas.put(Self::TABLE, &self.head);
        let mut end = Self::TABLE + self.head.len();
        for block in &self.blocks {
            let start = block.offset as usize;
            if start < end {
                let error = FormatError::malformed(
                    block.offset.into(),
                    format!("a place behind {end:#x}"),
                    start,
                );
                return Err(error.within("gameplay"));
            }
            for kind in &block.kinds {
                canvas.put(kind.pointer(), &block.offset.to_le_bytes());
            }
            canvas.put(start, &block.bytes);
            end = start + block.bytes.len();
        }
        Ok(canvas.0)
    }

    /// A block's bytes, with the padding behind them; nothing when it is absent.
    pub fn block(&self, kind: BlockKind) -> Option<&[u8]> {
        let block = self
            .blocks
            .iter()
            .find(|block| block.kinds.contains(&kind))?;
        Some(&block.bytes)
    }

    /// The level's settings.
    ///
    /// # Errors
    /// `Malformed` when the block is broken.
    pub fn settings(&self) -> Result<Option<LevelSettings>> {
        self.read_block(BlockKind::LevelSettings, LevelSettings::read)
    }

    /// Where ties stand.
    ///
    /// # Errors
    /// `Malformed` when the block is broken.
    pub fn tie_instances(&self) -> Result<Vec<TieInstance>> {
        self.read_block(BlockKind::TieInstances, InstanceTable::read)
            .map(records)
    }

    /// Where shrubs stand.
    ///
    /// # Errors
    /// `Malformed` when the block is broken.
    pub fn shrub_instances(&self) -> Result<Vec<ShrubInstance>> {
        self.read_block(BlockKind::ShrubInstances, InstanceTable::read)
            .map(records)
    }

    /// Where mobys stand at first.
    ///
    /// # Errors
    /// `Malformed` when the block is broken.
    pub fn moby_instances(&self) -> Result<Vec<MobyInstance>> {
        self.read_block(BlockKind::MobyInstances, InstanceTable::read)
            .map(records)
    }

    /// Colours of ties.
    ///
    /// # Errors
    /// `Malformed` when the block is broken.
    pub fn tie_ambients(&self) -> Result<TieAmbients> {
        let ambients = self.read_block(BlockKind::TieAmbients, TieAmbients::read)?;
        Ok(ambients.unwrap_or_default())
    }

    /// Reports what is read and yet wrong: blocks that cannot be read (`gameplay-block`), light selectors of 16 and more
    /// (`instance-light`), moby records that say another size than 0x88 (`moby-instance-size`), ambient colours for ties that
    /// are not there (`tie-ambient-instance`).
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("gameplay", |findings| {
            let ties = report(self.tie_instances(), findings);
            let shrubs = report(self.shrub_instances(), findings);
            let mobys = report(self.moby_instances(), findings);
            let ambients = report(self.tie_ambients(), findings);
            report(self.settings(), findings);
            for (what, light) in (ties.iter().map(|tie| ("tie", tie.light)))
                .chain(shrubs.iter().map(|shrub| ("shrub", shrub.light)))
            {
                findings.expect((0..16).contains(&light), "instance-light", || {
                    format!("expected a {what}'s light below 16, found {light}")
                });
            }
            for moby in &mobys {
                findings.expect(
                    moby.size == MobyInstance::SIZE,
                    "moby-instance-size",
                    || format!("expected 0x88, found {:#x}", moby.size),
                );
            }
            for (instance, _) in ambients.iter() {
                let known = usize::try_from(instance).is_ok_and(|index| index < ties.len());
                findings.expect(known, "tie-ambient-instance", || {
                    format!("expected a tie below {}, found {instance}", ties.len())
                });
            }
        });
    }

    fn read_block<T>(
        &self,
        kind: BlockKind,
        read: impl FnOnce(&mut Cursor<'_>) -> Result<T>,
    ) -> Result<Option<T>> {
        let block = self.blocks.iter().find(|block| block.kinds.contains(&kind));
        let Some(block) = block else { return Ok(None) };
        let mut cursor = Cursor::at_base(&block.bytes, block.offset.into());
        read(&mut cursor).within(|| kind.name()).map(Some)
    }
}

fn records<T>(table: Option<InstanceTable<T>>) -> Vec<T> {
    table.map(|table| table.records).unwrap_or_default()
}

fn report<T: Default>(read: Result<T>, findings: &mut Findings) -> T {
    read.unwrap_or_else(|error| {
        findings.report_at("gameplay-block", error.offset(), error.to_string());
        T::default()
    })
}
