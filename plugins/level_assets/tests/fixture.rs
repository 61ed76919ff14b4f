//! Small files whose contents were worked out on paper.

use wonderwheel_renderware::atomic::{Atomic, Scales};
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::{Geometry, NativeMesh, Vertices, format};
use wonderwheel_renderware::material::{MatFx, Material, TextureReference};
use wonderwheel_renderware::native_data::{Chain, ChainOptions, PackedMesh};
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};
use wonderwheel_renderware::world::{Aabb, AtomicSector, Node, Plane, StreamedSector, World};
use wonderwheel_warriors::collision::{CollisionCounts, RawCollision};
use wonderwheel_warriors::level_file::{self, LevelFile, LevelHashes, LevelModel};
use wonderwheel_warriors::occluder::Occluder;
use wonderwheel_warriors::part::{Part, PartAtomic};
use wonderwheel_warriors::world_stream::WorldStream;

/// K = -4, L = 0.
pub const MIP_WORD: u32 = 0x0FC0;

/// Scales of the golden chain: a unit is 1/256.
pub const SCALES: Scales = Scales {
    position: 1.0 / 256.0,
    uv: 1.0 / 256.0,
    word: 0,
};

fn chain(no_references: u32, quadwords: &[[u32; 4]]) -> Chain {
    let words = quadwords.iter().flatten();
    Chain {
        no_references,
        bytes: words.flat_map(|word| word.to_le_bytes()).collect(),
    }
}

/// The packed layout's worked example, a quad with two uv sets. Source: spec/ps2-geometry.md 8.1.
pub fn golden_packed_chain() -> Chain {
    chain(
        0,
        &[
            [0x3000_0002, 0x0000_000a, 0x0100_0104, 0x6d04_8000],
            [0x1000_0000, 0, 0, 0],
            [0x3000_0002, 0x0000_000c, 0x0100_0104, 0x6d04_8001],
            [0x1000_0000, 0, 0, 0],
            [0x3000_0001, 0x0000_000e, 0x0100_0104, 0x6e04_c002],
            [0x1000_0000, 0, 0, 0],
            [0x3000_0001, 0x0000_000f, 0x0100_0104, 0x6e04_8003],
            [0x1000_0000, 0, 0, 0],
            [0x6000_0001, 0, 0, 0],
            [0x0400_0004, 0x1500_0000, 0x1100_0000, 0x1100_0000],
            [0, 0, 0x0000_0100, 0],
            [0x0100_0000, 0, 0x0100_0100, 0],
            [0, 0, 0x0000_0100, 0x0000_0100],
            [0x0100_0000, 0x0100_0000, 0x0100_0100, 0x0100_0100],
            [0xff80_8080; 4],
            [0x007f_0000; 4],
        ],
    )
}

/// The default layout's worked example, a quad. Source: spec/ps2-geometry.md 12.1.
fn golden_default_chain() -> Chain {
    const ONE: u32 = 0x3f80_0000;
    chain(
        1,
        &[
            [0x6000_000c, 0, 0x1100_0000, 0x1100_0000],
            [0, 0x0500_0000, 0x0100_0104, 0x6804_8000],
            [0, 0, 0, ONE],
            [0, 0, 0, ONE],
            [0, ONE, ONE, 0],
            [0, 0x0500_0000, 0x0100_0104, 0x6404_8001],
            [0, 0, ONE, 0],
            [0, ONE, ONE, ONE],
            [0, 0x0500_0000, 0x0100_0104, 0x6e04_c002],
            [0xff40_80ff; 4],
            [0, 0x0500_0000, 0x0100_0104, 0x6a04_8003],
            [0x007f_0000, 0x0000_7f00, 0x7f00_007f, 0],
            [0x0400_0004, 0x1500_0000, 0x1100_0000, 0x1100_0000],
        ],
    )
}

pub fn reference(texture: &str) -> TextureReference {
    let sampling = Sampling::new(6, Addressing::Wrap, Addressing::Wrap);
    TextureReference::new(texture, sampling, Some(MIP_WORD))
}

fn dual_material() -> Material {
    Material {
        colour: [255, 200, 100, 255],
        surface: [0.5, 0.0, 0.75],
        matfx: Some(MatFx::dual(reference("Stain"), 5, 6)),
        ..Material::textured(reference("Brick"))
    }
}

/// The golden quad with a dual-texture material.
pub fn quad() -> Atomic {
    let mesh = NativeMesh {
        material: 0,
        vertex_count: 4,
        chain: golden_packed_chain(),
    };
    let bits = format::POSITIONS | format::with_uv_sets(2) | format::PRELIT | format::NORMALS;
    let mut geometry = Geometry::native(bits, vec![dual_material()], true, vec![mesh]);
    geometry.triangle_count = 2;
    geometry.vertex_count = 4;
    geometry.bounding_sphere = [0.5, 0.5, 0.0, 0.75];
    Atomic::standalone(geometry, SCALES)
}

