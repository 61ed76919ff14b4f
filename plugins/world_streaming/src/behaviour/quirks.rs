//! The original's quirks: each test here fails when its quirk is lost in `faithful`, or not fixed in `improved`.

use super::*;
use crate::core::part_store::PartStore;
use crate::core::tables::Stage;

#[test]
fn the_reach_of_the_visible_first_search_compares_squared_metres_with_metres() {
    let city = GridCity {
        side: 30.0,
        ..row(4)
    };
    let first = |rules: Rules| {
        let mut flight = Flight::new(&[city], SectorBudget::unlimited(), rules);
        // In the middle of box 1, which is loaded, looking along x: boxes 2 and 3 are seen, box 0 is as near and is not.
        flight
            .place(Vec3::new(45.0, 3.0, 15.0), std::f32::consts::FRAC_PI_2)
            .look();
        flight.world_mut(S).begin_read(2, 1);
        flight.world_mut(S).arrive(2, |_| true, 0);
        flight.decision()
    };
    // Box 2's face is 15 m away: 225 + 9 + 225 squared, far beyond 115, though it is seen.
    assert_decides!(
        first(Rules::FAITHFUL),
        Request {
            sector: 0,
            stage: Stage::Fallback,
            ..
        }
    );
    assert_decides!(
        first(Rules::improved(1)),
        Request {
            sector: 2,
            stage: Stage::Visible,
            ..
        }
    );
}

#[test]
fn the_last_part_is_never_freed() {
    let city = GridCity {
        side: 100.0,
        ..row(8)
    };
    let after_a_trip = |rules: Rules| {
        let mut flight = Flight::new(&[city], SectorBudget::of(2 * 40_960), rules);
        flight.place(city.center(7), 0.0).steps(6);
        assert!(flight.resident().contains(&(S, 8)));
        flight.place(city.center(0), 0.0).steps(12);
        flight.resident().contains(&(S, 8))
    };
    assert!(after_a_trip(Rules::FAITHFUL));
    assert!(!after_a_trip(Rules::improved(1)));
}

#[test]
fn sectors_of_the_detail_world_are_marked_in_the_scenery_world() {
    // The detail world has more sectors than the scenery world, as in 20 levels of the game.
    let cities = [GridCity::new(S, 2, 1), GridCity::new(D, 5, 1)];
    let marks = |rules: Rules| {
        let mut flight = Flight::new(&cities, SectorBudget::unlimited(), rules);
        flight.place(Vec3::new(75.0, 5.0, -20.0), 0.0).look();
        let marks = |slot| flight.world(slot).visible().iter().collect::<Vec<u32>>();
        (marks(S), marks(D))
    };
    // The scenery (x 0..40) is out of sight; the detail boxes 3 (60..80) and its neighbours are seen.
    let (in_scenery, in_detail) = marks(Rules::FAITHFUL);
    assert!(
        in_scenery.contains(&3) && in_detail.is_empty(),
        "{in_scenery:?} {in_detail:?}"
    );
    let (in_scenery, in_detail) = marks(Rules::improved(1));
    assert!(
        in_scenery.is_empty() && in_detail.contains(&3),
        "{in_scenery:?} {in_detail:?}"
    );
}

#[test]
fn a_seen_detail_part_can_be_freed_and_an_unseen_scenery_part_is_kept() {
    let scenery = GridCity {
        side: 100.0,
        ..row(6)
    };
    let detail = GridCity {
        slot: D,
        side: 20.0,
        ..scenery
    };
    let freeable = |rules: Rules| {
        let mut flight = Flight::new(&[scenery, detail], SectorBudget::unlimited(), rules);
        // Detail box 4 (x 80..100) is seen; scenery box 4 (x 400..500) is 300 m away.
        flight.place(Vec3::new(110.0, 5.0, -5.0), 0.0).steps(13);
        assert_eq!(flight.resident().len(), 12);
        [S, D].map(|slot| {
            let mut only_part_5 = flight.world(slot).clone();
            for sector in [0, 1, 2, 3, 5] {
                only_part_5.set_in_use(sector, true);
            }
            only_part_5
                .find_part_to_free(&[flight.camera.position], &rules)
                .is_some()
        })
    };
    assert_eq!(freeable(Rules::FAITHFUL), [false, true]);
    assert_eq!(freeable(Rules::improved(1)), [true, false]);
}

#[test]
fn the_margin_of_freeing_is_added_to_squared_metres() {
    // Wanted 100 m away, the farthest resident part 101 m: 201 squared metres apart, 1 m apart.
    let city = GridCity {
        side: 1.0,
        height: 1.0,
        ..row(202)
    };
    let freed = |rules: Rules| {
        let mut flight = Flight::new(&[city], SectorBudget::of(40_960), rules);
        // The camera stands on box 101's low face; box 0 ends 100 m before it.
        flight.place(Vec3::new(101.0, 0.0, 0.0), 0.0);
        let world = flight.world_mut(S);
        for sector in 0..202 {
            // Only box 0 (wanted, 100 m) and box 202 - 1 (resident, its low face 100 m away) stay in play.
            if sector != 0 && sector != 200 {
                world.fail(sector + 1);
            }
        }
        let charge = flight
            .budget
            .charge(Owner::Part(S, 201), 40_000)
            .expect("fits");
        flight.world_mut(S).begin_read(201, 200);
        flight
            .store
            .request(flight.worlds.get(S).expect("exists"), 201, charge);
        flight.store.settle(&mut flight.worlds, 0);
        flight.draw_distance = 50.0;
        // From x = 102: box 0 ends at 1, 101 m away; box 200 starts at 200, 98 m away: nearer, so nothing is freed.
        let near = flight.decide_from(&[Vec3::new(102.0, 0.0, 0.0)]).decision;
        assert!(
            matches!(near, Decision::ShortOfRoom { part: 1, .. }),
            "{near}"
        );
        // From x = 100: box 0 is 99 m away, box 200 is 100 m away.
        flight.decide_from(&[Vec3::new(100.0, 0.0, 0.0)]).decision
    };
    match freed(Rules::FAITHFUL) {
        Decision::Free {
            part: 201,
            distance_sq,
            wanted_sq,
            ..
        } => {
            assert_eq!((distance_sq, wanted_sq), (10_000.0, 9_801.0));
        }
        other => panic!("{other}"),
    }
    assert_decides!(freed(Rules::improved(1)), ShortOfRoom { part: 1, .. });
}

#[test]
fn a_camera_inside_a_box_is_not_at_distance_zero() {
    let city = GridCity {
        side: 40.0,
        height: 20.0,
        ..row(1)
    };
    let mut flight = Flight::new(&[city], SectorBudget::unlimited(), Rules::FAITHFUL);
    match flight.place(city.center(0), 0.0).step() {
        Decision::Request { distance_sq, .. } => {
            assert_eq!(distance_sq, 20.0 * 20.0 + 10.0 * 10.0 + 20.0 * 20.0)
        }
        other => panic!("{other}"),
    }
}
