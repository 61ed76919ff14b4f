//! The pad's state each frame, and the mapping of keys and game controllers to it.

use bevy::prelude::*;
use leafwing_input_manager::{plugin::InputManagerSystem, prelude::*};
use wonderwheel_game_modes::{GateSystems, InputGate, MenuAction, MenuInput, MenuTaps};

use crate::{
    buttons::{PadButton, stick_from_value},
    pad_action::{MENU_BUTTONS, PadAction},
    script::{InputScript, ScriptedInput},
    sets::PadSystems,
};

impl PadAction {
    /// The default mapping. Keys are meant by their position on the keyboard, not by the letter on them.
    /// Source: spec/camera-player.md 2.3 and 3.
    pub fn default_map() -> InputMap<Self> {
        let mut map = InputMap::default();
        map.insert_dual_axis(Self::LeftStick, VirtualDPad::wasd());
        map.insert_dual_axis(Self::RightStick, VirtualDPad::arrow_keys());
        for (key, button) in KEYS {
            map.insert(Self::Button(button), key);
        }
        #[cfg(feature = "gamepad")]
        crate::gamepad::add_to(&mut map);
        map
    }
}

/// Keyboard keys of the buttons. Shift and Space both stand for cross (fast), Ctrl for square (slow).
const KEYS: [(KeyCode, PadButton); 12] = [
    (KeyCode::KeyQ, PadButton::L1),
    (KeyCode::KeyE, PadButton::R1),
    (KeyCode::Digit1, PadButton::L2),
    (KeyCode::Digit2, PadButton::R2),
    (KeyCode::KeyI, PadButton::Triangle),
    (KeyCode::KeyL, PadButton::Circle),
    (KeyCode::KeyK, PadButton::Cross),
    (KeyCode::Space, PadButton::Cross),
    (KeyCode::ShiftLeft, PadButton::Cross),
    (KeyCode::KeyJ, PadButton::Square),
    (KeyCode::ControlLeft, PadButton::Square),
    (KeyCode::Tab, PadButton::Select),
];

/// The pad as the game sees it this frame.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[reflect(Resource, Default)]
pub struct Pad {
    /// Buttons held, one bit each ([`PadButton::bit`]).
    pub held: u16,
    /// Buttons held the frame before.
    pub was_held: u16,
    /// Left stick, -1 to 1, right and up positive.
    pub left: Vec2,
    /// Right stick.
    pub right: Vec2,
}

impl Pad {
    /// Whether the button is down.
    pub const fn holds(&self, button: PadButton) -> bool {
        self.held & button.bit() != 0
    }

    /// Whether the button went down this frame. Source: spec/modes.md 7 (`cur & ~prev`).
    pub const fn pressed(&self, button: PadButton) -> bool {
        self.held & !self.was_held & button.bit() != 0
    }

    /// Whether the button came up this frame.
    pub const fn released(&self, button: PadButton) -> bool {
        !self.held & self.was_held & button.bit() != 0
    }

    fn advance(&mut self, held: u16, left: Vec2, right: Vec2) {
        *self = Self {
            held,
            was_held: self.held,
            left,
            right,
        };
    }
}

/// Marks the entity whose `ActionState<PadAction>` is the pad.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PadInput;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(InputManagerPlugin::<PadAction>::default())
        .init_resource::<Pad>()
        .register_type::<Pad>()
        .configure_sets(
            PreUpdate,
            PadSystems
                .after(InputManagerSystem::ManualControl)
                .after(GateSystems),
        )
        .add_systems(PreUpdate, read_pad.in_set(PadSystems))
        .add_systems(
            PreUpdate,
            press_menu_buttons.in_set(InputManagerSystem::ManualControl),
        )
        .add_systems(Startup, add_controller_to_menus);
    app.world_mut().spawn((
        Name::new("pad"),
        PadInput,
        PadAction::default_map(),
        ActionState::<PadAction>::default(),
    ));
}

/// A script replaces the real pad: a run must not depend on what lies on a keyboard.
fn read_pad(
    actions: Single<&ActionState<PadAction>, With<PadInput>>,
    gate: Res<InputGate>,
    script: Option<Res<InputScript>>,
    scripted: Res<ScriptedInput>,
    mut pad: ResMut<Pad>,
) {
    if script.is_some() {
        pad.advance(scripted.held, scripted.left, scripted.right);
        return;
    }
    if gate.keyboard {
        pad.advance(0, Vec2::ZERO, Vec2::ZERO);
        return;
    }
    let held = PadButton::ALL
        .iter()
        .filter(|(button, _)| actions.pressed(&PadAction::Button(*button)))
        .fold(0, |held, (button, _)| held | button.bit());
    pad.advance(
        held,
        stick_from_value(actions.axis_pair(&PadAction::LeftStick)),
        stick_from_value(actions.axis_pair(&PadAction::RightStick)),
    );
}

/// A script plays the menus too, and then the real keyboard does not.
fn press_menu_buttons(
    script: Option<Res<InputScript>>,
    scripted: Res<ScriptedInput>,
    mut menu: Single<&mut ActionState<MenuAction>, With<MenuInput>>,
    mut taps: ResMut<MenuTaps>,
) {
    if script.is_none() {
        return;
    }
    menu.reset_all();
    taps.clear();
    for (button, action) in MENU_BUTTONS {
        if scripted.held & button.bit() != 0 {
            menu.press(&action);
        }
    }
}

#[cfg(feature = "gamepad")]
fn add_controller_to_menus(mut menu: Single<&mut InputMap<MenuAction>, With<MenuInput>>) {
    crate::gamepad::add_to_menus(&mut menu);
}

/// Without the feature there is no controller to add.
#[cfg(not(feature = "gamepad"))]
fn add_controller_to_menus() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn press_and_release_are_the_edges_of_held() {
        let mut pad = Pad::default();
        let cross = PadButton::Cross;
        pad.advance(cross.bit(), Vec2::ZERO, Vec2::ZERO);
        assert!(pad.holds(cross) && pad.pressed(cross) && !pad.released(cross));
        pad.advance(cross.bit(), Vec2::ZERO, Vec2::ZERO);
        assert!(pad.holds(cross) && !pad.pressed(cross));
        pad.advance(0, Vec2::ZERO, Vec2::ZERO);
        assert!(!pad.holds(cross) && pad.released(cross));
    }

    #[test]
    fn every_mapped_key_means_one_button() {
        let mut keys: Vec<String> = KEYS.iter().map(|(key, _)| format!("{key:?}")).collect();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), KEYS.len());
        // The sticks' keys must not double as buttons.
        for stick in [
            "KeyW",
            "KeyA",
            "KeyS",
            "KeyD",
            "ArrowUp",
            "ArrowDown",
            "ArrowLeft",
            "ArrowRight",
        ] {
            assert!(!keys.iter().any(|key| key == stick), "{stick}");
        }
    }
}
