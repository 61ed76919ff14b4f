//! Lockstep: a run that is the same on every machine, because a step waits for the reads of the step before.
//!
//! Parts still load through the asset server on its own threads. In lockstep one system waits, at the start of a frame,
//! until everything asked for is there or has failed; so a part that was asked for in step n is resident at the start
//! of step n + 1, after step n was drawn.

use bevy::app::App;
use bevy::ecs::reflect::ReflectResource;
use bevy::ecs::resource::Resource;
use bevy::reflect::Reflect;
use bevy::time::TimeUpdateStrategy;

/// Whether steps wait for reads.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default, Reflect)]
#[reflect(Resource)]
pub struct Lockstep(pub bool);

/// Puts an app into lockstep: every update is one step of 1/30 s (the very first makes none), and reads are waited for.
pub fn enter(app: &mut App) {
    app.insert_resource(Lockstep(true))
        .insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
}
