//! The systems of a step and of a frame: cameras, decision, draw distance, visibility, draw list.

use bevy::asset::{AssetServer, Assets};
use bevy::ecs::change_detection::{DetectChanges, DetectChangesMut};
use bevy::ecs::component::Component;
use bevy::ecs::entity::Entity;
use bevy::ecs::message::MessageWriter;
use bevy::ecs::query::With;
use bevy::ecs::reflect::{ReflectComponent, ReflectResource};
use bevy::ecs::resource::Resource;
use bevy::ecs::system::{Local, Query, Res, ResMut, SystemParam};
use bevy::math::Vec3;
use bevy::reflect::Reflect;
use wonderwheel_level_assets::LevelAsset;

use crate::core::budget::SectorBudget;
use crate::core::clock::{STEPS_PER_SECOND, StreamClock};
use crate::core::competing::CompetingStreamers;
use crate::core::decision::{Decision, SLOTS, Situation, URGENT_SQ, Worlds, decide};
use crate::core::decision_log::{DecisionLog, StreamingDecision};
use crate::core::run_hash::RunHash;
use crate::core::settings::StreamingSettings;
use crate::core::stats::StreamingStats;
use crate::core::tables::{PartState, SectorState};
use crate::level::current::CurrentLevel;
use crate::level::entities::{Sector, SectorInUse};
use crate::level::residency::{AssetPartStore, FailedSectors, PartEvent, Residency};
use crate::level::textures::TextureRegistry;
use crate::view::camera::GameCamera;
use crate::view::draw_distance::DrawDistanceStep;
use crate::view::draw_list::DrawList;
use crate::view::occlusion::Occlusion;
use crate::view::visibility::{View, find_visible};

/// Which viewport a [`GameCamera`] is; cameras without one come after those with one, in the order of their entities.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Reflect)]
#[reflect(Component)]
pub struct ViewportNumber(pub u32);

/// How far the view reaches.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Reflect)]
#[reflect(Resource)]
pub struct DrawDistance {
    /// The far clip of this frame, metres.
    pub current: f32,
    /// Distance of the nearest missing scenery, metres; `f32::MAX` when nothing is missing.
    pub pending: f32,
}

impl Default for DrawDistance {
    fn default() -> Self {
        Self {
            current: crate::view::camera::Lens::PLAYER.far,
            pending: crate::core::distance::NOTHING_MISSING,
        }
    }
}

/// Where the cameras stood in this step and where they are going. Reused from step to step.
#[derive(Resource, Debug, Default)]
pub(crate) struct Eyes {
    now: Vec<Vec3>,
    /// The same, and ahead of each moving one.
    searched: Vec<Vec3>,
    before: Vec<Vec3>,
    order: Vec<(u32, Entity, Vec3)>,
    lowest_far: f32,
}

/// A camera that moved farther than this in one step was placed anew, metres.
const TELEPORT: f32 = 20.0;

/// Gathers the cameras of a step.
pub(crate) fn gather_eyes(
    mut eyes: ResMut<Eyes>,
    settings: Res<StreamingSettings>,
    cameras: Query<(Entity, &GameCamera, Option<&ViewportNumber>)>,
) {
    let eyes = &mut *eyes;
    std::mem::swap(&mut eyes.now, &mut eyes.before);
    eyes.now.clear();
    eyes.searched.clear();
    eyes.order.clear();
    eyes.lowest_far = f32::MAX;
    for (entity, camera, viewport) in &cameras {
        eyes.order.push((
            viewport.map_or(u32::MAX, |viewport| viewport.0),
            entity,
            camera.position,
        ));
        eyes.lowest_far = eyes.lowest_far.min(camera.lens.far);
    }
    eyes.order
        .sort_unstable_by_key(|&(viewport, entity, _)| (viewport, entity));
    eyes.now
        .extend(eyes.order.iter().map(|&(_, _, position)| position));
    eyes.searched.extend_from_slice(&eyes.now);
    let look_ahead = settings.look_ahead();
    if look_ahead > 0.0 && eyes.before.len() == eyes.now.len() {
        for (&now, &before) in eyes.now.iter().zip(&eyes.before) {
            let moved = now - before;
            if moved != Vec3::ZERO && moved.length() < TELEPORT {
                eyes.searched
                    .push(now + moved * (look_ahead * STEPS_PER_SECOND as f32));
            }
        }
    }
}

/// One more step of the clock.
pub(crate) fn advance_clock(mut clock: ResMut<StreamClock>) {
    clock.advance();
}

