//! What the menus read: up, down, accept, back; and in play: pause.

use bevy::{
    input::{InputSystems, keyboard::KeyboardInput},
    prelude::*,
};
use leafwing_input_manager::{plugin::InputManagerSystem, prelude::*};

use crate::{
    drive::{ModeDrive, ModeStack, drive_modes},
    gate::{GateSystems, InputGate},
    mode::GameMode,
};

/// The buttons of the menus. The input manager maps keys (and pad buttons, with the feature `gamepad` of the player crate)
/// to them. Source: spec/modes.md 7.
#[derive(Actionlike, Reflect, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MenuAction {
    /// One line up.
    Up,
    /// One line down.
    Down,
    /// Take the selected line.
    Accept,
    /// One screen back.
    Back,
    /// START: pauses, and ends a pause.
    Start,
}

impl MenuAction {
    const ALL: [Self; 5] = [Self::Up, Self::Down, Self::Accept, Self::Back, Self::Start];

    /// The keyboard's mapping, by physical position.
    pub fn keyboard_map() -> InputMap<Self> {
        InputMap::new(KEYS)
    }
}

/// Keyboard keys of the actions.
const KEYS: [(MenuAction, KeyCode); 11] = [
    (MenuAction::Up, KeyCode::ArrowUp),
    (MenuAction::Up, KeyCode::KeyW),
    (MenuAction::Down, KeyCode::ArrowDown),
    (MenuAction::Down, KeyCode::KeyS),
    (MenuAction::Accept, KeyCode::Enter),
    (MenuAction::Accept, KeyCode::NumpadEnter),
    (MenuAction::Accept, KeyCode::Space),
    (MenuAction::Back, KeyCode::Backspace),
    (MenuAction::Back, KeyCode::Escape),
    (MenuAction::Start, KeyCode::Escape),
    (MenuAction::Start, KeyCode::KeyP),
];

/// Marks the entity whose `ActionState<MenuAction>` the menus read. Other crates may add inputs to its map, or press its
/// actions in `InputManagerSystem::ManualControl`.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MenuInput;

/// Where this frame's [`MenuCommands`] are made: in `PreUpdate`, after the input manager.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MenuSystems;

/// What the menus read this frame.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MenuCommands {
    /// Lines to move: negative up, positive down.
    pub lines: i32,
    /// Accept was released.
    pub accept: bool,
    /// Back was released.
    pub back: bool,
    /// START went down.
    pub start: bool,
}

/// A mode's text field has the keyboard: keys that print, or erase, mean nothing else.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Typing(pub bool);

impl Typing {
    /// Whether the key goes into the text.
    fn takes(self, key: KeyCode) -> bool {
        use KeyCode::{Backspace, KeyP, KeyS, KeyW, Space};
        self.0 && matches!(key, KeyW | KeyS | KeyP | Space | Backspace)
    }
}

/// Seconds until a held direction repeats for the first time. Source: spec/modes.md 7.
const FIRST_REPEAT: f32 = 0.4;
/// Seconds between repeats: the menus' minimum gap. Source: spec/modes.md 7.
const NEXT_REPEAT: f32 = 0.11;

/// How often each button's keys went down since the last frame, in the order of the actions. A slow frame holds several
/// presses, and all of them count. What plays the menus in the keyboard's place clears it in
/// `InputManagerSystem::ManualControl`.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MenuTaps([u8; MenuAction::ALL.len()]);

impl MenuTaps {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    fn of(&self, action: MenuAction) -> i32 {
        self.0[action as usize].into()
    }
}

/// Turns held buttons into commands. A button that was already down when a mode began says nothing until it has been let
/// go: the press that opened a pause must not close it.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct MenuReader {
    held: [bool; MenuAction::ALL.len()],
    stale: [bool; MenuAction::ALL.len()],
    repeat_in: f32,
}

impl MenuReader {
    /// A new mode is on top.
    fn forget(&mut self) {
        self.stale = self.held;
    }

