//! The museum: one of everything that the formats can hold and that neither the game's own files nor anything that runs needs,
//! so that every reader meets it in a whole game as well. It is the pack of a scene of its own, [`SCENE`]; no other file asks for it.
//!
//! | Resource | Chunks | What it shows |
//! | --- | --- | --- |
//! | `museum_plain_geo` | 0x25 | plain geometry with two morph targets, beside unknown plugins that are kept |
//! | `museum_older_geo` | 0x09, 0x28 | the stamp of RenderWare 3.6, and a frame with a name |
//! | `museum_effects_geo` | 0x47 | every material effect, 0 to 6 |
//! | `museum_tid_tex` | 0x0B | 4 and 8 bits, swizzled and not, mip levels, words of plugin 0x110 |
//! | `museum_world` | 0x0B, 0x15, 0x16 | a BSP of uneven depth whose world and sectors carry PVS data |
//! | `museum_objects` | 0x22, 0x23, 0x24 | a game object list |
//! | `museum_sounds` | 0x4A, 0x4B | sound anims and light glows |
//! | `museum_retagged` | 0x0E, 0x14, 0x30 | the chunks that become null pointers |
//! | `museum_empty` | 0x0F to 0x13, 0x38 | the chunks whose handlers do nothing |
//! | `museum_raw` | every other type | what no reader asks for |
//!
//! Its validation finds what no disc has, and nothing else: [`FINDINGS`].

use wonderwheel_ps2::mip::MipWord;
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::bin_mesh::Mesh;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::frame::Frame;
use wonderwheel_renderware::geometry::{Geometry, MorphTarget, PlainVertices, Vertices, format};
use wonderwheel_renderware::material::{MatFx, Material, RightToRender, TextureReference};
use wonderwheel_renderware::matfx::MatFxSlot;
use wonderwheel_renderware::section::RawSection;
use wonderwheel_renderware::stamp;
use wonderwheel_renderware::stamps::Stamps;
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};
use wonderwheel_renderware::world::{Aabb, AtomicSector, Node, Plane, World};
use wonderwheel_warriors::bone_offsets::BoneOffsets;
use wonderwheel_warriors::chunk::ChunkType;
use wonderwheel_warriors::light_glow::{LightGlowRecord, LightGlows};
use wonderwheel_warriors::pack::Pack;

use super::store::Store;
use crate::error::Result;
use crate::kit::encode::atomic::SCALES;
use crate::kit::encode::noise_texture::{noise_texture, texture};
use crate::kit::encode::resource;

/// The scene that the pack belongs to.
pub const SCENE: &str = "museum";

/// The rules that the museum breaks, sorted: all of them say that no disc has such a thing.
pub const FINDINGS: [&str; 8] = [
    "chunk-type-unused",
    "geometry-native",
    "library-stamp",
    "matfx-effect",
    "matfx-slots",
    "pvs-opaque",
    "resource-shape",
    "unknown-plugin",
];

/// Bytes of a chunk that no reader asks for.
const RAW: usize = 16;

/// Writes `museum.pak`.
///
/// # Errors
/// None.
pub fn add(store: &mut Store, seed: u64) -> Result<()> {
    use ChunkType as Ty;
    let raw = |types: &[Ty]| -> Vec<(Ty, Vec<u8>)> {
        let bytes = |ty: &Ty| vec![ty.value() as u8; RAW];
        types.iter().map(|ty| (*ty, bytes(ty))).collect()
    };
    let older = older_clump().write();
    let offsets = BoneOffsets::default().write();
    let wall = TextureDictionary::new(vec![noise_texture("wall", 32, 1, seed as u32)?]);
    let resources = [
        (
            "plain_geo",
            vec![(Ty::DynamicObjDffData, plain_clump().write())],
        ),
        (
            "older_geo",
            vec![
                (Ty::CharacterDffData, older),
                (Ty::ChunkBoneOffsets, offsets),
            ],
        ),
        (
            "effects_geo",
            vec![(Ty::PreinstanceObject, effects().write())],
        ),
        (
            "tid_tex",
            vec![(Ty::TextureDictionaryTid, dictionary(seed as u32)?.write())],
        ),
        (
            "world",
            vec![
                (Ty::TextureDictionaryTid, wall.write()),
                (Ty::SectorBspData, world().write()),
                (Ty::WorldHeader, vec![0; RAW]),
            ],
        ),
        (
            "sounds",
            vec![
                (Ty::SoundAnimData, vec![0x4A; RAW]),
                (Ty::LightGlowData, light_glows().write()),
            ],
        ),
        (
            "objects",
            raw(&[
                Ty::GameObjectInstance,
                Ty::GameObjectDefinition,
                Ty::GameObjectList,
            ]),
        ),
        (
            "retagged",
            raw(&[Ty::CameraAnimation, Ty::NullPointer, Ty::GbhScript]),
        ),
        (
            "empty",
            raw(&[
                Ty::EnglishStringTable,
                Ty::FrenchStringTable,
                Ty::ItalianStringTable,
                Ty::SpanishStringTable,
                Ty::GermanStringTable,
                Ty::SceneData,
            ]),
        ),
        ("raw", raw(&unread())),
    ];
    let resources = resources.into_iter();
    let resources = resources
        .map(|(name, chunks)| resource(&format!("{SCENE}_{name}"), chunks))
        .collect();
    let pack = Pack { resources };
    store.files.insert(file(), pack.write());
    Ok(())
}

