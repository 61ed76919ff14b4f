//! Levels of Going Commando: the forged one, a small one, and broken ones.

mod damage;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use glam::{Mat4, Vec3};
use gltf::{Node, Semantic};
use wonderwheel_commando::axes::to_y_up;
use wonderwheel_commando::level::{ClassKind, Level};
use wonderwheel_export::ExportError;
use wonderwheel_export::colour::Alpha;
use wonderwheel_export::commando::{
    ClassName, Exported, LevelOptions, export_class, export_level, level_textures,
};
use wonderwheel_forge::commando::collision::surface;
use wonderwheel_forge::commando::land;

use super::small_level::{self, MOBY, SHRUB, TIE, TIE_PLACE};
use super::structure::ReadBack;
use super::support;
use super::support::{decode_png, forged, notes, options};

fn demo() -> &'static [u8] {
    static DEMO: OnceLock<Vec<u8>> = OnceLock::new();
    DEMO.get_or_init(|| forged("commando_demo").remove("level0.wad").unwrap())
}

fn exported_demo() -> &'static (Exported, ReadBack) {
    static EXPORTED: OnceLock<(Exported, ReadBack)> = OnceLock::new();
    EXPORTED.get_or_init(|| export(demo()))
}

fn export(file: &[u8]) -> (Exported, ReadBack) {
    export_with(file, &LevelOptions::default())
}

fn export_with(file: &[u8], options: &LevelOptions<'_>) -> (Exported, ReadBack) {
    let exported = export_level(file, "level.wad", options, &mut |_| {}).unwrap();
    let read = ReadBack::of(&exported);
    (exported, read)
}

fn small() -> (Exported, ReadBack) {
    export(&small_level::level().write().unwrap())
}

fn triangles(node: &Node<'_>) -> usize {
    let primitives = node.mesh().unwrap().primitives();
    primitives
        .map(|primitive| match primitive.indices() {
            Some(indices) => indices.count() / 3,
            None => primitive.get(&Semantic::Positions).unwrap().count() / 3,
        })
        .sum()
}

fn attribute(read: &ReadBack, node: &Node<'_>, semantic: &Semantic) -> Vec<Vec<f32>> {
    let primitives = node.mesh().unwrap().primitives();
    primitives
        .map(|primitive| read.floats(&primitive.get(semantic).unwrap()))
        .collect()
}

fn places(read: &ReadBack, node: &Node<'_>) -> Vec<[f32; 3]> {
    let all = attribute(read, node, &Semantic::Positions).concat();
    all.as_chunks().0.to_vec()
}

fn colours(read: &ReadBack, node: &Node<'_>) -> BTreeSet<Vec<u32>> {
    let primitives = node.mesh().unwrap().primitives();
    let of = |primitive: gltf::Primitive<'_>| {
        let values = read.integers(&primitive.get(&Semantic::Colors(0)).unwrap());
        values.chunks(4).map(<[u32]>::to_vec).collect::<Vec<_>>()
    };
    primitives.flat_map(of).collect()
}

/// A step of 128 as glTF's linear 16 bits.
fn linear(step: u32) -> u32 {
    let linear = support::linear((f64::from(step) / 128.0).min(1.0));
    (linear * 65_535.0).round() as u32
}

fn near(found: [f32; 3], expected: [f32; 3]) -> bool {
    Vec3::from(found).distance(expected.into()) < 2e-3
}

#[track_caller]
fn all_near(found: &[[f32; 3]], expected: &[[f32; 3]]) {
    for place in expected {
        let is_there = found.iter().any(|found| near(*found, *place));
        assert!(is_there, "{place:?} in {found:?}");
    }
}

/// The scenes of a level that has everything, and of its chunks.
fn scenes(level: &str, chunks: &[&str]) -> Vec<String> {
    let own = ["terrain medium", "terrain low", "sky", "collision"].map(str::to_owned);
    let of_chunk = |chunk: &&str| {
        let of = ["", " terrain medium", " terrain low", " collision"];
        of.map(|part| format!("{chunk}{part}"))
    };
    let level = [level.to_owned()].into_iter().chain(own);
    level.chain(chunks.iter().flat_map(of_chunk)).collect()
}

/// Where every node stands.
fn world(read: &ReadBack) -> BTreeMap<usize, Mat4> {
    fn walk(node: &Node<'_>, above: Mat4, out: &mut BTreeMap<usize, Mat4>) {
        let own = above * Mat4::from_cols_array_2d(&node.transform().matrix());
        out.insert(node.index(), own);
        node.children().for_each(|child| walk(&child, own, out));
    }
    let mut out = BTreeMap::new();
    let roots = read.gltf.scenes().flat_map(|scene| scene.nodes());
    roots.for_each(|node| walk(&node, Mat4::IDENTITY, &mut out));
    out
}

