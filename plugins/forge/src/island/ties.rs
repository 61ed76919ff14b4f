//! Classes of ties: a stone arch, a round house, a boulder, in three levels of detail that morph.

use glam::{Vec2, Vec3};
use wonderwheel_commando::level::NewClass;
use wonderwheel_commando::model::{packed_normal, packed_positions, quantise};
use wonderwheel_commando::tie::{TieClass, TieMesh, TieParts};

use super::form::{self, FormMesh, MIP_DISTANCE, Sheet};
use super::plan::{TieKind, arch_middle, arch_radius};
use crate::error::Result;
use crate::kit::paint::noise;
use crate::kit::trig::{TAU, cos, sin, smoothstep};

/// Textures of ties, in the order of their table.
pub mod texture {
    /// Layered rock.
    pub const ROCK: u8 = 0;
    /// A plastered wall with windows.
    pub const WALL: u8 = 1;
    /// Shingles.
    pub const ROOF: u8 = 2;
    /// A door.
    pub const DOOR: u8 = 3;
}

/// Normals of a class, and so colours: what vertices can name.
pub const NORMALS: usize = 64;

/// A class of ties.
pub struct Tie {
    /// Its number and what it looks like.
    pub class: NewClass,
    /// Its coarsest form, of which collision is made.
    pub solid: FormMesh,
    /// How far it is drawn, world units.
    pub draw_distance: i32,
}

impl TieKind {
    /// All, in the order of their table.
    pub const ALL: [Self; 3] = [Self::Arch, Self::House, Self::Boulder];

    /// The class's number.
    pub const fn class(self) -> i16 {
        match self {
            Self::Arch => 1200,
            Self::House => 1201,
            Self::Boulder => 1202,
        }
    }

    /// Builds the class.
    ///
    /// # Errors
    /// None for these forms.
    pub fn build(self, seed: u64) -> Result<Tie> {
        let seed = seed as u32 ^ self.class() as u32;
        let (sheets, textures, lod_distances, draw_distance) = match self {
            Self::Arch => (arch(seed), vec![texture::ROCK], [30.0, 48.0, 80.0], 600),
            Self::House => (
                house(),
                vec![texture::WALL, texture::ROOF, texture::DOOR, texture::ROCK],
                [26.0, 44.0, 72.0],
                500,
            ),
            Self::Boulder => (boulder(seed), vec![texture::ROCK], [18.0, 32.0, 54.0], 300),
        };
        let meshes = [
            form::mesh(&sheets, 1),
            form::mesh(&sheets, 2),
            form::mesh(&sheets, 4).staying(),
        ];
        let scale = quantise(&meshes[0].positions()).scale;
        let normals = even_directions();
        let mut class = TieClass::build(&TieParts {
            o_class: self.class(),
            mode_bits: 0,
            lod_distances,
            mip_distance: MIP_DISTANCE,
            lods: [0, 1, 2].map(|lod| level(&meshes[lod], scale, &normals)),
            normals: normals
                .iter()
                .map(|normal| packed_normal(normal.to_array()))
                .collect(),
        })?;
        class.header.ambient_size = NORMALS as i16;
        let [.., solid] = meshes;
        Ok(Tie {
            class: NewClass {
                class: self.class().into(),
                textures,
                bytes: class.write()?,
            },
            solid,
            draw_distance,
        })
    }
}

/// Directions spread evenly over the sphere: normals of every class.
pub fn even_directions() -> [Vec3; NORMALS] {
    const GOLDEN_ANGLE: f32 = 2.399_963_2;
    std::array::from_fn(|i| {
        let z = 1.0 - 2.0 * (i as f32 + 0.5) / NORMALS as f32;
        let round = (1.0 - z * z).sqrt();
        let angle = GOLDEN_ANGLE * i as f32;
        Vec3::new(round * cos(angle), round * sin(angle), z)
    })
}

fn level(mesh: &FormMesh, scale: f32, normals: &[Vec3; NORMALS]) -> TieMesh {
    let positions = packed_positions(&mesh.positions(), scale);
    let targets: Vec<_> = mesh
        .targets
        .iter()
        .map(|target| target.to_array())
        .collect();
    let deltas = packed_positions(&targets, scale)
        .iter()
        .zip(&positions)
        .map(|(to, from)| [0, 1, 2].map(|i| to[i].saturating_sub(from[i])))
        .collect();
    let colour = |normal: &Vec3| nearest(normals, *normal);
    let in_order = mesh.corners.iter().zip(&mesh.target_normals);
    TieMesh {
        scale,
        deltas,
        uvs: mesh.uvs(),
        qs: vec![4096; positions.len()],
        colours: in_order
            .map(|(corner, [a, b])| [colour(&corner.normal), colour(a), colour(b)])
            .collect(),
        positions,
        triangles: mesh.triangles.clone(),
    }
}

