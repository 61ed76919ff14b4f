//! The tables of one streamed world: its sectors, its parts, and what state each is in.
//!
//! They are sized from the data (the original has room for 560 sectors and 139 parts, and level70s has 593 sectors) and
//! are the one truth about what is loaded; the ECS mirrors them. Source: seed 000 "The world object"; 0x00410308.

mod lifecycle;
mod missing;
mod search;
mod shape;
mod state;

use std::ops::Range;
use std::sync::Arc;

use bevy::math::Vec3;
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_renderware::world::Aabb;
use wonderwheel_warriors::names::{self, WorldSlot};

use crate::core::bits::Bits;
use crate::core::bsp::{Bsp, TreeFault};
use crate::core::pvs::PotentiallyVisible;

pub use missing::{MissingSector, Stage};
pub use shape::{PartSize, WorldShape, honest_heap_bytes};
pub use state::{PartState, SectorState};

/// The tables of one world.
#[derive(Debug, Clone)]
pub struct WorldTables {
    slot: WorldSlot,
    name: String,
    bsp: Bsp,
    pvs: Option<Arc<dyn PotentiallyVisible>>,
    sectors: SectorTable,
    parts: Vec<PartRow>,
    part_sectors: Vec<u32>,
    /// Sectors seen last frame, by streamed-sector index.
    pub(crate) visible: Bits,
    /// Sectors whose atomic is still in use elsewhere.
    in_use: Bits,
    /// Missing sectors whose part may be asked for.
    wanted: Bits,
    /// Sectors to draw, in the order of the walk.
    pub(crate) collected: Vec<u32>,
    last_found: Option<MissingSector>,
    faults: Vec<Fault>,
    changes: Changes,
}

/// The parts of the tables that a walk touches, borrowed apart.
pub(crate) struct WalkParts<'a> {
    pub(crate) bsp: &'a mut Bsp,
    pub(crate) states: &'a [SectorState],
    pub(crate) collected: &'a mut Vec<u32>,
}

/// One column a fact, indexed by streamed-sector index.
#[derive(Debug, Clone, Default)]
struct SectorTable {
    bounds: Vec<Aabb>,
    origin: Vec<Vec3>,
    part: Vec<u32>,
    state: Vec<SectorState>,
    fade_end_ms: Vec<u64>,
}

/// One row a part; row 0 is empty, as part numbers count from 1.
#[derive(Debug, Clone, Default)]
struct PartRow {
    state: PartState,
    size: PartSize,
    sectors: Range<usize>,
    /// The sector that the last read was started for.
    asked_for: u32,
}

/// Which sectors and parts changed state since the mirror last asked. Sized once.
#[derive(Debug, Clone, Default)]
struct Changes {
    sectors: Bits,
    parts: Bits,
}

impl WorldTables {
    /// Indexes the sectors of a world. Sectors that contradict the rest (an index twice, a part that does not exist) are
    /// left out and named in [`faults`](Self::faults). Source: 0x00411010.
    pub fn new(shape: WorldShape) -> Result<Self, TreeFault> {
        let WorldShape {
            slot,
            name,
            planes,
            leaves,
            root,
            parts: sizes,
        } = shape;
        let file = names::world_stream(&name);
        let mut faults = Vec::new();
        let mut fault = |leaf: usize, words: String| {
            let words = format!("leaf {leaf}: {words}");
            faults.push(Fault::of_file(&*file, FaultKind::Malformed, words));
        };
        let part_count = sizes.len() as u32;
        let leaf_limit = leaves.len() as u32;
        // An index cannot be larger than the count of leaves unless indices are missing, so the data bound the tables.
        let indices = leaves.iter().filter_map(|leaf| leaf.sector);
        let highest = indices.filter(|&k| k < leaf_limit).max();
        let count = highest.map_or(0, |k| k + 1);
        let mut sectors = SectorTable {
            bounds: vec![Aabb::default(); count as usize],
            origin: vec![Vec3::ZERO; count as usize],
            part: vec![0; count as usize],
            state: vec![SectorState::Missing; count as usize],
            fade_end_ms: vec![0; count as usize],
        };
        let mut wanted = Bits::new(count);
        for (number, leaf) in leaves.iter().enumerate() {
            let Some(k) = leaf.sector else { continue };
            if k >= count {
                fault(
                    number,
                    format!("sector index {k} in a world of {leaf_limit} leaves"),
                );
            } else if wanted.get(k) {
                fault(number, format!("sector index {k} for the second time"));
            } else if leaf.part == 0 || leaf.part > part_count {
                let part = leaf.part;
                fault(
                    number,
                    format!("sector {k} names part {part} of {part_count}"),
                );
            } else {
                let at = k as usize;
                sectors.bounds[at] = leaf.bounds;
                sectors.origin[at] = leaf.origin;
                sectors.part[at] = leaf.part;
                wanted.set(k, true);
            }
        }
        let mut parts = Vec::with_capacity(sizes.len() + 1);
        let mut part_sectors = Vec::with_capacity(count as usize);
        parts.push(PartRow::default());
        let mut by_part: Vec<u32> = wanted.iter().collect();
        by_part.sort_by_key(|&k| (sectors.part[k as usize], k));
        let mut rest = by_part.as_slice();
        for (index, &size) in sizes.iter().enumerate() {
            let number = index as u32 + 1;
            let end = rest.partition_point(|&k| sectors.part[k as usize] == number);
            let start = part_sectors.len();
            part_sectors.extend_from_slice(&rest[..end]);
            rest = &rest[end..];
            parts.push(PartRow {
                state: PartState::Absent,
                size,
                sectors: start..part_sectors.len(),
                asked_for: 0,
            });
        }
        let changes = Changes {
            sectors: Bits::new(count),
            parts: Bits::new(part_count + 1),
        };
        Ok(Self {
            slot,
            name,
            bsp: Bsp::new(planes, leaves, root)?,
            pvs: None,
            visible: Bits::new(count),
            in_use: Bits::new(count),
            wanted,
            collected: Vec::with_capacity(count as usize),
            sectors,
            parts,
            part_sectors,
            last_found: None,
            faults,
            changes,
        })
    }

