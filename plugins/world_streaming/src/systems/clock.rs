//! The simulation's clock advances.

use bevy::ecs::system::ResMut;

use crate::core::clock::StreamClock;

/// One more step of the clock.
pub(crate) fn advance_clock(mut clock: ResMut<StreamClock>) {
    clock.advance();
}
