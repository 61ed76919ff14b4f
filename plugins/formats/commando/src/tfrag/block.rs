//! A whole terrain block.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::limits::{self, Limits};

use super::data::PatchData;
use super::decode::{Arrays, Record};
use super::encode;
use super::fault::{PatchFault, Refusal};
use super::header::PatchHeader;
use super::lod::{Lod, LodDistances};
use super::patch::Patch;
use super::records::{AdGif, VertexInfo};
use super::table::{TABLE, read_head};
use crate::lighting::LightRecord;

/// The terrain of a level, or of one of its chunks: patches, unpacked into flat arrays, beside the bytes that they came from.
///
/// Source: spec/commando-tfrag.md 1.
#[derive(Debug, Clone)]
pub struct TfragBlock {
    bytes: Vec<u8>,
    lod_distance: f32,
    /// One a patch; none where a patch was skipped.
    records: Vec<Option<Record>>,
    faults: Vec<PatchFault>,
    arrays: Arrays,
    /// Where the last patch's data end.
    used: usize,
}

impl TfragBlock {
    /// Reads a whole block; what follows the last patch's data is kept.
    ///
    /// # Errors
    /// `Malformed` when the table does not fit or a patch breaks a rule; `Limit` when there are more patches than a block has or
    /// [`Limits::items`] allows, or patches share more than a quarter of [`Limits::repeated_bytes`].
    pub fn read(bytes: &[u8]) -> Result<Self> {
        Self::read_from(&mut Cursor::new(bytes))
    }

    /// Reads a block that reaches to the cursor's end.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        Self::unpack(cursor, |fault| Err(fault.error))
    }

    /// Reads a block that reaches to the cursor's end, without those patches that break a rule: they are its
    /// [faults](Self::faults).
    ///
    /// # Errors
    /// As [`Self::read`], of the table alone.
    pub fn read_lenient(cursor: &mut Cursor<'_>) -> Result<Self> {
        Self::unpack(cursor, Ok)
    }

    /// A block of these patches, in this order. `lod_distance` is the base distance of the levels of detail, in world units; 32 on
    /// every disc level.
    ///
    /// # Errors
    /// `Limit` when a patch has more of something than the format or the vector unit's memory can hold; `Malformed` when it
    /// breaks a rule. The path names the patch.
    pub fn build(lod_distance: f32, patches: &[PatchData]) -> Result<Self> {
        Self::read(&encode::block(lod_distance, patches)?)
    }

    /// The block's bytes, those that were read or built.
    ///
    /// # Errors
    /// None: it is a [`Result`] as every format's.
    pub fn write(&self) -> Result<Vec<u8>> {
        Ok(self.bytes.clone())
    }

    /// The block's bytes, borrowed.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn unpack(
        cursor: &mut Cursor<'_>,
        mut on_fault: impl FnMut(PatchFault) -> Result<PatchFault>,
    ) -> Result<Self> {
        let base = cursor.offset();
        let limits = *cursor.limits();
        let block = cursor.rest();
        let (count, lod_distance) = read_head(cursor)?;
        // Not for all at once: a table may promise much and its first patch be broken.
        let mut records = Vec::new();
        let mut faults = Vec::new();
        let mut arrays = Arrays::default();
        let mut shared = SharedBytes::new(block.len(), &limits);
        for i in 0..count {
            let header: PatchHeader = cursor.record()?;
            let before = arrays.lengths();
            let decoded = Record::decode(block, base, header, &mut arrays);
            match decoded {
                Ok(record) => {
                    shared.add(&record, base)?;
                    records.push(Some(record));
                }
                Err(Refusal { rule, error }) => {
                    arrays.back_to(before);
                    let error = error.within(format!("patch[{i}]"));
                    faults.push(on_fault(PatchFault {
                        patch: i,
                        rule,
                        error,
                    })?);
                    records.push(None);
                }
            }
        }
        cursor.take(cursor.remaining())?;
        Ok(Self {
            bytes: block.to_vec(),
            lod_distance,
            records,
            faults,
            arrays,
            used: shared.used.max(TABLE + count * PatchHeader::BYTES),
        })
    }

    /// Base distance of the levels of detail, in world units.
    pub fn lod_distance(&self) -> f32 {
        self.lod_distance
    }

    /// The depths at which levels change.
    pub fn lod_distances(&self) -> LodDistances {
        LodDistances::new(self.lod_distance)
    }

    /// Patches of the table, skipped ones too.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Patches that were skipped. None of a block that [`Self::read`] gave.
    pub fn faults(&self) -> &[PatchFault] {
        &self.faults
    }

    /// A patch by its index in the table; `None` when it was skipped or there are not so many.
    pub fn patch(&self, index: usize) -> Option<Patch<'_>> {
        Some(self.records.get(index)?.as_ref()?.view(&self.arrays))
    }

    /// The patches that were not skipped, with their indices.
    pub fn patches(&self) -> impl Iterator<Item = (usize, Patch<'_>)> {
        let records = self.records.iter().enumerate();
        records.filter_map(|(i, record)| Some((i, record.as_ref()?.view(&self.arrays))))
    }

    /// Positions of all patches, raw units from each patch's origin.
    pub fn positions(&self) -> &[[i16; 3]] {
        &self.arrays.positions
    }

    /// Stored colours of all positions.
    pub fn colors(&self) -> &[[u8; 4]] {
        &self.arrays.colors
    }

    /// Light records of all positions: what [`crate::lighting::DirectionalPass`] takes.
    pub fn lights(&self) -> &[LightRecord] {
        &self.arrays.lights
    }

    /// Vertices of all patches. Their indices count from each patch's first.
    pub fn vertex_infos(&self) -> &[VertexInfo] {
        &self.arrays.vertex_infos
    }

    /// Ad-gifs of all patches.
    pub fn ad_gifs(&self) -> &[AdGif] {
        &self.arrays.ad_gifs
    }

    /// Triangles of all patches at a level, those without area too.
    pub fn triangle_count(&self, lod: Lod) -> usize {
        let runs = self.patches().flat_map(|(_, patch)| patch.runs(lod));
        runs.map(|run| run.triangles()).sum()
    }

    /// Bytes behind the last patch's data. Zeros are normal: room for chunks.
    pub fn tail(&self) -> &[u8] {
        self.bytes.get(self.used..).unwrap_or_default()
    }

    pub(super) fn records(&self) -> &[Option<Record>] {
        &self.records
    }
}

/// Blocks are their bytes.
impl PartialEq for TfragBlock {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

/// A byte that patches share takes up to so many bytes of memory again: unpacked, and for what is known of each patch.
const COST: u64 = 4;

/// Counts what patches unpack to, so that headers that name the same data again and again do not become a multiple of the file.
struct SharedBytes {
    bytes: u64,
    most: u64,
    used: usize,
}

impl SharedBytes {
    fn new(block: usize, limits: &Limits) -> Self {
        Self {
            bytes: 0,
            most: (block as u64).saturating_add(limits.repeated_bytes / COST),
            used: 0,
        }
    }

    fn add(&mut self, record: &Record, base: u64) -> Result<()> {
        self.bytes += record.extent.len() as u64;
        self.used = self.used.max(record.extent.end);
        let at = base + record.extent.start as u64;
        limits::check(
            "bytes of patches that share data",
            self.bytes,
            self.most,
            at,
        )
    }
}
