//! Worlds in the shape of the original's.

use wonderwheel_forge::ForgedGame;
use wonderwheel_forge::retail_table::{RetailTable, RetailWorld};
use wonderwheel_renderware::world::Aabb;
use wonderwheel_warriors::names;
use wonderwheel_warriors::part::Part;
use wonderwheel_warriors::world_stream::WorldStream;

use crate::support::{forged, read_world};

fn compare(level: &str) {
    let game = forged(&format!("retail_shape:{level}"));
    let table = RetailTable::builtin().unwrap();
    let row = table.find(level).unwrap();
    let mut part_bytes = 0;
    let worlds: Vec<(String, RetailWorld)> = match row.detail {
        None => vec![(level.to_owned(), row.scenery)],
        Some(detail) => vec![
            (format!("{level}s"), row.scenery),
            (format!("{level}d"), detail),
        ],
    };
    for (name, counts) in worlds {
        let world = read_world(&game, &name);
        assert_eq!(world.stream.part_count, counts.parts, "{name}");
        assert_eq!(world.streamed() as u32, counts.sectors, "{name}");
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

/// `level70` with its 593 sectors and `objarena` with its single world among them.
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

/// The start point of a level's settings, RenderWare axes, and its heading.
fn start_of(game: &ForgedGame) -> ([f32; 3], f32) {
    let text = std::str::from_utf8(&game.files[&names::settings(&game.level)]).unwrap();
    let numbers = |text: &str| -> Vec<f32> {
        let inside = text.split(')').next().unwrap();
        inside
            .split(',')
            .map(|n| n.trim().parse().unwrap())
            .collect()
    };
    let position = numbers(text.split("position: (").nth(1).unwrap());
    let heading = numbers(text.split("heading: ").nth(1).unwrap());
    // Game y is RenderWare -z.
    ([position[0], position[2], -position[1]], heading[0])
}

/// The camera of the game: 65 degrees wide at 4:3, level. A point is in view in front of it, between the picture's edges and
/// the far clip.
fn in_view(eye: [f32; 3], heading: f32, point: [f32; 3]) -> bool {
    let (sin, cos) = heading.to_radians().sin_cos();
    let d: [f32; 3] = std::array::from_fn(|axis| point[axis] - eye[axis]);
    // Heading 0 looks along RenderWare -z and turns counter-clockwise.
    let depth = -sin * d[0] - cos * d[2];
    let right = cos * d[0] - sin * d[2];
    // tan(32.5 degrees) = 0.637, three quarters of it upwards.
    (0.1..115.0).contains(&depth) && right.abs() < 0.637 * depth && d[1].abs() < 0.478 * depth
}

#[test]
fn a_level_starts_where_a_fair_part_of_its_nearest_sectors_is_in_view() {
    for row in RetailTable::builtin().unwrap().0 {
        let game = forged(&format!("retail_shape:{}", row.name));
        let name = match row.detail {
            Some(_) => format!("{}s", row.name),
            None => row.name.clone(),
        };
        let stream = WorldStream::read(&game.files[&names::world_stream(&name)]).unwrap();
        let (eye, heading) = start_of(&game);
        // Of each sector's tile: how far its middle is, and how much of it is in view.
        let leaves = stream.world.sectors.iter();
        let leaves = leaves.filter(|leaf| leaf.streamed_atomic().is_some());
        let mut sectors: Vec<(f32, f32)> = leaves
            .map(|leaf| {
                let Aabb { min, max } = leaf.bounds();
                let at = |i: i32, axis: usize| {
                    min[axis] + (max[axis] - min[axis]) * (i as f32 + 0.5) / 9.0
                };
                let points = (0..81).map(|i| [at(i % 9, 0), 0.0, at(i / 9, 2)]);
                let seen = points.filter(|p| in_view(eye, heading, *p)).count();
                let [x, z] = [at(4, 0) - eye[0], at(4, 2) - eye[2]];
                (x.hypot(z), seen as f32 / 81.0)
            })
            .collect();
        sectors.sort_by(|a, b| a.0.total_cmp(&b.0));
        sectors.truncate(8);
        let seen = sectors.iter().filter(|(_, seen)| *seen >= 0.1).count();
        assert!(
            8 * seen >= 3 * sectors.len() && sectors.iter().any(|(_, seen)| *seen >= 0.4),
            "{}: {sectors:?}",
            row.name
        );
    }
}
