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
    GridCity::row(S, boxes)
}

/// Checks what a decision is; a failure says what it was.
macro_rules! assert_decides {
    ($decision:expr, $variant:ident $fields:tt $(, $why:literal)?) => {{
        let decision = $decision;
        let is_it = matches!(decision, Decision::$variant $fields);
        assert!(is_it, concat!("{}" $(, ": ", $why)?), decision);
    }};
}
pub(crate) use assert_decides;

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
        let charge = self.budget.charge(Owner::Other, bytes);
        self.fixed.push(charge.expect("the fixed charges fit"));
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

    pub fn decision(&mut self) -> Decision {
        self.decide().decision
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
        let view = View::of(&self.camera, &frustum, &occlusion);
        for (slot, seen) in [S, D].into_iter().zip(&mut self.seen) {
            find_visible(&mut self.worlds, slot, &view, &self.rules);
            seen.clear();
            if let Some(world) = self.worlds.get(slot) {
                let leaves = world.bsp().leaves().iter();
                let met = leaves.filter(|leaf| frustum.meets(&leaf.bounds));
                seen.extend(met.filter_map(|leaf| leaf.sector));
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
        let (step, used) = (self.step, self.budget.used());
        let fits = used <= self.budget.capacity();
        assert!(fits, "step {step}: over the budget");
        let loaded = fixed + self.store.charged();
        assert_eq!(used, loaded, "step {step}: used is not what is loaded");
        let mut held = 0;
        for world in self.worlds.iter() {
            for part in 1..=world.part_count() {
                let state = world.part_state(part);
                if matches!(state, PartState::Resident | PartState::Absent) {
                    for &sector in world.part_sectors(part) {
                        let is_loaded = world.sector_state(sector) == SectorState::Loaded;
                        assert_eq!(is_loaded, state == PartState::Resident, "part {part}");
                    }
                }
                let charged = self.store.charge_of(world.slot(), part);
                let counts = !matches!(state, PartState::Absent | PartState::Failed);
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
            let is_far = distance_sq > wanted_sq + 5.0;
            assert!(is_far, "step {step}: the margin of 5 does not hold");
            if self.rules.own_marks {
                let seen = &self.seen[usize::from(slot == D)];
                let was_seen = world.part_sectors(part).iter().any(|k| seen.contains(k));
                assert!(!was_seen, "step {step}: part {part} was seen last frame");
            }
            let may_free = self.rules.free_last_part || part != world.part_count();
            assert!(may_free, "step {step}: the last part was freed");
        }
    }
}
