//! The files of a streamed world.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

use super::{Maker, Node, hex};

impl Maker {
    pub(crate) fn manifest(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        node.field("world size", cursor.u32()?);
        node.field("world heap size", cursor.u32()?);
        let count = cursor.u32()?;
        node.field("parts", count);
        for number in 1..=count {
            self.child(
                node,
                cursor,
                format!("part[{number}]"),
                |_, cursor, node| {
                    node.field("file size", cursor.u32()?);
                    node.field("heap size", cursor.u32()?);
                    Ok(())
                },
            )?;
        }
        self.rest(cursor, node)
    }

    pub(crate) fn world_stream(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        node.field("parts", cursor.u32()?);
        // A dictionary and a world.
        self.section(cursor, node)?;
        self.section(cursor, node)?;
        self.rest(cursor, node)
    }

    pub(crate) fn part(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        self.child(node, cursor, "header", |_, cursor, node| {
            let words = [cursor.u32()?, cursor.u32()?, cursor.u32()?];
            node.field("words", super::numbers(&words));
            node.field("name hash", hex(cursor.u32()?));
            Ok(())
        })?;
        self.section(cursor, node)?;
        let count = cursor.u32()?;
        node.field("atomics", count);
        self.children(node, cursor, ("atomic", count), |maker, cursor, node| {
            node.field("sector index", cursor.u32()?);
            maker.section(cursor, node)
        })?;
        self.rest(cursor, node)
    }
}
