//! The streaming decision: once a frame, at most one part is asked for or freed.
//!
//! `(worlds, cameras, budget, store, competitors) -> decision`. It allocates nothing; its cost is one distance a sector.
//! Source: seed 000 "Choosing what to stream"; spec/world-addenda.md 7; 0x0040f8a0.

use std::fmt;

use bevy::ecs::resource::Resource;
use bevy::math::Vec3;
use wonderwheel_warriors::names::WorldSlot;

use crate::core::budget::{Charge, Owner, SectorBudget};
use crate::core::competing::{CompetingStreamers, Competitor};
use crate::core::distance::NOTHING_MISSING;
use crate::core::rules::Rules;
use crate::core::tables::{Found, PartState, Stage, WorldTables};

/// Distance, squared, below which a missing thing counts as urgent. What the original does with it is unknown.
/// Source: seed 000 "Choosing what to stream", step 3; 0x005147c8.
pub const URGENT_SQ: f32 = 75.0;

/// The two slots, in the order in which ties between worlds are decided.
pub const SLOTS: [WorldSlot; 2] = [WorldSlot::Scenery, WorldSlot::Detail];

/// Where parts come from and go to. The decision changes the tables; the store moves the bytes.
pub trait PartStore {
    /// Starts to read a part. The charge is the part's from now on; dropping it gives the bytes back.
    fn request(&mut self, world: &WorldTables, part: u32, charge: Charge);

    /// Lets go of one sector's atomic. False while somebody still uses it: it is asked again in a later frame.
    fn release_sector(&mut self, slot: WorldSlot, sector: u32) -> bool;

    /// Every sector of a part is released: drops its textures and its charge.
    fn release_part(&mut self, slot: WorldSlot, part: u32);
}

/// What one frame decided, and why.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Decision {
    /// As many reads as may be are in flight.
    Busy,
    /// A part was asked for.
    Request {
        /// Its world.
        slot: WorldSlot,
        /// Its number.
        part: u32,
        /// The missing sector that it was asked for.
        sector: u32,
        /// How far that sector is, squared metres.
        distance_sq: f32,
        /// Bytes that the part is charged with.
        heap_size: u32,
        /// Which search found it.
        stage: Stage,
    },
    /// A part was freed, because something nearer is wanted and does not fit.
    Free {
        /// Its world.
        slot: WorldSlot,
        /// Its number.
        part: u32,
        /// How far its nearest sector is, squared metres.
        distance_sq: f32,
        /// How far the wanted thing is, squared metres.
        wanted_sq: f32,
    },
    /// A part was freed, because the budget was lowered below what is charged.
    Shrink {
        /// Its world.
        slot: WorldSlot,
        /// Its number.
        part: u32,
        /// How far its nearest sector is, squared metres.
        distance_sq: f32,
        /// Bytes charged beyond the budget before.
        over: u64,
    },
    /// A part is wanted, does not fit, and nothing is far enough to be freed for it.
    ShortOfRoom {
        /// The wanted part's world.
        slot: WorldSlot,
        /// The wanted part.
        part: u32,
        /// The missing sector that it is wanted for.
        sector: u32,
        /// How far that sector is, squared metres.
        distance_sq: f32,
        /// Bytes that it needs.
        heap_size: u32,
        /// The largest charge that would be granted.
        largest_free: u64,
    },
    /// Another streamer started to read.
    OtherRequest {
        /// Which.
        competitor: Competitor,
        /// How far the thing is, on the worlds' scale.
        distance_sq: f32,
    },
    /// Another streamer freed its farthest thing.
    OtherFree {
        /// Which.
        competitor: Competitor,
        /// How far the thing was, on the worlds' scale.
        distance_sq: f32,
        /// How far the wanted thing is.
        wanted_sq: f32,
    },
    /// Nothing is missing, or what is wanted could not be started.
    Idle,
}

impl Decision {
    /// Whether something was started or is in flight: the original's return value 2, which keeps a preload going.
    pub fn worked(&self) -> bool {
        !matches!(self, Self::ShortOfRoom { .. } | Self::Idle)
    }
}

