//! The tree of a file for people, by its kind: what stands where, and what it says.
//!
//! Where the readers of this crate stop at the first fault, the outline notes it in its node and goes on behind it, as long
//! as sizes can be believed. RenderWare sections are shown by [`wonderwheel_renderware::outline`]. As many nodes are made as
//! [`Limits::nodes`](wonderwheel_ps2::limits::Limits::nodes) allows; then the tree ends.
//!
//! ```
//! use wonderwheel_warriors::classify::FileKind;
//!
//! let tree = FileKind::ObjectList.row().file(b"0\r\n").outline();
//! assert_eq!(tree.nodes[0].get("objects"), Some("0"));
//! assert_eq!(tree.error, None);
//! ```

mod animation;
mod collision;
mod container;
mod lists;
mod lua;
mod objects;
mod other;
mod path_data;
mod payload;
mod subtitles;
#[cfg(test)]
mod tests;
mod world;

use std::borrow::Cow;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::kind::File;
use wonderwheel_ps2::outline::{Budget, Node, OrNone, Outline, ValueList};
use wonderwheel_renderware::outline::outline_section;

/// The tree of a whole file: one node with everything in it that `fill` shows.
pub(crate) fn whole(
    file: &File<'_>,
    fill: fn(&mut Maker, &mut Cursor<'_>, &mut Node) -> Result<()>,
) -> Outline {
    let mut maker = Maker {
        budget: Budget::new(&file.limits),
    };
    let mut node = Node::new(0, file.bytes.len() as u64, file.kind.name);
    let filled = fill(&mut maker, &mut file.cursor(), &mut node);
    maker.budget.close(&mut node, filled);
    let full = maker.budget.refusal().cloned();
    Outline {
        nodes: vec![node],
        error: file.read().err().or(full),
    }
}

/// The tree of a plain RenderWare stream: a node for each of its sections.
pub(crate) fn sections(file: &File<'_>) -> Outline {
    let mut outline = wonderwheel_renderware::outline::outline(file.bytes, file.limits);
    outline.error = outline.error.or_else(|| file.read().err());
    outline
}

/// Makes nodes as long as there may be more.
pub(crate) struct Maker {
    budget: Budget,
}

impl Maker {
    /// Adds a child that reaches as far as `fill` reads. Its fault stands in it and is given back: what follows it has no
    /// place that is known.
    fn child<'a>(
        &mut self,
        parent: &mut Node,
        cursor: &mut Cursor<'a>,
        name: impl Into<Cow<'static, str>>,
        fill: impl FnOnce(&mut Self, &mut Cursor<'a>, &mut Node) -> Result<()>,
    ) -> Result<()> {
        let offset = cursor.offset();
        self.budget.spend(offset)?;
        let before = cursor.remaining();
        let mut node = Node::new(offset, 0, name);
        let filled = fill(self, cursor, &mut node);
        node.size = (before - cursor.remaining()) as u64;
        self.budget.close(&mut node, filled.clone());
        parent.children.push(node);
        filled
    }

    /// Adds so many children of that name, one behind the other, each with its number.
    fn children<'a>(
        &mut self,
        parent: &mut Node,
        cursor: &mut Cursor<'a>,
        (name, count): (&str, u32),
        mut fill: impl FnMut(&mut Self, &mut Cursor<'a>, &mut Node) -> Result<()>,
    ) -> Result<()> {
        for i in 0..count {
            self.child(parent, cursor, format!("{name}[{i}]"), &mut fill)?;
        }
        Ok(())
    }

    /// Adds a child of `size` bytes, of as many as there are. Its fault stays in it.
    fn sized_child<'a>(
        &mut self,
        parent: &mut Node,
        cursor: &mut Cursor<'a>,
        size: u64,
        name: impl Into<Cow<'static, str>>,
        fill: impl FnOnce(&mut Self, &mut Cursor<'a>, &mut Node) -> Result<()>,
    ) -> Result<()> {
        let offset = cursor.offset();
        self.budget.spend(offset)?;
        let fitting =
            usize::try_from(size).map_or(cursor.remaining(), |size| size.min(cursor.remaining()));
        let too_long = cursor.check_count(size, 1).err();
        let mut node = Node::new(offset, fitting as u64, name);
        let window = &mut cursor.window(fitting)?;
        let filled = fill(self, window, &mut node);
        self.budget.close(&mut node, filled);
        if let Some(error) = too_long {
            node.fault(error);
        }
        parent.children.push(node);
        Ok(())
    }

    /// Adds the section at the cursor.
    fn section(&mut self, cursor: &mut Cursor<'_>, parent: &mut Node) -> Result<()> {
        let section = outline_section(cursor, &mut self.budget)?;
        parent.children.push(section);
        Ok(())
    }

    /// Adds all sections up to the zeros at the end.
    fn sections(&mut self, cursor: &mut Cursor<'_>, parent: &mut Node) -> Result<()> {
        while cursor.rest().iter().any(|&byte| byte != 0) {
            self.section(cursor, parent)?;
        }
        self.rest(cursor, parent)
    }

    /// Adds what is not read.
    fn rest(&mut self, cursor: &mut Cursor<'_>, parent: &mut Node) -> Result<()> {
        if cursor.is_empty() {
            return Ok(());
        }
        let name = if cursor.rest().iter().all(|&byte| byte == 0) {
            "zeros"
        } else {
            "unread bytes"
        };
        self.child(parent, cursor, name, |_, cursor, _| {
            cursor.take(cursor.remaining()).map(drop)
        })
    }
}

/// How hashes and other numbers without an order are shown.
fn hex(value: u32) -> String {
    format!("{value:#010x}")
}

/// The hash of a resource, 0 of which stands for none.
fn resource(hash: u32) -> OrNone<String> {
    OrNone((hash != 0).then(|| hex(hash)))
}

/// Bytes as text, for names: up to the NUL, what is not printable ASCII with an escape.
fn text(bytes: &[u8]) -> String {
    let bytes = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
    bytes.escape_ascii().to_string()
}

/// Numbers in a row.
fn numbers<T: std::fmt::Display>(values: &[T]) -> ValueList {
    ValueList::new(values, ", ")
}
