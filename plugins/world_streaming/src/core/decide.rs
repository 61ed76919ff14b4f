//! The streaming decision: once a frame, at most one part is asked for or freed.
//!
//! `(worlds, cameras, budget, store, competitors) -> decision`. It allocates nothing; its cost is one distance a sector.
//! Source: seed 000 "Choosing what to stream"; spec/world-addenda.md 7; 0x0040f8a0.

use bevy::math::Vec3;
use wonderwheel_warriors::names::WorldSlot;

use crate::core::budget::{Owner, SectorBudget};
use crate::core::competing::{CompetingStreamers, Competitor, RoomFor};
use crate::core::decision::Decision;
use crate::core::distance::NOTHING_MISSING;
use crate::core::part_store::PartStore;
use crate::core::rules::Rules;
use crate::core::slots::SLOTS;
use crate::core::tables::{MissingSector, WorldTables};
use crate::core::worlds::Worlds;

/// Squared distance below which the nearest missing thing counts as urgent. Source: spec/world-addenda.md 7; 0x005147c8.
pub const URGENT_SQ: f32 = 75.0;

/// What a decision looks at, apart from the worlds.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    /// Where the cameras stand, RenderWare axes, metres.
    pub cameras: &'a [Vec3],
    /// How far the view reaches now, metres.
    pub draw_distance: f32,
    /// The rules.
    pub rules: &'a Rules,
}

/// What a frame's decision came to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// What was done.
    pub decision: Decision,
    /// Whether the nearest missing thing of all streamers is closer than [`URGENT_SQ`]. `None` in a frame that only waits
    /// for reads: nothing was looked for, and the flag stays as it was.
    pub urgent: Option<bool>,
}

/// Makes the one decision of a frame and carries it out.
pub fn decide(
    worlds: &mut Worlds,
    situation: &Situation<'_>,
    budget: &SectorBudget,
    store: &mut dyn PartStore,
    others: &mut CompetingStreamers,
) -> Outcome {
    let frame = Frame {
        worlds,
        situation,
        budget,
        store,
        others,
    };
    frame.decide()
}

/// Everything that one decision reads and changes.
struct Frame<'a> {
    worlds: &'a mut Worlds,
    situation: &'a Situation<'a>,
    budget: &'a SectorBudget,
    store: &'a mut dyn PartStore,
    others: &'a mut CompetingStreamers,
}

/// Something that is missing.
#[derive(Debug, Clone, Copy)]
enum MissingThing {
    Sector(WorldSlot, MissingSector),
    /// What a competitor wants, and its distance on the worlds' scale.
    Other(Competitor, f32),
}

impl MissingThing {
    fn distance_sq(&self) -> f32 {
        match *self {
            Self::Sector(_, sector) => sector.distance_sq,
            Self::Other(_, distance_sq) => distance_sq,
        }
    }
}

/// The nearest missing thing of each streamer, the nearest first.
type MissingThings = [Option<MissingThing>; 4];

/// What could be freed.
#[derive(Debug, Clone, Copy)]
enum Victim {
    Part(WorldSlot, u32),
    Other(Competitor),
}

