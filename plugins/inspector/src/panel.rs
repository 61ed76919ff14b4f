//! What a panel of the overlay is.

use std::any::Any;

use bevy::prelude::World;
use bevy_egui::egui::Ui;

use crate::in_play::Game;
use crate::selection::Selection;

/// A panel: a tab of the overlay's dock with its own state. Plugins add theirs with
/// [`Overlay::register`](crate::overlay::Overlay::register).
pub trait Panel: Any + Send + Sync {
    /// Its title, which also identifies it: every panel has another one.
    fn title(&self) -> &'static str;

    /// What its tab says now.
    fn tab(&self, _world: &World) -> String {
        self.title().into()
    }

    /// Whether a game's levels have it.
    fn is_of(&self, _game: Game) -> bool {
        true
    }

    /// Where it is at first.
    fn place(&self) -> Place {
        Place::Below
    }

    /// Whether the dock scrolls it. Panels that fill their room or scroll by themselves say no.
    fn scrolls(&self) -> bool {
        true
    }

    /// Draws it. It may change what is selected, and the world.
    fn show(&mut self, ui: &mut Ui, selected: &mut Option<Selection>, world: &mut World);
}

/// A place around the view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// At the right of the view.
    Side,
    /// Below those at the right.
    SideBelow,
    /// Below the view.
    Below,
}
