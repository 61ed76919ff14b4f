//! Small meshes for the tests.

use super::*;

/// A mesh in the making.
#[derive(Default)]
pub(super) struct Scene {
    vertices: Vec<[f32; 3]>,
    triangles: Vec<Triangle>,
}

/// How the next triangles are made.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) flags: u16,
    pub(super) material: Material,
    pub(super) area: u8,
}

pub(super) const WALL: Kind = Kind {
    flags: 0xF001,
    material: Material::CONCRETE,
    area: 0,
};

pub(super) const GROUND: Kind = Kind { area: 1, ..WALL };

impl Scene {
    /// Two triangles; the face is the side from which the corners run anticlockwise.
    pub(super) fn quad(&mut self, corners: [[f32; 3]; 4], kind: Kind) -> &mut Self {
        let [a, b, c, d] = corners;
        self.triangle([a, b, c], kind).triangle([a, c, d], kind)
    }

    pub(super) fn triangle(&mut self, corners: [[f32; 3]; 3], kind: Kind) -> &mut Self {
        let first = self.vertices.len() as u16;
        self.vertices.extend(corners);
        self.triangles.push(Triangle {
            vertices: [first, first + 1, first + 2],
            flags: TriangleFlags(kind.flags),
            material: kind.material,
            area: kind.area,
        });
        self
    }

    /// Level ground around the origin, 40 m wide, at a height.
    pub(super) fn floor(&mut self, z: f32, kind: Kind) -> &mut Self {
        let corners = [[-20.0, -20.0], [20.0, -20.0], [20.0, 20.0], [-20.0, 20.0]];
        self.quad(corners.map(|[x, y]| [x, y, z]), kind)
    }

    /// A wall across x, seen from smaller x, from y = -20 to 20 and between two heights.
    pub(super) fn wall_at(&mut self, x: f32, bottom: f32, top: f32, kind: Kind) -> &mut Self {
        let corners = [
            [x, 20.0, bottom],
            [x, -20.0, bottom],
            [x, -20.0, top],
            [x, 20.0, top],
        ];
        self.quad(corners, kind)
    }

    pub(super) fn build(&self) -> QueriedMesh {
        QueriedMesh::new(CollisionMesh::build(&self.vertices, &self.triangles).unwrap())
    }

    pub(super) fn build_with_cells(&self, cells: [u16; 3]) -> QueriedMesh {
        let mesh = CollisionMesh::build_with_cells(&self.vertices, &self.triangles, cells);
        QueriedMesh::new(mesh.unwrap())
    }
}

/// A mesh with everything that its queries take.
pub(super) struct QueriedMesh {
    pub(super) mesh: CollisionMesh,
    pub(super) enabled: EnabledTriangles,
    pub(super) scratch: Scratch,
    pub(super) contacts: Contacts,
}

impl QueriedMesh {
    pub(super) fn new(mesh: CollisionMesh) -> Self {
        Self {
            enabled: EnabledTriangles::all(&mesh),
            mesh,
            scratch: Scratch::new(),
            contacts: Contacts::new(),
        }
    }

    /// All that a query takes.
    pub(super) fn parts(
        &mut self,
    ) -> (
        &mut CollisionMesh,
        &mut EnabledTriangles,
        &mut Scratch,
        &mut Contacts,
    ) {
        (
            &mut self.mesh,
            &mut self.enabled,
            &mut self.scratch,
            &mut self.contacts,
        )
    }

    pub(super) fn ray(&mut self, ray: Ray, filter: Filter<'_>) -> Option<RayHit> {
        self.mesh
            .ray_cast(&ray, filter, &self.enabled, &mut self.scratch)
    }

    pub(super) fn down(&mut self, x: f32, y: f32, z: f32, length: f32) -> Option<RayHit> {
        self.ray(Ray::down([x, y, z], length), Filter::ALL)
    }
}

/// Numbers that look random and are the same on every machine.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(super) fn between(&mut self, low: f32, high: f32) -> f32 {
        let part = (self.next() >> 40) as f32 / (1_u64 << 24) as f32;
        low + (high - low) * part
    }

    pub(super) fn point(&mut self, reach: [f32; 3]) -> [f32; 3] {
        reach.map(|reach| self.between(-reach, reach))
    }

    /// Triangles of up to 12 m about the origin, every fourth of them two-sided, of a few materials and flags.
    pub(super) fn scene(&mut self, triangles: usize) -> Scene {
        let mut scene = Scene::default();
        for i in 0..triangles {
            let at = self.point([60.0, 40.0, 8.0]);
            let mut corner = || {
                let [x, y, z] = self.point([6.0; 3]);
                [at[0] + x, at[1] + y, at[2] + z]
            };
            let corners = [corner(), corner(), corner()];
            let bits = [0xF001, 0xF003, 0xF201, 0xF009][i % 4];
            scene.triangle(
                corners,
                Kind {
                    flags: bits,
                    material: Material([5, 30, 6, 122][i / 4 % 4]),
                    area: (i % 3) as u8,
                },
            );
        }
        scene
    }
}
