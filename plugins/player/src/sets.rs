//! Where the systems of this crate run.

use bevy::prelude::SystemSet;

/// Where [`Pad`](crate::Pad) and [`ViewMouse`](crate::ViewMouse) are filled: in `PreUpdate`, after overlays wrote the gate.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PadSystems;

/// Where cameras move, in `Update`.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CameraSystems;
