//! Small blocks of terrain, light, sky, collision and occlusion.

use wonderwheel_commando::collision::{Collision, CollisionMesh, HeroGroup, MeshFace};
use wonderwheel_commando::lighting::{LightBank, LightSet};
use wonderwheel_commando::occlusion::{Mapping, Mask, OcclusionGrid, OcclusionMappings};
use wonderwheel_commando::sky::{Shell, ShellMesh, ShellVertex, Sky, SkyTexture};
use wonderwheel_commando::tfrag::{GridPatch, TfragBlock};
use wonderwheel_ps2::error::Result;

use super::bytes_of::bytes_of;

/// A block of rough patches, each with where its middle is and how many cells it has.
fn rough(patches: impl Iterator<Item = ([i32; 3], [usize; 2])>) -> Result<Vec<u8>> {
    let patches = patches.map(|(middle, cells)| {
        let mut grid = GridPatch::flat(middle, 512, cells);
        for (k, position) in grid.positions.iter_mut().enumerate() {
            let [.., z] = position;
            *z += k as i32 * 7919 % 900;
        }
        grid.build()
    });
    let patches = patches.collect::<Result<Vec<_>>>()?;
    TfragBlock::build(32.0, &patches)?.write()
}

/// A block as level 0 of the disc has it: 833 patches of 45 positions.
pub fn large_tfrag() -> Result<Vec<u8>> {
    let middles = (0..833).map(|i| [i % 30 * 8192, i / 30 * 8192, i * 37 % 4096]);
    rough(middles.map(|middle| (middle, [8, 4])))
}

/// Three patches in all tiers, and one.
pub fn tfrag() -> Vec<Vec<u8>> {
    let block = |cells: &[[usize; 2]]| {
        let middles = (0..).map(|i| [i * 8192, 4096, 100]);
        rough(middles.zip(cells.iter().copied()))
    };
    bytes_of([block(&[[8, 4], [4, 4], [4, 8]]), block(&[[4, 4]])])
}

/// Two suns, and a night without light.
pub fn light_bank() -> Vec<Vec<u8>> {
    let set = |red, x, z| LightSet {
        color_a: [red, 0.86, 0.52, -0.2],
        direction_a: [x, -0.6, z, 0.0],
        color_b: [0.1, 0.1, 0.1, 0.0],
        direction_b: [0.0, 0.0, 1.0, 0.0],
    };
    let suns = LightBank::new(vec![set(0.97, 0.0, -0.8), set(0.5, 0.8, 0.0)]);
    bytes_of([suns.write(), LightBank::default().write()])
}

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
pub fn small_sky() -> Result<Sky> {
    let colours = std::array::from_fn(|i| [i as u8, 255 - i as u8, 7, 0x80]);
    let indices = (0..32 * 64).map(|i| i as u8).collect();
    Ok(Sky {
        colour: [10, 20, 30, 0x80],
        clear_screen: 1,
        sprites: vec![0; 3 * 0x20],
        fx: vec![0],
        textures: vec![SkyTexture::new(64, 32, indices, &colours)?],
        shells: vec![
            Shell::build(&dome(true))?,
            Shell::build(&dome(false))?,
            Shell::default(),
        ],
        ..Sky::default()
    })
}

/// That sky, and one without anything.
pub fn sky() -> Vec<Vec<u8>> {
    let whole = small_sky().and_then(|sky| sky.write());
    bytes_of([whole, Sky::default().write()])
}

fn face(corners: [u32; 3], fourth: Option<u32>, ty: u8) -> MeshFace {
    MeshFace {
        corners,
        fourth,
        ty,
    }
}

/// A quad and a triangle across cells on both sides of the origin, and a group for the player.
pub fn small_collision() -> Result<Collision> {
    let mesh = CollisionMesh {
        vertices: vec![
            [-3.0, -3.0, -0.5],
            [3.0, -3.0, 0.0],
            [3.0, 3.0, 0.5],
            [-3.0, 3.0, 0.0],
            [10.0, 10.0, 10.0],
        ],
        faces: vec![face([0, 1, 2], Some(3), 15), face([1, 4, 2], None, 255)],
    };
    let corners = [[1.0, 1.0, 1.0], [5.5, 1.0, 1.0], [1.0, 9.25, 1.0]];
    let group = HeroGroup::build(&corners, &[[0, 1, 2]])?;
    Collision::build(&mesh, Some(vec![group]), Default::default())
}

/// That collision; and a far cell beside a near one.
pub fn collision_tree() -> Vec<Vec<u8>> {
    let apart = CollisionMesh {
        vertices: vec![
            [1.0, 1.0, 1.0],
            [2.0, 1.0, 1.0],
            [1.0, 2.0, 1.0],
            [1.0, 201.0, 301.0],
            [2.0, 201.0, 301.0],
            [1.0, 202.0, 301.0],
        ],
        faces: vec![face([0, 1, 2], None, 1), face([3, 4, 5], None, 2)],
    };
    let apart = Collision::build(&apart, None, Default::default());
    bytes_of([small_collision(), apart].map(|block| block?.write()))
}

/// Cells with gaps between them on every axis, a mask that two share, and one without bits.
pub fn occlusion() -> Vec<Vec<u8>> {
    let mut mask = Mask::HIDDEN;
    mask.show(5);
    let grid = OcclusionGrid::build([
        ([4, 9, 12], Mask::HIDDEN),
        ([6, 9, 12], mask),
        ([1, 11, 12], mask),
        ([2, 3, 15], mask),
    ]);
    bytes_of([grid.and_then(|grid| grid.write())])
}

/// Things of every kind.
pub fn occlusion_mappings() -> Vec<Vec<u8>> {
    let mapping = |bit, id| Mapping { bit, id };
    let mappings = OcclusionMappings {
        tfrags: vec![mapping(3, 100), mapping(4, 31)],
        ties: vec![mapping(4, 7)],
        mobys: vec![mapping(1023, 900)],
        ..Default::default()
    };
    bytes_of([mappings.write()])
}
