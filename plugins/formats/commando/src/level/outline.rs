//! A level's files for people.

use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::{Node, Outline};

use super::chunk::ChunkFile;
use super::data::DataExtent;
use super::file::LevelFile;
use super::header::LevelHeader;
use super::open::Level;
use super::overlay::Overlay;
use crate::core::Regions;
use crate::inside::inside;
use crate::lz;

/// The tree of a level's file: header, members, and in the data extent its members with the core's regions.
pub fn outline(bytes: &[u8], limits: Limits) -> Outline {
    let mut file = Node::new(0, bytes.len() as u64, "level file");
    if let Ok(header) = LevelHeader::read(bytes) {
        fill(bytes, &header, limits, &mut file);
    }
    if let Err(error) = LevelFile::read(bytes) {
        file.fault(error);
    }
    inside(vec![file], Level::read(bytes).err(), bytes)
}

/// Header and members, of a file that is cut short as far as they are there.
fn fill(bytes: &[u8], header: &LevelHeader, limits: Limits, file: &mut Node) {
    file.field("form", format_args!("{:?}", header.form));
    file.field("sector", header.sector);
    file.field("level", header.id);
    file.field("reverb", header.reverb);
    for (name, extent) in header.extents.each() {
        let Ok(range) = extent.within(usize::MAX >> 1) else {
            continue;
        };
        if range.is_empty() {
            continue;
        }
        let mut node = Node::new(range.start as u64, range.len() as u64, name);
        node.field("sector", extent.sector);
        node.field("sectors", extent.sectors);
        let end = range.end.min(bytes.len());
        let member = bytes.get(range.start..end).unwrap_or_default();
        let inner = match name {
            "data" => Some(outline_data(member, limits)),
            "gameplay" => Some(lz::outline(member, limits)),
            "chunk 0" | "chunk 1" | "chunk 2" => Some(outline_chunk(member, limits)),
            _ => None,
        };
        if let Some(inner) = inner.filter(|_| !member.is_empty()) {
            adopt(&mut node, inner, range.start as u64);
        }
        file.children.push(node);
    }
    file.children.sort_by_key(|node| node.offset);
}

/// The tree of a data extent.
pub fn outline_data(bytes: &[u8], limits: Limits) -> Outline {
    let mut file = Node::new(0, bytes.len() as u64, "data extent");
    let read = DataExtent::read(bytes);
    if let Ok(data) = &read {
        for (name, range) in data.header.each() {
            let Ok(place) = range.within(bytes.len()) else {
                continue;
            };
            if place.is_empty() {
                continue;
            }
            let mut node = Node::new(place.start as u64, place.len() as u64, name);
            match name {
                "core index" => {
                    let inner = crate::core::outline(data.members.core_index, limits);
                    adopt(&mut node, inner, place.start as u64);
                }
                "core data" => {
                    let inner = lz::outline(data.members.core_data, limits);
                    adopt(&mut node, inner, place.start as u64);
                    if let Err(error) = regions(data, &mut node) {
                        node.fault(error);
                    }
                }
                "overlay" => {
                    let inner = outline_overlay(data.members.overlay);
                    adopt(&mut node, inner, place.start as u64);
                }
                _ => {}
            }
            file.children.push(node);
        }
        file.children.sort_by_key(|node| node.offset);
    }
    inside(vec![file], read.err(), bytes)
}

/// The core data's regions, as fields: they lie in bytes that are not in the file.
fn regions(data: &DataExtent<'_>, node: &mut Node) -> Result<(), FormatError> {
    let index = crate::core::CoreIndex::read_forced(data.members.core_index)?;
    let core_data = lz::decompress(data.members.core_data)?;
    let regions = Regions::find(&index, &core_data)?;
    for (name, range) in [
        ("tfrags", &regions.tfrags),
        ("occlusion", &regions.occlusion),
        ("sky", &regions.sky),
        ("collision", &regions.collision),
        ("textures", &regions.textures),
        ("hero sequences", &regions.hero_sequences),
    ] {
        node.field(name, format_args!("{:#x}..{:#x}", range.start, range.end));
    }
    node.field(
        "hero sequences known by",
        format_args!("{:?}", regions.hero_bound),
    );
    Ok(())
}

/// The tree of a chunk file.
pub fn outline_chunk(bytes: &[u8], limits: Limits) -> Outline {
    let mut file = Node::new(0, bytes.len() as u64, "chunk file");
    let read = ChunkFile::read(bytes);
    if let Ok(chunk) = &read {
        for (name, offset, stream) in [
            ("tfrags", chunk.tfrags_offset, chunk.tfrags),
            ("collision", chunk.collision_offset, chunk.collision),
        ] {
            if offset != 0 {
                let offset = u64::from(offset.unsigned_abs());
                let mut node = Node::new(offset, stream.len() as u64, name);
                adopt(&mut node, lz::outline(stream, limits), offset);
                file.children.push(node);
            }
        }
    }
    inside(vec![file], read.err(), bytes)
}

/// The tree of an overlay.
pub fn outline_overlay(bytes: &[u8]) -> Outline {
    let mut file = Node::new(0, bytes.len() as u64, "overlay");
    let overlay = Overlay::read(bytes);
    let mut at = 0;
    for section in &overlay.sections {
        let mut node = Node::new(at, 16 + section.bytes.len() as u64, "section");
        node.field("destination", format_args!("{:#x}", section.destination));
        node.field("type", section.section_type);
        node.field("entry point", format_args!("{:#x}", section.entry_point));
        at += node.size;
        file.children.push(node);
    }
    if !overlay.rest.is_empty() {
        file.children
            .push(Node::new(at, overlay.rest.len() as u64, "rest"));
    }
    inside(vec![file], None, bytes)
}

/// Takes over what is inside another outline's only node, moved to where it stands.
fn adopt(node: &mut Node, inner: Outline, base: u64) {
    if let Some(error) = inner.error {
        node.fault(error.moved_by(base));
    }
    for mut child in inner.nodes {
        move_by(&mut child.children, base);
        node.children.append(&mut child.children);
        node.decoded.append(&mut child.decoded);
        if let Some(error) = child.error {
            node.fault(error.moved_by(base));
        }
    }
}

fn move_by(nodes: &mut [Node], base: u64) {
    for node in nodes {
        node.offset += base;
        node.error = node.error.take().map(|error| error.moved_by(base));
        // Trees of these files are three deep.
        move_by(&mut node.children, base);
    }
}
