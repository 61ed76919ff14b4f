//! Forged levels, whole and broken.

use std::collections::BTreeMap;

use gltf::Semantic;
use serde_json::Value;
use wonderwheel_export::ExportError;
use wonderwheel_export::colour::Alpha;
use wonderwheel_export::warriors::{LevelOptions, export_level};
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_renderware::native_data::{PackedMesh, decode_packed};
use wonderwheel_warriors::axes::rw_from_game;
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::names;
use wonderwheel_warriors::object_list::ObjectList;
use wonderwheel_warriors::part::Part;
use wonderwheel_warriors::path_data::PathMap;
use wonderwheel_warriors::world_stream::WorldStream;

use super::structure::ReadBack;
use super::support::{
    Files, Random, assert_noted, demo, export, export_with, exported_demo, game, linear, notes,
    options,
};

/// Strip vertices and triangles of a geometry, as another pass over the same chains counts them.
fn counted(geometry: &Geometry) -> (usize, usize) {
    let strip = geometry.bin_mesh.is_strip();
    let mut sum = (0, 0);
    for (mesh, chain) in geometry.chains() {
        let mut packed = PackedMesh::default();
        decode_packed(chain, strip, mesh.vertex_count, &mut packed).unwrap();
        let triangles = packed.triangles(strip).count();
        if triangles > 0 {
            sum = (sum.0 + packed.positions.len(), sum.1 + triangles);
        }
    }
    sum
}

/// Vertices and triangles of a node's mesh.
fn exported_counts(node: &gltf::Node<'_>) -> (usize, usize) {
    let Some(mesh) = node.mesh() else {
        return (0, 0);
    };
    let mut sum = (0, 0);
    for primitive in mesh.primitives() {
        sum.0 += primitive.get(&Semantic::Positions).unwrap().count();
        sum.1 += primitive.indices().unwrap().count() / 3;
    }
    sum
}

#[test]
fn every_sector_is_a_node_with_the_vertices_and_triangles_of_its_atomic() {
    let files = demo();
    let exported = exported_demo();
    let read = ReadBack::of(exported);
    let nodes = read.gltf.nodes().map(|node| (node.name().unwrap(), node));
    let nodes: BTreeMap<&str, gltf::Node<'_>> = nodes.collect();
    let mut sectors = 0;
    for world in ["demos", "demod"] {
        let stream = WorldStream::read(&files[&names::world_stream(world)]).unwrap();
        let leaves = stream.world.sectors.iter();
        let leaves = leaves.filter_map(|leaf| Some((leaf.streamed_atomic()?.index, leaf)));
        let leaves: BTreeMap<i32, _> = leaves.collect();
        for part in 1..=stream.part_count {
            let part = Part::read(&files[&names::part(world, part)]).unwrap();
            for entry in &part.atomics {
                let geometry = entry.atomic.geometry.as_ref().unwrap();
                let node = &nodes[format!("{world}/{}", entry.sector_index).as_str()];
                assert_eq!(exported_counts(node), counted(geometry));
                let leaf = leaves[&(entry.sector_index as i32)];
                check_box(&read, node, leaf);
                sectors += 1;
            }
        }
        let children = nodes[world].children().count();
        assert_eq!(children, leaves.len());
    }
    assert_eq!(exported.counts.sectors, sectors);
    assert!(sectors > 200, "{sectors}");
    let unexpected = notes(exported)
        .into_iter()
        .filter(|note| !note.contains("warriors.glr") && !note.contains("its resource"));
    assert_eq!(unexpected.collect::<Vec<_>>(), Vec::<String>::new());
}

/// Positions lie in the sector's box, with a hundredth of its largest side around it. Source: spec/renderware.md 8.6.
fn check_box(
    read: &ReadBack,
    node: &gltf::Node<'_>,
    leaf: &wonderwheel_renderware::world::AtomicSector,
) {
    let bounds = leaf.bounds();
    let sides = (0..3).map(|axis| bounds.max[axis] - bounds.min[axis]);
    let margin = sides.fold(0.0, f32::max) * 0.01;
    let (origin, _, _) = node.transform().decomposed();
    assert_eq!(origin, leaf.streamed.unwrap().origin);
    for primitive in node.mesh().unwrap().primitives() {
        let positions = read.floats(&primitive.get(&Semantic::Positions).unwrap());
        for position in positions.chunks(3) {
            for axis in 0..3 {
                let value = position[axis] + origin[axis];
                assert!(value >= bounds.min[axis] - margin && value <= bounds.max[axis] + margin);
            }
        }
    }
}

