//! One streaming decision over two worlds, beside the obvious alternative: gather every candidate with its distance into
//! a list and sort it, each frame.
//!
//! The aim is 20 microseconds at 600 sectors a world, growing linearly, without an allocation. `wanted` is a budget with
//! no room (everything is missing), `resident` one with all but a few parts loaded, `flight` a camera that moves, so that
//! parts come and go. `look` is the visibility pass of both worlds, for scale.

use bevy::math::Vec3;
use divan::Bencher;
use divan::counter::ItemsCount;
use wonderwheel_world_streaming::core::competing::CompetingStreamers;
use wonderwheel_world_streaming::core::decide::{Situation, decide};
use wonderwheel_world_streaming::core::distance::camera_distance_sq;
use wonderwheel_world_streaming::core::rules::Rules;
use wonderwheel_world_streaming::core::slots::SLOTS;
use wonderwheel_world_streaming::core::synthetic::{GridCity, RecordingStore};
use wonderwheel_world_streaming::prelude::*;
use wonderwheel_world_streaming::view::occlusion::Occlusion;
use wonderwheel_world_streaming::view::visibility::{View, find_visible};

fn main() {
    divan::main();
}

/// Sectors a world: the most that a level of the game has, and 27 times as many.
const SECTORS: [u32; 2] = [600, 16_000];

const DRAW_DISTANCE: f32 = 115.0;

/// Two worlds of so many sectors, twenty to a part, under a budget that holds `parts` of their parts.
struct Scene {
    worlds: Worlds,
    budget: SectorBudget,
    store: RecordingStore,
    others: CompetingStreamers,
    center: Vec3,
    step: u64,
}

impl Scene {
    fn new(sectors: u32, parts: u32) -> Self {
        let columns = if sectors == 600 { 30 } else { 160 };
        let mut worlds = Worlds::new();
        let mut center = Vec3::ZERO;
        for slot in SLOTS {
            let city = GridCity {
                sectors_per_part: 20,
                ..GridCity::new(slot, columns, sectors / columns)
            };
            center = city.center(sectors / 2 + columns / 2);
            worlds.insert(city.tables());
        }
        let budget = SectorBudget::of(u64::from(parts) * 40_960);
        let mut scene = Self {
            worlds,
            budget,
            store: RecordingStore::with_capacity(1 << 20),
            others: CompetingStreamers::default(),
            center,
            step: 0,
        };
        for _ in 0..parts {
            scene.decide(center);
        }
        scene
    }

    fn decide(&mut self, eye: Vec3) -> Decision {
        self.step += 1;
        self.store.settle(&mut self.worlds, self.step);
        let situation = Situation {
            cameras: &[eye],
            draw_distance: DRAW_DISTANCE,
            rules: &Rules::FAITHFUL,
        };
        decide(
            &mut self.worlds,
            &situation,
            &self.budget,
            &mut self.store,
            &mut self.others,
        )
        .decision
    }

    /// A place on a circle of 200 m around the middle.
    fn eye_of_step(&self) -> Vec3 {
        let angle = self.step as f32 * 0.01;
        self.center + Vec3::new(angle.sin(), 0.0, angle.cos()) * 200.0
    }

    fn look(&mut self, eye: Vec3) {
        let camera = GameCamera::new(eye, self.step as f32 * 0.01, 0.0);
        let frustum = camera.frustum(DRAW_DISTANCE);
        let occlusion = Occlusion::none();
        let view = View {
            eye,
            frustum: &frustum,
            occlusion: &occlusion,
            first: true,
            pvs_eye: eye,
            pvs_enabled: true,
        };
        for slot in SLOTS {
            find_visible(&mut self.worlds, slot, &view, &Rules::FAITHFUL);
        }
    }

    /// The alternative: every missing sector and every unseen resident part, gathered and sorted by distance.
    fn sort_everything(&self, eye: Vec3) -> (Option<(f32, u32)>, Option<(f32, u32)>) {
        let mut wanted = Vec::new();
        let mut farthest = Vec::new();
        for world in self.worlds.iter() {
            for sector in 0..world.sector_count() {
                if world.sector_state(sector) != SectorState::Loaded {
                    wanted.push((
                        camera_distance_sq(&world.sector_bounds(sector), &[eye]),
                        sector,
                    ));
                }
            }
            for part in 1..=world.part_count() {
                let sectors = world.part_sectors(part);
                if world.part_state(part) == PartState::Resident
                    && !sectors.iter().any(|&k| world.was_visible(k))
                {
                    farthest.push((world.part_distance_sq(part, &[eye]), part));
                }
            }
        }
        wanted.sort_by(|a, b| a.0.total_cmp(&b.0));
        farthest.sort_by(|a, b| b.0.total_cmp(&a.0));
        (wanted.first().copied(), farthest.first().copied())
    }
}

/// Parts of both worlds.
fn all_parts(sectors: u32) -> u32 {
    2 * sectors.div_ceil(20)
}

#[divan::bench(args = SECTORS)]
fn decision_wanted(bencher: Bencher, sectors: u32) {
    let mut scene = Scene::new(sectors, 0);
    bencher
        .counter(ItemsCount::new(2 * sectors))
        .bench_local(|| scene.decide(scene.center));
}

#[divan::bench(args = SECTORS)]
fn sorting_wanted(bencher: Bencher, sectors: u32) {
    let scene = Scene::new(sectors, 0);
    bencher
        .counter(ItemsCount::new(2 * sectors))
        .bench_local(|| scene.sort_everything(scene.center));
}

#[divan::bench(args = SECTORS)]
fn decision_resident(bencher: Bencher, sectors: u32) {
    let mut scene = Scene::new(sectors, all_parts(sectors) - 3);
    bencher
        .counter(ItemsCount::new(2 * sectors))
        .bench_local(|| scene.decide(scene.center));
}

#[divan::bench(args = SECTORS)]
fn sorting_resident(bencher: Bencher, sectors: u32) {
    let scene = Scene::new(sectors, all_parts(sectors) - 3);
    bencher
        .counter(ItemsCount::new(2 * sectors))
        .bench_local(|| scene.sort_everything(scene.center));
}

#[divan::bench(args = SECTORS)]
fn decision_flight(bencher: Bencher, sectors: u32) {
    let mut scene = Scene::new(sectors, all_parts(sectors) / 2);
    bencher
        .counter(ItemsCount::new(2 * sectors))
        .bench_local(|| {
            let eye = scene.eye_of_step();
            scene.decide(eye)
        });
}

#[divan::bench(args = SECTORS)]
fn look(bencher: Bencher, sectors: u32) {
    let mut scene = Scene::new(sectors, all_parts(sectors));
    bencher
        .counter(ItemsCount::new(2 * sectors))
        .bench_local(|| {
            scene.step += 1;
            let eye = scene.eye_of_step();
            scene.look(eye);
        });
}