    /// One frame. `held` is in the order of [`MenuAction::ALL`].
    fn read(
        &mut self,
        held: [bool; MenuAction::ALL.len()],
        taps: MenuTaps,
        delta: f32,
    ) -> MenuCommands {
        let was = std::mem::replace(&mut self.held, held);
        let stale = self.stale;
        for (stale, held) in self.stale.iter_mut().zip(held) {
            *stale &= held;
        }
        let pressed = |action: MenuAction| {
            let i = action as usize;
            held[i] && !was[i]
        };
        let released = |action: MenuAction| {
            let i = action as usize;
            !held[i] && was[i] && !stale[i]
        };
        let direction =
            i32::from(self.live(MenuAction::Down)) - i32::from(self.live(MenuAction::Up));
        let tapped = taps.of(MenuAction::Down) - taps.of(MenuAction::Up);
        let lines = if tapped != 0 {
            self.repeat_in = FIRST_REPEAT;
            tapped
        } else if pressed(MenuAction::Up) || pressed(MenuAction::Down) {
            self.repeat_in = FIRST_REPEAT;
            direction
        } else if direction != 0 {
            self.repeat_in -= delta;
            if self.repeat_in <= 0.0 {
                self.repeat_in += NEXT_REPEAT;
                direction
            } else {
                0
            }
        } else {
            0
        };
        MenuCommands {
            lines,
            accept: released(MenuAction::Accept),
            back: released(MenuAction::Back),
            start: pressed(MenuAction::Start),
        }
    }

    fn live(&self, action: MenuAction) -> bool {
        self.held[action as usize] && !self.stale[action as usize]
    }
}

pub(crate) fn plugin(app: &mut App) {
    if !app.is_plugin_added::<InputManagerPlugin<MenuAction>>() {
        app.add_plugins(InputManagerPlugin::<MenuAction>::default());
    }
    app.init_resource::<MenuCommands>()
        .init_resource::<MenuReader>()
        .init_resource::<MenuTaps>()
        .init_resource::<Typing>()
        .init_resource::<InputGate>()
        .register_type::<InputGate>()
        .configure_sets(
            PreUpdate,
            GateSystems
                .after(InputSystems)
                .before(InputManagerSystem::ManualControl),
        )
        .configure_sets(
            PreUpdate,
            MenuSystems
                .after(InputManagerSystem::ManualControl)
                .after(GateSystems),
        )
        .add_systems(
            PreUpdate,
            (
                (press_short_taps, count_taps)
                    .after(InputManagerSystem::Update)
                    .before(InputManagerSystem::ManualControl),
                read_menu_input.in_set(MenuSystems),
            ),
        )
        .add_systems(ModeDrive, forget_for_new_mode.after(drive_modes));
    app.world_mut().spawn((
        Name::new("menu input"),
        MenuInput,
        MenuAction::keyboard_map(),
        ActionState::<MenuAction>::default(),
    ));
}

/// The input manager sees only keys that are down at the end of a frame; a tap shorter than a slow frame counts too.
fn press_short_taps(
    keys: Res<ButtonInput<KeyCode>>,
    typing: Res<Typing>,
    mut actions: Single<&mut ActionState<MenuAction>, With<MenuInput>>,
) {
    for (action, key) in KEYS {
        if keys.just_pressed(key) && !typing.takes(key) {
            actions.press(&action);
        }
    }
}

fn count_taps(
    mut keyboard: MessageReader<KeyboardInput>,
    typing: Res<Typing>,
    mut taps: ResMut<MenuTaps>,
) {
    taps.clear();
    for event in keyboard.read() {
        let went_down = event.state.is_pressed() && !event.repeat && !typing.takes(event.key_code);
        for (action, _) in KEYS
            .iter()
            .filter(|(_, key)| went_down && *key == event.key_code)
        {
            let count = &mut taps.0[*action as usize];
            *count = count.saturating_add(1);
        }
    }
}

fn read_menu_input(
    actions: Single<&ActionState<MenuAction>, With<MenuInput>>,
    taps: Res<MenuTaps>,
    gate: Res<InputGate>,
    keys: Res<ButtonInput<KeyCode>>,
    typing: Res<Typing>,
    time: Res<Time<Real>>,
    mut reader: ResMut<MenuReader>,
    mut commands: ResMut<MenuCommands>,
) {
    let typed = |action: MenuAction| {
        let mut typed = KEYS
            .iter()
            .filter(|(own, key)| *own == action && typing.takes(*key));
        typed.any(|(_, key)| keys.pressed(*key))
    };
    let held =
        MenuAction::ALL.map(|action| !gate.keyboard && actions.pressed(&action) && !typed(action));
    let taps = if gate.keyboard {
        MenuTaps::default()
    } else {
        *taps
    };
    *commands = reader.read(held, taps, time.delta_secs());
}