    /// Scenery or detail.
    pub fn slot(&self) -> WorldSlot {
        self.slot
    }

    /// The world's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many streamed sectors there are: the highest index + 1.
    pub fn sector_count(&self) -> u32 {
        self.sectors.part.len() as u32
    }

    /// How many parts there are; they are numbered from 1.
    pub fn part_count(&self) -> u32 {
        self.parts.len() as u32 - 1
    }

    /// Contradictions in the world's data.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// The tree.
    pub fn bsp(&self) -> &Bsp {
        &self.bsp
    }

    /// State of a sector; [`SectorState::Missing`] past the end.
    pub fn sector_state(&self, sector: u32) -> SectorState {
        fact(&self.sectors.state, sector)
    }

    /// Part that brings a sector; 0 when none does.
    pub fn part_of(&self, sector: u32) -> u32 {
        fact(&self.sectors.part, sector)
    }

    /// Box of a sector, RenderWare axes, metres.
    pub fn sector_bounds(&self, sector: u32) -> Aabb {
        fact(&self.sectors.bounds, sector)
    }

    /// Where a sector's atomic is placed.
    pub fn sector_origin(&self, sector: u32) -> Vec3 {
        fact(&self.sectors.origin, sector)
    }

    /// When a sector's fade-in ends, milliseconds of simulation time.
    pub fn fade_end_ms(&self, sector: u32) -> u64 {
        fact(&self.sectors.fade_end_ms, sector)
    }

    /// Ends every fade: all sectors are drawn opaque. Source: spec/world-addenda.md 5.3; 0x00189528.
    pub fn end_fades(&mut self) {
        self.sectors.fade_end_ms.fill(0);
    }

    /// Whether the sector was marked visible in this world by the last visibility pass.
    pub fn was_visible(&self, sector: u32) -> bool {
        self.visible.get(sector)
    }

    /// The marks of the last visibility pass.
    pub fn visible(&self) -> &Bits {
        &self.visible
    }

    /// The sectors to draw, in the order of the walk: the renderer takes them from the end.
    pub fn collected(&self) -> &[u32] {
        &self.collected
    }

    /// State of a part; [`PartState::Failed`] for a number that does not exist.
    pub fn part_state(&self, part: u32) -> PartState {
        self.row(part).map_or(PartState::Failed, |row| row.state)
    }

    /// Sizes of a part.
    pub fn part_size(&self, part: u32) -> PartSize {
        self.row(part)
            .map_or_else(PartSize::default, |row| row.size)
    }

    /// Changes a part's sizes; what is charged already stays charged.
    pub fn set_part_size(&mut self, part: u32, size: PartSize) {
        if let Some(row) = self.row_mut(part) {
            row.size = size;
        }
    }

    /// A part's file has so many bytes: its later charges are no smaller.
    pub fn note_file_size(&mut self, part: u32, bytes: u64) {
        if let Some(row) = self.row_mut(part) {
            let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
            row.size.file_bytes = bytes;
            row.size.heap_bytes = honest_heap_bytes(row.size.heap_bytes, bytes);
        }
    }

