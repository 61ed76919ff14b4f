//! Class meshes for the vertex shader, all in one buffer: ties with three levels, shrubs, mobys with two.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use wonderwheel_commando::core::ClassEntry;
use wonderwheel_commando::kinds::CommandoKind;
use wonderwheel_commando::level::{ClassKind, Level};
use wonderwheel_commando::moby::{MobyClass, MobyHeader, MobyList, MobyMesh, normal};
use wonderwheel_commando::model::{Material, Triangles};
use wonderwheel_commando::shrub::{Billboard, ShrubClass};
use wonderwheel_commando::tie::{TieClass, TieHeader, TieMesh};
use wonderwheel_ps2::error::Result;

use super::faults::Faults;
use super::pictures::{Materials, Picture, PictureOwner, Run, find};
use crate::members::LooseMembers;

/// Raw units in a unit of class space.
const RAW: f32 = 1024.0;
/// Steps of a texture coordinate of 1.
const ST_STEPS: f32 = 4096.0;

/// A vertex of a class: what `vertex_model` in `commando.wgsl` reads.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct ModelVertex {
    /// Class space.
    pub position: [f32; 3],
    /// How far it has moved when its level has become the next.
    pub delta: [f32; 3],
    /// Texture coordinates.
    pub uv: [f32; 2],
    /// Places in an instance's colours: near, then the two whose mean is taken when morphed; and 0.
    pub colours: [u16; 4],
}

/// A mesh of a class: runs of one material.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ModelMesh {
    /// In drawing order.
    pub runs: Vec<Run>,
}

/// Vertices and indices of all classes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ModelBuffers {
    /// Vertices.
    pub vertices: Vec<ModelVertex>,
    /// Three a triangle.
    pub indices: Vec<u32>,
}

/// A class of ties.
#[derive(Debug, Clone, PartialEq)]
pub struct TieModel {
    /// Its number.
    pub class: i32,
    /// Distances, sphere and scale.
    pub header: TieHeader,
    /// Its levels, the nearest first; empty ones draw nothing.
    pub lods: [ModelMesh; 3],
    /// Normals, one for each colour that lighting makes.
    pub normals: Arc<[[i16; 3]]>,
}

/// A class of shrubs.
#[derive(Debug, Clone, PartialEq)]
pub struct ShrubModel {
    /// Its number.
    pub class: i32,
    /// Sphere, in class units.
    pub sphere: [f32; 4],
    /// Class space per raw position, times 1,024.
    pub scale: f32,
    /// Not drawn.
    pub skipped: bool,
    /// Its mesh.
    pub mesh: ModelMesh,
    /// What stands for it far away, with its material.
    pub billboard: Option<(Billboard, u32)>,
    /// Normals of its palette.
    pub normals: Arc<[[i16; 3]]>,
}

/// A class of mobys.
#[derive(Debug, Clone, PartialEq)]
pub struct MobyModel {
    /// Its number.
    pub class: i32,
    /// Sphere, scale, where the far level begins.
    pub header: MobyHeader,
    /// Near and far level.
    pub lists: [ModelMesh; 2],
    /// Normals of the vertices of both.
    pub normals: Arc<[[i16; 3]]>,
    /// Animation sequences; their poses are not decoded.
    pub sequences: usize,
}

/// What a class's materials are made from.
pub struct MaterialSource<'a> {
    /// All pictures.
    pub pictures: &'a [Picture],
    /// All materials.
    pub materials: &'a mut Materials,
}

impl MaterialSource<'_> {
    /// The material of a run of triangles: its slot names a texture of the class's list.
    fn of_slot(&mut self, owner: PictureOwner, class: &ClassEntry, material: Material) -> u32 {
        let slot = usize::try_from(material.slot).ok();
        let texture = slot.and_then(|slot| class.texture_slots().get(slot).copied());
        let picture = texture.and_then(|texture| find(self.pictures, owner, usize::from(texture)));
        self.materials
            .index(picture, material.clamp, material.k.cast_signed())
    }
}

