//! From the streamed world to the scene, once a rendered frame.

use std::time::Instant;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy::render::render_asset::RenderAssetBytesPerFrame;
use wonderwheel_level_assets::faults::LevelFaults;
use wonderwheel_level_assets::level::{GlowModel, LevelAsset};
use wonderwheel_level_assets::mesh::SceneryMesh;
use wonderwheel_level_assets::texture::GsTexture;
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_world_streaming::prelude::*;
use wonderwheel_world_streaming::view::camera::GameCamera;

use crate::level_lights::LevelLights;
use crate::lights::{LightLists, LightSelection, Replacement};
use crate::lines::{DebugLines, Depth};
use crate::scene::{Fog, GsScene, GsView, Layer, PlacedMesh, Tint};
use crate::sets::GsRenderSet;
use crate::settings::GsSettings;
use crate::stats::{GsStats, milliseconds};
use crate::textures::ResolvedTextures;

/// The skyline begins here unless scenery is missing nearer. Source: spec/gs-pipeline.md 9.
const SKYLINE_NEAR: f32 = 39.0;
/// And never nearer than this.
const SKYLINE_NEAREST: f32 = 0.1;
/// Colour of the boxes of sectors that could not be loaded.
const FAILED_COLOUR: [u8; 4] = [255, 64, 64, 255];

pub(crate) fn add_systems(app: &mut App) {
    app.init_resource::<ResolvedTextures>().add_systems(
        PostUpdate,
        (
            forget_reloaded,
            collect_timed,
            note_blends_by_frame_alpha,
            draw_failed_boxes,
        )
            .chain()
            .in_set(GsRenderSet::Collect)
            .run_if(resource_exists::<DrawList>.and_then(resource_exists::<Assets<SceneryMesh>>)),
    );
    if app.get_sub_app(RenderApp).is_some() {
        app.add_systems(PostUpdate, limit_uploads);
    }
}

/// What the streamed world hands over.
#[derive(SystemParam)]
pub(crate) struct StreamedWorld<'w, 's> {
    viewports: Viewports<'w, 's>,
    list: Res<'w, DrawList>,
    level: Res<'w, CurrentLevel>,
    levels: Res<'w, Assets<LevelAsset>>,
    meshes: Res<'w, Assets<SceneryMesh>>,
    distance: Res<'w, DrawDistance>,
    clock: Res<'w, StreamClock>,
    registry: Res<'w, TextureRegistry>,
    streaming: Res<'w, StreamingSettings>,
}

impl StreamedWorld<'_, '_> {
    /// The camera of the first viewport, once there is a level to look at.
    fn first_camera(&self) -> Option<&GameCamera> {
        let there = self.level.phase != LevelPhase::None;
        self.viewports.first().filter(|_| there)
    }
}

/// What lasts from frame to frame.
#[derive(Default)]
struct LightState {
    lamps: LevelLights,
    lists: LightLists,
}

fn collect_timed(
    streamed: StreamedWorld,
    settings: Res<GsSettings>,
    mut resolved: ResMut<ResolvedTextures>,
    mut lights: Local<LightState>,
    mut scene: ResMut<GsScene>,
    mut stats: ResMut<GsStats>,
) {
    let start = Instant::now();
    collect(&streamed, &settings, &mut resolved, &mut lights, &mut scene);
    stats.collect_ms = milliseconds(start);
}