#[test]
fn the_forged_level_has_what_its_recipe_says() {
    let (exported, read) = exported_demo();
    assert_eq!(notes(exported), Vec::<String>::new());
    assert_eq!(read.scene_names(), scenes("level0", &["chunk1", "chunk2"]));
    let counts = exported.counts;
    // 130 patches of ground and one of water, and in each of two chunks half of the ground again and an islet; an arch, three
    // houses, nine boulders; 170 tufts, 26 trees; seven crates, four creatures.
    assert_eq!(
        [counts.patches, counts.ties, counts.shrubs, counts.mobys],
        [131 + 2 * (65 + 1), 13, 196, 11]
    );
    // Eight by eight cells of two triangles; each coarser level has a quarter.
    for (name, each) in [("high", 128), ("medium", 32), ("low", 8)] {
        let node = read.node(&format!("terrain/{name}"));
        assert_eq!(triangles(&node), 131 * each, "{name}");
        // Each patch has a picture of its own.
        assert_eq!(node.mesh().unwrap().primitives().len(), 131, "{name}");
    }
    // Sheets: 12 x 32 cells; 16 x 16 without one triangle of each cell at the poles; six sides of 2 x 2; three of one cell.
    let named = |start: &str| {
        let mut nodes = read.gltf.nodes();
        let found = nodes.find(|node| node.name().is_some_and(|name| name.starts_with(start)));
        found.unwrap_or_else(|| panic!("no node {start}"))
    };
    assert_eq!(triangles(&named("ties/1200/")), 2 * 12 * 32);
    assert_eq!(triangles(&named("ties/1202/")), 2 * 16 * 16 - 2 * 16);
    assert_eq!(triangles(&named("mobys/500/")), 6 * 2 * 2 * 2);
    let tufts = read.gltf.nodes().filter(|node| {
        let name = node.name().unwrap();
        name.starts_with("shrubs/") && triangles(node) == 3 * 2
    });
    assert_eq!(tufts.count(), 170);
    // Four creatures of seven joints.
    let skins: Vec<_> = read.gltf.skins().collect();
    assert_eq!(skins.len(), 4);
    assert!(skins.iter().all(|skin| skin.joints().count() == 7));
    assert_eq!(read.node("sky").children().count(), 5);
    assert_eq!(counts.scenes, 5 + 2 * 4);
}

#[test]
fn the_water_lies_where_the_recipe_puts_it() {
    let (_, read) = exported_demo();
    let node = read.node("terrain/low");
    // The last patch: eight cells of four units around the pond's middle.
    let water = attribute(read, &node, &Semantic::Positions).pop().unwrap();
    let water: Vec<[f32; 3]> = water.as_chunks().0.to_vec();
    assert_eq!(water.len(), 9);
    let middle = land::POND + land::CORNER;
    let expected = [-16.0, 0.0, 16.0]
        .map(|x| [-16.0, 0.0, 16.0].map(|y| [middle.x + x, land::WATER, -(middle.y + y)]));
    all_near(&water, &expected.concat());
    let material = node.mesh().unwrap().primitives().last().unwrap().material();
    assert_eq!(material.alpha_mode(), gltf::material::AlphaMode::Blend);
}

#[test]
fn the_forged_collision_is_the_ground_s_cells_and_more() {
    let (_, read) = exported_demo();
    let mut ground = 0;
    for primitive in read.primitives("collision") {
        let index = primitive.material().index().unwrap();
        let material = &read.json["materials"][index];
        let count = primitive.get(&Semantic::Positions).unwrap().count() / 3;
        if material["extras"]["type"] != surface::TIE {
            ground += count;
        }
    }
    assert_eq!(ground, 130 * 64 * 2);
    // Eleven fields of the fence.
    assert_eq!(triangles(&read.node("collision/hero")), 22);
}

#[test]
fn every_creature_of_the_forged_level_is_in_its_bind_pose() {
    bind_pose(&exported_demo().1);
    bind_pose(&small().1);
}