/// What was said to one mode is not heard by the next: runs when the stack has changed within the frame.
fn forget_for_new_mode(
    stack: Res<ModeStack>,
    mode: Res<State<GameMode>>,
    mut reader: ResMut<MenuReader>,
    mut commands: ResMut<MenuCommands>,
) {
    if stack.top().unwrap_or_default() != *mode.get() {
        reader.forget();
        *commands = MenuCommands::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: [bool; 5] = [false; 5];
    const IDLE: MenuTaps = MenuTaps([0; 5]);

    fn held(actions: &[MenuAction]) -> [bool; 5] {
        MenuAction::ALL.map(|action| actions.contains(&action))
    }

    #[test]
    fn the_list_of_actions_is_in_the_order_of_their_numbers() {
        for (index, action) in MenuAction::ALL.into_iter().enumerate() {
            assert_eq!(action as usize, index);
        }
    }

    #[test]
    fn accept_and_back_act_on_release_and_start_on_press() {
        let mut reader = MenuReader::default();
        let down = held(&[MenuAction::Accept, MenuAction::Back, MenuAction::Start]);
        let commands = reader.read(down, IDLE, 0.1);
        assert_eq!(
            commands,
            MenuCommands {
                start: true,
                ..default()
            }
        );
        assert_eq!(reader.read(down, IDLE, 0.1), MenuCommands::default());
        let commands = reader.read(NONE, IDLE, 0.1);
        assert!(commands.accept && commands.back && !commands.start);
    }

    #[test]
    fn the_press_that_opened_a_mode_does_not_act_in_it() {
        let mut reader = MenuReader::default();
        reader.read(held(&[MenuAction::Start, MenuAction::Back]), IDLE, 0.1);
        reader.forget(); // START pushed the pause; the same key is Back
        assert_eq!(reader.read(NONE, IDLE, 0.1), MenuCommands::default());
        reader.read(held(&[MenuAction::Back]), IDLE, 0.1);
        assert!(
            reader.read(NONE, IDLE, 0.1).back,
            "a press made in the mode counts"
        );
    }

    #[test]
    fn a_held_direction_repeats_after_400_ms_and_then_every_110_ms() {
        let mut reader = MenuReader::default();
        let down = held(&[MenuAction::Down]);
        let mut moves = Vec::new();
        for step in 0..80 {
            if reader.read(down, IDLE, 0.01).lines == 1 {
                moves.push(step * 10);
            }
        }
        // On paper: at once, at 400 ms, then each 110 ms; the sum of 10 ms steps may come out one step late.
        assert_eq!(moves.len(), 5, "{moves:?}");
        for (moved, expected) in moves.iter().zip([0, 400, 510, 620, 730]) {
            assert!((expected..=expected + 10).contains(moved), "{moves:?}");
        }
    }

    #[test]
    fn every_tap_within_a_slow_frame_counts() {
        let mut reader = MenuReader::default();
        let mut taps = MenuTaps::default();
        taps.0[MenuAction::Down as usize] = 3;
        let down = held(&[MenuAction::Down]);
        assert_eq!(reader.read(down, taps, 0.1).lines, 3);
        assert_eq!(reader.read(NONE, IDLE, 0.1).lines, 0);
        taps.0[MenuAction::Up as usize] = 4;
        assert_eq!(reader.read(NONE, taps, 0.1).lines, -1);
    }

    #[test]
    fn opposite_directions_cancel() {
        let mut reader = MenuReader::default();
        let both = held(&[MenuAction::Up, MenuAction::Down]);
        assert_eq!(reader.read(both, IDLE, 0.1).lines, 0);
        assert_eq!(reader.read(held(&[MenuAction::Up]), IDLE, 0.5).lines, -1);
    }
}
