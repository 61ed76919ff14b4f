//! The Sector Pool as a budget: one pool of bytes for the level file, the worlds, their parts and, later, the resources.
//!
//! Only the sizes and the answers of the original's pool matter for what streams, not its bytes. A charge is a value: as
//! long as it lives its bytes are taken, and dropping it (or the entity or resource that owns it) gives exactly them
//! back. Source: spec/memory.md 1, 9.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bevy::ecs::resource::Resource;
use bevy::reflect::Reflect;
use wonderwheel_warriors::names::WorldSlot;

/// Usable bytes of the Sector Pool at run time. Source: spec/memory.md 1.
pub const SECTOR_POOL_BYTES: u64 = 17_216_512;
/// The Global Data Pool, resident for the whole game. Source: spec/memory.md 2.1.
pub const GLOBAL_DATA_BYTES: u64 = 641_842;
/// The clump of the generic resources, resident for the whole game. Source: spec/memory.md 2.1.
pub const GENERIC_RESOURCE_BYTES: u64 = 2_126_704;
/// Smallest World Level Pool. Source: spec/memory.md 1.
pub const SMALLEST_LEVEL_POOL: u64 = 262_144;

/// The heap hands out whole blocks of this size. Source: spec/memory.md 3.
const BLOCK: u64 = 1_024;
/// Up to here it hands out power-of-two fragments of a block. Source: spec/memory.md 3.
const LARGEST_FRAGMENT: u64 = 512;

/// Bytes of the World Level Pool for a level file: 103 % of it in integer arithmetic, at least 262,144.
pub fn level_pool_bytes(level_file_bytes: u64) -> u64 {
    (level_file_bytes.saturating_mul(103) / 100).max(SMALLEST_LEVEL_POOL)
}

/// What a request for `bytes` takes out of the pool. Source: spec/memory.md 9.
pub fn charged_bytes(bytes: u64) -> u64 {
    if bytes <= LARGEST_FRAGMENT {
        if bytes == 0 {
            0
        } else {
            bytes.next_power_of_two()
        }
    } else {
        bytes.checked_next_multiple_of(BLOCK).unwrap_or(u64::MAX)
    }
}

/// Who a charge is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The Global Data Pool.
    GlobalData,
    /// The generic resources' clump.
    GenericResources,
    /// The World Level Pool: the level file.
    LevelFile,
    /// A world's clump.
    World(WorldSlot),
    /// A part's clump; part numbers count from 1.
    Part(WorldSlot, u32),
    /// A resource of a pack, by the CRC-32 of its name.
    Resource(u32),
    /// Anything else.
    Other,
}

/// How the budget decides whether there is room. Source: spec/memory.md 9.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Reflect)]
pub enum BudgetModel {
    /// There is room while the sum of the charges fits.
    #[default]
    Sum,
    /// Charges lie in runs of 1 KB blocks, placed first fit: the largest free run answers, so the pool can fragment.
    Blocks,
}

/// The budget that everything streamed shares. One exists; it is shared by its charges, so it cannot be cloned.
#[derive(Resource, Debug)]
pub struct SectorBudget {
    ledger: Arc<Mutex<Ledger>>,
}

/// Bytes taken from a [`SectorBudget`], given back on drop.
#[derive(Debug)]
#[must_use = "a charge that is dropped gives its bytes back at once"]
pub struct Charge {
    ledger: Arc<Mutex<Ledger>>,
    id: u64,
    owner: Owner,
    bytes: u64,
}

impl SectorBudget {
    /// The original's pool: 17,216,512 bytes.
    pub fn original() -> Self {
        Self::of(SECTOR_POOL_BYTES)
    }

    /// A pool that never fills up.
    pub fn unlimited() -> Self {
        Self::of(u64::MAX)
    }

    /// A pool of so many bytes.
    pub fn of(bytes: u64) -> Self {
        Self::with_model(bytes, BudgetModel::Sum)
    }

    /// A pool of so many bytes that answers by `model`. An unlimited pool cannot fragment.
    pub fn with_model(bytes: u64, model: BudgetModel) -> Self {
        let mut ledger = Ledger {
            capacity: bytes,
            model,
            used: 0,
            peak: 0,
            entries: Vec::with_capacity(256),
            free_runs: Vec::with_capacity(257),
            next_id: 0,
        };
        ledger.place_all();
        Self {
            ledger: Arc::new(Mutex::new(ledger)),
        }
    }

