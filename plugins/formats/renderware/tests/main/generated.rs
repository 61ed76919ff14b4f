//! Laws over generated values of every section type, each with uninterpreted plugins in odd places: what is written is
//! read as it was, and written again to the same bytes.

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_renderware::atomic::{Atomic, AtomicPlugins, Scales};
use wonderwheel_renderware::bin_mesh::{BinMesh, Mesh};
use wonderwheel_renderware::clump::{Clump, Frame};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::extension::Extension;
use wonderwheel_renderware::geometry::{Geometry, MorphTarget, PlainVertices, Vertices, format};
use wonderwheel_renderware::hanim::{HAnim, HAnimBone, HAnimHierarchy};
use wonderwheel_renderware::material::{
    MatFx, MatFxSlot, Material, RightToRender, TextureReference,
};
use wonderwheel_renderware::native_data::{ChainOptions, NativeData, TagForm};
use wonderwheel_renderware::outline::outline;
use wonderwheel_renderware::section::{RawSection, id};
use wonderwheel_renderware::skin::Skin;
use wonderwheel_renderware::skinned_chain::{BoneWeight, decode_skinned, encode_skinned};
use wonderwheel_renderware::stamp::{self, STAMP};
use wonderwheel_renderware::stamps::Stamps;
use wonderwheel_renderware::texture::{NativeTexture, Sampling};
use wonderwheel_renderware::world::{AtomicSector, World};

use crate::samples;

fn raw_sections() -> impl Strategy<Value = Vec<RawSection>> {
    let ids = prop::sample::select(vec![0x182, 0x2FE, 0, 0x0253_F2FF]);
    let section = (ids, any::<u32>(), vec(any::<u8>(), 0..9));
    let section = section.prop_map(|(id, stamp, payload)| RawSection { id, stamp, payload });
    vec(section, 0..4)
}

/// An extension whose uninterpreted sections stand in front of its own ones, when there are both and it is `wanted`.
fn raw_first(raw: Vec<RawSection>, own: &[u32], wanted: bool) -> Extension {
    let mut extension = Extension::from(raw);
    if wanted && !extension.is_empty() && !own.is_empty() {
        let ids = extension.raw.iter().map(|raw| raw.id);
        extension.order = ids.chain(own.iter().copied()).collect();
    }
    extension
}

fn own(plugins: &[(bool, u32)]) -> Vec<u32> {
    let there = plugins.iter().filter(|(there, _)| *there);
    there.map(|&(_, id)| id).collect()
}

fn numbers<const N: usize>() -> impl Strategy<Value = [f32; N]> {
    vec(-1.0e6f32..1.0e6, N).prop_map(|values| values.try_into().unwrap())
}

fn names() -> impl Strategy<Value = String> {
    "[a-z0-9_\u{80}-\u{FF}]{0,31}"
}

prop_compose! {
    fn references()(
        name in names(),
        mask in names(),
        sampling: u32,
        mip_plugin in of(any::<u32>()),
        extension in raw_sections(),
        first: bool,
    ) -> TextureReference {
        let own = own(&[(mip_plugin.is_some(), id::MIPMAP_KL)]);
        TextureReference {
            sampling: Sampling(sampling),
            name,
            mask,
            mip_plugin,
            extension: raw_first(extension, &own, first),
            ..TextureReference::default()
        }
    }
}

fn boxed() -> impl Strategy<Value = Option<Box<TextureReference>>> {
    of(references().prop_map(Box::new))
}

fn slots() -> impl Strategy<Value = MatFxSlot> {
    prop_oneof![
        Just(MatFxSlot::None),
        Just(MatFxSlot::UvTransform),
        (-9.0f32..9.0, boxed(), boxed()).prop_map(|(coefficient, bumped, bump)| MatFxSlot::Bump {
            coefficient,
            bumped,
            bump
        }),
        (-9.0f32..9.0, any::<i32>(), boxed()).prop_map(
            |(coefficient, use_frame_buffer_alpha, texture)| MatFxSlot::Environment {
                coefficient,
                use_frame_buffer_alpha,
                texture
            }
        ),
        (any::<i32>(), any::<i32>(), boxed()).prop_map(
            |(source_blend, destination_blend, texture)| MatFxSlot::Dual {
                source_blend,
                destination_blend,
                texture
            }
        ),
    ]
}

