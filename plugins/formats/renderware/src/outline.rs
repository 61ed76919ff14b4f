//! The tree of a RenderWare stream for people: every section with its decoded fields, up to a fault and past it.
//!
//! Where the readers of this crate stop at the first fault, the outline notes it in the node and goes on behind the
//! section, as long as the section's size can be believed. It descends only into sections whose children are known, so
//! its depth is that of the layouts, and of the sector tree up to the limit.

use std::borrow::Cow;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::Budget;

pub use wonderwheel_ps2::outline::{Node, Outline};

use crate::atomic::Atomic;
use crate::clump::Clump;
use crate::dictionary::TextureDictionary;
use crate::section::{self, SectionHeader, id};
use crate::stamp;
use crate::world::World;

use state::{Maker, Object, Place};

mod faults;
mod fields;
mod plugins;
mod raster;
mod state;

/// The tree of an input that is one section or several behind each other. What is wrong stands in the nodes; what the
/// reader of the first section says of it stands in [`Outline::error`].
pub fn outline(bytes: &[u8], limits: Limits) -> Outline {
    let mut outline = Outline::default();
    let mut budget = Budget::new(&limits);
    let mut cursor = Cursor::new(bytes).limited(limits);
    let mut fault = None;
    while !cursor.is_empty() {
        let mut ahead = cursor.clone();
        match outline_section(&mut cursor, &mut budget) {
            Ok(node) => {
                // A reader's own word comes first: it names the way to the fault.
                let read = node.id.and_then(|id| read(id, &mut ahead).err());
                outline.error = outline.error.or(read);
                outline.nodes.push(node);
            }
            Err(error) => {
                fault = Some(error);
                break;
            }
        }
    }
    let full = budget.refusal().cloned();
    outline.error = outline.error.or(full).or(fault);
    outline
}

/// The tree of the section at the cursor, which then stands behind it: for containers of other formats. A section that
/// claims more bytes than are left takes all of them. When the budget ends inside it, it has the nodes that were made, and
/// the next one is refused.
///
/// # Errors
/// `Malformed` when there is no whole header, `Limit` when the budget was spent before.
pub fn outline_section(cursor: &mut Cursor<'_>, budget: &mut Budget) -> Result<Node> {
    Maker { budget }.section(cursor, &mut Object::of(0), Place::Inside, 0)
}

/// What the readers of this crate say about a section; nothing about one that stands inside others only.
fn read(id: u32, cursor: &mut Cursor<'_>) -> Result<()> {
    match id {
        id::TEXTURE_DICTIONARY => TextureDictionary::read_from(cursor).map(drop),
        id::CLUMP => Clump::read_from(cursor).map(drop),
        id::ATOMIC => Atomic::read_from(cursor).map(drop),
        id::WORLD => World::read_from(cursor).map(drop),
        _ => Ok(()),
    }
}

impl Maker<'_> {
    fn section(
        &mut self,
        parent: &mut Cursor<'_>,
        object: &mut Object,
        place: Place,
        depth: u32,
    ) -> Result<Node> {
        let offset = parent.offset();
        let header = SectionHeader {
            id: parent.u32()?,
            size: parent.u32()?,
            stamp: parent.u32()?,
        };
        self.budget.spend(offset)?;
        let left = parent.remaining();
        let payload = parent.window(left.min(header.size as usize))?;
        let mut node = Node {
            id: Some(header.id),
            stamp: Some(header.stamp),
            ..Node::new(
                offset,
                (SectionHeader::BYTES + payload.remaining()) as u64,
                name(header.id, place),
            )
        };
        if header.size as usize > left {
            let expected = format!("{} that fits its parent", node.name);
            let found = format!("size {} with {left} bytes left", header.size);
            node.fault(FormatError::malformed(offset, expected, found));
        }
        if place == Place::Inside
            && let Err(error) = stamp::check(offset + 8, header.stamp)
        {
            node.fault(error);
        }
        if let Err(error) =
            payload
                .limits()
                .check_depth("sections inside each other", depth, offset)
        {
            node.fault(error);
            return Ok(node);
        }
        let filled = self.payload(&mut node, header.id, payload, object, place, depth);
        self.budget.close(&mut node, filled);
        Ok(node)
    }

    /// Decodes what a section holds. An error is one of the budget; what is wrong with the bytes goes into the node.
    fn payload(
        &mut self,
        node: &mut Node,
        section: u32,
        mut payload: Cursor<'_>,
        object: &mut Object,
        place: Place,
        depth: u32,
    ) -> Result<()> {
        if place == Place::Plugin {
            return self.plugin(node, section, payload, object, depth);
        }
        match section {
            id::STRUCT => {
                object.structs += 1;
                if object.id == id::NATIVE_TEXTURE && object.structs == 2 {
                    node.name = Cow::Borrowed("raster");
                    let mut raster = Object::of(id::STRUCT);
                    return self.children(node, &mut payload, &mut raster, Place::Inside, depth);
                }
                return self.fields(node, payload, object);
            }
            id::STRING => fields::text(node, &mut payload),
            id::EXTENSION => {
                return self.children(node, &mut payload, object, Place::Plugin, depth);
            }
            id::TEXTURE
            | id::MATERIAL
            | id::MATERIAL_LIST
            | id::ATOMIC_SECTOR
            | id::PLANE_SECTOR
            | id::WORLD
            | id::FRAME_LIST
            | id::GEOMETRY
            | id::CLUMP
            | id::ATOMIC
            | id::NATIVE_TEXTURE
            | id::TEXTURE_DICTIONARY
            | id::GEOMETRY_LIST => {
                let mut inner = Object::of(section);
                return self.children(node, &mut payload, &mut inner, Place::Inside, depth);
            }
            // Never descended into: its children are not known.
            _ => node.field("bytes", payload.remaining()),
        }
        Ok(())
    }

    fn children(
        &mut self,
        node: &mut Node,
        payload: &mut Cursor<'_>,
        object: &mut Object,
        place: Place,
        depth: u32,
    ) -> Result<()> {
        while !payload.is_empty() {
            if payload.remaining() < SectionHeader::BYTES {
                let found = format!("{} bytes", payload.remaining());
                node.fault(FormatError::malformed(
                    payload.offset(),
                    "a section header",
                    found,
                ));
                break;
            }
            let child = self.section(payload, object, place, depth + 1)?;
            node.children.push(child);
        }
        Ok(())
    }
}

/// What a section is called: plugins by their trade names where they have one.
fn name(section: u32, place: Place) -> Cow<'static, str> {
    if place == Place::Inside {
        return section::name(section);
    }
    Cow::Borrowed(match section {
        id::RIGHT_TO_RENDER => "right to render",
        id::MIPMAP_KL => "mipmap K and L",
        id::SKIN => "skin",
        id::HANIM => "HAnim",
        id::MATFX => "material effect",
        id::PVS => "potentially visible set",
        id::GAME_ATOMIC => "vertex scales",
        id::GAME_SECTOR => "streamed sector",
        id::BIN_MESH => "meshes",
        id::NATIVE_DATA => "native data",
        id::FRAME_NAME => "frame name",
        other => return Cow::Owned(format!("plugin {other:#x}")),
    })
}
