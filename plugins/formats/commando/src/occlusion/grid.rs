//! The grid: a tree over z, y and x that ends in masks.

use std::collections::{BTreeMap, HashMap};

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::steps;

use super::mask::Mask;
use crate::cell_tree::{self, Form, Node, Slots};
use crate::gaps::Gaps;
use crate::places::{Claims, align, block_reader, fit, put, unsigned};

/// The edge of a cell, world units.
pub const CELL_UNITS: f32 = 4.0;

/// What an x node holds where there is no mask.
pub(super) const NO_MASK: u16 = 0xFFFF;

/// The occlusion grid of a level.
///
/// A block that was read remembers where its nodes stood, as long as that is not where [`OcclusionGrid::write`] would put them
/// anyway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OcclusionGrid {
    /// Ascending by z, then y.
    rows: Vec<Row>,
    slots: Vec<u16>,
    masks: Vec<Mask>,
    layout: Option<Layout>,
}

/// An x node: the cells of one z and y.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Row {
    z: u32,
    y: u32,
    x_base: u16,
    count: u16,
    first_slot: u32,
}

/// Where things stood.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Layout {
    masks_offset: u32,
    rest: Gaps,
}

/// A cell that has a mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Octant {
    /// x, y and z in cells of 4 units from the origin.
    pub cell: [u32; 3],
    /// Index of its mask; cells may share one.
    pub mask: u16,
}

block_reader!(OcclusionGrid);

