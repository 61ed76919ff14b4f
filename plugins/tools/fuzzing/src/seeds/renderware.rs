//! Seeds of the RenderWare crate's targets.

use wonderwheel_renderware::atomic::{Atomic, Scales};
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_renderware::material::{MatFx, Material, RightToRender, TextureReference};
use wonderwheel_renderware::native_data::{ChainOptions, FloatMesh, PackedMesh};
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};
use wonderwheel_renderware::world::{Aabb, AtomicSector, Node, Plane, StreamedSector, World};

/// K = -4, L = 0: mip levels never asked for.
const MIP_WORD: u32 = 0x0FC0;

fn sampling() -> Sampling {
    Sampling::new(2, Addressing::Wrap, Addressing::Wrap)
}

fn texture(
    name: &str,
    [width, height]: [u32; 2],
    colours: u32,
    levels: u32,
) -> Option<NativeTexture> {
    let level = |level: u32| {
        let texels = (width >> level).max(1) * (height >> level).max(1);
        (0..texels).map(|i| (i % colours) as u8).collect()
    };
    let image = IndexedImage {
        width,
        height,
        palette: (0..colours)
            .map(|i| [i as u8, 255 - i as u8, 7, 128])
            .collect(),
        levels: (0..levels).map(level).collect(),
    };
    NativeTexture::encode(name, &image, sampling(), MIP_WORD).ok()
}

/// The textures of a part or a world, small ones.
pub(super) fn small_dictionary(name: &str) -> TextureDictionary {
    TextureDictionary::new(texture(name, [16, 8], 16, 1).into_iter().collect())
}

/// No texture; an 8-bit one with two levels and a 4-bit one; one of 4 bits.
pub fn dictionary() -> Vec<Vec<u8>> {
    let mixed = [
        texture("road", [16, 8], 256, 2),
        texture("lamp", [32, 16], 16, 1),
    ];
    vec![
        TextureDictionary::new(Vec::new()).write(),
        TextureDictionary::new(mixed.into_iter().flatten().collect()).write(),
        small_dictionary("wall").write(),
    ]
}

fn reference(name: &str) -> TextureReference {
    TextureReference::new(name, sampling(), Some(MIP_WORD))
}

fn materials(texture: &str) -> Vec<Material> {
    let of = |right| Material {
        right_to_render: Some(right),
        ..Material::textured(reference(texture))
    };
    vec![
        of(RightToRender::ONE_UV_SET),
        Material {
            matfx: Some(MatFx::dual(reference("stain"), 5, 6)),
            ..of(RightToRender::DUAL)
        },
    ]
}

const SCALES: Scales = Scales {
    position: 1.0 / 1024.0,
    uv: 1.0 / 2048.0,
    word: 0,
};

fn packed_mesh(vertices: i16) -> PackedMesh {
    PackedMesh {
        positions: (0..vertices)
            .map(|i| [i * 100, i % 2 * 100, -i, 1])
            .collect(),
        uv_sets: 1,
        uvs: (0..vertices).map(|i| [i * 64, i % 2 * 64, 0, 0]).collect(),
        colours: (0..vertices).map(|i| [i as u8, 128, 128, 128]).collect(),
        normals: (0..vertices).map(|_| [0, 0, 127, 0]).collect(),
    }
}

fn float_mesh(vertices: u8) -> FloatMesh {
    FloatMesh {
        positions: (0..vertices)
            .map(|i| [f32::from(i), f32::from(i % 2), 8.0])
            .collect(),
        uvs: (0..vertices)
            .map(|i| [f32::from(i), 0.0, 0.0, 0.0])
            .collect(),
        uv_sets: 1,
        colours: (0..vertices).map(|i| [i, 240, 200, 128]).collect(),
        normals: Vec::new(),
    }
}

/// Batches of ten vertices, so that few of them make several.
fn options() -> ChainOptions {
    ChainOptions {
        batch_vertices: 10,
        slack: 14,
        ..ChainOptions::default()
    }
}

fn geometry(texture: &str) -> Geometry {
    let meshes = [(0, packed_mesh(4)), (1, packed_mesh(13))];
    Geometry::packed(materials(texture), &meshes, SCALES, &options())
}

/// Two meshes, one of them in two batches.
pub(super) fn standalone(texture: &str) -> Atomic {
    Atomic::standalone(geometry(texture), SCALES)
}

pub(super) fn single_clump(texture: &str) -> Clump {
    Clump::single(geometry(texture), SCALES)
}

/// The chains of the geometries and sectors here.
pub(super) fn chains() -> Vec<Vec<u8>> {
    let packed = geometry("wall");
    let glow = glow_world();
    let packed = packed.chains().map(|(_, chain)| chain.bytes.to_vec());
    let sectors = glow.sectors.iter();
    let default = sectors.flat_map(|sector| {
        sector
            .chains()
            .map(|(_, chain)| chain.bytes.to_vec())
            .collect::<Vec<_>>()
    });
    packed.chain(default).collect()
}

/// A standalone atomic.
pub fn atomic() -> Vec<Vec<u8>> {
    vec![standalone("wall").write()]
}

/// A clump of one atomic.
pub fn clump() -> Vec<Vec<u8>> {
    vec![single_clump("sky").write()]
}

/// Three leaves under two planes, two of them streamed.
pub(super) fn streamed_world() -> World {
    let leaf = |x: f32, index: Option<i32>| {
        let bounds = Aabb {
            min: [x, 0.0, -4.0],
            max: [x + 8.0, 8.0, 4.0],
        };
        let streamed = index.map(|index| StreamedSector {
            index,
            part: 1 + index as u32,
            origin: [x, 4.0, 0.0],
        });
        AtomicSector::streamed(bounds, streamed)
    };
    World::new(
        World::ONE_UV_SET_FORMAT,
        Vec::new(),
        vec![
            Plane::at(0, 8.0, Node::Sector(0), Node::Plane(1)),
            Plane::at(0, 16.0, Node::Sector(1), Node::Sector(2)),
        ],
        vec![leaf(0.0, Some(0)), leaf(8.0, None), leaf(16.0, Some(1))],
        Node::Plane(0),
    )
}

/// A leaf of glows in the default layout.
pub(super) fn glow_world() -> World {
    let sector =
        AtomicSector::of_float_strips(&[(0, float_mesh(6))], &ChainOptions::for_default_layout());
    World::single(
        World::GLOW_FORMAT,
        vec![Material::textured(reference("propglow"))],
        sector,
    )
}

/// A streamed world and a glow world.
pub fn world() -> Vec<Vec<u8>> {
    vec![streamed_world().write(), glow_world().write()]
}
