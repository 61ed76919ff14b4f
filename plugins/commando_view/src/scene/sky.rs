//! The sky for the vertex shader: shells in their order, around the camera.

use bytemuck::{Pod, Zeroable};
use wonderwheel_commando::sky::Sky;

use super::pictures::{Materials, Picture, PictureOwner, Run, find};

/// A vertex of a shell: what `vertex_sky` in `commando.wgsl` reads.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct SkyVertex {
    /// From the camera, units; only its direction counts.
    pub position: [f32; 3],
    /// Texture coordinates.
    pub uv: [f32; 2],
    /// RGBA, 0x80 as it is.
    pub colour: [u8; 4],
}

/// All shells.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SkyScene {
    /// Vertices.
    pub vertices: Vec<SkyVertex>,
    /// Three a triangle.
    pub indices: Vec<u32>,
    /// In drawing order.
    pub runs: Vec<Run>,
    /// Of each shell: whether it is textured, and its triangles.
    pub shells: Vec<(bool, usize)>,
}

impl SkyScene {
    /// Lays the shells out.
    pub fn build(sky: &Sky, pictures: &[Picture], materials: &mut Materials) -> Self {
        let mut scene = Self::default();
        for shell in &sky.shells {
            let mesh = shell.mesh();
            scene
                .shells
                .push((shell.is_textured(), mesh.triangles.len()));
            let first = scene.vertices.len() as u32;
            scene
                .vertices
                .extend(mesh.vertices.iter().map(|vertex| SkyVertex {
                    position: vertex.position,
                    uv: vertex.uv,
                    colour: vertex.colour,
                }));
            // Textures of the sky end at their borders. Source: spec/commando-assets.md 2.
            let mut material_of = |texture: Option<u8>| {
                let picture = texture
                    .and_then(|texture| find(pictures, PictureOwner::Sky, usize::from(texture)));
                materials.index(picture, [true; 2], 0)
            };
            let mut known = None;
            for (i, triangle) in mesh.triangles.iter().enumerate() {
                let texture = mesh.textures.as_ref().and_then(|textures| textures.get(i));
                let texture = texture.copied();
                // Triangles of one texture follow each other: it is looked up once a run.
                let material = match known {
                    Some((last, material)) if last == texture => material,
                    _ => material_of(texture),
                };
                known = Some((texture, material));
                scene.push(material, triangle.map(|corner| first + corner));
            }
        }
        scene
    }

    fn push(&mut self, material: u32, triangle: [u32; 3]) {
        let start = self.indices.len() as u32;
        self.indices.extend(triangle);
        match self.runs.last_mut() {
            Some(run) if run.material == material => run.indices.end += 3,
            _ => self.runs.push(Run {
                material,
                indices: start..start + 3,
            }),
        }
    }
}
