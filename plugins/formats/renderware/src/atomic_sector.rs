//! Atomic sector, section 0x09: a leaf of a world.

use binrw::binrw;
use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::{FormatError, Result};

use crate::aabb::Aabb;
use crate::bin_mesh::{BinMesh, Mesh};
use crate::chain::{Chain, ChainOptions};
use crate::default_chain::{FloatMesh, encode_default};
use crate::extension::{self, Extension, ExtensionWriter};
use crate::material::RightToRender;
use crate::native_data::NativeData;
use crate::section::{self, id};

/// An atomic sector: a leaf. In streamed worlds it is only a box with plugin 0x3F1.
#[derive(Debug, Clone, PartialEq)]
pub struct AtomicSector {
    /// First material of the sector's window; 0.
    pub material_base: u32,
    /// Triangle count; 0 in streamed worlds.
    pub triangle_count: u32,
    /// Vertex count; 0 in streamed worlds.
    pub vertex_count: u32,
    /// The two box corners as stored, maximum first.
    pub stored_box: [[f32; 3]; 2],
    /// Collision-present and unused words.
    pub trailing_words: [u32; 2],
    /// Mesh plugin.
    pub bin_mesh: Option<BinMesh>,
    /// Native data.
    pub native_data: Option<NativeData>,
    /// Right to render.
    pub right_to_render: Option<RightToRender>,
    /// Plugin 0x3F1.
    pub streamed: Option<StreamedSector>,
    /// PVS plugin 0x12A of the sector, opaque.
    pub pvs: Option<Vec<u8>>,
    /// Other extension sections, and the order of all.
    pub extension: Extension,
}

/// Plugin 0x3F1: which part holds the sector's atomic, and where it is placed. Source: spec/renderware.md 8.6.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StreamedSector {
    /// Streamed-sector index k, or -1 when the sector has no atomic.
    pub index: i32,
    /// Part number, 1..=partCount; 0 without an atomic.
    pub part: u32,
    /// Translation of the atomic's frame, RenderWare axes, metres.
    pub origin: [f32; 3],
}

/// The 44 bytes of a sector's struct. Source: spec/renderware.md 9.3.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy)]
struct SectorStruct {
    material_base: u32,
    triangle_count: u32,
    vertex_count: u32,
    stored_box: [[f32; 3]; 2],
    trailing_words: [u32; 2],
}

impl AtomicSector {
    /// A sector of a streamed world: a box, where its atomic is to be found, and empty mesh sections.
    pub fn streamed(bounds: Aabb, streamed: Option<StreamedSector>) -> Self {
        Self {
            material_base: 0,
            triangle_count: 0,
            vertex_count: 0,
            stored_box: bounds.stored(),
            trailing_words: [0; 2],
            bin_mesh: Some(BinMesh {
                flags: 1,
                meshes: Vec::new(),
            }),
            native_data: Some(NativeData::new(Vec::new())),
            right_to_render: None,
            streamed: Some(streamed.unwrap_or_default()),
            pvs: None,
            extension: Extension::default(),
        }
    }

    /// A sector with triangles of its own, in the default layout: the glow world's. Counts and box are worked out; the
    /// materials are those of the world.
    pub fn of_float_strips(meshes: &[(u32, FloatMesh)], options: &ChainOptions) -> Self {
        let positions = || meshes.iter().flat_map(|(_, mesh)| &mesh.positions);
        let bounds = positions()
            .map(|&position| Aabb::of_corners(position, position))
            .reduce(|all, one| all.union(&one))
            .unwrap_or_default();
        let records = meshes.iter().map(|(material, mesh)| Mesh {
            material: *material,
            vertex_count: mesh.positions.len() as u32,
            indices: Vec::new(),
        });
        let chains = meshes
            .iter()
            .map(|(_, mesh)| encode_default(mesh, true, options));
        Self {
            triangle_count: meshes
                .iter()
                .map(|(_, mesh)| mesh.triangles(true).count() as u32)
                .sum(),
            vertex_count: positions().count() as u32,
            bin_mesh: Some(BinMesh {
                flags: 1,
                meshes: records.collect(),
            }),
            native_data: Some(NativeData::new(chains.collect())),
            ..Self::streamed(bounds, None)
        }
    }

    /// The meshes with their chains, in drawing order.
    pub fn chains(&self) -> impl Iterator<Item = (&Mesh, &Chain)> {
        let meshes = self
            .bin_mesh
            .as_ref()
            .map_or(&[][..], |bin_mesh| &bin_mesh.meshes);
        let chains = self
            .native_data
            .as_ref()
            .map_or(&[][..], |native| &native.chains);
        meshes.iter().zip(chains)
    }

