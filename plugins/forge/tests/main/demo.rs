//! Counts, sizes, names.

use std::collections::BTreeSet;

use wonderwheel_renderware::geometry::format::uv_sets;
use wonderwheel_renderware::raster::format;
use wonderwheel_warriors::check::WorldCheck;
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::names;
use wonderwheel_warriors::pack::Pack;
use wonderwheel_warriors::part::Part;
use wonderwheel_warriors::picture;

use crate::support::{atomics, demo, demo_worlds, forged, geometry, texture_names};

#[test]
fn two_runs_give_the_same_bytes() {
    assert!(forged("demo") == *demo());
}

#[test]
fn the_level_has_every_file_it_needs_and_no_other() {
    let mut wanted: BTreeSet<String> = [
        "demo.lev",
        "demo_1.pak",
        "demo_objs.txt",
        "demo.settings.ron",
        "demos_sec.mem",
        "demos_sec.wld",
        "demod_sec.mem",
        "demod_sec.wld",
    ]
    .map(str::to_owned)
    .into();
    wanted.extend((1..=24).map(|i| format!("demos_ms{i}.sec")));
    wanted.extend((1..=12).map(|i| format!("demod_ms{i}.sec")));
    wanted.extend((0..2).map(|n| names::loading_picture("demo", n)));
    assert_eq!(
        demo().files.keys().cloned().collect::<BTreeSet<_>>(),
        wanted
    );
}

#[test]
fn worlds_have_the_sectors_and_parts_of_the_recipe() {
    let [s, d] = demo_worlds();
    for (world, sectors, parts) in [(s, 150, 24), (d, 90, 12)] {
        assert_eq!(world.stream.part_count, parts, "{}", world.name);
        assert_eq!(world.streamed(), sectors, "{}", world.name);
        assert_eq!(
            world.parts.iter().map(|p| p.atomics.len()).sum::<usize>(),
            sectors
        );
    }
}

#[test]
fn manifest_stream_and_parts_agree() {
    for world in demo_worlds() {
        let size = |name: String| demo().files[&name].len() as u64;
        let mut check = WorldCheck::new(
            &world.name,
            Some(&world.manifest),
            &world.stream,
            size(names::world_stream(&world.name)),
        );
        for (number, part) in (1..).zip(&world.parts) {
            check.part(number, size(names::part(&world.name, number)), part);
        }
        let findings: Vec<String> = check
            .finish()
            .iter()
            .filter(|f| !f.is_note())
            .map(|f| format!("{f:?}"))
            .collect();
        assert!(findings.is_empty(), "{}: {findings:?}", world.name);
    }
}

#[test]
fn every_part_fits_the_games_read_buffer() {
    for world in demo_worlds() {
        for entry in &world.manifest.parts {
            assert!(entry.file_size < Part::MAX_FILE_BYTES, "{entry:?}");
        }
    }
}

/// spec/memory.md 10.
#[test]
fn heap_sizes_follow_the_writers_rule() {
    for world in demo_worlds() {
        let m = &world.manifest;
        assert_eq!(
            m.world_heap_size,
            (u64::from(m.world_size) * 135 / 100).next_multiple_of(16) as u32
        );
        for part in &m.parts {
            assert_eq!(part.heap_size, (part.file_size * 13 / 10).max(1024));
        }
    }
}

#[test]
fn all_parts_need_at_least_twice_what_the_budget_leaves_them() {
    let settings = std::str::from_utf8(&demo().files["demo.settings.ron"]).unwrap();
    let budget = settings
        .split("budget: Some(")
        .nth(1)
        .and_then(|rest| rest.split(')').next());
    let budget: u64 = budget.and_then(|text| text.parse().ok()).expect("a budget");
    let level = demo().files["demo.lev"].len() as u64;
    let worlds: u64 = demo_worlds()
        .iter()
        .map(|w| u64::from(w.manifest.world_heap_size))
        .sum();
    let parts = demo_worlds().iter().flat_map(|w| &w.manifest.parts);
    let heaps = parts.map(|part| u64::from(part.heap_size));
    let parts: u64 = heaps.clone().sum();
    let left = budget - 641_842 - 2_126_704 - (level * 103 / 100).max(262_144) - worlds;
    assert!(parts >= 2 * left, "{parts} for {left}");
    let largest = heaps.max().unwrap();
    assert!(
        left > 4 * largest,
        "{left} must hold several parts of {largest}"
    );
}

