//! Small files of each kind.
//!
//! RenderWare values that were read remember the order of their extension sections, and ones made by hand have none. So each
//! one here has been written and read once; what the laws then compare are this crate's own fields.

use wonderwheel_ps2::error::Result;
use wonderwheel_renderware::atomic::{Atomic, Scales};
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_renderware::material::{Material, TextureReference};
use wonderwheel_renderware::native_data::{ChainOptions, FloatMesh, PackedMesh};
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};
use wonderwheel_renderware::world::{Aabb, AtomicSector, Node, Plane, StreamedSector, World};
use wonderwheel_warriors::chunk::stacks::Stacks;
use wonderwheel_warriors::chunk::{HandlerTable, ResourceSlice, Rules};
use wonderwheel_warriors::collision::{
    CollisionMesh, Material as Ground, RawCollision, Triangle, TriangleFlags,
};
use wonderwheel_warriors::level_file::{self, LevelFile, LevelHashes, LevelModel};
use wonderwheel_warriors::manifest::{Manifest, ManifestPart};
use wonderwheel_warriors::names;
use wonderwheel_warriors::occluder::Occluder;
use wonderwheel_warriors::part::{Part, PartAtomic};
use wonderwheel_warriors::world_stream::WorldStream;

/// Loads a flat container with the handlers of the game.
pub fn load(bytes: &[u8]) -> Result<Stacks<'_>> {
    let (resource, _) = ResourceSlice::read(bytes, Rules::Strict)?;
    HandlerTable::default().load_flat(&resource)
}

/// K = -4, L = 0: mip levels never asked for.
const MIP_WORD: u32 = 0x0FC0;

/// An 8-bit texture, every texel its column number.
pub fn texture(name: &str, width: u32, height: u32) -> NativeTexture {
    let image = IndexedImage {
        width,
        height,
        palette: (0..=255).map(|i| [i, 255 - i, 0, 128]).collect(),
        levels: vec![
            (0..width * height)
                .map(|i| (i % width % 256) as u8)
                .collect(),
        ],
    };
    let sampling = Sampling::new(2, Addressing::Wrap, Addressing::Wrap);
    NativeTexture::encode(name, &image, sampling, MIP_WORD).unwrap()
}

pub fn dictionary(names: &[&str]) -> TextureDictionary {
    let made = TextureDictionary::new(names.iter().map(|name| texture(name, 32, 32)).collect());
    TextureDictionary::read(&made.write()).unwrap()
}

fn material(texture: &str) -> Material {
    let sampling = Sampling::new(2, Addressing::Wrap, Addressing::Wrap);
    Material::textured(TextureReference::new(texture, sampling, Some(MIP_WORD)))
}

const SCALES: Scales = Scales {
    position: 1.0 / 1024.0,
    uv: 1.0 / 2048.0,
    word: 0,
};

/// Two triangles, two metres wide.
pub fn geometry(texture: &str) -> Geometry {
    let corners = [[-1024, 0], [1024, 0], [-1024, 1024], [1024, 1024]];
    let mesh = PackedMesh {
        positions: corners.map(|[x, y]| [x, y, 0, 1]).to_vec(),
        uv_sets: 1,
        uvs: corners.map(|[x, y]| [x, y, 0, 0]).to_vec(),
        colours: vec![[128; 4]; 4],
        normals: vec![[0, 0, 127, 0]; 4],
    };
    Geometry::packed(
        vec![material(texture)],
        &[(0, mesh)],
        SCALES,
        &ChainOptions::default(),
    )
}

pub fn atomic(texture: &str) -> Atomic {
    Atomic::read(&Atomic::standalone(geometry(texture), SCALES).write()).unwrap()
}

pub fn model(texture: &str) -> LevelModel {
    LevelModel {
        dictionary: dictionary(&[texture]),
        clump: Clump::read(&Clump::single(geometry(texture), SCALES).write()).unwrap(),
    }
}

