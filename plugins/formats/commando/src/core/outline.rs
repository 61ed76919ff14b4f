//! A core index for people.

use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::{Budget, Node, Outline};

use super::index::CoreIndex;
use crate::inside::inside;
use crate::range::ArrayRange;

/// The tree of a core index: its header's fields, then a node for each table with one for each record.
pub fn outline(bytes: &[u8], limits: Limits) -> Outline {
    let mut file = Node::new(0, bytes.len() as u64, "core index");
    match CoreIndex::read_forced(bytes) {
        Ok(index) => fill(&index, &mut file, &mut Budget::new(&limits)),
        Err(error) => file.fault(error),
    }
    inside(vec![file], CoreIndex::read(bytes).err(), bytes)
}

fn fill(index: &CoreIndex, file: &mut Node, budget: &mut Budget) {
    let (header, tables) = (&index.header, &index.tables);
    header.show(file);
    tables.show(header, |name, range, record, rows| {
        let name = name.trim_end_matches(" table");
        file.children
            .push(table(name, range, record as u64, rows, budget));
    });
    for (at, bytes) in index.gaps.pieces() {
        file.children
            .push(Node::new(at as u64, bytes.len() as u64, "unnamed bytes"));
    }
    file.children.sort_by_key(|node| node.offset);
}

fn table(
    name: &'static str,
    range: ArrayRange,
    record: u64,
    rows: &mut dyn Iterator<Item = Node>,
    budget: &mut Budget,
) -> Node {
    let start = u64::from(range.offset.unsigned_abs());
    let mut node = Node::new(start, 0, name);
    node.field("records", range.count);
    for (i, row) in (0_u64..).zip(rows) {
        let offset = start + i * record;
        node.size += record;
        if let Err(error) = budget.spend(offset) {
            node.fault(error);
            break;
        }
        node.children.push(Node {
            offset,
            size: record,
            ..row
        });
    }
    node
}