#[test]
fn materials_carry_pictures_colours_and_the_second_texture() {
    let exported = exported_demo();
    let read = ReadBack::of(exported);
    let materials = || read.json["materials"].as_array().unwrap().iter();
    let duals = materials().filter_map(|material| material["extras"].get("dual_texture"));
    let duals: Vec<_> = duals.collect();
    assert!(!duals.is_empty());
    for dual in duals {
        let texture = dual["texture"].as_u64().unwrap() as usize;
        let source = read.gltf.textures().nth(texture).unwrap().source();
        assert_eq!(source.name(), dual["name"].as_str());
        assert_eq!(dual["source_blend"], "source alpha");
        assert_eq!(dual["destination_blend"], "inverse source alpha");
    }
    assert!(materials().any(|material| material["alphaMode"] == "MASK"));
    let is_missing = |material: &Value| material["extras"].get("missing_texture").is_some();
    assert!(!materials().any(is_missing));
    for primitive in read.primitives("demos/0") {
        for semantic in [
            Semantic::Colors(0),
            Semantic::Normals,
            Semantic::TexCoords(0),
        ] {
            assert!(primitive.get(&semantic).is_some(), "{semantic:?}");
        }
        assert!(primitive.material().unlit());
        assert!(!primitive.material().double_sided());
    }
    let mut primitives = read.gltf.meshes().flat_map(|mesh| mesh.primitives());
    assert!(primitives.any(|primitive| primitive.get(&Semantic::TexCoords(1)).is_some()));
}

#[test]
fn vertex_colours_are_linear_and_0x80_is_full() {
    let files = demo();
    let read = ReadBack::of(exported_demo());
    let part = Part::read(&files["demos_ms1.sec"]).unwrap();
    let entry = &part.atomics[0];
    let geometry = entry.atomic.geometry.as_ref().unwrap();
    let (mesh, chain) = geometry.chains().next().unwrap();
    let mut packed = PackedMesh::default();
    decode_packed(chain, true, mesh.vertex_count, &mut packed).unwrap();
    let node = read.node(&format!("demos/{}", entry.sector_index));
    let primitive = node.mesh().unwrap().primitives().next().unwrap();
    let colours = read.integers(&primitive.get(&Semantic::Colors(0)).unwrap());
    for (prelight, exported) in packed.colours.iter().zip(colours.chunks(4)) {
        let [r, _, _, a] = prelight.map(f64::from);
        let linear = linear((r / 128.0).min(1.0));
        assert!((linear * 65_535.0 - f64::from(exported[0])).abs() <= 1.0);
        assert_eq!(f64::from(exported[3]), a * 257.0);
    }
    let extras = &read.json["asset"]["extras"];
    assert_eq!(extras["prelight_scale"], 1.992_187_5);
}

#[test]
fn the_background_stands_around_the_level() {
    let read = ReadBack::of(exported_demo());
    let background = read.node("background");
    let names = ["background/skyline", "background/sky", "background/clouds"];
    let children = background
        .children()
        .map(|child| child.name().unwrap().to_owned());
    assert_eq!(children.collect::<Vec<_>>(), names);
    for name in names {
        for primitive in read.primitives(name) {
            assert!(primitive.material().double_sided());
            let base = primitive.material().pbr_metallic_roughness();
            assert!(base.base_color_texture().is_some(), "{name}");
        }
    }
    let (_, _, [scale, ..]) = read.node("background/sky").transform().decomposed();
    assert!(scale > 50.0, "{scale}");
    let material = read.primitives("glow")[0].material();
    assert_eq!(material.alpha_mode(), gltf::material::AlphaMode::Blend);
}

#[test]
fn objects_share_the_mesh_of_their_type() {
    let files = game();
    let exported = export(files, "level99");
    let read = ReadBack::of(&exported);
    let list = ObjectList::read(&files["level99_objs.txt"]).unwrap();
    let children: Vec<_> = read.node("objects").children().collect();
    assert_eq!(children.len(), list.objects.len());
    let mut meshes: BTreeMap<&str, usize> = BTreeMap::new();
    for (object, node) in list.objects.iter().zip(&children) {
        assert_eq!(node.name().unwrap(), format!("objects/{}", object.name));
        let (translation, rotation, _) = node.transform().decomposed();
        assert_eq!(translation, rw_from_game(object.position));
        assert_eq!(rotation, [0.0, 0.0, 0.0, 1.0]);
        if object.is_emitter() {
            assert!(node.mesh().is_none());
            continue;
        }
        if object.name == "car_sedan" {
            assert_eq!(node.children().count(), 6);
            continue;
        }
        let mesh = node.mesh().unwrap_or_else(|| panic!("{}", object.name));
        let base = mesh.primitives().next().unwrap().material();
        let (name, texture) = (
            &object.name,
            base.pbr_metallic_roughness().base_color_texture(),
        );
        assert!(texture.is_some(), "{name}: the dictionary's first texture");
        let first = *meshes.entry(name).or_insert(mesh.index());
        assert_eq!(first, mesh.index());
    }
    assert!(meshes.len() >= 3, "{meshes:?}");
    assert_eq!(notes(&exported), Vec::<String>::new());
}

