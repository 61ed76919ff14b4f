//! A core index for people.

use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::{Budget, Node, Outline};

use super::class_entry::ClassEntry;
use super::index::CoreIndex;
use super::texture_entry::TextureEntry;
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
    let shrubs: Vec<_> = tables
        .shrub_classes
        .iter()
        .map(|entry| entry.class)
        .collect();
    for (name, range, classes, record) in [
        (
            "moby classes",
            header.moby_classes,
            &tables.moby_classes,
            0x20,
        ),
        ("tie classes", header.tie_classes, &tables.tie_classes, 0x20),
        ("shrub classes", header.shrub_classes, &shrubs, 0x30),
    ] {
        let rows = classes.iter().map(class_node);
        file.children.push(table(name, range, record, rows, budget));
    }
    for (name, range, textures) in [
        (
            "tfrag textures",
            header.tfrag_textures,
            &tables.tfrag_textures,
        ),
        ("moby textures", header.moby_textures, &tables.moby_textures),
        ("tie textures", header.tie_textures, &tables.tie_textures),
        (
            "shrub textures",
            header.shrub_textures,
            &tables.shrub_textures,
        ),
    ] {
        let rows = textures.iter().map(texture_node);
        file.children.push(table(name, range, 0x10, rows, budget));
    }
    let particles = tables.particle_textures.iter().map(|entry| {
        let mut node = Node::new(0, 0, "texture");
        entry.show(&mut node);
        node
    });
    file.children.push(table(
        "particle textures",
        header.particle_textures,
        0x10,
        particles,
        budget,
    ));
    let effects = tables.effect_textures.iter().map(|entry| {
        let mut node = Node::new(0, 0, "texture");
        node.field("size", format_args!("{} x {}", entry.width, entry.height));
        node
    });
    file.children.push(table(
        "effect textures",
        header.effect_textures,
        0x10,
        effects,
        budget,
    ));
    let objects = tables.gs_ram.iter().map(|entry| {
        let mut node = Node::new(0, 0, "object");
        node.field("size", format_args!("{} x {}", entry.width, entry.height));
        entry.show(&mut node);
        node
    });
    file.children
        .push(table("gs ram", header.gs_ram, 0x10, objects, budget));
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
    rows: impl Iterator<Item = Node>,
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

fn class_node(class: &ClassEntry) -> Node {
    let mut node = Node::new(0, 0, "class").with_id(class.class.cast_unsigned());
    class.show(&mut node);
    node.field("textures", format_args!("{:?}", class.texture_slots()));
    node
}

fn texture_node(entry: &TextureEntry) -> Node {
    let mut node = Node::new(0, 0, "texture");
    node.field("size", format_args!("{} x {}", entry.width, entry.height));
    entry.show(&mut node);
    node
}