#[test]
fn the_level_file_reads_back_unchanged() {
    let bytes = &demo().files["demo.lev"];
    let level = LevelFile::read(bytes).unwrap();
    assert!(level.write() == *bytes);
    for model in [&level.sky, &level.clouds, &level.skyline] {
        let geometry = &model.clump.geometries[0];
        // spec/renderware.md 6.3.
        assert_eq!(geometry.format, 0x0101_000F);
        assert_eq!(geometry.materials.len(), 1);
        assert!(geometry.materials[0].texture.is_none());
        assert_eq!(model.dictionary.textures.len(), 1);
    }
    // spec/renderware.md 9.4.
    assert_eq!(level.glow_world.format, 0x4101_000D);
    let world = &level.glow_world;
    assert_eq!((world.planes.len(), world.sectors.len()), (0, 1));
    for material in &level.glow_world.materials {
        let name = &material.texture.as_ref().unwrap().name;
        assert!(name.starts_with("propglow") && level.glow_dictionary.find(name).is_some());
    }
}

#[test]
fn loading_pictures_are_512_square_with_the_picture_above() {
    for n in 0..2 {
        let (dictionary, sheet) =
            picture::read(&demo().files[&names::loading_picture("demo", n)]).unwrap();
        let raster = &dictionary.textures[0].raster;
        assert_eq!((raster.width, raster.height, raster.depth), (512, 512, 8));
        assert_eq!(sheet.rectangles.len(), 1);
        assert!((sheet.rectangles[0][3] - 0.75).abs() < 0.001);
    }
}

#[test]
fn the_pack_holds_a_few_resources() {
    let pack = Pack::read(&demo().files["demo_1.pak"]).unwrap();
    assert_eq!(pack.resources.len(), 3);
    assert!(pack.resources.iter().all(|r| r.name_hash != 0));
}

#[test]
fn every_material_finds_its_textures_in_its_part_or_its_world() {
    for world in demo_worlds() {
        for part in &world.parts {
            let materials = part.atomics.iter().map(geometry);
            let materials = materials.flat_map(|geometry| &geometry.materials);
            for name in materials.flat_map(texture_names) {
                let own = part.dictionary.find(name);
                let found = own.or_else(|| world.stream.dictionary.find(name));
                assert!(found.is_some(), "{}: {name}", world.name);
            }
        }
    }
}

#[test]
fn textures_come_in_both_depths_with_and_without_levels_and_none_is_unused() {
    let worlds = demo_worlds();
    let textures = || worlds.iter().flat_map(|w| &w.stream.dictionary.textures);
    for (pal4, mips) in [(true, true), (true, false), (false, true), (false, false)] {
        assert!(
            textures().any(|t| (t.raster.format & format::PAL4 != 0) == pal4
                && (t.raster.level_count() > 1) == mips)
        );
    }
    let materials = atomics(worlds).flat_map(|geometry| &geometry.materials);
    let used: BTreeSet<&str> = materials.flat_map(texture_names).collect();
    for texture in textures() {
        let name = texture.name.as_str();
        assert!(used.contains(name), "{name} is never shown");
    }
}

#[test]
fn materials_of_every_kind_are_there() {
    let materials = || {
        atomics(demo_worlds()).flat_map(|geometry| {
            let sets = uv_sets(geometry.format);
            geometry.materials.iter().map(move |m| (m, sets))
        })
    };
    assert!(materials().any(|(m, _)| {
        m.dual()
            .is_some_and(|(_, source, destination)| (source, destination) == (5, 6))
    }));
    assert!(materials().any(|(m, _)| m.matfx.as_ref().is_some_and(|fx| fx.effect == 1)));
    assert!(materials().any(|(m, _)| m.texture.is_none()));
    assert!(materials().any(|(m, sets)| m.matfx.is_none() && sets == 1));
    assert!(materials().any(|(m, sets)| m.matfx.is_none() && sets == 2));
}