#[test]
fn a_model_that_has_no_file_comes_from_a_pack() {
    let mut files = game().clone();
    let model = names::decimal("dyn_crate_geo");
    files.remove(&model).unwrap();
    let exported = export(&files, "level99");
    assert_eq!(notes(&exported), Vec::<String>::new());
    let read = ReadBack::of(&exported);
    assert!(read.node("objects/dyn_crate").mesh().is_some());
}

#[test]
fn collision_and_paths_are_scenes_of_their_own() {
    let files = demo();
    let read = ReadBack::of(exported_demo());
    assert_eq!(read.scene_names(), ["demo", "collision", "paths"]);
    let lev = LevelFile::read(&files["demo.lev"]).unwrap();
    let collision = lev.collision().unwrap();
    let mesh = read.node("collision").mesh().unwrap();
    let vertices = |name: &str| -> usize {
        let primitives = read.primitives(name).into_iter();
        let counts = primitives.map(|p| p.get(&Semantic::Positions).unwrap().count());
        counts.sum()
    };
    assert_eq!(vertices("collision"), 3 * collision.triangles.len());
    // Ground faces up: game axes' z is y here. Source: spec/collision.md, head.
    let primitive = mesh.primitives().next().unwrap();
    let ups = mesh.primitives().map(|primitive| {
        let normals = read.floats(&primitive.get(&Semantic::Normals).unwrap());
        normals.chunks(9).filter(|normal| normal[1] > 0.9).count()
    });
    let expected = collision.triangles.iter().filter(|triangle| {
        let [a, b, c] = triangle.vertices.map(|i| {
            let [x, y, z, _] = collision.vertices[usize::from(i)];
            glam::Vec3::new(x, y, z)
        });
        (b - a).cross(c - a).normalize().z > 0.9
    });
    assert_eq!(ups.sum::<usize>(), expected.count());
    let flags = read.floats(&primitive.get(&Semantic::Extras("FLAGS".into())).unwrap());
    assert!(flags.iter().all(|flags| flags.fract() == 0.0));

    let map = PathMap::new(lev.path_data().unwrap());
    let areas = read.gltf.scenes().nth(2).unwrap().nodes().count() - 1;
    assert_eq!(areas, map.areas().len());
    assert_eq!(vertices("paths/routes"), 2 * map.data().edges.len());
}

#[test]
fn the_same_level_gives_the_same_bytes() {
    let [a, b] = [0; 2].map(|_| export(game(), "level2").glb.to_vec());
    assert!(a == b);
}

/// Nodes alone, and of those some.
fn selected(select: &dyn Fn(&str) -> bool) -> LevelOptions<'_> {
    options(|it| (it.collision, it.paths, it.select) = (false, false, Some(select)))
}

#[test]
fn only_what_is_selected_is_in_the_file() {
    let select = |name: &str| name == "demod/3" || name == "background/sky";
    let read = ReadBack::of(&export_with(demo(), "demo", &selected(&select)));
    assert_eq!(read.gltf.scenes().len(), 1);
    let mut names = read.node_names();
    names.sort_unstable();
    assert_eq!(names, ["background", "background/sky", "demod", "demod/3"]);
    let nothing = options(|it| {
        it.level = false;
        it.select = Some(&|_| false);
    });
    let read = ReadBack::of(&export_with(demo(), "demo", &nothing));
    assert_eq!(read.gltf.nodes().len(), 0);
}