impl ModelBuffers {
    fn push(
        &mut self,
        vertices: impl Iterator<Item = ModelVertex>,
        triangles: &Triangles,
        mut material: impl FnMut(Material) -> u32,
    ) -> ModelMesh {
        let first_vertex = self.vertices.len() as u32;
        let first_index = self.indices.len() as u32;
        self.vertices.extend(vertices);
        let indices = triangles.indices.iter();
        self.indices
            .extend(indices.map(|index| first_vertex + index));
        let runs = triangles.draws.iter().map(|draw| Run {
            material: material(draw.material),
            indices: first_index + draw.first_index
                ..first_index + draw.first_index + draw.index_count,
        });
        ModelMesh {
            runs: runs.collect(),
        }
    }

    fn push_tie(
        &mut self,
        mesh: &TieMesh,
        slots: usize,
        material: impl FnMut(Material) -> u32,
    ) -> ModelMesh {
        let scale = mesh.scale / RAW;
        // A colour that the class does not have is white: the place behind the last. Source: spec/commando-assets.md 6.3.
        let slot = |slot: u8| u16::from(slot).min(slots as u16);
        let vertices = mesh.positions.iter().enumerate().map(|(i, position)| {
            let [near, a, b] = mesh
                .colours
                .get(i)
                .copied()
                .unwrap_or([TieMesh::NO_COLOUR; 3]);
            ModelVertex {
                position: scaled(*position, scale),
                delta: scaled(mesh.deltas.get(i).copied().unwrap_or_default(), scale),
                uv: texture_place(mesh.uvs.get(i).copied().unwrap_or_default()),
                colours: [slot(near), slot(a), slot(b), 0],
            }
        });
        self.push(vertices, &mesh.triangles, material)
    }

    fn push_moby(
        &mut self,
        mesh: &MobyMesh,
        first_normal: usize,
        material: impl FnMut(Material) -> u32,
    ) -> ModelMesh {
        let scale = mesh.scale / RAW;
        let positions = mesh.positions.iter().enumerate();
        let vertices = positions.map(|(i, position)| {
            let normal = (first_normal + i).min(usize::from(u16::MAX)) as u16;
            still(*position, scale, mesh.uvs.get(i), normal)
        });
        self.push(vertices, &mesh.triangles, material)
    }
}

/// Of a class's palette.
fn normals_of(palette: &[[i16; 4]]) -> Arc<[[i16; 3]]> {
    palette.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect()
}

/// A vertex that no other level of detail moves.
fn still(position: [i16; 3], scale: f32, st: Option<&[i16; 2]>, colour: u16) -> ModelVertex {
    ModelVertex {
        position: scaled(position, scale),
        delta: [0.0; 3],
        uv: texture_place(st.copied().unwrap_or_default()),
        colours: [colour; 4],
    }
}

fn scaled(raw: [i16; 3], scale: f32) -> [f32; 3] {
    raw.map(|lane| f32::from(lane) * scale)
}

fn texture_place(st: [i16; 2]) -> [f32; 2] {
    st.map(|lane| f32::from(lane) / ST_STEPS)
}

/// The classes of one kind that have geometry, loose or in the file, and can be read; a broken one is a fault.
fn classes<'a, T>(
    level: &'a Level<'_>,
    kind: ClassKind,
    loose: &LooseMembers,
    read: impl Fn(&[u8]) -> Result<T>,
    faults: &mut Faults,
) -> Vec<(&'a ClassEntry, T)> {
    let (what, of_kind) = match kind {
        ClassKind::Moby => ("moby class", CommandoKind::Moby),
        ClassKind::Tie => ("tie class", CommandoKind::Tie),
        ClassKind::Shrub => ("shrub class", CommandoKind::Shrub),
    };
    let loose: BTreeMap<_, _> = loose.classes(of_kind).collect();
    for number in loose.keys() {
        if !level.classes(kind).any(|entry| entry.class == *number) {
            faults.say(format!(
                "{what} {number} lies loose, and the level has none of that number"
            ));
        }
    }
    let mut read_classes = Vec::new();
    for entry in level.classes(kind) {
        let own = level.class_bytes(entry).map(|(_, bytes)| bytes);
        let Some(bytes) = loose.get(&entry.class).copied().or(own) else {
            continue;
        };
        match read(bytes) {
            Ok(class) => read_classes.push((entry, class)),
            Err(error) => faults.error(format!("{what} {}", entry.class), &error),
        }
    }
    read_classes
}

