//! The plugins of every object. Source: spec/renderware.md 4.6, 6.1, 8, 10, 11.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::outline::Node;
use wonderwheel_ps2::vif::{UnpackFormat, VifCode, VifReader};

use super::faults::{finish, note, noted};
use super::fields::{Show, list, show_all, shown_text};
use super::raster::mip_word;
use super::state::{Maker, Object, Place};
use crate::bin_mesh::BinMesh;
use crate::chain::Chain;
use crate::default_chain::decode_default;
use crate::hanim::HAnim;
use crate::section::{self, id};
use crate::skin::Skin;
use crate::skinned_chain::decode_skinned;

const RIGHT: &[(&str, Show)] = &[("plugin", Show::U32), ("pipeline", Show::Hex)];
const SCALES: &[(&str, Show)] = &[
    ("position scale", Show::F32),
    ("uv scale", Show::F32),
    ("word", Show::Hex),
];
const STREAMED: &[(&str, Show)] = &[
    ("index", Show::I32),
    ("part", Show::U32),
    ("origin", Show::Vector),
];

impl Maker<'_> {
    /// Decodes a plugin of `object`.
    pub(super) fn plugin(
        &mut self,
        node: &mut Node,
        plugin: u32,
        mut payload: Cursor<'_>,
        object: &mut Object,
        depth: u32,
    ) -> Result<()> {
        let payload = &mut payload;
        let read = match plugin {
            id::RIGHT_TO_RENDER => show_all(node, payload, RIGHT),
            id::GAME_ATOMIC => show_all(node, payload, SCALES),
            id::GAME_SECTOR => show_all(node, payload, STREAMED),
            id::MATFX if object.id == id::MATERIAL => return self.effect(node, payload, depth),
            id::MATFX => show_all(node, payload, &[("enabled", Show::I32)]),
            id::BIN_MESH => return self.meshes(node, payload, object),
            id::NATIVE_DATA if object.id != id::GEOMETRY || object.native => {
                return self.native_data(node, payload, object);
            }
            id::MIPMAP_KL => payload.u32().map(|word| mip_word(node, word)),
            id::HANIM => hanim(node, payload),
            id::SKIN => skin(node, payload),
            id::FRAME_NAME => {
                node.field("text", shown_text(payload.rest()));
                return Ok(());
            }
            _ => {
                node.field("bytes", payload.remaining());
                return Ok(());
            }
        };
        note(node, read);
        finish(node, payload);
        Ok(())
    }

    /// A material effect: its words are fields, its texture references children.
    fn effect(&mut self, node: &mut Node, payload: &mut Cursor<'_>, depth: u32) -> Result<()> {
        let Some(effect) = noted(node, payload.u32()) else {
            return Ok(());
        };
        let name = match effect {
            0 => "none",
            1 => "bump map",
            2 => "environment map",
            3 => "bump and environment map",
            4 => "dual texture",
            5 => "uv transform",
            6 => "dual texture and uv transform",
            _ => "unknown",
        };
        node.field("effect", format!("{effect} ({name})"));
        for i in 0..2 {
            if payload.is_empty() {
                note(node, payload.u32());
                return Ok(());
            }
            let mut slot = self.record(payload.offset(), 0, format!("slot[{i}]"))?;
            let read = self.slot(&mut slot, payload, depth);
            self.budget.close(&mut slot, read);
            slot.size = payload.offset() - slot.offset;
            let broken = slot.error.is_some();
            node.children.push(slot);
            if broken {
                return Ok(());
            }
        }
        finish(node, payload);
        Ok(())
    }

    fn slot(&mut self, node: &mut Node, payload: &mut Cursor<'_>, depth: u32) -> Result<()> {
        let offset = payload.offset();
        let kind = payload.u32()?;
        node.field("type", kind);
        let (table, textures): (&[(&str, Show)], usize) = match kind {
            0 | 5 => (&[], 0),
            1 => (&[("coefficient", Show::F32)], 2),
            2 => (
                &[
                    ("coefficient", Show::F32),
                    ("use frame buffer alpha", Show::I32),
                ],
                1,
            ),
            4 => (
                &[
                    ("source blend", Show::I32),
                    ("destination blend", Show::I32),
                ],
                1,
            ),
            other => {
                return Err(FormatError::malformed(
                    offset,
                    "a material effect slot of type 0, 1, 2, 4 or 5",
                    other,
                ));
            }
        };
        show_all(node, payload, table)?;
        for _ in 0..textures {
            match payload.i32()? {
                0 => node.field("texture", "none"),
                _ if section::peek(payload) == Some(id::TEXTURE) && payload.remaining() >= 12 => {
                    node.field("texture", "inside");
                    let mut object = Object::of(id::MATFX);
                    let child = self.section(payload, &mut object, Place::Inside, depth + 1)?;
                    node.children.push(child);
                }
                _ => {
                    let found = payload.remaining();
                    return Err(FormatError::malformed(
                        payload.offset(),
                        "a texture reference",
                        format!("something else in {found} bytes"),
                    ));
                }
            }
        }
        Ok(())
    }

    fn meshes(
        &mut self,
        node: &mut Node,
        payload: &mut Cursor<'_>,
        object: &mut Object,
    ) -> Result<()> {
        let native = object.native || object.id == id::ATOMIC_SECTOR;
        let start = payload.offset();
        let total = payload
            .rest()
            .get(8..12)
            .and_then(|word| word.first_chunk());
        let read = BinMesh::read_payload(payload, native);
        let Some(read) = noted(node, read) else {
            return Ok(());
        };
        node.field("flags", format!("{:#x}", read.flags));
        node.field("form", if read.is_strip() { "strips" } else { "lists" });
        node.field("meshes", read.meshes.len());
        node.field("indices", total.copied().map_or(0, u32::from_le_bytes));
        let mut at = start + BinMesh::HEADER_BYTES;
        for (i, mesh) in read.meshes.iter().enumerate() {
            let mut record = self.record(at, mesh.stored_bytes(), format!("mesh[{i}]"))?;
            record.field("vertices", mesh.vertex_count);
            record.field("material", mesh.material);
            if !mesh.indices.is_empty() {
                record.field("indices", list(mesh.indices.iter(), mesh.indices.len()));
            }
            node.children.push(record);
            at += mesh.stored_bytes();
        }
        finish(node, payload);
        object.meshes = Some(read);
        Ok(())
    }

    fn native_data(
        &mut self,
        node: &mut Node,
        payload: &mut Cursor<'_>,
        object: &Object,
    ) -> Result<()> {
        const HEAD: &[(&str, Show)] = &[
            ("inner section", Show::Hex),
            ("inner size", Show::U32),
            ("inner stamp", Show::Hex),
            ("platform", Show::U32),
        ];
        let read = show_all(node, payload, HEAD);
        if noted(node, read).is_none() {
            return Ok(());
        }
        let Some(meshes) = &object.meshes else {
            node.fault(FormatError::malformed(
                node.offset,
                "the mesh plugin first",
                "native data",
            ));
            return Ok(());
        };
        for (i, mesh) in meshes.meshes.iter().enumerate() {
            let offset = payload.offset();
            let mut record =
                self.record(offset, payload.remaining() as u64, format!("chain[{i}]"))?;
            let read = Chain::read(payload);
            record.size = payload.offset() - offset;
            let read = noted(&mut record, read);
            if let Some(chain) = &read {
                self::chain(&mut record, chain, meshes.is_strip(), mesh.vertex_count);
            }
            node.children.push(record);
            if read.is_none() {
                return Ok(());
            }
        }
        if meshes.meshes.is_empty() {
            node.field("opaque bytes", payload.remaining());
        } else {
            finish(node, payload);
        }
        Ok(())
    }
}

