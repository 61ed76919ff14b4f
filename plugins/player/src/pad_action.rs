//! What keys and controllers are mapped to.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;
use wonderwheel_game_modes::MenuAction;

use crate::buttons::PadButton;

/// What the input manager maps keys and controllers to: the buttons and sticks of the pad.
#[derive(Actionlike, Reflect, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PadAction {
    /// A button.
    Button(PadButton),
    /// Moves; up is positive.
    #[actionlike(DualAxis)]
    LeftStick,
    /// Looks; up is positive.
    #[actionlike(DualAxis)]
    RightStick,
}

/// The pad's buttons in menus. Source: spec/modes.md 7.
pub(crate) const MENU_BUTTONS: [(PadButton, MenuAction); 6] = [
    (PadButton::Up, MenuAction::Up),
    (PadButton::Down, MenuAction::Down),
    (PadButton::Cross, MenuAction::Accept),
    (PadButton::Triangle, MenuAction::Back),
    (PadButton::Circle, MenuAction::Back),
    (PadButton::Start, MenuAction::Start),
];
