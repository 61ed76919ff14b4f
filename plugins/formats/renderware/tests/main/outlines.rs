//! The outline: what it shows of good streams, and that it goes on past faults.

use wonderwheel_ps2::limits::Limits;
use wonderwheel_renderware::outline::{Node, Outline, outline};
use wonderwheel_renderware::section::{SectionHeader, id};

use crate::generated::all_samples;
use crate::samples;

fn of(bytes: &[u8]) -> Outline {
    outline(bytes, Limits::DEFAULT)
}

fn named<'a>(outline: &'a Outline, name: &str) -> &'a Node {
    outline
        .all()
        .find(|node| node.name == name)
        .unwrap_or_else(|| panic!("{name}"))
}

/// A row is a node's name, a field of it, and what that shows.
fn assert_fields(outline: &Outline, rows: &[(&str, &str, &str)]) {
    for &(node, field, shown) in rows {
        let found = named(outline, node).get(field);
        assert_eq!(found, Some(shown), "{node}: {field}");
    }
}

fn names(node: &Node) -> Vec<&str> {
    let children = node.children.iter();
    children.map(|child| child.name.as_ref()).collect()
}

/// Children stand inside their parent, in order, without overlap.
fn assert_nested(node: &Node) {
    let mut at = node.offset;
    for child in &node.children {
        assert!(child.offset >= at, "{}/{}", node.name, child.name);
        at = child.offset + child.size;
        assert!(
            at <= node.offset + node.size,
            "{}/{}",
            node.name,
            child.name
        );
        assert_nested(child);
    }
}

#[test]
fn good_streams_have_no_faults_and_every_byte_of_a_container_is_in_a_child() {
    for bytes in all_samples() {
        let outline = of(&bytes);
        assert_eq!(outline.errors().next(), None);
        assert_eq!(outline.nodes.len(), 1);
        let root = &outline.nodes[0];
        assert_eq!((root.offset, root.size), (0, bytes.len() as u64));
        outline.nodes.iter().for_each(assert_nested);
        for node in outline.all() {
            let of_sections = !node.children.is_empty()
                && node.children.iter().all(|child| child.stamp.is_some());
            if node.stamp.is_some() && of_sections && node.name != "material effect" {
                let inside: u64 = node.children.iter().map(|child| child.size).sum();
                assert_eq!(
                    SectionHeader::BYTES as u64 + inside,
                    node.size,
                    "{}",
                    node.name
                );
            }
        }
    }
}

#[test]
fn fields_of_a_dictionary() {
    let bytes = samples::dictionary().write();
    let outline = of(&bytes);
    let dictionary = &outline.nodes[0];
    assert_eq!(
        (dictionary.id, dictionary.stamp),
        (Some(0x16), Some(0x1C02_000A))
    );
    assert_eq!(dictionary.name, "texture dictionary");
    assert_eq!(dictionary.children[0].get("textures"), Some("3"));
    let texture = &dictionary.children[3];
    assert_eq!(
        names(texture),
        ["struct", "string", "string", "raster", "extension"]
    );
    assert_eq!(texture.children[0].get("platform"), Some("PS2\\x00"));
    assert_eq!(texture.children[0].get("filter"), Some("linear mip linear"));
    assert_eq!(texture.children[1].get("text"), Some("wall"));
    let raster = &texture.children[3];
    assert_eq!(raster.children[0].get("width"), Some("32"));
    assert_eq!(raster.children[0].get("levels"), Some("4"));
    assert_eq!(raster.children[0].get("K"), Some("-4.875"));
    assert_eq!(
        names(&raster.children[1]),
        ["level[0]", "level[1]", "level[2]", "level[3]", "palette"]
    );
    // 32 x 16 texels of 4 bits, sent as 16 x 8 pixels of 16.
    assert_eq!(raster.children[1].children[0].get("sent"), Some("16 x 8"));
    assert_eq!(
        texture.children[4].children[0].get("mip word"),
        Some("0x0fb2")
    );
}

#[test]
fn fields_of_a_clump() {
    let mut clump = samples::clump();
    clump.geometries.push(samples::skinned_geometry());
    let outline = of(&clump.write());
    assert_eq!(outline.errors().next(), None);
    let frame = named(&outline, "frame[1]");
    assert_eq!((frame.size, frame.get("parent")), (56, Some("0")));
    let rows = [
        ("frame name", "text", "wheel"),
        ("HAnim", "bone", "7"),
        ("skin", "bones", "32"),
        ("vertex scales", "word", "0x0"),
        ("right to render", "plugin", "3"),
        ("material effect", "effect", "4 (dual texture)"),
        // 23 vertices in batches of 10, each later one repeating 2: 10, 8 more, 5 more.
        ("chain[0]", "batches", "3"),
        ("chain[0]", "layout", "packed"),
        ("chain[0]", "triangles", "21"),
        ("chain[0]", "weights", "0"),
    ];
    assert_fields(&outline, &rows);
    let effect = named(&outline, "material effect");
    assert_eq!(effect.children[0].get("destination blend"), Some("6"));
    assert_eq!(effect.children[0].children[0].name, "texture reference");
    let skinned = outline
        .all()
        .filter(|node| node.get("weights") == Some("3"));
    assert_eq!(skinned.count(), 1);
}

