//! The tree of a collision block for people.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::{Budget, Node, Outline};

use super::block::{self, Collision};
use super::tree::{self, LeafPlace};
use crate::cell_tree;
use crate::inside::inside;

/// The tree of a block: its nodes with their cells, and the hero groups. What [`Collision::read`] says about the block stands in
/// [`Outline::error`].
pub fn outline(bytes: &[u8], limits: Limits) -> Outline {
    let read = Collision::read_from(&mut Cursor::new(bytes).limited(limits));
    let mut file = Node::new(0, bytes.len() as u64, "collision");
    let budget = &mut Budget::new(&limits);
    if let Err(error) = fill(bytes, &read, budget, &limits, &mut file) {
        file.fault(error);
    }
    inside(vec![file], read.err(), bytes)
}

fn fill(
    bytes: &[u8],
    read: &Result<Collision>,
    budget: &mut Budget,
    limits: &Limits,
    file: &mut Node,
) -> Result<()> {
    let (mesh_offset, hero_offset) = block::offsets(&mut Cursor::new(bytes))?;
    file.field("mesh", format!("{mesh_offset:#x}"));
    file.field("hero groups", format!("{hero_offset:#x}"));
    if let Ok(collision) = read {
        file.field("cells", collision.cells().len());
        file.field("vertices in cells", collision.vertices.len());
        file.field("faces in cells", collision.faces.len());
        let quads = collision.cells().map(|cell| u64::from(cell.quad_count));
        file.field("quads in cells", quads.sum::<u64>());
        let mut types = [0_u32; 256];
        for face in &collision.faces {
            if let Some(count) = types.get_mut(usize::from(face.ty)) {
                *count += 1;
            }
        }
        let used = types.iter().enumerate().filter(|&(_, &count)| count > 0);
        let shown: Vec<_> = used.map(|(ty, count)| format!("{ty}: {count}")).collect();
        file.field("faces by type", shown.join(", "));
    }
    let mesh = block::mesh_cursor(bytes, 0, mesh_offset, limits)?;
    let root = tree::root(&mesh)?;
    file.field("z base", root.base);
    file.field("z count", root.count());
    for (z, offset) in tree::planes(&root) {
        let (mut plane, y_node) = branch(&mesh, format!("z {z}"), offset, budget)?;
        for (y, offset) in children(&y_node) {
            let (mut row, x_node) = branch(&mesh, format!("y {y}"), offset, budget)?;
            for (x, word) in children(&x_node) {
                let place = LeafPlace::from_word(word);
                row.children.push(leaf(&mesh, x, place, budget)?);
            }
            plane.children.push(row);
        }
        file.children.push(plane);
    }
    let groups = read.as_ref().ok().and_then(Collision::hero_groups);
    if let Some(groups) = groups {
        let mut node = Node::new(hero_offset, 16 + 16 * groups.len() as u64, "hero groups");
        for (i, group) in groups.iter().enumerate() {
            budget.spend(hero_offset)?;
            let mut child = Node::new(hero_offset + 16 * (i as u64 + 1), 16, format!("[{i}]"));
            child.field("centre", format!("{:?}", group.bounds().centre));
            child.field("radius", group.bounds().radius);
            child.field("vertices", group.vertices.len());
            child.field("triangles", group.triangles.len());
            node.children.push(child);
        }
        file.children.push(node);
    }
    Ok(())
}

/// A z or y node, shown and as it is stored. Only a full outline is an error; the node's own fault stays in it.
fn branch<'a>(
    mesh: &Cursor<'a>,
    name: String,
    offset: u32,
    budget: &mut Budget,
) -> Result<(Node, Option<cell_tree::Node<'a, 4>>)> {
    let mut cursor = tree::at(mesh, offset);
    let at = cursor.offset();
    budget.spend(at)?;
    let mut node = Node::new(at, 0, name);
    let stored = tree::node(&mut cursor);
    match &stored {
        Err(error) => node.fault(error.clone()),
        Ok(stored) => {
            node.size = stored.size();
            node.field("base", stored.base);
            node.field("count", stored.count());
        }
    }
    Ok((node, stored.ok()))
}

fn children(node: &Option<cell_tree::Node<'_, 4>>) -> impl Iterator<Item = (i32, u32)> {
    node.iter().flat_map(cell_tree::Node::children::<u32>)
}

fn leaf(mesh: &Cursor<'_>, x: i32, place: LeafPlace, budget: &mut Budget) -> Result<Node> {
    let mut cursor = tree::at(mesh, place.offset);
    let at = cursor.offset();
    budget.spend(at)?;
    let mut node = Node::new(at, u64::from(place.size), format!("x {x}"));
    match block::leaf_head(&mut cursor) {
        Err(error) => node.fault(error),
        Ok((faces, vertices, quads)) => {
            node.field("faces", faces);
            node.field("vertices", vertices);
            node.field("quads", quads);
        }
    }
    Ok(node)
}