fn effects() -> impl Strategy<Value = MatFx> {
    (0..=MatFx::MAX_EFFECT, slots(), slots()).prop_map(|(effect, a, b)| MatFx {
        effect,
        slots: Box::new([a, b]),
    })
}

fn rights() -> impl Strategy<Value = Option<RightToRender>> {
    of(any::<[u32; 2]>().prop_map(|[plugin, pipeline]| RightToRender { plugin, pipeline }))
}

prop_compose! {
    fn materials()(
        flags: u32,
        colour: [u8; 4],
        unused: u32,
        surface in numbers(),
        texture in of(references()),
        matfx in of(effects()),
        right_to_render in rights(),
        extension in raw_sections(),
        first: bool,
    ) -> Material {
        let own = own(&[(matfx.is_some(), id::MATFX), (right_to_render.is_some(), id::RIGHT_TO_RENDER)]);
        Material {
            flags,
            colour,
            unused,
            surface,
            texture,
            matfx,
            right_to_render,
            extension: raw_first(extension, &own, first),
        }
    }
}

/// Materials, some of which repeat an earlier one, with their index words.
fn material_lists() -> impl Strategy<Value = (Vec<Material>, Vec<i32>)> {
    let entry = (materials(), of(any::<prop::sample::Index>()));
    vec(entry, 1..4).prop_map(|entries| {
        let mut list = Vec::new();
        let mut indices = Vec::new();
        for (material, repeated) in entries {
            match repeated {
                Some(place) if !list.is_empty() => {
                    let place = place.index(list.len());
                    list.push(Material::clone(&list[place]));
                    indices.push(place as i32);
                }
                _ => {
                    list.push(material);
                    indices.push(-1);
                }
            }
        }
        (list, indices)
    })
}

pub fn chain_options() -> impl Strategy<Value = ChainOptions> {
    let form = prop::sample::select(vec![TagForm::Separate, TagForm::InTag]);
    (0u32..300, 0u32..130, form).prop_map(|(batch_vertices, slack, form)| ChainOptions {
        batch_vertices,
        slack,
        form,
    })
}

prop_compose! {
    fn native_geometries()(
        list in material_lists(),
        meshes in vec((0usize..40, 0u8..=2, any::<bool>(), any::<bool>()), 0..4),
        options in chain_options(),
        extension in raw_sections(),
        first: bool,
    ) -> Geometry {
        let (materials, material_indices) = list;
        let last = materials.len() - 1;
        let meshes: Vec<_> = meshes
            .into_iter()
            .enumerate()
            .map(|(i, (vertices, sets, colours, normals))| {
                (i.min(last) as u32, samples::packed_mesh(vertices, sets, colours, normals))
            })
            .collect();
        let own = [id::BIN_MESH, id::NATIVE_DATA];
        let mut geometry = Geometry::packed(materials, &meshes, Scales::default(), &options);
        geometry.material_indices = material_indices;
        geometry.extension = raw_first(extension, &own, first);
        geometry
    }
}

prop_compose! {
    fn morph_targets(vertices: usize)(
        bounding_sphere in numbers(),
        positions in of(vec(numbers(), vertices)),
        normals in of(vec(numbers(), vertices)),
    ) -> MorphTarget {
        MorphTarget { bounding_sphere, positions, normals }
    }
}

