//! Every rule of the validation passes: a good value gives no finding, a broken one is found under the rule's name.

use wonderwheel_ps2::assert_breaks;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::{Geometry, PlainVertices, Vertices};
use wonderwheel_renderware::material::{MatFx, MatFxSlot};
use wonderwheel_renderware::native_data::{ChainLayout, ChainOptions};
use wonderwheel_renderware::section::{RawSection, id};
use wonderwheel_renderware::skin::Skin;
use wonderwheel_renderware::skinned_chain::{BoneWeight, encode_skinned};
use wonderwheel_renderware::stamps::Stamps;
use wonderwheel_renderware::texture::Sampling;
use wonderwheel_renderware::world::{AtomicSector, Node, Plane, StreamedSector, World};

use crate::samples;

/// The rules that a pass reports, each once.
fn rules(pass: impl FnOnce(&mut Findings)) -> Vec<&'static str> {
    let findings = Findings::of(pass);
    findings.counts().iter().map(|(rule, _)| *rule).collect()
}

fn plugin(id: u32, payload: &[u8]) -> RawSection {
    RawSection::new(id, payload)
}

#[test]
fn dictionaries() {
    let good = samples::dictionary();
    assert_breaks! { &good, TextureDictionary::validate;
        "unknown-plugin" d => d.extension.push(plugin(0x182, &[1]));
        "plugin-out-of-place" d => d.extension.push(plugin(id::PVS, &[1]));
        "plugin-out-of-place" d => d.textures[0].extension.push(plugin(id::MIPMAP_KL, &[1]));
        "library-stamp" d => {
            d.extension.push(plugin(id::SKIN, &[]));
            d.extension[0].stamp = 7;
            d.extension.clear();
            d.stamps = Stamps::uniform(7);
        };
        "texture-name-unique" d => d.textures[0].name = "WALL".into();
        "texture-name-length" d => d.textures[0].name = "x".repeat(32);
        "texture-name-length" d => d.textures[0].name.clear();
        "texture-mask-empty" d => d.textures[0].mask = "m".into();
        "texture-filter" d => d.textures[0].sampling = Sampling(0x1101);
        "texture-addressing" d => d.textures[0].sampling = Sampling(0x1206);
        "texture-addressing" d => d.textures[0].sampling = Sampling(0x3106);
        "mip-l-zero" d => d.textures[0].mip_plugin = Some(0x1FC0);
        "mip-k-range" d => d.textures[0].raster.mip_word = 0x0010;
        "mip-word-bits" d => d.textures[0].raster.mip_word |= 0x4000;
        // No wider than what is stored, so that it still decodes.
        "raster-size" d => d.textures[0].raster.width = 15;
        "raster-format" d => d.textures[0].raster.format |= 0x1000;
        "raster-mxl-unused" d => d.textures[1].raster.tex1_low = 4;
        "raster-tex0" d => d.textures[0].raster.tex0 |= 1;
        "raster-tex0" d => d.textures[1].raster.tex0 ^= 7 << 20;
        "palette-size" d => d.textures[0].raster.palette.push(0);
        "palette-transfer" d => d.textures[0].raster.palette[0x20] = 8;
        "palette-alpha" d => *d.textures[0].raster.palette.last_mut().unwrap() = 129;
        "raster-decodes" d => d.textures[0].raster.pixels.truncate(100);
    }
}

#[test]
fn a_level_that_is_sent_as_it_is() {
    let mut dictionary = samples::dictionary();
    // 16 x 8 texels of 8 bits as 16 x 8 pixels: the second transfer word of the packet is the size.
    let pixels = &mut dictionary.textures[0].raster.pixels;
    pixels[0x20..0x28].copy_from_slice(&[16, 0, 0, 0, 8, 0, 0, 0]);
    let found = rules(|findings| dictionary.validate(findings));
    assert_eq!(found, ["level-swizzled"]);
}

fn material(atomic: &mut Atomic, index: usize) -> &mut wonderwheel_renderware::material::Material {
    &mut geometry(atomic).materials[index]
}

fn geometry(atomic: &mut Atomic) -> &mut Geometry {
    atomic.geometry.as_mut().unwrap()
}