/// Name of the pack.
pub fn file() -> String {
    format!("{SCENE}.pak")
}

/// The types that nothing reads and no other file of the game has. Source: spec/chunks.md 3.
fn unread() -> Vec<ChunkType> {
    let is_unread = |ty: &ChunkType| {
        matches!(
            ty.value(),
            0x01 | 0x0A
                | 0x0C
                | 0x0D
                | 0x18..=0x21
                | 0x26
                | 0x27
                | 0x2B..=0x2F
                | 0x32..=0x37
                | 0x39..=0x3F
                | 0x41
                | 0x42
                | 0x50
        )
    };
    ChunkType::ALL.into_iter().filter(is_unread).collect()
}

fn reference(name: &str) -> TextureReference {
    let sampling = Sampling::new(Sampling::LINEAR, Addressing::Wrap, Addressing::Clamp);
    TextureReference::new(name, sampling, Some(MipWord::new(-4.0, 0).0))
}

fn material(name: &str, right: RightToRender) -> Material {
    Material {
        right_to_render: Some(right),
        ..Material::textured(reference(name))
    }
}

/// An unknown plugin: its bytes are kept.
fn unknown_plugin() -> RawSection {
    RawSection::new(0x182, b"kept as it is")
}

/// A square of two triangles, one vertex a corner, in the x-y plane.
const CORNERS: [[f32; 3]; 4] = [
    [-1.0, -1.0, 0.0],
    [1.0, -1.0, 0.0],
    [-1.0, 1.0, 0.0],
    [1.0, 1.0, 0.0],
];

/// One geometry without a platform: colours, two uv sets, two morph targets of which the second is twice as large.
fn plain_geometry(material: Material) -> Geometry {
    let target = |size: f32| MorphTarget {
        bounding_sphere: [0.0, 0.0, 0.0, 1.5 * size],
        positions: Some(CORNERS.map(|corner| corner.map(|v| v * size)).into()),
        normals: Some(vec![[0.0, 0.0, 1.0]; CORNERS.len()]),
    };
    let uvs = |size: f32| -> Vec<[f32; 2]> {
        let corners = CORNERS.iter();
        corners
            .map(|[x, y, _]| [0.5 + x * size, 0.5 - y * size])
            .collect()
    };
    let mut geometry = Geometry::native(0, vec![material], true, Vec::new());
    geometry.format = format::STRIP
        | format::POSITIONS
        | format::PRELIT
        | format::NORMALS
        | format::LIGHT
        | format::with_uv_sets(2);
    geometry.vertex_count = CORNERS.len() as u32;
    geometry.triangle_count = 2;
    geometry.bounding_sphere = target(1.0).bounding_sphere;
    geometry.bin_mesh.meshes = vec![Mesh {
        material: 0,
        vertex_count: CORNERS.len() as u32,
        indices: vec![0, 1, 2, 3],
    }];
    geometry.vertices = Vertices::Plain(PlainVertices {
        colours: vec![[96, 96, 96, 255]; CORNERS.len()],
        uv_sets: vec![uvs(0.5), uvs(2.0)],
        triangles: vec![[0, 1, 2, 0], [1, 3, 2, 0]],
        morph_targets: vec![target(1.0), target(2.0)],
    });
    geometry
}

fn plain_clump() -> Clump {
    let geometry = plain_geometry(material("wall", RightToRender::TWO_UV_SETS));
    let mut clump = Clump::single(geometry, SCALES);
    clump.extension.push(unknown_plugin());
    for geometry in &mut clump.geometries {
        geometry.extension.push(unknown_plugin());
    }
    clump
}

/// Two frames and one atomic: a character's model by its shape, though nothing in it is skinned.
fn older_clump() -> Clump {
    let root = Frame::default();
    let named = Frame {
        parent: Some(0),
        name: Some(b"exhibit".to_vec()),
        ..Frame::default()
    };
    let geometry = plain_geometry(material("wall", RightToRender::ONE_UV_SET));
    Clump {
        frames: vec![root, named],
        atomics: vec![Atomic::in_clump(1, 0, SCALES)],
        stamps: Stamps::uniform(stamp::pack(0x3_6003, 0xFFFF)),
        ..Clump::single(geometry, SCALES)
    }
}

