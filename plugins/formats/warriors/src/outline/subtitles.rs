//! Subtitles by language and scene.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

use super::{Maker, Node};
use crate::subtitles::{RecordKind, Subtitles};

impl Maker {
    /// Chunk 0x51.
    pub(super) fn subtitles(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        let subtitles = Subtitles::read_from(&mut cursor.clone())?;
        node.field("length", cursor.u16()?);
        node.field("records", subtitles.records().len());
        for record in subtitles.records() {
            self.budget.spend(cursor.offset())?;
            let name = match record.kind {
                RecordKind::Language => "language",
                RecordKind::Scene => "scene",
                RecordKind::Emphasised => "emphasised caption",
                RecordKind::Caption => "caption",
                RecordKind::Other(_) => "other record",
            };
            let mut child = Node::new(cursor.offset(), record.size() as u64, name);
            child.id = Some(record.kind.value());
            child.field("text", record.to_text());
            // A language holds what follows it up to the next one, a scene up to the next marker.
            let markers: &[_] = match record.kind {
                RecordKind::Language => &[],
                RecordKind::Scene => &[RecordKind::Language],
                _ => &[RecordKind::Language, RecordKind::Scene],
            };
            put(node, child, markers);
            cursor.take(record.size())?;
        }
        for language in &mut node.children {
            for scene in &mut language.children {
                scene.size += inside(scene);
                scene.children.iter_mut().for_each(forget_kind);
                forget_kind(scene);
            }
            language.size += inside(language);
            forget_kind(language);
        }
        self.rest(cursor, node)
    }
}

/// Puts a child into the last marker of the first kind, and in that into the last one of the second; past a kind whose
/// marker is not there.
fn put(parent: &mut Node, child: Node, markers: &[RecordKind]) {
    let Some((marker, inner)) = markers.split_first() else {
        return parent.children.push(child);
    };
    let last = parent.children.last_mut();
    match last.filter(|last| last.id == Some(marker.value())) {
        Some(last) => put(last, child, inner),
        None => put(parent, child, inner),
    }
}

/// The number of a kind that has a name says nothing more; 0 looks as if something were missing.
fn forget_kind(record: &mut Node) {
    let kind = record.id.map(RecordKind::from_value);
    if !matches!(kind, Some(RecordKind::Other(_))) {
        record.id = None;
    }
}

fn inside(node: &Node) -> u64 {
    node.children.iter().map(|child| child.size).sum()
}
