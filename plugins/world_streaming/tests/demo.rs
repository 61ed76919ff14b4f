//! What the forge writes, streamed through its real files: the demo city, and levels of the game's own shape.

use bevy::prelude::*;
use wonderwheel_world_streaming::prelude::*;

use crate::app::*;

/// What a flight leaves behind.
#[derive(Debug, PartialEq)]
struct Outcome {
    hash: String,
    stats: StreamingStats,
    decisions: usize,
}

/// Crosses the city twice, corner to corner, in 600 steps, checking every frame.
fn cross(files: crate::fixture::Files, settings: StreamingSettings) -> Outcome {
    let mut app = play(files, settings, "demo");
    let level = get::<CurrentLevel>(&app);
    assert_eq!(warnings(&app), [""; 0]);
    assert!(level.level.is_some() && level.settings.budget.is_some());
    let fixed = get::<SectorBudget>(&app).by_owner();
    let fixed = fixed
        .iter()
        .filter(|(owner, _)| !matches!(owner, Owner::Part(..)))
        .map(|(_, bytes)| bytes)
        .sum();
    check_invariants(&app, fixed);

    let bounds = (1..=tables(&app, WorldSlot::Scenery).part_count())
        .filter_map(|part| tables(&app, WorldSlot::Scenery).part_bounds(part))
        .reduce(|a, b| a.union(&b))
        .expect("it has parts");
    let (low, high) = (Vec3::from(bounds.min), Vec3::from(bounds.max));
    for step in 0..600 {
        let there_and_back = 1.0 - (step as f32 / 300.0 - 1.0).abs();
        let mut eye = low.lerp(high, there_and_back);
        eye.y = 6.0;
        place(&mut app, eye, step as f32 * 0.02);
        update(&mut app);
        check_invariants(&app, fixed);
    }
    let decisions = get::<Mailbox>(&app).decisions.len();
    Outcome {
        hash: get::<RunHash>(&app).to_string(),
        stats: get::<StreamingStats>(&app).clone(),
        decisions,
    }
}

#[test]
fn a_flight_across_the_demo_city_loads_and_frees_parts_and_can_be_repeated() {
    let files = forged("demo");
    for settings in [faithful(), StreamingSettings::default()] {
        let first = cross(files.clone(), settings.clone());
        assert!(
            first.stats.requests > 36,
            "{first:?}: every part once is 36"
        );
        assert!(first.stats.frees > 10, "{first:?}");
        assert_eq!(first.stats.failed, 0);
        assert_eq!(cross(files.clone(), settings), first);
    }
}

fn forged(recipe: &str) -> crate::fixture::Files {
    let recipe = wonderwheel_forge::Recipe::builtin(recipe).expect("it is built in");
    wonderwheel_forge::forge(&recipe, &mut |_| {})
        .expect("it can be made")
        .files
}

#[test]
fn level70_with_its_593_sectors_streams_whole() {
    let mut app = play(forged("retail_shape:level70"), faithful(), "level70");
    // Source: seed 000 "Disc counts": 31 and 5 parts, 593 and 5 sectors.
    let counts = |slot| {
        (
            tables(&app, slot).part_count(),
            tables(&app, slot).sector_count(),
        )
    };
    assert_eq!(counts(WorldSlot::Scenery), (31, 593));
    assert_eq!(counts(WorldSlot::Detail), (5, 5));
    updates(&mut app, 40);
    let stats = get::<StreamingStats>(&app);
    assert_eq!(
        (stats.resident_parts, stats.resident_sectors, stats.failed),
        (36, 598, 0)
    );
}

#[test]
fn a_visit_to_every_sector_of_level51_reads_every_part_and_accounts_for_every_frame() {
    let mut app = play(
        forged("retail_shape:level51"),
        StreamingSettings {
            preload: false,
            ..faithful()
        },
        "level51",
    );
    let fixed = get::<SectorBudget>(&app).used();
    let places: Vec<Vec3> = [WorldSlot::Scenery, WorldSlot::Detail]
        .into_iter()
        .flat_map(|slot| {
            let world = tables(&app, slot);
            (0..world.sector_count()).map(|sector| {
                let bounds = world.sector_bounds(sector);
                (Vec3::from(bounds.min) + Vec3::from(bounds.max)) * 0.5
            })
        })
        .collect();
    assert_eq!(places.len(), 95 + 101);
    let before = get::<StreamingStats>(&app).clone();
    for place_of_sector in places {
        place(&mut app, place_of_sector, 0.0);
        checked_updates(&mut app, 3, fixed);
    }
    let stats = get::<StreamingStats>(&app);
    assert_eq!(stats.failed, 0);
    assert!(stats.arrivals >= 39 + 30, "every part was there: {stats:?}");
    // As in the runs of spec/world-addenda.md 7: each frame reads, frees, or is short of room, for the level is larger
    // than what the pool leaves for it.
    let frames = (stats.requests - before.requests)
        + (stats.frees - before.frees)
        + (stats.short_frames - before.short_frames);
    assert_eq!(frames, 3 * 196);
    assert!(stats.frees > 0 && stats.short_frames > 0, "{stats:?}");
}
