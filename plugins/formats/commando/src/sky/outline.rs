//! The tree of a sky block for people.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::{Budget, Node, Outline};

use super::block::Sky;
use super::header::{ClusterHeader, Header, SPRITE_BYTES, TextureDef};
use crate::inside::inside;

/// The tree of a block: its head, textures, and shells with their clusters. What [`Sky::read`] says about the block stands in
/// [`Outline::error`].
pub fn outline(bytes: &[u8], limits: Limits) -> Outline {
    let read = Sky::read_from(&mut Cursor::new(bytes).limited(limits));
    let mut file = Node::new(0, bytes.len() as u64, "sky");
    if let Err(error) = fill(bytes, &mut Budget::new(&limits), &mut file) {
        file.fault(error);
    }
    inside(vec![file], read.err(), bytes)
}

fn fill(bytes: &[u8], budget: &mut Budget, file: &mut Node) -> Result<()> {
    let header: Header = Cursor::new(bytes).record()?;
    header.show(file);
    let at = |offset: i32| u64::from(offset.cast_unsigned());
    if header.fx_count > 0 {
        let size = header.fx_count as u64;
        file.children
            .push(Node::new(at(header.fx_list), size, "effects"));
    }
    if header.texture_count > 0 {
        let count = header.texture_count as u64;
        let size = count * TextureDef::BYTES as u64;
        let mut node = Node::new(at(header.texture_defs), size, "textures");
        let mut cursor = cursor_at(bytes, at(header.texture_defs));
        for i in 0..count {
            budget.spend(cursor.offset())?;
            let mut child = Node::new(cursor.offset(), TextureDef::BYTES as u64, format!("[{i}]"));
            let def: TextureDef = match cursor.record() {
                Ok(def) => def,
                Err(error) => {
                    node.fault(error);
                    break;
                }
            };
            def.show(&mut child);
            node.children.push(child);
        }
        file.children.push(node);
    }
    if header.maximum_sprite_count > 0 {
        let size = header.maximum_sprite_count as u64 * SPRITE_BYTES;
        file.children
            .push(Node::new(at(header.sprites), size, "sprites"));
    }
    for (i, &offset) in (0..header.shell_count).zip(&header.shells) {
        budget.spend(at(offset))?;
        let mut node = Node::new(at(offset), 0x10, format!("shell[{i}]"));
        let filled = shell(&mut cursor_at(bytes, at(offset)), budget, &mut node);
        if let Err(error) = filled {
            node.fault(error);
        }
        file.children.push(node);
    }
    Ok(())
}

fn shell(cursor: &mut Cursor<'_>, budget: &mut Budget, node: &mut Node) -> Result<()> {
    let (count, flags) = (cursor.i32()?, cursor.i32()?);
    cursor.take(8)?;
    node.field("clusters", count);
    node.field("flags", format!("{flags:#x}"));
    node.field("kind", if flags == 0 { "textured" } else { "coloured" });
    for i in 0..count {
        let at = cursor.offset();
        let header: ClusterHeader = cursor.record()?;
        budget.spend(at)?;
        let mut child = Node::new(at, ClusterHeader::BYTES as u64, format!("cluster[{i}]"));
        header.show(&mut child);
        node.size += child.size;
        node.children.push(child);
    }
    Ok(())
}

fn cursor_at(bytes: &[u8], offset: u64) -> Cursor<'_> {
    let start = usize::try_from(offset)
        .unwrap_or(usize::MAX)
        .min(bytes.len());
    Cursor::at_base(bytes.get(start..).unwrap_or_default(), start as u64)
}
