//! The collision as one mesh, without cells.

use std::collections::{HashMap, HashSet};

use wonderwheel_ps2::steps;

use super::block::Collision;
use super::face::to_units;

/// A mesh of triangles and quads with surface types.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CollisionMesh {
    /// World space, units, z up.
    pub vertices: Vec<[f32; 3]>,
    /// Counter-clockwise seen from outside.
    pub faces: Vec<MeshFace>,
}

/// A triangle or quad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct MeshFace {
    /// The first three corners.
    pub corners: [u32; 3],
    /// The fourth of a quad.
    pub fourth: Option<u32>,
    /// How the surface behaves.
    pub ty: u8,
}

impl CollisionMesh {
    /// The faces as triangles with their types. A quad is cut from its second to its fourth corner, which is from the first to the
    /// third as the file has them.
    pub fn triangles(&self) -> impl Iterator<Item = ([u32; 3], u8)> {
        self.faces.iter().flat_map(|face| {
            let [a, b, c] = face.corners;
            let (first, second) = match face.fourth {
                None => ([a, b, c], None),
                Some(d) => ([a, b, d], Some([b, c, d])),
            };
            let triangles = std::iter::once(first).chain(second);
            triangles.map(|corners| (corners, face.ty))
        })
    }
}

impl MeshFace {
    /// The four triangles that a quad's corners make, each from its least corner; none of a triangle.
    fn parts(&self) -> impl Iterator<Item = Self> {
        let [a, b, c] = self.corners;
        let parts = self
            .fourth
            .map(|d| [[a, b, c], [b, c, d], [c, d, a], [d, a, b]]);
        parts.into_iter().flatten().map(|corners| {
            Self {
                corners,
                fourth: None,
                ty: self.ty,
            }
            .turned()
        })
    }

    /// The same triangle from its least corner.
    fn turned(mut self) -> Self {
        let least = self.corners.iter().min().copied();
        let first = self
            .corners
            .iter()
            .position(|&corner| Some(corner) == least);
        self.corners.rotate_left(first.unwrap_or(0));
        self
    }
}

impl Collision {
    /// The faces of all cells as one mesh: equal vertices and equal faces are one, and faces are counter-clockwise seen from outside.
    ///
    /// Places are compared as they are stored, in whole numbers. Other programs store a quad as one of its triangles where only that
    /// touches a cell: such a triangle is left out when the quad is there.
    pub fn mesh(&self) -> CollisionMesh {
        let mut mesh = CollisionMesh::default();
        let (mut vertices, mut faces) = (HashMap::new(), HashSet::new());
        let mut own = Vec::new();
        for cell in self.cells() {
            steps::count((cell.vertices.len() + cell.faces.len()) as u64);
            own.clear();
            own.extend(cell.vertices.iter().map(|&vertex| {
                let steps = cell.steps(vertex);
                *vertices.entry(steps).or_insert_with(|| {
                    mesh.vertices.push(to_units(steps));
                    (mesh.vertices.len() - 1) as u32
                })
            }));
            for (i, face) in cell.faces.iter().enumerate() {
                let corner = |vertex: u8| own.get(usize::from(vertex)).copied().unwrap_or_default();
                let [a, b, c, d] = face.corners.map(corner);
                let face = if i < usize::from(cell.quad_count) {
                    MeshFace {
                        corners: [d, c, b],
                        fourth: Some(a),
                        ty: face.ty,
                    }
                } else {
                    MeshFace {
                        corners: [c, b, a],
                        fourth: None,
                        ty: face.ty,
                    }
                };
                if faces.insert(face) {
                    mesh.faces.push(face);
                }
            }
        }
        let quads = mesh.faces.iter().filter(|face| face.fourth.is_some());
        let parts: HashSet<_> = quads.flat_map(MeshFace::parts).collect();
        mesh.faces
            .retain(|face| face.fourth.is_some() || !parts.contains(&face.turned()));
        mesh
    }
}