    /// Takes `bytes` (rounded as [`charged_bytes`] says) for `owner`, or nothing when there is no room.
    pub fn charge(&self, owner: Owner, bytes: u64) -> Option<Charge> {
        let bytes = charged_bytes(bytes);
        let id = lock(&self.ledger).take(owner, bytes)?;
        Some(Charge {
            ledger: self.ledger.clone(),
            id,
            owner,
            bytes,
        })
    }

    /// Whether a charge of `bytes` would be granted now.
    pub fn fits(&self, bytes: u64) -> bool {
        charged_bytes(bytes) <= self.largest_free()
    }

    /// Bytes in all; `u64::MAX` when unlimited.
    pub fn capacity(&self) -> u64 {
        lock(&self.ledger).capacity
    }

    /// True when the pool never fills up.
    pub fn is_unlimited(&self) -> bool {
        self.capacity() == u64::MAX
    }

    /// Bytes charged.
    pub fn used(&self) -> u64 {
        lock(&self.ledger).used
    }

    /// Most bytes ever charged at once since the last [`reset_peak`](Self::reset_peak).
    pub fn peak(&self) -> u64 {
        lock(&self.ledger).peak
    }

    /// Measures the peak from now on.
    pub fn reset_peak(&self) {
        let mut ledger = lock(&self.ledger);
        ledger.peak = ledger.used;
    }

    /// Bytes not charged; 0 while more is charged than a lowered capacity allows.
    pub fn free(&self) -> u64 {
        let ledger = lock(&self.ledger);
        ledger.capacity.saturating_sub(ledger.used)
    }

    /// Bytes charged beyond a capacity that was lowered under them.
    pub fn over(&self) -> u64 {
        let ledger = lock(&self.ledger);
        ledger.used.saturating_sub(ledger.capacity)
    }

    /// The largest single charge that would be granted now.
    pub fn largest_free(&self) -> u64 {
        lock(&self.ledger).largest_free()
    }

    /// How the budget answers.
    pub fn model(&self) -> BudgetModel {
        lock(&self.ledger).model
    }

    /// Every charge, in the order in which they were taken.
    pub fn by_owner(&self) -> Vec<(Owner, u64)> {
        lock(&self.ledger)
            .entries
            .iter()
            .map(|entry| (entry.owner, entry.bytes))
            .collect()
    }

    /// Changes size and model under the charges that are held. They stay; when they no longer fit nothing is granted
    /// until enough of them went away.
    pub fn resize(&self, bytes: u64, model: BudgetModel) {
        let mut ledger = lock(&self.ledger);
        if ledger.capacity != bytes || ledger.model != model {
            ledger.capacity = bytes;
            ledger.model = model;
            ledger.place_all();
        }
    }
}

impl Default for SectorBudget {
    fn default() -> Self {
        Self::original()
    }
}

impl Charge {
    /// Who it is for.
    pub fn owner(&self) -> Owner {
        self.owner
    }

    /// Bytes taken, after rounding.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        lock(&self.ledger).give_back(self.id);
    }
}

/// A panic elsewhere cannot leave the ledger half written: each change is complete before anything can fail.
fn lock(ledger: &Mutex<Ledger>) -> MutexGuard<'_, Ledger> {
    ledger.lock().unwrap_or_else(PoisonError::into_inner)
}

#[derive(Debug)]
struct Ledger {
    capacity: u64,
    model: BudgetModel,
    used: u64,
    peak: u64,
    /// In the order in which they were taken.
    entries: Vec<Entry>,
    /// Free runs of blocks, ascending and never touching; only for [`BudgetModel::Blocks`].
    free_runs: Vec<Run>,
    next_id: u64,
}

#[derive(Debug)]
struct Entry {
    id: u64,
    owner: Owner,
    bytes: u64,
    /// Where it lies; empty in the sum model and for what a lowered capacity left no place for.
    run: Run,
}

/// A run of blocks.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    start: u64,
    blocks: u64,
}

impl Ledger {
    fn fragments(&self) -> bool {
        self.model == BudgetModel::Blocks && self.capacity != u64::MAX
    }

    fn largest_free(&self) -> u64 {
        let free = self.capacity.saturating_sub(self.used);
        if self.fragments() {
            let run = self
                .free_runs
                .iter()
                .map(|run| run.blocks)
                .max()
                .unwrap_or(0);
            free.min(run * BLOCK)
        } else {
            free
        }
    }