prop_compose! {
    fn plain_geometries()(vertices in 1usize..12)(
        list in material_lists(),
        vertices in Just(vertices),
        colours in of(vec(any::<[u8; 4]>(), vertices)),
        uv_sets in vec(vec(numbers(), vertices), 0..=8),
        triangles in vec([0..vertices as u16, 0..vertices as u16, 0..vertices as u16], 0..9),
        morph_targets in vec(morph_targets(vertices), 1..3),
        indices in vec(vec(0..vertices as u32, 0..9), 0..3),
        strip in any::<bool>(),
        extension in raw_sections(),
        first in any::<bool>(),
    ) -> Geometry {
        let (materials, material_indices) = list;
        let prelit = if colours.is_some() { format::PRELIT } else { 0 };
        let meshes = indices.into_iter().map(|indices| Mesh {
            material: 0,
            vertex_count: indices.len() as u32,
            indices,
        });
        Geometry {
            format: prelit | format::with_uv_sets(uv_sets.len() as u32),
            triangle_count: triangles.len() as u32,
            vertex_count: vertices as u32,
            bounding_sphere: morph_targets[0].bounding_sphere,
            materials,
            material_indices,
            bin_mesh: BinMesh { flags: u32::from(strip), meshes: meshes.collect() },
            vertices: Vertices::Plain(PlainVertices {
                colours: colours.unwrap_or_default(),
                uv_sets,
                triangles: triangles.into_iter().map(|[a, b, c]| [a, b, c, 0]).collect(),
                morph_targets,
            }),
            extension: raw_first(extension, &[id::BIN_MESH], first),
        }
    }
}

prop_compose! {
    fn atomic_plugins()(
        right_to_render in rights(),
        scales in of((1.0e-6f32..1.0e6, 1.0e-6f32..1.0e6, any::<u32>())),
        matfx_enabled in of(any::<i32>()),
        extension in raw_sections(),
        first: bool,
    ) -> AtomicPlugins {
        let own = own(&[
            (right_to_render.is_some(), id::RIGHT_TO_RENDER),
            (scales.is_some(), id::GAME_ATOMIC),
            (matfx_enabled.is_some(), id::MATFX),
        ]);
        AtomicPlugins {
            right_to_render,
            scales: scales.map(|(position, uv, word)| Scales { position, uv, word }),
            matfx_enabled,
            extension: raw_first(extension, &own, first),
        }
    }
}

fn hanims() -> impl Strategy<Value = HAnim> {
    let bone = any::<(i32, i32, u32)>();
    let bone = bone.prop_map(|(id, index, flags)| HAnimBone { id, index, flags });
    let hierarchy = (any::<[u32; 2]>(), vec(bone, 1..5));
    let hierarchy = hierarchy.prop_map(|([flags, key_frame_bytes], bones)| HAnimHierarchy {
        flags,
        key_frame_bytes,
        bones,
    });
    (any::<u32>(), any::<i32>(), of(hierarchy)).prop_map(|(version, bone_id, hierarchy)| HAnim {
        version,
        bone_id,
        hierarchy,
    })
}

prop_compose! {
    fn frames()(
        axes in vec(numbers::<3>(), 4),
        flags: u32,
        name in of(vec(any::<u8>(), 0..9)),
        extension in raw_sections(),
        hanim in of(hanims()),
        first: bool,
    ) -> Frame {
        let plugin = hanim.map(|hanim| RawSection::new(id::HANIM, hanim.write()));
        let extension: Vec<_> = plugin.into_iter().chain(extension).collect();
        let own = own(&[(name.is_some(), id::FRAME_NAME)]);
        Frame {
            right: axes[0],
            up: axes[1],
            at: axes[2],
            position: axes[3],
            parent: None,
            flags,
            name,
            extension: raw_first(extension, &own, first),
        }
    }
}

