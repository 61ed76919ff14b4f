//! The visibility pass: which sectors a camera sees, in the order in which they are drawn.
//!
//! It needs no renderer. Its marks decide what streams in the next frame; its list is what this frame draws.
//! Source: spec/world-addenda.md 3.2; 0x00411d10, 0x00411b98.

use bevy::math::Vec3;
use wonderwheel_renderware::world::Aabb;
use wonderwheel_warriors::names::WorldSlot;

use crate::core::bits::Bits;
use crate::core::rules::Rules;
use crate::core::tables::{SectorState, WalkParts, WorldTables};
use crate::core::worlds::Worlds;
use crate::view::camera::GameCamera;
use crate::view::frustum::Frustum;
use crate::view::occlusion::Occlusion;

/// One viewport's look at the worlds.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// Where the camera stands.
    pub eye: Vec3,
    /// What it sees, up to the draw distance.
    pub frustum: &'a Frustum,
    /// What hides sectors from it.
    pub occlusion: &'a Occlusion,
    /// The first viewport clears the marks of the frame before.
    pub first: bool,
    /// Where player 1's camera stands: the point that visibility data are asked about, in every viewport.
    pub pvs_eye: Vec3,
    /// Whether visibility data are used at all.
    pub pvs_enabled: bool,
}

impl<'a> View<'a> {
    /// The look of the first viewport, with visibility data.
    pub fn of(camera: &GameCamera, frustum: &'a Frustum, occlusion: &'a Occlusion) -> Self {
        Self {
            eye: camera.position,
            frustum,
            occlusion,
            first: true,
            pvs_eye: camera.position,
            pvs_enabled: true,
        }
    }
}

/// Marks and collects the visible sectors of one world. Afterwards [`WorldTables::collected`] is the list to draw, from
/// its end.
pub fn find_visible(worlds: &mut Worlds, slot: WorldSlot, view: &View<'_>, rules: &Rules) {
    // Quirk: the original marks the sectors of both worlds in the `s` world, so `d` sectors never count as seen, and an
    // unseen `s` sector does when the `d` sector of the same index was. Source: spec/world-addenda.md 3.4; 0x00411b98.
    let marked = if rules.own_marks {
        slot
    } else {
        WorldSlot::Scenery
    };
    if view.first
        && let Some(world) = worlds.get_mut(slot)
    {
        world.visible.clear();
    }
    // Without that world there are no marks: none of no length can be set.
    let marks = worlds.get_mut(marked);
    let mut marks = marks.map_or_else(Bits::default, |world| std::mem::take(&mut world.visible));
    if let Some(world) = worlds.get_mut(slot) {
        walk(world, view, |sector| marks.set(sector, true));
    }
    if let Some(world) = worlds.get_mut(marked) {
        world.visible = marks;
    }
}

fn walk(world: &mut WorldTables, view: &View<'_>, mut mark: impl FnMut(u32)) {
    if view.pvs_enabled && world.pvs().is_some() {
        // Nothing that the occluders left: the view point may be where no visibility was stored, so look again.
        if walk_once(world, view, true, &mut mark) == 0 {
            walk_once(world, view, false, &mut mark);
        }
    } else {
        walk_once(world, view, false, &mut mark);
    }
}

/// One walk; answers how many sectors got past the occluders.
fn walk_once(
    world: &mut WorldTables,
    view: &View<'_>,
    use_pvs: bool,
    mark: &mut impl FnMut(u32),
) -> u32 {
    let pvs = if use_pvs { world.pvs().cloned() } else { None };
    let WalkParts {
        bsp,
        states,
        collected,
    } = world.walk_parts();
    let view_leaf = bsp.leaf_at(view.pvs_eye);
    collected.clear();
    let mut past_occluders = 0;
    let seen = |bounds: &Aabb| view.frustum.meets(bounds);
    bsp.walk(view.eye, seen, |leaf_number, leaf| {
        let Some(sector) = leaf.sector else { return };
        if view.occlusion.hides(&leaf.bounds) {
            return;
        }
        past_occluders += 1;
        let pvs = pvs.as_ref();
        if pvs.is_some_and(|pvs| !pvs.visible(view_leaf, leaf_number)) {
            return;
        }
        let state = states.get(sector as usize);
        if let Some(SectorState::Loaded | SectorState::ReleasePending) = state {
            collected.push(sector);
        }
        mark(sector);
    });
    past_occluders
}