fn nearest(normals: &[Vec3; NORMALS], normal: Vec3) -> u8 {
    let mut best = (0, f32::NEG_INFINITY);
    for (i, known) in normals.iter().enumerate() {
        let along = known.dot(normal);
        if along > best.1 {
            best = (i as u8, along);
        }
    }
    best.0
}

/// Lumps that meet where a sheet goes round.
fn lumps(u: f32, v: f32, around: i32, seed: u32) -> f32 {
    let wave = |n: i32, salt: u32| {
        noise::value(
            u * n as f32,
            v * n as f32 * 1.7 + 64.0,
            (n, 4096),
            seed ^ salt,
        ) - 0.5
    };
    wave(around, 1) + 0.5 * wave(2 * around, 2)
}

fn arch(seed: u32) -> Vec<Sheet> {
    vec![Sheet::new(0, [12, 32], move |u, v| {
        let tangent = (arch_middle(v + 0.01) - arch_middle(v - 0.01)).normalize();
        let side = Vec3::NEG_Y;
        let out = tangent.cross(side) * -1.0;
        let radius = arch_radius(v) * (1.0 + 0.42 * lumps(u, v * 2.0, 4, seed));
        let angle = u * TAU;
        let ring = out * cos(angle) + side * sin(angle);
        (arch_middle(v) + ring * radius, Vec2::new(u * 2.0, v * 5.0))
    })]
}

fn boulder(seed: u32) -> Vec<Sheet> {
    vec![Sheet::new(0, [16, 16], move |u, v| {
        let (angle, height) = (u * TAU, (v - 0.5) * TAU / 2.0);
        let round = cos(height);
        let out = Vec3::new(
            1.25 * round * cos(angle),
            round * sin(angle),
            0.95 * sin(height),
        );
        // All corners of a pole are one.
        let rough = lumps(u, v, 4, seed) * smoothstep(0.0, 0.7, round);
        let position = Vec3::Z * 0.6 + out * 1.4 * (1.0 + 0.5 * rough);
        (position, Vec2::new(u * 2.0, v))
    })]
}

fn house() -> Vec<Sheet> {
    let [wall, roof, door, stone] = [0, 1, 2, 3];
    let up = |z: f32| [Vec3::ZERO, Vec3::Z * z];
    let tower = Sheet::turned(wall, [16, 4], up(4.6), [2.0, 1.0], |_, v| {
        let waist = 1.0 - (2.0 * v - 1.1) * (2.0 * v - 1.1);
        (2.55 - 0.35 * waist.max(0.0), v)
    });
    let foot = Sheet::turned(stone, [16, 4], up(0.7), [4.0, 0.5], |_, v| {
        (2.95 - 0.35 * v * v, v)
    });
    let eaves = Sheet::turned(roof, [16, 4], up(4.6), [6.0, 0.4], |_, v| {
        (2.3 + 1.7 * v, 1.0 - 0.09 * v)
    });
    let cap = Sheet::turned(roof, [16, 8], up(1.0), [6.0, 2.0], |_, v| {
        let lean = v * TAU / 4.0;
        (
            4.0 * cos(lean).max(0.0),
            4.19 + 3.0 * sin(lean) + 0.7 * v * v * v,
        )
    });
    let spire = Sheet::turned(
        stone,
        [4, 4],
        [Vec3::Z * 7.6, Vec3::Z * 9.4],
        [1.0; 2],
        |_, v| (0.16 - 0.1 * v, v),
    );
    let ball = Sheet::egg(roof, [8, 4], Vec3::Z * 9.5, Vec3::splat(0.32), [1.0; 2]);
    // A door that bends with the wall.
    let panel = Sheet::new(door, [4, 4], |u, v| {
        let angle = (u - 0.5) * 0.66;
        let radius = 2.72 - 0.1 * v;
        let position = Vec3::new(radius * cos(angle), radius * sin(angle), 0.3 + 2.4 * v);
        (position, Vec2::new(u, 1.0 - v))
    })
    .clamped();
    let porch = Sheet::turned(
        stone,
        [12, 4],
        [Vec3::new(2.9, 0.0, -0.4), Vec3::new(2.9, 0.0, 0.42)],
        [3.0, 0.3],
        |_, v| {
            (
                (1.35 * smoothstep(1.0, 0.7, v)).max(0.0),
                (v * 1.4).min(1.0),
            )
        },
    );
    vec![tower, foot, eaves, cap, spire, ball, panel, porch]
}
