//! Behaviour of the whole core over synthetic worlds. Every step of every test checks the invariants of
//! spec/world-addenda.md 7.

mod budget;
mod competitors;
mod quirks;
mod random_walks;
mod search;
mod visibility;

use bevy::math::Vec3;
use wonderwheel_warriors::names::WorldSlot;

use crate::core::budget::{Charge, Owner, SectorBudget};
use crate::core::competing::CompetingStreamers;
use crate::core::decide::{Outcome, Situation, decide};
use crate::core::decision::Decision;
use crate::core::rules::Rules;
use crate::core::run_hash::RunHash;
use crate::core::synthetic::{GridCity, RecordingStore, StoreEvent};
use crate::core::tables::{PartState, SectorState, WorldTables};
use crate::core::worlds::Worlds;
use crate::view::camera::GameCamera;
use crate::view::draw_distance::DrawDistanceStep;
use crate::view::occlusion::Occlusion;
use crate::view::visibility::{View, find_visible};

pub(crate) const S: WorldSlot = WorldSlot::Scenery;
pub(crate) const D: WorldSlot = WorldSlot::Detail;

/// A row of scenery boxes along x, a part each.
pub(crate) fn row(boxes: u32) -> GridCity {
    GridCity {
        sectors_per_part: 1,
        ..GridCity::new(S, boxes, 1)
    }
}

/// A camera flying through worlds: one step a call, reads arrive at the start of the next step.
pub(crate) struct Flight {
    pub worlds: Worlds,
    pub budget: SectorBudget,
    pub store: RecordingStore,
    pub others: CompetingStreamers,
    pub rules: Rules,
    pub camera: GameCamera,
    pub draw_distance: f32,
    pub step: u64,
    pub hash: RunHash,
    pub decisions: Vec<Decision>,
    /// Marks by their own world, whatever the rules: what was really seen in the last frame.
    seen: [Vec<u32>; 2],
    fixed: Vec<Charge>,
}

impl Flight {
    pub fn new(cities: &[GridCity], budget: SectorBudget, rules: Rules) -> Self {
        Self::over(cities.iter().map(GridCity::tables), budget, rules)
    }

    pub fn over(
        tables: impl IntoIterator<Item = WorldTables>,
        budget: SectorBudget,
        rules: Rules,
    ) -> Self {
        let mut worlds = Worlds::new();
        for world in tables {
            worlds.insert(world);
        }
        Self {
            worlds,
            budget,
            store: RecordingStore::default(),
            others: CompetingStreamers::default(),
            rules,
            camera: GameCamera::default(),
            draw_distance: 115.0,
            step: 0,
            hash: RunHash::new(),
            decisions: Vec::new(),
            seen: [Vec::new(), Vec::new()],
            fixed: Vec::new(),
        }
    }

    /// Charges something that stays.
    pub fn charge(&mut self, bytes: u64) {
        self.fixed.push(
            self.budget
                .charge(Owner::Other, bytes)
                .expect("the fixed charges fit"),
        );
    }

    pub fn place(&mut self, position: Vec3, yaw: f32) -> &mut Self {
        self.camera.position = position;
        self.camera.yaw = yaw;
        self
    }

    /// One step: arrivals, decision, draw distance, visibility.
    pub fn step(&mut self) -> Decision {
        self.step += 1;
        self.store.settle(&mut self.worlds, self.step * 33);
        let before: Vec<(WorldSlot, u32)> = self.resident();
        let decision = self.decide().decision;
        self.check(&decision, &before);
        let pending = self.worlds.pending_distance(&[self.camera.position]);
        self.draw_distance = DrawDistanceStep::at_30_hz(pending, 115.0).advance(self.draw_distance);
        self.look();
        self.hash.decision(self.step, &decision);
        self.hash.exact(self.draw_distance);
        self.decisions.push(decision);
        decision
    }

    /// The decision alone: nothing arrives before it and nothing is checked after it.
    pub fn decide(&mut self) -> Outcome {
        self.decide_from(&[self.camera.position])
    }

    /// The decision alone, with cameras in these places.
    pub fn decide_from(&mut self, cameras: &[Vec3]) -> Outcome {
        let situation = Situation {
            cameras,
            draw_distance: self.draw_distance,
            rules: &self.rules,
        };
        decide(
            &mut self.worlds,
            &situation,
            &self.budget,
            &mut self.store,
            &mut self.others,
        )
    }

