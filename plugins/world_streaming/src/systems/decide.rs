//! The one decision of a step, from the game's resources and back into them.

use bevy::asset::AssetServer;
use bevy::ecs::change_detection::DetectChangesMut;
use bevy::ecs::message::MessageWriter;
use bevy::ecs::query::With;
use bevy::ecs::system::{Local, Query, Res, ResMut, SystemParam};
use bevy::math::Vec3;

use crate::core::budget::SectorBudget;
use crate::core::clock::StreamClock;
use crate::core::competing::CompetingStreamers;
use crate::core::decide::{Outcome, Situation, decide};
use crate::core::decision::Decision;
use crate::core::decision_log::{DecisionLog, StreamingDecision};
use crate::core::run_hash::RunHash;
use crate::core::settings::StreamingSettings;
use crate::core::stats::StreamingStats;
use crate::core::worlds::Worlds;
use crate::level::entities::{Sector, SectorInUse};
use crate::level::residency::{AssetPartStore, FailedSectors, PartEvent, Residency};
use crate::level::textures::TextureRegistry;
use crate::systems::eyes::Eyes;
use crate::view::draw_distance::DrawDistance;

/// Brings the marks of the atomics in use into the tables.
pub(crate) fn gather_sectors_in_use(
    mut worlds: ResMut<Worlds>,
    used: Query<&Sector, With<SectorInUse>>,
) {
    let worlds = worlds.bypass_change_detection();
    for world in worlds.iter_mut() {
        world.clear_in_use();
    }
    for sector in &used {
        if let Some(world) = worlds.get_mut(sector.slot) {
            world.set_in_use(sector.index, true);
        }
    }
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
    /// Makes the decision of a step and publishes it.
    fn decide_in_step(&mut self, cameras: &[Vec3], draw_distance: f32, step: u64) {
        let decision = self.decide(cameras, draw_distance);
        match decision {
            Decision::ShortOfRoom { .. } => self.stats.short_frames += 1,
            Decision::Busy => self.stats.busy_frames += 1,
            _ => {}
        }
        self.publish(step, decision);
    }

    /// Makes a decision of a preload. Its passes are no frames: those that only wait are published once a row.
    pub(crate) fn decide_in_preload(&mut self, cameras: &[Vec3], draw_distance: f32) -> Decision {
        let decision = self.decide(cameras, draw_distance);
        if !self.log.joins_row(&decision) {
            self.publish(0, decision);
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
        let Outcome { decision, urgent } = decide(
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
        stats.urgent = urgent.unwrap_or(stats.urgent);
        stats.used_bytes = self.budget.used();
        stats.peak_bytes = self.budget.peak();
        decision
    }

    fn publish(&mut self, step: u64, decision: Decision) {
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
