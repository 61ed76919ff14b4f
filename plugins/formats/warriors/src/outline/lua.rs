//! Functions of a Lua chunk with their constants.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};

use super::{Maker, Node};
use crate::lua::{LuaFunction, LuaString, Visit, read_chunk};

impl Maker {
    pub(crate) fn lua(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        let mut tree = Tree {
            maker: self,
            constants: Vec::new(),
            open: Vec::new(),
            main: None,
            full: None,
        };
        let read = read_chunk(cursor, &mut tree);
        // What a fault left open.
        while tree.close(cursor.offset()) {}
        let (full, main) = (tree.full, tree.main);
        node.children.extend(main);
        full.map_or(Ok(()), Err)?;
        read
    }
}

struct Tree<'m> {
    maker: &'m mut Maker,
    /// Those of the function that is met next.
    constants: Vec<Node>,
    /// The function that is being walked, and those that it lies in.
    /// `None` stands for one that the outline has no room for.
    open: Vec<Option<Node>>,
    main: Option<Node>,
    full: Option<FormatError>,
}

impl Tree<'_> {
    fn has_room(&mut self, offset: u64) -> bool {
        if self.full.is_none() {
            self.full = self.maker.budget.spend(offset).err();
        }
        self.full.is_none()
    }

    /// Puts the innermost open function into the one that it lies in; `false` when none is open.
    fn close(&mut self, end: u64) -> bool {
        let Some(function) = self.open.pop() else {
            return false;
        };
        if let Some(mut function) = function {
            function.size = end.saturating_sub(function.offset);
            // One without room is never inside of one that has some.
            match self.open.last_mut() {
                Some(outer) => outer.get_or_insert_default().children.push(function),
                None => self.main = Some(function),
            }
        }
        true
    }

    fn constant(&mut self, offset: u64, size: u64, name: &'static str, value: String) {
        if self.has_room(offset) {
            let mut node = Node::new(offset, size, name);
            node.field("value", value);
            self.constants.push(node);
        }
    }
}

impl<'a> Visit<'a> for Tree<'_> {
    fn function(&mut self, function: &LuaFunction<'a>) {
        let mut constants = std::mem::take(&mut self.constants);
        // Without room for the function the last of its constants makes some: the others would have nowhere to stand.
        if !self.has_room(function.offset) && constants.pop().is_none() {
            return self.open.push(None);
        }
        let mut node = Node::new(function.offset, 0, "function");
        if let Some(source) = &function.source {
            node.field("source", source.text());
        }
        node.field("line", function.line);
        node.field("parameters", function.parameters);
        node.field("vararg", function.is_vararg);
        node.field("stack", function.stack);
        node.field("locals", function.local_count);
        node.field("lines", function.line_count);
        node.field("strings", function.string_count);
        node.field("numbers", function.number_count);
        node.field("functions", function.function_count);
        node.children = constants;
        self.open.push(Some(node));
    }

    fn string(&mut self, string: LuaString<'a>) {
        let size = string.bytes.len() as u64 + u64::from(string.is_terminated);
        let value = format!("{:?}", string.text());
        self.constant(string.offset, size, "string", value);
    }

    fn number(&mut self, offset: u64, value: f64) {
        self.constant(offset, 8, "number", value.to_string());
    }

    fn code(&mut self, instructions: u32, end: u64) {
        if let Some(Some(function)) = self.open.last_mut() {
            function.field("instructions", instructions);
        }
        self.close(end);
    }
}
