//! The pages of a level of Ratchet & Clank 2: what they say of the level that the forge writes, and what a click does.

use std::sync::{Arc, OnceLock};

use bevy::ecs::system::RunSystemOnce;
use bevy::prelude::*;
use bevy_egui::egui::{Event, vec2};
use wonderwheel_commando::level::Level;
use wonderwheel_commando_view::axes::to_world;
use wonderwheel_commando_view::choose::Eye;
use wonderwheel_commando_view::choose::terrain::PatchFate;
use wonderwheel_commando_view::members::LooseMembers;
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::{
    COMMANDO_LEVELS, CommandoFrame, CommandoSettings, ShownLevel, TerrainLod,
};
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_modes::{LevelSources, LoadingPhase, LoadingState};
use wonderwheel_gs_render::stats::GsStats;
use wonderwheel_inspector::panels::commando::lights::LightsPanel;
use wonderwheel_inspector::panels::commando::patches::{self, FrameFates, PatchesPanel};
use wonderwheel_inspector::panels::commando::textures::{self, TexturesPanel};
use wonderwheel_inspector::panels::commando::{classes, level};
use wonderwheel_inspector::prelude::*;
use wonderwheel_inspector::relight::relight;
use wonderwheel_inspector::table::Table;
use wonderwheel_level_assets::LevelFaults;
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_world_streaming::prelude::*;

use crate::screen::Screen;

/// The demo level, laid out once for all tests.
fn scene() -> Arc<LevelScene> {
    static SCENE: OnceLock<Arc<LevelScene>> = OnceLock::new();
    let built = SCENE.get_or_init(|| {
        let recipe = Recipe::builtin("commando_demo").expect("it is built in");
        let game = forge(&recipe, &mut |_| {}).expect("it can be forged");
        let level =
            Level::read(&game.files["level0.wad"]).expect("what the forge wrote can be read");
        Arc::new(LevelScene::build(&level, &LooseMembers::default()))
    });
    built.clone()
}

/// The camera where a visit begins, but higher, looking down over the land.
fn camera(scene: &LevelScene) -> GameCamera {
    let place = to_world(scene.environment.start) + Vec3::Y * 12.0;
    GameCamera::new(place, 0.8, -0.2)
}

/// What the frame shows from a camera.
fn frame(scene: &LevelScene, camera: &GameCamera, settings: &CommandoSettings) -> CommandoFrame {
    let eye = Eye::of(camera);
    let mut frame = CommandoFrame {
        eye: Some(eye),
        ..default()
    };
    frame.chosen.choose(scene, &eye, settings);
    frame
}

/// A screen with the demo level in play.
fn screen() -> Screen {
    let mut screen = Screen::new();
    enter(&mut screen);
    screen
}

fn enter(screen: &mut Screen) {
    let scene = scene();
    let settings = CommandoSettings::default();
    let mut cameras = screen.world.query::<&mut GameCamera>();
    let mut at = cameras.single_mut(&mut screen.world).expect("one camera");
    *at = camera(&scene);
    screen
        .world
        .insert_resource(frame(&scene, &camera(&scene), &settings));
    screen.world.insert_resource(settings);
    let mut shown = ShownLevel {
        name: "level0".into(),
        bank: scene.lighting.bank.clone(),
        scene: Some(scene),
        ..default()
    };
    shown.relight();
    screen.world.insert_resource(shown);
    let mut sources = LevelSources::default();
    sources.register(COMMANDO_LEVELS);
    let mut level = LoadingState::default();
    level.ask("level0", &sources, None);
    level.phase = LoadingPhase::Ready;
    screen.world.insert_resource(level);
    screen.world.insert_resource(GsStats {
        triangles: 12_345,
        draw_calls: 67,
        ..default()
    });
    screen.run(4);
}

#[test]
fn every_page_is_drawn_on_screens_of_all_sizes_and_keeps_the_ids_of_its_widgets() {
    for size in [vec2(960.0, 720.0), vec2(640.0, 480.0), vec2(1280.0, 900.0)] {
        let mut screen = Screen::of(size);
        enter(&mut screen);
        for panel in screen.titles() {
            screen.show(panel);
            assert!(screen.overlay().has(panel), "{panel:?}");
            for _ in 0..4 {
                screen.run(1);
                assert!(!screen.marks_an_unstable_id(), "{size}: {panel:?}");
            }
        }
    }
}

