//! Worlds made of boxes, and a store that only writes down what it is asked: for tests, benchmarks and examples of the
//! streaming core. No file is involved.

use bevy::math::Vec3;
use wonderwheel_renderware::world::{Aabb, Node, Plane};
use wonderwheel_warriors::names::WorldSlot;

use crate::core::bsp::LeafShape;
use crate::core::budget::{Charge, Owner};
use crate::core::part_store::PartStore;
use crate::core::tables::{PartSize, WorldShape, WorldTables};
use crate::core::worlds::Worlds;

/// A flat city: boxes on a grid, one sector each, consecutive sectors sharing a part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GridCity {
    /// Scenery or detail.
    pub slot: WorldSlot,
    /// Boxes along x.
    pub columns: u32,
    /// Boxes along z.
    pub rows: u32,
    /// Side of a box, metres.
    pub side: f32,
    /// Height of a box, metres.
    pub height: f32,
    /// Consecutive sectors that share a part.
    pub sectors_per_part: u32,
    /// Bytes that a part is charged with.
    pub heap_bytes: u32,
}

impl GridCity {
    /// A city of `columns` by `rows` boxes of 20 m, two to a part, 40,000 bytes a part.
    pub fn new(slot: WorldSlot, columns: u32, rows: u32) -> Self {
        Self {
            slot,
            columns,
            rows,
            side: 20.0,
            height: 12.0,
            sectors_per_part: 2,
            heap_bytes: 40_000,
        }
    }

    /// A row of such boxes along x, a part each.
    pub fn row(slot: WorldSlot, boxes: u32) -> Self {
        Self {
            sectors_per_part: 1,
            ..Self::new(slot, boxes, 1)
        }
    }

    /// How many parts it has.
    pub fn part_count(&self) -> u32 {
        (self.columns * self.rows).div_ceil(self.sectors_per_part)
    }

    /// Middle of a sector's box.
    pub fn center(&self, sector: u32) -> Vec3 {
        let (column, row) = (sector % self.columns, sector / self.columns);
        Vec3::new(
            (column as f32 + 0.5) * self.side,
            self.height * 0.5,
            (row as f32 + 0.5) * self.side,
        )
    }

    /// Box of a sector.
    pub fn bounds(&self, sector: u32) -> Aabb {
        let half = Vec3::new(self.side, self.height, self.side) * 0.5;
        let center = self.center(sector);
        Aabb {
            min: (center - half).to_array(),
            max: (center + half).to_array(),
        }
    }

    /// What the tables are made from. The tree halves the longer side again and again.
    pub fn shape(&self) -> WorldShape {
        let mut builder = TreeBuilder {
            city: self,
            planes: Vec::new(),
            leaves: Vec::new(),
        };
        let root = builder.split([0, self.columns], [0, self.rows]);
        let size = PartSize {
            file_bytes: self.heap_bytes / 13 * 10,
            heap_bytes: self.heap_bytes,
        };
        WorldShape {
            slot: self.slot,
            name: format!("grid{}", self.slot.letter()),
            planes: builder.planes,
            leaves: builder.leaves,
            root,
            parts: vec![size; self.part_count() as usize],
        }
    }

    /// The tables.
    ///
    /// # Panics
    /// When the grid has no box.
    pub fn tables(&self) -> WorldTables {
        match WorldTables::new(self.shape()) {
            Ok(tables) => tables,
            Err(fault) => panic!("a grid of {} by {} boxes: {fault}", self.columns, self.rows),
        }
    }
}

struct TreeBuilder<'a> {
    city: &'a GridCity,
    planes: Vec<Plane>,
    leaves: Vec<LeafShape>,
}

