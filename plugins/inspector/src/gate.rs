//! Whose the pointer and the keyboard are: the overlay's or the game's.
//!
//! A drag belongs to where it began until every button is up. What belongs to the game is kept away from the overlay as
//! well as the other way round: the overlay's widgets never see a drag of the view pass over them. The keyboard is the
//! overlay's while one of its text fields has it or one of its menus is open, and then until every key is up: the Esc that
//! closes a menu must not pause the game.

use bevy::input::ButtonInput;
use bevy::prelude::*;
use bevy::window::{CursorGrabMode, CursorOptions, PrimaryWindow};
use bevy_egui::egui::{self, Event, Order, Pos2, Rect};
use bevy_egui::{EguiContext, EguiInput, PrimaryEguiContext};
use wonderwheel_game_modes::InputGate;

use crate::overlay::Overlay;

/// Points at the view's edge that belong to the panels: their separators are grabbed there.
const EDGE: f32 = 4.0;

/// Who has the pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PointerOwner {
    /// The view beneath the overlay.
    #[default]
    Game,
    /// A panel, a floating window or an open menu of the overlay.
    Overlay,
}

/// The mouse buttons of a frame, whichever they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Buttons {
    /// One is down.
    pub held: bool,
    /// One went down this frame; it may be up again already.
    pub pressed: bool,
}

/// Remembers where a drag began.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PointerTracker {
    drag: Option<PointerOwner>,
}

/// Remembers that the overlay had the keyboard while a key was down.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KeyboardTracker {
    taken: bool,
}

impl KeyboardTracker {
    /// One frame: whether the overlay wants the keyboard, and whether a key is down. Answers whether it has it.
    pub fn advance(&mut self, wanted: bool, held: bool) -> bool {
        self.taken = wanted || (self.taken && held);
        self.taken
    }
}

/// What a frame of the pointer means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointerFrame {
    /// Who has the pointer.
    pub owner: PointerOwner,
    /// A drag is on, or ends this frame.
    pub dragging: bool,
    /// The drag began this frame.
    pub began: bool,
}

impl PointerTracker {
    /// One frame: the buttons, and who lies under the pointer now.
    pub fn advance(&mut self, buttons: Buttons, under: PointerOwner) -> PointerFrame {
        let began = self.drag.is_none() && (buttons.pressed || buttons.held);
        let drag = self.drag.or(began.then_some(under));
        self.drag = drag.filter(|_| buttons.held);
        PointerFrame {
            owner: drag.unwrap_or(under),
            dragging: drag.is_some(),
            began,
        }
    }
}

/// Whether an event of the pointer must be kept from the overlay during a drag of the view.
fn is_of_pointer(event: &Event) -> bool {
    matches!(
        event,
        Event::PointerMoved(_)
            | Event::MouseMoved(_)
            | Event::PointerButton { .. }
            | Event::MouseWheel { .. }
            | Event::Zoom(_)
            | Event::Touch { .. }
    )
}

/// Whether an event of the keyboard must be kept from the overlay while none of its text fields has the keyboard: Tab
/// and the arrows would wander over its widgets while somebody flies.
fn is_of_keyboard(event: &Event) -> bool {
    matches!(
        event,
        Event::Key { .. } | Event::Text(_) | Event::Copy | Event::Cut | Event::Paste(_)
    )
}

/// Esc closes menus and ends drags of the overlay.
fn is_escape(event: &Event) -> bool {
    matches!(event, Event::Key { key, .. } if *key == egui::Key::Escape)
}

/// Where the pointer is: as this frame's events say, else where it was.
fn pointer_place(context: &egui::Context, events: &[Event]) -> Option<Pos2> {
    for event in events.iter().rev() {
        match event {
            Event::PointerMoved(place) => return Some(*place),
            Event::PointerGone => return None,
            _ => {}
        }
    }
    context.input(|input| input.pointer.latest_pos())
}

/// Who lies under the pointer. `view` is the part of the screen where the game shows.
fn under_pointer(context: &egui::Context, place: Option<Pos2>, view: Rect) -> PointerOwner {
    let Some(place) = place else {
        return PointerOwner::Game;
    };
    let floating = context
        .layer_id_at(place)
        .is_some_and(|layer| layer.order != Order::Background);
    // With a menu open the next click closes it, wherever it lands.
    if floating || context.any_popup_open() || !view.shrink(EDGE).contains(place) {
        PointerOwner::Overlay
    } else {
        PointerOwner::Game
    }
}