#[test]
fn the_level_has_panels_of_its_own_and_the_others_come_back_as_they_were_left() {
    let mut screen = Screen::new();
    screen
        .world
        .resource_mut::<Overlay>()
        .close_panel("Decisions");
    enter(&mut screen);
    let overlay = screen.overlay();
    let own = overlay.titles().iter().all(|panel| overlay.has(panel));
    assert!(own && !overlay.has("Map") && !overlay.has("Sectors, parts"));
    screen.click(screen.find("Panels"));
    assert!(
        screen.says("Textures") && !screen.says("Budget"),
        "{:?}",
        screen.texts()
    );
    *screen.world.resource_mut::<ShownLevel>() = ShownLevel::default();
    screen.world.resource_mut::<LoadingState>().leave();
    screen.run(2);
    let overlay = screen.overlay();
    assert!(overlay.has("Map") && !overlay.has("Decisions") && !overlay.has("Lights"));
}

#[test]
fn the_panels_stay_while_the_level_is_loaded_again() {
    let mut screen = screen();
    let mut sources = LevelSources::default();
    sources.register(COMMANDO_LEVELS);
    let mut level = screen.world.resource_mut::<LoadingState>();
    level.ask("level0", &sources, None);
    level.phase = LoadingPhase::Loading;
    level.progress = 0.5;
    *screen.world.resource_mut::<ShownLevel>() = ShownLevel::default();
    for panel in screen.titles() {
        screen.show(panel);
        assert!(!screen.marks_an_unstable_id(), "{panel:?}");
    }
    assert!(screen.says("level0 50 %") && screen.says("No level is loaded."));
    assert!(!screen.overlay().has("Map"));
    screen.world.resource_mut::<LoadingState>().leave();
    screen.run(2);
    assert!(screen.overlay().has("Map"));
}

#[test]
fn the_bar_says_what_the_frame_of_the_level_is() {
    let screen = screen();
    for words in ["level0", "12,345", "67"] {
        assert!(screen.says(words), "{words}: {:?}", screen.texts());
    }
    assert!(!screen.says("no level") && !screen.says("sees"));
}

#[test]
fn the_level_page_counts_what_the_scene_holds() {
    let scene = scene();
    let counts = level::counts(&scene);
    let value = |name: &str| {
        let found = counts.iter().find(|(counted, _)| *counted == name);
        found
            .unwrap_or_else(|| panic!("no {name}"))
            .1
            .replace(',', "")
    };
    assert_eq!(value("patches"), scene.terrain.patches.len().to_string());
    assert_eq!(
        value("positions"),
        scene.terrain.positions.len().to_string()
    );
    assert_eq!(value("ties"), scene.instances.ties.len().to_string());
    assert_eq!(value("light sets"), "4");
    let mut screen = screen();
    screen.show("Level");
    assert!(screen.says("In the frame") && screen.says("level0"));
    let chosen = &screen.world.resource::<CommandoFrame>().chosen;
    for (kind, tally) in level::tallies(chosen) {
        let parts = tally.outside + tally.far + tally.hidden + tally.drawn;
        assert_eq!(parts, tally.total, "{kind}: every one is somewhere");
    }
    let total = chosen.terrain.total;
    assert!(screen.says(&total.to_string()));
}

#[test]
fn a_level_that_nothing_lights_says_so() {
    let mut screen = screen();
    screen.show("Level");
    let warning = "No set of the light bank shines on the terrain";
    assert!(!screen.says(warning));
    let mut shown = screen.world.resource_mut::<ShownLevel>();
    shown.bank.sets.clear();
    shown.relight();
    screen.run(2);
    assert!(screen.says(warning), "{:?}", screen.texts());
}

#[test]
fn rows_of_classes_are_the_scenes_and_every_instance_is_of_one() {
    let scene = scene();
    let rows = classes::rows(&scene);
    let of = |kind: ClassKind| rows.iter().filter(move |row| row.kind == kind);
    assert_eq!(of(ClassKind::Tie).count(), scene.ties.len());
    assert_eq!(of(ClassKind::Moby).count(), scene.mobys.len());
    let placed = |kind| of(kind).map(|row| row.instances.len()).sum::<usize>();
    assert_eq!(placed(ClassKind::Tie), scene.instances.ties.len());
    assert_eq!(placed(ClassKind::Shrub), scene.instances.shrubs.len());
    assert_eq!(placed(ClassKind::Moby), scene.instances.mobys.len());
    for row in of(ClassKind::Tie) {
        assert_eq!(row.class, scene.ties[row.at].class);
        assert_eq!(row.triangles.len(), 3);
        assert!(row.triangles[0] > row.triangles[2], "{row:?}");
    }
}

