//! The player's side of the game: the pad, scripted input, and the free camera.
//!
//! Keys, mouse, game controllers (feature `gamepad`) and scripts all end in two resources, [`Pad`] and [`ViewMouse`]; the
//! game reads only those. [`FreeCamera`] turns them into flight.
//!
//! ```no_run
//! use bevy::prelude::*;
//! use wonderwheel_player::prelude::*;
//!
//! # fn main() -> Result<(), ScriptError> {
//! let script = InputScript::parse("0 stick left 0 100\n30 tap start")?;
//! App::new()
//!     .add_plugins((DefaultPlugins, wonderwheel_game_modes::GameModesPlugin, PlayerPlugin))
//!     .insert_resource(script); // from now on the real pad does nothing
//! # Ok(())
//! # }
//! ```
//!
//! | Pad | Keyboard and mouse | Free camera |
//! | --- | --- | --- |
//! | left stick | W A S D (by position) | move |
//! | right stick, direction pad | arrows, drag with the right button | look |
//! | L1 / R1 | Q / E | down / up |
//! | cross | Shift, Space, K | five times as fast |
//! | square | Ctrl, J | five times as slow |
//! | | wheel | sets the speed |
//! | START | Esc, P | pause |
//!
//! Order: [`PadSystems`] in `PreUpdate`, [`CameraSystems`] in `Update`. Both honour the
//! [`InputGate`].
//!
//! Source: spec/camera-player.md 1 to 3, spec/world-addenda.md 9.

pub mod buttons;
pub mod free_camera;
#[cfg(feature = "gamepad")]
mod gamepad;
mod help_line;
pub mod lockstep;
mod mouse;
pub mod pad;
pub mod pad_action;
mod place;
mod play_frames;
pub mod script;
mod sets;

use bevy::prelude::*;
use leafwing_input_manager::plugin::InputManagerSystem;
use wonderwheel_game_modes::GameMode;
use wonderwheel_world_streaming::StreamingSet;

pub use buttons::PadButton;
pub use free_camera::FreeCamera;
pub use mouse::{LookDrag, ViewMouse};
pub use pad::{Pad, PadInput};
pub use pad_action::PadAction;
pub use play_frames::PlayFrames;
pub use script::{InputScript, ScriptError, ScriptedInput};
pub use sets::{CameraSystems, PadSystems};
pub use wonderwheel_game_modes::{HelpLine, InputGate};

/// What users of this crate name.
pub mod prelude {
    pub use crate::{
        FreeCamera, HelpLine, InputGate, InputScript, Pad, PadAction, PadButton, PlayFrames,
        PlayerPlugin, ScriptError, ViewMouse,
    };
}

/// Pad, scripts, mouse look, the game camera and its flight, and the line of keys.
///
/// Add it after the game modes' plugin.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayerPlugin;

impl Plugin for PlayerPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<ScriptedInput>()
            .init_resource::<ViewMouse>()
            .init_resource::<PlayFrames>()
            .register_type::<ViewMouse>()
            .register_type::<PlayFrames>()
            .register_type::<FreeCamera>()
            .add_plugins((pad::plugin, help_line::plugin))
            .add_systems(
                PreUpdate,
                (
                    (play_frames::count_frame, script::play_script)
                        .chain()
                        .before(InputManagerSystem::ManualControl),
                    mouse::read_mouse.in_set(PadSystems),
                    place::place_camera.after(StreamingSet::Preload),
                ),
            )
            .add_systems(
                Update,
                (
                    (free_camera::reset_speed, free_camera::fly)
                        .chain()
                        .run_if(in_state(GameMode::Play))
                        .in_set(CameraSystems),
                    mouse::hold_cursor,
                ),
            );
        place::add_camera(app);
    }
}
