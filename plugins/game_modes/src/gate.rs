//! Who the input belongs to: the game, or an overlay drawn over it.

use bevy::prelude::*;

/// What an overlay has taken for itself this frame. Everything in the game that reads the keyboard or the mouse asks here
/// first; an overlay writes it in [`GateSystems`].
///
/// A gate closed too late must do no harm either (an overlay often knows what it wants only at the end of a frame), so
/// readers of drags remember where a drag began instead of asking again each frame.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[reflect(Resource, Default)]
pub struct InputGate {
    /// The mouse is over the overlay or dragging in it.
    pub pointer: bool,
    /// A text field of the overlay has the keyboard.
    pub keyboard: bool,
}

/// Where overlays write the [`InputGate`]: in `PreUpdate`, before any of the game's own input is read.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GateSystems;