#[test]
fn a_click_on_a_class_goes_to_its_first_instance_and_another_one_to_the_next() {
    let mut screen = screen();
    screen.show("Classes");
    let rows = classes::rows(&scene());
    let row = rows
        .iter()
        .find(|row| row.kind == ClassKind::Tie && row.instances.len() > 1)
        .expect("a tie that stands twice");
    for time in 0..2 {
        screen.click(screen.find(&row.class.to_string()));
        let instance = row.instances[time];
        assert_eq!(
            screen.overlay().selected,
            Some(Selection::Instance(ClassKind::Tie, instance))
        );
        let camera = screen.camera();
        let sphere = scene().instances.ties[instance].sphere;
        let towards = to_world(sphere.centre.into()) - camera.position;
        assert!(
            towards.normalize().dot(camera.forward()) > 0.999,
            "{camera:?}"
        );
    }
    assert!(screen.says(&format!("2 of {}", row.instances.len())));
}

#[test]
fn patches_are_listed_with_what_choosing_decided() {
    let scene = scene();
    let (settings, camera) = (CommandoSettings::default(), camera(&scene));
    let frame = frame(&scene, &camera, &settings);
    let eye = frame.eye.expect("an eye");
    let seen = FrameFates::new(&scene, &eye, &settings);
    let fates: Vec<_> = scene
        .terrain
        .patches
        .iter()
        .map(|patch| seen.fate(patch))
        .collect();
    let count = |wanted: fn(&PatchFate) -> bool| {
        fates.iter().flatten().filter(|fate| wanted(fate)).count() as u32
    };
    let tally = frame.chosen.terrain;
    assert_eq!(
        count(|fate| matches!(fate, PatchFate::Elsewhere | PatchFate::Outside)),
        tally.outside
    );
    assert_eq!(
        count(|fate| matches!(fate, PatchFate::Hidden)),
        tally.hidden
    );
    assert_eq!(
        count(|fate| matches!(fate, PatchFate::Drawn { .. })),
        tally.drawn
    );
    assert!(tally.drawn > 0 && tally.outside > 0, "{tally:?}");

    let patch = &scene.terrain.patches[3];
    let cells = patches::cells(&scene, patch, Some(&seen));
    assert_eq!(cells[0], patch.index.to_string());
    assert_eq!(cells[5], patch.positions.to_string());
    let [fine, middle, coarse] = patch.triangles;
    assert_eq!(cells[6], format!("{fine} / {middle} / {coarse}"));
    assert!(!patches::textures(&scene, patch).is_empty());

    let mut panel = PatchesPanel {
        table: Table {
            column: "radius",
            descending: true,
            ..default()
        },
    };
    let listed = panel.listed(&scene, Some(&seen));
    let radius = |at: &usize| scene.terrain.patches[*at].sphere.radius;
    assert_eq!(listed.len(), scene.terrain.patches.len());
    assert!(listed.is_sorted_by(|a, b| radius(a) >= radius(b)));
    // What is away, outside of the picture or of another chunk, is one count of choosing and two words here.
    let away = ["outside", "other chunk"].map(|words| {
        panel.table.filter = words.into();
        panel.listed(&scene, Some(&seen)).len() as u32
    });
    assert!(away.iter().all(|count| *count > 0), "{away:?}");
    assert_eq!(away.iter().sum::<u32>(), tally.outside);

    let off = CommandoSettings {
        terrain_lod: TerrainLod::Coarsest,
        ..settings
    };
    let seen = FrameFates::new(&scene, &eye, &off);
    let drawn = scene
        .terrain
        .patches
        .iter()
        .map(|patch| patches::words(seen.fate(patch)).0);
    assert!(
        drawn
            .clone()
            .all(|words| ["outside", "other chunk", "hidden", "LOD 2"].contains(&words))
    );
}

#[test]
fn a_click_on_a_patch_selects_it_and_the_button_goes_there() {
    let mut screen = screen();
    screen.show("Patches");
    let count = scene().terrain.patches.len();
    assert!(screen.says(&format!("{count} of {count}")));
    let cell = patches::cells(&scene(), &scene().terrain.patches[2], None)[1].clone();
    screen.click(screen.find(&cell));
    assert_eq!(screen.overlay().selected, Some(Selection::Patch(2)));
    screen.click(screen.find("Go to"));
    let camera = screen.camera();
    let centre = to_world(scene().terrain.patches[2].sphere.centre.into());
    let towards = (centre - camera.position).normalize();
    assert!(towards.dot(camera.forward()) > 0.999, "{camera:?}");
}

