//! What of a level is drawn in a frame, and at which level of detail: plain functions of the scene and the eye.
//!
//! | Kind | Level of detail | Module |
//! | --- | --- | --- |
//! | terrain | six modes by the depths of a patch's sphere | [`terrain`] |
//! | ties | three levels and a morph by depth | `models` |
//! | shrubs | mesh and billboard by distance | `models` |
//! | mobys | two lists by depth | `models` |
//!
//! Vectors are reused from frame to frame: once they have grown, a frame allocates nothing.

mod calls;
pub mod eye;
mod frame_choice;
mod mask;
mod models;
pub mod terrain;

use crate::scene::LevelScene;
use crate::settings::CommandoSettings;

pub use calls::{Call, DrawnRecord, Stage, Tally, mode};
pub use eye::Eye;
pub use frame_choice::FrameChoice;
pub use mask::mask_at;

impl FrameChoice {
    /// Chooses for a frame.
    pub fn choose(&mut self, scene: &LevelScene, eye: &Eye, settings: &CommandoSettings) {
        self.clear();
        let mask = mask_at(scene, eye);
        self.in_grid = mask.is_some();
        self.chunk = scene.environment.chunk_at(eye.position);
        let mask = mask.filter(|_| settings.occlusion);
        let layers = &settings.layers;
        if layers.sky {
            self.sky(scene);
        }
        if layers.terrain {
            self.terrain(scene, eye, settings);
        }
        if layers.ties {
            self.ties(scene, eye, mask);
        }
        if layers.mobys {
            self.mobys(scene, eye, mask);
        }
        if layers.shrubs {
            self.shrubs(scene, eye);
        }
        // What shines through comes over what does not, in the same order. A stable sort would allocate: the calls
        // know their places by what they draw.
        self.calls.sort_unstable_by_key(|call| {
            (
                call.stage != Stage::Sky,
                call.stage != Stage::Sky && !call.opaque,
                call.drawn.start,
            )
        });
    }
}