/// The reason in plain words.
impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Busy => write!(f, "wait: reads are in flight"),
            Self::Request {
                slot,
                part,
                sector,
                distance_sq,
                heap_size,
                stage,
            } => {
                let why = match stage {
                    Stage::Visible => "the nearest missing one seen last frame",
                    Stage::Fallback => {
                        "the nearest missing one; nothing seen is missing within reach"
                    }
                };
                write!(
                    f,
                    "read {} part {part} ({heap_size} bytes) for sector {sector}, ",
                    world_word(slot)
                )?;
                write!(f, "{:.1} m away: {why}", distance_sq.sqrt())
            }
            Self::Free {
                slot,
                part,
                distance_sq,
                wanted_sq,
            } => write!(
                f,
                "free {} part {part}: unseen and farthest, {:.1} m away; what is wanted is {:.1} m away",
                world_word(slot),
                distance_sq.sqrt(),
                wanted_sq.sqrt()
            ),
            Self::Shrink {
                slot,
                part,
                distance_sq,
                over,
            } => write!(
                f,
                "free {} part {part}: unseen and farthest, {:.1} m away; the budget was lowered {over} bytes too far",
                world_word(slot),
                distance_sq.sqrt()
            ),
            Self::ShortOfRoom {
                slot,
                part,
                sector,
                distance_sq,
                heap_size,
                largest_free,
            } => write!(
                f,
                "no room for {} part {part} ({heap_size} bytes, {largest_free} free) for sector {sector}, {:.1} m away, \
                 and no unseen part is far enough beyond it to be freed",
                world_word(slot),
                distance_sq.sqrt()
            ),
            Self::OtherRequest {
                competitor,
                distance_sq,
            } => {
                write!(
                    f,
                    "{} read something, {:.1} m away on their scale",
                    competitor_word(competitor),
                    distance_sq.sqrt()
                )
            }
            Self::OtherFree {
                competitor,
                distance_sq,
                wanted_sq,
            } => write!(
                f,
                "{} freed something {:.1} m away on their scale; what is wanted is {:.1} m away",
                competitor_word(competitor),
                distance_sq.sqrt(),
                wanted_sq.sqrt()
            ),
            Self::Idle => write!(f, "nothing to do: nothing wanted is missing"),
        }
    }
}

/// The level's streamed worlds: scenery, detail, or one of them.
#[derive(Resource, Debug, Default)]
pub struct Worlds {
    tables: [Option<WorldTables>; 2],
}

impl Worlds {
    /// No world yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a world into its slot. The scenery's marks are made wide enough for the detail world's indices, which the
    /// original sets there.
    pub fn insert(&mut self, world: WorldTables) {
        let slot = world.slot();
        self.tables[slot_index(slot)] = Some(world);
        let widest = self
            .iter()
            .map(WorldTables::sector_count)
            .max()
            .unwrap_or(0);
        if let Some(scenery) = self.get_mut(WorldSlot::Scenery) {
            scenery.visible.grow(widest);
        }
    }

    /// Takes every world away.
    pub fn clear(&mut self) {
        self.tables = [None, None];
    }

    /// A world.
    pub fn get(&self, slot: WorldSlot) -> Option<&WorldTables> {
        self.tables[slot_index(slot)].as_ref()
    }

    /// A world.
    pub fn get_mut(&mut self, slot: WorldSlot) -> Option<&mut WorldTables> {
        self.tables[slot_index(slot)].as_mut()
    }

    /// The worlds that exist, scenery first.
    pub fn iter(&self) -> impl Iterator<Item = &WorldTables> {
        self.tables.iter().flatten()
    }

