//! Each panel: what it says, and what a click in it does.

use std::collections::BTreeSet;

use bevy::ecs::message::Messages;
use bevy::prelude::*;
use bevy_egui::egui::{Event, Id, Pos2, RawInput, Rect, Sense, Ui, pos2, vec2};
use wonderwheel_game_modes::{LoadingPhase, LoadingState, StartLevel};
use wonderwheel_gs_render::ShaderFaults;
use wonderwheel_inspector::history::Histories;
use wonderwheel_inspector::lines::LineSwitches;
use wonderwheel_inspector::panels::log::LogPanel;
use wonderwheel_inspector::panels::map::MapPanel;
use wonderwheel_inspector::panels::sectors::SectorsPanel;
use wonderwheel_inspector::prelude::*;
use wonderwheel_level_assets::LevelFaults;
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_world_streaming::core::synthetic::GridCity;
use wonderwheel_world_streaming::core::tables::WorldTables;
use wonderwheel_world_streaming::prelude::*;

use crate::screen::{SIZE, Screen};

/// Where the middle of a sector is on the map.
fn on_map(screen: &Screen, sector: u32) -> Pos2 {
    let middle = GridCity::new(WorldSlot::Scenery, 6, 4).center(sector);
    let map = screen.panel::<MapPanel>();
    map.view.screen_from_ground(map.place, [middle.x, middle.z])
}

#[test]
fn the_view_keeps_a_good_part_of_the_screen_and_the_panels_lie_around_it() {
    let screen = Screen::new();
    let view = screen.overlay().view;
    assert!(
        view.width() > SIZE.x * 0.5 && view.height() > SIZE.y * 0.5,
        "{view:?}"
    );
    assert!(view.width() < SIZE.x && view.height() < SIZE.y, "{view:?}");
}

#[test]
fn a_click_on_the_map_selects_the_sector_under_it_and_says_why_it_is_there() {
    let mut screen = Screen::new();
    for (sector, words) in [
        (0, "read since step 2 for sector 0, 5.0 m away then"),
        (4, "cannot be drawn"),
        (8, "freed at step 9"),
        (20, "never wanted yet"),
    ] {
        screen.click(on_map(&screen, sector));
        assert_eq!(
            screen.overlay().selected,
            Some(Selection::Sector(WorldSlot::Scenery, sector))
        );
        assert!(screen.says(words), "sector {sector}: {:?}", screen.texts());
    }
}

#[test]
fn the_whole_world_is_on_the_map_at_first() {
    let screen = Screen::new();
    let place = screen.panel::<MapPanel>().place;
    assert!((0..24).all(|sector| place.contains(on_map(&screen, sector))));
}

#[test]
fn a_drag_on_the_map_moves_it_and_nothing_else() {
    let mut screen = Screen::new();
    let before = screen.panel::<MapPanel>().clone();
    let from = before.place.center();
    screen.drag(from, from + vec2(30.0, 20.0));
    let (before, now) = (before.view, screen.panel::<MapPanel>().view);
    for (axis, points) in [30.0, 20.0].into_iter().enumerate() {
        let moved = before.centre[axis] - now.centre[axis];
        let expected = points / before.points_per_metre;
        assert!((moved - expected).abs() < 0.01, "{axis}: {moved}");
    }
    let selected = screen.overlay().selected;
    assert_eq!(selected, None, "a drag selects nothing");
}

#[test]
fn the_freeze_switch_freezes_the_streaming() {
    let mut screen = Screen::new();
    screen.show("Switches");
    let switch = screen.find("freeze");
    screen.click(switch);
    assert!(screen.world.resource::<StreamingSettings>().frozen);
    screen.click(switch);
    assert!(!screen.world.resource::<StreamingSettings>().frozen);
}

#[test]
fn a_frustum_that_is_kept_stays_where_the_camera_was() {
    let mut screen = Screen::new();
    screen.show("Switches");
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
    screen.show("Decisions");
    assert!(screen.says("read scenery part 1") && screen.says("free scenery part 5"));
    screen.click(screen.find("filter: free -detail"));
    screen.write("free");
    screen.run(2);
    assert_eq!(screen.panel::<LogPanel>().filter, "free");
    assert!(!screen.says("read scenery part 1") && screen.says("free scenery part 5"));
}

