//! What the bar says.

use bevy::prelude::World;
use wonderwheel_game_modes::{LoadingPhase, LoadingState};
use wonderwheel_gs_render::stats::GsStats;
use wonderwheel_world_streaming::prelude::{DrawDistance, StreamClock, StreamingStats};

use crate::history::Histories;
use crate::{in_play, text};

/// What the bar says: each fact with what it is the number of. Numbers of a level only with a level.
pub(crate) fn headline(world: &World) -> Vec<(&'static str, String)> {
    let mut facts = vec![level_fact(world)];
    if in_play::scene(world).is_some() {
        facts.extend(commando_facts(world));
    } else if world
        .get_resource::<LoadingState>()
        .is_some_and(LoadingState::is_ready)
    {
        facts.extend(streaming_facts(world));
    }
    if let Some(histories) = world.get_resource::<Histories>() {
        facts.push(("frame", text::milliseconds(histories.frame_ms_now())));
    }
    facts
}

/// The level, and how far it is.
fn level_fact(world: &World) -> (&'static str, String) {
    let Some(level) = world.get_resource::<LoadingState>() else {
        return ("", "no level".into());
    };
    let name = level.name.clone();
    match level.phase {
        LoadingPhase::None => ("", "no level".into()),
        LoadingPhase::Ready => ("level", name),
        LoadingPhase::Failed(_) => ("failed", name),
        LoadingPhase::Preparing | LoadingPhase::Asked | LoadingPhase::Loading => {
            ("loading", format!("{name} {:.0} %", level.progress * 100.0))
        }
    }
}

fn streaming_facts(world: &World) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if let Some(clock) = world.get_resource::<StreamClock>() {
        facts.push(("step", clock.step.to_string()));
    }
    if let Some(stats) = world.get_resource::<StreamingStats>() {
        facts.push(("parts", stats.resident_parts.to_string()));
        facts.push(("visible", stats.visible_sectors.to_string()));
        if stats.urgent {
            facts.push(("missing", "close by".into()));
        }
    }
    if let Some(distance) = world.get_resource::<DrawDistance>() {
        facts.push(("sees", text::metres(distance.current)));
    }
    facts
}

/// What the bar says of a level of this game on screen.
fn commando_facts(world: &World) -> Vec<(&'static str, String)> {
    let stats = world.get_resource::<GsStats>();
    stats.map_or_else(Vec::new, |stats| {
        vec![
            ("triangles", text::grouped(u64::from(stats.triangles))),
            ("calls", stats.draw_calls.to_string()),
        ]
    })
}
