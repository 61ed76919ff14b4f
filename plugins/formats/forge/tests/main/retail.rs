//! Worlds in the shape of the original's.

use wonderwheel_forge::retail_table::{RetailTable, RetailWorld};
use wonderwheel_warriors::names;
use wonderwheel_warriors::part::Part;

use crate::support::{forged, read_world};

fn compare(level: &str) {
    let game = forged(&format!("retail_shape:{level}"));
    let table = RetailTable::builtin().unwrap();
    let row = table.find(level).unwrap();
    let mut part_bytes = 0;
    let single = row.detail.is_none();
    let worlds: Vec<(String, RetailWorld)> = if single {
        vec![(level.to_owned(), row.scenery)]
    } else {
        vec![
            (format!("{level}s"), row.scenery),
            (format!("{level}d"), row.detail.unwrap()),
        ]
    };
    for (name, counts) in worlds {
        let world = read_world(&game, &name);
        assert_eq!(world.stream.part_count, counts.parts, "{name}");
        let indexed = world
            .stream
            .world
            .sectors
            .iter()
            .filter(|l| l.streamed_atomic().is_some())
            .count();
        assert_eq!(indexed as u32, counts.sectors, "{name}");
        let bytes = game.files[&names::world_stream(&name)].len() as f32;
        // The smallest texture decides how near the size can come.
        assert!(
            (bytes - counts.bytes as f32).abs() < 6_000.0_f32.max(0.02 * bytes),
            "{name}: {bytes} for {}",
            counts.bytes
        );
        for entry in &world.manifest.parts {
            assert!(entry.file_size < Part::MAX_FILE_BYTES);
            part_bytes += entry.file_size;
        }
        for sector in world.sectors() {
            assert!(
                sector.meshes.iter().any(|(_, t)| !t.is_empty()),
                "{name} sector {} of part {}",
                sector.index,
                sector.part
            );
        }
    }
    let wanted = row.part_bytes as f32;
    assert!(
        (part_bytes as f32 - wanted).abs() < 1_500.0_f32.max(0.09 * wanted),
        "{level}: {part_bytes} for {wanted}"
    );
}

#[test]
fn level70_comes_out_with_its_593_sectors() {
    compare("level70");
}

#[test]
fn objarena_comes_out_with_its_single_world() {
    compare("objarena");
}

#[test]
fn every_level_of_the_table_comes_out_in_its_size() {
    for level in RetailTable::builtin().unwrap().0 {
        compare(&level.name);
    }
}

#[test]
fn the_same_shape_twice_is_the_same_bytes() {
    assert!(forged("retail_shape:level102") == forged("retail_shape:level102"));
}