/// The sizes that people have: the window's own, a small one, a laptop's.
const SIZES: [bevy_egui::egui::Vec2; 3] =
    [vec2(960.0, 720.0), vec2(800.0, 600.0), vec2(1280.0, 800.0)];

#[test]
fn the_maps_options_are_whole_words_in_at_most_two_rows() {
    for size in SIZES {
        let screen = Screen::of(size);
        let words = screen.words();
        let mut tops = BTreeSet::new();
        for option in [
            "Show all",
            "scenery",
            "detail",
            "parts",
            "follow",
            "hue by part",
        ] {
            let map = screen.panel::<MapPanel>();
            let found = words
                .iter()
                .find(|words| words.text == option && words.place.bottom() < map.place.top())
                .unwrap_or_else(|| panic!("{size}: no {option}: {words:?}"));
            assert!(
                found.rows == 1 && found.seen == found.place,
                "{size}: {found:?}"
            );
            tops.insert(found.place.top().round() as i32);
        }
        assert!(tops.len() <= 2, "{size}: {tops:?}");
        let map = screen.panel::<MapPanel>().place;
        assert!(map.height() > 80.0, "{size}: {map:?}");
    }
}

#[test]
fn the_reason_of_a_decision_is_read_to_its_end_without_scrolling() {
    for size in SIZES {
        let mut screen = Screen::of(size);
        screen.show("Decisions");
        // The world's newest decision.
        let reason =
            "free scenery part 5: unseen and farthest, 80.0 m away; what is wanted is 10.0 m away";
        let words = screen.words();
        let cut = words.iter().find(|words| {
            reason.contains(&*words.text) && words.seen.width() + 0.5 < words.place.width()
        });
        assert!(cut.is_none(), "{size}: {cut:?}");
        let end = reason.rsplit(' ').next().expect("words");
        assert!(
            words.iter().any(|words| words.text.ends_with(end)),
            "{size}: {end}: {words:?}"
        );
    }
}

#[test]
fn a_decision_that_takes_several_rows_is_shown_whole_under_the_pointer() {
    let mut screen = Screen::of(SIZES[1]);
    screen.show("Decisions");
    let line =
        "9  free scenery part 5: unseen and farthest, 80.0 m away; what is wanted is 10.0 m away";
    assert!(!screen.says(line), "it is in several rows");
    let words = screen.words();
    let row = words
        .iter()
        .find(|words| words.text.starts_with("9  free scenery part 5"))
        .expect("the newest decision");
    let place = row.place.center();
    screen.frame(vec![Event::PointerMoved(place)]);
    screen.run(60);
    assert!(screen.says(line), "{:?}", screen.texts());
}

#[test]
fn the_table_lists_parts_and_sectors_and_a_click_on_a_row_selects_it() {
    let mut screen = Screen::new();
    screen.show("Sectors, parts");
    assert!(screen.says("12 of 12"), "24 sectors, two to a part");
    screen.click(screen.find("failed"));
    assert_eq!(
        screen.overlay().selected,
        Some(Selection::Part(WorldSlot::Scenery, 3))
    );
    screen.click(screen.find("sectors"));
    screen.run(2);
    assert!(screen.panel::<SectorsPanel>().sectors && screen.says("24 of 24"));
}

#[test]
fn the_budget_says_how_much_of_what_is_used() {
    let mut screen = Screen::new();
    screen.show("Budget");
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
    let fault = Fault {
        offset: Some(0x20),
        ..Fault::of_file("demo.lev", FaultKind::Malformed, "expected 18 chunks")
    };
    screen.world.resource_mut::<LevelFaults>().note(fault);
    screen.show("Faults");
    assert!(screen.says("Faults (1)") && screen.says("demo.lev at 0x20"));
}

