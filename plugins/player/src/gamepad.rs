//! Game controllers: which of their buttons stands for which of the pad's.

use bevy::prelude::*;
use leafwing_input_manager::prelude::*;
use wonderwheel_game_modes::MenuAction;

use crate::{
    buttons::PadButton,
    pad_action::{MENU_BUTTONS, PadAction},
};

const BUTTONS: [(GamepadButton, PadButton); 16] = [
    (GamepadButton::LeftTrigger2, PadButton::L2),
    (GamepadButton::RightTrigger2, PadButton::R2),
    (GamepadButton::LeftTrigger, PadButton::L1),
    (GamepadButton::RightTrigger, PadButton::R1),
    (GamepadButton::North, PadButton::Triangle),
    (GamepadButton::East, PadButton::Circle),
    (GamepadButton::South, PadButton::Cross),
    (GamepadButton::West, PadButton::Square),
    (GamepadButton::Select, PadButton::Select),
    (GamepadButton::LeftThumb, PadButton::L3),
    (GamepadButton::RightThumb, PadButton::R3),
    (GamepadButton::Start, PadButton::Start),
    (GamepadButton::DPadUp, PadButton::Up),
    (GamepadButton::DPadRight, PadButton::Right),
    (GamepadButton::DPadDown, PadButton::Down),
    (GamepadButton::DPadLeft, PadButton::Left),
];

/// Adds the controller to the pad's mapping.
pub(crate) fn add_to(map: &mut InputMap<PadAction>) {
    map.insert_dual_axis(PadAction::LeftStick, GamepadStick::LEFT);
    map.insert_dual_axis(PadAction::RightStick, GamepadStick::RIGHT);
    for (button, pad) in BUTTONS {
        map.insert(PadAction::Button(pad), button);
    }
}

/// Adds the controller to the menus' mapping.
pub(crate) fn add_to_menus(map: &mut InputMap<MenuAction>) {
    for (pad, action) in MENU_BUTTONS {
        for (button, _) in BUTTONS.iter().filter(|(_, own)| *own == pad) {
            map.insert(action, *button);
        }
    }
    map.insert(MenuAction::Up, GamepadControlDirection::LEFT_UP);
    map.insert(MenuAction::Down, GamepadControlDirection::LEFT_DOWN);
}