    fn take(&mut self, owner: Owner, bytes: u64) -> Option<u64> {
        if bytes > self.capacity.saturating_sub(self.used) {
            return None;
        }
        let run = if self.fragments() {
            self.first_fit(bytes.div_ceil(BLOCK))?
        } else {
            Run::default()
        };
        let id = self.next_id;
        self.next_id += 1;
        self.used += bytes;
        self.peak = self.peak.max(self.used);
        self.entries.push(Entry {
            id,
            owner,
            bytes,
            run,
        });
        Some(id)
    }

    fn give_back(&mut self, id: u64) {
        let Some(at) = self.entries.iter().position(|entry| entry.id == id) else {
            return;
        };
        let entry = self.entries.remove(at);
        self.used -= entry.bytes;
        if self.fragments() {
            self.free_run(entry.run);
        }
    }

    fn first_fit(&mut self, blocks: u64) -> Option<Run> {
        let at = self.free_runs.iter().position(|run| run.blocks >= blocks)?;
        let run = &mut self.free_runs[at];
        let taken = Run {
            start: run.start,
            blocks,
        };
        run.start += blocks;
        run.blocks -= blocks;
        if run.blocks == 0 {
            self.free_runs.remove(at);
        }
        Some(taken)
    }

    fn free_run(&mut self, run: Run) {
        if run.blocks == 0 {
            return;
        }
        let at = self
            .free_runs
            .partition_point(|free| free.start < run.start);
        self.free_runs.insert(at, run);
        if let Some(next) = self.free_runs.get(at + 1).copied()
            && run.start + run.blocks == next.start
        {
            self.free_runs[at].blocks += next.blocks;
            self.free_runs.remove(at + 1);
        }
        if at > 0 && self.free_runs[at - 1].start + self.free_runs[at - 1].blocks == run.start {
            self.free_runs[at - 1].blocks += self.free_runs[at].blocks;
            self.free_runs.remove(at);
        }
    }