#[test]
fn a_click_on_a_texture_shows_it_large_with_its_levels() {
    let mut screen = screen();
    screen.show("Textures");
    let scene = scene();
    let picture = &scene.pictures[0];
    let kept = screen.panel::<TexturesPanel>().store.kept();
    assert!(
        kept > 0 && kept <= scene.pictures.len(),
        "only those in sight: {kept}"
    );
    let name = format!("{} {}x{}", picture.index, picture.width, picture.height);
    screen.click(screen.find(&name));
    assert_eq!(screen.panel::<TexturesPanel>().selected, Some(0));
    assert!(
        screen.says(&textures::facts(picture)),
        "{:?}",
        screen.texts()
    );
    for level in 0..picture.levels.len().min(2) {
        let [width, height] = textures::level_size(picture, level);
        assert!(screen.says(&format!("{level}: {width}x{height}")));
    }
    screen.click(screen.find("Close"));
    assert_eq!(screen.panel::<TexturesPanel>().selected, None);
}

/// Lights the level as the plugin does at the end of a frame.
fn end_frame(screen: &mut Screen) {
    screen.world.run_system_once(relight).expect("it runs");
}

#[test]
fn another_light_changes_the_colours_and_reset_brings_them_back() {
    let mut screen = screen();
    screen.show("Lights");
    let colours = |screen: &Screen| screen.world.resource::<ShownLevel>().colours.clone();
    let own = colours(&screen);
    assert!(own.lit > 0 && screen.says("as in the level"));

    screen.click(screen.find("Add set"));
    assert_eq!(screen.world.resource::<ShownLevel>().bank.sets.len(), 5);
    assert!(screen.panel::<LightsPanel>().changed);
    end_frame(&mut screen);
    assert_eq!(colours(&screen), own, "nothing names the new set");

    // The elevation of set 0's light A, typed.
    let elevation = screen
        .texts()
        .into_iter()
        .filter(|(text, _)| text.ends_with(" deg"));
    let (_, place) = elevation.clone().nth(1).expect("azimuth, then elevation");
    screen.click(place);
    screen.write("5");
    screen.frame(vec![Event::Key {
        key: bevy_egui::egui::Key::Enter,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: default(),
    }]);
    screen.run(2);
    end_frame(&mut screen);
    let low = screen.world.resource::<ShownLevel>().bank.sets[0];
    let elevation = (-low.direction_a[2]).asin().to_degrees();
    assert!((elevation - 5.0).abs() < 0.01, "{elevation}");
    assert_ne!(colours(&screen), own);

    screen.click(screen.find("Reset all"));
    end_frame(&mut screen);
    assert_eq!(colours(&screen), own);
    assert!(screen.says("as in the level"));
}

#[test]
fn each_set_says_how_many_things_name_it() {
    let mut screen = screen();
    screen.show("Lights");
    let uses = scene().lighting.set_uses();
    let instances = &scene().instances;
    let placed = instances.ties.len() + instances.shrubs.len() + instances.mobys.len();
    assert_eq!(
        uses.instances.iter().sum::<usize>(),
        placed,
        "each names one"
    );
    assert!(uses.terrain[0] > 0);
    let said = screen.texts().into_iter().any(|(text, _)| {
        text.starts_with("Set 0 ")
            && text
                .replace(',', "")
                .contains(&format!("{} positions", uses.terrain[0]))
    });
    assert!(said, "{:?}", screen.texts());
}

#[test]
fn switches_of_the_level_are_switched() {
    let mut screen = screen();
    screen.show("Switches");
    for (word, value) in [
        (
            "lit",
            (|settings| settings.lit) as fn(&CommandoSettings) -> bool,
        ),
        ("tint by level of detail", |settings| settings.lod_tint),
        ("collision", |settings| settings.collision),
        ("occlusion", |settings| settings.occlusion),
        ("shrubs", |settings| settings.layers.shrubs),
    ] {
        let before = value(screen.world.resource::<CommandoSettings>());
        // The page's own word: the lists beside have such words too, further to the left.
        let words = screen.texts().into_iter().filter(|(text, _)| text == word);
        let place = words.max_by(|a, b| a.1.x.total_cmp(&b.1.x));
        screen.click(place.unwrap_or_else(|| panic!("no {word}")).1);
        assert_ne!(
            value(screen.world.resource::<CommandoSettings>()),
            before,
            "{word}"
        );
    }
    assert!(!screen.says("freeze") && screen.says("billboard"));
}

#[test]
fn faults_of_the_level_are_counted_and_listed() {
    let mut screen = screen();
    let fault = |file: &str, words: &str| Fault::of_file(file, FaultKind::Malformed, words);
    let mut faults = screen.world.resource_mut::<LevelFaults>();
    faults.note(fault("level0.wad", "patch 3: expected 18"));
    faults.keep_last_good(fault("level0.sky.bin", "expected a header"));
    screen.show("Faults");
    assert!(screen.says("Faults (2)"), "{:?}", screen.texts());
    assert!(screen.says("patch 3") && screen.says("the last good version stays"));
}
