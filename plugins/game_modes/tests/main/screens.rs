//! The screens, played by keyboard.

use bevy::{
    input::{
        ButtonState,
        keyboard::{Key, KeyboardInput},
    },
    prelude::*,
};
use wonderwheel_game_modes::{MenuAction, prelude::*};
use wonderwheel_gs_render::frame::FrameDim;

use super::{
    app, hold, in_menu, in_play, menu_holds, mode, play, send, stack, taken_asked, tap, updates,
};

fn texts(app: &mut App) -> Vec<String> {
    let mut query = app.world_mut().query::<&Text>();
    query.iter(app.world()).map(|text| text.0.clone()).collect()
}

#[test]
fn the_menu_lists_the_levels_of_the_files_and_the_built_in_ones() {
    let mut app = app();
    app.world_mut().resource_mut::<LevelList>().built_in = vec!["demo".into()];
    send(&mut app, ModeCommand::Push(GameMode::Menu));
    updates(&mut app, 2);
    let levels = &app.world().resource::<LevelList>().levels;
    assert_eq!(levels, &["level2", "level10", "demo"]);
    let texts = texts(&mut app);
    for words in ["Wonderwheel", "level2", "level10", "demo", "Quit"] {
        assert!(
            texts.iter().any(|text| text == words),
            "{words} not in {texts:?}"
        );
    }
}

#[test]
fn down_and_enter_start_the_second_level() {
    let mut app = in_menu();
    tap(&mut app, KeyCode::ArrowDown);
    tap(&mut app, KeyCode::Enter);
    updates(&mut app, 3);
    assert_eq!(mode(&app), GameMode::Loading);
    assert_eq!(taken_asked(&mut app), ["load level10"]);
}

#[test]
fn the_last_line_of_the_menu_quits() {
    let mut app = in_menu();
    tap(&mut app, KeyCode::ArrowUp);
    assert_eq!(app.should_exit(), None);
    hold(&mut app, KeyCode::Enter, true);
    app.update();
    hold(&mut app, KeyCode::Enter, false);
    app.update();
    assert_eq!(app.should_exit(), Some(AppExit::Success));
}

#[test]
fn escape_pauses_and_the_same_press_does_not_end_the_pause() {
    let mut app = in_play("level2");
    tap(&mut app, KeyCode::Escape);
    updates(&mut app, 3);
    assert_eq!(mode(&app), GameMode::Pause);
    tap(&mut app, KeyCode::Escape);
    updates(&mut app, 3);
    assert_eq!(mode(&app), GameMode::Play);
}

#[test]
fn the_pause_darkens_the_world_and_its_end_brightens_it() {
    let mut app = app();
    app.init_resource::<FrameDim>();
    send(&mut app, ModeCommand::Push(GameMode::Menu));
    play(&mut app, "level2");
    tap(&mut app, KeyCode::Escape);
    updates(&mut app, 60); // two seconds, longer than the fade of 1.4 s
    let dim = app.world().resource::<FrameDim>().0;
    assert!((0.6..0.7).contains(&dim), "{dim}");
    tap(&mut app, KeyCode::Escape);
    updates(&mut app, 2);
    assert_eq!(app.world().resource::<FrameDim>().0, 0.0);
}

#[test]
fn the_pause_menu_restarts_and_leaves_the_level() {
    let mut app = in_play("level2");
    tap(&mut app, KeyCode::Escape);
    taken_asked(&mut app);
    tap(&mut app, KeyCode::ArrowDown);
    tap(&mut app, KeyCode::Enter);
    updates(&mut app, 3);
    assert_eq!(taken_asked(&mut app), ["unload", "load level2"]);

    let mut app = in_play("level2");
    tap(&mut app, KeyCode::Escape);
    taken_asked(&mut app);
    tap(&mut app, KeyCode::ArrowDown);
    tap(&mut app, KeyCode::ArrowDown);
    tap(&mut app, KeyCode::Enter);
    updates(&mut app, 3);
    assert_eq!(taken_asked(&mut app), ["unload"]);
    assert_eq!(stack(&app), [GameMode::Menu]);
}

