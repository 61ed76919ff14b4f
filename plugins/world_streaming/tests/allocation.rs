//! The decision and the visibility pass allocate nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use bevy::math::Vec3;
use wonderwheel_world_streaming::core::competing::CompetingStreamers;
use wonderwheel_world_streaming::core::decide::{Situation, decide};
use wonderwheel_world_streaming::core::decision::Decision;
use wonderwheel_world_streaming::core::rules::Rules;
use wonderwheel_world_streaming::core::synthetic::{GridCity, RecordingStore};
use wonderwheel_world_streaming::prelude::*;
use wonderwheel_world_streaming::view::occlusion::Occlusion;
use wonderwheel_world_streaming::view::visibility::{View, find_visible};

/// Counts the allocations of each thread.
struct CountingAllocator;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending has no counter any more.
    let _ = ALLOCATIONS.try_with(|allocations| allocations.set(allocations.get() + 1));
}

#[allow(
    unsafe_code,
    reason = "an allocator is the one place that sees every allocation, and its trait is unsafe to implement and to call"
)]
// SAFETY: every call goes on to the system's allocator with its own arguments; the counter beside it does not allocate.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn allocations() -> u64 {
    ALLOCATIONS.with(Cell::get)
}

#[test]
fn the_counter_counts() {
    let before = allocations();
    drop(std::hint::black_box(vec![1_u8; 100]));
    assert!(allocations() > before);
}

#[test]
fn a_flight_of_a_thousand_decisions_and_looks_allocates_nothing() {
    for rules in [Rules::FAITHFUL, Rules::improved(4)] {
        let (scenery, detail) = (
            GridCity::new(WorldSlot::Scenery, 30, 20),
            GridCity::new(WorldSlot::Detail, 20, 30),
        );
        let mut worlds = Worlds::new();
        worlds.insert(scenery.tables());
        worlds.insert(detail.tables());
        let budget = SectorBudget::of(100 * 40_960);
        let mut store = RecordingStore::with_capacity(10_000);
        let mut others = CompetingStreamers::default();
        let occlusion = Occlusion::none();
        let mut made = [0; 3];
        let before = allocations();
        for step in 0..1_000_u64 {
            let t = step as f32 * 0.01;
            let camera = GameCamera::new(
                Vec3::new(300.0 + 250.0 * t.sin(), 4.0, 200.0 + 150.0 * t.cos()),
                t,
                0.0,
            );
            store.settle(&mut worlds, step);
            let cameras = [camera.position];
            let situation = Situation {
                cameras: &cameras,
                draw_distance: 115.0,
                rules: &rules,
            };
            match decide(&mut worlds, &situation, &budget, &mut store, &mut others).decision {
                Decision::Request { .. } => made[0] += 1,
                Decision::Free { .. } => made[1] += 1,
                _ => made[2] += 1,
            }
            let frustum = camera.frustum(115.0);
            let view = View::of(&camera, &frustum, &occlusion);
            find_visible(&mut worlds, WorldSlot::Scenery, &view, &rules);
            find_visible(&mut worlds, WorldSlot::Detail, &view, &rules);
        }
        assert_eq!(allocations() - before, 0);
        assert!(
            made[0] > 100 && made[1] > 50,
            "{made:?}: nothing much happened"
        );
    }
}