#[test]
fn a_smaller_mip_level_and_the_files_own_alpha_can_be_asked_for() {
    let select = |name: &str| name.starts_with("demos/");
    let large = selected(&select);
    let whole = ReadBack::of(&export_with(demo(), "demo", &large));
    let small = LevelOptions {
        mip: 1,
        alpha: Alpha::Raw,
        ..large
    };
    let small = ReadBack::of(&export_with(demo(), "demo", &small));
    let mut smaller = 0;
    for image in small.gltf.images() {
        let ([width, _], rows) = small.picture(&image);
        assert!(rows.chunks(4).all(|texel| texel[3] <= 128));
        let name = image.name().unwrap();
        let mut images = whole.gltf.images();
        let same = images.find(|other| other.name() == Some(name));
        let ([whole_width, _], _) = whole.picture(&same.unwrap());
        assert!(width == whole_width || width == whole_width / 2);
        smaller += usize::from(width < whole_width);
    }
    assert!(smaller > 0);
    let materials = small.gltf.materials();
    let mut cutoffs = materials.filter_map(|material| material.alpha_cutoff());
    assert!(cutoffs.all(|cutoff| (63.0 / 255.0..64.0 / 255.0).contains(&cutoff)));
}

#[test]
fn ambient_light_brightens_what_is_dark() {
    let select = |name: &str| name == "demos/0";
    let dark = options(|it| it.select = Some(&select));
    let sum = |options: &LevelOptions<'_>| {
        let read = ReadBack::of(&export_with(demo(), "demo", options));
        let colours = read.primitives("demos/0").into_iter().map(|primitive| {
            let colours = read.integers(&primitive.get(&Semantic::Colors(0)).unwrap());
            colours.iter().map(|value| u64::from(*value)).sum::<u64>()
        });
        colours.sum::<u64>()
    };
    let mut lit = dark;
    lit.prelight.ambient = [0.2; 3];
    assert!(sum(&lit) > sum(&dark));
}

#[test]
fn a_name_that_nothing_has_is_an_error() {
    let result = export_level(demo(), "demolition", &LevelOptions::default(), &mut |_| {});
    assert!(matches!(result, Err(ExportError::NoSuchLevel { level }) if level == "demolition"));
}

#[test]
fn a_world_can_be_named_by_itself() {
    let mut steps = Vec::new();
    let options = LevelOptions::default();
    let mut progress = |step: &str| steps.push(step.to_owned());
    let exported = export_level(demo(), "DEMOD", &options, &mut progress).unwrap();
    let read = ReadBack::of(&exported);
    assert!(read.node("demod").children().count() > 10);
    assert_eq!(notes(&exported).len(), 1, "{:?}", exported.notes);
    assert_eq!(steps[0], "demod_sec.wld");
}

/// The nodes that say what they miss.
fn missing(read: &ReadBack) -> usize {
    let nodes = read.json["nodes"].as_array().unwrap().iter();
    nodes
        .filter(|node| node["extras"].get("missing").is_some())
        .count()
}

/// Exports what is left of the demo after a change, and gives the notes that were not there before.
fn after(change: impl FnOnce(&mut Files)) -> (ReadBack, Vec<String>) {
    let mut files = demo().clone();
    change(&mut files);
    let known = notes(exported_demo());
    let exported = export(&files, "demo");
    let read = ReadBack::of(&exported);
    let mut new = notes(&exported);
    new.retain(|note| !known.contains(note));
    (read, new)
}

#[test]
fn a_broken_atomic_costs_only_its_sector() {
    let mut sector = 0;
    let (read, notes) = after(|files| {
        let mut part = Part::read(&files["demos_ms2.sec"]).unwrap();
        let entry = &mut part.atomics[1];
        sector = entry.sector_index;
        let geometry = entry.atomic.geometry.as_mut().unwrap();
        geometry.bin_mesh.meshes[0].vertex_count += 1;
        files.insert("demos_ms2.sec".into(), part.write());
    });
    let node = read.node(&format!("demos/{sector}"));
    assert!(node.mesh().is_none());
    let nodes = read.json["nodes"].as_array().unwrap();
    assert!(nodes[node.index()]["extras"]["missing"].is_string());
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].starts_with("demos_ms2.sec: "), "{notes:?}");
    assert_eq!(missing(&read), 1);
}

#[test]
fn a_missing_part_costs_only_its_sectors() {
    let sectors = Part::read(&demo()["demod_ms1.sec"]).unwrap().atomics.len();
    let (read, notes) = after(|files| {
        files.remove("demod_ms1.sec");
    });
    assert_eq!(missing(&read), sectors);
    let are_of_part = notes.iter().all(|note| note.starts_with("demod_ms1.sec: "));
    assert!(are_of_part, "{notes:?}");
}