    /// The sectors of a part, ascending.
    pub fn part_sectors(&self, part: u32) -> &[u32] {
        self.row(part)
            .map_or(&[], |row| &self.part_sectors[row.sectors.clone()])
    }

    /// Squared distance of a part: that of its nearest sector. `f32::MAX` for a part without sectors.
    pub fn part_distance_sq(&self, part: u32, cameras: &[Vec3]) -> f32 {
        self.distance_sq(self.part_sectors(part).iter().copied(), cameras)
    }

    /// Middle of the boxes of a part's sectors and the highest of their tops.
    pub fn part_bounds(&self, part: u32) -> Option<Aabb> {
        let sectors = self.part_sectors(part).iter();
        let boxes = sectors.map(|&k| self.sectors.bounds[k as usize]);
        boxes.reduce(|all, one| all.union(&one))
    }

    /// How many parts are in a state.
    pub fn count_parts(&self, state: PartState) -> u32 {
        let parts = self.parts.iter().skip(1);
        parts.filter(|row| row.state == state).count() as u32
    }

    /// How many sectors are in a state.
    pub fn count_sectors(&self, state: SectorState) -> u32 {
        let states = self.sectors.state.iter();
        states.filter(|&&found| found == state).count() as u32
    }

    /// Says whether a sector's atomic is in use elsewhere; then its part is not freed.
    pub fn set_in_use(&mut self, sector: u32, in_use: bool) {
        self.in_use.set(sector, in_use);
    }

    /// No atomic of this world is in use elsewhere.
    pub fn clear_in_use(&mut self) {
        self.in_use.clear();
    }

    /// Whether a sector's atomic is in use elsewhere.
    pub fn is_in_use(&self, sector: u32) -> bool {
        self.in_use.get(sector)
    }

    /// Gives the world visibility data; `None` takes them away.
    pub fn set_pvs(&mut self, pvs: Option<Arc<dyn PotentiallyVisible>>) {
        self.pvs = pvs;
    }

    /// The world's visibility data.
    pub fn pvs(&self) -> Option<&Arc<dyn PotentiallyVisible>> {
        self.pvs.as_ref()
    }

    /// Forgets what was seen. Source: 0x004123e8.
    pub fn reset_visibility(&mut self) {
        self.visible.clear();
        self.collected.clear();
    }

    /// Takes over planes, leaves and places of a world that was read again. False, and nothing changes, when the new
    /// one has other sectors or parts.
    pub fn reshape(&mut self, shape: WorldShape) -> Result<bool, TreeFault> {
        let new = Self::new(shape)?;
        if new.sectors.part != self.sectors.part || new.parts.len() != self.parts.len() {
            return Ok(false);
        }
        self.bsp = new.bsp;
        self.sectors.bounds = new.sectors.bounds;
        self.sectors.origin = new.sectors.origin;
        self.faults = new.faults;
        for k in 0..self.sector_count() {
            self.changes.sectors.set(k, true);
        }
        Ok(true)
    }

    /// Calls back for every part and sector whose state (or box) changed since the last call.
    pub fn drain_changes(
        &mut self,
        mut part: impl FnMut(u32, PartState),
        mut sector: impl FnMut(u32, SectorState, Aabb),
    ) {
        for number in self.changes.parts.iter() {
            part(number, self.parts[number as usize].state);
        }
        for k in self.changes.sectors.iter() {
            sector(k, self.sector_state(k), self.sector_bounds(k));
        }
        self.changes.parts.clear();
        self.changes.sectors.clear();
    }

    /// What a visibility walk touches.
    pub(crate) fn walk_parts(&mut self) -> WalkParts<'_> {
        WalkParts {
            bsp: &mut self.bsp,
            states: &self.sectors.state,
            collected: &mut self.collected,
        }
    }

    fn row(&self, part: u32) -> Option<&PartRow> {
        self.parts.get(part as usize).filter(|_| part > 0)
    }

    fn row_mut(&mut self, part: u32) -> Option<&mut PartRow> {
        self.parts.get_mut(part as usize).filter(|_| part > 0)
    }

    fn sector_range(&self, part: u32) -> Range<usize> {
        self.row(part).map_or(0..0, |row| row.sectors.clone())
    }
}

/// What a column says of a sector; the default past its end.
fn fact<T: Copy + Default>(column: &[T], sector: u32) -> T {
    column.get(sector as usize).copied().unwrap_or_default()
}
