//! Each panel: what it says, and what a click in it does.

use crate::screen::{SIZE, Screen};
use bevy::ecs::message::Messages;
use bevy::prelude::*;
use bevy_egui::egui::{Event, pos2, vec2};
use wonderwheel_game_modes::StartLevel;
use wonderwheel_inspector::lines::LineSwitches;
use wonderwheel_inspector::prelude::*;
use wonderwheel_world_streaming::prelude::*;
use wonderwheel_world_streaming::synthetic::GridCity;

#[test]
fn the_view_keeps_a_good_part_of_the_screen_and_the_panels_lie_around_it() {
    let screen = Screen::new();
    let view = screen.world.resource::<Overlay>().view;
    assert!(
        view.width() > SIZE.x * 0.5 && view.height() > SIZE.y * 0.5,
        "{view:?}"
    );
    assert!(view.width() < SIZE.x && view.height() < SIZE.y, "{view:?}");
}

#[test]
fn a_click_on_the_map_selects_the_sector_under_it_and_tells_why_it_is_there() {
    let mut screen = Screen::new();
    let city = GridCity::new(WorldSlot::Scenery, 6, 4);
    for (sector, words) in [
        (0, "read since step 2 for sector 0, 5.0 m away then"),
        (4, "cannot be drawn"),
        (8, "freed at step 9"),
        (20, "never wanted yet"),
    ] {
        let map = &screen.world.resource::<Overlay>().map;
        let middle = city.center(sector);
        let place = map.view.screen_from_ground(map.place, [middle.x, middle.z]);
        screen.click(place);
        let selected = screen.world.resource::<Overlay>().selected;
        assert_eq!(
            selected,
            Some(Selection::Sector(WorldSlot::Scenery, sector))
        );
        assert!(screen.says(words), "sector {sector}: {:?}", screen.texts());
    }
}

#[test]
fn the_whole_world_is_on_the_map_at_first() {
    let screen = Screen::new();
    let map = &screen.world.resource::<Overlay>().map;
    let city = GridCity::new(WorldSlot::Scenery, 6, 4);
    for sector in 0..24 {
        let middle = city.center(sector);
        assert!(
            map.place
                .contains(map.view.screen_from_ground(map.place, [middle.x, middle.z]))
        );
    }
}

#[test]
fn a_drag_on_the_map_moves_it_and_nothing_else() {
    let mut screen = Screen::new();
    let before = screen.world.resource::<Overlay>().map.clone();
    let from = before.place.center();
    let button = |pressed, pos| Event::PointerButton {
        pos,
        button: bevy_egui::egui::PointerButton::Primary,
        pressed,
        modifiers: default(),
    };
    screen.frame(vec![Event::PointerMoved(from)]);
    screen.frame(vec![button(true, from)]);
    screen.frame(vec![Event::PointerMoved(from + vec2(30.0, 20.0))]);
    screen.frame(vec![button(false, from + vec2(30.0, 20.0))]);
    let overlay = screen.world.resource::<Overlay>();
    let moved = [
        before.view.centre[0] - overlay.map.view.centre[0],
        before.view.centre[1] - overlay.map.view.centre[1],
    ];
    let expected = [
        30.0 / before.view.points_per_metre,
        20.0 / before.view.points_per_metre,
    ];
    assert!(
        (moved[0] - expected[0]).abs() < 0.01 && (moved[1] - expected[1]).abs() < 0.01,
        "{moved:?}"
    );
    assert_eq!(overlay.selected, None, "a drag selects nothing");
}

#[test]
fn the_freeze_switch_freezes_the_streaming() {
    let mut screen = Screen::new();
    screen.show(Panel::Switches);
    let switch = screen.find("freeze");
    screen.click(switch);
    assert!(screen.world.resource::<StreamingSettings>().frozen);
    screen.click(switch);
    assert!(!screen.world.resource::<StreamingSettings>().frozen);
}

#[test]
fn a_frustum_that_is_kept_stays_where_the_camera_was() {
    let mut screen = Screen::new();
    screen.show(Panel::Switches);
    screen.click(screen.find("keep this one"));
    let switches = screen.world.resource::<LineSwitches>();
    let kept = switches.kept.clone().expect("kept");
    assert!(switches.frustum);
    assert_eq!(
        (kept.camera.position, kept.far),
        (Vec3::new(10.0, 5.0, 10.0), 80.0)
    );
    screen.click(screen.find("let go"));
    assert_eq!(screen.world.resource::<LineSwitches>().kept, None);
}