fn chain(atomic: &mut Atomic) -> &mut wonderwheel_renderware::native_data::Chain {
    match &mut geometry(atomic).vertices {
        Vertices::Native(native) => &mut native.chains[0],
        Vertices::Plain(_) => unreachable!("native"),
    }
}

fn effect(atomic: &mut Atomic) -> &mut MatFx {
    material(atomic, 2).matfx.as_mut().unwrap()
}

#[test]
fn atomics_their_geometries_and_materials() {
    let good = samples::part_atomic();
    assert_breaks! { &good, Atomic::validate;
        "library-stamp" a => a.stamps = Stamps::uniform(0x1803_FFFF);
        "unknown-plugin" a => a.plugins.extension.push(plugin(0x182, &[]));
        "atomic-flags" a => a.flags = 0x15;
        "atomic-right-to-render" a => a.plugins.right_to_render = None;
        "atomic-scales" a => a.plugins.scales.as_mut().unwrap().uv = 0.003;
        "atomic-scales" a => a.plugins.scales.as_mut().unwrap().uv = 1.0;
        "atomic-scales" a => a.plugins.scales.as_mut().unwrap().word = 1;
        "atomic-geometry" a => a.geometry = None;
        "bounding-sphere" a => geometry(a).bounding_sphere[3] *= 0.9;
        "triangle-bound" a => geometry(a).triangle_count = 21;
        "geometry-native" a => geometry(a).vertices = Vertices::Plain(PlainVertices::default());
        "chain-reference-word" a => chain(a).no_references = 1;
        "chain-decodes" a => chain(a).bytes.truncate(64);
        "skin-weights" a => {
            let skin = Skin::new(vec![[0.0; 16]; 32], 4);
            geometry(a).extension.push(plugin(id::SKIN, &skin.write()));
        };
        "material-right-to-render" a => material(a, 0).right_to_render.as_mut().unwrap().plugin = 4;
        "texture-mask-empty" a => material(a, 0).texture.as_mut().unwrap().mask = "m".into();
        "mip-l-zero" a => material(a, 0).texture.as_mut().unwrap().mip_plugin = Some(0x1FC0);
        "unknown-plugin" a => material(a, 0).extension.push(plugin(0x182, &[]));
        "matfx-effect" a => {
            effect(a).effect = 2;
            effect(a).slots[0] = MatFxSlot::Environment {
                coefficient: 1.0,
                use_frame_buffer_alpha: 0,
                texture: None,
            };
        };
        "matfx-slots" a => effect(a).slots[1] = MatFxSlot::UvTransform;
        "matfx-dual-blend" a => match &mut effect(a).slots[0] {
            MatFxSlot::Dual { source_blend, .. } => *source_blend = 2,
            _ => unreachable!("dual"),
        };
        "matfx-dual-texture" a => match &mut effect(a).slots[0] {
            MatFxSlot::Dual { texture, .. } => *texture = None,
            _ => unreachable!("dual"),
        };
        "texture-name-length" a => match &mut effect(a).slots[0] {
            MatFxSlot::Dual { texture, .. } => texture.as_mut().unwrap().name.clear(),
            _ => unreachable!("dual"),
        };
    }
}

#[test]
fn lists_too_many_vertices_and_clear_colours() {
    let mut lists = samples::part_atomic();
    geometry(&mut lists).bin_mesh.flags = 0;
    // The chains are those of strips, so as lists they have too many vertices.
    let found = rules(|findings| lists.validate(findings));
    assert!(found.contains(&"geometry-strips"), "{found:?}");

    let scales = samples::part_atomic().scales();
    let options = ChainOptions::default();
    let mut mesh = samples::packed_mesh(3, 1, true, true);
    mesh.colours[0][3] = 128;
    let clear = Geometry::packed(samples::materials(), &[(0, mesh)], scales, &options);
    let found = rules(|findings| Atomic::standalone(clear, scales).validate(findings));
    assert_eq!(found, ["colour-alpha"]);

    let meshes = vec![(0, samples::packed_mesh(33_000, 1, true, true)); 2];
    let large = Geometry::packed(samples::materials(), &meshes, scales, &options);
    let found = rules(|findings| Atomic::standalone(large, scales).validate(findings));
    assert_eq!(found, ["strip-vertices"]);
}

