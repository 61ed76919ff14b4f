//! Geometry, section 0x0F: format, materials, and vertices in plain or PS2-native form.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::bin_mesh::{BinMesh, Mesh};
use crate::chain::{Chain, ChainOptions};
use crate::extension::{self, Extension, ExtensionWriter};
use crate::material::Material;
use crate::material_list;
use crate::native_data::NativeData;
use crate::packed_chain::{PackedMesh, decode_packed, encode_packed};
use crate::plain::{self, read_sphere};
use crate::scales::Scales;
use crate::section::{self, id};
use crate::skin::Skin;

pub mod format;

pub use crate::plain::{MorphTarget, PlainVertices};

/// A geometry. Source: spec/renderware.md 6.3 and 6.5.
#[derive(Debug, Clone, PartialEq)]
pub struct Geometry {
    /// Format bits, [`mod@format`].
    pub format: u32,
    /// The exporter's triangle count; an upper bound of what the strips decode to.
    pub triangle_count: u32,
    /// The exporter's vertex count.
    pub vertex_count: u32,
    /// Centre x, y, z and radius, in scaled units.
    pub bounding_sphere: [f32; 4],
    /// Material list.
    pub materials: Vec<Material>,
    /// The material list's index words as stored; -1 = a material of its own.
    pub material_indices: Vec<i32>,
    /// Which vertices use which material.
    pub bin_mesh: BinMesh,
    /// The vertices.
    pub vertices: Vertices,
    /// Other extension sections, and the order of all.
    pub extension: Extension,
}

/// One mesh of a native geometry that is being made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NativeMesh {
    /// Index into the material list.
    pub material: u32,
    /// Vertices of the strip or list in the chain.
    pub vertex_count: u32,
    /// The vertices.
    pub chain: Chain,
}

/// The vertices of a geometry.
#[derive(Debug, Clone, PartialEq)]
pub enum Vertices {
    /// PS2 native: chains, one a mesh.
    Native(NativeData),
    /// Platform-independent arrays.
    Plain(PlainVertices),
}

impl Geometry {
    /// A native geometry of chains. Set the counts and the bounding sphere afterwards.
    pub fn native(
        format: u32,
        materials: Vec<Material>,
        strip: bool,
        meshes: Vec<NativeMesh>,
    ) -> Self {
        let (records, chains) = meshes
            .into_iter()
            .map(|mesh| {
                let record = Mesh {
                    material: mesh.material,
                    vertex_count: mesh.vertex_count,
                    indices: Vec::new(),
                };
                (record, mesh.chain)
            })
            .unzip();
        let strip_bit = if strip { format::STRIP } else { 0 };
        Self {
            format: format | format::NATIVE | strip_bit,
            triangle_count: 0,
            vertex_count: 0,
            bounding_sphere: [0.0; 4],
            material_indices: vec![-1; materials.len()],
            materials,
            bin_mesh: BinMesh {
                flags: u32::from(strip),
                meshes: records,
            },
            vertices: Vertices::Native(NativeData::new(chains)),
            extension: Extension::default(),
        }
    }

    /// A native geometry of packed strips, one a material index: format bits, counts and bounding sphere are worked out.
    ///
    /// The vertex count is the number of strip vertices, the triangle count that of all triangles that are not
    /// degenerate, so that it is an upper bound of what any reader decodes.
    pub fn packed(
        materials: Vec<Material>,
        meshes: &[(u32, PackedMesh)],
        scales: Scales,
        options: &ChainOptions,
    ) -> Self {
        let uv_sets = meshes
            .iter()
            .map(|(_, mesh)| mesh.uv_sets)
            .max()
            .unwrap_or(0);
        let mut format = format::POSITIONS | format::with_uv_sets(u32::from(uv_sets));
        if meshes.iter().any(|(_, mesh)| !mesh.colours.is_empty()) {
            format |= format::PRELIT;
        }
        if meshes.iter().any(|(_, mesh)| !mesh.normals.is_empty()) {
            format |= format::NORMALS | format::LIGHT;
        }
        let native = meshes
            .iter()
            .map(|(material, mesh)| NativeMesh {
                material: *material,
                vertex_count: mesh.positions.len() as u32,
                chain: encode_packed(mesh, true, options),
            })
            .collect();
        Self {
            triangle_count: meshes
                .iter()
                .map(|(_, mesh)| mesh.strip_triangles().count() as u32)
                .sum(),
            vertex_count: meshes
                .iter()
                .map(|(_, mesh)| mesh.positions.len() as u32)
                .sum(),
            bounding_sphere: bounding_sphere(meshes, scales.position),
            ..Self::native(format, materials, true, native)
        }
    }

