//! Small objects of every kind, for the laws and the damage tests.

use wonderwheel_renderware::atomic::{Atomic, Scales};
use wonderwheel_renderware::bin_mesh::Mesh;
use wonderwheel_renderware::clump::{Clump, Frame};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::{Geometry, MorphTarget, PlainVertices, Vertices, format};
use wonderwheel_renderware::material::{MatFx, Material, RightToRender, TextureReference};
use wonderwheel_renderware::native_data::{ChainOptions, FloatMesh, NativeData, PackedMesh};
use wonderwheel_renderware::section::{RawSection, id};
use wonderwheel_renderware::skin::Skin;
use wonderwheel_renderware::skinned_chain::{BoneWeight, SkinnedMesh, encode_skinned};
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};
use wonderwheel_renderware::world::{Aabb, AtomicSector, Node, Plane, StreamedSector, World};

/// A strip whose vertices all differ.
pub fn packed_mesh(vertices: usize, uv_sets: u8, colours: bool, normals: bool) -> PackedMesh {
    let count = |present: bool| if present { vertices } else { 0 };
    let ramp = |factor: usize| move |i: usize| (i * factor % 30_000) as i16;
    PackedMesh {
        positions: (0..vertices)
            .map(|i| [ramp(7)(i), -ramp(11)(i), ramp(13)(i), ramp(5)(i)])
            .collect(),
        uv_sets,
        uvs: (0..count(uv_sets > 0))
            .map(|i| {
                let second = if uv_sets == 2 {
                    [ramp(3)(i), -ramp(2)(i)]
                } else {
                    [0; 2]
                };
                [-ramp(17)(i), ramp(19)(i), second[0], second[1]]
            })
            .collect(),
        colours: (0..count(colours))
            .map(|i| [i as u8, (i >> 8) as u8, 128, 255])
            .collect(),
        normals: (0..count(normals))
            .map(|i| [i as i8, -1, 127, (i >> 3) as i8])
            .collect(),
    }
}

/// A strip of floats whose vertices all differ.
pub fn float_mesh(vertices: usize, uv_sets: u8) -> FloatMesh {
    FloatMesh {
        positions: (0..vertices)
            .map(|i| [i as f32 * 0.5, -(i as f32), 1.0 / (i as f32 + 1.0)])
            .collect(),
        uvs: (0..vertices)
            .map(|i| {
                let second = if uv_sets == 2 { 0.25 * i as f32 } else { 0.0 };
                [i as f32, 0.125, second, second]
            })
            .collect(),
        uv_sets,
        colours: (0..vertices).map(|i| [i as u8, 1, 2, 255]).collect(),
        normals: (0..vertices).map(|i| [0, i as i8, -127]).collect(),
    }
}

/// A picture whose indices run through the palette, with as many levels as asked.
pub fn picture(width: u32, height: u32, colours: usize, levels: u32) -> IndexedImage {
    let level = |i: u32| {
        let texels = (width >> i).max(1) * (height >> i).max(1);
        (0..texels)
            .map(|t| ((t + i) as usize % colours) as u8)
            .collect()
    };
    IndexedImage {
        width,
        height,
        palette: (0..colours)
            .map(|i| {
                [
                    i as u8,
                    255 - i as u8,
                    (i * 3) as u8,
                    (i * 128 / (colours - 1)) as u8,
                ]
            })
            .collect(),
        levels: (0..levels).map(level).collect(),
    }
}

/// PAL8 and PAL4, with and without levels, tiny, clamped, with a K of its own.
pub fn dictionary() -> TextureDictionary {
    let wrap = Sampling::new(
        Sampling::LINEAR_MIP_LINEAR,
        Addressing::Wrap,
        Addressing::Wrap,
    );
    let clamp = Sampling::new(Sampling::LINEAR, Addressing::Clamp, Addressing::Clamp);
    let encode =
        |name, image, sampling, word| NativeTexture::encode(name, &image, sampling, word).unwrap();
    TextureDictionary::new(vec![
        encode("road", picture(16, 8, 256, 2), wrap, 0x0FC0),
        encode("lamp", picture(2, 2, 16, 1), clamp, 0x0FC0),
        encode("wall", picture(32, 16, 16, 4), wrap, 0x0FB2),
    ])
}

fn reference(name: &str) -> TextureReference {
    let sampling = Sampling::new(
        Sampling::LINEAR_MIP_LINEAR,
        Addressing::Wrap,
        Addressing::Wrap,
    );
    TextureReference::new(name, sampling, Some(0x0FC0))
}

/// One material of each kind: one uv set, two, dual, bump, untextured.
pub fn materials() -> Vec<Material> {
    let of = |name: &str, right| Material {
        right_to_render: Some(right),
        ..Material::textured(reference(name))
    };
    vec![
        of("road", RightToRender::ONE_UV_SET),
        of("wall", RightToRender::TWO_UV_SETS),
        Material {
            matfx: Some(MatFx::dual(reference("stain"), 5, 6)),
            ..of("wall", RightToRender::DUAL)
        },
        Material {
            matfx: Some(MatFx::bump(0.5, None, Some(reference("wall_n")))),
            ..of("wall", RightToRender::TWO_UV_SETS)
        },
        Material {
            colour: [10, 20, 30, 128],
            ..Material::default()
        },
    ]
}

/// A part's atomic: two meshes, one of them in several batches.
pub fn part_atomic() -> Atomic {
    let scales = Scales::fitting(20.0, 4.0);
    let options = ChainOptions {
        batch_vertices: 10,
        slack: 14,
        ..ChainOptions::default()
    };
    let meshes = [
        (2, packed_mesh(23, 2, true, true)),
        (4, packed_mesh(3, 2, true, true)),
    ];
    Atomic::standalone(
        Geometry::packed(materials(), &meshes, scales, &options),
        scales,
    )
}

