//! The free camera: flies through the world without a body.
//!
//! Its constants and its arithmetic are those of the public port's debug camera; slow flight, mouse look and the wheel are
//! added. It reads no clock: a step is given the time that passes. Source: spec/camera-player.md 3.

use bevy::prelude::*;
use wonderwheel_game_modes::{GameMode, ModeChanged};
use wonderwheel_world_streaming::view::camera::{GameCamera, wrap_angle};

use crate::{buttons::PadButton, mouse::ViewMouse, pad::Pad};

/// Metres a second. Source: spec/camera-player.md 3.
pub const SPEED: f32 = 20.0;
/// With cross held. Source: spec/camera-player.md 3.
pub const FAST: f32 = 5.0;
/// With square held; ours.
pub const SLOW: f32 = 0.2;
/// Radians a second at a full stick. Source: spec/camera-player.md 3.
pub const TURN_RATE: f32 = 1.6;
/// The pitch stays within plus and minus this, radians. Source: spec/camera-player.md 3.
pub const PITCH_LIMIT: f32 = 1.5;
/// Radians a pixel of mouse drag: a drag across 640 pixels turns by 110 degrees; ours.
pub const LOOK_PER_PIXEL: f32 = 0.003;
/// What one line of the wheel does to the speed; ours.
pub const WHEEL_STEP: f32 = 1.25;
/// The wheel's range, as factors of [`SPEED`]: 0.2 to 400 m/s; ours.
pub const WHEEL_RANGE: [f32; 2] = [0.01, 20.0];

/// Makes a [`GameCamera`] fly by pad and mouse.
#[derive(Component, Reflect, Clone, Copy, PartialEq, Debug)]
#[reflect(Component, Default)]
pub struct FreeCamera {
    /// What the wheel has set: a factor of [`SPEED`].
    pub wheel: f32,
}

impl Default for FreeCamera {
    fn default() -> Self {
        Self { wheel: 1.0 }
    }
}

/// What moves the camera in one step.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct CameraInput {
    /// Left stick: right and forward.
    pub travel: Vec2,
    /// R1 less L1.
    pub climb: f32,
    /// Right stick and direction pad: right and up, each -1 to 1.
    pub turn: Vec2,
    /// Mouse drag, pixels, down positive.
    pub look: Vec2,
    /// Cross.
    pub fast: bool,
    /// Square.
    pub slow: bool,
    /// Wheel lines.
    pub wheel: f32,
}

impl CameraInput {
    /// What pad and mouse say this frame.
    pub fn read(pad: &Pad, mouse: &ViewMouse) -> Self {
        let axis = |plus: PadButton, minus: PadButton| {
            f32::from(u8::from(pad.holds(plus))) - f32::from(u8::from(pad.holds(minus)))
        };
        let direction_pad = Vec2::new(
            axis(PadButton::Right, PadButton::Left),
            axis(PadButton::Up, PadButton::Down),
        );
        Self {
            travel: pad.left,
            climb: axis(PadButton::R1, PadButton::L1),
            turn: (pad.right + direction_pad).clamp(Vec2::NEG_ONE, Vec2::ONE),
            look: mouse.look,
            fast: pad.holds(PadButton::Cross),
            slow: pad.holds(PadButton::Square),
            wheel: mouse.wheel,
        }
    }
}

impl FreeCamera {
    /// The speed that `input` flies at, metres a second.
    pub fn speed(&self, input: &CameraInput) -> f32 {
        let fast = if input.fast { FAST } else { 1.0 };
        let slow = if input.slow { SLOW } else { 1.0 };
        SPEED * self.wheel * fast * slow
    }

    /// One step of `dt` seconds: turns first, then moves along the new axes.
    pub fn step(&mut self, camera: &mut GameCamera, input: &CameraInput, dt: f32) {
        let [slowest, fastest] = WHEEL_RANGE;
        self.wheel = (self.wheel * WHEEL_STEP.powf(input.wheel)).clamp(slowest, fastest);

        let turn =
            input.turn * TURN_RATE * dt + Vec2::new(input.look.x, -input.look.y) * LOOK_PER_PIXEL;
        // Yaw grows towards +x, which is on the left of the screen: turning right makes it smaller.
        camera.yaw = wrap_angle(camera.yaw - turn.x);
        camera.pitch = (camera.pitch + turn.y).clamp(-PITCH_LIMIT, PITCH_LIMIT);

        let distance = self.speed(input) * dt;
        camera.position +=
            (camera.forward() * input.travel.y + camera.right() * input.travel.x) * distance;
        camera.position.y += input.climb * distance;
    }
}

/// Moves the free cameras in play. Its time is the game timer's, so a pause holds it.
pub(crate) fn fly(
    pad: Res<Pad>,
    mouse: Res<ViewMouse>,
    time: Res<Time<Virtual>>,
    mut cameras: Query<(&mut FreeCamera, &mut GameCamera)>,
) {
    let input = CameraInput::read(&pad, &mouse);
    for (mut free, mut camera) in &mut cameras {
        // Only what really moves is marked as changed: a still camera costs its readers nothing.
        let (mut next_free, mut next_camera) = (*free, camera.clone());
        next_free.step(&mut next_camera, &input, time.delta_secs());
        free.set_if_neq(next_free);
        camera.set_if_neq(next_camera);
    }
}