    /// The worlds that exist, scenery first.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut WorldTables> {
        self.tables.iter_mut().flatten()
    }

    /// True when there is no world.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Reads in flight.
    pub fn reading(&self) -> u32 {
        self.iter()
            .map(|world| world.count_parts(PartState::Reading))
            .sum()
    }

    /// Distance in metres of the nearest scenery that the last searches missed, without searching again;
    /// [`NOTHING_MISSING`] when nothing is. Source: 0x0040e100.
    pub fn pending_distance(&self, cameras: &[Vec3]) -> f32 {
        self.iter().fold(NOTHING_MISSING, |nearest, world| {
            nearest.min(world.pending_distance(cameras))
        })
    }

    /// Distance in metres of the nearest missing scenery of a search from `cameras`, what is being read included;
    /// [`NOTHING_MISSING`] when nothing is missing. Needed where searches also look from elsewhere: the sector that they
    /// found need not be the nearest one to the cameras.
    pub fn missing_distance(&self, cameras: &[Vec3], draw_distance: f32, rules: &Rules) -> f32 {
        self.iter().fold(NOTHING_MISSING, |nearest, world| {
            nearest.min(world.missing_distance(cameras, draw_distance, rules))
        })
    }

    /// Forgets what was seen in every world. Source: 0x0040e0b8.
    pub fn reset_visibility(&mut self) {
        self.iter_mut().for_each(WorldTables::reset_visibility);
    }
}

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

/// Makes the one decision of a frame and carries it out.
pub fn decide(
    worlds: &mut Worlds,
    situation: &Situation<'_>,
    budget: &SectorBudget,
    store: &mut dyn PartStore,
    others: &mut CompetingStreamers,
) -> Decision {
    retry_releases(worlds, store);
    let Situation {
        cameras,
        draw_distance,
        rules,
    } = *situation;
    if worlds.reading() >= rules.reads_in_flight || others.busy() {
        return Decision::Busy;
    }

    let mut nearest = Wanted::Nothing;
    for world in worlds.iter_mut() {
        if let Some(found) = world.find_part_to_load(cameras, draw_distance, rules)
            && found.distance_sq < nearest.distance_sq()
        {
            nearest = Wanted::Sector(world.slot(), found);
        }
    }
    for competitor in [Competitor::Resources, Competitor::Water] {
        if let Some(distance_sq) = others.nearest_wanted(competitor, cameras)
            && distance_sq < nearest.distance_sq()
        {
            nearest = Wanted::Other(distance_sq);
        }
    }

    if let Wanted::Sector(slot, found) = nearest
        && let Some(request) = request(worlds, slot, &found, budget, store, others)
    {
        return request;
    }
    for competitor in [Competitor::Resources, Competitor::Water] {
        if let Some(distance_sq) = others.nearest_wanted(competitor, cameras)
            && others
                .slot(competitor)
                .is_some_and(|other| other.start(cameras, budget))
        {
            return Decision::OtherRequest {
                competitor,
                distance_sq,
            };
        }
    }
    make_room(worlds, &nearest, situation, budget, store, others)
}

/// Frees the farthest unseen thing when it is beyond the margin, else says why nothing happens.
fn make_room(
    worlds: &mut Worlds,
    nearest: &Wanted,
    situation: &Situation<'_>,
    budget: &SectorBudget,
    store: &mut dyn PartStore,
    others: &mut CompetingStreamers,
) -> Decision {
    let Situation { cameras, rules, .. } = *situation;
    let wanted_sq = nearest.distance_sq();
    let over = budget.over();
    let mut farthest: Option<(Victim, f32)> = None;
    for world in worlds.iter() {
        if let Some((part, distance_sq)) = world.find_part_to_free(cameras, rules)
            && farthest.is_none_or(|(_, best)| distance_sq > best)
        {
            farthest = Some((Victim::Part(world.slot(), part), distance_sq));
        }
    }
    // A lowered budget asks for what is in use as well: such a part waits, release pending, until it is let go.
    if over > 0 && farthest.is_none() && worlds.iter().all(|world| world.releasing().is_none()) {
        for world in worlds.iter() {
            if let Some((part, distance_sq)) = world.find_used_part_to_free(cameras, rules)
                && farthest.is_none_or(|(_, best)| distance_sq > best)
            {
                farthest = Some((Victim::Part(world.slot(), part), distance_sq));
            }
        }
    }
    if let Some(distance_sq) = others.farthest(Competitor::Resources, cameras)
        && farthest.is_none_or(|(_, best)| distance_sq > best)
    {
        farthest = Some((Victim::Other(Competitor::Resources), distance_sq));
    }
    if let Some((victim, distance_sq)) = farthest
        && (distance_sq > rules.free_beyond_sq(wanted_sq) || over > 0)
    {
        match victim {
            Victim::Part(slot, part) => {
                release(worlds, slot, part, store);
                return if over > 0 {
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
                };
            }
            Victim::Other(competitor) => {
                if others
                    .slot(competitor)
                    .is_some_and(|other| other.free_farthest(cameras))
                {
                    return Decision::OtherFree {
                        competitor,
                        distance_sq,
                        wanted_sq,
                    };
                }
            }
        }
    }
    match *nearest {
        Wanted::Sector(
            slot,
            Found {
                sector,
                part,
                distance_sq,
                ..
            },
        ) => {
            let heap_size = worlds
                .get(slot)
                .map_or(0, |world| world.part_size(part).heap_bytes);
            let largest_free = budget.largest_free();
            Decision::ShortOfRoom {
                slot,
                part,
                sector,
                distance_sq,
                heap_size,
                largest_free,
            }
        }
        Wanted::Other(..) | Wanted::Nothing => Decision::Idle,
    }
}