#[test]
fn the_error_page_shows_its_message_and_goes_back_to_the_menu() {
    let mut app = app();
    send(&mut app, ModeCommand::Push(GameMode::Menu));
    app.update();
    *app.world_mut().resource_mut::<ErrorPage>() =
        ErrorPage::level("level2", "gone.sec: gone".into());
    send(&mut app, ModeCommand::Push(GameMode::Error));
    updates(&mut app, 2);
    assert!(texts(&mut app).iter().any(|text| text == "gone.sec: gone"));
    tap(&mut app, KeyCode::Escape);
    updates(&mut app, 2);
    assert_eq!(stack(&app), [GameMode::Menu]);
}

#[test]
fn an_error_with_nothing_beneath_it_goes_to_the_menu() {
    let mut app = app();
    send(&mut app, ModeCommand::Push(GameMode::Error));
    updates(&mut app, 2);
    tap(&mut app, KeyCode::Escape);
    updates(&mut app, 2);
    assert_eq!(stack(&app), [GameMode::Menu]);
}

#[test]
fn typing_in_an_overlay_moves_no_menu() {
    let mut app = in_menu();
    app.world_mut().resource_mut::<InputGate>().keyboard = true;
    hold(&mut app, KeyCode::Enter, true);
    app.update();
    assert!(menu_holds(&mut app, MenuAction::Accept));
    hold(&mut app, KeyCode::Enter, false);
    updates(&mut app, 3);
    assert_eq!(mode(&app), GameMode::Menu);
    assert_eq!(taken_asked(&mut app), [""; 0]);
}

#[test]
fn a_tap_shorter_than_a_frame_counts() {
    let mut app = in_play("level2");
    // Both within one frame, as a slow machine sees them.
    for state in [ButtonState::Pressed, ButtonState::Released] {
        app.world_mut().write_message(KeyboardInput {
            key_code: KeyCode::Escape,
            logical_key: Key::Escape,
            state,
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        });
    }
    updates(&mut app, 3);
    assert_eq!(mode(&app), GameMode::Pause);
}

#[test]
fn a_line_obeys_the_mouse_but_not_a_pointer_that_rests() {
    let mut app = in_menu();
    let line = {
        let mut buttons = app.world_mut().query_filtered::<Entity, With<Button>>();
        let lines: Vec<Entity> = buttons.iter(app.world()).collect();
        lines[1]
    };
    let set = |app: &mut App, interaction: Interaction| {
        app.world_mut().entity_mut(line).insert(interaction);
    };
    // The pointer lies where the second line appears: Enter still takes the first.
    set(&mut app, Interaction::Hovered);
    tap(&mut app, KeyCode::Enter);
    updates(&mut app, 3);
    assert_eq!(taken_asked(&mut app), ["load level2"]);

    let mut app = in_menu();
    set(&mut app, Interaction::Pressed);
    updates(&mut app, 3);
    assert_eq!(taken_asked(&mut app), ["load level10"]);
}

#[test]
fn the_loading_screen_fills_the_window_at_four_by_three_with_the_menu_beneath() {
    let mut app = in_menu();
    super::start_level(&mut app, "level2");
    updates(&mut app, 2);
    let mut named = app.world_mut().query::<(Entity, &Name)>();
    let page = named
        .iter(app.world())
        .find(|(_, name)| name.as_str() == "loading screen")
        .map(|(entity, _)| entity)
        .expect("the screen is open");
    // What the layout would have found for a window of 1000 x 600 pixels.
    let mut size = app
        .world_mut()
        .get_mut::<ComputedNode>(page)
        .expect("a node");
    size.size = Vec2::new(1000.0, 600.0);
    app.update();
    let mut nodes = app.world_mut().query::<&Node>();
    let sizes: Vec<(Val, Val)> = nodes
        .iter(app.world())
        .map(|node| (node.width, node.height))
        .collect();
    assert!(sizes.contains(&(px(800), px(600))), "{sizes:?}");
}
