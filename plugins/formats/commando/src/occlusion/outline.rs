//! The trees of occlusion blocks for people.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::{Budget, Node, Outline};

use super::grid::{self, NO_MASK, OcclusionGrid};
use super::mapping::OcclusionMappings;
use super::mask::Mask;
use crate::cell_tree;
use crate::inside::inside;

/// The tree of a grid block: every node with its coordinates and masks. What [`OcclusionGrid::read`] says about the block stands
/// in [`Outline::error`].
pub fn outline(bytes: &[u8], limits: Limits) -> Outline {
    let read = OcclusionGrid::read_from(&mut Cursor::new(bytes).limited(limits));
    let mut file = Node::new(0, bytes.len() as u64, "occlusion");
    if let Err(error) = fill(bytes, &read, &mut Budget::new(&limits), &mut file) {
        file.fault(error);
    }
    inside(vec![file], read.err(), bytes)
}

/// The tree of a mappings block: its counts.
pub fn outline_mappings(bytes: &[u8], limits: Limits) -> Outline {
    let read = OcclusionMappings::read_from(&mut Cursor::new(bytes).limited(limits));
    let mut file = Node::new(0, bytes.len() as u64, "occlusion mappings");
    if let Ok(mappings) = &read {
        file.field("tfrags", mappings.tfrags.len());
        file.field("ties", mappings.ties.len());
        file.field("mobys", mappings.mobys.len());
        file.field("bytes behind", mappings.tail.len());
    }
    inside(vec![file], read.err(), bytes)
}

fn fill(
    block: &[u8],
    read: &Result<OcclusionGrid>,
    budget: &mut Budget,
    file: &mut Node,
) -> Result<()> {
    let masks_offset = grid::masks_offset(block, 0)?;
    file.field("masks at", format!("{masks_offset:#x}"));
    if let Ok(grid) = read {
        file.field("cells", grid.octants().count());
        file.field("masks", grid.masks().len());
    }
    let node = |at: u64| grid::node_at(block, 0, at, masks_offset);
    let root = node(4)?;
    file.field("z base", root.base);
    file.field("z count", root.count());
    for (z, at) in grid::children(&root) {
        budget.spend(at)?;
        let mut plane = Node::new(at, 0, format!("z {z}"));
        match node(at) {
            Err(error) => plane.fault(error),
            Ok(y_node) => {
                plane.size = y_node.size();
                plane.field("y base", y_node.base);
                plane.field("y count", y_node.count());
                for (y, at) in grid::children(&y_node) {
                    budget.spend(at)?;
                    plane.children.push(row(y, at, node(at)));
                }
            }
        }
        file.children.push(plane);
    }
    let masks = read.as_ref().map_or(0, |grid| grid.masks().len());
    let size = (masks * Mask::BYTES) as u64;
    file.children.push(Node::new(masks_offset, size, "masks"));
    Ok(())
}

fn row(y: u32, at: u64, x_node: Result<cell_tree::Node<'_, 2>>) -> Node {
    let mut row = Node::new(at, 0, format!("y {y}"));
    match x_node {
        Err(error) => row.fault(error),
        Ok(x_node) => {
            row.size = x_node.size();
            row.field("x base", x_node.base);
            let masks: Vec<_> = x_node
                .slots::<u16>()
                .map(|slot| match slot {
                    NO_MASK => "-".to_owned(),
                    slot => slot.to_string(),
                })
                .collect();
            row.field("masks", masks.join(" "));
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_show_their_cells_and_a_node_outside_its_fault() {
        let grid = OcclusionGrid::build([([5, 2, 12], Mask::HIDDEN), ([7, 2, 12], Mask::HIDDEN)]);
        let mut bytes = grid.unwrap().write().unwrap();
        let tree = outline(&bytes, Limits::DEFAULT);
        assert_eq!(tree.errors().count(), 0);
        let row = tree.all().find(|node| node.name == "y 2").unwrap();
        assert_eq!(
            (row.get("x base"), row.get("masks")),
            (Some("5"), Some("0 - 0"))
        );
        bytes[9] = 0xFF;
        let tree = outline(&bytes, Limits::DEFAULT);
        assert_eq!(tree.errors().count(), 2);
    }
}