#[test]
fn a_truncated_part_gives_the_sectors_before_the_cut() {
    let (read, notes) = after(|files| {
        let part = files.get_mut("demos_ms3.sec").unwrap();
        part.truncate(part.len() * 3 / 4);
    });
    let is_of_part = |node: &&Value| {
        let extras = &node["extras"];
        extras["part"] == 3 && extras["world"] == "demos"
    };
    let part = read.json["nodes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(is_of_part);
    let (with, without): (Vec<_>, Vec<_>) = part.partition(|node| node.get("mesh").is_some());
    assert!(!with.is_empty(), "{without:?}");
    assert!(!without.is_empty(), "{with:?}");
    assert!(!notes.is_empty());
}

#[test]
fn missing_dictionaries_leave_meshes_untextured_and_are_told_once() {
    let (read, notes) = after(|files| {
        let mut stream = WorldStream::read(&files["demos_sec.wld"]).unwrap();
        stream.dictionary.textures.clear();
        files.insert("demos_sec.wld".into(), stream.write());
    });
    let mut materials = read.json["materials"].as_array().unwrap().iter();
    assert!(materials.any(|material| material["extras"].get("missing_texture").is_some()));
    assert_noted(&notes, "no dictionary has the texture");
    let unique: std::collections::BTreeSet<_> = notes.iter().collect();
    assert_eq!(unique.len(), notes.len());
}

#[test]
fn a_texture_is_found_in_another_part() {
    let (_, notes) = after(|files| {
        // All textures of the world move into a part that only a few sectors belong to.
        let mut stream = WorldStream::read(&files["demos_sec.wld"]).unwrap();
        let moved = std::mem::take(&mut stream.dictionary.textures);
        files.insert("demos_sec.wld".into(), stream.write());
        let mut part = Part::read(&files["demos_ms5.sec"]).unwrap();
        part.dictionary.textures.extend(moved);
        files.insert("demos_ms5.sec".into(), part.write());
    });
    assert_eq!(notes, Vec::<String>::new());
}

#[test]
fn a_broken_texture_costs_only_itself() {
    let (read, notes) = after(|files| {
        let mut stream = WorldStream::read(&files["demos_sec.wld"]).unwrap();
        // A level of the picture that is sent in another size than it has.
        let pixels = &mut stream.dictionary.textures[0].raster.pixels;
        pixels[0x20..0x24].copy_from_slice(&[3, 0, 0, 0]);
        files.insert("demos_sec.wld".into(), stream.write());
    });
    // The world stream as a whole is read strictly: without it there is no world, and the rest is still there.
    assert!(!notes.is_empty());
    assert!(read.node_names().contains(&"demod"));
    assert!(read.node_names().contains(&"background"));
}

#[test]
fn without_a_level_file_the_worlds_are_still_there() {
    let (read, notes) = after(|files| {
        files.remove("demo.lev");
    });
    assert!(notes[0].contains("no background"), "{notes:?}");
    assert!(read.node_names().contains(&"demos"));
    assert_eq!(read.gltf.scenes().len(), 1);
    let (read, notes) = after(|files| {
        files.get_mut("demo.lev").unwrap().truncate(5_000);
    });
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(read.node_names().contains(&"demod"));
}

#[test]
fn without_worlds_the_level_file_is_still_there() {
    let (read, _) = after(|files| {
        files.retain(|name, _| !name.ends_with("_sec.wld"));
    });
    assert!(read.node_names().contains(&"background/skyline"));
    assert_eq!(read.gltf.scenes().len(), 3);
}

#[test]
fn damaged_bytes_never_stop_an_export() {
    // Small levels, each byte run changed by a rule of its own; whatever is left is a valid file.
    let whole = game();
    let is_of_level = |name: &&String| {
        let starts = ["level2", "warriors"];
        starts.iter().any(|start| name.starts_with(start)) || name.parse::<u32>().is_ok()
    };
    let level: Vec<&String> = whole.keys().filter(is_of_level).collect();
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    let mut random = |below| random.below(below);
    for _ in 0..12 {
        let mut files = whole.clone();
        for _ in 0..6 {
            let name = level[random(level.len())];
            let bytes = files.get_mut(name).unwrap();
            for _ in 0..1 + random(8) {
                let at = random(bytes.len());
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = random(256) as u8;
                }
            }
            if random(4) == 0 {
                let size = random(bytes.len());
                bytes.truncate(size);
            }
        }
        let exported = export(&files, "level2");
        ReadBack::of(&exported);
    }
}