impl TreeBuilder<'_> {
    /// The tree of the boxes in `columns` by `rows` (half-open ranges). Its depth is the logarithm of their count.
    fn split(&mut self, columns: [u32; 2], rows: [u32; 2]) -> Node {
        let (width, depth) = (columns[1] - columns[0], rows[1] - rows[0]);
        if width <= 1 && depth <= 1 {
            let sector = rows[0] * self.city.columns + columns[0];
            self.leaves.push(LeafShape {
                sector: Some(sector),
                part: sector / self.city.sectors_per_part + 1,
                origin: self.city.center(sector),
                bounds: self.city.bounds(sector),
            });
            return Node::Sector(self.leaves.len() as u32 - 1);
        }
        let number = self.planes.len();
        let (axis, cut) = if width >= depth {
            (0, columns[0] + width / 2)
        } else {
            (2, rows[0] + depth / 2)
        };
        let value = cut as f32 * self.city.side;
        let open = Node::Plane(0);
        self.planes.push(Plane {
            axis,
            value,
            left_extent: value,
            right_extent: value,
            left: open,
            right: open,
        });
        let (left, right) = if axis == 0 {
            (
                self.split([columns[0], cut], rows),
                self.split([cut, columns[1]], rows),
            )
        } else {
            (
                self.split(columns, [rows[0], cut]),
                self.split(columns, [cut, rows[1]]),
            )
        };
        self.planes[number].left = left;
        self.planes[number].right = right;
        Node::Plane(number as u32)
    }
}

/// What a [`RecordingStore`] was asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StoreEvent {
    /// A part was asked for.
    Requested(WorldSlot, u32),
    /// A part arrived.
    Arrived(WorldSlot, u32),
    /// A part could not be read.
    Failed(WorldSlot, u32),
    /// A part was freed.
    Freed(WorldSlot, u32),
}

/// A store without bytes: it holds the charges, writes down what happens, and lets parts arrive on demand.
#[derive(Debug, Default)]
pub struct RecordingStore {
    /// Everything that happened, in order.
    pub events: Vec<StoreEvent>,
    /// Sectors whose atomics are in use, so that releasing them is refused.
    pub held: Vec<(WorldSlot, u32)>,
    /// Parts whose file is missing.
    pub broken: Vec<(WorldSlot, u32)>,
    pending: Vec<(WorldSlot, u32)>,
    charges: Vec<Charge>,
}

impl RecordingStore {
    /// A store with room for `events`, so that recording them does not allocate.
    pub fn with_capacity(events: usize) -> Self {
        Self {
            events: Vec::with_capacity(events),
            pending: Vec::with_capacity(events),
            charges: Vec::with_capacity(events),
            ..Self::default()
        }
    }

    /// Every part asked for arrives, and its fade ends at `fade_end_ms`; or it fails when it is broken.
    pub fn settle(&mut self, worlds: &mut Worlds, fade_end_ms: u64) {
        for at in 0..self.pending.len() {
            let (slot, part) = self.pending[at];
            let Some(world) = worlds.get_mut(slot) else {
                continue;
            };
            if self.broken.contains(&(slot, part)) {
                world.fail(part);
                self.drop_charge(slot, part);
                self.events.push(StoreEvent::Failed(slot, part));
            } else {
                world.arrive(part, |_| true, fade_end_ms);
                self.events.push(StoreEvent::Arrived(slot, part));
            }
        }
        self.pending.clear();
    }

    /// Bytes of the charges that it holds.
    pub fn charged(&self) -> u64 {
        self.charges.iter().map(Charge::bytes).sum()
    }

    /// Bytes that a part is charged with, when it is held.
    pub fn charge_of(&self, slot: WorldSlot, part: u32) -> Option<u64> {
        let owner = Owner::Part(slot, part);
        self.charges
            .iter()
            .find(|charge| charge.owner() == owner)
            .map(Charge::bytes)
    }

    fn drop_charge(&mut self, slot: WorldSlot, part: u32) {
        let owner = Owner::Part(slot, part);
        self.charges.retain(|charge| charge.owner() != owner);
    }
}

impl PartStore for RecordingStore {
    fn request(&mut self, world: &WorldTables, part: u32, charge: Charge) {
        self.charges.push(charge);
        self.pending.push((world.slot(), part));
        self.events.push(StoreEvent::Requested(world.slot(), part));
    }

    fn release_sector(&mut self, slot: WorldSlot, sector: u32) -> bool {
        !self.held.contains(&(slot, sector))
    }

    fn release_part(&mut self, slot: WorldSlot, part: u32) {
        self.drop_charge(slot, part);
        self.events.push(StoreEvent::Freed(slot, part));
    }
}
