//! What the level's warnings say of materials that cannot be drawn as they ask. No GPU is needed: nothing is drawn.

use std::collections::BTreeSet;

use bevy::prelude::*;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_files::prelude::*;
use wonderwheel_gs_render::prelude::*;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_renderware::material::{MatFx, Material};
use wonderwheel_warriors::part::Part;
use wonderwheel_world_streaming::prelude::*;

/// The warnings of the demo level with every part changed by `change`: after two seconds at its start, and after four.
fn warnings(change: impl Fn(&mut Part)) -> [Vec<String>; 2] {
    let recipe = Recipe::builtin("demo").expect("the demo travels with the program");
    let mut game = forge(&recipe, &mut |_| {}).expect("the demo can be forged");
    for (name, bytes) in &mut game.files {
        if name.ends_with(".sec") {
            let mut part = Part::read(bytes).expect("a whole part");
            change(&mut part);
            *bytes = part.write();
        }
    }
    let mut app = App::new();
    app.add_plugins(GameFilesPlugin {
        files: SharedFiles::new(MemoryFiles::new(game.files)),
        watch: false,
    })
    .add_plugins((
        MinimalPlugins,
        AssetPlugin::default(),
        LevelAssetsPlugin,
        WorldStreamingPlugin,
        GsRenderPlugin::default(),
    ));
    wonderwheel_world_streaming::level::lockstep::enter(&mut app);
    app.world_mut().spawn(GameCamera::default());
    app.finish();
    app.cleanup();
    app.world_mut()
        .write_message(LoadLevel { name: game.level });
    for _ in 0..2_000 {
        app.update();
        if app.world().resource::<CurrentLevel>().is_ready() {
            break;
        }
    }
    let level = app.world().resource::<CurrentLevel>();
    assert!(level.is_ready(), "{:?}", level.phase);
    let (start, yaw) = level.start.expect("the demo has a start");
    let mut cameras = app.world_mut().query::<&mut GameCamera>();
    for mut camera in cameras.iter_mut(app.world_mut()) {
        *camera = GameCamera::new(start + Vec3::Y * 1.7, yaw, 0.0);
    }
    [60, 60].map(|steps| {
        for _ in 0..steps {
            app.update();
        }
        let scene = app.world().resource::<GsScene>();
        assert!(scene.meshes.iter().any(|mesh| mesh.layer.is_world()));
        let mut warnings = app.world().resource::<LevelFaults>().lines();
        // True, as the parts were changed behind the manifests' back, and not what these tests are about.
        warnings.retain(|warning| !warning.contains("the manifest states"));
        warnings
    })
}

fn materials(part: &mut Part) -> impl Iterator<Item = &mut Material> {
    let geometries = part
        .atomics
        .iter_mut()
        .filter_map(|entry| entry.atomic.geometry.as_mut());
    geometries.flat_map(|geometry| &mut geometry.materials)
}

#[test]
fn textures_that_no_file_brings_are_reported_once_a_name() {
    let rename = |part: &mut Part| {
        for texture in materials(part).filter_map(|material| material.texture.as_mut()) {
            texture.name = "No_File_Brings_This".into();
        }
    };
    let expected = ["texture `no_file_brings_this`: a material names it, and no file brings it"];
    for reported in warnings(rename) {
        assert_eq!(reported, expected);
    }
}

#[test]
fn second_layers_by_the_frames_alpha_are_reported_once_a_material_set() {
    // 7 is destination alpha, 2 is one.
    let blend = |part: &mut Part| {
        for material in materials(part) {
            if let Some(texture) = material.texture.clone() {
                material.matfx = Some(MatFx::dual(texture, 7, 2));
            }
        }
    };
    let [early, late] = warnings(blend);
    assert!(!early.is_empty());
    let words = "are weighted by the frame's alpha, which is not kept";
    for warning in &late {
        assert!(
            warning.contains(".sec/sector/") && warning.contains(words),
            "{warning}"
        );
    }
    let places: BTreeSet<_> = late
        .iter()
        .map(|warning| warning.split(':').next())
        .collect();
    assert_eq!(places.len(), late.len(), "no set twice: {late:?}");
}