#[test]
fn rounding_and_habits_of_other_writers_are_no_findings() {
    let scales = samples::part_atomic().scales();
    let mut mesh = samples::packed_mesh(3, 1, true, true);
    mesh.positions = vec![[0, 0, 0, 1], [4, 0, 0, 1], [0, 4, 0, 1]];
    let options = ChainOptions::default();
    let mut sliver = Geometry::packed(samples::materials(), &[(0, mesh)], scales, &options);
    // Made around the vertices before they were rounded to the grain of their scale.
    sliver.bounding_sphere[3] -= scales.position;
    let mut atomic = Atomic::standalone(sliver, scales);
    assert_eq!(rules(|findings| atomic.validate(findings)), [""; 0]);

    // Another scale, and a stamp of another RenderWare that the game takes.
    geometry(&mut atomic).bounding_sphere[3] *= 3.0;
    atomic.plugins.scales.as_mut().unwrap().position *= 1.5;
    atomic.stamps = Stamps::uniform(0x1803_FFFF);
    let findings = Findings::of(|f| atomic.validate(f));
    assert_eq!(findings.rules(), ["library-stamp", "atomic-scales"]);
    assert!(findings.as_slice().iter().all(|one| one.is_remark));
}

#[test]
fn skins() {
    let good = samples::skinned_geometry();
    let packed = |geometry: &Geometry, findings: &mut Findings| {
        geometry.validate(ChainLayout::Packed, 1.0, findings);
    };
    fn skin(geometry: &mut Geometry, skin: &Skin) {
        geometry.extension[0].payload = skin.write();
    }
    fn weights(geometry: &mut Geometry, weight: BoneWeight) {
        let mut skinned = samples::skinned_mesh(3);
        skinned.weights[1] = [weight, BoneWeight(0), BoneWeight(0), BoneWeight(0)];
        if let Vertices::Native(native) = &mut geometry.vertices {
            native.chains[0] = encode_skinned(&skinned, true, &ChainOptions::default());
        }
    }
    assert_breaks! { &good, packed;
        "skin-bones" g => skin(g, &Skin::new(vec![[0.0; 16]; 31], 4));
        "skin-bones" g => skin(g, &Skin::new(vec![[0.0; 16]; 32], 5));
        "skin-plugin" g => g.extension[0].payload.truncate(19);
        "skin-weights" g => g.extension.clear();
        "skin-weight-sum" g => weights(g, BoneWeight::new(0, 0.5));
        "skin-weight-sum" g => weights(g, BoneWeight::new(0, 1.011));
        "skin-bone-index" g => weights(g, BoneWeight::new(32, 1.0));
    }
}

#[test]
fn clumps() {
    let good = samples::clump();
    let packed =
        |clump: &Clump, findings: &mut Findings| clump.validate(ChainLayout::Packed, findings);
    assert_breaks! { &good, packed;
        "library-stamp" c => c.stamps = Stamps::uniform(0x1803_FFFF);
        "frame-parent" c => c.frames[0].parent = Some(1);
        "hanim-plugin" c => c.frames[1].extension[0].payload.push(0);
        "unknown-plugin" c => c.frames[0].extension.push(plugin(0x182, &[]));
        "unknown-plugin" c => c.extension.push(plugin(0x182, &[]));
        "clump-indices" c => c.atomics[0].frame_index = 2;
        "clump-geometry-used" c => {
            let mut unused = c.geometries[0].clone();
            // Found by its scale otherwise: an unused geometry has none.
            unused.bounding_sphere[3] = 1.0e9;
            c.geometries.push(unused);
        };
        "atomic-flags" c => c.atomics[0].flags |= 2;
        "bounding-sphere" c => c.geometries[0].bounding_sphere[0] += 1.0e3;
    }
}

