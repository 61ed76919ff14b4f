//! The plain fields of every struct. Source: spec/renderware.md 2 to 9.

use std::fmt::Write;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::outline::{Node, OrNone, ValueList};

use super::faults::{finish, note, noted};
use super::state::{Maker, Object};
use crate::geometry::{PlainVertices, format};
use crate::section::id;
use crate::texture::Sampling;

/// How a field is shown.
#[derive(Clone, Copy)]
pub(super) enum Show {
    U16,
    U32,
    I32,
    /// The number of something, -1 for none.
    Index,
    Hex,
    F32,
    /// Three floats.
    Vector,
    /// Four bytes.
    Bytes4,
}

/// Most values of one field that are spelt out.
const SHOWN: usize = 16;

const DICTIONARY: &[(&str, Show)] = &[("textures", Show::U16), ("device", Show::U16)];
const CLUMP: &[(&str, Show)] = &[
    ("atomics", Show::I32),
    ("lights", Show::I32),
    ("cameras", Show::I32),
];
const MATERIAL: &[(&str, Show)] = &[
    ("flags", Show::Hex),
    ("colour", Show::Bytes4),
    ("unused", Show::Hex),
    ("textured", Show::I32),
    ("ambient", Show::F32),
    ("specular", Show::F32),
    ("diffuse", Show::F32),
];
const ATOMIC: &[(&str, Show)] = &[
    ("frame", Show::I32),
    ("geometry", Show::I32),
    ("flags", Show::Hex),
    ("unused", Show::Hex),
];
const WORLD: &[(&str, Show)] = &[
    ("root is a sector", Show::U32),
    ("inverse origin", Show::Vector),
    ("triangles", Show::U32),
    ("vertices", Show::U32),
    ("plane sectors", Show::U32),
    ("atomic sectors", Show::U32),
    ("collision sector size", Show::U32),
    ("format", Show::Hex),
    ("box maximum", Show::Vector),
    ("box minimum", Show::Vector),
];
const PLANE: &[(&str, Show)] = &[
    ("axis offset", Show::U32),
    ("value", Show::F32),
    ("left is a sector", Show::U32),
    ("right is a sector", Show::U32),
    ("left extent", Show::F32),
    ("right extent", Show::F32),
];
const SECTOR: &[(&str, Show)] = &[
    ("material base", Show::I32),
    ("triangles", Show::I32),
    ("vertices", Show::I32),
    ("box maximum", Show::Vector),
    ("box minimum", Show::Vector),
    ("collision present", Show::U32),
    ("unused", Show::Hex),
];
const FRAME: &[(&str, Show)] = &[
    ("right", Show::Vector),
    ("up", Show::Vector),
    ("at", Show::Vector),
    ("position", Show::Vector),
    ("parent", Show::Index),
    ("flags", Show::Hex),
];
const GEOMETRY: &[(&str, Show)] = &[
    ("format", Show::Hex),
    ("triangles", Show::I32),
    ("vertices", Show::I32),
    ("morph targets", Show::I32),
];
const SPHERE: &[(&str, Show)] = &[
    ("sphere centre", Show::Vector),
    ("sphere radius", Show::F32),
    ("has vertices", Show::I32),
    ("has normals", Show::I32),
];

impl Maker<'_> {
    /// Decodes a struct of `object`.
    pub(super) fn fields(
        &mut self,
        node: &mut Node,
        mut payload: Cursor<'_>,
        object: &mut Object,
    ) -> Result<()> {
        let payload = &mut payload;
        let read = match object.id {
            id::TEXTURE_DICTIONARY => show_all(node, payload, DICTIONARY),
            id::CLUMP => show_all(node, payload, CLUMP),
            id::MATERIAL => show_all(node, payload, MATERIAL),
            id::ATOMIC => show_all(node, payload, ATOMIC),
            id::WORLD => show_all(node, payload, WORLD),
            id::PLANE_SECTOR => show_all(node, payload, PLANE),
            id::ATOMIC_SECTOR => show_all(node, payload, SECTOR),
            id::GEOMETRY_LIST => show_all(node, payload, &[("geometries", Show::I32)]),
            id::GEOMETRY => geometry(node, payload, object),
            id::MATERIAL_LIST => indices(node, payload),
            id::NATIVE_TEXTURE | id::TEXTURE => {
                sampling(node, payload, object.id == id::NATIVE_TEXTURE)
            }
            id::FRAME_LIST => return self.frames(node, payload),
            id::STRUCT if object.structs == 1 => {
                super::raster::head(node, payload).map(|head| object.raster = Some(head))
            }
            id::STRUCT => return self.raster_data(node, payload, object.raster),
            _ => {
                node.field("bytes", payload.remaining());
                return Ok(());
            }
        };
        note(node, read);
        finish(node, payload);
        Ok(())
    }

    fn frames(&mut self, node: &mut Node, payload: &mut Cursor<'_>) -> Result<()> {
        let Some(count) = noted(node, payload.u32()) else {
            return Ok(());
        };
        node.field("frames", count.cast_signed());
        let mut index = 0u32;
        while index < count && payload.remaining() >= 56 {
            let mut frame = self.record(payload.offset(), 56, format!("frame[{index}]"))?;
            let read = show_all(&mut frame, payload, FRAME);
            note(&mut frame, read);
            let parent = match frame.get("parent") {
                Some("none") => Some(-1),
                parent => parent.and_then(|parent| parent.parse::<i64>().ok()),
            };
            if parent.is_none_or(|parent| !(-1..i64::from(index)).contains(&parent)) {
                frame.fault(wonderwheel_ps2::error::FormatError::malformed(
                    frame.offset + 48,
                    format!("-1 or a frame before {index}"),
                    parent.unwrap_or_default(),
                ));
            }
            node.children.push(frame);
            index += 1;
        }
        if index < count {
            note(node, payload.check_count(u64::from(count - index), 56));
        }
        finish(node, payload);
        Ok(())
    }
}