#[test]
fn the_log_shows_what_its_filter_lets_through() {
    let mut screen = Screen::new();
    screen.show(Panel::Log);
    assert!(screen.says("read scenery part 1") && screen.says("free scenery part 5"));
    screen.click(screen.find("filter: free -detail"));
    screen.frame(vec![Event::Text("free".into())]);
    screen.run(2);
    assert_eq!(screen.world.resource::<Overlay>().log.filter, "free");
    assert!(!screen.says("read scenery part 1") && screen.says("free scenery part 5"));
}

#[test]
fn the_table_lists_parts_and_sectors_and_a_click_on_a_row_selects_it() {
    let mut screen = Screen::new();
    screen.show(Panel::Table);
    assert!(screen.says("12 of 12"), "24 sectors, two to a part");
    screen.click(screen.find("failed"));
    assert_eq!(
        screen.world.resource::<Overlay>().selected,
        Some(Selection::Part(WorldSlot::Scenery, 3))
    );
    screen.click(screen.find("sectors"));
    screen.run(2);
    assert!(screen.world.resource::<Overlay>().table.sectors && screen.says("24 of 24"));
}

#[test]
fn the_budget_says_how_much_of_what_is_used() {
    let mut screen = Screen::new();
    screen.show(Panel::Budget);
    // 40,000 bytes take 40 blocks of 1,024.
    assert!(
        screen.says("0.04 MB of 6.00 MB used, 5.96 MB free"),
        "{:?}",
        screen.texts()
    );
    assert!(screen.says("scenery parts"));
}

#[test]
fn faults_are_counted_in_the_tab_and_listed_in_the_panel() {
    let mut screen = Screen::new();
    assert!(screen.says("Faults"));
    screen.world.resource_mut::<CurrentLevel>().warnings =
        vec!["demo.lev: at 0x20: expected 18 chunks".into()];
    screen.show(Panel::Faults);
    assert!(screen.says("Faults (1)") && screen.says("demo.lev: at 0x20"));
}

#[test]
fn the_frame_and_world_panels_open_without_a_game() {
    let mut screen = Screen::new();
    screen.show(Panel::Frame);
    assert!(screen.says("draw calls"));
    screen.show(Panel::World);
    assert!(screen.says("entities"), "{:?}", screen.texts());
}

#[test]
fn the_world_panel_calls_entities_by_name_and_its_filter_looks_for_them() {
    let mut screen = Screen::new();
    screen.world.spawn(Name::new("lamp post"));
    let part = |number| Part {
        slot: WorldSlot::Detail,
        number,
    };
    screen.world.spawn((part(4), PartState::Failed));
    screen.world.spawn((part(5), PartState::Absent));
    screen.show(Panel::World);
    assert!(screen.says("lamp post"));
    screen.click(screen.find("filter: sector loaded"));
    screen.frame(vec![Event::Text("detail failed".into())]);
    screen.run(2);
    // Parts that are in no world are not listed at all; the filter finds what lies in one.
    assert!(!screen.says("lamp post"));
    screen.click(screen.find("resources"));
    screen.run(2);
    assert!(!screen.says("No entity"), "{:?}", screen.texts());
}

#[test]
fn the_bar_has_numbers_of_a_level_only_with_a_level() {
    let mut screen = Screen::new();
    screen.world.insert_resource(StreamingStats {
        resident_parts: 16,
        visible_sectors: 36,
        ..default()
    });
    screen.run(2);
    assert!(screen.says("no level") && screen.says("frame"));
    for words in ["16", "36", "sees"] {
        assert!(!screen.says(words), "{words}: {:?}", screen.texts());
    }
    screen.play("demo");
    for words in ["demo", "16", "36", "sees"] {
        assert!(screen.says(words), "{words}: {:?}", screen.texts());
    }
}

#[test]
fn the_reload_button_starts_the_level_anew_and_only_when_there_is_one() {
    let mut screen = Screen::new();
    let started = |screen: &mut Screen| -> Vec<String> {
        let mut messages = screen.world.resource_mut::<Messages<StartLevel>>();
        messages.drain().map(|start| start.name).collect()
    };
    screen.click(screen.find("Reload level"));
    assert_eq!(started(&mut screen), [""; 0]);
    screen.play("demo");
    screen.click(screen.find("Reload level"));
    assert_eq!(started(&mut screen), ["demo"]);
}

