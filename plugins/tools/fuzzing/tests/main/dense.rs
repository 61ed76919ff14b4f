//! Inputs of megabytes that hold as many values as their kind can.

use wonderwheel_commando::collision::Collision;
use wonderwheel_commando::core::{ClassEntry, CoreHeader, CoreIndex, CoreTables, TextureEntry};
use wonderwheel_commando::gameplay::{
    BlockKind, Gameplay, InstanceTable, MobyInstance, TieAmbients,
};
use wonderwheel_commando::lighting::{LightBank, LightSet};
use wonderwheel_commando::lz;
use wonderwheel_commando::occlusion::{Mapping, Mask, OcclusionGrid, OcclusionMappings};
use wonderwheel_commando::sky::{Cluster, Shell, Sky};
use wonderwheel_commando::tfrag::{GridPatch, TfragBlock};
use wonderwheel_warriors::chunk::container::MAX_CHUNKS;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::pack::Pack;

/// Each can be read.
pub fn inputs() -> Vec<(&'static str, Vec<u8>)> {
    let mut inputs = warriors();
    inputs.extend(commando());
    inputs
}

/// Inputs whose parts all name the same bytes, or no bytes. None can be read.
pub fn repeating() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("tfrag", patches_of_one(30_000)),
        ("sky", textures_of_one(4_000)),
        ("commando-toc", copies_of_one()),
        ("collision", cells_without_faces(60_000)),
    ]
}

fn commando() -> Vec<(&'static str, Vec<u8>)> {
    let tables = CoreTables {
        moby_classes: vec![ClassEntry::default(); 60_000],
        tfrag_textures: vec![TextureEntry::default(); 60_000],
        resident_mobys: vec![7; 60_000],
        ..CoreTables::default()
    };
    let index = CoreIndex::lay_out(CoreHeader::default(), tables).unwrap();
    let mut ambients = TieAmbients::default();
    for tie in 0..20_000 {
        ambients.push(tie, &[tie as u16]).unwrap();
    }
    let mobys = InstanceTable::new(vec![MobyInstance::default(); 10_000]);
    let gameplay = Gameplay::lay_out([
        (BlockKind::MobyInstances, mobys.write()),
        (BlockKind::TieAmbients, ambients.write()),
    ]);
    let mapping = Mapping { bit: 1, id: 1 };
    let mappings = OcclusionMappings {
        mobys: vec![mapping; 200_000],
        ..OcclusionMappings::default()
    };
    let lights = LightBank::new(vec![LightSet::default(); 20_000]);
    let patch = GridPatch::flat([0; 3], 512, [4, 4]).build().unwrap();
    let terrain = TfragBlock::build(32.0, &vec![patch; 2_000]).unwrap();
    vec![
        ("wad", longest_matches(50_000)),
        ("commando-core", index.write().unwrap()),
        ("gameplay", gameplay.unwrap().write().unwrap()),
        ("occlusion-mappings", mappings.write().unwrap()),
        ("light_bank", lights.write().unwrap()),
        ("tfrag", terrain.write().unwrap()),
        ("sky", sky_of_clusters(100_000)),
        ("collision", triangles_in_cells()),
        ("collision", cells_without_faces(4_000)),
        ("occlusion", cells_of_one_row_each()),
        ("occlusion", cells_of_one_mask_each()),
    ]
}

/// Four literals, then matches that put out 288 bytes for their four.
fn longest_matches(count: usize) -> Vec<u8> {
    let packets = [vec![1, 9, 8, 7, 6], [0x20, 0xFF, 0, 0].repeat(count)].concat();
    let header = lz::StreamHeader {
        compressed_size: (16 + packets.len()) as u32,
        text: [0; 9],
    };
    [header.write().to_vec(), packets].concat()
}

/// Headers that all name the data of one patch.
fn patches_of_one(count: usize) -> Vec<u8> {
    let patch = GridPatch::flat([0; 3], 512, [4, 4]).build().unwrap();
    let one = TfragBlock::build(32.0, &[patch]).unwrap().write().unwrap();
    let (head, rest) = one.split_at(0x40);
    let (header, data) = rest.split_at(0x40);
    let mut bytes = head.to_vec();
    bytes[4..8].copy_from_slice(&(count as u32).to_le_bytes());
    let mut header = header.to_vec();
    header[0x10..0x14].copy_from_slice(&(0x40 * count as u32).to_le_bytes());
    bytes.extend(header.repeat(count));
    bytes.extend(data);
    bytes
}

/// Textures of 2,048 texels that are all the same.
fn textures_of_one(count: usize) -> Vec<u8> {
    let mut bytes = vec![0; 0x40];
    bytes[0x0C..0x0E].copy_from_slice(&(count as u16).to_le_bytes());
    bytes[0x10..0x14].copy_from_slice(&0x40_u32.to_le_bytes());
    bytes[0x14..0x18].copy_from_slice(&(0x40 + 16 * count as u32).to_le_bytes());
    let def: Vec<u8> = [0_u32, 0x400, 64, 32]
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect();
    bytes.extend(def.repeat(count));
    bytes.resize(bytes.len() + 0x400 + 64 * 32, 0);
    bytes
}

