//! Small classes: bent sheets.

use wonderwheel_commando::moby::{Blend, Joint, MobyClass, MobyMesh, MobyParts};
use wonderwheel_commando::model::{Material, Triangles, mip_k, quantise};
use wonderwheel_commando::shrub::{
    Billboard, ShrubClass, ShrubMesh, ShrubParts, even_normals, nearest_normal,
};
use wonderwheel_commando::tie::{TieClass, TieMesh, TieParts};

use super::bytes_of::bytes_of;

/// A material of a texture slot.
pub fn material(slot: i32) -> Material {
    Material {
        slot,
        clamp: [slot % 2 != 0, false],
        k: mip_k(5.0),
    }
}

/// A bent sheet of `side` times `side` quads, each row with the next of `slots`: positions in class space, uvs, triangles.
pub fn sheet(side: u32, slots: &[i32]) -> (Vec<[f32; 3]>, Vec<[i16; 2]>, Triangles) {
    let corners = side + 1;
    let places = (0..corners * corners).map(|i| [i % corners, i / corners]);
    let positions = places.clone().map(|[x, y]| {
        let [x, y] = [x, y].map(|place| place as f32 / side as f32);
        [x, y, (3.0 * x).sin() * y]
    });
    let uvs = places.map(|place| place.map(|place| (place * 4096 / side) as i16));
    let mut triangles = Triangles::default();
    for y in 0..side {
        let slot = slots[y as usize % slots.len()];
        for x in 0..side {
            let [a, b] = [y * corners + x, (y + 1) * corners + x];
            triangles.push(material(slot), [a, a + 1, b]);
            triangles.push(material(slot), [a + 1, b + 1, b]);
        }
    }
    (positions.collect(), uvs.collect(), triangles)
}

/// A shrub of a sheet.
pub fn shrub_parts(side: u32, slots: &[i32]) -> ShrubParts {
    let (positions, uvs, triangles) = sheet(side, slots);
    let normals = even_normals();
    let packed = quantise(&positions);
    ShrubParts {
        o_class: 1234,
        mode_bits: 4,
        mip_distance: 5.0,
        mesh: ShrubMesh {
            scale: packed.scale,
            normals: positions
                .iter()
                .map(|&p| nearest_normal(&normals, p))
                .collect(),
            positions: packed.positions,
            uvs,
            triangles,
        },
        billboard: (slots.len() > 1)
            .then(|| Billboard::new(40.0, [1.0, 1.5, 0.0], packed.scale, 0xFF90)),
        normals,
    }
}

/// A level of a tie: a sheet that morphs flat.
pub fn tie_mesh(side: u32, slots: &[i32], morphs: bool) -> TieMesh {
    let (positions, uvs, triangles) = sheet(side, slots);
    let packed = quantise(&positions);
    let colours = (0..positions.len()).map(|i| (i % 64) as u8);
    TieMesh {
        // One scale for all levels: the sheet's largest coordinate is 1.
        scale: packed.scale,
        deltas: packed
            .positions
            .iter()
            .map(|[_, _, z]| if morphs { [0, 0, -z] } else { [0; 3] })
            .collect(),
        colours: colours
            .map(|near| {
                if morphs {
                    [near, 63 - near, 5]
                } else {
                    [near; 3]
                }
            })
            .collect(),
        qs: vec![0x1000; positions.len()],
        positions: packed.positions,
        uvs,
        triangles,
    }
}

/// A tie of sheets, the last level empty.
pub fn tie_parts(side: u32, slots: &[i32]) -> TieParts {
    TieParts {
        o_class: 4321,
        mode_bits: 0,
        lod_distances: [20.0, 40.0, 80.0],
        mip_distance: 5.0,
        lods: [
            tie_mesh(side, slots, true),
            tie_mesh(side.div_ceil(2), slots, false),
            TieMesh::default(),
        ],
        normals: even_normals().to_vec(),
    }
}

/// A moby's mesh: a sheet whose vertices have one, two and three of `joints` joints in turn.
pub fn moby_mesh(side: u32, slots: &[i32], joints: u8) -> MobyMesh {
    let (positions, uvs, triangles) = sheet(side, slots);
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

/// A moby of two sheets.
pub fn moby_parts(side: u32, slots: &[i32], joints: u8) -> MobyParts {
    let identity = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ];
    MobyParts {
        high: moby_mesh(side, slots, joints),
        low: moby_mesh(side.div_ceil(2), slots, joints),
        lod_trans: 30,
        mip_distance: 5,
        mode_bits: 0,
        skeleton: vec![identity; joints.into()],
        joints: (0..joints)
            .map(|joint| Joint {
                translation: [f32::from(joint), 0.0, 0.0],
                parent_offset: u16::from(joint.saturating_sub(1)) * 0x40,
                unknown_0e: 0x70,
            })
            .collect(),
    }
}

/// With a billboard, in one and in more packets; and without.
pub fn shrub() -> Vec<Vec<u8>> {
    let class = |side, slots| ShrubClass::build(&shrub_parts(side, slots))?.write();
    bytes_of([class(1, &[0]), class(3, &[0, 1]), class(7, &[0, 1])])
}

/// Levels that morph, a level without anything.
pub fn tie() -> Vec<Vec<u8>> {
    bytes_of([1, 3, 6].map(|side| TieClass::build(&tie_parts(side, &[0, 1]))?.write()))
}

/// Stiff, with joints, and with joints in more packets; each in two levels.
pub fn moby() -> Vec<Vec<u8>> {
    let class = |(side, joints)| MobyClass::build(&moby_parts(side, &[0, 1], joints))?.write();
    bytes_of([(1, 0), (3, 5), (7, 3)].map(class))
}
