//! The tree of a file and what is wrong with it.

use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::{Node, Outline};

use crate::kind::{Kind, Recognition};
use crate::plain;

/// Findings that are kept of each rule; the others are counted.
pub const KEPT_FINDINGS: u64 = 1_000;

/// Nodes that a file of any size may have.
const FEW_NODES: u64 = 1 << 16;
/// Bytes of a file for each node more.
const BYTES_A_NODE: u64 = 48;

/// What a limit on nodes is called.
const NODES: &str = "nodes of the outline";

/// How many nodes a file of that size has at most, unless a person asks for more. The disc's files have far fewer: a level file
/// has one for every 200 bytes.
pub fn nodes_for(bytes: usize) -> u64 {
    FEW_NODES + bytes as u64 / BYTES_A_NODE
}

/// All that is known of a file.
pub struct Inspection<'a> {
    /// The file as the user finds it again.
    pub path: &'a str,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// What it is.
    pub kind: Kind,
    /// Why that is thought.
    pub recognised: Recognition,
    /// What is in it.
    pub outline: Outline,
    /// What breaks a rule that the disc's own files keep.
    pub findings: Findings,
    /// How many nodes there may be, when the tree ends for want of them.
    pub cut_at: Option<u64>,
}

impl<'a> Inspection<'a> {
    /// Makes the tree of a file and validates it. `name` is the file's own, without folders; `nodes` is how many there may be;
    /// `settings` makes the tree of a level's settings, which only the program knows how to read.
    pub fn new(
        path: &'a str,
        name: Option<&str>,
        bytes: &'a [u8],
        (kind, recognised): (Kind, Recognition),
        nodes: u64,
        settings: fn(&[u8]) -> Outline,
    ) -> Self {
        let mut findings = Findings::few(KEPT_FINDINGS);
        let mut is_cut = false;
        let mut outline = match (kind.row(), kind) {
            (Some(row), _) => {
                let limits = Limits {
                    nodes: u32::try_from(nodes).unwrap_or(u32::MAX),
                    ..Limits::DEFAULT
                };
                let file = row.file(bytes).named(name).limited(limits);
                let mut outline = file.outline();
                is_cut = outline.errors().any(is_want_of_nodes);
                // That the tree is full stands where it ends.
                outline.error = outline.error.filter(|error| !is_want_of_nodes(error));
                // A file that cannot be read has no findings.
                if let Err(error) = file.validate(&mut findings) {
                    findings = Findings::new();
                    outline.error = outline.error.or(Some(error));
                }
                outline
            }
            (None, Kind::Settings) => settings(bytes),
            (None, _) => plain::text(bytes),
        };
        if is_cut {
            keep_innermost(&mut outline.nodes);
        }
        Self {
            path,
            bytes,
            kind,
            recognised,
            outline,
            findings,
            cut_at: is_cut.then_some(nodes),
        }
    }

    /// The first thing that is broken. That the tree ends early is no fault of the file.
    pub fn fault(&self) -> Option<&FormatError> {
        self.outline.errors().find(|error| !is_want_of_nodes(error))
    }

    /// Places that break a rule.
    pub fn finding_count(&self) -> u64 {
        self.findings.counts().iter().map(|(_, count)| count).sum()
    }
}

fn is_want_of_nodes(error: &FormatError) -> bool {
    matches!(error, FormatError::Limit { limit, .. } if *limit == NODES)
}

/// That the tree ends stands in the node that it cuts off, and not in all that are around that one too.
fn keep_innermost(nodes: &mut [Node]) {
    for node in nodes {
        let is_inside = |child: &Node| child.error.as_ref().is_some_and(is_want_of_nodes);
        if node.error.as_ref().is_some_and(is_want_of_nodes) && node.children.iter().any(is_inside)
        {
            node.error = None;
        }
        keep_innermost(&mut node.children);
    }
}

#[cfg(test)]
mod tests {
    use wonderwheel_warriors::classify::FileKind;

    use super::*;

    fn sections(count: usize) -> Vec<u8> {
        // Unknown sections without a payload, inside of a dictionary.
        let inner = [0x4242_u32, 0, 0x1C02_000A].map(u32::to_le_bytes).concat();
        let size = inner.len() * count;
        let outer = [0x16, size as u32, 0x1C02_000A].map(u32::to_le_bytes);
        [outer.concat(), inner.repeat(count)].concat()
    }

    fn inspected(bytes: &[u8], nodes: u64) -> Inspection<'_> {
        let kind = (
            Kind::Game(FileKind::TextureDictionary),
            Recognition::ByOption,
        );
        Inspection::new("a", None, bytes, kind, nodes, plain::text)
    }

    #[test]
    fn a_tree_that_is_cut_off_says_so_once_and_is_no_fault_of_the_file() {
        let bytes = sections(50);
        let inspection = inspected(&bytes, 20);
        assert_eq!(inspection.cut_at, Some(20));
        let cut = inspection
            .outline
            .all()
            .filter_map(|node| node.error.as_ref());
        assert!(cut.filter(|error| is_want_of_nodes(error)).count() <= 1);
        let fault = inspection
            .fault()
            .expect("a dictionary begins with a struct");
        assert!(!is_want_of_nodes(fault));
        assert_eq!(inspected(&bytes, 60).cut_at, None);
    }

    #[test]
    fn small_files_have_room_for_many_nodes_and_large_ones_for_more() {
        assert_eq!(nodes_for(0), 65_536);
        assert_eq!(nodes_for(48_000), 66_536);
    }
}
