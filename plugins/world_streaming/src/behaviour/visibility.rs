//! The visibility pass: PVS, occluders, order.

use super::*;
use crate::core::pvs::PotentiallyVisible;
use std::sync::Arc;
use wonderwheel_warriors::occluder::Occluder;

/// Shows only some leaves, from everywhere.
#[derive(Debug)]
struct Only(Vec<u32>);

impl PotentiallyVisible for Only {
    fn visible(&self, _: u32, leaf: u32) -> bool {
        self.0.contains(&leaf)
    }
}

/// Four boxes in a row along x, all loaded, seen from before the first one.
fn loaded_row() -> Flight {
    let city = row(4);
    let mut flight = Flight::new(&[city], SectorBudget::unlimited(), Rules::FAITHFUL);
    flight
        .place(Vec3::new(-15.0, 5.0, 10.0), std::f32::consts::FRAC_PI_2)
        .steps(5);
    flight
}

fn look_past(
    flight: &mut Flight,
    occluders: &[Occluder],
    pvs_enabled: bool,
) -> (Vec<u32>, Vec<u32>) {
    let frustum = flight.camera.frustum(115.0);
    let mut occlusion = Occlusion::default();
    occlusion.set_up(occluders, flight.camera.position, &frustum);
    let view = View {
        pvs_enabled,
        ..View::of(&flight.camera, &frustum, &occlusion)
    };
    find_visible(&mut flight.worlds, S, &view, &flight.rules);
    let world = flight.world(S);
    (world.collected().to_vec(), world.visible().iter().collect())
}

/// A wall across the row's street at `x`, 40 m to either side.
fn wall(x: f32) -> Occluder {
    // RenderWare (x, y, z) is (x, -z, y) in game axes, z up.
    let foot = |z: f32| [x, -z, 0.0];
    let head = |z: f32| [x, -z, 1.0];
    Occluder {
        points: [foot(-40.0), foot(60.0), head(-40.0), head(60.0)],
    }
}

#[test]
fn the_list_to_draw_ends_with_the_nearest_sector() {
    let mut flight = loaded_row();
    assert_eq!(
        look_past(&mut flight, &[], true),
        (vec![3, 2, 1, 0], vec![0, 1, 2, 3])
    );
    flight.place(Vec3::new(95.0, 5.0, 10.0), -std::f32::consts::FRAC_PI_2);
    assert_eq!(look_past(&mut flight, &[], true).0, [0, 1, 2, 3]);
}

#[test]
fn a_missing_sector_is_marked_but_not_collected() {
    let city = row(4);
    let mut flight = Flight::new(&[city], SectorBudget::unlimited(), Rules::FAITHFUL);
    flight.place(Vec3::new(-15.0, 5.0, 10.0), std::f32::consts::FRAC_PI_2);
    assert_eq!(
        look_past(&mut flight, &[], true),
        (vec![], vec![0, 1, 2, 3])
    );
}

#[test]
fn what_an_occluder_hides_is_neither_marked_nor_collected() {
    let mut flight = loaded_row();
    assert_eq!(
        look_past(&mut flight, &[wall(19.0)], true),
        (vec![0], vec![0])
    );
}

#[test]
fn a_wall_behind_the_camera_hides_nothing() {
    let mut flight = loaded_row();
    assert_eq!(look_past(&mut flight, &[wall(-40.0)], true).1, [0, 1, 2, 3]);
}

#[test]
fn visibility_data_hide_sectors_from_drawing_and_from_the_marks() {
    let mut flight = loaded_row();
    flight
        .world_mut(S)
        .set_pvs(Some(Arc::new(Only(vec![0, 2]))));
    assert_eq!(look_past(&mut flight, &[], true), (vec![2, 0], vec![0, 2]));
    assert_eq!(
        look_past(&mut flight, &[], false).1,
        [0, 1, 2, 3],
        "unless they are switched off"
    );
}

#[test]
fn a_view_in_which_visibility_data_hide_everything_stays_empty() {
    // Quirk of the original: a sector that the PVS hides still counts, so the pass is not repeated.
    let mut flight = loaded_row();
    flight.world_mut(S).set_pvs(Some(Arc::new(Only(vec![]))));
    assert_eq!(look_past(&mut flight, &[], true), (vec![], vec![]));
}

#[test]
fn the_second_walk_starts_a_new_list() {
    // Everything is behind the wall, so nothing counts and the pass is repeated without visibility data: still nothing.
    let mut flight = loaded_row();
    flight.world_mut(S).set_pvs(Some(Arc::new(Only(vec![0]))));
    assert_eq!(
        look_past(&mut flight, &[wall(-5.0)], true),
        (vec![], vec![])
    );
    assert_eq!(look_past(&mut flight, &[], true).0, [0]);
}

#[test]
fn a_sector_stays_drawn_while_its_release_is_pending() {
    let mut flight = loaded_row();
    let world = flight.world_mut(S);
    assert!(!world.release(2, |_| false));
    assert_eq!(look_past(&mut flight, &[], true).0, [3, 2, 1, 0]);
}

#[test]
fn later_viewports_add_their_marks_to_those_of_the_first() {
    let mut flight = loaded_row();
    let mut look = |yaw: f32, first: bool| {
        let camera = GameCamera::new(Vec3::new(30.0, 5.0, 10.0), yaw, 0.0);
        let (frustum, occlusion) = (camera.frustum(115.0), Occlusion::none());
        let view = View {
            first,
            ..View::of(&camera, &frustum, &occlusion)
        };
        find_visible(&mut flight.worlds, S, &view, &Rules::FAITHFUL);
        flight.world(S).visible().iter().collect::<Vec<_>>()
    };
    assert_eq!(look(std::f32::consts::FRAC_PI_2, true), [1, 2, 3]);
    assert_eq!(look(-std::f32::consts::FRAC_PI_2, false), [0, 1, 2, 3]);
    assert_eq!(look(-std::f32::consts::FRAC_PI_2, true), [0, 1]);
}