/// All classes of ties.
pub fn ties(
    level: &Level<'_>,
    loose: &LooseMembers,
    source: &mut MaterialSource<'_>,
    buffers: &mut ModelBuffers,
    faults: &mut Faults,
) -> Vec<TieModel> {
    let classes = classes(level, ClassKind::Tie, loose, TieClass::read, faults);
    let models = classes.into_iter().map(|(entry, class)| {
        let normals = normals_of(&class.normals);
        let lods = std::array::from_fn(|lod| {
            let what = format_args!("tie class {} level {lod}", entry.class);
            let mesh = faults.or_default(what, class.mesh(lod));
            buffers.push_tie(&mesh, normals.len(), |material| {
                source.of_slot(PictureOwner::Tie, entry, material)
            })
        });
        TieModel {
            class: entry.class,
            header: class.header,
            lods,
            normals,
        }
    });
    models.collect()
}

/// All classes of shrubs.
pub fn shrubs(
    level: &Level<'_>,
    loose: &LooseMembers,
    source: &mut MaterialSource<'_>,
    buffers: &mut ModelBuffers,
    faults: &mut Faults,
) -> Vec<ShrubModel> {
    let classes = classes(level, ClassKind::Shrub, loose, ShrubClass::read, faults);
    let models = classes.into_iter().map(|(entry, class)| {
        let what = format_args!("shrub class {}", entry.class);
        let mesh = faults.or_default(what, class.mesh());
        let scale = mesh.scale / RAW;
        let positions = mesh.positions.iter().enumerate();
        let vertices = positions.map(|(i, position)| {
            let normal = mesh.normals.get(i).copied().unwrap_or_default();
            still(*position, scale, mesh.uvs.get(i), u16::from(normal))
        });
        let mesh = buffers.push(vertices, &mesh.triangles, |material| {
            source.of_slot(PictureOwner::Shrub, entry, material)
        });
        let place = level.index.tables.shrub_classes.iter();
        let place = place
            .map(|shrub| &shrub.class)
            .position(|class| std::ptr::eq(class, entry));
        let billboard = class.billboard.map(|billboard| {
            let picture =
                place.and_then(|place| find(source.pictures, PictureOwner::Billboard, place));
            let k = billboard.tex1.low as u16;
            // A billboard's picture ends at its edges.
            (
                billboard,
                source.materials.index(picture, [true; 2], k.cast_signed()),
            )
        });
        ShrubModel {
            class: entry.class,
            sphere: class.header.bounding_sphere,
            scale: class.header.scale,
            skipped: class.header.mode_bits & wonderwheel_commando::shrub::ShrubHeader::SKIPPED
                != 0,
            mesh,
            billboard,
            normals: normals_of(&class.normals),
        }
    });
    models.collect()
}

/// All classes of mobys, in their bind pose.
pub fn mobys(
    level: &Level<'_>,
    loose: &LooseMembers,
    source: &mut MaterialSource<'_>,
    buffers: &mut ModelBuffers,
    faults: &mut Faults,
) -> Vec<MobyModel> {
    let classes = classes(level, ClassKind::Moby, loose, MobyClass::read, faults);
    let models = classes.into_iter().map(|(entry, class)| {
        let mut normals = Vec::new();
        let mut mesh_of = |list: MobyList| {
            let what = format_args!("moby class {} {list:?}", entry.class);
            let mesh = faults.or_default(what, class.mesh(list));
            let first_normal = normals.len();
            normals.extend(
                mesh.normals
                    .iter()
                    .map(|angles| normal(*angles).map(|lane| (lane * f32::from(i16::MAX)) as i16)),
            );
            buffers.push_moby(&mesh, first_normal, |material| {
                source.of_slot(PictureOwner::Moby, entry, material)
            })
        };
        let mut lists = [mesh_of(MobyList::High), mesh_of(MobyList::Low)];
        // What they reflect is not known: they are seen in their lit colour.
        let metal = mesh_of(MobyList::Metal);
        for list in &mut lists {
            if !list.runs.is_empty() || class.header.high_lod_count == 0 {
                list.runs.extend_from_slice(&metal.runs);
            }
        }
        MobyModel {
            class: entry.class,
            header: class.header,
            lists,
            normals: normals.into(),
            sequences: class.sequences.iter().flatten().count(),
        }
    });
    models.collect()
}
