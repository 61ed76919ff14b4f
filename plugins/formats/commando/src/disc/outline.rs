//! A table of contents for people.

use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::{Node, Outline};

use super::toc::{ENTRY, TableOfContents, TocKind};
use crate::inside::inside;

/// The tree of a table of contents: a node for each global header and each level, with its three files.
pub fn outline(bytes: &[u8], _limits: Limits) -> Outline {
    let mut file = Node::new(0, bytes.len() as u64, "table of contents");
    let read = TableOfContents::read(bytes);
    if let Ok(table) = &read {
        fill(table, &mut file);
    }
    inside(vec![file], read.err(), bytes)
}

fn fill(table: &TableOfContents, file: &mut Node) {
    let mut at = 0;
    for global in &table.globals {
        let size = global.len() as u64;
        file.children.push(Node::new(at, size, "global header"));
        at += size;
    }
    for (i, level) in table.levels.iter().enumerate() {
        let offset = (table.table_offset + i * ENTRY) as u64;
        let mut node = Node::new(offset, ENTRY as u64, format!("level[{i}]"));
        if let Some(header) = level.header() {
            node.field("level", header.id);
        }
        for kind in [TocKind::Level, TocKind::Audio, TocKind::Scene] {
            let Some(file) = level.part(kind).and_then(|part| part.file()) else {
                continue;
            };
            node.field(
                format!("{kind:?}").to_ascii_lowercase(),
                format_args!("sector {}, {} sectors", file.sector, file.sectors),
            );
        }
        file.children.push(node);
    }
}