/// Everything that one decision reads and writes.
#[derive(SystemParam)]
pub(crate) struct Decisions<'w, 's> {
    pub(crate) worlds: ResMut<'w, Worlds>,
    pub(crate) residency: ResMut<'w, Residency>,
    pub(crate) settings: Res<'w, StreamingSettings>,
    budget: Res<'w, SectorBudget>,
    textures: ResMut<'w, TextureRegistry>,
    failed: ResMut<'w, FailedSectors>,
    others: ResMut<'w, CompetingStreamers>,
    server: Res<'w, AssetServer>,
    log: ResMut<'w, DecisionLog>,
    hash: ResMut<'w, RunHash>,
    stats: ResMut<'w, StreamingStats>,
    decisions: MessageWriter<'w, StreamingDecision>,
    parts: MessageWriter<'w, PartEvent>,
    used: Query<'w, 's, &'static Sector, With<SectorInUse>>,
    scratch: Local<'s, Vec<PartEvent>>,
}

impl Decisions<'_, '_> {
    /// Makes the decision of a step and tells everybody.
    fn decide_in_step(&mut self, cameras: &[Vec3], draw_distance: f32, step: u64) {
        let decision = self.decide(cameras, draw_distance);
        match decision {
            Decision::ShortOfRoom { .. } => self.stats.short_frames += 1,
            Decision::Busy => self.stats.busy_frames += 1,
            _ => {}
        }
        self.tell(step, decision);
    }

    /// Makes a decision of a preload. Its passes are no frames: those that only wait are told once a row.
    pub(crate) fn decide_in_preload(&mut self, cameras: &[Vec3], draw_distance: f32) -> Decision {
        let decision = self.decide(cameras, draw_distance);
        if !self.log.joins_row(&decision) {
            self.tell(0, decision);
        }
        decision
    }

    fn decide(&mut self, cameras: &[Vec3], draw_distance: f32) -> Decision {
        let used = &self.used;
        let in_use = |slot, index| used.iter().any(|sector| *sector == Sector { slot, index });
        let mut store = AssetPartStore {
            residency: &mut self.residency,
            server: &self.server,
            textures: &mut self.textures,
            failed: &mut self.failed,
            in_use: &in_use,
            events: &mut self.scratch,
        };
        let rules = self.settings.rules();
        let situation = Situation {
            cameras,
            draw_distance,
            rules: &rules,
        };
        let decision = decide(
            &mut self.worlds,
            &situation,
            &self.budget,
            &mut store,
            &mut self.others,
        );

        let stats = &mut *self.stats;
        if matches!(decision, Decision::Request { .. }) {
            stats.requests += 1;
        }
        for event in self.scratch.drain(..) {
            if matches!(event, PartEvent::Freed { .. }) {
                stats.frees += 1;
            }
            self.parts.write(event);
        }
        stats.urgent = self
            .worlds
            .iter()
            .filter_map(|world| world.last_found())
            .any(|found| found.distance_sq < URGENT_SQ);
        stats.used_bytes = self.budget.used();
        stats.peak_bytes = self.budget.peak();
        decision
    }

    fn tell(&mut self, step: u64, decision: Decision) {
        self.log.push(step, decision);
        self.hash.decision(step, &decision);
        self.hash.number(self.stats.used_bytes);
        self.decisions.write(StreamingDecision { step, decision });
    }

    /// Adds what was seen in the last frame to the run's hash.
    pub(crate) fn hash_marks(&mut self) {
        for world in self.worlds.iter() {
            self.hash.marks(world.visible());
        }
    }
}

/// The decision of a step.
pub(crate) fn decide_step(
    mut decisions: Decisions,
    eyes: Res<Eyes>,
    draw_distance: Res<DrawDistance>,
    clock: Res<StreamClock>,
) {
    decisions.hash_marks();
    if !decisions.settings.frozen {
        decisions.decide_in_step(&eyes.searched, draw_distance.current, clock.step);
    }
}

/// Moves the draw distance by one step.
pub(crate) fn move_draw_distance(
    mut draw_distance: ResMut<DrawDistance>,
    settings: Res<StreamingSettings>,
    worlds: Res<Worlds>,
    eyes: Res<Eyes>,
    mut hash: ResMut<RunHash>,
) {
    if eyes.now.is_empty() {
        return;
    }
    let mut pending = worlds.pending_distance(&eyes.now);
    if eyes.searched.len() > eyes.now.len() {
        // What was found from ahead need not be what is missing nearest to here.
        let rules = settings.rules();
        pending = pending.min(worlds.missing_distance(&eyes.now, draw_distance.current, &rules));
    }
    let step = DrawDistanceStep {
        viewports: eyes.now.len() as u32,
        ..DrawDistanceStep::at_30_hz(pending, eyes.lowest_far)
    };
    let current = match settings.fixed_draw_distance {
        Some(fixed) => fixed.max(1.0),
        None => step.advance(draw_distance.current),
    };
    *draw_distance = DrawDistance { current, pending };
    hash.exact(current);
}

