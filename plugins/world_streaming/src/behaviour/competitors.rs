//! Resources and water on the same budget.

use std::sync::{Arc, Mutex, MutexGuard};

use super::*;
use crate::core::competing::{CompetingStreamer, Competitor, RoomFor};

#[derive(Default)]
struct Desk {
    busy: bool,
    wants: Option<f32>,
    holds: Vec<(f32, Charge)>,
    starts: u32,
    start_works: bool,
    made_room_for: Vec<RoomFor>,
}

/// A streamer whose desk the test can look at.
#[derive(Clone, Default)]
struct Props(Arc<Mutex<Desk>>);

impl Props {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.0.lock().expect("one thread")
    }
}

impl CompetingStreamer for Props {
    fn busy(&self) -> bool {
        self.desk().busy
    }

    fn nearest_wanted(&mut self, _: &[Vec3]) -> Option<f32> {
        self.desk().wants
    }

    fn start(&mut self, _: &[Vec3], _: &SectorBudget) -> bool {
        let mut desk = self.desk();
        desk.starts += 1;
        if desk.start_works {
            desk.wants = None;
        }
        desk.start_works
    }

    fn farthest(&mut self, _: &[Vec3]) -> Option<f32> {
        self.desk()
            .holds
            .iter()
            .map(|&(distance_sq, _)| distance_sq)
            .reduce(f32::max)
    }

    fn free_farthest(&mut self, _: &[Vec3]) -> bool {
        self.desk().holds.pop().is_some()
    }

    fn make_room(&mut self, bytes: u64, purpose: RoomFor, budget: &SectorBudget) -> bool {
        self.desk().made_room_for.push(purpose);
        while !budget.fits(bytes) {
            if self.desk().holds.pop().is_none() {
                return false;
            }
        }
        true
    }
}

/// Resources that `make_room` may not touch: they are in use, yet may be offered as the farthest.
struct HeldProps(Props);
impl CompetingStreamer for HeldProps {
    fn nearest_wanted(&mut self, _: &[Vec3]) -> Option<f32> {
        None
    }
    fn start(&mut self, _: &[Vec3], _: &SectorBudget) -> bool {
        false
    }
    fn farthest(&mut self, cameras: &[Vec3]) -> Option<f32> {
        self.0.farthest(cameras)
    }
    fn free_farthest(&mut self, cameras: &[Vec3]) -> bool {
        self.0.free_farthest(cameras)
    }
}

/// A row of four boxes, the nearest of which is 10 m away: 109 squared metres, as the eye is 3 m up.
fn with_props(bytes: u64) -> (Flight, Props) {
    let mut flight = Flight::new(&[row(4)], SectorBudget::of(bytes), Rules::FAITHFUL);
    let props = Props::default();
    flight.others.resources = Some(Box::new(props.clone()));
    flight.place(Vec3::new(-10.0, 3.0, 0.0), 0.0);
    (flight, props)
}

/// The same, and the water.
fn with_props_and_water(bytes: u64) -> (Flight, Props, Props) {
    let (mut flight, props) = with_props(bytes);
    let water = Props::default();
    flight.others.water = Some(Box::new(water.clone()));
    (flight, props, water)
}

fn want(streamer: &Props, distance_sq: f32, start_works: bool) {
    let mut desk = streamer.desk();
    (desk.wants, desk.start_works) = (Some(distance_sq), start_works);
}

/// What was started, in a word: the sector's number, `r` or `w`.
fn started(decision: Decision) -> String {
    match decision {
        Decision::Request { sector, .. } => sector.to_string(),
        Decision::OtherRequest {
            competitor: Competitor::Resources,
            ..
        } => "r".into(),
        Decision::OtherRequest {
            competitor: Competitor::Water,
            ..
        } => "w".into(),
        other => panic!("{other}"),
    }
}

/// Fills the pool with the resources' charges, outside the flight's own bookkeeping.
fn hold(flight: &Flight, props: &Props, distance_sq: f32, bytes: u64) {
    let charge = flight.budget.charge(Owner::Other, bytes).expect("fits");
    props.desk().holds.push((distance_sq, charge));
}

#[test]
fn a_resource_is_weighed_at_a_thousandth_of_its_distance() {
    let (mut flight, props) = with_props(1 << 20);
    // The nearest sector is 10 m away: 109 squared metres. A prop 300 m away counts 90.
    want(&props, 90_000.0, true);
    match flight.decision() {
        Decision::OtherRequest {
            competitor: Competitor::Resources,
            distance_sq,
        } => {
            assert!((distance_sq - 90.0).abs() < 1e-3);
        }
        other => panic!("{other}"),
    }
    assert_decides!(
        flight.decision(),
        Request { sector: 0, .. },
        "then the sector"
    );
}

#[test]
fn scenery_nearer_than_the_scaled_resource_goes_first() {
    let (mut flight, props) = with_props(1 << 20);
    want(&props, 400_000.0, true);
    assert_decides!(flight.decision(), Request { sector: 0, .. });
    assert_eq!(props.desk().starts, 0);
}

#[test]
fn unheld_resources_make_room_before_a_part_is_refused() {
    let (mut flight, props) = with_props(100_000);
    hold(&flight, &props, 4.0, 50_000);
    hold(&flight, &props, 4.0, 40_000);
    assert_decides!(flight.decision(), Request { sector: 0, .. });
    assert_eq!(props.desk().holds.len(), 1, "only as many as needed");
    assert_eq!(props.desk().made_room_for, [RoomFor::Part]);
}

