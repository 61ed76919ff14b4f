//! Makes a mesh draw by draw.

use bevy::math::Vec3;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_renderware::atomic::Scales;
use wonderwheel_renderware::material::Material;
use wonderwheel_renderware::world::Aabb;

use super::index_list::push_triangles;
use super::scenery::{MeshDraw, MeshVertices, SceneryMesh};
use crate::material::DrawMaterial;
use crate::vertex::{GsFloatVertex, GsVertex, Vertex};

/// Gathers draws while vertices are appended elsewhere.
pub(super) struct Builder {
    pub(super) indices: Vec<u32>,
    draws: Vec<MeshDraw>,
    materials: Vec<DrawMaterial>,
    pub(super) has_normals: bool,
}

impl Builder {
    pub(super) fn new(materials: &[Material]) -> Self {
        Self {
            indices: Vec::new(),
            draws: Vec::new(),
            materials: materials.iter().map(DrawMaterial::from).collect(),
            has_normals: false,
        }
    }

    /// Adds a draw of the vertices from `first` on. A mesh without triangles adds nothing. Errors stand at offset 0: the
    /// caller knows where the chain is.
    pub(super) fn draw<V: Vertex>(
        &mut self,
        vertices: &[V],
        first: usize,
        strip: bool,
        material: u32,
    ) -> Result<()> {
        let drawn = vertices.get(first..).unwrap_or_default();
        let first = u32::try_from(first)
            .ok()
            .filter(|_| u32::try_from(vertices.len()).is_ok())
            .ok_or_else(|| {
                FormatError::limit(0, "vertices", u32::MAX.into(), vertices.len() as u64)
            })?;
        let first_index = self.indices.len();
        push_triangles(&mut self.indices, drawn, strip, first);
        let min_alpha = drawn.iter().map(Vertex::alpha).min().unwrap_or(u8::MAX);
        self.push_draw(first_index, material, min_alpha)
    }

    pub(super) fn push_draw(
        &mut self,
        first_index: usize,
        material: u32,
        min_alpha: u8,
    ) -> Result<()> {
        if material as usize >= self.materials.len() {
            return Err(FormatError::malformed(
                0,
                format!("a material below {}", self.materials.len()),
                material,
            ));
        }
        let too_many =
            |_| FormatError::limit(0, "indices", u32::MAX.into(), self.indices.len() as u64);
        let first_index = u32::try_from(first_index).map_err(too_many)?;
        let index_count = u32::try_from(self.indices.len()).map_err(too_many)? - first_index;
        if index_count > 0 {
            self.draws.push(MeshDraw {
                first_index,
                index_count,
                material,
                min_alpha,
            });
        }
        Ok(())
    }

    pub(super) fn finish(
        self,
        vertices: MeshVertices,
        scales: Scales,
        bounds: Aabb,
        stored_sphere: Option<[f32; 4]>,
    ) -> SceneryMesh {
        SceneryMesh {
            triangle_count: (self.indices.len() / 3) as u32,
            vertices,
            indices: self.indices,
            draws: self.draws,
            materials: self.materials,
            position_scale: scales.position,
            uv_scale: scales.uv,
            sphere: stored_sphere
                .filter(|sphere| sphere[3] > 0.0)
                .unwrap_or_else(|| sphere_around(&bounds)),
            bounds,
            has_normals: self.has_normals,
        }
    }
}

pub(super) fn packed_bounds(vertices: &[GsVertex], scale: f32) -> Aabb {
    if vertices.is_empty() {
        return Aabb::default();
    }
    // Eight lanes, one machine word: what the texture coordinates add is not looked at.
    let (mut min, mut max) = ([i16::MAX; 8], [i16::MIN; 8]);
    for words in bytemuck::cast_slice::<GsVertex, [i16; 12]>(vertices) {
        for lane in 0..8 {
            min[lane] = min[lane].min(words[lane]);
            max[lane] = max[lane].max(words[lane]);
        }
    }
    let metres =
        |lanes: [i16; 8]| [lanes[0], lanes[1], lanes[2]].map(|unit| f32::from(unit) * scale);
    Aabb {
        min: metres(min),
        max: metres(max),
    }
}

pub(super) fn float_bounds(vertices: &[GsFloatVertex]) -> Aabb {
    let Some(first) = vertices.first() else {
        return Aabb::default();
    };
    let (mut min, mut max) = (first.position, first.position);
    for vertex in vertices {
        for axis in 0..3 {
            min[axis] = min[axis].min(vertex.position[axis]);
            max[axis] = max[axis].max(vertex.position[axis]);
        }
    }
    Aabb { min, max }
}

fn sphere_around(bounds: &Aabb) -> [f32; 4] {
    let (min, max) = (Vec3::from(bounds.min), Vec3::from(bounds.max));
    min.midpoint(max).extend(min.distance(max) / 2.0).to_array()
}