    /// The sector's box, corners in order (empty sectors store them the wrong way round).
    pub fn bounds(&self) -> Aabb {
        let [a, b] = self.stored_box;
        Aabb::of_corners(a, b)
    }

    /// Plugin 0x3F1 of a sector that has an atomic.
    pub fn streamed_atomic(&self) -> Option<StreamedSector> {
        self.streamed.filter(|streamed| streamed.index >= 0)
    }

    /// Reads the section at the cursor. `materials` is the length of the world's list.
    pub(crate) fn read_from(cursor: &mut Cursor<'_>, materials: usize) -> Result<Self> {
        section::read(cursor, id::ATOMIC_SECTOR, |payload| {
            let fields = section::read(payload, id::STRUCT, |fields| {
                section::expect_size(fields, 44)?;
                let at = fields.offset();
                let mut counts = fields.clone();
                for _ in 0..3 {
                    section::count(&mut counts)?;
                }
                let fields = fields.record::<SectorStruct>()?;
                section::finite(at + 12, fields.stored_box.as_flattened())?;
                Ok(fields)
            })?;
            let mut bin_mesh: Option<BinMesh> = None;
            let mut native_data = None;
            let mut right_to_render = None;
            let mut streamed = None;
            let mut pvs = None;
            let extension =
                extension::read(payload, extension::of::ATOMIC_SECTOR, |plugin, body| {
                    match plugin {
                        id::BIN_MESH if bin_mesh.is_none() => {
                            let at = body.offset();
                            let read = BinMesh::read_payload(body, true)?;
                            read.check_materials(materials, fields.material_base, at)?;
                            bin_mesh = Some(read);
                        }
                        id::NATIVE_DATA if native_data.is_none() => {
                            let Some(bin_mesh) = &bin_mesh else {
                                return Err(FormatError::malformed(
                                    body.offset(),
                                    "the mesh plugin first",
                                    "native data",
                                ));
                            };
                            native_data = Some(NativeData::read_payload(body, &bin_mesh.meshes)?);
                        }
                        id::GAME_SECTOR if streamed.is_none() => {
                            streamed = Some(StreamedSector::read_payload(body)?)
                        }
                        id::PVS if pvs.is_none() => {
                            pvs = Some(body.take(body.remaining())?.to_vec())
                        }
                        _ => return RightToRender::read_plugin(plugin, body, &mut right_to_render),
                    }
                    Ok(true)
                })?;
            Ok(Self {
                material_base: fields.material_base,
                triangle_count: fields.triangle_count,
                vertex_count: fields.vertex_count,
                stored_box: fields.stored_box,
                trailing_words: fields.trailing_words,
                bin_mesh,
                native_data,
                right_to_render,
                streamed,
                pvs,
                extension,
            })
        })
    }

    /// Appends the section.
    pub(crate) fn write_to(&self, out: &mut Vec<u8>) {
        section::write(out, id::ATOMIC_SECTOR, |out| {
            section::write(out, id::STRUCT, |out| {
                push_record(
                    out,
                    &SectorStruct {
                        material_base: self.material_base,
                        triangle_count: self.triangle_count,
                        vertex_count: self.vertex_count,
                        stored_box: self.stored_box,
                        trailing_words: self.trailing_words,
                    },
                );
            });
            let mut extension = ExtensionWriter::default();
            if let Some(bin_mesh) = &self.bin_mesh {
                extension.plugin(id::BIN_MESH, |out| bin_mesh.write_payload(out));
            }
            if let Some(native_data) = &self.native_data {
                extension.plugin(id::NATIVE_DATA, |out| native_data.write_payload(out));
            }
            RightToRender::write_plugin(self.right_to_render, &mut extension);
            if let Some(pvs) = &self.pvs {
                extension.plugin(id::PVS, |out| out.extend_from_slice(pvs));
            }
            if let Some(streamed) = self.streamed {
                extension.plugin(id::GAME_SECTOR, |out| streamed.write_payload(out));
            }
            extension.write(&self.extension, out);
        });
    }
}

impl Default for StreamedSector {
    /// A sector without an atomic.
    fn default() -> Self {
        Self {
            index: -1,
            part: 0,
            origin: [0.0; 3],
        }
    }
}

impl StreamedSector {
    fn read_payload(body: &mut Cursor<'_>) -> Result<Self> {
        section::expect_size(body, 20)?;
        Ok(Self {
            index: body.i32()?,
            part: body.u32()?,
            origin: [body.finite_f32()?, body.finite_f32()?, body.finite_f32()?],
        })
    }

    fn write_payload(&self, out: &mut Vec<u8>) {
        out.extend(self.index.to_le_bytes());
        out.extend(self.part.to_le_bytes());
        out.extend(self.origin.iter().flat_map(|value| value.to_le_bytes()));
    }
}
