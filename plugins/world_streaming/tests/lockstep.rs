//! Runs that can be repeated.

use std::collections::BTreeMap;

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

/// An app with both worlds loaded.
fn over_test(settings: StreamingSettings) -> App {
    play(
        fixture::level_files("test", &scenery(), &detail()),
        settings,
        "test",
    )
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
    let mut app = over_test(settings);
    let mut seen: Vec<(WorldSlot, u32)> = Vec::new();
    for step in 0..400 {
        let t = step as f32 / 400.0 * std::f32::consts::TAU;
        place(
            &mut app,
            Vec3::new(80.0 + 70.0 * t.sin(), 4.0, 80.0 - 70.0 * t.cos()),
            t * 3.0,
        );
        let before = get::<Mailbox>(&app).parts.len();
        update(&mut app);
        check_invariants(&app, fixed_charges(2));
        for event in &get::<Mailbox>(&app).parts[before..] {
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
    let messages = app
        .world_mut()
        .remove_resource::<Mailbox>()
        .expect("inserted");
    Flight {
        decisions: messages.decisions,
        parts: messages.parts,
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
    let mut app = over_test(settings);
    for _ in 0..40 {
        let before = get::<Mailbox>(&app).decisions.len();
        let asked = match get::<Mailbox>(&app).decisions.last() {
            Some(StreamingDecision {
                decision: Decision::Request { slot, part, .. },
                ..
            }) => Some((*slot, *part)),
            _ => None,
        };
        update(&mut app);
        assert_eq!(
            get::<Mailbox>(&app).decisions.len(),
            before + 1,
            "one decision a frame"
        );
        if let Some((slot, part)) = asked {
            assert_eq!(tables(&app, slot).part_state(part), PartState::Resident);
        }
    }
    assert!(
        get::<Mailbox>(&app)
            .decisions
            .iter()
            .all(|made| made.decision != Decision::Busy),
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
    updates(&mut app, 100);
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

/// The sectors that are drawn, with their alphas.
fn alphas(app: &App) -> BTreeMap<u32, u8> {
    let drawn = get::<DrawList>(app).scenery.iter();
    drawn.map(|drawn| (drawn.sector, drawn.alpha)).collect()
}

#[test]
fn what_the_preload_read_is_opaque_in_the_first_frame_in_both_modes() {
    for settings in [faithful(), StreamingSettings::default()] {
        let mut app = over_test(settings);
        let start = get::<CurrentLevel>(&app).start.expect("known").0;
        place(&mut app, start, 0.0);
        update(&mut app);
        let alphas = alphas(&app);
        assert!(alphas.len() > 10, "the start is preloaded");
        assert!(alphas.values().all(|&alpha| alpha == 255), "{alphas:?}");
    }
}

#[test]
fn sectors_read_in_play_fade_in_over_thirty_steps() {
    let mut app = over_test(tight(faithful()));
    // To the far corner, looking into it, until something new is drawn.
    let corner = scenery().center(63) + Vec3::new(-25.0, 0.0, -25.0);
    place(&mut app, corner, std::f32::consts::FRAC_PI_4);
    let mut arrived = None;
    for _ in 0..60 {
        update(&mut app);
        arrived = alphas(&app).into_iter().find(|(_, alpha)| *alpha < 255);
        if arrived.is_some() {
            break;
        }
    }
    let (sector, first) = arrived.expect("something new is drawn");
    // The steps after the arrival. Source: spec/world-addenda.md 5.3, lockstep.
    let mut steps = vec![first];
    for _ in 0..30 {
        update(&mut app);
        steps.extend(alphas(&app).get(&sector));
    }
    assert_eq!(
        [0, 1, 15, 29, 30].map(|step| steps[step]),
        [0, 8, 127, 246, 255],
        "{steps:?}"
    );
}

#[test]
fn the_preloads_passes_are_no_frames_and_each_row_of_them_is_a_message_once() {
    let app = over_test(tight(faithful()));
    // The frame in which the level got ready made the first step, which is short of room as well.
    let stats = get::<StreamingStats>(&app);
    assert_eq!((stats.short_frames, stats.busy_frames), (1, 0));
    let decisions = &get::<Mailbox>(&app).decisions;
    let (preload, steps): (Vec<_>, Vec<_>) = decisions.iter().partition(|made| made.is_preload());
    assert_eq!(steps.len(), 1);
    // The preload ended for want of room, after 200 passes that were short of it.
    let short = |made: &&&StreamingDecision| matches!(made.decision, Decision::ShortOfRoom { .. });
    assert_eq!(preload.iter().filter(short).count(), 1);
}

#[test]
fn a_frozen_world_neither_reads_nor_frees() {
    let mut app = over_test(tight(faithful()));
    settings_mut(&mut app).frozen = true;
    let before = get::<Mailbox>(&app).decisions.len();
    for step in 0..20 {
        place(&mut app, scenery().center(step * 3), 0.0);
        update(&mut app);
    }
    assert_eq!(get::<Mailbox>(&app).decisions.len(), before);
    settings_mut(&mut app).frozen = false;
    update(&mut app);
    assert_eq!(get::<Mailbox>(&app).decisions.len(), before + 1);
}

#[test]
fn the_draw_distance_can_be_held() {
    let mut app = over_test(faithful());
    assert_eq!(get::<DrawDistance>(&app).current, 115.0);
    settings_mut(&mut app).fixed_draw_distance = Some(70.0);
    update(&mut app);
    assert_eq!(get::<DrawDistance>(&app).current, 70.0);
}

#[test]
fn the_log_keeps_every_decision_with_its_reason() {
    let mut app = over_test(tight(faithful()));
    updates(&mut app, 10);
    let log = get::<DecisionLog>(&app);
    let logged: u32 = log.iter().map(|entry| entry.count).sum();
    assert_eq!(logged as usize, get::<Mailbox>(&app).decisions.len());
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
