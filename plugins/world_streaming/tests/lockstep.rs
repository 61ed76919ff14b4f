//! Runs that can be repeated.

use bevy::prelude::*;
use wonderwheel_game_files::MemoryFiles;
use wonderwheel_game_files::recording::Recording;
use wonderwheel_world_streaming::core::synthetic::GridCity;
use wonderwheel_world_streaming::prelude::*;

use crate::app::*;
use crate::fixture;

const S: WorldSlot = WorldSlot::Scenery;
const D: WorldSlot = WorldSlot::Detail;

fn scenery() -> GridCity {
    GridCity::new(S, 8, 8)
}

fn detail() -> GridCity {
    GridCity {
        heap_bytes: 20_000,
        ..GridCity::new(D, 8, 6)
    }
}

/// Room for twelve of the scenery's parts besides what is fixed.
fn tight(mut settings: StreamingSettings) -> StreamingSettings {
    settings.budget = BudgetSize::Bytes(fixed_charges(2) + 12 * 40_960);
    settings
}

struct Flight {
    decisions: Vec<StreamingDecision>,
    parts: Vec<PartEvent>,
    hash: String,
    stats: StreamingStats,
}

/// Flies over the whole city and back for 400 frames, checking every one.
fn fly(settings: StreamingSettings) -> Flight {
    let mut app = app(
        fixture::level_files("test", &scenery(), &detail()),
        settings,
    );
    assert_eq!(load(&mut app, "test"), LevelPhase::Ready);
    let mut seen: Vec<(WorldSlot, u32)> = Vec::new();
    for step in 0..400 {
        let t = step as f32 / 400.0 * std::f32::consts::TAU;
        place(
            &mut app,
            Vec3::new(80.0 + 70.0 * t.sin(), 4.0, 80.0 - 70.0 * t.cos()),
            t * 3.0,
        );
        let told = get::<Told>(&app).parts.len();
        update(&mut app);
        check_invariants(&app, fixed_charges(2));
        for event in &get::<Told>(&app).parts[told..] {
            if let PartEvent::Freed { slot, part } = *event {
                let sectors = tables(&app, slot).part_sectors(part);
                let own_marks = get::<StreamingSettings>(&app).mode == StreamingMode::Improved;
                assert!(
                    !own_marks || !sectors.iter().any(|&k| seen.contains(&(slot, k))),
                    "it was seen last frame"
                );
                assert!(
                    own_marks || part != tables(&app, slot).part_count(),
                    "the last part is never freed"
                );
            }
        }
        seen = [S, D]
            .into_iter()
            .flat_map(|slot| tables(&app, slot).visible().iter().map(move |k| (slot, k)))
            .collect();
    }
    let told = app.world_mut().remove_resource::<Told>().expect("inserted");
    Flight {
        decisions: told.decisions,
        parts: told.parts,
        hash: get::<RunHash>(&app).to_string(),
        stats: get::<StreamingStats>(&app).clone(),
    }
}

#[test]
fn two_runs_make_the_same_decisions_and_print_the_same_hash() {
    for settings in [tight(faithful()), tight(StreamingSettings::default())] {
        let (a, b) = (fly(settings.clone()), fly(settings));
        assert!(a.stats.requests > 30 && a.stats.frees > 10, "{:?}", a.stats);
        assert_eq!(a.decisions, b.decisions);
        assert_eq!(a.parts, b.parts);
        assert_eq!(a.hash, b.hash);
        assert_eq!(a.stats, b.stats);
    }
}

#[test]
fn the_two_modes_print_different_hashes() {
    assert_ne!(
        fly(tight(faithful())).hash,
        fly(tight(StreamingSettings::default())).hash
    );
}

#[test]
fn a_part_asked_for_in_one_step_is_resident_in_the_next() {
    let settings = StreamingSettings {
        preload: false,
        ..faithful()
    };
    let mut app = app(
        fixture::level_files("test", &scenery(), &detail()),
        settings,
    );
    load(&mut app, "test");
    for _ in 0..40 {
        let before = get::<Told>(&app).decisions.len();
        let asked = match get::<Told>(&app).decisions.last() {
            Some(StreamingDecision {
                decision: Decision::Request { slot, part, .. },
                ..
            }) => Some((*slot, *part)),
            _ => None,
        };
        update(&mut app);
        assert_eq!(
            get::<Told>(&app).decisions.len(),
            before + 1,
            "one decision a frame"
        );
        if let Some((slot, part)) = asked {
            assert_eq!(tables(&app, slot).part_state(part), PartState::Resident);
        }
    }
    assert!(
        get::<Told>(&app)
            .decisions
            .iter()
            .all(|told| told.decision != Decision::Busy),
        "nothing is ever waited for"
    );
}

#[test]
fn every_part_is_read_once_when_everything_fits() {
    let files = fixture::level_files("test", &scenery(), &detail());
    let parts = files.keys().filter(|name| name.contains("_ms")).count();
    let (files, log) = Recording::new(MemoryFiles::new(files));
    let mut app = app_over(files, faithful());
    load(&mut app, "test");
    for _ in 0..100 {
        update(&mut app);
    }
    let mut read: Vec<String> = log
        .names()
        .into_iter()
        .filter(|name| name.contains("_ms"))
        .collect();
    assert_eq!(read.len(), parts);
    read.sort_unstable();
    read.dedup();
    assert_eq!(read.len(), parts);
    assert_eq!(get::<StreamingStats>(&app).frees, 0);
    assert_eq!(get::<DrawDistance>(&app).pending, f32::MAX);
}