/// Writes the [`InputGate`] and keeps the game's input from the overlay.
#[expect(
    clippy::too_many_arguments,
    reason = "mouse and keyboard, each with what is remembered of it"
)]
pub(crate) fn guard_input(
    overlay: Res<Overlay>,
    mouse: Res<ButtonInput<MouseButton>>,
    keys: Res<ButtonInput<KeyCode>>,
    cursor: Option<Single<&CursorOptions, With<PrimaryWindow>>>,
    context: Option<Single<(&mut EguiContext, &mut EguiInput), With<PrimaryEguiContext>>>,
    mut tracker: ResMut<PointerTracker>,
    mut keyboard: ResMut<KeyboardTracker>,
    mut gate: ResMut<InputGate>,
) {
    let Some(context) = context else {
        gate.set_if_neq(InputGate::default());
        return;
    };
    let (mut context, mut input) = context.into_inner();
    let context = context.get_mut();
    let focused = context.memory(|memory| memory.focused());

    let held_by_view = cursor.is_some_and(|cursor| cursor.grab_mode != CursorGrabMode::None);
    let under = if overlay.open && !held_by_view {
        under_pointer(context, pointer_place(context, &input.events), overlay.view)
    } else {
        PointerOwner::Game
    };
    let buttons = Buttons {
        held: mouse.get_pressed().next().is_some(),
        pressed: mouse.get_just_pressed().next().is_some(),
    };
    let pointer = tracker.advance(buttons, under);
    if pointer.dragging && pointer.owner == PointerOwner::Game {
        input.events.retain(|event| !is_of_pointer(event));
        if pointer.began {
            input.events.push(Event::PointerGone);
            // A click into the view gives the keyboard back.
            if let Some(focused) = focused {
                context.memory_mut(|memory| memory.surrender_focus(focused));
            }
        }
    }
    let has_pointer = overlay.open && pointer.owner == PointerOwner::Overlay;
    let typing = overlay.open && context.memory(|memory| memory.focused()).is_some();
    let in_menu = overlay.open && context.any_popup_open();
    let escapes_drag = has_pointer && pointer.dragging && keys.pressed(KeyCode::Escape);
    if !typing {
        let escapes = in_menu || escapes_drag;
        input
            .events
            .retain(|event| !is_of_keyboard(event) || (escapes && is_escape(event)));
    }
    let wanted = typing || in_menu || escapes_drag;
    let held = keys.get_pressed().next().is_some();
    gate.set_if_neq(InputGate {
        pointer: has_pointer,
        keyboard: keyboard.advance(wanted, held),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use PointerOwner::{Game, Overlay as Panel};

    const fn buttons(held: bool, pressed: bool) -> Buttons {
        Buttons { held, pressed }
    }
    const UP: Buttons = buttons(false, false);
    const PRESS: Buttons = buttons(true, true);
    const HOLD: Buttons = buttons(true, false);
    const CLICK: Buttons = buttons(false, true);

    /// A drag of the game's.
    const fn drag(began: bool) -> PointerFrame {
        PointerFrame {
            owner: Game,
            dragging: true,
            began,
        }
    }

    fn owners(frames: &[(Buttons, PointerOwner)]) -> Vec<PointerOwner> {
        let mut tracker = PointerTracker::default();
        frames
            .iter()
            .map(|&(buttons, under)| tracker.advance(buttons, under).owner)
            .collect()
    }

    #[test]
    fn a_drag_stays_with_whom_it_began_over_everything_else() {
        for (here, there) in [(Game, Panel), (Panel, Game)] {
            let frames = [
                (UP, here),
                (PRESS, here),
                (HOLD, there),
                (HOLD, if here == Game { here } else { there }),
                (UP, there),
                (UP, there),
            ];
            assert_eq!(owners(&frames), [here, here, here, here, here, there]);
        }
    }

    #[test]
    fn the_release_still_belongs_to_the_drag() {
        let mut tracker = PointerTracker::default();
        tracker.advance(PRESS, Game);
        assert_eq!(tracker.advance(UP, Panel), drag(false));
        assert!(!tracker.advance(UP, Panel).dragging);
    }

    #[test]
    fn a_click_within_one_frame_is_a_drag_of_that_frame() {
        let mut tracker = PointerTracker::default();
        assert_eq!(tracker.advance(CLICK, Game), drag(true));
        assert!(!tracker.advance(UP, Game).dragging);
    }

    #[test]
    fn a_second_button_does_not_move_a_drag_elsewhere() {
        assert_eq!(
            owners(&[(PRESS, Game), (PRESS, Panel), (HOLD, Panel)]),
            [Game, Game, Game]
        );
    }

    #[test]
    fn the_overlay_keeps_the_keyboard_until_the_key_that_ended_its_use_is_up() {
        let mut keyboard = KeyboardTracker::default();
        assert!(!keyboard.advance(false, true), "flying");
        assert!(keyboard.advance(true, true), "a menu opens");
        assert!(
            keyboard.advance(false, true),
            "Esc closed it and is still down"
        );
        assert!(keyboard.advance(false, true));
        assert!(!keyboard.advance(false, false));
        assert!(
            !keyboard.advance(false, true),
            "the next press is the game's"
        );
    }

    #[test]
    fn a_pointer_that_never_was_anywhere_is_the_games() {
        let context = egui::Context::default();
        let view = Rect::from_min_size(Pos2::ZERO, egui::vec2(10.0, 10.0));
        assert_eq!(pointer_place(&context, &[]), None);
        assert_eq!(under_pointer(&context, None, view), Game);
        let over_panel = Event::PointerMoved(egui::pos2(50.0, 5.0));
        assert_eq!(
            under_pointer(&context, pointer_place(&context, &[over_panel]), view),
            Panel
        );
    }
}
