//! The demo city of the forge, streamed through its real files.

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
    let mut app = app(files, settings);
    assert_eq!(load(&mut app, "demo"), LevelPhase::Ready);
    let level = get::<CurrentLevel>(&app);
    assert_eq!(level.warnings, Vec::<String>::new());
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
    let told = get::<Told>(&app).decisions.len();
    Outcome {
        hash: get::<RunHash>(&app).to_string(),
        stats: get::<StreamingStats>(&app).clone(),
        decisions: told,
    }
}

#[test]
fn a_flight_across_the_demo_city_loads_and_frees_parts_and_can_be_repeated() {
    let recipe = wonderwheel_forge::Recipe::builtin("demo").expect("it is built in");
    let files = wonderwheel_forge::forge(&recipe, &mut |_| {})
        .expect("it can be made")
        .files;
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