impl OcclusionGrid {
    /// Reads the rest of a cursor as a block. What follows the last mask is kept.
    ///
    /// # Errors
    /// `Malformed` when a node or mask lies outside of the block, a node does not end before the masks, or two share bytes;
    /// `Limit` when there are more masks or cells than [`wonderwheel_ps2::limits::Limits::items`].
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let base = cursor.offset();
        let limits = *cursor.limits();
        let block = cursor.take(cursor.remaining())?;
        let masks_offset = masks_offset(block, base)?;
        let mut claims = Claims::new(block, base, 0)?;
        claims.keep(0, 4, "the masks' offset")?;
        let mut node = |at: u64| {
            let node = node_at(block, base, at, masks_offset)?;
            claims.keep(at, node.size(), "a node")?;
            Ok(node)
        };
        let (mut rows, mut slots, mut mask_count) = (Vec::new(), Vec::new(), 0);
        for (z, at) in children(&node(4)?) {
            for (y, at) in children(&node(at)?) {
                let x_node = node(at)?;
                let first_slot = slots.len() as u32;
                slots.extend(x_node.slots::<u16>());
                limits.check_items("cells", slots.len() as u64, base + at)?;
                let used = x_node.slots::<u16>().filter(|&slot| slot != NO_MASK);
                mask_count = used
                    .map(|slot| u32::from(slot) + 1)
                    .fold(mask_count, u32::max);
                rows.push(Row {
                    z,
                    y,
                    x_base: x_node.base as u16,
                    count: x_node.count(),
                    first_slot,
                });
            }
        }
        limits.check_items("masks", u64::from(mask_count), base)?;
        let size = u64::from(mask_count) * Mask::BYTES as u64;
        let masks = claims.take(masks_offset, size, "masks")?;
        let masks = masks.as_chunks().0.iter().map(|mask| Mask(*mask)).collect();
        claims.check_disjoint()?;
        let mut grid = Self {
            rows,
            slots,
            masks,
            layout: None,
        };
        if !grid.write().is_ok_and(|fresh| fresh == block) {
            grid.layout = Some(Layout {
                masks_offset: masks_offset as u32,
                rest: claims.into_rest(),
            });
        }
        Ok(grid)
    }

    /// The block's bytes: exactly those that were read, or, for a grid that was built, the tree level by level, then the masks
    /// at a multiple of 16.
    ///
    /// # Errors
    /// `Limit` when the tree of a built grid is larger than its 16-bit offsets reach.
    pub fn write(&self) -> Result<Vec<u8>> {
        let (mut out, masks_offset) = match &self.layout {
            Some(layout) => (layout.rest.canvas().0, layout.masks_offset as usize),
            None => {
                let tree = self.tree()?;
                let masks_offset = tree.len();
                let masks = self.masks.len() * Mask::BYTES;
                (
                    tree.into_iter().chain(vec![0; masks]).collect(),
                    masks_offset,
                )
            }
        };
        put(&mut out, masks_offset, bytemuck::cast_slice(&self.masks));
        Ok(out)
    }

    /// A grid of these cells (x, y and z, in cells of 4 units from the origin) and what each sees. Equal masks are stored once; a
    /// cell that comes twice has its last mask.
    ///
    /// # Errors
    /// `Limit` when there are 65,535 different masks or more, or the tree is larger than its 16-bit offsets reach.
    pub fn build(cells: impl IntoIterator<Item = ([u16; 3], Mask)>) -> Result<Self> {
        let by_zyx: BTreeMap<_, _> = cells
            .into_iter()
            .map(|([x, y, z], mask)| ([z, y, x], mask))
            .collect();
        let mut grid = Self {
            rows: Vec::new(),
            slots: Vec::new(),
            masks: Vec::new(),
            layout: None,
        };
        let mut known = HashMap::new();
        for ([z, y, x], mask) in by_zyx {
            let (z, y) = (u32::from(z), u32::from(y));
            let index = match known.get(&mask) {
                Some(&index) => index,
                None => {
                    let index = fit(grid.masks.len(), "masks", NO_MASK - 1)?;
                    grid.masks.push(mask);
                    known.insert(mask, index);
                    index
                }
            };
            let at = grid.slots.len();
            let row = match grid.rows.last_mut() {
                Some(row) if (row.z, row.y) == (z, y) => row,
                _ => grid.rows.push_mut(Row {
                    z,
                    y,
                    x_base: x,
                    count: 0,
                    first_slot: at as u32,
                }),
            };
            let count = usize::from(x - row.x_base) + 1;
            row.count = fit(count, "cells of a row", u16::MAX)?;
            grid.slots.resize(row.first_slot as usize + count, NO_MASK);
            if let Some(slot) = grid.slots.last_mut() {
                *slot = index;
            }
        }
        grid.tree()?;
        Ok(grid)
    }

    /// The cell of a point in world units.
    ///
    /// Quirk: coordinates are cut towards zero, so that the cells at 0 reach down to -4. `None` below that.
    pub fn cell_of(position: [f32; 3]) -> Option<[u32; 3]> {
        let cells = position.map(|value| value / CELL_UNITS);
        // A cast turns what lies above -1 into 0, and so what is not a number.
        (!cells.iter().any(|&cell| cell <= -1.0)).then(|| cells.map(|cell| cell as u32))
    }

    /// What is seen from a point in world units; `None` outside of the grid, where everything is drawn.
    pub fn mask_at(&self, position: [f32; 3]) -> Option<&Mask> {
        self.mask_of(Self::cell_of(position)?)
    }

    /// What is seen from a cell (x, y, z).
    pub fn mask_of(&self, [x, y, z]: [u32; 3]) -> Option<&Mask> {
        steps::count(1);
        let row = self
            .rows
            .binary_search_by_key(&(z, y), |row| (row.z, row.y));
        let row = self.rows.get(row.ok()?)?;
        let place = x.checked_sub(u32::from(row.x_base))?;
        let slot = *self.slots_of(row).get(usize::try_from(place).ok()?)?;
        self.masks.get(usize::from(slot))
    }

    /// All cells that have a mask, ascending by z, then y, then x.
    pub fn octants(&self) -> impl Iterator<Item = Octant> {
        self.rows.iter().flat_map(|row| {
            let slots = self.slots_of(row).iter().enumerate();
            let slots = slots.inspect(|_| steps::count(1));
            let used = slots.filter(|&(_, &slot)| slot != NO_MASK);
            used.map(|(i, &mask)| Octant {
                cell: [u32::from(row.x_base) + i as u32, row.y, row.z],
                mask,
            })
        })
    }

    /// The masks in file order.
    pub fn masks(&self) -> &[Mask] {
        &self.masks
    }

    /// The masks in file order, to be changed. Cells that share one share the change.
    pub fn masks_mut(&mut self) -> &mut [Mask] {
        &mut self.masks
    }

    /// Whether [`OcclusionGrid::write`] puts everything back where it was read, rather than where it would put it itself.
    pub fn has_own_layout(&self) -> bool {
        self.layout.is_some()
    }

    fn slots_of(&self, row: &Row) -> &[u16] {
        let start = row.first_slot as usize;
        let slots = self.slots.get(start..start + usize::from(row.count));
        slots.unwrap_or_default()
    }

    /// Everything before the masks: the root, all y nodes, all x nodes.
    fn tree(&self) -> Result<Vec<u8>> {
        let rows = self.rows.iter().map(|row| cell_tree::Row {
            z: row.z.cast_signed(),
            y: row.y.cast_signed(),
            count: row.count.into(),
        });
        let (root, planes, _) = cell_tree::plan(&rows.collect::<Vec<_>>(), 4, 2);
        let mut out = vec![0; 4];
        for node in [root].into_iter().chain(planes) {
            let slots = node.into_iter().map(|(key, offset)| {
                let words: u16 = fit(offset / 4, "words before an occlusion node", u16::MAX)?;
                Ok((key, words))
            });
            FORM.push(&slots.collect::<Result<Slots<_>>>()?, &mut out)?;
        }
        for row in &self.rows {
            let cells = (i32::from(row.x_base)..).zip(self.slots_of(row).iter().copied());
            FORM.push(&cells.collect::<Slots<_>>(), &mut out)?;
        }
        align(&mut out, 16);
        let masks_offset = fit(out.len(), "bytes of the occlusion tree", i32::MAX as u32)?;
        put(&mut out, 0, &masks_offset.to_le_bytes());
        Ok(out)
    }
}

