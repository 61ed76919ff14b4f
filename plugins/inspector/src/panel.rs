//! What a panel of the overlay is.

use std::any::Any;

use bevy::prelude::World;
use bevy_egui::egui::Ui;

use crate::in_play::Game;
use crate::selection::Selection;

/// A panel: a tab of the overlay's dock with its own state. Plugins add theirs with
/// [`Overlay::register`](crate::overlay::Overlay::register).
pub trait Panel: Any + Send + Sync {
    /// Its row in the registry.
    fn row(&self) -> PanelRow;

    /// What its tab says now.
    fn tab(&self, _world: &World) -> String {
        self.row().title.into()
    }

    /// Draws it. It may change what is selected, and the world.
    fn show(&mut self, ui: &mut Ui, selected: &mut Option<Selection>, world: &mut World);
}

/// What the registry knows of a panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PanelRow {
    /// Its title, which also identifies it: every panel has another one.
    pub title: &'static str,
    /// Where it is at first.
    pub place: Place,
    /// The game whose levels have it; none for both.
    pub game: Option<Game>,
    /// The dock scrolls it.
    pub scrolls: bool,
}

impl PanelRow {
    /// Of both games, scrolled by the dock.
    pub const fn new(title: &'static str, place: Place) -> Self {
        Self {
            title,
            place,
            game: None,
            scrolls: true,
        }
    }

    /// Of one game.
    pub const fn only_of(mut self, game: Game) -> Self {
        self.game = Some(game);
        self
    }

    /// It fills its room or scrolls by itself.
    pub const fn filling(mut self) -> Self {
        self.scrolls = false;
        self
    }

    /// Whether a game's levels have it.
    pub fn is_of(&self, game: Game) -> bool {
        self.game.is_none_or(|own| own == game)
    }
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
