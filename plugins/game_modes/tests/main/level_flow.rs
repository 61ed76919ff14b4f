//! Level start and end.

use std::sync::{Arc, Mutex};

use wonderwheel_game_modes::{Preparation, PrepareLevel, prelude::*};
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_world_streaming::prelude::{LevelPhase, Lockstep};

use super::{app, in_play, mode, send, set_level, stack, start_level, taken_asked, updates};

#[test]
fn a_level_start_goes_through_loading_to_play_with_the_menu_beneath() {
    let mut app = app();
    send(&mut app, ModeCommand::Push(GameMode::Menu));
    app.update();
    start_level(&mut app, "level2");
    updates(&mut app, 2);
    assert_eq!(mode(&app), GameMode::Loading);
    assert_eq!(taken_asked(&mut app), ["load level2"]);
    set_level(&mut app, "level2", LevelPhase::Preload, 0.6);
    updates(&mut app, 3);
    assert_eq!(app.world().resource::<LoadingState>().progress, 0.6);
    set_level(&mut app, "level2", LevelPhase::Ready, 1.0);
    app.update();
    assert_eq!(mode(&app), GameMode::Loading, "the screen fades out first");
    updates(&mut app, 8);
    assert_eq!(stack(&app), [GameMode::Menu, GameMode::Play]);
    assert_eq!(taken_asked(&mut app), [""; 0]);
}

#[test]
fn a_lockstep_run_does_not_wait_for_the_fade() {
    let mut app = app();
    app.insert_resource(Lockstep(true));
    start_level(&mut app, "level2");
    updates(&mut app, 5);
    set_level(&mut app, "level2", LevelPhase::Ready, 1.0);
    updates(&mut app, 3);
    assert_eq!(mode(&app), GameMode::Play);
}

#[test]
fn an_old_levels_readiness_is_not_taken_for_the_new_ones() {
    let mut app = app();
    set_level(&mut app, "level2", LevelPhase::Ready, 1.0);
    start_level(&mut app, "level10");
    app.update(); // Start is read, Loading is pushed in the next frame
    app.update(); // the load is asked for
    set_level(&mut app, "level10", LevelPhase::Worlds, 0.0);
    updates(&mut app, 20);
    assert_eq!(mode(&app), GameMode::Loading);
}

#[test]
fn a_level_that_fails_opens_the_error_page_with_its_reason() {
    let mut app = app();
    send(&mut app, ModeCommand::Push(GameMode::Menu));
    start_level(&mut app, "level2");
    updates(&mut app, 2);
    let words = "expected 0x24, found 0";
    let failure = Fault::of_file("level2s_sec.wld", FaultKind::Malformed, words);
    set_level(&mut app, "level2", LevelPhase::Failed(failure), 0.0);
    updates(&mut app, 5);
    assert_eq!(stack(&app), [GameMode::Menu, GameMode::Error]);
    let page = app.world().resource::<ErrorPage>();
    assert_eq!(page.message, format!("level2s_sec.wld: {words}"));
    assert!(page.title.contains("level2") && !page.advice.is_empty());
}

#[test]
fn leaving_play_unloads_the_level_once() {
    let mut app = in_play("level2");
    taken_asked(&mut app);
    send(&mut app, ModeCommand::Push(GameMode::Pause));
    app.update();
    assert_eq!(taken_asked(&mut app), [""; 0]);
    send(&mut app, ModeCommand::Pop(GameMode::Pause));
    send(&mut app, ModeCommand::Pop(GameMode::Play));
    updates(&mut app, 2);
    assert_eq!(taken_asked(&mut app), ["unload"]);
    assert_eq!(mode(&app), GameMode::Menu);
}

#[test]
fn starting_a_level_from_a_pause_leaves_the_old_one_first() {
    let mut app = in_play("level2");
    send(&mut app, ModeCommand::Push(GameMode::Pause));
    app.update();
    taken_asked(&mut app);
    start_level(&mut app, "level2");
    updates(&mut app, 3);
    assert_eq!(taken_asked(&mut app), ["unload", "load level2"]);
    assert_eq!(stack(&app), [GameMode::Menu, GameMode::Loading]);
}

#[test]
fn a_level_that_must_be_made_is_asked_for_once_it_is_made() {
    let answer = Arc::new(Mutex::new(Preparation::Working("painting walls".into())));
    let mut app = app();
    let asked = answer.clone();
    app.insert_resource(PrepareLevel::new(move |_| {
        asked.lock().expect("unpoisoned").clone()
    }));
    start_level(&mut app, "demo");
    updates(&mut app, 5);
    assert_eq!(taken_asked(&mut app), [""; 0]);
    assert_eq!(
        app.world().resource::<LoadingState>().note,
        "painting walls"
    );
    *answer.lock().expect("unpoisoned") = Preparation::Ready;
    updates(&mut app, 2);
    assert_eq!(taken_asked(&mut app), ["load demo"]);
}

#[test]
fn a_level_that_cannot_be_made_opens_the_error_page() {
    let mut app = app();
    app.insert_resource(PrepareLevel::new(|_| {
        Preparation::Failed(Fault::of_file("", FaultKind::Limit, "no room"))
    }));
    start_level(&mut app, "demo");
    updates(&mut app, 3);
    assert_eq!(mode(&app), GameMode::Error);
    assert_eq!(app.world().resource::<ErrorPage>().message, "no room");
    assert_eq!(taken_asked(&mut app), [""; 0]);
}