/// Every material effect with the slots that RenderWare gives it. Source: spec/renderware.md 8.1.
fn effects() -> Clump {
    let texture = |name: &str| Some(Box::new(reference(name)));
    let bump = || MatFxSlot::Bump {
        coefficient: 0.5,
        bumped: texture("wall"),
        bump: texture("wall_height"),
    };
    let environment = || MatFxSlot::Environment {
        coefficient: 0.25,
        use_frame_buffer_alpha: 1,
        texture: texture("sky"),
    };
    let dual = || MatFxSlot::Dual {
        source_blend: 5,
        destination_blend: 6,
        texture: texture("stain"),
    };
    let slots = [
        [MatFxSlot::None, MatFxSlot::None],
        [bump(), MatFxSlot::None],
        [environment(), MatFxSlot::None],
        [bump(), environment()],
        [dual(), MatFxSlot::None],
        [MatFxSlot::UvTransform, MatFxSlot::None],
        [dual(), MatFxSlot::UvTransform],
    ];
    let materials = (0..).zip(slots).map(|(effect, slots)| Material {
        matfx: Some(MatFx {
            effect,
            slots: Box::new(slots),
        }),
        ..material("wall", RightToRender::DUAL)
    });
    let materials: Vec<Material> = materials.collect();
    let mut geometry = plain_geometry(Material::default());
    geometry.material_indices = vec![-1; materials.len()];
    // The same square under each.
    let mesh = geometry.bin_mesh.meshes.first().cloned();
    geometry.bin_mesh.meshes = (0..materials.len() as u32)
        .filter_map(|material| {
            Some(Mesh {
                material,
                ..mesh.clone()?
            })
        })
        .collect();
    if let Vertices::Plain(plain) = &mut geometry.vertices {
        let square = plain.triangles.clone();
        plain.triangles = (0..materials.len() as u16)
            .flat_map(|material| square.iter().map(move |&[a, b, c, _]| [a, b, c, material]))
            .collect();
        geometry.triangle_count = plain.triangles.len() as u32;
    }
    geometry.materials = materials;
    Clump::single(geometry, SCALES)
}

/// 8 bits with mip levels, 4 bits with them, and one of each that is too small to be swizzled.
fn dictionary(seed: u32) -> Result<TextureDictionary> {
    let few = |name: &str, side: u32, levels: u32| -> Result<NativeTexture> {
        let level = |level: u32| {
            let side = side >> level;
            (0..side * side)
                .map(|i| ((i + i / side) % 16) as u8)
                .collect()
        };
        let image = IndexedImage {
            width: side,
            height: side,
            palette: (0..16).map(|i| [i * 16, 255 - i * 16, 128, 128]).collect(),
            levels: (0..levels).map(level).collect(),
        };
        texture(name, &image, Addressing::Wrap)
    };
    Ok(TextureDictionary::new(vec![
        noise_texture("wall", 64, 4, seed)?,
        few("wall_height", 64, 3)?,
        few("sky", 32, 1)?,
        few("stain", 8, 1)?,
        noise_texture("tiny", 8, 1, seed ^ 1)?,
    ]))
}

/// Four sectors under three planes, the tree deeper to one side, and PVS data of odd length: what it says is not known, so
/// only its bytes count. Source: spec/renderware.md 10.
///
/// ```text
/// x = 8: left sector 0, right y = 8: left sector 1, right z = 8: left sector 2, right sector 3
/// ```
fn world() -> World {
    let sector = |min: [f32; 3], max: [f32; 3]| AtomicSector::streamed(Aabb { min, max }, None);
    let planes = vec![
        Plane::at(0, 8.0, Node::Sector(0), Node::Plane(1)),
        Plane::at(1, 8.0, Node::Sector(1), Node::Plane(2)),
        Plane::at(2, 8.0, Node::Sector(2), Node::Sector(3)),
    ];
    let mut sectors = vec![
        sector([0.0; 3], [8.0, 16.0, 16.0]),
        sector([8.0, 0.0, 0.0], [16.0, 8.0, 16.0]),
        sector([8.0, 8.0, 0.0], [16.0, 16.0, 8.0]),
        sector([8.0, 8.0, 8.0], [16.0; 3]),
    ];
    for (bytes, sector) in (3..).zip(&mut sectors) {
        sector.pvs = Some(vec![0xA5; bytes]);
    }
    let mut world = World::new(
        World::ONE_UV_SET_FORMAT,
        Vec::new(),
        planes,
        sectors,
        Node::Plane(0),
    );
    world.pvs = Some(b"visible".to_vec());
    world
}

/// Two records; what is in them is not known. Source: spec/chunks.md 5.13.
fn light_glows() -> LightGlows {
    vec![LightGlowRecord([1; 40]), LightGlowRecord([2; 40])].into()
}
