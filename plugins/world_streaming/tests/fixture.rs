//! Small levels in the real formats: flat cities of boxes, one textured quad a sector.

use std::collections::BTreeMap;

use wonderwheel_renderware::atomic::{Atomic, Scales};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_renderware::material::{Material, TextureReference};
use wonderwheel_renderware::native_data::{ChainOptions, PackedMesh};
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};
use wonderwheel_renderware::world::{AtomicSector, StreamedSector, World};
use wonderwheel_warriors::manifest::{Manifest, ManifestPart};
use wonderwheel_warriors::names;
use wonderwheel_warriors::part::{Part, PartAtomic};
use wonderwheel_warriors::world_stream::WorldStream;
use wonderwheel_world_streaming::core::synthetic::GridCity;

/// Bytes that every world of these tests is charged with.
pub const WORLD_HEAP: u32 = 100_000;

/// Files by name.
pub type Files = BTreeMap<String, Vec<u8>>;

const MIP_WORD: u32 = 0x0FC0;
const SCALES: Scales = Scales {
    position: 1.0 / 256.0,
    uv: 1.0 / 256.0,
    word: 0,
};

/// Manifest, world stream and parts of a city; part `i` brings a texture `part<i>`, the world `<world>_road`.
pub fn city_files(world: &str, city: &GridCity) -> Files {
    let mut files = Files::new();
    let shape = city.shape();
    let sectors = shape.leaves.iter().map(|leaf| {
        let streamed = StreamedSector {
            index: leaf.sector.map_or(-1, |sector| sector as i32),
            part: leaf.part,
            origin: leaf.origin.to_array(),
        };
        AtomicSector::streamed(leaf.bounds, Some(streamed))
    });
    let bsp = World::new(
        World::ONE_UV_SET_FORMAT,
        Vec::new(),
        shape.planes.clone(),
        sectors.collect(),
        shape.root,
    );
    let stream =
        WorldStream::new(city.part_count(), dictionary(&format!("{world}_road")), bsp).write();
    let mut manifest = Manifest {
        world_size: stream.len() as u32,
        world_heap_size: WORLD_HEAP,
        ..Manifest::default()
    };
    files.insert(names::world_stream(world), stream);
    for number in 1..=city.part_count() {
        let bytes = part_bytes(world, city, number);
        manifest.parts.push(ManifestPart {
            file_size: bytes.len() as u32,
            heap_size: city.heap_bytes,
        });
        files.insert(names::part(world, number), bytes);
    }
    files.insert(names::manifest(world), manifest.write());
    files
}

/// A level of two worlds.
pub fn level_files(level: &str, scenery: &GridCity, detail: &GridCity) -> Files {
    let mut files = city_files(&format!("{level}s"), scenery);
    files.extend(city_files(&format!("{level}d"), detail));
    files
}

/// One part of a city.
pub fn part_bytes(world: &str, city: &GridCity, number: u32) -> Vec<u8> {
    let first = (number - 1) * city.sectors_per_part;
    let end = (first + city.sectors_per_part).min(city.columns * city.rows);
    let atomics = (first..end).map(|sector_index| PartAtomic {
        sector_index,
        atomic: quad(),
    });
    let texture = format!("part{number}");
    Part::new(
        &names::part(world, number),
        dictionary(&texture),
        atomics.collect(),
    )
    .write()
}

/// An upright quad of 2 m about the origin.
pub fn quad() -> Atomic {
    let corners: [[i16; 3]; 4] = [
        [-256, -256, 0],
        [256, -256, 0],
        [-256, 256, 0],
        [256, 256, 0],
    ];
    let mesh = PackedMesh {
        positions: corners.iter().map(|&[x, y, z]| [x, y, z, 0]).collect(),
        uv_sets: 1,
        uvs: corners.iter().map(|&[x, y, _]| [x, y, 0, 0]).collect(),
        colours: vec![[128; 4]; 4],
        normals: vec![],
    };
    let sampling = Sampling::new(6, Addressing::Wrap, Addressing::Wrap);
    let material = Material::textured(TextureReference::new("part1", sampling, Some(MIP_WORD)));
    let geometry = Geometry::packed(
        vec![material],
        &[(0, mesh)],
        SCALES,
        &ChainOptions::default(),
    );
    Atomic::standalone(geometry, SCALES)
}

/// A dictionary of one texture.
pub fn dictionary(name: &str) -> TextureDictionary {
    let image = IndexedImage {
        width: 16,
        height: 4,
        palette: (0..=255).map(|i: u8| [i, i, i, 128]).collect(),
        levels: vec![(0..64).collect()],
    };
    let sampling = Sampling::new(6, Addressing::Wrap, Addressing::Wrap);
    let texture = NativeTexture::encode(name, &image, sampling, MIP_WORD).expect("a legal size");
    TextureDictionary::new(vec![texture])
}