/// What a joint does to a vertex is what the instance does: nothing has bent.
fn bind_pose(read: &ReadBack) {
    let world = world(read);
    let mut skinned = 0;
    for node in read.gltf.nodes() {
        let Some(skin) = node.skin() else { continue };
        skinned += 1;
        let instance = node.name().unwrap().strip_suffix("/mesh").unwrap();
        let instance = world[&read.node(instance).index()];
        let inverse = read.floats(&skin.inverse_bind_matrices().unwrap());
        let (inverse, _) = inverse.as_chunks::<16>();
        assert_eq!(inverse.len(), skin.joints().count());
        for (joint, inverse) in skin.joints().zip(inverse) {
            let whole = world[&joint.index()] * Mat4::from_cols_array(inverse);
            assert!(whole.abs_diff_eq(instance, 1e-4), "{whole} {instance}");
        }
        for primitive in node.mesh().unwrap().primitives() {
            let joints = read.integers(&primitive.get(&Semantic::Joints(0)).unwrap());
            assert!(joints.iter().all(|joint| (*joint as usize) < inverse.len()));
        }
    }
    assert!(skinned > 0);
}

#[test]
fn instances_stand_where_the_level_says_with_y_up() {
    let (_, read) = exported_demo();
    let level = Level::read(demo()).unwrap();
    let world = world(read);
    let point = [0.5, -1.0, 2.0];
    let stands = |name: String, columns: [[f32; 4]; 4]| {
        let by_node = world[&read.node(&name).index()].transform_point3(to_y_up(point).into());
        let [x, y, z, t] = columns.map(|[x, y, z, _]| Vec3::new(x, y, z));
        let by_level = t + x * point[0] + y * point[1] + z * point[2];
        let by_level = to_y_up(by_level.to_array());
        assert!(near(by_node.to_array(), by_level), "{name}");
    };
    let gameplay = &level.gameplay;
    for (i, tie) in gameplay.tie_instances().unwrap().iter().enumerate() {
        stands(format!("ties/{}/{i}", tie.class), tie.world_from_tie());
    }
    for (i, shrub) in gameplay.shrub_instances().unwrap().iter().enumerate() {
        stands(
            format!("shrubs/{}/{i}", shrub.class),
            shrub.world_from_shrub(),
        );
    }
    for (i, moby) in gameplay.moby_instances().unwrap().iter().enumerate() {
        stands(format!("mobys/{}/{i}", moby.class), moby.world_from_moby());
    }
}

#[test]
fn a_small_level_has_the_vertices_that_were_put_into_it() {
    let (exported, read) = small();
    assert_eq!(notes(&exported), Vec::<String>::new());
    assert_eq!(read.scene_names(), scenes("level3", &["chunk0"]));
    // One square of 16, 4 and 1 cells, twice.
    for (prefix, height) in [("", 20.0), ("chunk0/", 25.0)] {
        for (name, cells) in [("high", 16), ("medium", 4), ("low", 1)] {
            let node = read.node(&format!("{prefix}terrain/{name}"));
            assert_eq!(triangles(&node), 2 * cells);
            let places = places(&read, &node);
            for [x, y] in [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]] {
                let corner = [100.0 + x, height, -(200.0 + y)];
                assert!(places.contains(&corner), "{places:?}");
            }
        }
    }
    let tie = places(&read, &read.node("ties/7/0"));
    // Two triangles in two materials: three vertices each.
    assert_eq!(tie.len(), 6);
    let square = [[0.0, 0.0], [2.0, 0.0], [2.0, -2.0], [0.0, -2.0]];
    all_near(&tie, &square.map(|[x, z]| [x, 1.0, z]));
    let (translation, ..) = read.node("ties/7/0").transform().decomposed();
    assert_eq!(translation, to_y_up(TIE_PLACE));
    // Twice as large, a quarter turn about what is up: (2, 0, 1) goes to (5 + 0, 6 + 4, 7 + 2).
    let moby = world(&read)[&read.node("mobys/11/0").index()];
    let corner = moby.transform_point3(Vec3::from(to_y_up([2.0, 0.0, 1.0])));
    assert!(near(corner.to_array(), to_y_up([5.0, 10.0, 9.0])));
    // Collision: a square of two triangles, and one more; a fence of one.
    assert_eq!(triangles(&read.node("collision")), 3);
    assert_eq!(triangles(&read.node("collision/hero")), 1);
    let corners = places(&read, &read.node("collision"));
    assert!(corners.contains(&[8.0, 2.0, -8.0]) && corners.contains(&[4.0, 6.0, -4.0]));
}