#[test]
fn sectors_read_in_play_fade_in_over_a_second_and_preloaded_ones_do_not() {
    let mut app = app(
        fixture::level_files("test", &scenery(), &detail()),
        tight(StreamingSettings::default()),
    );
    load(&mut app, "test");
    let start = get::<CurrentLevel>(&app).start.expect("known").0;
    place(&mut app, start, 0.0);
    update(&mut app);
    let list = get::<DrawList>(&app);
    assert!(!list.scenery.is_empty() && list.scenery.iter().all(|drawn| drawn.alpha == 255));

    // To the far corner, looking into it, until something new is drawn.
    let corner = scenery().center(63) + Vec3::new(-25.0, 0.0, -25.0);
    place(&mut app, corner, std::f32::consts::FRAC_PI_4);
    let newest = |app: &App| {
        get::<DrawList>(app)
            .scenery
            .iter()
            .map(|drawn| (drawn.sector, drawn.alpha))
            .min_by_key(|d| d.1)
    };
    let mut alphas = Vec::new();
    let mut followed = None;
    for _ in 0..60 {
        update(&mut app);
        match (followed, newest(&app)) {
            (None, Some((sector, alpha))) if alpha < 255 => {
                followed = Some(sector);
                alphas.push(alpha);
            }
            (Some(sector), _) => {
                let list = get::<DrawList>(&app);
                alphas.extend(
                    list.scenery
                        .iter()
                        .find(|drawn| drawn.sector == sector)
                        .map(|drawn| drawn.alpha),
                );
            }
            _ => {}
        }
    }
    assert!(
        alphas.windows(2).all(|pair| pair[0] <= pair[1]),
        "{alphas:?}"
    );
    assert_eq!(alphas.last(), Some(&255));
    let partly = alphas.iter().filter(|&&alpha| alpha < 255).count();
    assert!(
        (28..=31).contains(&partly),
        "{partly} steps of fading: {alphas:?}"
    );
}

#[test]
fn by_the_originals_rules_preloaded_sectors_fade_in_during_the_first_second() {
    let mut app = app(
        fixture::level_files("test", &scenery(), &detail()),
        faithful(),
    );
    load(&mut app, "test");
    let start = get::<CurrentLevel>(&app).start.expect("known").0;
    place(&mut app, start, 0.0);
    let mut alphas = Vec::new();
    // The frame in which the level got ready made the first step.
    for _ in 2..=30 {
        update(&mut app);
        let list = get::<DrawList>(&app);
        let preloaded = list.scenery.iter().map(|drawn| drawn.alpha).max();
        alphas.push(preloaded.expect("the start is preloaded"));
    }
    // 255 (1 - (1000 - t) / 1000), t = 66 ms after the second step, 966 ms after the 29th.
    assert_eq!((alphas[0], alphas[27], alphas[28]), (16, 246, 255));
}

#[test]
fn the_preloads_passes_are_no_frames_and_each_row_of_them_is_told_once() {
    let mut app = app(
        fixture::level_files("test", &scenery(), &detail()),
        tight(faithful()),
    );
    load(&mut app, "test");
    // The frame in which the level got ready made the first step, which is short of room as well.
    let stats = get::<StreamingStats>(&app);
    assert_eq!((stats.short_frames, stats.busy_frames), (1, 0));
    let told = &get::<Told>(&app).decisions;
    let (preload, steps): (Vec<_>, Vec<_>) = told.iter().partition(|told| told.is_preload());
    assert_eq!(steps.len(), 1);
    // The preload ended for want of room, after 200 passes that were short of it.
    let short = |told: &&&StreamingDecision| matches!(told.decision, Decision::ShortOfRoom { .. });
    assert_eq!(preload.iter().filter(short).count(), 1);
}

#[test]
fn a_frozen_world_neither_reads_nor_frees() {
    let mut app = app(
        fixture::level_files("test", &scenery(), &detail()),
        tight(faithful()),
    );
    load(&mut app, "test");
    app.world_mut().resource_mut::<StreamingSettings>().frozen = true;
    let told = get::<Told>(&app).decisions.len();
    for step in 0..20 {
        place(&mut app, scenery().center(step * 3), 0.0);
        update(&mut app);
    }
    assert_eq!(get::<Told>(&app).decisions.len(), told);
    app.world_mut().resource_mut::<StreamingSettings>().frozen = false;
    update(&mut app);
    assert_eq!(get::<Told>(&app).decisions.len(), told + 1);
}

#[test]
fn the_draw_distance_can_be_held() {
    let mut app = app(
        fixture::level_files("test", &scenery(), &detail()),
        faithful(),
    );
    load(&mut app, "test");
    assert_eq!(get::<DrawDistance>(&app).current, 115.0);
    app.world_mut()
        .resource_mut::<StreamingSettings>()
        .fixed_draw_distance = Some(70.0);
    update(&mut app);
    assert_eq!(get::<DrawDistance>(&app).current, 70.0);
}

#[test]
fn the_log_keeps_every_decision_with_its_reason() {
    let mut app = app(
        fixture::level_files("test", &scenery(), &detail()),
        tight(faithful()),
    );
    load(&mut app, "test");
    for _ in 0..10 {
        update(&mut app);
    }
    let log = get::<DecisionLog>(&app);
    let logged: u32 = log.iter().map(|entry| entry.count).sum();
    assert_eq!(logged as usize, get::<Told>(&app).decisions.len());
    let first = log
        .iter()
        .next()
        .expect("not empty")
        .first
        .decision
        .to_string();
    assert!(
        first.starts_with("read scenery part 1 (40000 bytes) for sector 0"),
        "{first}"
    );
}
