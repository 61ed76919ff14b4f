//! The tree of a file for people: what stands where, and what it says. Made by the outline functions of the format
//! crates, shown by tools; no reader depends on it.
//!
//! An outline goes on up to a fault and keeps what it had: a node whose bytes break a rule carries the error, and what
//! stands behind it is still shown where its place is known.

use std::borrow::Cow;

use crate::error::FormatError;
use crate::limits::Limits;

mod fields;

pub use fields::{Field, FieldValue, Fields, OrNone, ValueKind, ValueList};

/// The tree of a whole input.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outline {
    /// What the input holds, in file order.
    pub nodes: Vec<Node>,
    /// Why the outline ends early, or what the format's own reader says about the input. Faults of single nodes stand in
    /// the nodes.
    pub error: Option<FormatError>,
}

/// One thing in a file: a section, a record, a packet.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Node {
    /// Byte offset of its first byte (of its header, when it has one) in the outermost input.
    pub offset: u64,
    /// Bytes, header included.
    pub size: u64,
    /// The format's number of its type, when it has one.
    pub id: Option<u32>,
    /// The type's name: `native texture`, `plugin 0x182`, `frame[3]`.
    pub name: Cow<'static, str>,
    /// Version stamp of its header, when it has one.
    pub stamp: Option<u32>,
    /// What is inside, in file order.
    pub children: Vec<Node>,
    /// Its decoded fields in file order.
    pub decoded: Fields,
    /// What is wrong here.
    pub error: Option<FormatError>,
}

impl Node {
    /// A node without fields or children.
    pub fn new(offset: u64, size: u64, name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            offset,
            size,
            name: name.into(),
            ..Self::default()
        }
    }

    /// The same node with the format's number of its type.
    #[must_use]
    pub fn with_id(mut self, id: u32) -> Self {
        self.id = Some(id);
        self
    }

    /// Adds a field.
    pub fn field(&mut self, name: impl AsRef<str>, value: impl FieldValue) {
        self.decoded.push(name.as_ref(), &value);
    }

    /// The value of a field, the first one of that name.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut fields = self.decoded.iter();
        Some(fields.find(|field| field.name == name)?.value)
    }

    /// Notes what is wrong here; the first fault stays.
    pub fn fault(&mut self, error: FormatError) {
        self.error.get_or_insert(error);
    }

    /// The node and everything inside it.
    pub fn all(&self) -> impl Iterator<Item = &Node> {
        walk(std::slice::from_ref(self))
    }
}

impl Outline {
    /// Every node, in file order, each before what is inside it.
    pub fn all(&self) -> impl Iterator<Item = &Node> {
        walk(&self.nodes)
    }

    /// Every fault: those of the nodes in file order, then the outline's own.
    pub fn errors(&self) -> impl Iterator<Item = &FormatError> {
        let of_nodes = self.all().filter_map(|node| node.error.as_ref());
        of_nodes.chain(&self.error)
    }
}

fn walk(nodes: &[Node]) -> impl Iterator<Item = &Node> {
    let mut open = vec![nodes.iter()];
    std::iter::from_fn(move || {
        loop {
            match open.last_mut()?.next() {
                Some(node) => {
                    open.push(node.children.iter());
                    return Some(node);
                }
                None => {
                    open.pop();
                }
            }
        }
    })
}

/// Counts the nodes of an outline that is being made, so that a file of many small things does not become a tree that
/// no reader can hold.
#[derive(Debug, Clone)]
pub struct Budget {
    made: u64,
    most: u64,
    refusal: Option<FormatError>,
    is_told: bool,
}

impl Budget {
    /// What the limit is called in errors.
    const NAME: &'static str = "nodes of the outline";

    /// As many nodes as [`Limits::nodes`] allows.
    pub fn new(limits: &Limits) -> Self {
        Self {
            made: 0,
            most: u64::from(limits.nodes),
            refusal: None,
            is_told: false,
        }
    }

    /// One node more, at that offset.
    ///
    /// # Errors
    /// `Limit` when the outline is full.
    pub fn spend(&mut self, offset: u64) -> Result<(), FormatError> {
        if self.made < self.most {
            self.made += 1;
            return Ok(());
        }
        let refusal = FormatError::limit(offset, Self::NAME, self.most, self.most + 1);
        self.refusal.get_or_insert_with(|| refusal.clone());
        Err(refusal)
    }

    /// Closes a node whose inside is made: what ended it stands in it. That the outline is full stands in one node only, that
    /// whose inside is cut off; every node around it is added to the way in [`Self::refusal`].
    pub fn close(&mut self, node: &mut Node, filled: Result<(), FormatError>) {
        if let Err(error) = filled {
            let is_full = matches!(error, FormatError::Limit { limit, .. } if limit == Self::NAME);
            if !(is_full && self.is_told) {
                node.fault(error);
            }
            self.is_told |= is_full;
        }
        if self.is_told {
            let refusal = self.refusal.take();
            self.refusal = refusal.map(|error| error.within(node.name.clone()));
        }
    }

    /// Why the outline ends early, with the way to the node that was the last: `None` as long as there was room.
    pub fn refusal(&self) -> Option<&FormatError> {
        self.refusal.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outline() -> Outline {
        let mut inner = Node::new(12, 4, "struct").with_id(1);
        inner.field("count", 3);
        inner.fault(FormatError::malformed(12, "2", 3));
        inner.fault(FormatError::malformed(12, "never", "kept"));
        let outer = Node {
            children: vec![inner],
            ..Node::new(0, 16, "list")
        };
        Outline {
            nodes: vec![outer, Node::new(16, 1, "slack")],
            error: Some(FormatError::malformed(16, "the end", "slack")),
        }
    }

    #[test]
    fn nodes_are_walked_in_file_order_each_before_what_is_inside() {
        let outline = outline();
        let names: Vec<_> = outline.all().map(|node| node.name.as_ref()).collect();
        assert_eq!(names, ["list", "struct", "slack"]);
        assert_eq!(outline.nodes[0].all().count(), 2);
        let offsets: Vec<_> = outline.errors().map(FormatError::offset).collect();
        assert_eq!(offsets, [12, 16]);
        assert_eq!(outline.nodes[0].children[0].get("count"), Some("3"));
        assert_eq!(outline.nodes[0].children[0].get("size"), None);
    }

    #[test]
    fn a_budget_ends_at_the_limit_of_nodes() {
        let mut budget = Budget::new(&Limits::with(|limits| limits.nodes = 2));
        assert!(budget.spend(0).is_ok() && budget.spend(1).is_ok());
        let error = budget.spend(7).unwrap_err();
        assert_eq!(
            error.to_string(),
            "input at 0x7: nodes of the outline is 3, and the limit is 2"
        );
    }

    #[test]
    fn a_full_outline_is_told_in_the_node_that_it_cuts_off_with_the_way_there() {
        let mut budget = Budget::new(&Limits::with(|limits| limits.nodes = 2));
        let mut list = Node::new(0, 16, "list");
        budget.spend(0).unwrap();
        let mut record = Node::new(4, 12, "record");
        budget.spend(4).unwrap();
        let filled = budget.spend(8);
        budget.close(&mut record, filled);
        let next = budget.spend(12);
        budget.close(&mut list, next);
        assert_eq!(record.error.as_ref().map(FormatError::offset), Some(8));
        assert_eq!(list.error, None);
        assert_eq!(
            budget.refusal().map(ToString::to_string).as_deref(),
            Some("list/record at 0x8: nodes of the outline is 3, and the limit is 2")
        );
    }
}