#[test]
fn the_go_to_button_takes_the_camera_above_what_is_selected() {
    let mut screen = Screen::new();
    let city = GridCity::new(WorldSlot::Scenery, 6, 4);
    let sector = 8;
    let middle = city.center(sector);
    let map = &screen.world.resource::<Overlay>().map;
    screen.click(map.view.screen_from_ground(map.place, [middle.x, middle.z]));
    screen.click(screen.find("Go to"));
    let mut cameras = screen.world.query::<&GameCamera>();
    let camera = cameras.single(&screen.world).expect("one camera").clone();
    let towards = (middle - camera.position).normalize();
    assert!(camera.position.y > middle.y + 5.0, "{camera:?}");
    assert!(camera.forward().dot(towards) > 0.999, "{camera:?}");
    assert_eq!(camera.yaw, 0.6, "from the side it came from");
}

#[test]
fn show_all_brings_back_a_map_that_was_dragged_away_as_far_as_it_goes() {
    let mut screen = Screen::new();
    let fitted = screen.world.resource::<Overlay>().map.view;
    let place = screen.world.resource::<Overlay>().map.place;
    let drag = |screen: &mut Screen| {
        let button = |pressed, pos| Event::PointerButton {
            pos,
            button: bevy_egui::egui::PointerButton::Primary,
            pressed,
            modifiers: default(),
        };
        let (from, to) = (place.center(), place.right_bottom() + vec2(400.0, 400.0));
        screen.frame(vec![Event::PointerMoved(from)]);
        screen.frame(vec![button(true, from)]);
        screen.frame(vec![Event::PointerMoved(to)]);
        screen.frame(vec![button(false, to)]);
    };
    for _ in 0..6 {
        drag(&mut screen);
    }
    let city = GridCity::new(WorldSlot::Scenery, 6, 4);
    let view = screen.world.resource::<Overlay>().map.view;
    let in_sight = (0..24).any(|sector| {
        let middle = city.center(sector);
        place.contains(view.screen_from_ground(place, [middle.x, middle.z]))
    });
    assert!(in_sight && view != fitted, "{view:?}");
    screen.click(screen.find("Show all"));
    assert_eq!(screen.world.resource::<Overlay>().map.view, fitted);
}

#[test]
fn every_panel_says_so_when_there_is_no_level() {
    let mut screen = Screen::new();
    for panel in Panel::CLOSEABLE {
        screen.world.remove_resource::<Worlds>();
        screen.world.remove_resource::<DecisionLog>();
        screen.world.remove_resource::<SectorBudget>();
        screen.show(panel);
        let expected = matches!(
            panel,
            Panel::Map | Panel::Log | Panel::Table | Panel::Budget
        );
        assert!(!expected || screen.says("No level is loaded."), "{panel:?}");
    }
}

#[test]
fn a_closed_panel_comes_back_from_the_bar() {
    let mut screen = Screen::new();
    screen
        .world
        .resource_mut::<Overlay>()
        .close_panel(Panel::Map);
    screen.run(2);
    assert!(!screen.world.resource::<Overlay>().has(Panel::Map));
    screen.click(screen.find("Panels"));
    // The menu's own entry, not a tab of that name: the panel is closed.
    screen.click(screen.find("Map"));
    assert!(screen.world.resource::<Overlay>().has(Panel::Map));
}

#[test]
fn the_overlay_survives_when_every_panel_is_closed_and_a_tiny_window() {
    let mut screen = Screen::new();
    for panel in Panel::CLOSEABLE {
        screen.world.resource_mut::<Overlay>().close_panel(panel);
    }
    screen.run(2);
    let view = screen.world.resource::<Overlay>().view;
    assert!(
        view.contains(pos2(SIZE.x * 0.9, SIZE.y * 0.9)),
        "the view has all of the screen"
    );
    for panel in Panel::CLOSEABLE {
        screen.show(panel);
        assert!(screen.world.resource::<Overlay>().has(panel), "{panel:?}");
    }
    screen.world.resource_mut::<Overlay>().reset_layout();
    screen.run(2);
}