prop_compose! {
    fn clumps()(
        mut frames in vec(frames(), 1..5),
        parents in vec(of(any::<prop::sample::Index>()), 5),
        geometries in vec(prop_oneof![native_geometries(), plain_geometries()], 1..3),
        atomics in vec((any::<[prop::sample::Index; 2]>(), any::<[u32; 2]>(), atomic_plugins()), 0..4),
        extension in raw_sections(),
        version in prop::sample::select(vec![0x35000, 0x36003, 0x37002]),
        build: u16,
    ) -> Clump {
        for i in 1..frames.len() {
            frames[i].parent = parents[i].map(|parent| parent.index(i) as u32);
        }
        let atomics = atomics.into_iter().map(|([frame, geometry], [flags, unused], plugins)| Atomic {
            frame_index: frame.index(frames.len()) as i32,
            geometry_index: geometry.index(geometries.len()) as i32,
            flags,
            unused,
            geometry: None,
            plugins,
            stamps: Stamps::default(),
        });
        Clump {
            atomics: atomics.collect(),
            frames,
            geometries,
            extension: extension.into(),
            stamps: Stamps::uniform(stamp::pack(version, build)),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn texture_references(reference in references()) {
        let bytes = written(|out| reference.write_to(out));
        prop_assert_eq!(TextureReference::read_from(&mut Cursor::new(&bytes)), Ok(reference));
    }

    #[test]
    fn materials_with_effects(material in materials()) {
        let bytes = written(|out| material.write_to(out));
        prop_assert_eq!(Material::read_from(&mut Cursor::new(&bytes)), Ok(material));
    }

    #[test]
    fn geometries_of_both_forms(geometry in prop_oneof![native_geometries(), plain_geometries()]) {
        let bytes = written(|out| geometry.write_to(out));
        prop_assert_eq!(Geometry::read_from(&mut Cursor::new(&bytes)), Ok(geometry));
    }

    #[test]
    fn whole_clumps_of_any_accepted_version(clump in clumps()) {
        let bytes = clump.write();
        let read = Clump::read(&bytes);
        prop_assert_eq!(read.as_ref(), Ok(&clump));
        prop_assert_eq!(read.unwrap().write(), bytes);
    }

    #[test]
    fn standalone_atomics(geometry in native_geometries(), plugins in atomic_plugins(), index: [i32; 2]) {
        let [frame_index, geometry_index] = index;
        let atomic = Atomic { plugins, frame_index, geometry_index, ..Atomic::standalone(geometry, Scales::default()) };
        let bytes = atomic.write();
        prop_assert_eq!(Atomic::read(&bytes), Ok(atomic));
    }

    #[test]
    fn dictionaries(
        names in vec(names(), 0..4),
        mip_plugin in of(any::<u32>()),
        raws in vec(raw_sections(), 4),
        extension in raw_sections(),
        device_id: u16,
        first: bool,
    ) {
        let sample = samples::dictionary().textures;
        let textures: Vec<NativeTexture> = names.into_iter().zip(raws).enumerate().map(|(i, (name, raw))| {
            let own = own(&[(mip_plugin.is_some(), id::MIPMAP_KL)]);
            NativeTexture {
                mask: name.chars().rev().collect(),
                name,
                mip_plugin,
                extension: raw_first(raw, &own, first),
                ..sample[i % sample.len()].clone()
            }
        }).collect();
        let dictionary = TextureDictionary { device_id, extension: extension.into(), ..TextureDictionary::new(textures) };
        let bytes = dictionary.write();
        prop_assert_eq!(TextureDictionary::read(&bytes), Ok(dictionary));
    }

    #[test]
    fn worlds_with_materials_and_odd_sectors(
        list in material_lists(),
        extension in raw_sections(),
        sector_raw in raw_sections(),
        pvs in of(vec(any::<u8>(), 0..9)),
        words: [u32; 2],
        right in rights(),
        opaque in vec(any::<u8>(), 0..9),
        first: bool,
    ) {
        let (materials, material_indices) = list;
        let mut sector = AtomicSector::of_float_strips(&[(0, samples::float_mesh(5, 1))], &ChainOptions::for_default_layout());
        sector.trailing_words = words;
        sector.right_to_render = right;
        if first {
            sector.bin_mesh = Some(BinMesh { flags: 1, meshes: Vec::new() });
            sector.native_data = Some(NativeData { opaque, ..NativeData::new(Vec::new()) });
        }
        let own = own(&[
            (true, id::BIN_MESH), (true, id::NATIVE_DATA), (right.is_some(), id::RIGHT_TO_RENDER), (true, id::GAME_SECTOR),
        ]);
        sector.extension = raw_first(sector_raw, &own, first);
        let mut world = World::single(World::GLOW_FORMAT, materials, sector);
        world.material_indices = material_indices;
        let own = if pvs.is_some() { vec![id::PVS] } else { vec![] };
        world.pvs = pvs;
        world.extension = raw_first(extension, &own, first);
        let bytes = world.write();
        prop_assert_eq!(World::read(&bytes), Ok(world));
    }

    #[test]
    fn bones_and_skins(hanim in hanims(), matrices in vec(numbers(), 0..5), max_weights: u8, trailing in vec(any::<u8>(), 0..40)) {
        prop_assert_eq!(HAnim::read(&hanim.write()), Ok(hanim));
        let skin = Skin { trailing, ..Skin::new(matrices, max_weights) };
        prop_assert_eq!(Skin::read(&skin.write()), Ok(skin));
    }

    #[test]
    fn skinned_chains(vertices in 1usize..300, options in chain_options(), strip: bool) {
        let skinned = samples::skinned_mesh(vertices);
        let chain = encode_skinned(&skinned, strip, &options);
        prop_assert_eq!(decode_skinned(&chain, strip, vertices as u32), Ok(skinned));
    }

    #[test]
    fn bone_weights(bone in 0u8..255, weight in 0.0f32..=1.0) {
        let stored = BoneWeight::new(bone, weight);
        prop_assert_eq!(stored.bone(), Some(bone));
        // Ten bits of 23 are lost.
        prop_assert!((stored.weight() - weight).abs() <= weight / 4096.0);
        prop_assert_eq!(BoneWeight::new(bone, stored.weight()), stored);
    }

    /// Streams glued together from several RenderWares: any header may have a stamp of its own.
    #[test]
    fn any_stamp_in_any_header_is_kept(
        kind in 0usize..5,
        stamps in vec((any::<prop::sample::Index>(), 0x35000u32..=0x37002, any::<u16>()), 0..6),
    ) {
        let mut bytes = all_samples()[kind].clone();
        let places: Vec<usize> = outline(&bytes, Default::default())
            .all()
            .filter(|node| node.stamp.is_some())
            .map(|node| node.offset as usize + 8)
            .collect();
        for (place, version, build) in stamps {
            let at = places[place.index(places.len())];
            bytes[at..at + 4].copy_from_slice(&stamp::pack(version & 0x3FF3F, build).to_le_bytes());
        }
        let written = rewritten(bytes[0], &bytes);
        prop_assert!(written.as_ref() == Ok(&bytes), "{:?}", written.map(|_| ()));
    }
}

/// Reads a stream whose section id begins with `kind`, and writes it again.
pub fn rewritten(kind: u8, bytes: &[u8]) -> Result<Vec<u8>> {
    match kind {
        0x16 => TextureDictionary::read(bytes).map(|read| read.write()),
        0x14 => Atomic::read(bytes).map(|read| read.write()),
        0x10 => Clump::read(bytes).map(|read| read.write()),
        _ => World::read(bytes).map(|read| read.write()),
    }
}

/// What an object that is no stream of its own appends.
pub fn written(write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut bytes);
    bytes
}

pub fn all_samples() -> [Vec<u8>; 5] {
    [
        samples::dictionary().write(),
        samples::part_atomic().write(),
        samples::clump().write(),
        samples::streamed_world().write(),
        samples::glow_world().write(),
    ]
}

#[test]
fn a_stream_of_renderware_3_6_is_written_back_to_the_same_bytes() {
    for bytes in all_samples() {
        let mut foreign = bytes.clone();
        let old = STAMP.to_le_bytes();
        for at in 0..foreign.len() - 3 {
            if foreign[at..at + 4] == old {
                foreign[at..at + 4].copy_from_slice(&0x1803_FFFFu32.to_le_bytes());
            }
        }
        assert_ne!(foreign, bytes);
        let written = rewritten(foreign[0], &foreign).unwrap();
        assert!(written == foreign, "{:#x}", foreign[0]);
    }
}

#[test]
fn an_edited_stream_of_two_stamps_takes_the_first_one() {
    let mut bytes = samples::dictionary().write();
    let place = outline(&bytes, Default::default()).nodes[0].children[1].offset as usize + 8;
    bytes[place..place + 4].copy_from_slice(&0x1803_FFFFu32.to_le_bytes());
    let mut dictionary = TextureDictionary::read(&bytes).unwrap();
    assert_eq!(dictionary.stamps.distinct(), [STAMP, 0x1803_FFFF]);
    assert!(dictionary.write() == bytes);
    dictionary.textures.pop();
    let written = dictionary.write();
    let read = TextureDictionary::read(&written).unwrap();
    assert_eq!(read.stamps, Stamps::default());
}