/// Where the masks begin: behind the root's head, and not outside of the block.
pub(super) fn masks_offset(block: &[u8], base: u64) -> Result<u64> {
    let stored = Cursor::at_base(block, base).i32()?;
    let offset = unsigned(stored, base, "an offset of the masks of 8 or more")?;
    if offset < 8 || offset > block.len() as u64 {
        return Err(FormatError::malformed(
            base,
            format!("masks between 8 and the block's {:#x} bytes", block.len()),
            format!("{offset:#x}"),
        ));
    }
    Ok(offset)
}

/// Nodes begin at coordinates without a sign.
const FORM: Form = Form {
    base: |first| fit(first as usize, "cell coordinate", u16::MAX),
    slots: "slots of an occlusion node",
};

/// The node at an offset; it must end before `end`.
pub(super) fn node_at(block: &[u8], base: u64, at: u64, end: u64) -> Result<Node<'_, 2>> {
    let start = usize::try_from(at).unwrap_or(usize::MAX).min(block.len());
    let end = usize::try_from(end).unwrap_or(usize::MAX).min(block.len());
    let tree = block.get(start..end).unwrap_or_default();
    Node::read(&mut Cursor::at_base(tree, base + start as u64), i32::from)
}

/// Coordinate and offset of what the slots of a z or y node lead to.
pub(super) fn children(node: &Node<'_, 2>) -> impl Iterator<Item = (u32, u64)> {
    let slots = node.children::<u16>();
    slots.map(|(key, words)| (key.cast_unsigned(), u64::from(words) * 4))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(bit: u32) -> Mask {
        let mut mask = Mask::HIDDEN;
        mask.show(bit);
        mask
    }

    fn grid() -> OcclusionGrid {
        // Two cells share mask 0, and there are empty slots on every axis.
        let cells = [
            ([5, 2, 12], mask(3)),
            ([7, 2, 12], mask(9)),
            ([6, 4, 14], mask(3)),
        ];
        OcclusionGrid::build(cells).unwrap()
    }

    #[test]
    fn the_tree_stands_level_by_level_and_the_masks_at_a_multiple_of_16() {
        let bytes = grid().write().unwrap();
        let half = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        assert_eq!([half(4), half(6)], [12, 3]);
        // Root: 4 + 4 + 3 slots = 14, aligned 16. y nodes: 16 (one slot, 6 bytes) and 24; x nodes: 32 (three slots) and 44.
        assert_eq!([half(8), half(10), half(12)], [4, 0, 6]);
        assert_eq!([half(16), half(18), half(20)], [2, 1, 8]);
        assert_eq!([half(24), half(26), half(28)], [4, 1, 11]);
        assert_eq!(
            [half(32), half(34), half(36), half(38), half(40)],
            [5, 3, 0, 0xFFFF, 1]
        );
        assert_eq!([half(44), half(46), half(48)], [6, 1, 0]);
        assert_eq!(half(0), 64);
        assert_eq!(bytes.len(), 64 + 2 * 128);
    }

    #[test]
    fn a_camera_finds_its_cell_and_nothing_outside() {
        let grid = grid();
        assert_eq!(grid.mask_at([20.0, 8.0, 48.0]), Some(&mask(3)));
        assert_eq!(grid.mask_at([31.9, 11.9, 51.9]), Some(&mask(9)));
        assert_eq!(grid.mask_at([24.0, 8.0, 48.0]), None);
        assert_eq!(grid.mask_at([24.0, 16.0, 56.0]), Some(&mask(3)));
        assert_eq!(grid.mask_at([24.0, 16.0, 52.0]), None);
        assert_eq!(grid.mask_at([f32::NAN; 3]), None);
        assert_eq!(grid.octants().count(), 3);
        assert_eq!(grid.masks().len(), 2);
    }

    #[test]
    fn cells_at_zero_reach_down_to_minus_four() {
        assert_eq!(OcclusionGrid::cell_of([-3.9, 0.0, 3.9]), Some([0, 0, 0]));
        assert_eq!(OcclusionGrid::cell_of([-4.0, 0.0, 0.0]), None);
    }

    #[test]
    fn a_node_reached_twice_is_an_error() {
        let mut bytes = grid().write().unwrap();
        bytes[12] = 4;
        assert!(OcclusionGrid::read(&bytes).is_err());
    }

    #[test]
    fn a_grid_without_cells_is_a_root_alone() {
        let grid = OcclusionGrid::build([]).unwrap();
        let bytes = grid.write().unwrap();
        assert_eq!(bytes, [16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(OcclusionGrid::read(&bytes).unwrap(), grid);
    }

    #[test]
    fn zeros_and_other_bytes_behind_the_masks_are_kept() {
        let mut bytes = grid().write().unwrap();
        bytes.extend([0; 48]);
        let read = OcclusionGrid::read(&bytes).unwrap();
        assert!(read.has_own_layout());
        assert_eq!(read.write().unwrap(), bytes);
        *bytes.last_mut().unwrap() = 7;
        let read = OcclusionGrid::read(&bytes).unwrap();
        assert_eq!(read.write().unwrap(), bytes);
    }
}