#[test]
fn the_floor_of_the_collision_looks_up_and_has_its_type_s_colour() {
    let (_, read) = small();
    let [wall, floor]: [_; 2] = read.primitives("collision").try_into().unwrap();
    let ty = |primitive: &gltf::Primitive<'_>| {
        let number = primitive.material().index().unwrap();
        read.json["materials"][number]["extras"]["type"].clone()
    };
    assert_eq!([ty(&wall), ty(&floor)], [1, 0xAB]);
    // 0xAB: 3 << 6, 8 << 4 (of 0xC0), 0xA0.
    let expected = [0xC0, 0x80, 0xA0].map(|byte| support::linear(f64::from(byte) / 255.0) as f32);
    let material = floor.material();
    let [r, g, b, a] = material.pbr_metallic_roughness().base_color_factor();
    assert!(near([r, g, b], expected) && a == 1.0);
    let normals = read.floats(&floor.get(&Semantic::Normals).unwrap());
    let mut normals = normals.as_chunks().0.iter();
    assert!(normals.all(|normal| *normal == [0.0, 1.0, 0.0]));
}

#[test]
fn light_is_what_the_game_adds_to_the_vertices() {
    let (_, read) = small();
    let lit = |name: &str, [r, g, b]: [u32; 3]| {
        let expected = BTreeSet::from([vec![linear(r), linear(g), linear(b), 65_535]]);
        assert_eq!(colours(&read, &read.node(name)), expected, "{name}");
    };
    // 40 and 128 * 0.5 * 1.
    lit("terrain/high", [104; 3]);
    lit("terrain/low", [104; 3]);
    // 32767 of 32768 is a little less than 1: 63.
    lit("ties/7/0", [103; 3]);
    // Turned over, it gets nothing.
    lit("ties/7/2", [40; 3]);
    // 255 of what is too much, and 63: cut to 243, and in glTF to 1.
    lit("shrubs/5/0", [73, 83, 243]);
}

#[test]
fn ties_in_the_same_light_share_a_mesh_and_those_in_another_all_but_its_colours() {
    let (_, read) = small();
    let mesh = |i: usize| read.node(&format!("ties/7/{i}")).mesh().unwrap();
    assert_eq!(mesh(0).index(), mesh(1).index());
    assert_ne!(mesh(0).index(), mesh(2).index());
    for (one, other) in mesh(0).primitives().zip(mesh(2).primitives()) {
        let same = |semantic: &Semantic| {
            let [one, other] =
                [&one, &other].map(|primitive| primitive.get(semantic).unwrap().index());
            one == other
        };
        for semantic in [
            Semantic::Positions,
            Semantic::Normals,
            Semantic::TexCoords(0),
        ] {
            assert!(same(&semantic), "{semantic:?}");
        }
        assert!(!same(&Semantic::Colors(0)));
        let [first, second] = [&one, &other].map(|primitive| primitive.indices().unwrap().index());
        assert_eq!(first, second);
        assert_eq!(one.material().index(), other.material().index());
    }
    // Skins have joints of their own, but one set of matrices.
    let skins: Vec<_> = read.gltf.skins().collect();
    let matrices = |skin: &gltf::Skin<'_>| skin.inverse_bind_matrices().unwrap().index();
    assert_eq!(skins.len(), 2);
    assert_eq!(matrices(&skins[0]), matrices(&skins[1]));
    let joints = |number: usize| -> BTreeSet<_> {
        let joints = skins[number].joints();
        joints.map(|joint| joint.index()).collect()
    };
    assert!(joints(0).is_disjoint(&joints(1)));
}

#[test]
fn unlit_vertices_have_no_colours_and_added_light_brightens_them() {
    let file = small_level::level().write().unwrap();
    let unlit = options(|it| it.lit = false);
    let (exported, read) = export_with(&file, &unlit);
    assert_eq!(notes(&exported), Vec::<String>::new());
    for name in ["terrain/high", "ties/7/0", "shrubs/5/0"] {
        for primitive in read.primitives(name) {
            assert!(primitive.get(&Semantic::Colors(0)).is_none(), "{name}");
        }
    }
    let bright = options(|it| it.prelight.ambient = [0.125, 0.0, 0.0]);
    let (_, read) = export_with(&file, &bright);
    // 16 of 128 more.
    let expected = BTreeSet::from([vec![linear(120), linear(104), linear(104), 65_535]]);
    assert_eq!(colours(&read, &read.node("terrain/high")), expected);
}

