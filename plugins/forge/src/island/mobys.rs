//! Classes of mobys: a crate, and a creature with joints, each near and far.

use glam::Vec3;
use wonderwheel_commando::level::NewClass;
use wonderwheel_commando::moby::{Blend, Joint, MobyClass, MobyMesh, MobyParts, packed_angles};
use wonderwheel_commando::model::{packed_positions, quantise};

use super::form::{self, FormMesh, MIP_DISTANCE, Sheet};
use super::plan::MobyKind;
use crate::error::Result;
use crate::kit::trig::smoothstep;

/// Textures of mobys, in the order of their table.
pub mod texture {
    /// A side of a crate.
    pub const CRATE: u8 = 0;
    /// The creature's skin.
    pub const SKIN: u8 = 1;
    /// Its eyes.
    pub const EYE: u8 = 2;
}

/// The creature's joints: where they are, and their parents.
const JOINTS: [(Vec3, u16); 7] = [
    (Vec3::new(0.0, 0.0, 0.95), 0),
    (Vec3::new(0.42, 0.0, 1.35), 0),
    (Vec3::new(-0.05, 0.34, 0.85), 0),
    (Vec3::new(0.12, 0.42, 0.25), 2),
    (Vec3::new(-0.05, -0.34, 0.85), 0),
    (Vec3::new(0.12, -0.42, 0.25), 4),
    (Vec3::new(-0.5, 0.0, 0.9), 0),
];
const BODY: u8 = 0;
const HEAD: u8 = 1;
/// Hip and foot of both sides, left first; y is left.
const LEGS: [(f32, [u8; 2]); 2] = [(1.0, [2, 3]), (-1.0, [4, 5])];
const TAIL: u8 = 6;

impl MobyKind {
    /// All, in the order of their table.
    pub const ALL: [Self; 2] = [Self::Crate, Self::Hopper];

    /// The class's number.
    pub const fn class(self) -> i32 {
        match self {
            Self::Crate => 500,
            Self::Hopper => 1700,
        }
    }

    /// Builds the class.
    ///
    /// # Errors
    /// None for these forms.
    pub fn build(self) -> Result<NewClass> {
        let (sheets, textures, joints) = match self {
            Self::Crate => (
                Sheet::sides(0, [2, 2], Vec3::Z * 0.6, Vec3::splat(0.6)),
                vec![texture::CRATE],
                &[][..],
            ),
            Self::Hopper => (hopper(), vec![texture::SKIN, texture::EYE], &JOINTS[..]),
        };
        let [near, far] = [1, 2].map(|step| form::mesh(&sheets, step));
        let scale = quantise(&near.positions()).scale;
        let (skeleton, joints) = skeleton(joints, scale);
        let bends = !joints.is_empty();
        let class = MobyClass::build(&MobyParts {
            high: plain(&near, scale, bends),
            low: plain(&far, scale, bends),
            lod_trans: 36,
            mip_distance: MIP_DISTANCE as u8,
            mode_bits: 0,
            skeleton,
            joints,
        })?;
        Ok(NewClass {
            class: self.class(),
            textures,
            bytes: class.write()?,
        })
    }
}

/// How much the second joint pulls, of 256.
fn weight_of(along: f32) -> u16 {
    (smoothstep(0.0, 0.35, along) * 256.0).round() as u16
}

fn plain(mesh: &FormMesh, scale: f32, bends: bool) -> MobyMesh {
    // Only beside the first joint do both pull.
    let blend = |([first, second], along): &([u8; 2], f32)| match weight_of(*along) {
        _ if !bends => Blend::joint(0),
        256 => Blend::joint(*second),
        _ if first == second => Blend::joint(*first),
        0 => Blend::joint(*first),
        weight => Blend {
            joints: [*first, *second, 0],
            weights: [256 - weight, weight, 0],
        },
    };
    let normal = |corner: &form::Corner| packed_angles(corner.normal.to_array());
    MobyMesh {
        scale,
        positions: packed_positions(&mesh.positions(), scale),
        uvs: mesh.uvs(),
        normals: mesh.corners.iter().map(normal).collect(),
        blends: mesh.joints.iter().map(blend).collect(),
        triangles: mesh.triangles.clone(),
        inexact_blends: 0,
    }
}

/// Matrices and joints, both from their parents, in raw units.
fn skeleton(joints: &[(Vec3, u16)], scale: f32) -> (Vec<[[f32; 4]; 4]>, Vec<Joint>) {
    let from_parent = |i: usize, at: Vec3, parent: u16| {
        let origin = match i {
            0 => Vec3::ZERO,
            _ => joints[usize::from(parent)].0,
        };
        ((at - origin) * (1024.0 / scale)).to_array()
    };
    let of = |(i, (at, parent)): (usize, &(Vec3, u16))| {
        let [x, y, z] = from_parent(i, *at, *parent);
        let matrix = [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
            [x, y, z, 1.0],
        ];
        let joint = Joint {
            translation: [x, y, z],
            parent_offset: parent * 0x40,
            unknown_0e: 0x70,
        };
        (matrix, joint)
    };
    joints.iter().enumerate().map(of).unzip()
}

/// A round creature on two legs, looking along x.
fn hopper() -> Vec<Sheet> {
    let (skin, eye) = (0, 1);
    let at = |joint: u8| JOINTS[usize::from(joint)].0;
    let egg = |joint: u8, middle: Vec3, radii: [f32; 3]| {
        Sheet::egg(skin, [12, 8], middle, Vec3::from_array(radii), [2.0, 1.0]).between([joint; 2])
    };
    let limb = |from: Vec3, to: Vec3, [thick, thin]: [f32; 2], joints: [u8; 2]| {
        Sheet::turned(skin, [8, 4], [from, to], [1.0, 1.0], move |_, v| {
            (thick + (thin - thick) * v, v)
        })
        .between(joints)
    };
    let mut sheets = vec![
        egg(BODY, at(BODY), [0.52, 0.44, 0.46]),
        egg(
            HEAD,
            at(HEAD) + Vec3::new(0.08, 0.0, 0.1),
            [0.36, 0.33, 0.31],
        ),
        limb(at(BODY), at(HEAD), [0.36, 0.24], [BODY, HEAD]),
        limb(
            at(TAIL),
            Vec3::new(-1.15, 0.0, 1.25),
            [0.24, 0.03],
            [BODY, TAIL],
        ),
    ];
    for (side, [hip, foot]) in LEGS {
        let toe = at(foot) + Vec3::new(0.12, 0.0, -0.15);
        sheets.push(egg(
            hip,
            at(hip) + Vec3::new(0.0, 0.0, -0.05),
            [0.27, 0.17, 0.27],
        ));
        sheets.push(limb(at(hip), at(foot), [0.15, 0.1], [hip, foot]));
        sheets.push(egg(foot, toe, [0.28, 0.14, 0.1]));
        let brow = at(HEAD) + Vec3::new(0.26, 0.17 * side, 0.26);
        let ball = Sheet::egg(eye, [8, 4], brow, Vec3::splat(0.13), [1.0; 2]);
        sheets.push(ball.between([HEAD; 2]));
        let ear = at(HEAD) + Vec3::new(-0.08, 0.14 * side, 0.3);
        let tip = ear + Vec3::new(-0.42, 0.22 * side, 0.5);
        sheets.push(limb(ear, tip, [0.09, 0.02], [HEAD; 2]));
    }
    sheets
}
