//! Trees of files, wherever they lie, as text and as JSON.

#[path = "../../../check/tests/main/demo_disc.rs"]
#[allow(dead_code, reason = "the tests of other crates use the rest")]
mod demo_disc;
mod tree;

use std::path::Path;

use serde_json::Value;
use wonderwheel_game_files::OpenOptions;
use wonderwheel_inspect::kind::{Recognition, recognise};
use wonderwheel_inspect::source::{self, Source};
use wonderwheel_inspect::text::{self, Layout};
use wonderwheel_inspect::{Inspection, json, nodes_for, plain};

use demo_disc::{forged_disc, forged_image, forged_loose};

/// A file of that name with these bytes.
fn file(name: &str, bytes: impl Into<Vec<u8>>) -> Source {
    Source {
        shown: name.to_owned(),
        name: Some(name.to_owned()),
        bytes: bytes.into(),
    }
}

/// A file that lies on disk.
fn on_disk(path: &Path) -> Source {
    source::on_disk(path).expect("it can be read")
}

fn inspected(source: &Source) -> Inspection<'_> {
    let (name, bytes) = (source.name.as_deref(), &source.bytes);
    let kind = recognise(name, bytes);
    assert_ne!(kind.1, Recognition::Not, "{}", source.shown);
    Inspection::new(
        &source.shown,
        name,
        bytes,
        kind,
        nodes_for(bytes.len()),
        plain::text,
    )
}

fn text_of(source: &Source, bytes: bool) -> String {
    let layout = Layout {
        depth: usize::MAX,
        bytes,
        width: 120,
    };
    let mut out = Vec::new();
    text::write(&mut out, &inspected(source), layout).expect("memory has room");
    String::from_utf8(out).expect("it is text")
}

fn json_of(source: &Source, depth: usize) -> Value {
    let options = json::Options { depth, bytes: true };
    let mut out = Vec::new();
    json::write(&mut out, &inspected(source), options).expect("memory has room");
    serde_json::from_slice(&out).expect("it is JSON")
}

#[test]
fn a_file_has_the_same_tree_wherever_it_lies() {
    let tree = |source: &Source| {
        let text = text_of(source, false);
        let (first, rest) = text
            .split_once("\n0x00000000")
            .expect("a header and a tree");
        assert!(first.contains("demo.lev"), "{first}");
        rest.to_owned()
    };
    let expected = tree(&on_disk(&forged_loose().join("ee_files/demo.lev")));
    for data in [forged_image(), forged_disc(), forged_loose()] {
        for name in ["demo.lev", "DEMO.LEV", "ee_files/demo.lev"] {
            let found = source::in_data(Path::new(name), data, &OpenOptions::default());
            assert_eq!(
                tree(&found.expect("it is there")),
                expected,
                "{name} in {data:?}"
            );
        }
    }
}