    /// Native data, when the geometry is PS2 native.
    pub fn native_data(&self) -> Option<&NativeData> {
        match &self.vertices {
            Vertices::Native(native) => Some(native),
            Vertices::Plain(_) => None,
        }
    }

    /// The skin plugin 0x116 of a character, when there is one. It is kept as it is in [`Geometry::extension`].
    ///
    /// # Errors
    /// As [`Skin::read`]; offsets count from the plugin's payload.
    pub fn skin(&self) -> Result<Option<Skin>> {
        self.extension
            .iter()
            .find(|section| section.id == id::SKIN)
            .map(|plugin| Skin::read(&plugin.payload).within(|| "plugin 0x116"))
            .transpose()
    }

    /// The meshes with their chains, in drawing order; none for plain geometry.
    pub fn chains(&self) -> impl Iterator<Item = (&Mesh, &Chain)> {
        let chains = self.native_data().map_or(&[][..], |native| &native.chains);
        self.bin_mesh.meshes.iter().zip(chains)
    }

    /// The packed meshes whose chains decode.
    pub fn packed_meshes(&self) -> impl Iterator<Item = PackedMesh> + '_ {
        self.chains().filter_map(|(mesh, chain)| {
            let mut decoded = PackedMesh::default();
            let strip = self.bin_mesh.is_strip();
            decode_packed(chain, strip, mesh.vertex_count, &mut decoded).ok()?;
            Some(decoded)
        })
    }

    /// The triangles that the mesh plugin's indices give, with their materials, degenerate ones left out. Only plain
    /// geometry has indices; the same triangles stand in [`PlainVertices::triangles`].
    pub fn indexed_triangles(&self) -> impl Iterator<Item = ([u32; 3], u32)> + '_ {
        plain::mesh_triangles(&self.bin_mesh)
    }

    /// Reads the section at the cursor.
    ///
    /// # Errors
    /// `Malformed` or `Unsupported` with the section path.
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        section::read(cursor, id::GEOMETRY, |payload| {
            let head = section::read(payload, id::STRUCT, Head::read)?;
            let (materials, material_indices) = material_list::read(payload)?;
            let is_native = head.format & format::NATIVE != 0;

            let mut bin_mesh: Option<BinMesh> = None;
            let mut bin_mesh_at = 0;
            let mut native = None;
            let extension_at = payload.offset();
            let extension = extension::read(payload, extension::of::GEOMETRY, |plugin, body| {
                match plugin {
                    id::BIN_MESH if bin_mesh.is_none() => {
                        bin_mesh_at = body.offset();
                        let read = BinMesh::read_payload(body, is_native)?;
                        read.check_materials(materials.len(), 0, bin_mesh_at)?;
                        bin_mesh = Some(read);
                    }
                    id::NATIVE_DATA if is_native && native.is_none() => {
                        let Some(bin_mesh) = &bin_mesh else {
                            return Err(FormatError::malformed(
                                body.offset(),
                                "the mesh plugin first",
                                "native data",
                            ));
                        };
                        native = Some(NativeData::read_payload(body, &bin_mesh.meshes)?);
                    }
                    _ => return Ok(false),
                }
                Ok(true)
            })?;
            let missing = |what: &'static str| {
                FormatError::malformed(extension_at, what, "an extension without it")
            };
            let bin_mesh = bin_mesh.ok_or_else(|| missing("the mesh plugin 0x50e"))?;
            let vertices = match head.plain {
                Some((plain, at)) => {
                    plain.check(
                        &bin_mesh,
                        head.vertex_count,
                        materials.len(),
                        bin_mesh_at,
                        at,
                    )?;
                    Vertices::Plain(plain)
                }
                None => Vertices::Native(native.ok_or_else(|| missing("native data 0x510"))?),
            };
            Ok(Self {
                format: head.format,
                triangle_count: head.triangle_count,
                vertex_count: head.vertex_count,
                bounding_sphere: head.bounding_sphere,
                materials,
                material_indices,
                bin_mesh,
                vertices,
                extension,
            })
        })
    }

    /// Appends the section.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        section::write(out, id::GEOMETRY, |out| {
            section::write(out, id::STRUCT, |out| {
                let morph_targets = match &self.vertices {
                    Vertices::Native(_) => 1,
                    Vertices::Plain(plain) => plain.morph_targets.len() as u32,
                };
                let words = [
                    self.format,
                    self.triangle_count,
                    self.vertex_count,
                    morph_targets,
                ];
                out.extend(words.iter().flat_map(|word| word.to_le_bytes()));
                match &self.vertices {
                    Vertices::Native(_) => {
                        out.extend(
                            self.bounding_sphere
                                .iter()
                                .flat_map(|value| value.to_le_bytes()),
                        );
                        out.extend([0; 8]);
                    }
                    Vertices::Plain(plain) => plain.write(out),
                }
            });
            material_list::write(out, &self.materials, &self.material_indices);
            let mut extension = ExtensionWriter::default();
            extension.plugin(id::BIN_MESH, |out| self.bin_mesh.write_payload(out));
            if let Vertices::Native(native) = &self.vertices {
                extension.plugin(id::NATIVE_DATA, |out| native.write_payload(out));
            }
            extension.write(&self.extension, out);
        });
    }
}

