//! In lockstep a frame waits for the reads of the frame before.

use std::time::{Duration, Instant};

use bevy::asset::{AssetServer, handle_internal_asset_events};
use bevy::ecs::world::World;
use bevy::log::error;
use bevy::tasks::tick_global_task_pools_on_main_thread;

use crate::level::files::is_settled;
use crate::level::load_state::LevelLoad;
use crate::level::residency::Residency;

/// A read that takes longer than this is taken for one that never ends, and the frame goes on without it.
const LONGEST_READ: Duration = Duration::from_secs(120);

/// How long to sleep between two looks at the asset server.
const PAUSE: Duration = Duration::from_micros(100);

/// Waits until no read of the level or its parts is in flight.
pub(crate) fn wait_for_reads(world: &mut World) {
    let started = Instant::now();
    while reads_in_flight(world) {
        handle_internal_asset_events(world);
        let server = world.resource::<AssetServer>().clone();
        world.resource_mut::<LevelLoad>().ask_for_more(&server);
        if !reads_in_flight(world) {
            break;
        }
        if started.elapsed() > LONGEST_READ {
            error!(
                "a read did not end within {} s; lockstep goes on without it",
                LONGEST_READ.as_secs()
            );
            break;
        }
        tick_global_task_pools_on_main_thread();
        std::thread::sleep(PAUSE);
    }
}

fn reads_in_flight(world: &World) -> bool {
    let server = world.resource::<AssetServer>();
    let parts = &world.resource::<Residency>().pending;
    parts
        .iter()
        .any(|pending| !is_settled(server, &pending.asset))
        || !world.resource::<LevelLoad>().is_settled(server)
}
