//! Targets of what tools ask about whole files.

use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::law;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_warriors::classify::{FileKind, ResourceShape};

/// Small enough that a lying count costs no time, large enough for the seeds.
const LIMITS: Limits = Limits {
    items: 2_000,
    nodes: 2_000,
    vertices: 1 << 12,
    texels: 1 << 12,
    ..Limits::DEFAULT
};

/// Every kind, of the shapes of resources only one: their trees are made alike.
fn kinds_of_trees() -> impl Iterator<Item = FileKind> {
    let alike = |kind: &FileKind| matches!(kind, FileKind::Resource(shape) if *shape != ResourceShape::Other);
    FileKind::all().filter(move |kind| !alike(kind))
}

/// The tree of a file of every kind: each node and each fault lies inside the file, and there are not more than allowed.
pub fn outline(bytes: &[u8]) {
    let end = bytes.len() as u64;
    for kind in kinds_of_trees() {
        let outline = kind.row().file(bytes).limited(LIMITS).outline();
        let count = law::shows_inside(&outline, end);
        assert!(count <= LIMITS.nodes as usize + 1, "{kind}: {count} nodes");
    }
}

/// Every check of a file, as one of every kind: each finding lies inside the file.
pub fn validate(bytes: &[u8]) {
    let end = bytes.len() as u64;
    for kind in FileKind::all() {
        let read = |bytes: &[u8]| {
            let file = kind.row().file(bytes).named("863681355").limited(LIMITS);
            let mut findings = Findings::new();
            file.validate(&mut findings)?;
            Ok(findings.into_vec())
        };
        for finding in law::read(bytes, read).into_iter().flatten() {
            assert!(
                finding.offset.is_none_or(|offset| offset <= end),
                "{kind}: {finding} outside of {end} bytes"
            );
        }
    }
}
