//! Stack, states and game timer.

use bevy::prelude::*;
use wonderwheel_game_modes::prelude::*;

use super::{app, in_play, mode, play, send, stack, taken_hooks, updates};

#[test]
fn the_state_mirrors_the_top_of_the_stack_in_the_same_frame() {
    let mut app = app();
    app.update();
    assert_eq!(mode(&app), GameMode::Boot);
    send(&mut app, ModeCommand::Push(GameMode::Menu));
    app.update();
    assert_eq!(mode(&app), GameMode::Menu);
    send(&mut app, ModeCommand::Pop(GameMode::Menu));
    app.update();
    assert_eq!(mode(&app), GameMode::Boot);
}

#[test]
fn commands_are_applied_in_the_order_written() {
    let mut app = app();
    send(&mut app, ModeCommand::Push(GameMode::Menu));
    send(&mut app, ModeCommand::Push(GameMode::Play));
    send(&mut app, ModeCommand::Push(GameMode::Pause));
    app.update();
    assert_eq!(
        stack(&app),
        [GameMode::Menu, GameMode::Play, GameMode::Pause]
    );
    // Only the top had its turn.
    assert_eq!(taken_hooks(&mut app), ["Pause Enter"]);
    send(&mut app, ModeCommand::Pop(GameMode::Pause));
    send(&mut app, ModeCommand::Pop(GameMode::Play));
    app.update();
    assert_eq!(taken_hooks(&mut app), ["Pause Exit", "Menu Enter"]);
}

#[test]
fn pausing_twice_runs_no_enter_of_play_again() {
    let mut app = in_play("demo");
    taken_hooks(&mut app);
    for _ in 0..2 {
        send(&mut app, ModeCommand::Push(GameMode::Pause));
        updates(&mut app, 3);
        send(&mut app, ModeCommand::Pop(GameMode::Pause));
        updates(&mut app, 3);
    }
    let once = ["Play Suspend", "Pause Enter", "Pause Exit", "Play Resume"];
    assert_eq!(taken_hooks(&mut app), [once, once].concat());
    assert!(!super::taken_asked(&mut app).contains(&"unload".to_owned()));
}

#[test]
fn an_error_pushed_twice_in_a_frame_is_there_once() {
    let mut app = app();
    send(&mut app, ModeCommand::Push(GameMode::Error));
    send(&mut app, ModeCommand::Push(GameMode::Error));
    app.update();
    assert_eq!(stack(&app), [GameMode::Error]);
    assert_eq!(taken_hooks(&mut app), ["Error Enter"]);
}

#[test]
fn the_game_timer_stands_in_a_pause_and_skips_the_time_it_took() {
    let mut app = app();
    send(&mut app, ModeCommand::Push(GameMode::Play));
    updates(&mut app, 10);
    let timer = |app: &App| app.world().resource::<Time<Virtual>>().elapsed();
    send(&mut app, ModeCommand::Push(GameMode::Pause));
    app.update();
    let stopped = timer(&app);
    updates(&mut app, 30);
    assert_eq!(timer(&app), stopped);
    send(&mut app, ModeCommand::Pop(GameMode::Pause));
    updates(&mut app, 2);
    let step = std::time::Duration::from_micros(33_333);
    assert_eq!(timer(&app), stopped + step);
}

#[test]
fn the_game_timer_stands_in_the_menu() {
    let mut app = app();
    app.update();
    let timer = |app: &App| app.world().resource::<Time<Virtual>>().elapsed();
    let start = timer(&app);
    send(&mut app, ModeCommand::Push(GameMode::Menu));
    updates(&mut app, 30);
    assert_eq!(timer(&app), start);
    play(&mut app, "level2");
    updates(&mut app, 3);
    let played = timer(&app);
    assert!(played > start);
    send(&mut app, ModeCommand::Pop(GameMode::Play));
    updates(&mut app, 2);
    let left = timer(&app);
    updates(&mut app, 30);
    assert_eq!((mode(&app), timer(&app)), (GameMode::Menu, left));
}

#[test]
fn world_and_timer_follow_the_mode() {
    let mut app = app();
    let mut seen = Vec::new();
    for mode in GameMode::ALL {
        if mode != GameMode::Boot {
            send(&mut app, ModeCommand::Push(mode));
        }
        app.update();
        let world = app.world();
        seen.push((
            mode,
            world.contains_resource::<State<WorldBeneath>>(),
            world.contains_resource::<State<GameTimerRuns>>(),
        ));
        if mode != GameMode::Boot {
            send(&mut app, ModeCommand::Pop(mode));
        }
    }
    assert_eq!(
        seen,
        [
            (GameMode::Boot, false, false),
            (GameMode::Data, false, false),
            (GameMode::Menu, false, false),
            (GameMode::Loading, false, false),
            (GameMode::Play, true, true),
            (GameMode::Pause, true, false),
            (GameMode::Error, false, false),
        ]
    );
}

#[test]
fn a_hook_system_sees_the_stack_without_the_leaving_mode() {
    #[derive(Resource, Default)]
    struct Seen(Vec<GameMode>);
    fn look(stack: Res<ModeStack>, mut seen: ResMut<Seen>) {
        seen.0 = stack.slots().iter().map(|slot| slot.mode).collect();
    }
    let mut app = app();
    app.init_resource::<Seen>()
        .add_systems(ModeHook::exit(GameMode::Pause), look);
    send(&mut app, ModeCommand::Push(GameMode::Play));
    send(&mut app, ModeCommand::Push(GameMode::Pause));
    app.update();
    send(&mut app, ModeCommand::Pop(GameMode::Pause));
    app.update();
    assert_eq!(app.world().resource::<Seen>().0, [GameMode::Play]);
}

#[test]
fn a_modes_entities_hide_while_it_is_covered_and_go_when_it_leaves() {
    let mut app = app();
    send(&mut app, ModeCommand::Push(GameMode::Play));
    app.update();
    let entity = app
        .world_mut()
        .spawn((ModeOwned(GameMode::Play), Visibility::Inherited))
        .id();
    let seen = |app: &App| app.world().get::<Visibility>(entity).copied();
    send(&mut app, ModeCommand::Push(GameMode::Pause));
    app.update();
    assert_eq!(seen(&app), Some(Visibility::Hidden));
    send(&mut app, ModeCommand::Pop(GameMode::Pause));
    app.update();
    assert_eq!(seen(&app), Some(Visibility::Inherited));
    send(&mut app, ModeCommand::Pop(GameMode::Play));
    app.update();
    assert_eq!(seen(&app), None);
}