    pub fn steps(&mut self, count: u32) -> &mut Self {
        for _ in 0..count {
            self.step();
        }
        self
    }

    /// The visibility pass of both worlds.
    pub fn look(&mut self) {
        let frustum = self.camera.frustum(self.draw_distance);
        let occlusion = Occlusion::none();
        let view = View {
            eye: self.camera.position,
            frustum: &frustum,
            occlusion: &occlusion,
            first: true,
            pvs_eye: self.camera.position,
            pvs_enabled: true,
        };
        for (slot, seen) in [S, D].into_iter().zip(&mut self.seen) {
            find_visible(&mut self.worlds, slot, &view, &self.rules);
            seen.clear();
            if let Some(world) = self.worlds.get(slot) {
                seen.extend(
                    world
                        .bsp()
                        .leaves()
                        .iter()
                        .filter(|leaf| frustum.meets(&leaf.bounds))
                        .filter_map(|leaf| leaf.sector),
                );
            }
        }
    }

    pub fn world(&self, slot: WorldSlot) -> &WorldTables {
        self.worlds.get(slot).expect("the world exists")
    }

    pub fn world_mut(&mut self, slot: WorldSlot) -> &mut WorldTables {
        self.worlds.get_mut(slot).expect("the world exists")
    }

    pub fn resident(&self) -> Vec<(WorldSlot, u32)> {
        let parts = self.worlds.iter().flat_map(|world| {
            (1..=world.part_count())
                .filter(|&part| world.part_state(part) == PartState::Resident)
                .map(|part| (world.slot(), part))
        });
        parts.collect()
    }

    pub fn count(&self, pick: impl Fn(&StoreEvent) -> bool) -> usize {
        self.store.events.iter().filter(|event| pick(event)).count()
    }

    pub fn frees(&self) -> usize {
        self.count(|event| matches!(event, StoreEvent::Freed(..)))
    }

    /// The invariants of spec/world-addenda.md 7.
    fn check(&self, decision: &Decision, resident_before: &[(WorldSlot, u32)]) {
        let fixed: u64 = self.fixed.iter().map(Charge::bytes).sum();
        assert!(
            self.budget.used() <= self.budget.capacity(),
            "step {}: over the budget",
            self.step
        );
        assert_eq!(
            self.budget.used(),
            fixed + self.store.charged(),
            "step {}: used is not what is loaded",
            self.step
        );
        let mut held = 0;
        for world in self.worlds.iter() {
            for part in 1..=world.part_count() {
                match world.part_state(part) {
                    PartState::Resident => {
                        for &sector in world.part_sectors(part) {
                            assert_eq!(
                                world.sector_state(sector),
                                SectorState::Loaded,
                                "part {part}"
                            );
                        }
                    }
                    PartState::Absent => {
                        for &sector in world.part_sectors(part) {
                            assert_ne!(
                                world.sector_state(sector),
                                SectorState::Loaded,
                                "part {part}"
                            );
                        }
                    }
                    PartState::Reading | PartState::Releasing | PartState::Failed => {}
                }
                let charged = self.store.charge_of(world.slot(), part);
                let counts = !matches!(
                    world.part_state(part),
                    PartState::Absent | PartState::Failed
                );
                assert_eq!(charged.is_some(), counts, "{:?} part {part}", world.slot());
                held += charged.unwrap_or(0);
            }
        }
        assert_eq!(held, self.store.charged());
        if let Decision::Free {
            slot,
            part,
            distance_sq,
            wanted_sq,
        } = *decision
        {
            let world = self.world(slot);
            assert!(resident_before.contains(&(slot, part)));
            assert!(
                distance_sq > wanted_sq + 5.0,
                "step {}: the margin of 5 does not hold",
                self.step
            );
            if self.rules.own_marks {
                let seen = &self.seen[usize::from(slot == D)];
                for sector in world.part_sectors(part) {
                    assert!(
                        !seen.contains(sector),
                        "step {}: part {part} was seen last frame",
                        self.step
                    );
                }
            }
            if !self.rules.free_last_part {
                assert_ne!(
                    part,
                    world.part_count(),
                    "step {}: the last part was freed",
                    self.step
                );
            }
        }
    }
}
