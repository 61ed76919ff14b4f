//! Going to what is selected: the camera above it, looking at it.

use bevy::prelude::*;
use wonderwheel_player::FreeCamera;
use wonderwheel_renderware::world::Aabb;
use wonderwheel_world_streaming::core::worlds::Worlds;
use wonderwheel_world_streaming::view::camera::GameCamera;

use crate::in_play;
use crate::lines::selected_box;
use crate::panels::commando::select;
use crate::selection::Selection;

/// How steeply the camera looks down, radians: roofs and fronts are both seen.
const PITCH: f32 = -0.9;
/// How much of the picture's height the selected box takes at most.
const SHARE: f32 = 0.9;
/// Nearest distance from the middle of a box, metres: small ones are seen with what is around them.
const NEAREST: f32 = 12.0;
/// Farthest distance, metres: beyond it the draw distance would hide what was gone to.
const FARTHEST: f32 = 60.0;
/// The same in a level of Ratchet & Clank 2, whose terrain is drawn however far it is.
const FARTHEST_OF_COMMANDO: f32 = 600.0;

/// The camera moved above a box: it looks at the middle, from the side it came from, and has the whole box in the picture
/// unless that is larger than one sees from the farthest distance.
pub fn above(bounds: &Aabb, camera: &GameCamera) -> GameCamera {
    let (min, max) = (Vec3::from(bounds.min), Vec3::from(bounds.max));
    above_sphere(
        (min + max) * 0.5,
        (max - min).length() * 0.5,
        camera,
        FARTHEST,
    )
}

/// The same for a sphere, from no farther away than `farthest`.
fn above_sphere(centre: Vec3, radius: f32, camera: &GameCamera, farthest: f32) -> GameCamera {
    let mut above = GameCamera {
        pitch: PITCH,
        ..camera.clone()
    };
    let window = above.view_window();
    // The sphere touches the edges of the picture at this distance.
    let slope = window.min_element() * SHARE;
    let distance = radius * (1.0 + slope.powi(2)).sqrt() / slope;
    above.position = centre - above.forward() * distance.clamp(NEAREST, farthest);
    above
}

/// Moves the free cameras above what is selected; `false` when there is no such thing.
pub(crate) fn go_to(world: &mut World, selection: Selection) -> bool {
    let sphere = in_play::scene(world).and_then(|scene| select::sphere(&scene, selection));
    let bounds = world
        .get_resource::<Worlds>()
        .and_then(|worlds| selected_box(worlds, selection));
    let to = |camera: &GameCamera| match (sphere, &bounds) {
        (Some((centre, radius)), _) => {
            Some(above_sphere(centre, radius, camera, FARTHEST_OF_COMMANDO))
        }
        (None, Some(bounds)) => Some(above(bounds, camera)),
        (None, None) => None,
    };
    let mut cameras = world.query_filtered::<&mut GameCamera, With<FreeCamera>>();
    let mut moved = false;
    for mut camera in cameras.iter_mut(world) {
        if let Some(there) = to(&camera) {
            *camera = there;
            moved = true;
        }
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_box_is_in_the_picture_with_its_middle_in_the_middle() {
        for (min, max) in [
            ([0.0; 3], [1.0; 3]),
            ([-40.0, 0.0, 100.0], [-20.0, 25.0, 130.0]),
            ([-500.0, -2.0, -5.0], [500.0, 0.0, 5.0]), // too large for one picture
        ] {
            let bounds = Aabb { min, max };
            for yaw in [0.0, 2.0, -3.0] {
                let camera = above(&bounds, &GameCamera::new(Vec3::splat(7.0), yaw, 0.3));
                assert_eq!(camera.yaw, yaw);
                assert!(camera.position.y > max[1], "{camera:?}");
                let (from, to) = (Vec3::from(min), Vec3::from(max));
                let window = camera.view_window();
                let on_screen = |place: Vec3| {
                    let offset = place - camera.position;
                    let depth = offset.dot(camera.forward());
                    assert!(depth > 0.0);
                    Vec2::new(offset.dot(camera.right()), offset.dot(camera.up())) / depth / window
                };
                assert!(on_screen((from + to) * 0.5).length() < 1e-3);
                let corners = if max[0] < 400.0 { 0..8 } else { 0..0 };
                for corner in corners {
                    let pick = |axis: usize| [min[axis], max[axis]][(corner >> axis) & 1];
                    let at = on_screen(Vec3::new(pick(0), pick(1), pick(2)));
                    assert!(at.abs().max_element() < 1.0, "{corner}: {at}");
                }
            }
        }
    }
}