    /// Lays every charge out again, first fit in the order of taking.
    fn place_all(&mut self) {
        self.free_runs.clear();
        if !self.fragments() {
            return;
        }
        let blocks = self.capacity / BLOCK;
        if blocks > 0 {
            self.free_runs.push(Run { start: 0, blocks });
        }
        for index in 0..self.entries.len() {
            let run = self
                .first_fit(self.entries[index].bytes.div_ceil(BLOCK))
                .unwrap_or_default();
            self.entries[index].run = run;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_example_of_level102_leaves_13_432_832_bytes() {
        // spec/memory.md 10.1, rounded column.
        let budget = SectorBudget::original();
        let charges = [
            (Owner::GlobalData, GLOBAL_DATA_BYTES, 642_048),
            (Owner::GenericResources, GENERIC_RESOURCE_BYTES, 2_126_848),
            (Owner::LevelFile, level_pool_bytes(1_000), 262_144),
            (Owner::World(WorldSlot::Scenery), 485_812, 486_400),
            (Owner::World(WorldSlot::Detail), 265_236, 266_240),
        ];
        let held: Vec<_> = charges
            .iter()
            .map(|&(owner, bytes, rounded)| {
                let charge = budget.charge(owner, bytes).expect("fits");
                assert_eq!((charge.owner(), charge.bytes()), (owner, rounded));
                charge
            })
            .collect();
        assert_eq!(budget.used(), 3_783_680);
        assert_eq!(budget.free(), 13_432_832);
        assert_eq!(budget.by_owner().len(), 5);
        drop(held);
        assert_eq!((budget.used(), budget.peak()), (0, 3_783_680));
    }

    #[test]
    fn a_charge_gives_back_exactly_what_it_took() {
        let budget = SectorBudget::of(10_000);
        let kept = budget.charge(Owner::Other, 1_025).expect("fits");
        let dropped = budget.charge(Owner::Other, 3_000).expect("fits");
        assert_eq!(budget.used(), 2_048 + 3_072);
        drop(dropped);
        assert_eq!(budget.used(), kept.bytes());
    }

    #[test]
    fn a_refused_charge_takes_nothing() {
        let budget = SectorBudget::of(4_096);
        assert!(budget.charge(Owner::Other, 4_097).is_none());
        assert_eq!(budget.used(), 0);
        let all = budget.charge(Owner::Other, 4_096).expect("fits");
        assert!(!budget.fits(1));
        drop(all);
        assert!(budget.fits(4_096));
    }

    #[test]
    fn small_charges_are_fragments_and_large_ones_whole_blocks() {
        for (bytes, charged) in [
            (0, 0),
            (1, 1),
            (3, 4),
            (512, 512),
            (513, 1_024),
            (1_024, 1_024),
            (1_025, 2_048),
        ] {
            assert_eq!(charged_bytes(bytes), charged, "{bytes}");
        }
        assert_eq!(charged_bytes(u64::MAX), u64::MAX);
    }

    #[test]
    fn the_level_pool_is_103_percent_with_a_minimum() {
        assert_eq!(level_pool_bytes(0), 262_144);
        assert_eq!(level_pool_bytes(254_509), 262_144); // 262,144.27 truncated
        assert_eq!(level_pool_bytes(1_000_001), 1_030_001); // 1,030,001.03 truncated
    }

    #[test]
    fn an_unlimited_pool_never_refuses() {
        let budget = SectorBudget::unlimited();
        let held: Vec<_> = (0..4)
            .map(|_| budget.charge(Owner::Other, u64::from(u32::MAX)))
            .collect();
        assert!(held.iter().all(Option::is_some));
        assert!(budget.is_unlimited());
    }

    #[test]
    fn blocks_refuse_what_fits_in_sum_but_in_no_single_run() {
        // spec/memory.md 10.2, test 5.
        let outcome = |model| {
            let budget = SectorBudget::with_model(7 * 1_024, model);
            let a = budget.charge(Owner::Other, 3 * 1_024);
            let _b = budget.charge(Owner::Other, 1_024);
            let c = budget.charge(Owner::Other, 3 * 1_024);
            drop(a);
            drop(c);
            (
                budget.free(),
                budget.largest_free(),
                budget.charge(Owner::Other, 4 * 1_024).is_some(),
            )
        };
        assert_eq!(outcome(BudgetModel::Blocks), (6 * 1_024, 3 * 1_024, false));
        assert_eq!(outcome(BudgetModel::Sum), (6 * 1_024, 6 * 1_024, true));
    }

    #[test]
    fn the_originals_pool_has_16_813_blocks() {
        let budget = SectorBudget::with_model(SECTOR_POOL_BYTES, BudgetModel::Blocks);
        assert_eq!(budget.largest_free(), 16_813 * 1_024);
    }

    #[test]
    fn blocks_refuse_at_least_whenever_sum_refuses_and_both_count_the_same_use() {
        let sum = SectorBudget::of(200 * 1_024);
        let blocks = SectorBudget::with_model(200 * 1_024, BudgetModel::Blocks);
        let mut held: Vec<(Charge, Charge)> = Vec::new();
        let mut seed = 0x2005_1017_u32;
        let mut random = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed >> 8
        };
        let mut fragmented = 0;
        for _ in 0..4_000 {
            if random() % 3 == 0 && !held.is_empty() {
                let at = random() as usize % held.len();
                drop(held.swap_remove(at));
            } else {
                let bytes = u64::from(random() % 30_000) + 600;
                match (
                    sum.charge(Owner::Other, bytes),
                    blocks.charge(Owner::Other, bytes),
                ) {
                    (Some(a), Some(b)) => held.push((a, b)),
                    (None, Some(_)) => panic!("blocks granted {bytes} that the sum refused"),
                    (Some(_), None) => fragmented += 1,
                    (None, None) => {}
                }
            }
            assert_eq!(sum.used(), blocks.used());
            assert!(blocks.used() <= blocks.capacity() && blocks.largest_free() <= blocks.free());
        }
        assert!(
            fragmented > 0,
            "four thousand steps without one fragmented refusal prove nothing"
        );
        held.clear();
        assert_eq!(blocks.largest_free(), 200 * 1_024, "all runs joined again");
    }

    #[test]
    fn lowering_the_capacity_keeps_charges_and_grants_nothing_until_they_fit() {
        let budget = SectorBudget::of(8_192);
        let held = budget.charge(Owner::Other, 6_000).expect("fits");
        budget.resize(4_096, BudgetModel::Blocks);
        assert_eq!(
            (budget.used(), budget.over(), budget.free()),
            (6_144, 2_048, 0)
        );
        assert!(budget.charge(Owner::Other, 1).is_none());
        drop(held);
        assert_eq!((budget.over(), budget.largest_free()), (0, 4_096));
        budget.resize(16_384, BudgetModel::Sum);
        assert!(budget.fits(16_384));
    }
}
