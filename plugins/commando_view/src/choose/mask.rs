//! What the level hides from where the eye is.

use wonderwheel_commando::occlusion::Mask;

use super::eye::Eye;
use crate::scene::LevelScene;

/// What the level says is seen from where the eye is; none outside of its grid, and in a level without one.
pub fn mask_at<'a>(scene: &'a LevelScene, eye: &Eye) -> Option<&'a Mask> {
    scene.occlusion.as_ref()?.mask_at(eye.position.to_array())
}

/// Whether the mask in force, if there is one, lets what has this bit be seen.
pub(super) fn is_seen(mask: Option<&Mask>, bit: u32) -> bool {
    mask.is_none_or(|mask| mask.sees(bit))
}