#[test]
fn the_farthest_resource_is_freed_like_a_part() {
    let (mut flight, props) = with_props(61_440);
    hold(&flight, &props, 1e6, 60_000);
    flight.others.resources = Some(Box::new(HeldProps(props.clone())));
    match flight.decision() {
        Decision::OtherFree {
            competitor: Competitor::Resources,
            distance_sq,
            wanted_sq,
        } => {
            assert!(
                (distance_sq - 1_000.0).abs() < 1e-2,
                "a thousandth of a million"
            );
            assert_eq!(wanted_sq, 109.0); // 10 m in x, 3 m in y, 0 in z
        }
        other => panic!("{other}"),
    }
    assert_decides!(flight.decision(), Request { .. });
}

#[test]
fn a_read_of_the_resources_keeps_the_worlds_waiting() {
    let (mut flight, props) = with_props(1 << 20);
    props.desk().busy = true;
    assert_eq!(flight.decision(), Decision::Busy);
    props.desk().busy = false;
    assert_decides!(flight.decision(), Request { .. });
}

#[test]
fn the_nearest_of_sector_resource_and_water_starts_whichever_it_is() {
    // Sector 0 at 109, then 909 squared metres; the resources count a thousandth.
    for (resources, water, expected) in [
        (108_000.0, 107.0, ["w", "r", "0"]),
        (106_000.0, 107.0, ["r", "w", "0"]),
        (400_000.0, 200.0, ["0", "w", "r"]),
        (120_000.0, 910.0, ["0", "r", "1"]),
    ] {
        let (mut flight, props, sea) = with_props_and_water(1 << 20);
        want(&props, resources, true);
        want(&sea, water, true);
        let order = [(); 3].map(|()| {
            let made = flight.decision();
            flight.store.settle(&mut flight.worlds, 0);
            started(made)
        });
        assert_eq!(order, expected, "resources {resources}, water {water}");
    }
}

#[test]
fn equal_distances_go_to_the_sector_then_to_the_resources_then_to_the_water() {
    let (mut flight, props, water) = with_props_and_water(1 << 20);
    flight.others.load_priority = Some(1.0);
    want(&props, 109.0, true);
    want(&water, 109.0, true);
    let order = [(); 4].map(|()| {
        let made = flight.decision();
        flight.store.settle(&mut flight.worlds, 0);
        started(made)
    });
    assert_eq!(order, ["0", "r", "w", "1"]);
}

#[test]
fn while_the_nearest_thing_is_blocked_nothing_else_starts_by_the_originals_rules() {
    // No part fits into 30,000 bytes; the prop counts 1,000 squared metres.
    let (mut flight, props, water) = with_props_and_water(30_000);
    want(&props, 1e6, true);
    want(&water, 110.0, true);
    assert_decides!(flight.decision(), ShortOfRoom { part: 1, .. });
    assert_eq!((props.desk().starts, water.desk().starts), (0, 0));

    let (mut flight, props, water) = with_props_and_water(1 << 20);
    want(&props, 100_000.0, false);
    want(&water, 101.0, true);
    assert_eq!(flight.decision(), Decision::Idle);
    assert_eq!((props.desk().starts, water.desk().starts), (1, 0));
    assert!(flight.store.events.is_empty(), "nor does the sector");
}

#[test]
fn in_improved_mode_the_next_may_start_when_it_would_not_be_freed_for_the_nearest() {
    let improved = || {
        let (mut flight, props) = with_props(1 << 20);
        flight.rules = Rules::improved(4);
        (flight, props)
    };
    // A prop at 100 squared metres that cannot start: the sector at 109 lies within (10 + 5) squared.
    let (mut flight, props) = improved();
    want(&props, 100_000.0, false);
    assert_eq!(started(flight.decision()), "0");
    // At 1 squared metre: the sector lies beyond (1 + 5) squared.
    let (mut flight, props) = improved();
    want(&props, 1_000.0, false);
    assert_eq!(flight.decision(), Decision::Idle);
}

#[test]
fn in_improved_mode_the_farthest_is_freed_before_the_next_may_start() {
    let (mut flight, props, water) = with_props_and_water(61_440);
    flight.rules = Rules::improved(4);
    want(&water, 110.0, true);
    hold(&flight, &props, 1e6, 60_000);
    flight.others.resources = Some(Box::new(HeldProps(props.clone())));
    assert_decides!(flight.decision(), OtherFree { .. });
    assert_eq!(water.desk().starts, 0);
}

#[test]
fn urgent_is_decided_by_the_nearest_of_all() {
    let urgent = |resources: Option<f32>, water: Option<f32>| {
        let (mut flight, props, sea) = with_props_and_water(1 << 20);
        (props.desk().wants, sea.desk().wants) = (resources, water);
        flight.decide().urgent
    };
    assert_eq!(urgent(None, None), Some(false), "the sector: 109");
    assert_eq!(urgent(Some(74_000.0), None), Some(true), "a prop: 74");
    assert_eq!(urgent(Some(76_000.0), None), Some(false));
    assert_eq!(urgent(None, Some(74.9)), Some(true), "the water");
    assert_eq!(urgent(None, Some(75.0)), Some(false), "less than 75");

    let (mut flight, props) = with_props(1 << 20);
    flight.place(Vec3::new(-1.0, 3.0, 0.0), 0.0);
    assert_eq!(flight.decide().urgent, Some(true), "the sector: 10");
    props.desk().busy = true;
    assert_eq!(flight.decide().urgent, None, "nothing was looked for");
}

#[test]
fn the_water_is_weighed_without_a_factor() {
    let (mut flight, _, water) = with_props_and_water(1 << 20);
    want(&water, 108.0, true);
    assert_decides!(
        flight.decision(),
        OtherRequest {
            competitor: Competitor::Water,
            ..
        }
    );
    water.desk().wants = Some(110.0);
    assert_decides!(flight.decision(), Request { sector: 0, .. });
}