/// Two glowing squares at a lamp's height.
pub fn glow_world() -> World {
    let corners = [0.0, 1.0, 2.0].map(|y| [[0.0, y], [1.0, y]]).concat();
    let corners: [[f32; 2]; 6] = corners.try_into().unwrap();
    let mesh = FloatMesh {
        positions: corners.map(|[x, y]| [x, 4.0 + y, 8.0]).to_vec(),
        uvs: corners.map(|[x, y]| [x, y, 0.0, 0.0]).to_vec(),
        uv_sets: 1,
        colours: vec![[255, 240, 200, 128]; 6],
        normals: Vec::new(),
    };
    let sector = AtomicSector::of_float_strips(&[(0, mesh)], &ChainOptions::for_default_layout());
    let made = World::single(World::GLOW_FORMAT, vec![material("propglow01k")], sector);
    World::read(&made.write()).unwrap()
}

/// Ground of eight triangles, 16 m long.
pub fn collision() -> RawCollision {
    let vertices: Vec<_> = (0..10_u8)
        .map(|i| [4.0 * f32::from(i / 2), 8.0 * f32::from(i % 2), 0.0])
        .collect();
    let triangle = |i: u16| Triangle {
        vertices: match i % 2 {
            0 => [i, i + 2, i + 1],
            _ => [i, i + 1, i + 2],
        },
        flags: TriangleFlags::ORDINARY,
        material: Ground(1),
        area: 0,
    };
    let triangles: Vec<_> = (0..8).map(triangle).collect();
    CollisionMesh::build(&vertices, &triangles).unwrap().write()
}

pub fn level_file() -> LevelFile {
    LevelFile {
        occluders: vec![Occluder::wall([-5.0, 10.0, 0.0], [5.0, 10.0, 0.0])],
        skyline: model("shadow"),
        sky: model("sky"),
        clouds: model("clouds"),
        glow_dictionary: dictionary(&["propglow01k"]),
        glow_world: glow_world(),
        path_data: level_file::empty_path_data(),
        collision: collision(),
        header: LevelFile::HEADER,
        subtitles: level_file::empty_subtitles(),
        hashes: LevelHashes::of("level900"),
        unread: Default::default(),
    }
}

/// A part of the world `w` with one atomic for each of the sectors.
pub fn part(number: u32, sectors: &[u32]) -> Part {
    let atomics = sectors.iter().map(|&sector_index| PartAtomic {
        sector_index,
        atomic: atomic("wall"),
    });
    Part::new(
        &names::part("w", number),
        dictionary(&["wall"]),
        atomics.collect(),
    )
}

/// Three leaves in a row along x: sector 0 in part 1, none, sector 1 in part 2.
pub fn world_stream() -> WorldStream {
    let leaf = |x: f32, streamed: Option<StreamedSector>| {
        // What the atomics of the parts fill, moved to the sector's place.
        let filled = streamed.map(|StreamedSector { origin, .. }| {
            let corner = |[x, y]: [f32; 2]| [origin[0] + x, origin[1] + y, origin[2]];
            Aabb {
                min: corner([-1.0, 0.0]),
                max: corner([1.0, 1.0]),
            }
        });
        let bounds = filled.unwrap_or(Aabb {
            min: [x, 0.0, -4.0],
            max: [x + 8.0, 8.0, 4.0],
        });
        AtomicSector::streamed(bounds, streamed)
    };
    let streamed = |index, part, x| {
        Some(StreamedSector {
            index,
            part,
            origin: [x, 4.0, 0.0],
        })
    };
    let world = World::new(
        World::ONE_UV_SET_FORMAT,
        Vec::new(),
        vec![
            Plane::at(0, 8.0, Node::Sector(0), Node::Plane(1)),
            Plane::at(0, 16.0, Node::Sector(1), Node::Sector(2)),
        ],
        vec![
            leaf(0.0, streamed(0, 1, 4.0)),
            leaf(8.0, None),
            leaf(16.0, streamed(1, 2, 20.0)),
        ],
        Node::Plane(0),
    );
    WorldStream::new(
        2,
        dictionary(&["road"]),
        World::read(&world.write()).unwrap(),
    )
}

/// A manifest that states what the files really have.
pub fn manifest(stream: &[u8], parts: &[Vec<u8>]) -> Manifest {
    let size = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap();
    Manifest {
        world_size: size(stream),
        world_heap_size: size(stream) * 135 / 100,
        parts: parts
            .iter()
            .map(|part| ManifestPart {
                file_size: size(part),
                heap_size: size(part) * 130 / 100,
            })
            .collect(),
        trailing_zeros: 0,
    }
}