/// What the geometry's struct holds.
struct Head {
    format: u32,
    triangle_count: u32,
    vertex_count: u32,
    bounding_sphere: [f32; 4],
    /// The arrays and where they begin; `None` for native geometry.
    plain: Option<(PlainVertices, u64)>,
}

impl Head {
    fn read(fields: &mut Cursor<'_>) -> Result<Self> {
        let format = fields.u32()?;
        let triangle_count = section::count(fields)?;
        let vertex_count = section::count(fields)?;
        let morph_at = fields.offset();
        let morph_targets = section::count(fields)?;
        if morph_targets == 0 {
            return Err(FormatError::malformed(
                morph_at,
                "at least one morph target",
                0,
            ));
        }
        if format & format::NATIVE == 0 {
            let at = fields.offset();
            let plain =
                PlainVertices::read(fields, format, triangle_count, vertex_count, morph_targets)?;
            let bounding_sphere = plain
                .morph_targets
                .first()
                .map_or([0.0; 4], |first| first.bounding_sphere);
            return Ok(Self {
                format,
                triangle_count,
                vertex_count,
                bounding_sphere,
                plain: Some((plain, at)),
            });
        }
        section::expect_size(fields, 24)?;
        if morph_targets != 1 {
            return Err(FormatError::malformed(
                morph_at,
                "one morph target",
                morph_targets,
            ));
        }
        let bounding_sphere = read_sphere(fields)?;
        let at = fields.offset();
        let flags = [fields.u32()?, fields.u32()?];
        if flags != [0, 0] {
            return Err(FormatError::malformed(
                at,
                "a native geometry without vertices or normals of its own",
                format!("{flags:?}"),
            ));
        }
        Ok(Self {
            format,
            triangle_count,
            vertex_count,
            bounding_sphere,
            plain: None,
        })
    }
}

/// The sphere around the box of all positions, in metres.
fn bounding_sphere(meshes: &[(u32, PackedMesh)], scale: f32) -> [f32; 4] {
    let positions = || meshes.iter().flat_map(|(_, mesh)| &mesh.positions);
    let axis = |i: usize| {
        let values = || {
            positions()
                .filter_map(move |position| position.get(i))
                .copied()
        };
        let low = f32::from(values().min().unwrap_or(0));
        let high = f32::from(values().max().unwrap_or(0));
        (low + high) * 0.5
    };
    let centre = [axis(0), axis(1), axis(2)];
    let radius = positions()
        .map(|position| {
            let offsets = centre
                .iter()
                .zip(position)
                .map(|(centre, &value)| f32::from(value) - centre);
            offsets.map(|offset| offset * offset).sum::<f32>()
        })
        .fold(0.0, f32::max)
        .sqrt();
    [centre[0], centre[1], centre[2], radius].map(|value| value * scale)
}