/// Two meshes without normals and with one uv set: a triangle, and two triangles joined by degenerates; the second
/// material has no texture.
pub fn two_meshes() -> Atomic {
    let mesh = |places: &[[i16; 3]], alpha: u8| PackedMesh {
        positions: places.iter().map(|&[x, y, z]| [x, y, z, 9]).collect(),
        uv_sets: 1,
        uvs: places.iter().map(|&[x, y, _]| [x, y, 0, 0]).collect(),
        colours: (0..places.len())
            .map(|i| [1, 2, 3, alpha + i as u8])
            .collect(),
        normals: vec![],
    };
    let (a, b, c) = ([0, 0, 0], [512, 0, 0], [0, 256, -256]);
    let (d, e, f) = ([0, 0, 512], [512, 0, 512], [0, 256, 512]);
    let materials = vec![Material::textured(reference("Brick")), Material::default()];
    let meshes = [
        (1, mesh(&[a, b, c], 50)),
        (0, mesh(&[a, b, c, c, d, d, e, f], 100)),
    ];
    let geometry = Geometry::packed(materials, &meshes, SCALES, &ChainOptions::default());
    Atomic::standalone(geometry, SCALES)
}

/// A 16 x 4 picture of 8-bit texels: texel (x, y) has index 16 y + x, and index i the colour (i, 2 i, 255 - i, alpha).
pub fn texture(name: &str, alpha: impl Fn(u8) -> u8) -> NativeTexture {
    let image = IndexedImage {
        width: 16,
        height: 4,
        palette: (0..=255)
            .map(|i: u8| [i, i.wrapping_mul(2), 255 - i, alpha(i)])
            .collect(),
        levels: vec![(0..64).collect()],
    };
    let sampling = Sampling::new(6, Addressing::Wrap, Addressing::Clamp);
    NativeTexture::encode(name, &image, sampling, MIP_WORD).unwrap()
}

pub fn dictionary(names: &[&str]) -> TextureDictionary {
    TextureDictionary::new(names.iter().map(|name| texture(name, |_| 128)).collect())
}

pub fn part_of(file_name: &str, atomics: Vec<(u32, Atomic)>) -> Part {
    let atomics = atomics
        .into_iter()
        .map(|(sector_index, atomic)| PartAtomic {
            sector_index,
            atomic,
        });
    Part::new(
        file_name,
        dictionary(&["Brick", "Stain"]),
        atomics.collect(),
    )
}

/// Sector 4: the golden quad. Sector 7: two meshes.
pub fn part(file_name: &str) -> Part {
    part_of(file_name, vec![(4, quad()), (7, two_meshes())])
}

/// Three leaves in a row along x: sector 1 in part 2, no sector, sector 0 in part 1.
pub fn world_stream() -> WorldStream {
    let leaf = |x: f32, streamed| {
        let bounds = Aabb {
            min: [x, 0.0, -4.0],
            max: [x + 8.0, 8.0, 4.0],
        };
        AtomicSector::streamed(bounds, streamed)
    };
    let streamed = |index, part, x| {
        Some(StreamedSector {
            index,
            part,
            origin: [x, 4.0, 0.5],
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
            leaf(0.0, streamed(1, 2, 4.0)),
            leaf(8.0, None),
            leaf(16.0, streamed(0, 1, 20.0)),
        ],
        Node::Plane(0),
    );
    WorldStream::new(2, dictionary(&["Road"]), world)
}

/// A glow world of the golden quad.
pub fn glow_world() -> World {
    let sector = {
        let mesh = wonderwheel_renderware::native_data::FloatMesh {
            positions: vec![[0.0; 3]; 3],
            uvs: vec![[0.0; 4]; 3],
            uv_sets: 1,
            colours: vec![[0; 4]; 3],
            normals: vec![],
        };
        let mut sector =
            AtomicSector::of_float_strips(&[(0, mesh)], &ChainOptions::for_default_layout());
        if let Some(bin_mesh) = &mut sector.bin_mesh {
            bin_mesh.meshes[0].vertex_count = 4;
        }
        if let Some(native) = &mut sector.native_data {
            native.chains = vec![golden_default_chain()];
        }
        sector.vertex_count = 4;
        sector.triangle_count = 2;
        sector
    };
    World::single(
        World::GLOW_FORMAT,
        vec![Material::textured(reference("PropGlow01"))],
        sector,
    )
}

pub fn model(texture: &str) -> LevelModel {
    let atomic = two_meshes();
    LevelModel {
        dictionary: dictionary(&[texture, "unused"]),
        clump: Clump::single(atomic.geometry.unwrap(), SCALES),
    }
}

/// Collision of the smallest size: 13 triangles, 10 vertices, 2 cells. Source: spec/collision.md 1.
fn collision() -> RawCollision {
    RawCollision::blank(CollisionCounts {
        cells: [2, 1, 1],
        list_words: 24,
        triangles: 13,
        vertices: 10,
    })
}

pub fn level_file() -> LevelFile {
    LevelFile {
        occluders: vec![Occluder::wall([-5.0, 10.0, 0.0], [5.0, 10.0, 0.0])],
        skyline: model("Towers"),
        sky: model("Dusk"),
        clouds: model("Cumulus"),
        glow_dictionary: dictionary(&["PropGlow01"]),
        glow_world: glow_world(),
        path_data: level_file::empty_path_data(),
        collision: collision(),
        header: LevelFile::HEADER,
        subtitles: level_file::empty_subtitles(),
        hashes: LevelHashes::of("demo"),
        unread: Default::default(),
    }
}

/// Places a call tag into a chain, which no chain may have.
pub fn spoil(geometry: &mut Geometry, chain: usize) {
    let Vertices::Native(native) = &mut geometry.vertices else {
        panic!("native vertices")
    };
    native.chains[chain].bytes[3] = 0x50;
}

/// Where these bytes stand first.
pub fn find(bytes: &[u8], wanted: &[u8]) -> usize {
    let mut windows = bytes.windows(wanted.len());
    windows.position(|window| window == wanted).unwrap()
}