impl Frame<'_> {
    fn decide(mut self) -> Outcome {
        self.retry_releases();
        if self.worlds.reading() >= self.situation.rules.reads_in_flight || self.others.busy() {
            return Outcome {
                decision: Decision::Busy,
                urgent: None,
            };
        }
        let missing = self.find_missing();
        let nearest_sq = missing[0].map_or(NOTHING_MISSING, |nearest| nearest.distance_sq());
        Outcome {
            decision: self.start_or_free(&missing, nearest_sq),
            urgent: Some(nearest_sq < URGENT_SQ),
        }
    }

    /// Parts whose atomics were still in use are tried again.
    fn retry_releases(&mut self) {
        for slot in SLOTS {
            if let Some(part) = self.worlds.get(slot).and_then(WorldTables::releasing) {
                self.release(slot, part);
            }
        }
    }

    /// What the worlds and the competitors miss. Equal distances: scenery, detail, resources, water.
    fn find_missing(&mut self) -> MissingThings {
        let Situation {
            cameras,
            draw_distance,
            rules,
        } = *self.situation;
        let sectors = SLOTS.map(|slot| {
            let world = self.worlds.get_mut(slot)?;
            let sector = world.find_part_to_load(cameras, draw_distance, rules)?;
            Some(MissingThing::Sector(slot, sector))
        });
        let others = Competitor::ALL.map(|competitor| {
            let distance_sq = self.others.nearest_wanted(competitor, cameras)?;
            Some(MissingThing::Other(competitor, distance_sq))
        });
        let ([scenery, detail], [resources, water]) = (sectors, others);
        let mut things = [scenery, detail, resources, water]
            .map(|thing| thing.filter(|thing| thing.distance_sq() < NOTHING_MISSING));
        let key = |thing: &Option<MissingThing>| {
            thing
                .as_ref()
                .map_or(NOTHING_MISSING, MissingThing::distance_sq)
        };
        things.sort_by(|a, b| key(a).total_cmp(&key(b)));
        things
    }

    /// The nearest thing is started, or else the farthest unseen one freed for it.
    fn start_or_free(&mut self, missing: &MissingThings, nearest_sq: f32) -> Decision {
        let [nearest, rest @ ..] = missing;
        if let Some(started) = nearest.and_then(|nearest| self.start(nearest)) {
            return started;
        }
        if let Some(freed) = self.free_farthest(nearest_sq) {
            return freed;
        }
        // Quirk: in the original nothing else starts while the nearest thing waits: a farther one would take its room.
        // Source: spec/world-addenda.md 7, step 4.
        let rules = self.situation.rules;
        if rules.next_may_start {
            // What lies beyond the margin would be freed again for the nearest thing.
            let within = rules.free_beyond_sq(nearest_sq);
            let near = |next: &&MissingThing| next.distance_sq() <= within;
            let next = rest.iter().flatten().filter(near);
            if let Some(started) = next.copied().find_map(|next| self.start(next)) {
                return started;
            }
        }
        match *nearest {
            Some(MissingThing::Sector(slot, sector)) => self.short_of_room(slot, &sector),
            Some(MissingThing::Other(..)) | None => Decision::Idle,
        }
    }

    /// Starts to read something; nothing when it does not fit.
    fn start(&mut self, thing: MissingThing) -> Option<Decision> {
        match thing {
            MissingThing::Sector(slot, sector) => self.request(slot, &sector),
            MissingThing::Other(competitor, distance_sq) => {
                let other = self.others.slot(competitor)?;
                other
                    .start(self.situation.cameras, self.budget)
                    .then_some(Decision::OtherRequest {
                        competitor,
                        distance_sq,
                    })
            }
        }
    }

    /// Makes room for a sector's part, charges it and starts its read. Source: spec/memory.md 6.
    fn request(&mut self, slot: WorldSlot, missing: &MissingSector) -> Option<Decision> {
        let world = self.worlds.get_mut(slot)?;
        let MissingSector {
            sector,
            part,
            distance_sq,
            stage,
        } = *missing;
        let heap_size = world.part_size(part).heap_bytes;
        let bytes = u64::from(heap_size);
        if !self.others.make_room(bytes, RoomFor::Part, self.budget) {
            return None;
        }
        let charge = self.budget.charge(Owner::Part(slot, part), bytes)?;
        world.begin_read(part, sector);
        self.store.request(world, part, charge);
        Some(Decision::Request {
            slot,
            part,
            sector,
            distance_sq,
            heap_size,
            stage,
        })
    }

    /// Frees the farthest unseen thing, when it lies beyond the margin or the budget was lowered.
    fn free_farthest(&mut self, wanted_sq: f32) -> Option<Decision> {
        let over = self.budget.over();
        let (victim, distance_sq) = self.find_victim(over > 0)?;
        if distance_sq <= self.situation.rules.free_beyond_sq(wanted_sq) && over == 0 {
            return None;
        }
        match victim {
            Victim::Part(slot, part) => {
                self.release(slot, part);
                Some(if over > 0 {
                    Decision::Shrink {
                        slot,
                        part,
                        distance_sq,
                        over,
                    }
                } else {
                    Decision::Free {
                        slot,
                        part,
                        distance_sq,
                        wanted_sq,
                    }
                })
            }
            Victim::Other(competitor) => {
                let other = self.others.slot(competitor)?;
                other
                    .free_farthest(self.situation.cameras)
                    .then_some(Decision::OtherFree {
                        competitor,
                        distance_sq,
                        wanted_sq,
                    })
            }
        }
    }

    /// The farthest thing out of sight, and its squared distance. Source: spec/world-addenda.md 7, step 5.
    fn find_victim(&mut self, budget_was_lowered: bool) -> Option<(Victim, f32)> {
        let Situation { cameras, rules, .. } = *self.situation;
        let mut farthest = self.farthest_part(|world| world.find_part_to_free(cameras, rules));
        // A lowered budget asks for what is in use as well: such a part waits, release pending, until it is let go.
        let waits = || self.worlds.iter().any(|world| world.releasing().is_some());
        if budget_was_lowered && farthest.is_none() && !waits() {
            farthest = self.farthest_part(|world| world.find_used_part_to_free(cameras, rules));
        }
        if let Some(distance_sq) = self.others.farthest(Competitor::Resources, cameras)
            && farthest.is_none_or(|(_, best)| distance_sq > best)
        {
            farthest = Some((Victim::Other(Competitor::Resources), distance_sq));
        }
        farthest
    }

    /// The farthest of the parts that `find` names, one a world.
    fn farthest_part(
        &self,
        find: impl Fn(&WorldTables) -> Option<(u32, f32)>,
    ) -> Option<(Victim, f32)> {
        let mut farthest: Option<(Victim, f32)> = None;
        for world in self.worlds.iter() {
            if let Some((part, distance_sq)) = find(world)
                && farthest.is_none_or(|(_, best)| distance_sq > best)
            {
                farthest = Some((Victim::Part(world.slot(), part), distance_sq));
            }
        }
        farthest
    }

    /// Frees a part as far as its atomics let it.
    fn release(&mut self, slot: WorldSlot, part: u32) {
        if let Some(world) = self.worlds.get_mut(slot)
            && world.release(part, |sector| self.store.release_sector(slot, sector))
        {
            self.store.release_part(slot, part);
        }
    }

    fn short_of_room(&self, slot: WorldSlot, missing: &MissingSector) -> Decision {
        let world = self.worlds.get(slot);
        Decision::ShortOfRoom {
            slot,
            part: missing.part,
            sector: missing.sector,
            distance_sq: missing.distance_sq,
            heap_size: world.map_or(0, |world| world.part_size(missing.part).heap_bytes),
            largest_free: self.budget.largest_free(),
        }
    }
}
