//! The page that asks where the disc is.

use std::path::Path;

use bevy::{prelude::*, text::EditableText};
use wonderwheel_game_modes::prelude::*;

use super::{app, mode, send, tap, updates};

/// What was chosen, over all frames.
#[derive(Resource, Default)]
struct ChosenData(Vec<ChooseData>);

/// An app on the page.
fn on_page(page: DataPage) -> App {
    let mut app = app();
    app.init_resource::<ChosenData>().add_systems(
        Last,
        |mut chosen: MessageReader<ChooseData>, mut log: ResMut<ChosenData>| {
            log.0.extend(chosen.read().cloned());
        },
    );
    app.insert_resource(page);
    send(&mut app, ModeCommand::Push(GameMode::Data));
    updates(&mut app, 2);
    assert_eq!(mode(&app), GameMode::Data);
    app
}

fn type_path(app: &mut App, path: &str) {
    let mut fields = app.world_mut().query::<&mut EditableText>();
    for mut field in fields.iter_mut(app.world_mut()) {
        *field = EditableText::new(path);
    }
}

fn chosen(app: &App) -> &[ChooseData] {
    &app.world().resource::<ChosenData>().0
}

#[test]
fn enter_alone_plays_the_demo_and_after_typing_opens_the_path() {
    let mut app = on_page(DataPage::default());
    tap(&mut app, KeyCode::Enter);
    updates(&mut app, 2);
    assert_eq!(chosen(&app), [ChooseData::Demo]);

    let mut app = on_page(DataPage::default());
    type_path(&mut app, "/my discs å ツ 🎡/the warriors.iso");
    app.update();
    tap(&mut app, KeyCode::Enter);
    updates(&mut app, 2);
    let path = "/my discs å ツ 🎡/the warriors.iso";
    assert_eq!(chosen(&app), [ChooseData::Path(path.into())]);
    assert_eq!(
        mode(&app),
        GameMode::Data,
        "until the choice was found good"
    );
}

#[test]
fn keys_that_print_choose_nothing_while_a_path_is_typed() {
    let mut app = on_page(DataPage::default());
    for key in [
        KeyCode::Space,
        KeyCode::KeyS,
        KeyCode::KeyW,
        KeyCode::Backspace,
    ] {
        tap(&mut app, key);
        updates(&mut app, 2);
    }
    assert!(chosen(&app).is_empty());
    assert_eq!(mode(&app), GameMode::Data);
    assert_eq!(app.should_exit(), None);
}

#[test]
fn a_place_that_is_offered_is_chosen_with_arrows() {
    let place = DataPlace {
        path: "/discs/a.iso".into(),
        why: "used before".into(),
    };
    let mut app = on_page(DataPage {
        places: vec![place],
        ..default()
    });
    tap(&mut app, KeyCode::Enter);
    updates(&mut app, 2);
    assert_eq!(chosen(&app), [ChooseData::Path("/discs/a.iso".into())]);
}

#[test]
fn a_file_dropped_on_the_window_is_chosen() {
    let mut app = on_page(DataPage::default());
    app.world_mut().write_message(FileDragAndDrop::DroppedFile {
        window: Entity::PLACEHOLDER,
        path_buf: "/discs/b.iso".into(),
    });
    updates(&mut app, 2);
    assert_eq!(
        chosen(&app),
        [ChooseData::Path(Path::new("/discs/b.iso").into())]
    );
}

#[test]
fn the_page_is_left_by_escape_only_when_there_is_something_to_play_from() {
    for (may_leave, after) in [(false, GameMode::Data), (true, GameMode::Menu)] {
        let mut app = on_page(DataPage {
            may_leave,
            ..default()
        });
        tap(&mut app, KeyCode::Escape);
        updates(&mut app, 3);
        assert_eq!(mode(&app), after);
    }
}

#[test]
fn an_answer_is_shown_and_an_empty_path_is_told() {
    let mut app = on_page(DataPage::default());
    let shows = |app: &mut App, words: &str| {
        let mut texts = app.world_mut().query::<&Text>();
        texts.iter(app.world()).any(|text| text.0.contains(words))
    };
    app.world_mut().resource_mut::<DataPage>().message = "x.iso: not a disc".into();
    app.update();
    assert!(shows(&mut app, "x.iso: not a disc"));
    tap(&mut app, KeyCode::ArrowUp);
    tap(&mut app, KeyCode::Enter);
    updates(&mut app, 2);
    assert!(shows(&mut app, "The path is empty"));
    assert!(chosen(&app).is_empty());
}

#[test]
fn the_menu_leads_to_the_page() {
    let mut app = app();
    app.world_mut().resource_mut::<LevelList>().other_data = true;
    send(&mut app, ModeCommand::Push(GameMode::Menu));
    updates(&mut app, 2);
    tap(&mut app, KeyCode::ArrowUp);
    tap(&mut app, KeyCode::ArrowUp);
    tap(&mut app, KeyCode::Enter);
    updates(&mut app, 3);
    assert_eq!(mode(&app), GameMode::Data);
}