fn collect(
    streamed: &StreamedWorld,
    settings: &GsSettings,
    resolved: &mut ResolvedTextures,
    lights: &mut LightState,
    scene: &mut GsScene,
) {
    let LightState { lamps, lists } = lights;
    scene.meshes.clear();
    let Some(camera) = streamed.first_camera() else {
        // Black, as the original leaves the background when a level is gone. Source: spec/world-addenda.md 8.
        *scene = GsScene {
            fog: Fog {
                colour: [0; 3],
                ..Fog::default()
            },
            ..GsScene::default()
        };
        return;
    };
    let level = &streamed.level.settings;
    let far = streamed.distance.current;
    scene.fog = Fog {
        colour: level.fog_bytes(),
        start: far * level.fog_start,
    };
    scene.overlay = level.overlay.and_then(Tint::from_unit);
    scene.view = Some(view_of(camera, far, streamed.distance.pending));
    let now_ms = streamed.clock.ms();
    lamps.fill(level, now_ms, &mut scene.lights);
    lists.cull(&scene.lights, camera.position, &camera.frustum(far), far);
    lamps.flicker(level, now_ms, lists, &mut scene.lights);
    resolved.follow(streamed.registry.generation());

    let asset = streamed
        .level
        .level
        .as_ref()
        .and_then(|handle| streamed.levels.get(handle));
    if let Some(asset) = asset {
        let lights = lists.background(&scene.lights);
        place_background(asset, streamed, settings, lights, resolved, scene);
        if let Some(glow) = asset.glow.as_ref().filter(|_| settings.layers.glow) {
            place_glow(glow, streamed, resolved, scene);
        }
    }
    let replacement = match streamed.streaming.mode {
        StreamingMode::Faithful => Replacement::Faithful,
        StreamingMode::Improved => Replacement::Improved,
    };
    let worlds = [
        (
            Layer::Scenery,
            &streamed.list.scenery,
            settings.layers.scenery,
        ),
        (Layer::Detail, &streamed.list.detail, settings.layers.detail),
    ];
    for (layer, sectors, wanted) in worlds {
        if !wanted {
            continue;
        }
        // The list is collected back to front and drawn from its end. Source: spec/gs-pipeline.md 9.
        for sector in sectors.iter().rev() {
            let Some(mesh) = streamed.meshes.get(&sector.mesh) else {
                continue;
            };
            let [x, y, z, radius] = mesh.sphere;
            let centre = sector.origin + Vec3::new(x, y, z);
            let id = sector.mesh.id();
            let find = |name: &str| find_or_report(&streamed.registry, name);
            scene.meshes.push(PlacedMesh {
                layer,
                mesh: id,
                textures: resolved.of(id, &mesh.materials, find),
                rotation: Mat3::IDENTITY,
                origin: sector.origin,
                fade: Some(sector.alpha),
                lights: lists.select(&scene.lights, centre, radius, replacement),
            });
        }
    }
}

/// A texture by its name; a name that no file brings is reported.
fn find_or_report(registry: &TextureRegistry, name: &str) -> Option<AssetId<GsTexture>> {
    let found = registry.find(name).map(Handle::id);
    if found.is_none() {
        registry.report_missing(name);
    }
    found
}

fn view_of(camera: &GameCamera, far: f32, nearest_missing: f32) -> GsView {
    GsView {
        position: camera.position,
        forward: camera.forward(),
        up: camera.up(),
        lens: camera.lens,
        far,
        skyline_near: nearest_missing.clamp(SKYLINE_NEAREST, SKYLINE_NEAR),
    }
}

/// Sky and clouds round the camera, the skyline in the world. Source: spec/gs-pipeline.md 9.
fn place_background(
    asset: &LevelAsset,
    streamed: &StreamedWorld,
    settings: &GsSettings,
    lights: LightSelection,
    resolved: &mut ResolvedTextures,
    scene: &mut GsScene,
) {
    let turned = cloud_turn(streamed.clock.ms());
    let models = [
        (Layer::Sky, &asset.sky, Mat3::IDENTITY, settings.layers.sky),
        (Layer::Clouds, &asset.clouds, turned, settings.layers.sky),
        (
            Layer::Skyline,
            &asset.skyline,
            Mat3::IDENTITY,
            settings.layers.skyline,
        ),
    ];
    for (layer, model, turn, wanted) in models {
        let Some(model) = model.as_ref().filter(|_| wanted) else {
            continue;
        };
        let Some(mesh) = streamed.meshes.get(&model.mesh) else {
            continue;
        };
        let id = model.mesh.id();
        // A background model shows its dictionary's first texture, whatever its materials name.
        let texture = model.texture.as_ref().map(Handle::id);
        scene.meshes.push(PlacedMesh {
            layer,
            mesh: id,
            textures: resolved.same(id, &mesh.materials, texture),
            rotation: turn * Mat3::from_mat4(model.model_from_mesh),
            origin: turn * model.model_from_mesh.w_axis.truncate(),
            fade: None,
            lights,
        });
    }
}

