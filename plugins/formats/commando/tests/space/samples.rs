//! Small blocks of every kind.

use wonderwheel_commando::collision::{Collision, CollisionMesh, HeroGroup, MeshFace};
use wonderwheel_commando::occlusion::{Mapping, Mask, OcclusionGrid, OcclusionMappings};
use wonderwheel_commando::sky::{Shell, ShellMesh, ShellVertex, Sky, SkyTexture};

/// A dome of eight triangles.
fn dome(textured: bool) -> ShellMesh {
    let vertex = |x: f32, y: f32, z: f32| ShellVertex {
        position: [x, y, z],
        colour: if textured {
            [0x80, 0x80, 0x80, 0x60]
        } else {
            [200, 100, 50, 0x80]
        },
        uv: if textured {
            [x.abs(), z.abs()]
        } else {
            [0.0; 2]
        },
    };
    let vertices = vec![
        vertex(1.0, 0.0, 0.0),
        vertex(0.0, 1.0, 0.0),
        vertex(-1.0, 0.0, 0.0),
        vertex(0.0, -1.0, 0.0),
        vertex(0.0, 0.0, 1.0),
        vertex(0.0, 0.0, -1.0),
    ];
    let triangles: Vec<_> = (0..4)
        .flat_map(|i| [[i, (i + 1) % 4, 4], [i, 5, (i + 1) % 4]])
        .collect();
    ShellMesh {
        textures: textured.then(|| vec![0; triangles.len()]),
        vertices,
        triangles,
    }
}

/// A textured and a coloured shell, an empty one, an effect and sprite slots.
pub fn sky() -> Sky {
    let colours = std::array::from_fn(|i| [i as u8, 255 - i as u8, 7, 0x80]);
    let indices = (0..32 * 64).map(|i| i as u8).collect();
    Sky {
        colour: [10, 20, 30, 0x80],
        clear_screen: 1,
        sprites: vec![0; 3 * 0x20],
        fx: vec![0],
        textures: vec![SkyTexture::new(64, 32, indices, &colours).unwrap()],
        shells: vec![
            Shell::build(&dome(true)).unwrap(),
            Shell::build(&dome(false)).unwrap(),
            Shell::default(),
        ],
        ..Sky::default()
    }
}

/// A quad and a triangle across cells on both sides of the origin, and a group for the player.
pub fn collision() -> Collision {
    let mesh = CollisionMesh {
        vertices: vec![
            [-3.0, -3.0, -0.5],
            [3.0, -3.0, 0.0],
            [3.0, 3.0, 0.5],
            [-3.0, 3.0, 0.0],
            [10.0, 10.0, 10.0],
        ],
        faces: vec![
            MeshFace {
                corners: [0, 1, 2],
                fourth: Some(3),
                ty: 15,
            },
            MeshFace {
                corners: [1, 4, 2],
                fourth: None,
                ty: 255,
            },
        ],
    };
    let group = HeroGroup::build(
        &[[1.0, 1.0, 1.0], [5.5, 1.0, 1.0], [1.0, 9.25, 1.0]],
        &[[0, 1, 2]],
    );
    Collision::build(&mesh, Some(vec![group.unwrap()]), Default::default()).unwrap()
}

/// Cells with gaps between them on every axis, a mask that two share, and one without bits.
pub fn occlusion() -> OcclusionGrid {
    let mut mask = Mask::HIDDEN;
    mask.show(5);
    OcclusionGrid::build([
        ([4, 9, 12], Mask::HIDDEN),
        ([6, 9, 12], mask),
        ([1, 11, 12], mask),
        ([2, 3, 15], mask),
    ])
    .unwrap()
}

pub fn mappings() -> OcclusionMappings {
    let mapping = |bit, id| Mapping { bit, id };
    OcclusionMappings {
        tfrags: vec![mapping(3, 100), mapping(4, 31)],
        ties: vec![mapping(4, 7)],
        mobys: vec![mapping(1023, 900)],
        ..Default::default()
    }
}
