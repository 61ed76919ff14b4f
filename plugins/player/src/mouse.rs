//! The mouse in the view: looking around by dragging, and the wheel.

use bevy::{
    input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit},
    prelude::*,
    window::{CursorGrabMode, CursorOptions, PrimaryWindow},
};
use wonderwheel_game_modes::{GameMode, InputGate};

use crate::script::{InputScript, ScriptedInput};

/// The button that looks around while it is held.
const LOOK_BUTTON: MouseButton = MouseButton::Right;
/// Pixels of a smooth wheel (a touch pad) that count as one line.
const PIXELS_PER_LINE: f32 = 20.0;

/// Where the drag that is on began; it stays there until the button is let go.
#[derive(Reflect, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LookDrag {
    /// The button is up.
    #[default]
    None,
    /// It went down in the view: the drag turns the camera, even across an overlay.
    InView,
    /// It went down in an overlay or a menu: the drag never turns the camera.
    Elsewhere,
}

impl LookDrag {
    /// One frame. The overlay often knows only one frame late that it wants the pointer, so a press counts as the
    /// overlay's when it wanted the pointer in this frame or in the one before.
    pub const fn next(self, held: bool, taken_now: bool, taken_before: bool) -> Self {
        match (self, held) {
            (_, false) => Self::None,
            (Self::None, true) if taken_now || taken_before => Self::Elsewhere,
            (Self::None, true) => Self::InView,
            (began, true) => began,
        }
    }
}

/// What the mouse does to the view this frame.
#[derive(Resource, Reflect, Clone, Copy, PartialEq, Debug, Default)]
#[reflect(Resource, Default)]
pub struct ViewMouse {
    /// The look drag.
    pub drag: LookDrag,
    /// Pixels moved while a drag of the view is on, down positive.
    pub look: Vec2,
    /// Wheel lines turned over the view, up positive.
    pub wheel: f32,
    pointer_was_taken: bool,
}

/// What the mouse did this frame, real or scripted.
#[derive(Clone, Copy, Default)]
struct RawMouse {
    held: bool,
    motion: Vec2,
    wheel: f32,
}

impl ViewMouse {
    fn advance(&mut self, raw: RawMouse, taken: bool) {
        let taken_before = std::mem::replace(&mut self.pointer_was_taken, taken);
        self.drag = self.drag.next(raw.held, taken, taken_before);
        self.look = if self.drag == LookDrag::InView {
            raw.motion
        } else {
            Vec2::ZERO
        };
        let over_view = self.drag == LookDrag::InView || !(taken || taken_before);
        self.wheel = if over_view { raw.wheel } else { 0.0 };
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "three inputs, each its own resource"
)]
pub(crate) fn read_mouse(
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    script: Option<Res<InputScript>>,
    scripted: Res<ScriptedInput>,
    gate: Res<InputGate>,
    mode: Res<State<GameMode>>,
    mut mouse: ResMut<ViewMouse>,
) {
    let raw = if script.is_some() {
        RawMouse {
            held: scripted.mouse_held.contains(&LOOK_BUTTON),
            motion: scripted.mouse_motion,
            wheel: scripted.wheel,
        }
    } else {
        RawMouse {
            held: buttons.pressed(LOOK_BUTTON),
            motion: motion.delta,
            wheel: match scroll.unit {
                MouseScrollUnit::Line => scroll.delta.y,
                MouseScrollUnit::Pixel => scroll.delta.y / PIXELS_PER_LINE,
            },
        }
    };
    let taken = gate.pointer || *mode.get() != GameMode::Play;
    mouse.advance(raw, taken);
}

/// Hides and holds the cursor during a drag of the view, so that it does not stop at the edge of the screen.
pub(crate) fn hold_cursor(
    mouse: Res<ViewMouse>,
    script: Option<Res<InputScript>>,
    mut was_dragging: Local<bool>,
    cursor: Option<Single<&mut CursorOptions, With<PrimaryWindow>>>,
) {
    let dragging = mouse.drag == LookDrag::InView && script.is_none();
    if std::mem::replace(&mut *was_dragging, dragging) == dragging {
        return;
    }
    if let Some(mut cursor) = cursor {
        cursor.visible = !dragging;
        cursor.grab_mode = if dragging {
            CursorGrabMode::Locked
        } else {
            CursorGrabMode::None
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dragging(motion: f32) -> RawMouse {
        RawMouse {
            held: true,
            motion: Vec2::splat(motion),
            wheel: 1.0,
        }
    }

    #[test]
    fn a_drag_begun_in_the_view_stays_with_it_across_the_overlay() {
        let mut mouse = ViewMouse::default();
        mouse.advance(dragging(1.0), false);
        assert_eq!((mouse.drag, mouse.look.x), (LookDrag::InView, 1.0));
        mouse.advance(dragging(2.0), true);
        assert_eq!((mouse.drag, mouse.look.x), (LookDrag::InView, 2.0));
        mouse.advance(RawMouse::default(), true);
        assert_eq!(mouse.drag, LookDrag::None);
    }

    #[test]
    fn a_drag_begun_in_the_overlay_never_moves_the_camera() {
        let mut mouse = ViewMouse::default();
        mouse.advance(RawMouse::default(), true);
        for taken in [true, true, false, false] {
            mouse.advance(dragging(5.0), taken);
            assert_eq!((mouse.drag, mouse.look), (LookDrag::Elsewhere, Vec2::ZERO));
        }
    }

    #[test]
    fn an_overlay_that_answers_one_frame_late_keeps_its_press() {
        let mut mouse = ViewMouse::default();
        mouse.advance(RawMouse::default(), true);
        mouse.advance(dragging(5.0), false);
        assert_eq!(mouse.drag, LookDrag::Elsewhere);
    }

    #[test]
    fn the_wheel_over_an_overlay_does_nothing_to_the_view() {
        let wheel = RawMouse {
            wheel: 3.0,
            ..default()
        };
        let mut mouse = ViewMouse::default();
        mouse.advance(wheel, true);
        assert_eq!(mouse.wheel, 0.0);
        mouse.advance(wheel, false);
        assert_eq!(mouse.wheel, 0.0, "one frame late");
        mouse.advance(wheel, false);
        assert_eq!(mouse.wheel, 3.0);
    }
}
