//! Resources and water on the same budget.

use super::*;
use crate::core::competing::{CompetingStreamer, Competitor};
use std::sync::{Arc, Mutex};

#[derive(Default)]
struct Desk {
    busy: bool,
    wants: Option<f32>,
    holds: Vec<(f32, Charge)>,
    starts: u32,
    start_works: bool,
}

/// A streamer whose desk the test can look at.
#[derive(Clone, Default)]
struct Props(Arc<Mutex<Desk>>);

impl Props {
    fn desk(&self) -> std::sync::MutexGuard<'_, Desk> {
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

    fn make_room(&mut self, bytes: u64, budget: &SectorBudget) -> bool {
        while !budget.fits(bytes) {
            if self.desk().holds.pop().is_none() {
                return false;
            }
        }
        true
    }
}

fn with_props(bytes: u64) -> (Flight, Props) {
    let city = GridCity {
        sectors_per_part: 1,
        ..GridCity::new(S, 4, 1)
    };
    let mut flight = Flight::new(&[city], SectorBudget::of(bytes), Rules::FAITHFUL);
    let props = Props::default();
    flight.others.resources = Some(Box::new(props.clone()));
    flight.place(Vec3::new(-10.0, 3.0, 0.0), 0.0);
    (flight, props)
}

/// Fills the pool with the resources' charges, outside the flight's own bookkeeping.
fn hold(flight: &Flight, props: &Props, distance_sq: f32, bytes: u64) {
    let charge = flight.budget.charge(Owner::Other, bytes).expect("fits");
    props.desk().holds.push((distance_sq, charge));
}

fn decide_once(flight: &mut Flight) -> Decision {
    let situation = Situation {
        cameras: &[flight.camera.position],
        draw_distance: 115.0,
        rules: &flight.rules,
    };
    decide(
        &mut flight.worlds,
        &situation,
        &flight.budget,
        &mut flight.store,
        &mut flight.others,
    )
}

#[test]
fn a_resource_is_weighed_at_a_thousandth_of_its_distance() {
    let (mut flight, props) = with_props(1 << 20);
    // The nearest sector is 10 m away: 109 squared metres. A prop 300 m away counts 90.
    props.desk().wants = Some(90_000.0);
    props.desk().start_works = true;
    match decide_once(&mut flight) {
        Decision::OtherRequest {
            competitor: Competitor::Resources,
            distance_sq,
        } => {
            assert!((distance_sq - 90.0).abs() < 1e-3);
        }
        other => panic!("{other}"),
    }
    assert!(
        matches!(
            decide_once(&mut flight),
            Decision::Request { sector: 0, .. }
        ),
        "then the sector"
    );
}

#[test]
fn scenery_nearer_than_the_scaled_resource_goes_first() {
    let (mut flight, props) = with_props(1 << 20);
    props.desk().wants = Some(400_000.0);
    props.desk().start_works = true;
    assert!(matches!(
        decide_once(&mut flight),
        Decision::Request { sector: 0, .. }
    ));
    assert_eq!(props.desk().starts, 0);
}

#[test]
fn unheld_resources_make_room_before_a_part_is_refused() {
    let (mut flight, props) = with_props(100_000);
    hold(&flight, &props, 4.0, 50_000);
    hold(&flight, &props, 4.0, 40_000);
    assert!(matches!(
        decide_once(&mut flight),
        Decision::Request { sector: 0, .. }
    ));
    assert_eq!(props.desk().holds.len(), 1, "only as many as needed");
}

#[test]
fn the_farthest_resource_is_freed_like_a_part() {
    let (mut flight, props) = with_props(61_440);
    // A resource that make_room may not touch: it is held by somebody, yet it may be offered as the farthest.
    struct Held(Props);
    impl CompetingStreamer for Held {
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
    hold(&flight, &props, 1e6, 60_000);
    flight.others.resources = Some(Box::new(Held(props.clone())));
    match decide_once(&mut flight) {
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
    assert!(matches!(decide_once(&mut flight), Decision::Request { .. }));
}

#[test]
fn a_read_of_the_resources_keeps_the_worlds_waiting() {
    let (mut flight, props) = with_props(1 << 20);
    props.desk().busy = true;
    assert_eq!(decide_once(&mut flight), Decision::Busy);
    props.desk().busy = false;
    assert!(matches!(decide_once(&mut flight), Decision::Request { .. }));
}

#[test]
fn when_no_part_fits_another_streamer_may_still_start() {
    let (mut flight, props) = with_props(30_000);
    props.desk().wants = Some(1e9);
    props.desk().start_works = true;
    assert!(matches!(
        decide_once(&mut flight),
        Decision::OtherRequest {
            competitor: Competitor::Resources,
            ..
        }
    ));
    assert!(matches!(
        decide_once(&mut flight),
        Decision::ShortOfRoom { part: 1, .. }
    ));
}

#[test]
fn the_water_is_weighed_without_a_factor() {
    let (mut flight, _) = with_props(1 << 20);
    let water = Props::default();
    flight.others.water = Some(Box::new(water.clone()));
    water.desk().wants = Some(108.0);
    water.desk().start_works = true;
    assert!(matches!(
        decide_once(&mut flight),
        Decision::OtherRequest {
            competitor: Competitor::Water,
            ..
        }
    ));
    water.desk().wants = Some(110.0);
    assert!(matches!(
        decide_once(&mut flight),
        Decision::Request { sector: 0, .. }
    ));
}