/// Clusters without vertices, 32 bytes each.
fn sky_of_clusters(count: usize) -> Vec<u8> {
    let shell = Shell {
        clusters: vec![Cluster::default(); count],
        ..Shell::default()
    };
    let sky = Sky {
        shells: vec![shell],
        ..Sky::default()
    };
    sky.write().unwrap()
}

/// A level table whose entries lead to the same header of 64 KiB.
fn copies_of_one() -> Vec<u8> {
    let mut bytes = vec![0; 0x12_000];
    for entry in 0..90 {
        // Sector 1001 is the first here; the header stands in the next but one.
        for part in 0..3 {
            let at = 24 * entry + 8 * part;
            bytes[at..at + 4].copy_from_slice(&1004_u32.to_le_bytes());
            bytes[at + 4..at + 8].copy_from_slice(&32_u32.to_le_bytes());
        }
    }
    bytes[3 * 0x800..3 * 0x800 + 4].copy_from_slice(&0x60_u32.to_le_bytes());
    bytes
}

/// A triangle in each of very many cells, as a builder writes them.
fn triangles_in_cells() -> Vec<u8> {
    use wonderwheel_commando::collision::{CollisionMesh, MeshFace};
    let mut mesh = CollisionMesh::default();
    for i in 0..40_000_u32 {
        let [x, y] = [i % 200, i / 200].map(|cell| 4.0 * cell as f32);
        let first = mesh.vertices.len() as u32;
        mesh.vertices
            .extend([[1.0, 1.0], [2.0, 1.0], [1.0, 2.0]].map(|[dx, dy]| [x + dx, y + dy, 1.0]));
        mesh.faces.push(MeshFace {
            corners: [first, first + 1, first + 2],
            fourth: None,
            ty: 1,
        });
    }
    let collision = Collision::build(&mesh, None, Default::default()).unwrap();
    collision.write().unwrap()
}

/// One row of cells that hold nothing but their heads.
fn cells_without_faces(count: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut half = |value: usize| bytes.extend((value as u16).to_le_bytes());
    // The mesh at 8, no groups; the root with one plane at 16, its one row at 24, its cells behind that.
    for value in [8, 0, 0, 0, 0, 1, 2, 0] {
        half(value);
    }
    for value in [0, 1, 16, 0, 0, count] {
        half(value);
    }
    let first = 20 + 4 * count;
    for i in 0..count {
        bytes.extend((((first + 4 * i) << 8 | 1) as u32).to_le_bytes());
    }
    bytes.resize(bytes.len() + 4 * count + 16, 0);
    bytes
}

/// Rows of one cell each that all see the same.
fn cells_of_one_row_each() -> Vec<u8> {
    let cells = (0..20_000_u16).map(|i| ([7, i % 200, i / 200], Mask::HIDDEN));
    OcclusionGrid::build(cells).unwrap().write().unwrap()
}

/// Cells that each see something else.
fn cells_of_one_mask_each() -> Vec<u8> {
    let cells = (0..20_000_u16).map(|i| {
        let mut mask = Mask::HIDDEN;
        (0..16)
            .filter(|bit| i >> bit & 1 != 0)
            .for_each(|bit| mask.show(bit));
        ([i % 500, i / 500, 0], mask)
    });
    OcclusionGrid::build(cells).unwrap().write().unwrap()
}

fn warriors() -> Vec<(&'static str, Vec<u8>)> {
    let mut list = b"150000\n".to_vec();
    list.extend(b"{a{0,0,0},{0,0,0,1},0,0,0,0,a)\n".repeat(150_000));
    let mut subtitles = 65_532_u16.to_le_bytes().to_vec();
    subtitles.extend([3, 0, 0, 0, 0].repeat(13_106));
    subtitles.resize(65_536, 0);
    // A main function without names, with a million strings that are not there.
    let mut lua = wonderwheel_warriors::lua::HEADER.to_vec();
    lua.extend(wonderwheel_warriors::lua::TEST_NUMBER.to_le_bytes());
    lua.extend([0; 4 + 4 + 4 + 1 + 4 + 4 + 4]);
    lua.extend(1_000_000_u32.to_le_bytes());
    lua.extend(vec![0; 4_000_000]);
    for word in [0, 0, 1, 0_u32] {
        lua.extend(word.to_le_bytes());
    }
    // As many chunks as a file may have, all of them empty; and resources of one empty chunk.
    let empty = Chunk::new(ChunkType::Fonts, 1, Vec::new());
    let container = Resource::new(1, vec![empty.clone(); MAX_CHUNKS as usize]);
    let group = Resource::new(1, [empty]);
    let pack = Pack {
        resources: vec![group; MAX_CHUNKS as usize],
    };
    vec![
        ("resource", container.write()),
        ("pack", pack.write()),
        ("pack_loaded", pack.write()),
        ("object-list", list),
        ("subtitles", subtitles),
        ("lua", lua),
    ]
}