#[test]
fn textures_are_cut_out_blended_or_opaque_by_their_alpha() {
    let (_, read) = small();
    use gltf::material::AlphaMode::{Mask, Opaque};
    let modes = |name: &str| -> Vec<_> {
        let primitives = read.primitives(name).into_iter();
        primitives
            .map(|primitive| primitive.material().alpha_mode())
            .collect()
    };
    assert_eq!(modes("terrain/high"), [Opaque]);
    // Slot 0 is the table's second texture: half of it is not there.
    assert_eq!(modes("ties/7/0"), [Mask, Opaque]);
    let texture = |name: &str| {
        let material = read.primitives(name)[0].material();
        let base = material.pbr_metallic_roughness();
        base.base_color_texture().unwrap().texture()
    };
    let source = texture("ties/7/0").source();
    assert_eq!(source.name(), Some("tie_001"));
    let (size, rows) = read.picture(&source);
    assert_eq!(size, [8, 8]);
    assert_eq!(rows[..4], [10, 20, 30, 0]);
    assert_eq!(rows[28..32], [255; 4]);
    // Terrain: clamped across, repeated down.
    use gltf::texture::WrappingMode::{ClampToEdge, Repeat};
    let sampler = texture("terrain/high").sampler();
    assert_eq!((sampler.wrap_s(), sampler.wrap_t()), (ClampToEdge, Repeat));
    // Without a texture, as a moby's second material.
    let primitives = read.primitives("mobys/11/0/mesh").into_iter();
    let names = primitives.map(|primitive| primitive.material().name().unwrap().to_owned());
    assert_eq!(names.collect::<Vec<_>>(), ["moby_000", "untextured"]);
}

#[test]
fn sky_colours_are_whole_at_255_without_a_texture_and_at_128_with_one() {
    let (_, read) = small();
    let grey = (support::linear(128.0 / 255.0) * 65_535.0).round() as u32;
    let found = |name: &str| colours(&read, &read.node(name));
    let expected = |value: u32| {
        BTreeSet::from([65_535, 128 * 257].map(|alpha| vec![value, value, value, alpha]))
    };
    assert_eq!(found("sky/0"), expected(grey));
    assert_eq!(found("sky/1"), expected(65_535));
}

#[test]
fn only_what_is_selected_is_exported() {
    let file = small_level::level().write().unwrap();
    let select = |name: &str| name == "terrain/low" || name == "ties/7/1";
    let (exported, read) = export_with(&file, &options(|it| it.select = Some(&select)));
    let names: BTreeSet<_> = read.node_names().into_iter().collect();
    assert_eq!(names, BTreeSet::from(["terrain/low", "ties", "ties/7/1"]));
    let counts = exported.counts;
    assert_eq!([counts.patches, counts.ties, counts.shrubs], [1, 1, 0]);
    let (_, read) = export_with(&file, &options(|it| it.level = false));
    assert_eq!(read.scene_names(), ["collision", "chunk0 collision"]);
}

#[test]
fn a_class_alone_has_a_scene_for_each_level_of_detail() {
    let file = small_level::level().write().unwrap();
    let one = |kind, number| {
        let (class, all) = (ClassName { kind, number }, LevelOptions::default());
        export_class(&file, "level.wad", class, &all, &mut |_| {})
    };
    for (kind, number, scenes) in [
        (ClassKind::Tie, TIE, &["tie 7", "tie 7 lod 1"][..]),
        (ClassKind::Shrub, SHRUB, &["shrub 5"]),
        (ClassKind::Moby, MOBY, &["moby 11", "moby 11 low"]),
    ] {
        let exported = one(kind, number).unwrap();
        assert_eq!(notes(&exported), Vec::<String>::new());
        let read = ReadBack::of(&exported);
        assert_eq!(read.scene_names(), scenes);
        if kind == ClassKind::Moby {
            bind_pose(&read);
        }
    }
    let error = one(ClassKind::Tie, 8).unwrap_err();
    assert_eq!(error.to_string(), "there is no tie 8; the level's are 7");
    assert!(matches!(error, ExportError::NoSuchClass { .. }));
}

#[test]
fn all_textures_become_pictures_under_names_of_their_own() {
    let file = small_level::level().write().unwrap();
    let level = Level::read(&file).unwrap();
    let all: BTreeMap<_, _> = level_textures(&level, 0, Alpha::Scaled, |_| true)
        .map(|(name, png)| (name, decode_png(&png.unwrap())))
        .collect();
    let names: Vec<_> = all.keys().map(String::as_str).collect();
    let expected = "billboard/5 moby/000 shrub/000 sky/000 tfrag/000 tfrag/001 tie/000 tie/001";
    assert_eq!(names.join(" "), expected);
    // The GS's 64 is doubled.
    assert_eq!(all["tfrag/001"].1[..4], [10, 20, 30, 128]);
    assert_eq!(all["sky/000"].0, [32; 2]);
    let raw: Vec<_> = level_textures(&level, 0, Alpha::Raw, |name| name == "tfrag/001").collect();
    let (_, rows) = decode_png(raw[0].1.as_ref().unwrap());
    assert_eq!(rows[..4], [10, 20, 30, 64]);
}