#[test]
fn streamed_worlds() {
    let mut good = samples::streamed_world();
    good.pvs = None;
    good.sectors[2].pvs = None;
    assert_breaks! { &good, World::validate;
        "library-stamp" w => w.stamps = Stamps::uniform(0x1803_FFFF);
        "world-format" w => w.format = 0x4101_003F;
        "world-inverse-origin" w => w.inverse_origin[1] = 1.0;
        "tree-shape" w => w.planes[2].right = Node::Sector(2);
        "tree-shape" w => w.root = Node::Plane(1);
        "plane-order" w => w.sectors[0].stored_box = [[-10.0, 10.0, 30.0], [-11.0, 0.0, 20.0]];
        "sector-plugin" w => w.sectors[1].streamed = None;
        "sector-material-base" w => w.sectors[1].material_base = 1;
        "pvs-opaque" w => w.pvs = Some(vec![1, 2, 3]);
        "pvs-opaque" w => w.sectors[0].pvs = Some(vec![1; 7]);
        "unknown-plugin" w => w.extension.push(plugin(0x182, &[]));
        "plugin-out-of-place" w => w.sectors[0].extension.push(plugin(id::PVS, &[]));
        "streamed-world-empty" w => w.triangle_count = 1;
        "streamed-world-empty" w => w.sectors[0].vertex_count = 1;
        "streamed-index" w => w.sectors[2].streamed.as_mut().unwrap().index = 2;
        "streamed-index" w => w.sectors[2].streamed.as_mut().unwrap().index = 0;
        "streamed-part" w => w.sectors[2].streamed.as_mut().unwrap().part = 0;
        "streamed-part" w => w.sectors[1].streamed.as_mut().unwrap().origin[0] = 1.0;
        "streamed-part" w => w.sectors[1].streamed.as_mut().unwrap().index = -2;
        "sector-native-data" w => w.sectors[1].native_data = None;
    }
    let findings = Findings::of(|f| samples::streamed_world().validate(f));
    assert_eq!(
        findings.shown(),
        [
            "world: plugin 0x12a is kept byte for byte and not understood: 4 leaves, 3 bytes in the world, in sectors 1 x 7 bytes [pvs-opaque, a remark]"
        ]
    );
}

#[test]
fn glow_worlds() {
    fn chain(world: &mut World) -> &mut wonderwheel_renderware::native_data::Chain {
        &mut world.sectors[0].native_data.as_mut().unwrap().chains[0]
    }
    let good = samples::glow_world();
    assert_breaks! { &good, World::validate;
        "world-format" w => w.format = World::ONE_UV_SET_FORMAT;
        "glow-tree" w => {
            w.planes.push(Plane::at(0, 0.0, Node::Sector(0), Node::Sector(1)));
            w.sectors.push(AtomicSector::streamed(Default::default(), None));
            w.root = Node::Plane(0);
        };
        "glow-materials" w => w.materials[0].texture.as_mut().unwrap().name = "lamp".into();
        "glow-materials" w => w.materials[0].texture = None;
        "chain-reference-word" w => chain(w).no_references = 0;
        "chain-decodes" "glow-triangles" w => chain(w).bytes.truncate(40);
    }
}

#[test]
fn an_atomic_fills_the_box_of_its_sector() {
    let atomic = samples::part_atomic();
    let scale = atomic.scales().position;
    // 23 vertices, ramps of 7, -11 and 13 a vertex: 0 to 154, -242 to 0, 0 to 286.
    let end = [154.0, -242.0, 286.0].map(|value: f32| value * scale);
    let origin = [1.0, 2.0, 3.0];
    let corner = [origin[0] + end[0], origin[1] + end[1], origin[2] + end[2]];
    let streamed = StreamedSector {
        index: 0,
        part: 1,
        origin,
    };
    let bounds = wonderwheel_renderware::world::Aabb::of_corners(origin, corner);
    let sector = AtomicSector::streamed(bounds, Some(streamed));
    let pass = |sector: &AtomicSector, findings: &mut Findings| {
        sector.validate_atomic(&samples::part_atomic(), findings);
    };
    assert_breaks! { &sector, pass;
        "sector-box-loose" s => s.stored_box[0][2] += 0.1;
        "sector-box" s => s.stored_box[0][2] -= 0.1;
        "sector-box" s => s.streamed.as_mut().unwrap().origin[0] -= 0.1;
        "sector-box" s => s.streamed = None;
    }
}

#[test]
fn what_is_read_again_has_the_same_findings() {
    let mut world = samples::streamed_world();
    world.extension.push(plugin(0x182, &[1, 2]));
    world.stamps = Stamps::uniform(0x1803_FFFF);
    let read = World::read(&world.write()).unwrap();
    let pass = |world: &World| Findings::of(|f| world.validate(f));
    assert_eq!(pass(&read), pass(&world));
}