fn geometry(node: &mut Node, payload: &mut Cursor<'_>, object: &mut Object) -> Result<()> {
    let mut ahead = payload.clone();
    let [bits, triangles, vertices, targets] =
        [ahead.u32()?, ahead.u32()?, ahead.u32()?, ahead.u32()?];
    show_all(node, payload, GEOMETRY)?;
    object.native = bits & format::NATIVE != 0;
    node.field("uv sets", format::uv_sets(bits));
    node.field("form", if object.native { "PS2 native" } else { "plain" });
    if object.native {
        return show_all(node, payload, SPHERE);
    }
    let plain = PlainVertices::read(payload, bits, triangles, vertices, targets)?;
    node.field("colours", plain.colours.len());
    if let Some(target) = plain.morph_targets.first() {
        let [x, y, z, radius] = target.bounding_sphere;
        node.field("sphere centre", ValueList::new([x, y, z], " "));
        node.field("sphere radius", radius);
        node.field("has vertices", i32::from(target.positions.is_some()));
        node.field("has normals", i32::from(target.normals.is_some()));
    }
    Ok(())
}

fn sampling(node: &mut Node, payload: &mut Cursor<'_>, has_platform: bool) -> Result<()> {
    if has_platform {
        let platform: [u8; 4] = payload.array()?;
        node.field("platform", shown_text(&platform));
    }
    let sampling = Sampling(payload.u32()?);
    node.field("filter and addressing", format!("{:#x}", sampling.0));
    let filter = match sampling.filter() {
        1 => "nearest",
        2 => "linear",
        3 => "mip nearest",
        4 => "mip linear",
        5 => "linear mip nearest",
        6 => "linear mip linear",
        _ => "unknown",
    };
    node.field("filter", filter);
    node.field(
        "addressing",
        format!("{:?} {:?}", sampling.u(), sampling.v()),
    );
    Ok(())
}

fn indices(node: &mut Node, payload: &mut Cursor<'_>) -> Result<()> {
    let count = payload.u32()?;
    node.field("materials", count.cast_signed());
    let count = payload.check_count(u64::from(count), 4)?;
    let (words, _) = payload.take(count * 4)?.as_chunks::<4>();
    let values = words.iter().map(|word| i32::from_le_bytes(*word));
    node.field("indices", list(values, count));
    Ok(())
}

/// The first values of a list, and how many more there are.
pub(super) fn list(
    values: impl Iterator<Item = impl std::fmt::Display>,
    count: usize,
) -> ValueList {
    let mut list = ValueList::new(values.take(SHOWN), " ");
    if count > SHOWN {
        // Writing to a string cannot fail.
        let _ = write!(list.0, " and {} more", count - SHOWN);
    }
    list
}

/// Decodes fields one after the other.
pub(super) fn show_all(
    node: &mut Node,
    payload: &mut Cursor<'_>,
    table: &[(&'static str, Show)],
) -> Result<()> {
    for &(name, show) in table {
        match show {
            Show::U16 => node.field(name, payload.u16()?),
            Show::U32 => node.field(name, payload.u32()?),
            Show::I32 => node.field(name, payload.i32()?),
            Show::Index => node.field(name, OrNone::unless(payload.i32()?, &-1)),
            Show::Hex => node.field(name, format!("{:#x}", payload.u32()?)),
            Show::F32 => node.field(name, payload.f32()?),
            Show::Vector => {
                let values = [payload.f32()?, payload.f32()?, payload.f32()?];
                node.field(name, ValueList::new(values, " "));
            }
            Show::Bytes4 => node.field(name, ValueList::new(payload.array::<4>()?, " ")),
        }
    }
    Ok(())
}

/// The characters of a string section, and what is odd behind them.
pub(super) fn text(node: &mut Node, payload: &mut Cursor<'_>) {
    let bytes = payload.rest();
    let length = bytes.iter().position(|&byte| byte == 0);
    let (text, tail) = bytes.split_at(length.unwrap_or(bytes.len()));
    node.field("text", shown_text(text));
    if tail.iter().any(|&byte| byte != 0) {
        node.field("bytes behind the text", tail.len());
    }
}

/// Bytes as text: printable ASCII as it is, all others escaped.
pub(super) fn shown_text(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}
