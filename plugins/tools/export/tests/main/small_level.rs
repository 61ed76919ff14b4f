//! A level of Going Commando with one of everything, small enough to break a thousand times.

use wonderwheel_commando::collision::{Collision, CollisionMesh, HeroGroup, MeshFace};
use wonderwheel_commando::gameplay::{
    BlockKind, Gameplay, InstanceTable, MobyInstance, ShrubInstance, TieAmbients, TieInstance,
};
use wonderwheel_commando::level::{NewChunk, NewClass, NewLevel, NewShrubClass, NewTextures};
use wonderwheel_commando::lighting::{LightBank, LightRecord, LightSet, NormalTable};
use wonderwheel_commando::moby::{Blend, Joint, MobyClass, MobyMesh, MobyParts};
use wonderwheel_commando::model::{Material, Triangles, packed_normal, quantise};
use wonderwheel_commando::shrub::{ShrubClass, ShrubMesh, ShrubParts};
use wonderwheel_commando::sky::{Shell, ShellMesh, ShellVertex, Sky, SkyTexture};
use wonderwheel_commando::texture::Texture;
use wonderwheel_commando::tfrag::{AdGif, GridPatch, MeshVertex, TfragBlock};
use wonderwheel_commando::tie::{TieClass, TieMesh, TieParts};

pub const TIE: i32 = 7;
pub const SHRUB: i32 = 5;
pub const MOBY: i32 = 11;
/// Five steps a channel: 40 of 128.
pub const BASE: u16 = 0x94A5;
pub const TIE_PLACE: [f32; 3] = [10.0, 20.0, 30.0];

pub fn level() -> NewLevel {
    NewLevel {
        id: 3,
        tfrags: terrain(20.0),
        sky: sky(),
        collision: collision(),
        textures: NewTextures {
            tfrag: vec![texture(0x80), texture(0x40)],
            tie: vec![texture(0x80), texture(0x00)],
            shrub: vec![texture(0x00)],
            moby: vec![texture(0x80)],
        },
        tie_classes: vec![new_class(TIE, vec![1, 0], tie())],
        shrub_classes: vec![NewShrubClass {
            class: new_class(SHRUB, vec![0], shrub()),
            billboard: Some(texture(0x80)),
        }],
        moby_classes: vec![new_class(MOBY, vec![0], moby())],
        overlay: NormalTable::rounded().to_bytes().to_vec(),
        gameplay: gameplay(),
        chunks: vec![NewChunk {
            tfrags: terrain(25.0),
            collision: collision(),
            sound_bank: Vec::new(),
        }],
        ..NewLevel::default()
    }
}

fn new_class(class: i32, textures: Vec<u8>, bytes: Vec<u8>) -> NewClass {
    NewClass {
        class,
        textures,
        bytes,
    }
}

/// A texture whose left half has an alpha of the GS, and whose right half is opaque.
fn texture(alpha: u8) -> Texture {
    let mut texture = Texture::from_rgba(8, 8, &[255; 256]).unwrap();
    texture.palette[1] = [10, 20, 30, alpha];
    for row in texture.levels[0].chunks_mut(8) {
        row[..4].fill(1);
    }
    texture
}

/// A flat square of four by four cells, each a unit wide, the low corner at 100, 200.
fn terrain(height: f32) -> Vec<u8> {
    let ad_gifs = vec![AdGif::new(0, -100, [true, false])];
    let grid = GridPatch::from_fn([4; 2], ad_gifs, |[column, row]| {
        let [x, y] = [100 + column as i32, 200 + row as i32];
        MeshVertex {
            position: [x * 1024, y * 1024, (height * 1024.0) as i32],
            uv: [column, row].map(|cell| (cell * 1024) as i16),
            light: LightRecord::from_normal([0.0, 0.0, 1.0], BASE, 0),
        }
    });
    let block = TfragBlock::build(32.0, &[grid.build().unwrap()]).unwrap();
    block.write().unwrap()
}

fn sky() -> Vec<u8> {
    let vertex = |position, alpha| ShellVertex {
        position,
        colour: [0x80, 0x80, 0x80, alpha],
        uv: [0.0, 1.0],
    };
    let plain = ShellMesh {
        vertices: vec![
            vertex([1.0, 0.0, 0.0], 0x80),
            vertex([0.0, 1.0, 0.0], 0x80),
            vertex([0.0, 0.0, 1.0], 0x40),
        ],
        triangles: vec![[0, 1, 2]],
        textures: None,
    };
    let textured = ShellMesh {
        textures: Some(vec![0]),
        ..plain.clone()
    };
    let colours = [[200, 100, 50, 0x80]; 256];
    let sky = Sky {
        textures: vec![SkyTexture::new(32, 32, vec![0; 1024], &colours).unwrap()],
        shells: [plain, textured]
            .map(|mesh| Shell::build(&mesh).unwrap())
            .into(),
        ..Sky::default()
    };
    sky.write().unwrap()
}