#[test]
fn a_shader_compilers_message_stands_below_its_file_in_characters_that_the_font_has() {
    let mut screen = Screen::of(SIZES[0]);
    screen.world.insert_resource(ShaderFaults(vec![(
        "gs_mesh.wgsl".into(),
        "error: expected ';'\n  ┌─ gs_mesh.wgsl:12:5\n12 │ let x = 1\n   │     ^ here\n\n".into(),
    )]));
    screen.show("Faults");
    let words = screen.words();
    let top = |text: &str| {
        let found = words.iter().find(|words| words.text == text);
        found
            .unwrap_or_else(|| panic!("no {text:?}: {words:?}"))
            .place
            .top()
    };
    assert_eq!(top("gs_mesh.wgsl"), top("error: expected ';'"));
    let below = [
        "  +- gs_mesh.wgsl:12:5",
        "12 | let x = 1",
        "   |     ^ here",
    ]
    .map(top);
    assert!(
        top("gs_mesh.wgsl") < below[0] && below.is_sorted(),
        "{below:?}"
    );
}

#[test]
fn a_plots_legend_stands_above_it() {
    let mut screen = Screen::new();
    for ms in [16.0, 33.0, 20.0] {
        screen.world.resource_mut::<Histories>().frame_ms.push(ms);
    }
    screen.show("Frame");
    let (legend, axis) = (screen.find("60 Hz"), screen.find("ms"));
    let plot_top = axis.y - 60.0; // the axis' name is in the middle of the 120 points
    assert!(legend.y < plot_top, "{legend:?} {axis:?}");
}

#[test]
fn a_widget_with_another_id_than_before_is_marked() {
    let mut screen = Screen::new();
    assert!(!screen.marks_an_unstable_id());
    let context = screen.context.clone();
    let place = Rect::from_min_size(pos2(40.0, 40.0), vec2(20.0, 20.0));
    for (id, marked) in [
        ("one", false),
        ("one", false),
        ("other", true),
        ("other", false),
    ] {
        let output = context.run_ui(RawInput::default(), |ui| {
            ui.interact(place, Id::new(id), Sense::click());
        });
        screen.shapes = output.shapes;
        assert_eq!(screen.marks_an_unstable_id(), marked, "{id}");
    }
}

#[test]
fn no_widget_changes_its_id_when_the_maps_legend_has_one_look_less() {
    // Of some width the last look begins the second row with and without the one before it.
    for width in (400..700).step_by(3) {
        let mut screen = Screen::of(vec2(width as f32, 720.0));
        let tables = |screen: &mut Screen, change: fn(&mut WorldTables)| {
            let mut worlds = screen.world.resource_mut::<Worlds>();
            change(worlds.get_mut(WorldSlot::Scenery).expect("it is there"));
            screen.run(1);
            assert!(!screen.marks_an_unstable_id(), "{width}");
        };
        tables(&mut screen, |tables| tables.fail(2));
        tables(&mut screen, |tables| tables.begin_read(4, 6));
        tables(&mut screen, |tables| tables.fail(4));
    }
}

#[test]
fn no_widget_changes_its_id_while_a_level_loads_streams_and_goes() {
    for size in SIZES {
        let mut screen = Screen::of(size);
        let check = |screen: &mut Screen, what: &str| {
            for _ in 0..4 {
                screen.run(1);
                assert!(!screen.marks_an_unstable_id(), "{size}: {what}");
            }
        };
        for panel in screen.titles() {
            screen.show(panel);
            let phases = [
                LoadingPhase::None,
                LoadingPhase::Loading,
                LoadingPhase::Ready,
                LoadingPhase::None,
            ];
            for phase in phases {
                let what = format!("{panel:?} {phase:?}");
                let mut level = screen.world.resource_mut::<LoadingState>();
                level.name = "demo".into();
                level.phase = phase;
                for step in 10..60 {
                    let decision = Decision::Shrink {
                        slot: WorldSlot::Scenery,
                        part: 5,
                        distance_sq: 6_400.0,
                        over: 10,
                    };
                    screen
                        .world
                        .resource_mut::<DecisionLog>()
                        .push(step, decision);
                }
                check(&mut screen, &what);
            }
        }
    }
}