/// Charges the part and starts its read; nothing when it does not fit.
fn request(
    worlds: &mut Worlds,
    slot: WorldSlot,
    found: &Found,
    budget: &SectorBudget,
    store: &mut dyn PartStore,
    others: &mut CompetingStreamers,
) -> Option<Decision> {
    let world = worlds.get_mut(slot)?;
    let Found {
        sector,
        part,
        distance_sq,
        stage,
    } = *found;
    let heap_size = world.part_size(part).heap_bytes;
    if !others.make_room(u64::from(heap_size), budget) {
        return None;
    }
    let charge = budget.charge(Owner::Part(slot, part), u64::from(heap_size))?;
    world.begin_read(part, sector);
    store.request(world, part, charge);
    Some(Decision::Request {
        slot,
        part,
        sector,
        distance_sq,
        heap_size,
        stage,
    })
}

/// Frees a part as far as its atomics let it.
fn release(worlds: &mut Worlds, slot: WorldSlot, part: u32, store: &mut dyn PartStore) {
    if let Some(world) = worlds.get_mut(slot)
        && world.release(part, |sector| store.release_sector(slot, sector))
    {
        store.release_part(slot, part);
    }
}

/// Parts whose atomics were still in use are tried again.
fn retry_releases(worlds: &mut Worlds, store: &mut dyn PartStore) {
    for slot in SLOTS {
        if let Some(part) = worlds.get(slot).and_then(WorldTables::releasing) {
            release(worlds, slot, part, store);
        }
    }
}

/// The nearest thing that is missing.
#[derive(Debug, Clone, Copy)]
enum Wanted {
    Nothing,
    Sector(WorldSlot, Found),
    Other(f32),
}

impl Wanted {
    fn distance_sq(&self) -> f32 {
        match *self {
            Self::Nothing => NOTHING_MISSING,
            Self::Sector(_, found) => found.distance_sq,
            Self::Other(distance_sq) => distance_sq,
        }
    }
}

/// What could be freed.
#[derive(Debug, Clone, Copy)]
enum Victim {
    Part(WorldSlot, u32),
    Other(Competitor),
}

/// Number of a slot, for tables with one entry a world.
pub fn slot_index(slot: WorldSlot) -> usize {
    match slot {
        WorldSlot::Scenery => 0,
        WorldSlot::Detail => 1,
    }
}

/// A world in a sentence.
pub fn world_word(slot: WorldSlot) -> &'static str {
    match slot {
        WorldSlot::Scenery => "scenery",
        WorldSlot::Detail => "detail",
    }
}

fn competitor_word(competitor: Competitor) -> &'static str {
    match competitor {
        Competitor::Resources => "the resources",
        Competitor::Water => "the water",
    }
}
