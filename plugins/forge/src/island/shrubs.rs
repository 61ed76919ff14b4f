//! Classes of shrubs: a tuft of grass, and a tree with a billboard.

use glam::{Vec2, Vec3};
use wonderwheel_commando::level::{NewClass, NewShrubClass};
use wonderwheel_commando::model::{mip_k, quantise};
use wonderwheel_commando::shrub::{
    Billboard, Normals, ShrubClass, ShrubMesh, ShrubParts, even_normals, nearest_normal,
};

use super::form::{self, FormMesh, MIP_DISTANCE, Sheet};
use super::pictures;
use super::plan::{CROWN, ShrubKind, TREE_PICTURE};
use crate::error::Result;
use crate::kit::trig::{TAU, cos, sin};

/// Textures of shrubs, in the order of their table.
pub mod texture {
    /// Blades of grass.
    pub const BLADES: u8 = 0;
    /// Bark.
    pub const BARK: u8 = 1;
    /// Leaves.
    pub const LEAVES: u8 = 2;
}

/// Where the tree gives way to its billboard, world units.
const TREE_FADE: f32 = 46.0;

impl ShrubKind {
    /// All, in the order of their table.
    pub const ALL: [Self; 2] = [Self::Tuft, Self::Tree];

    /// The class's number.
    pub const fn class(self) -> i16 {
        match self {
            Self::Tuft => 2400,
            Self::Tree => 2401,
        }
    }

    /// How far it is drawn, world units.
    pub const fn draw_distance(self) -> f32 {
        match self {
            Self::Tuft => 52.0,
            Self::Tree => 400.0,
        }
    }

    /// Builds the class.
    ///
    /// # Errors
    /// None for these forms.
    pub fn build(self, seed: u64) -> Result<NewShrubClass> {
        let (sheets, textures) = match self {
            Self::Tuft => (tuft(), vec![texture::BLADES]),
            Self::Tree => (tree(), vec![texture::BARK, texture::LEAVES]),
        };
        let normals = even_normals();
        let mesh = plain(&form::mesh(&sheets, 1), &normals);
        let billboard = (self == Self::Tree)
            .then(|| Billboard::new(TREE_FADE, TREE_PICTURE, mesh.scale, mip_k(MIP_DISTANCE)));
        let class = ShrubClass::build(&ShrubParts {
            o_class: self.class(),
            mode_bits: 0,
            mip_distance: MIP_DISTANCE,
            mesh,
            billboard,
            normals,
        })?;
        Ok(NewShrubClass {
            class: NewClass {
                class: self.class().into(),
                textures,
                bytes: class.write()?,
            },
            billboard: (self == Self::Tree)
                .then(|| pictures::texture(&pictures::tree_billboard(seed), 0.0)),
        })
    }
}

fn plain(mesh: &FormMesh, normals: &Normals) -> ShrubMesh {
    let packed = quantise(&mesh.positions());
    let normal = |corner: &form::Corner| nearest_normal(normals, corner.normal.to_array());
    ShrubMesh {
        scale: packed.scale,
        positions: packed.positions,
        uvs: mesh.uvs(),
        normals: mesh.corners.iter().map(normal).collect(),
        triangles: mesh.triangles.clone(),
    }
}

/// Three pictures of grass that cross, lit as the ground is.
fn tuft() -> Vec<Sheet> {
    (0..3)
        .map(|i| {
            let angle = i as f32 * TAU / 6.0 + 0.2;
            let right = Vec3::new(cos(angle), sin(angle), 0.0);
            let lean = right.cross(Vec3::Z) * 0.12;
            Sheet::flat(
                0,
                [1, 1],
                Vec3::Z * 0.48,
                right * 0.72,
                Vec3::Z * 0.5 + lean,
            )
            .facing(Vec3::Z)
            .clamped()
        })
        .collect()
}

fn tree() -> Vec<Sheet> {
    let (bark, leaves) = (0, 1);
    let trunk = Sheet::new(bark, [8, 4], |u, v| {
        let angle = u * TAU;
        let foot = (1.0 - v) * (1.0 - v);
        let radius = 0.17 + 0.2 * foot * foot;
        let middle = Vec3::new(0.22 * sin(v * 2.6), 0.1 * v * v, 3.5 * v);
        let ring = Vec3::new(cos(angle), sin(angle), 0.0) * radius;
        (middle + ring, Vec2::new(u, 2.0 - 2.0 * v))
    });
    let branches = CROWN.iter().skip(1).map(|(to, _)| {
        let from = Vec3::new(0.18, 0.02, 1.9);
        Sheet::turned(bark, [4, 1], [from, *to], [1.0; 2], |_, v| {
            (0.1 - 0.05 * v, v)
        })
    });
    let puffs = CROWN.map(|(middle, radius)| {
        Sheet::egg(
            leaves,
            [10, 6],
            middle,
            Vec3::new(1.0, 1.0, 0.82) * radius,
            [2.0, 1.0],
        )
    });
    let mut sheets = vec![trunk];
    sheets.extend(branches);
    sheets.extend(puffs);
    sheets
}
