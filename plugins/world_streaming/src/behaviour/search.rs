//! What is loaded first, and what is freed.

use super::*;
use crate::core::budget::BudgetModel;
use crate::core::tables::Stage;

#[test]
fn the_fallback_takes_the_nearest_missing_sector_at_any_distance() {
    let city = row(2);
    let mut flight = Flight::new(&[city], SectorBudget::unlimited(), Rules::FAITHFUL);
    // Five kilometres away, looking the other way.
    match flight
        .place(Vec3::new(-5_000.0, 0.0, 0.0), -std::f32::consts::FRAC_PI_2)
        .step()
    {
        Decision::Request {
            sector: 0,
            stage: Stage::Fallback,
            distance_sq,
            ..
        } => assert_eq!(distance_sq, 25e6),
        other => panic!("{other}"),
    }
}

#[test]
fn equal_distances_go_to_the_lower_index_and_to_the_scenery() {
    let city = row(2);
    let mut flight = Flight::new(
        &[city, GridCity { slot: D, ..city }],
        SectorBudget::unlimited(),
        Rules::FAITHFUL,
    );
    // On the face between both boxes: as near to either.
    flight.place(Vec3::new(20.0, 3.0, 5.0), 0.0);
    let requests: Vec<_> = (0..4)
        .map(|_| match flight.step() {
            Decision::Request { slot, sector, .. } => (slot, sector),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(requests, [(S, 0), (S, 1), (D, 0), (D, 1)]);
}

#[test]
fn a_sector_seen_last_frame_and_within_reach_comes_before_a_nearer_unseen_one() {
    let city = row(3);
    let mut flight = Flight::new(&[city], SectorBudget::unlimited(), Rules::improved(1));
    // In the middle of sector 1, nearer to sector 0's face, looking at sector 2.
    flight
        .place(Vec3::new(24.0, 3.0, 10.0), std::f32::consts::FRAC_PI_2)
        .look();
    assert!(!flight.world(S).was_visible(0));
    flight.steps(2);
    let order: Vec<_> = flight
        .decisions
        .iter()
        .map(|d| matches!(d, Decision::Request { sector: 1 | 2, .. }))
        .collect();
    assert_eq!(order, [true, true]);
    assert_decides!(
        flight.step(),
        Request {
            sector: 0,
            stage: Stage::Fallback,
            ..
        }
    );
}

#[test]
fn one_read_is_in_flight_at_a_time_in_faithful_and_several_in_improved() {
    let city = row(8);
    let decisions = |rules: Rules| {
        let mut flight = Flight::new(&[city], SectorBudget::unlimited(), rules);
        // Nothing arrives in between.
        [(); 5].map(|()| matches!(flight.decision(), Decision::Request { .. }))
    };
    assert_eq!(
        decisions(Rules::FAITHFUL),
        [true, false, false, false, false]
    );
    assert_eq!(
        decisions(Rules::improved(3)),
        [true, true, true, false, false]
    );
}

#[test]
fn the_pending_distance_counts_what_is_still_being_read() {
    let city = row(8);
    let mut flight = Flight::new(&[city], SectorBudget::unlimited(), Rules::improved(3));
    let eye = Vec3::new(-7.0, 0.0, 0.0);
    for _ in 0..3 {
        flight.decide_from(&[eye]);
    }
    assert_eq!(flight.worlds.pending_distance(&[eye]), 7.0);
}

#[test]
fn a_missing_part_is_asked_for_once() {
    let city = row(3);
    let mut flight = Flight::new(&[city], SectorBudget::unlimited(), Rules::FAITHFUL);
    flight.store.broken.push((S, 2));
    flight.place(city.center(1), 0.0).steps(50);
    assert_eq!(
        flight.count(|event| *event == StoreEvent::Requested(S, 2)),
        1
    );
    assert_eq!(flight.world(S).part_state(2), PartState::Failed);
    assert_eq!(flight.world(S).sector_state(1), SectorState::Failed);
    assert_eq!(flight.resident(), [(S, 1), (S, 3)]);
    assert_eq!(
        flight.worlds.pending_distance(&[Vec3::ZERO]),
        f32::MAX,
        "it is not waited for"
    );

    flight.store.broken.clear();
    flight.world_mut(S).retry(2);
    assert_decides!(flight.step(), Request { part: 2, .. }, "its file changed");
}

#[test]
fn a_part_with_an_atomic_in_use_is_not_freed() {
    let city = GridCity {
        side: 200.0,
        ..row(4)
    };
    let mut flight = Flight::new(&[city], SectorBudget::of(2 * 40_960), Rules::improved(1));
    flight.place(city.center(0), std::f32::consts::PI).steps(4);
    assert_eq!(flight.resident(), [(S, 1), (S, 2)]);
    flight.world_mut(S).set_in_use(0, true);
    flight.place(city.center(3), std::f32::consts::PI).steps(20);
    assert!(
        flight.resident().contains(&(S, 1)),
        "{:?}",
        flight.resident()
    );
    flight.world_mut(S).set_in_use(0, false);
    flight.steps(20);
    assert_eq!(flight.resident(), [(S, 3), (S, 4)]);
}

#[test]
fn a_release_that_is_refused_is_tried_again_until_the_atomic_is_let_go() {
    let city = GridCity {
        side: 200.0,
        sectors_per_part: 2,
        ..GridCity::new(S, 8, 1)
    };
    let mut flight = Flight::new(&[city], SectorBudget::of(40_960), Rules::FAITHFUL);
    flight.place(city.center(0), std::f32::consts::PI).steps(3);
    flight.store.held.push((S, 1));
    flight.place(city.center(4), std::f32::consts::PI).step();
    assert_decides!(
        flight.step(),
        Free { part: 1, .. },
        "a step after it was seen last"
    );
    let states = |flight: &Flight| [0, 1].map(|sector| flight.world(S).sector_state(sector));
    // The original's states 4 and 3.
    assert_eq!(
        states(&flight),
        [SectorState::Released, SectorState::ReleasePending]
    );
    flight.steps(5);
    assert_eq!(flight.world(S).part_state(1), PartState::Releasing);
    assert_eq!(
        flight.store.charge_of(S, 1),
        Some(40_960),
        "its bytes stay charged"
    );
    flight.store.held.clear();
    assert_decides!(flight.step(), Request { part: 2, .. }, "room at last");
    assert_eq!(states(&flight), [SectorState::Released; 2]);
    assert_eq!(flight.world(S).part_state(1), PartState::Absent);
}

#[test]
fn the_nearest_of_several_cameras_decides() {
    let city = row(50);
    let mut flight = Flight::new(&[city], SectorBudget::unlimited(), Rules::FAITHFUL);
    let cameras = [Vec3::new(-100.0, 0.0, 0.0), city.center(40)];
    match flight.decide_from(&cameras).decision {
        // In the middle of box 40 its neighbours' near faces are as far as its own: the lower index wins.
        Decision::Request { sector, .. } => assert_eq!(sector, 39),
        other => panic!("{other}"),
    }
}

#[test]
fn the_draw_distance_closes_in_on_missing_scenery_and_opens_again() {
    let city = GridCity::new(S, 12, 12);
    let mut flight = Flight::new(&[city], SectorBudget::of(4 * 40_960), Rules::FAITHFUL);
    flight.place(city.center(78), 0.0).steps(120);
    assert_eq!(
        flight.draw_distance, 50.0,
        "room for four parts of a city: the floor"
    );
    flight.budget.resize(u64::MAX, BudgetModel::Sum);
    flight.steps(72 + 200);
    assert_eq!(flight.draw_distance, 115.0);
}

#[test]
fn contradicting_sectors_are_left_out_and_named() {
    let mut shape = row(4).shape();
    shape.leaves[1].sector = Some(0);
    shape.leaves[2].part = 9;
    shape.leaves[3].sector = Some(70_000);
    let world = WorldTables::new(shape).expect("a tree");
    assert_eq!(world.faults().len(), 3, "{:?}", world.faults());
    assert_eq!(world.part_sectors(1), [0]);
    let mut flight = Flight::over([world], SectorBudget::unlimited(), Rules::FAITHFUL);
    for _ in 0..4 {
        flight.decide();
        flight.store.settle(&mut flight.worlds, 0);
    }
    assert_eq!(
        flight.store.events,
        [StoreEvent::Requested(S, 1), StoreEvent::Arrived(S, 1)]
    );
}

#[test]
fn a_world_read_again_with_the_same_sectors_keeps_what_is_loaded() {
    let city = GridCity::new(S, 4, 1);
    let mut flight = Flight::new(&[city], SectorBudget::unlimited(), Rules::FAITHFUL);
    flight.steps(4);
    let world = flight.world_mut(S);
    let taller = GridCity {
        height: 30.0,
        ..city
    };
    assert_eq!(world.reshape(taller.shape()), Ok(true));
    assert_eq!(world.sector_bounds(3).max[1], 30.0);
    assert_eq!(world.count_sectors(SectorState::Loaded), 4);
    assert_eq!(
        world.reshape(GridCity::new(S, 6, 1).shape()),
        Ok(false),
        "another world"
    );
    assert_eq!(world.sector_count(), 4);
}

#[test]
fn a_world_with_more_sectors_than_the_originals_tables_streams_whole() {
    // level70s has 593 sectors in 31 parts; the original has room for 560.
    let city = GridCity {
        sectors_per_part: 20,
        ..GridCity::new(S, 593, 1)
    };
    let mut flight = Flight::new(&[city], SectorBudget::unlimited(), Rules::FAITHFUL);
    flight.place(city.center(592), 0.0).steps(31);
    assert_eq!(flight.step(), Decision::Idle);
    assert_eq!(flight.world(S).count_sectors(SectorState::Loaded), 593);
    assert!(flight.world(S).was_visible(592));
}

#[test]
fn the_missing_distance_from_here_is_less_than_that_of_what_was_found_from_ahead() {
    let city = row(20);
    let mut flight = Flight::new(&[city], SectorBudget::unlimited(), Rules::improved(1));
    // 10 m before box 0, and 200 m along the row: of the boxes in sight, 0 to 5, the last one is the nearest to there.
    let (here, ahead) = (Vec3::new(-10.0, 0.0, 0.0), Vec3::new(200.0, 0.0, 0.0));
    flight.place(here, std::f32::consts::FRAC_PI_2).look();
    let rules = flight.rules;
    let world = flight.world_mut(S);
    let found = world
        .find_part_to_load(&[here, ahead], 115.0, &rules)
        .expect("all are missing");
    assert_eq!(found.stage, Stage::Visible);
    assert_eq!(world.pending_distance(&[here]), 10.0);
    let found = world
        .find_part_to_load(&[ahead], 115.0, &rules)
        .expect("all are missing");
    assert_eq!((found.sector, found.stage), (5, Stage::Visible));
    assert_eq!(world.pending_distance(&[here]), 110.0);
    assert_eq!(flight.worlds.missing_distance(&[here], 115.0, &rules), 10.0);
    for part in 1..=20 {
        flight.world_mut(S).fail(part);
    }
    assert_eq!(
        flight.worlds.missing_distance(&[here], 115.0, &rules),
        f32::MAX
    );
}