#[test]
fn fields_of_worlds() {
    let outline = of(&samples::streamed_world().write());
    assert_eq!(outline.nodes[0].children[0].get("plane sectors"), Some("3"));
    assert_eq!(named(&outline, "plane sector").get("axis offset"), None);
    assert_eq!(
        named(&outline, "plane sector").children[0].get("axis offset"),
        Some("0")
    );
    let rows = [
        ("streamed sector", "origin", "0.5 0 -0.25"),
        ("potentially visible set", "bytes", "7"),
    ];
    assert_fields(&outline, &rows);
    let glow = of(&samples::glow_world().write());
    let rows = [
        ("chain[0]", "layout", "default"),
        ("chain[0]", "triangles", "6"),
    ];
    assert_fields(&glow, &rows);
}

#[test]
fn unknown_sections_keep_their_numbers_and_are_not_entered() {
    let mut dictionary = samples::dictionary();
    dictionary
        .extension
        .push(wonderwheel_renderware::section::RawSection {
            id: 0x182,
            stamp: 5,
            payload: samples::dictionary().write(),
        });
    let outline = of(&dictionary.write());
    let plugin = named(&outline, "plugin 0x182");
    assert_eq!(
        (plugin.id, plugin.stamp, plugin.children.len()),
        (Some(0x182), Some(5), 0)
    );
    assert_eq!(outline.errors().next(), None);
}

#[test]
fn a_fault_stays_in_its_node_and_what_stands_behind_it_is_shown() {
    let bytes = samples::dictionary().write();
    let raster = named(&of(&bytes), "raster").offset as usize;
    let mut damaged = bytes;
    // The first word of the first level's packet: raster, header 12 + 64, data header, level.
    damaged[raster + 12 + 76 + 12] = 9;
    let outline = of(&damaged);
    let level = named(&outline, "level[0]");
    assert!(level.error.is_some());
    assert_eq!(outline.errors().count(), 2);
    let error = outline.error.as_ref().unwrap();
    assert_eq!(
        Some(error.offset()),
        level.error.as_ref().map(|error| error.offset())
    );
    let textures = outline
        .all()
        .filter(|node| node.id == Some(id::NATIVE_TEXTURE));
    assert_eq!(textures.count(), 3);
}

#[test]
fn a_cut_stream_is_shown_up_to_the_cut() {
    for bytes in all_samples() {
        let whole: Vec<_> = of(&bytes)
            .all()
            .map(|node| (node.offset, node.name.clone()))
            .collect();
        for cut in 0..bytes.len() {
            let outline = of(&bytes[..cut]);
            assert!(cut == 0 || outline.errors().next().is_some(), "{cut}");
            outline.nodes.iter().for_each(assert_nested);
            for (node, (offset, name)) in outline.all().zip(&whole) {
                assert_eq!((node.offset, &node.name), (*offset, name), "cut at {cut}");
            }
        }
    }
}

#[test]
fn damage_never_makes_it_panic_or_grow_beyond_the_bytes() {
    let mut random = crate::damage::Random(0x5EED_0003);
    for bytes in all_samples() {
        for _ in 0..4_000 {
            let damaged = crate::damage::damage(&bytes, &mut random);
            let outline = of(&damaged);
            outline.nodes.iter().for_each(assert_nested);
            // A node takes a header or a record of bytes; empty slots of effects are the only ones without any.
            assert!(outline.all().count() <= 1 + damaged.len() / 4);
        }
    }
}

#[test]
fn an_outline_ends_at_the_limit_of_nodes() {
    let bytes = samples::clump().write();
    let limits = Limits::with(|limits| limits.nodes = 20);
    let outline = outline(&bytes, limits);
    // What was open when the room ended stays, with what it had.
    assert_eq!(outline.all().count(), 20);
    let cut: Vec<_> = outline.all().filter(|node| node.error.is_some()).collect();
    assert_eq!(cut.len(), 1);
    assert_eq!(outline.nodes.len(), 1);
}

#[test]
fn the_way_to_the_node_that_has_no_room_is_told() {
    let bytes = samples::dictionary().write();
    let limits = Limits::with(|limits| limits.nodes = 4);
    // The file is sound, so that nothing else stands in the outline's error. Dictionary, its struct of 4 bytes, a texture at
    // 0x1C and its struct of 8 take the room; the texture's name would be the fifth.
    let outline = outline(&bytes, limits);
    let error = outline.error.unwrap();
    assert_eq!(
        error.to_string(),
        "texture dictionary/native texture at 0x3c: nodes of the outline is 5, and the limit is 4"
    );
}