/// What a chain sends. The layout shows in its first UNPACK: good enough for people, readers know it from the owner.
fn chain(node: &mut Node, chain: &Chain, strip: bool, vertices: u32) {
    node.field("bytes", chain.bytes.len());
    node.field("no references", chain.no_references);
    let (mut unpacks, mut batches, mut codes) = (0u32, 0u32, 0u32);
    let mut first = None;
    for packet in VifReader::at_base(&chain.bytes, chain.bytes.offset()) {
        match packet.map(|packet| packet.code) {
            Ok(VifCode::Nop) => {}
            Ok(code) => {
                codes += 1;
                batches += u32::from(code.starts_program());
                if let VifCode::Unpack(unpack) = code {
                    unpacks += 1;
                    first.get_or_insert(unpack.format);
                }
            }
            Err(error) => {
                node.fault(error);
                break;
            }
        }
    }
    node.field("codes", codes);
    node.field("unpacks", unpacks);
    node.field("batches", batches);
    let is_default = first == Some(UnpackFormat::V3_32);
    node.field("layout", if is_default { "default" } else { "packed" });
    let drawn = if is_default {
        decode_default(chain, strip, vertices).map(|mesh| {
            node.field("uv sets", mesh.uv_sets);
            mesh.triangles(strip).count()
        })
    } else {
        decode_skinned(chain, strip, vertices).map(|skinned| {
            let mesh = &skinned.mesh;
            node.field("uv sets", mesh.uv_sets);
            node.field("colours", mesh.colours.len());
            node.field("normals", mesh.normals.len());
            node.field("weights", skinned.weights.len());
            mesh.triangles(strip).count()
        })
    };
    if let Some(triangles) = noted(node, drawn) {
        node.field("triangles", triangles);
    }
}

fn hanim(node: &mut Node, payload: &mut Cursor<'_>) -> Result<()> {
    let hanim = HAnim::read_from(payload)?;
    node.field("version", format!("{:#x}", hanim.version));
    node.field("bone", hanim.bone_id);
    if let Some(hierarchy) = &hanim.hierarchy {
        node.field("flags", format!("{:#x}", hierarchy.flags));
        node.field("key frame bytes", hierarchy.key_frame_bytes);
        node.field("bones", hierarchy.bones.len());
        let ids = hierarchy.bones.iter().map(|bone| bone.id);
        node.field("bone ids", list(ids, hierarchy.bones.len()));
    }
    Ok(())
}

fn skin(node: &mut Node, payload: &mut Cursor<'_>) -> Result<()> {
    let skin = Skin::read_from(payload)?;
    node.field("inner size", skin.inner_size);
    node.field("bones", skin.inverse_bind.len());
    node.field("most weights", skin.max_weights);
    let used = skin.used_bones.iter();
    node.field("used bones", list(used, skin.used_bones.len()));
    node.field("bytes behind the matrices", skin.trailing.len());
    Ok(())
}
