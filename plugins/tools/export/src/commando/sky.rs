//! The sky's shells. Source: spec/commando-assets.md 2.

use glam::Vec3;
use serde_json::json;
use wonderwheel_commando::axes::to_y_up;
use wonderwheel_commando::sky::{Shell, ShellMesh, Sky, SkyTexture};
use wonderwheel_ps2::error::Within;

use super::lights::vertex_colour;
use super::look::{Look, Owner, Surface};
use super::parts::{Arrays, parts};
use super::source::LevelExporter;
use crate::colour::Prelight;
use crate::error::Result;
use crate::scene::{Node, NodeId, Transform};

impl LevelExporter<'_> {
    /// A node with one for each shell. The camera stands in their middle, and only directions count: they have no place in the
    /// level.
    ///
    /// # Errors
    /// None but those of nodes with numbers that files cannot have.
    pub fn sky(&mut self) -> Result<Option<NodeId>> {
        let level = self.game.level;
        if level.sky().is_empty() {
            return Ok(None);
        }
        self.progress("sky");
        let Some(sky) = self.noted(Sky::read(level.sky()).within(|| "sky")) else {
            return Ok(None);
        };
        let meshes: Vec<_> = sky.shells.iter().map(Shell::mesh).collect();
        let mut nodes = Vec::new();
        for (i, (mesh, scale)) in meshes.iter().zip(nested(&meshes)).enumerate() {
            let name = format!("sky/{i}");
            if self.wants(&name) {
                nodes.extend(self.shell(&name, mesh, scale, &sky.textures)?);
            }
        }
        let extras =
            json!({"drawn": "around the camera, behind everything, one shell over the other"});
        self.glb.group("sky", nodes, Some(extras))
    }

    fn shell(
        &mut self,
        name: &str,
        mesh: &ShellMesh,
        scale: f32,
        textures: &[SkyTexture],
    ) -> Result<Option<NodeId>> {
        let is_textured = mesh.textures.is_some();
        // Without a texture a colour is what is seen.
        let mut prelight = Prelight::default();
        if !is_textured {
            prelight.one = u8::MAX;
        }
        let table = prelight.table();
        let vertices = || mesh.vertices.iter();
        let positions: Vec<_> = vertices().map(|it| to_y_up(it.position)).collect();
        let uvs: Vec<_> = vertices().filter(|_| is_textured).map(|it| it.uv).collect();
        let colours: Vec<_> = vertices()
            .map(|it| vertex_colour(&table, it.colour))
            .collect();
        let triangles = mesh.triangles.iter().enumerate().map(|(i, corners)| {
            let texture = mesh.textures.as_ref().and_then(|textures| textures.get(i));
            let look = Look {
                surface: texture.map_or(Surface::Untextured, |texture| {
                    Surface::Texture((*texture).into())
                }),
                clamp: [true; 2],
            };
            (look, *corners)
        });
        let mut arrays = Vec::new();
        for part in parts(triangles, &positions) {
            arrays.push(Arrays {
                positions: part.gather(&positions),
                uvs: part.gather(&uvs),
                colours: part.gather(&colours),
                material: Some(self.material(Owner::Sky(textures), part.look, true)?),
                indices: part.indices,
                ..Arrays::default()
            });
        }
        let node = Node {
            transform: Transform {
                scale: [scale; 3],
                ..Transform::default()
            },
            ..Node::named(name)
        };
        self.arrays_node(node, &arrays)
    }
}

/// A size for each shell: the last keeps its own, each that is drawn before another stands around it. Seen from the middle
/// nothing changes, and programs that look at depth draw them in the game's order.
fn nested(meshes: &[ShellMesh]) -> Vec<f32> {
    /// Room between two.
    const ROOM: f32 = 1.02;
    /// One that comes near its middle is not made larger than this for it.
    const LARGEST: f32 = 16.0;
    let mut scales = vec![1.0; meshes.len()];
    // How far the shells inside reach.
    let mut reach = 0.0_f32;
    for (scale, mesh) in scales.iter_mut().zip(meshes).rev() {
        let [nearest, farthest] = distances(mesh);
        if nearest > 0.0 {
            *scale = (reach * ROOM / nearest).clamp(1.0, LARGEST);
        }
        reach = reach.max(farthest * *scale);
    }
    scales
}