/// The level's far clip is the cameras' own far clip: given to every camera when it changes and to new cameras.
pub(crate) fn give_cameras_the_levels_far_clip(
    level: Res<CurrentLevel>,
    mut last: Local<Option<f32>>,
    mut cameras: Query<&mut GameCamera>,
) {
    if level.name.is_empty() {
        return;
    }
    let far = level.settings.far;
    let changed = *last != Some(far);
    *last = Some(far);
    for mut camera in &mut cameras {
        if (changed || camera.is_added()) && camera.lens.far != far {
            camera.lens.far = far;
        }
    }
}

/// Room that the visibility pass uses from frame to frame.
#[derive(Debug, Default)]
pub(crate) struct VisibilityScratch {
    order: Vec<(u32, Entity)>,
    occlusion: Occlusion,
    first_lists: [Vec<u32>; 2],
}

/// The visibility pass of every viewport.
pub(crate) fn find_visible_sectors(
    mut worlds: ResMut<Worlds>,
    settings: Res<StreamingSettings>,
    level: Res<CurrentLevel>,
    levels: Res<Assets<LevelAsset>>,
    draw_distance: Res<DrawDistance>,
    cameras: Query<(Entity, &GameCamera, Option<&ViewportNumber>)>,
    mut scratch: Local<VisibilityScratch>,
) {
    // The marks are no change of state that anybody waits for.
    let worlds = worlds.bypass_change_detection();
    let VisibilityScratch {
        order,
        occlusion,
        first_lists,
    } = &mut *scratch;
    order.clear();
    order.extend(
        cameras
            .iter()
            .map(|(entity, _, viewport)| (viewport.map_or(u32::MAX, |number| number.0), entity)),
    );
    order.sort_unstable();
    let first = order
        .first()
        .and_then(|&(_, entity)| cameras.get(entity).ok());
    let Some(pvs_eye) = first.map(|(_, camera, _)| camera.position) else {
        worlds.reset_visibility();
        return;
    };
    let occluders = level
        .level
        .as_ref()
        .filter(|_| settings.occluders)
        .and_then(|handle| levels.get(handle))
        .map_or(&[][..], |level| &level.occluders);
    let rules = settings.rules();
    for (at, &(_, entity)) in order.iter().enumerate() {
        let Ok((_, camera, _)) = cameras.get(entity) else {
            continue;
        };
        let frustum = camera.frustum(draw_distance.current);
        occlusion.set_up(occluders, camera.position, &frustum);
        let view = View {
            eye: camera.position,
            frustum: &frustum,
            occlusion,
            first: at == 0,
            pvs_eye,
            pvs_enabled: settings.pvs,
        };
        for slot in SLOTS {
            find_visible(worlds, slot, &view, &rules);
        }
        // The draw list is the first viewport's; the others only add their marks.
        if at == 0 && order.len() > 1 {
            swap_lists(worlds, first_lists);
        }
    }
    if order.len() > 1 {
        swap_lists(worlds, first_lists);
    }
}

fn swap_lists(worlds: &mut Worlds, lists: &mut [Vec<u32>; 2]) {
    for (slot, list) in SLOTS.into_iter().zip(lists) {
        if let Some(world) = worlds.get_mut(slot) {
            std::mem::swap(&mut world.collected, list);
        }
    }
}

/// Hands the visible sectors to whoever draws.
pub(crate) fn collect_draw_list(
    mut list: ResMut<DrawList>,
    mut stats: ResMut<StreamingStats>,
    worlds: Res<Worlds>,
    residency: Res<Residency>,
    clock: Res<StreamClock>,
) {
    list.collect(&worlds, &residency, clock.ms());
    stats.visible_sectors = list.len() as u32;
    stats.resident_parts = worlds
        .iter()
        .map(|world| world.count_parts(PartState::Resident))
        .sum();
    stats.resident_sectors = worlds
        .iter()
        .map(|world| world.count_sectors(SectorState::Loaded))
        .sum();
    stats.most_resident_sectors = stats.most_resident_sectors.max(stats.resident_sectors);
}
