//! Lines around what is selected.

use bevy::prelude::*;
use wonderwheel_commando_view::ShownLevel;
use wonderwheel_gs_render::lines::{DebugLines, Depth};
use wonderwheel_world_streaming::core::worlds::Worlds;

use crate::lines::{LineSwitches, selected_box};
use crate::overlay::Overlay;
use crate::panels::commando::select;
use crate::selection::Selection;

/// Colour of what is selected.
const SELECTED: [u8; 4] = [255, 255, 255, 255];
/// Colour of the box of a patch.
const BOX: [u8; 4] = [250, 250, 160, 255];

/// Draws what is selected while the overlay is open.
pub(crate) fn draw_selected(
    switches: Res<LineSwitches>,
    overlay: Option<Res<Overlay>>,
    worlds: Option<Res<Worlds>>,
    shown: Option<Res<ShownLevel>>,
    mut lines: ResMut<DebugLines>,
) {
    let selection = overlay.and_then(|overlay| overlay.selected.filter(|_| overlay.open));
    let Some(selection) = selection.filter(|_| switches.selected) else {
        return;
    };
    if let Some(bounds) = worlds.and_then(|worlds| selected_box(&worlds, selection)) {
        lines.aabb(&bounds, SELECTED, Depth::OnTop);
    }
    let Some(scene) = shown.as_ref().and_then(|shown| shown.scene.as_deref()) else {
        return;
    };
    if let Selection::Patch(patch) = selection
        && let Some(bounds) = select::patch_box(scene, patch)
    {
        lines.aabb(&bounds, BOX, Depth::OnTop);
    }
    if let Some((centre, radius)) = select::sphere(scene, selection) {
        for ring in select::rings(centre, radius) {
            lines.path(ring, SELECTED, switches.depth());
        }
    }
}