/// A new level begins at the ordinary speed.
pub(crate) fn reset_speed(
    mut changes: MessageReader<ModeChanged>,
    mut cameras: Query<&mut FreeCamera>,
) {
    let entered = wonderwheel_game_modes::Hook::Enter;
    if changes
        .read()
        .any(|change| change.mode == GameMode::Play && change.hook == entered)
    {
        for mut camera in &mut cameras {
            camera.set_if_neq(FreeCamera::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT: f32 = 1.0 / 30.0;

    fn fly(input: CameraInput, steps: u32) -> GameCamera {
        let mut camera = GameCamera::default();
        let mut free = FreeCamera::default();
        for _ in 0..steps {
            free.step(&mut camera, &input, DT);
        }
        camera
    }

    #[track_caller]
    fn near(found: Vec3, expected: Vec3) {
        assert!(found.distance(expected) < 1e-3, "{found} is not {expected}");
    }

    #[test]
    fn at_yaw_0_forward_is_plus_z_and_right_is_minus_x() {
        let forward = CameraInput {
            travel: Vec2::Y,
            ..default()
        };
        near(fly(forward, 30).position, Vec3::new(0.0, 0.0, 20.0));
        let right = CameraInput {
            travel: Vec2::X,
            ..default()
        };
        near(fly(right, 30).position, Vec3::new(-20.0, 0.0, 0.0));
    }

    #[test]
    fn r1_climbs_straight_up_whatever_the_pitch() {
        let mut camera = GameCamera {
            pitch: 1.2,
            ..default()
        };
        let input = CameraInput {
            climb: 1.0,
            ..default()
        };
        FreeCamera::default().step(&mut camera, &input, 0.5);
        near(camera.position, Vec3::new(0.0, 10.0, 0.0));
    }

    #[test]
    fn cross_is_five_times_as_fast_and_square_five_times_as_slow() {
        let free = FreeCamera::default();
        let speed = |fast, slow| {
            free.speed(&CameraInput {
                fast,
                slow,
                ..default()
            })
        };
        assert_eq!(speed(false, false), 20.0);
        assert_eq!(speed(true, false), 100.0);
        assert_eq!(speed(false, true), 4.0);
    }

    #[test]
    fn turning_right_makes_yaw_smaller_at_1_6_radians_a_second() {
        let input = CameraInput {
            turn: Vec2::X,
            ..default()
        };
        assert!((fly(input, 30).yaw + 1.6).abs() < 1e-4);
    }

    #[test]
    fn the_step_turns_before_it_moves() {
        let mut camera = GameCamera::default();
        let input = CameraInput {
            turn: Vec2::NEG_X,
            travel: Vec2::Y,
            ..default()
        };
        // One second in one step: yaw 1.6, then 20 m along (sin 1.6, 0, cos 1.6).
        FreeCamera::default().step(&mut camera, &input, 1.0);
        near(
            camera.position,
            Vec3::new(20.0 * 0.999_573_6, 0.0, 20.0 * -0.029_199_52),
        );
    }

    #[test]
    fn the_pitch_stops_at_1_5() {
        for (turn, limit) in [(Vec2::Y, 1.5), (Vec2::NEG_Y, -1.5)] {
            let input = CameraInput { turn, ..default() };
            assert_eq!(fly(input, 100).pitch, limit);
        }
    }

    #[test]
    fn yaw_stays_within_half_a_turn() {
        let turn = Vec2::NEG_X;
        let camera = fly(CameraInput { turn, ..default() }, 90);
        // Three seconds at 1.6: 4.8 rad, which is 4.8 - 2 pi.
        assert!(
            (camera.yaw - (4.8 - std::f32::consts::TAU)).abs() < 1e-3,
            "{}",
            camera.yaw
        );
    }

    #[test]
    fn dragging_right_and_up_looks_right_and_up() {
        let input = CameraInput {
            look: Vec2::new(100.0, -50.0),
            ..default()
        };
        let camera = fly(input, 1);
        assert!((camera.yaw + 0.3).abs() < 1e-6);
        assert!((camera.pitch - 0.15).abs() < 1e-6);
    }

    #[test]
    fn the_wheel_changes_the_speed_within_its_range() {
        let mut free = FreeCamera::default();
        let mut camera = GameCamera::default();
        let mut turn = |wheel| {
            let input = CameraInput { wheel, ..default() };
            free.step(&mut camera, &input, 0.0);
            free.speed(&input)
        };
        assert_eq!(turn(1.0), 25.0);
        assert_eq!(turn(-1.0), 20.0);
        assert_eq!(turn(1000.0), 400.0);
        assert!((turn(-1000.0) - 0.2).abs() < 1e-6);
    }

    #[test]
    fn the_direction_pad_turns_like_the_right_stick_and_both_together_no_faster() {
        let pad = Pad {
            held: PadButton::Right.bit() | PadButton::Down.bit(),
            right: Vec2::X,
            ..default()
        };
        let input = CameraInput::read(&pad, &ViewMouse::default());
        assert_eq!(input.turn, Vec2::new(1.0, -1.0));
    }
}