#[test]
fn the_frame_and_world_panels_open_without_a_game() {
    let mut screen = Screen::new();
    screen.show("Frame");
    assert!(screen.says("draw calls"));
    screen.show("World");
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
    screen.show("World");
    assert!(screen.says("lamp post"));
    screen.click(screen.find("filter: sector loaded"));
    screen.write("detail failed");
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
fn the_reload_button_starts_the_level_again_and_only_when_there_is_one() {
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
    let middle = GridCity::new(WorldSlot::Scenery, 6, 4).center(8);
    screen.click(on_map(&screen, 8));
    screen.click(screen.find("Go to"));
    let camera = screen.camera();
    let towards = (middle - camera.position).normalize();
    assert!(camera.position.y > middle.y + 5.0, "{camera:?}");
    assert!(camera.forward().dot(towards) > 0.999, "{camera:?}");
    assert_eq!(camera.yaw, 0.6, "from the side it came from");
}

#[test]
fn show_all_brings_back_a_map_that_was_dragged_away_as_far_as_it_goes() {
    let mut screen = Screen::new();
    let fitted = screen.panel::<MapPanel>().view;
    let place = screen.panel::<MapPanel>().place;
    for _ in 0..6 {
        screen.drag(place.center(), place.right_bottom() + vec2(400.0, 400.0));
    }
    let view = screen.panel::<MapPanel>().view;
    let in_sight = (0..24).any(|sector| place.contains(on_map(&screen, sector)));
    assert!(in_sight && view != fitted, "{view:?}");
    screen.click(screen.find("Show all"));
    assert_eq!(screen.panel::<MapPanel>().view, fitted);
}

#[test]
fn every_panel_says_so_when_there_is_no_level() {
    let mut screen = Screen::new();
    for panel in screen.titles() {
        screen.world.remove_resource::<Worlds>();
        screen.world.remove_resource::<DecisionLog>();
        screen.world.remove_resource::<SectorBudget>();
        screen.show(panel);
        let expected = ["Map", "Decisions", "Sectors, parts", "Budget"].contains(&panel);
        assert!(!expected || screen.says("No level is loaded."), "{panel:?}");
    }
}

#[test]
fn a_closed_panel_comes_back_from_the_bar() {
    let mut screen = Screen::new();
    screen.world.resource_mut::<Overlay>().close_panel("Map");
    screen.run(2);
    assert!(!screen.overlay().has("Map"));
    screen.click(screen.find("Panels"));
    // The menu's own entry, not a tab of that name: the panel is closed.
    screen.click(screen.find("Map"));
    assert!(screen.overlay().has("Map"));
}

#[test]
fn the_overlay_survives_when_every_panel_is_closed_and_a_tiny_window() {
    let mut screen = Screen::new();
    for panel in screen.titles() {
        screen.world.resource_mut::<Overlay>().close_panel(panel);
    }
    screen.run(2);
    let view = screen.overlay().view;
    assert!(
        view.contains(pos2(SIZE.x * 0.9, SIZE.y * 0.9)),
        "the view has all of the screen"
    );
    for panel in screen.titles() {
        screen.show(panel);
        assert!(screen.overlay().has(panel), "{panel:?}");
    }
    screen.world.resource_mut::<Overlay>().reset_layout();
    screen.run(2);
}

/// What another plugin would add.
struct Scripts {
    shown: u32,
}

impl Panel for Scripts {
    fn row(&self) -> PanelRow {
        PanelRow::new("Scripts", Place::Below).only_of(Game::Warriors)
    }

    fn show(&mut self, ui: &mut Ui, _: &mut Option<Selection>, _: &mut World) {
        self.shown += 1;
        ui.label("no script runs");
    }
}

#[test]
fn a_panel_of_another_plugin_is_in_the_menu_and_keeps_its_state() {
    let mut screen = Screen::new();
    let mut overlay = screen.world.resource_mut::<Overlay>();
    overlay.register(Scripts { shown: 0 });
    assert!(screen.titles().contains(&"Scripts"));
    screen.show("Scripts");
    assert!(screen.says("no script runs"), "{:?}", screen.texts());
    assert!(screen.panel::<Scripts>().shown > 0);
}
