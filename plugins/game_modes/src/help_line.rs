//! What the line of keys at the bottom of the view says.

use bevy::prelude::*;

/// Whether the line is shown.
#[derive(Resource, Reflect, Clone, PartialEq, Eq, Debug)]
#[reflect(Resource, Default)]
pub struct HelpLine {
    /// What the player wants; H switches it. Default: yes.
    pub wanted: bool,
    /// Something lies over the view's lower edge. Default: no.
    pub covered: bool,
    /// Keys of what is shown, after the player's own. Default: none.
    pub more: String,
}

impl Default for HelpLine {
    fn default() -> Self {
        Self {
            wanted: true,
            covered: false,
            more: String::new(),
        }
    }
}