fn collision() -> Vec<u8> {
    let ground = CollisionMesh {
        vertices: vec![
            [0.0, 0.0, 2.0],
            [8.0, 0.0, 2.0],
            [8.0, 8.0, 2.0],
            [0.0, 8.0, 2.0],
            [4.0, 4.0, 6.0],
        ],
        faces: vec![
            MeshFace {
                corners: [0, 1, 2],
                fourth: Some(3),
                ty: 0xAB,
            },
            MeshFace {
                corners: [0, 1, 4],
                fourth: None,
                ty: 1,
            },
        ],
    };
    let fence = [[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [2.0, 1.0, 3.0]];
    let hero = HeroGroup::build(&fence, &[[0, 1, 2]]).unwrap();
    let built = Collision::build(&ground, Some(vec![hero]), Default::default());
    built.unwrap().write().unwrap()
}

/// A square that faces up, in two materials.
fn square() -> (Vec<[f32; 3]>, Vec<[i16; 2]>, Triangles) {
    let positions = vec![
        [0.0, 0.0, 1.0],
        [2.0, 0.0, 1.0],
        [2.0, 2.0, 1.0],
        [0.0, 2.0, 1.0],
    ];
    let uvs = vec![[0, 0], [4096, 0], [4096, 4096], [0, 4096]];
    (positions, uvs, Triangles::default())
}

fn material(slot: i32) -> Material {
    Material {
        slot,
        ..Material::default()
    }
}

fn tie() -> Vec<u8> {
    let (positions, uvs, mut triangles) = square();
    triangles.push(material(0), [0, 1, 2]);
    triangles.push(material(1), [0, 2, 3]);
    let packed = quantise(&positions);
    let lod = TieMesh {
        scale: packed.scale,
        deltas: vec![[0; 3]; 4],
        uvs,
        qs: vec![4096; 4],
        colours: vec![[0; 3]; 4],
        positions: packed.positions,
        triangles,
    };
    let class = TieClass::build(&TieParts {
        o_class: TIE as i16,
        mode_bits: 0,
        lod_distances: [20.0, 40.0, 80.0],
        mip_distance: 5.0,
        lods: [lod.clone(), lod, TieMesh::default()],
        normals: vec![packed_normal([0.0, 0.0, 1.0])],
    });
    class.unwrap().write().unwrap()
}

fn shrub() -> Vec<u8> {
    let (positions, uvs, mut triangles) = square();
    triangles.push(material(0), [0, 1, 2]);
    let packed = quantise(&positions);
    let class = ShrubClass::build(&ShrubParts {
        o_class: SHRUB as i16,
        mip_distance: 5.0,
        mesh: ShrubMesh {
            scale: packed.scale,
            positions: packed.positions,
            uvs,
            normals: vec![0; 4],
            triangles,
        },
        normals: [packed_normal([0.0, 0.0, 1.0]); 24],
        ..ShrubParts::default()
    });
    class.unwrap().write().unwrap()
}

/// Two joints above each other: the square hangs on the upper one, but for its first corner.
fn moby() -> Vec<u8> {
    let (positions, uvs, mut triangles) = square();
    triangles.push(material(0), [0, 1, 2]);
    triangles.push(material(Material::NO_TEXTURE), [0, 2, 3]);
    let packed = quantise(&positions);
    let raw = 1024.0 / packed.scale;
    let half = Blend {
        joints: [0, 1, 0],
        weights: [64, 192, 0],
    };
    let mesh = MobyMesh {
        scale: packed.scale,
        normals: vec![[0, 64]; 4],
        blends: vec![half, Blend::joint(1), Blend::joint(1), Blend::joint(1)],
        positions: packed.positions,
        uvs,
        triangles,
        inexact_blends: 0,
    };
    // Both name the first joint, which is at offset 0.
    let up = |parent| Joint {
        translation: [0.0, 0.0, raw],
        parent_offset: parent,
        unknown_0e: 0x70,
    };
    let matrix = [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.0, 0.0, raw, 1.0],
    ];
    let class = MobyClass::build(&MobyParts {
        low: mesh.clone(),
        high: mesh,
        lod_trans: 30,
        mip_distance: 5,
        mode_bits: 0,
        skeleton: vec![matrix; 2],
        joints: vec![up(0), up(0)],
    });
    class.unwrap().write().unwrap()
}

/// Columns of a matrix that only moves, with the corner of the disc.
pub fn at([x, y, z]: [f32; 3]) -> [[f32; 4]; 4] {
    [
        [1.0, 0.0, 0.0, 0.0],
        [0.0, 1.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0],
        [x, y, z, 0.01],
    ]
}

pub fn gameplay() -> Gameplay {
    let tie = |matrix| TieInstance {
        class: TIE,
        draw_distance: 100,
        matrix,
        ..TieInstance::default()
    };
    let [x, _, _, place] = at(TIE_PLACE);
    let ties = vec![
        tie(at(TIE_PLACE)),
        tie(at([1.0, 2.0, 3.0])),
        // Turned over: its face looks down.
        tie([x, [0.0, -1.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], place]),
    ];
    let mut ambients = TieAmbients::default();
    for i in 0..3 {
        ambients.push(i, &[BASE]).unwrap();
    }
    let shrub = ShrubInstance {
        class: SHRUB,
        matrix: at([4.0, 5.0, 6.0]),
        colour: [10, 20, 300],
        ..ShrubInstance::default()
    };
    let moby = MobyInstance {
        size: MobyInstance::SIZE,
        class: MOBY,
        scale: 2.0,
        position: [5.0, 6.0, 7.0],
        rotation: [0.0, 0.0, std::f32::consts::FRAC_PI_2],
        ..MobyInstance::default()
    };
    let sun = LightSet {
        color_a: [0.5, 0.5, 0.5, 0.0],
        direction_a: [0.0, 0.0, -1.0, 0.0],
        ..LightSet::default()
    };
    Gameplay::lay_out([
        (
            BlockKind::Lights,
            LightBank::new(vec![sun]).write().unwrap(),
        ),
        (BlockKind::TieInstances, InstanceTable::new(ties).write()),
        (BlockKind::TieAmbients, ambients.write()),
        (
            BlockKind::ShrubInstances,
            InstanceTable::new(vec![shrub]).write(),
        ),
        (
            BlockKind::MobyInstances,
            InstanceTable::new(vec![moby; 2]).write(),
        ),
    ])
    .unwrap()
}
