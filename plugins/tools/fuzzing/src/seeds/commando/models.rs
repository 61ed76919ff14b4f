//! Small classes: bent sheets.

use wonderwheel_commando::moby::{Blend, Joint, MobyClass, MobyMesh, MobyParts};
use wonderwheel_commando::model::{Material, Triangles, mip_k, quantise};
use wonderwheel_commando::shrub::{
    Billboard, ShrubClass, ShrubMesh, ShrubParts, even_normals, nearest_normal,
};
use wonderwheel_commando::tie::{TieClass, TieMesh, TieParts};
use wonderwheel_ps2::error::Result;

use super::bytes_of::bytes_of;

/// A sheet of `side` times `side` quads whose rows have the two materials in turn.
struct Sheet {
    positions: Vec<[f32; 3]>,
    uvs: Vec<[i16; 2]>,
    triangles: Triangles,
}

fn sheet(side: u32) -> Sheet {
    let corners = side + 1;
    let places = (0..corners * corners).map(|i| [i % corners, i / corners]);
    let positions = places.clone().map(|[x, y]| {
        let [x, y] = [x, y].map(|place| place as f32 / side as f32);
        [x, y, (3.0 * x).sin() * y]
    });
    let uvs = places.map(|place| place.map(|place| (place * 4096 / side) as i16));
    let mut triangles = Triangles::default();
    for y in 0..side {
        let material = Material {
            slot: (y % 2) as i32,
            clamp: [y % 2 != 0, false],
            k: mip_k(5.0),
        };
        for x in 0..side {
            let [a, b] = [y * corners + x, (y + 1) * corners + x];
            triangles.push(material, [a, a + 1, b]);
            triangles.push(material, [a + 1, b + 1, b]);
        }
    }
    Sheet {
        positions: positions.collect(),
        uvs: uvs.collect(),
        triangles,
    }
}

/// With a billboard, in one and in more packets; and without.
pub fn shrub() -> Vec<Vec<u8>> {
    let class = |side, has_billboard: bool| {
        let Sheet {
            positions,
            uvs,
            triangles,
        } = sheet(side);
        let normals = even_normals();
        let packed = quantise(&positions);
        let nearest = |position: &[f32; 3]| nearest_normal(&normals, *position);
        let parts = ShrubParts {
            o_class: 1234,
            mode_bits: 4,
            mip_distance: 5.0,
            mesh: ShrubMesh {
                scale: packed.scale,
                normals: positions.iter().map(nearest).collect(),
                positions: packed.positions,
                uvs,
                triangles,
            },
            billboard: has_billboard
                .then(|| Billboard::new(40.0, [1.0, 1.5, 0.0], packed.scale, 0xFF90)),
            normals,
        };
        ShrubClass::build(&parts)?.write()
    };
    bytes_of([class(1, false), class(3, true), class(7, true)])
}

fn tie_mesh(side: u32, morphs: bool) -> TieMesh {
    let Sheet {
        positions,
        uvs,
        triangles,
    } = sheet(side);
    let packed = quantise(&positions);
    let delta = |[_, _, z]: [i16; 3]| if morphs { [0, 0, -z] } else { [0; 3] };
    let colours = (0..positions.len()).map(|i| {
        let near = (i % 64) as u8;
        if morphs {
            [near, 63 - near, 5]
        } else {
            [near; 3]
        }
    });
    TieMesh {
        scale: packed.scale,
        deltas: packed.positions.iter().copied().map(delta).collect(),
        colours: colours.collect(),
        qs: vec![0x1000; positions.len()],
        positions: packed.positions,
        uvs,
        triangles,
    }
}

/// Levels that morph, a level without anything.
pub fn tie() -> Vec<Vec<u8>> {
    let class = |side: u32| {
        let parts = TieParts {
            o_class: 4321,
            mode_bits: 0,
            lod_distances: [20.0, 40.0, 80.0],
            mip_distance: 5.0,
            lods: [
                tie_mesh(side, true),
                tie_mesh(side.div_ceil(2), false),
                TieMesh::default(),
            ],
            normals: even_normals().to_vec(),
        };
        TieClass::build(&parts)?.write()
    };
    bytes_of([class(1), class(3), class(6)])
}

fn moby_mesh(side: u32, joints: u8) -> MobyMesh {
    let Sheet {
        positions,
        uvs,
        triangles,
    } = sheet(side);
    let packed = quantise(&positions);
    let joint = |i: usize| (i % usize::from(joints.max(1))) as u8;
    let blends = (0..positions.len()).map(|i| match (joints, i % 3) {
        (3.., 1) => Blend {
            joints: [joint(i), joint(i + 1), 0],
            weights: [100, 156, 0],
        },
        (3.., 2) => Blend {
            joints: [joint(i), joint(i + 1), joint(i + 2)],
            weights: [64, 64, 128],
        },
        _ => Blend::joint(joint(i)),
    });
    MobyMesh {
        scale: packed.scale,
        normals: (0..positions.len())
            .map(|i| [i as u8, 255 - i as u8])
            .collect(),
        blends: blends.collect(),
        positions: packed.positions,
        uvs,
        triangles,
        inexact_blends: 0,
    }
}

/// Stiff, with joints, and with joints in more packets; each in two levels.
pub fn moby() -> Vec<Vec<u8>> {
    let class = |side: u32, joints: u8| -> Result<Vec<u8>> {
        let identity = std::array::from_fn(|row| {
            std::array::from_fn(|column| if row == column { 1.0 } else { 0.0 })
        });
        let joint = |joint: u8| Joint {
            translation: [f32::from(joint), 0.0, 0.0],
            parent_offset: u16::from(joint.saturating_sub(1)) * 0x40,
            unknown_0e: 0x70,
        };
        let parts = MobyParts {
            high: moby_mesh(side, joints),
            low: moby_mesh(side.div_ceil(2), joints),
            lod_trans: 30,
            mip_distance: 5,
            mode_bits: 0,
            skeleton: vec![identity; joints.into()],
            joints: (0..joints).map(joint).collect(),
        };
        MobyClass::build(&parts)?.write()
    };
    bytes_of([class(1, 0), class(3, 5), class(7, 3)])
}