/// How near a shell's triangles come to its middle, and how far they reach.
fn distances(mesh: &ShellMesh) -> [f32; 2] {
    let (mut nearest, mut farthest) = (f32::INFINITY, 0.0_f32);
    for corners in &mesh.triangles {
        let corners = corners.map(|corner| {
            let vertex = mesh.vertices.get(corner as usize).copied();
            Vec3::from(vertex.unwrap_or_default().position)
        });
        nearest = nearest.min(distance(corners));
        let lengths = corners.iter().map(|corner| corner.length());
        farthest = lengths.fold(farthest, f32::max);
    }
    [if nearest.is_finite() { nearest } else { 0.0 }, farthest]
}

/// From the origin to a triangle.
fn distance([a, b, c]: [Vec3; 3]) -> f32 {
    let edge = |from: Vec3, to: Vec3| {
        let way = to - from;
        let length_sq = way.length_squared();
        let part = if length_sq > 0.0 {
            (-from.dot(way) / length_sq).clamp(0.0, 1.0)
        } else {
            0.0
        };
        (from + way * part).length()
    };
    let to_edges = edge(a, b).min(edge(b, c)).min(edge(c, a));
    let normal = (b - a).cross(c - a);
    let is_inside = |from: Vec3, to: Vec3| (to - from).cross(-from).dot(normal) > 0.0;
    if is_inside(a, b) && is_inside(b, c) && is_inside(c, a) {
        a.dot(normal.normalize_or_zero()).abs()
    } else {
        to_edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_commando::sky::ShellVertex;

    fn shell(corners: [[f32; 3]; 3]) -> ShellMesh {
        ShellMesh {
            vertices: corners
                .map(|position| ShellVertex {
                    position,
                    ..ShellVertex::default()
                })
                .into(),
            triangles: vec![[0, 1, 2]],
            textures: None,
        }
    }

    #[test]
    fn the_nearest_place_of_a_triangle_is_on_its_face_an_edge_or_a_corner() {
        let far = |z: f32| [[-9.0, -9.0, z], [9.0, -9.0, z], [0.0, 9.0, z]].map(Vec3::from);
        assert_eq!(distance(far(2.0)), 2.0);
        let edge = [[3.0, -1.0, 0.0], [3.0, 1.0, 0.0], [5.0, 0.0, 0.0]];
        assert_eq!(distance(edge.map(Vec3::from)), 3.0);
        let corner = [[3.0, 4.0, 0.0], [9.0, 4.0, 0.0], [9.0, 9.0, 0.0]];
        assert_eq!(distance(corner.map(Vec3::from)), 5.0);
        assert_eq!(distance([Vec3::X; 3]), 1.0);
    }

    #[test]
    fn shells_that_are_drawn_first_stand_around_the_others() {
        let one = shell([[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]);
        let meshes = [one.clone(), one.clone(), one];
        let scales = nested(&meshes);
        let [nearest, farthest] = distances(&meshes[0]);
        assert_eq!((farthest, scales[2]), (2.0, 1.0));
        assert!((nearest - 2.0 / 3.0_f32.sqrt()).abs() < 1e-6);
        for pair in scales.windows(2) {
            assert!(pair[0] * nearest > pair[1] * farthest, "{scales:?}");
        }
        // One through its middle, and none.
        let through = shell([[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        assert_eq!(nested(&[through.clone(), through]), [1.0, 1.0]);
        assert_eq!(nested(&[]), [0.0_f32; 0]);
    }
}