/// Two frames, a name, an unknown plugin, one atomic.
pub fn clump() -> Clump {
    let atomic = part_atomic();
    let scales = atomic.scales();
    let mut clump = Clump::single(atomic.geometry.unwrap(), scales);
    clump.frames.push(Frame {
        parent: Some(0),
        name: Some(b"wheel".to_vec()),
        extension: vec![RawSection::new(
            id::HANIM,
            [0x100u32, 7, 0].map(u32::to_le_bytes).concat(),
        )]
        .into(),
        ..Frame::default()
    });
    clump.atomics[0].frame_index = 1;
    clump
}

/// A clump of one plain geometry: colours, two uv sets, two morph targets, indices.
pub fn plain_clump() -> Clump {
    let vertices = 4;
    let vectors = |factor: f32| Some(vec![[factor, 0.5, -factor]; vertices]);
    let target = |radius: f32| MorphTarget {
        bounding_sphere: [0.0, 1.0, 2.0, radius],
        positions: vectors(radius),
        normals: vectors(-radius),
    };
    let mut geometry = Geometry::native(0, materials(), true, Vec::new());
    geometry.format = format::STRIP | format::PRELIT | format::with_uv_sets(2);
    geometry.vertex_count = vertices as u32;
    geometry.triangle_count = 2;
    geometry.bounding_sphere = target(3.0).bounding_sphere;
    geometry.bin_mesh.meshes = vec![Mesh {
        material: 1,
        vertex_count: 4,
        indices: vec![0, 1, 2, 3],
    }];
    geometry.vertices = Vertices::Plain(PlainVertices {
        colours: vec![[1, 2, 3, 4]; vertices],
        uv_sets: vec![vec![[0.25, 0.75]; vertices]; 2],
        triangles: vec![[0, 1, 2, 1], [1, 3, 2, 1]],
        morph_targets: vec![target(3.0), target(4.0)],
    });
    Clump::single(geometry, Scales::default())
}

/// Four leaves under three planes, two of them streamed, one with PVS bytes of odd length.
///
/// ```text
/// x = 0: left  z = 0: left  leaf 0 (k 0), right leaf 1 (none)
///        right y = 5: left  leaf 2 (k 1), right leaf 3 (none)
/// ```
pub fn streamed_world() -> World {
    let sector = |min: [f32; 3], max: [f32; 3], index: Option<i32>| {
        let streamed = index.map(|index| StreamedSector {
            index,
            part: index as u32 + 1,
            origin: [0.5, 0.0, -0.25],
        });
        AtomicSector::streamed(Aabb { min, max }, streamed)
    };
    let plane = |axis, value, left, right| Plane {
        axis,
        value,
        left_extent: value + 0.5,
        right_extent: value - 0.5,
        left,
        right,
    };
    let planes = vec![
        plane(0, 0.0, Node::Plane(1), Node::Plane(2)),
        plane(2, 0.0, Node::Sector(0), Node::Sector(1)),
        plane(1, 5.0, Node::Sector(2), Node::Sector(3)),
    ];
    let mut sectors = vec![
        sector([-10.0, 0.0, -10.0], [0.5, 10.0, 0.5], Some(0)),
        sector([-10.0, 0.0, -0.5], [0.5, 10.0, 10.0], None),
        sector([-0.5, 0.0, -10.0], [10.0, 5.5, 10.0], Some(1)),
        sector([-0.5, 4.5, -10.0], [10.0, 10.0, 10.0], None),
    ];
    sectors[2].pvs = Some(vec![0xAA; 7]);
    let mut world = World::new(
        World::TWO_UV_SETS_FORMAT,
        Vec::new(),
        planes,
        sectors,
        Node::Plane(0),
    );
    world.pvs = Some(vec![1, 2, 3]);
    world
}

/// One leaf of two halos in the default layout.
pub fn glow_world() -> World {
    let materials = vec![Material::textured(reference("propglow"))];
    let sector = AtomicSector::of_float_strips(
        &[(0, float_mesh(8, 1))],
        &ChainOptions::for_default_layout(),
    );
    World::single(World::GLOW_FORMAT, materials, sector)
}

/// A strip of a character's skin: two bones a vertex.
pub fn skinned_mesh(vertices: usize) -> SkinnedMesh {
    let weights = |i: usize| {
        let bone = (i % 31) as u8;
        let none = BoneWeight::default();
        [
            BoneWeight::new(bone, 0.75),
            BoneWeight::new(bone + 1, 0.25),
            none,
            none,
        ]
    };
    SkinnedMesh {
        mesh: packed_mesh(vertices, 1, false, true),
        weights: (0..vertices).map(weights).collect(),
    }
}

/// A character's geometry: one skinned mesh and its skin of 32 bones.
pub fn skinned_geometry() -> Geometry {
    let skinned = skinned_mesh(3);
    let options = ChainOptions::default();
    let scales = Scales::default();
    let materials = vec![Material::textured(reference("skin"))];
    let mut geometry = Geometry::packed(materials, &[(0, skinned.mesh.clone())], scales, &options);
    geometry.vertices = Vertices::Native(NativeData::new(vec![encode_skinned(
        &skinned, true, &options,
    )]));
    let skin = Skin::new(vec![[0.0; 16]; 32], 4).write();
    geometry.extension.push(RawSection::new(id::SKIN, skin));
    geometry
}