/// `(x cos - z sin, y, x sin + z cos)` with one radian a minute. Source: spec/gs-pipeline.md 9.
fn cloud_turn(now_ms: u64) -> Mat3 {
    let angle = (now_ms as f64 / 60_000.0).rem_euclid(std::f64::consts::TAU) as f32;
    Mat3::from_rotation_y(-angle)
}

/// The glow world is unlit: RenderWare's default pipeline without the lit flag. Source: spec/gs-pipeline.md 4.1.
fn place_glow(
    glow: &GlowModel,
    streamed: &StreamedWorld,
    resolved: &mut ResolvedTextures,
    scene: &mut GsScene,
) {
    let Some(mesh) = streamed.meshes.get(&glow.mesh) else {
        return;
    };
    let find = |name: &str| {
        let own = glow
            .textures
            .iter()
            .find(|named| named.name == name)
            .map(|named| named.texture.id());
        own.or_else(|| find_or_report(&streamed.registry, name))
    };
    scene.meshes.push(PlacedMesh {
        layer: Layer::Glow,
        mesh: glow.mesh.id(),
        textures: resolved.of(glow.mesh.id(), &mesh.materials, find),
        rotation: Mat3::IDENTITY,
        origin: Vec3::ZERO,
        fade: None,
        lights: LightSelection::default(),
    });
}

fn forget_reloaded(
    mut events: MessageReader<AssetEvent<SceneryMesh>>,
    mut resolved: ResMut<ResolvedTextures>,
) {
    for event in events.read() {
        if let AssetEvent::Modified { id } | AssetEvent::Removed { id } = event {
            resolved.forget(*id);
        }
    }
}

/// Second layers that are drawn otherwise than the material says are faults of the level, one a material set.
fn note_blends_by_frame_alpha(
    mut resolved: ResMut<ResolvedTextures>,
    server: Res<AssetServer>,
    mut faults: ResMut<LevelFaults>,
) {
    for (mesh, count) in resolved.take_blends_by_frame_alpha() {
        let path = server.get_path(mesh);
        let file = path.as_ref().and_then(|path| path.path().file_name());
        let file = file.map_or(String::new(), |name| name.to_string_lossy().into_owned());
        let label = path.as_ref().and_then(|path| path.label());
        let place = label.unwrap_or("a mesh").to_owned();
        let words = format!(
            "second layers of {count} materials are weighted by the frame's alpha, which is not kept; they are drawn \
             weighted by their own"
        );
        faults.note(Fault::of_file(file, FaultKind::Unsupported, words).within(place));
    }
}

/// A sector whose part could not be loaded is drawn as its box.
fn draw_failed_boxes(
    failed: Res<FailedSectors>,
    settings: Res<GsSettings>,
    mut lines: ResMut<DebugLines>,
) {
    if !settings.failed_boxes {
        return;
    }
    for sector in &failed.sectors {
        lines.aabb(&sector.bounds, FAILED_COLOUR, Depth::Tested);
    }
}

/// Uploads are spread over frames in play; in lockstep a part that has arrived is in the picture at once.
fn limit_uploads(
    settings: Res<GsSettings>,
    lockstep: Option<Res<Lockstep>>,
    mut limit: ResMut<RenderAssetBytesPerFrame>,
) {
    let unlimited =
        settings.upload_bytes_per_frame == 0 || lockstep.is_some_and(|lockstep| lockstep.0);
    let bytes = (!unlimited).then_some(settings.upload_bytes_per_frame as usize);
    if limit.max_bytes != bytes {
        limit.max_bytes = bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clouds_turn_by_a_radian_a_minute_backwards_about_the_vertical() {
        let turned = cloud_turn(60_000) * Vec3::new(2.0, 3.0, 5.0);
        let (sin, cos) = 1.0_f32.sin_cos();
        let expected = Vec3::new(2.0 * cos - 5.0 * sin, 3.0, 2.0 * sin + 5.0 * cos);
        assert!((turned - expected).length() < 1e-5, "{turned}");
    }

    #[test]
    fn the_skyline_fills_holes_that_are_nearer_than_39_metres() {
        let near = |missing| view_of(&GameCamera::default(), 115.0, missing).skyline_near;
        assert_eq!((near(f32::MAX), near(12.5), near(0.0)), (39.0, 12.5, 0.1));
    }
}
