//! Counts that add up: of a file, of a worker, of all.
//!
//! [`Tally::absorb`] is commutative and associative, so that the sum does not depend on which worker had which file.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use foldhash::quality;

use crate::known::{Count, CountId, RangeId};

/// What was counted.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tally {
    counts: BTreeMap<CountId, u64>,
    ranges: BTreeMap<RangeId, Range>,
    distinct: BTreeMap<CountId, HashSet<u64, FixedState>>,
    chunks: BTreeMap<u32, ChunkTally>,
    resources: HashSet<(u32, u64), FixedState>,
    facts: BTreeSet<Fact>,
}

/// The smallest and the largest of some numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The smallest.
    pub least: u64,
    /// The largest.
    pub most: u64,
}

impl Range {
    fn of(value: u64) -> Self {
        Self {
            least: value,
            most: value,
        }
    }

    fn union(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }
}

/// The chunks of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChunkTally {
    /// How many.
    pub count: u64,
    /// Their bytes, headers not counted.
    pub bytes: u64,
    /// The smallest and the largest.
    pub sizes: Range,
}

/// Something that only counts together with other files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fact {
    /// Record `record` of the object list shows the model of this hash.
    ObjectModel {
        /// Number of the record.
        record: u32,
        /// The model's resource hash.
        model: u32,
    },
    /// A standalone model has so many atomics.
    Model {
        /// Its resource hash.
        hash: u32,
        /// Atomics of its clump.
        atomics: u32,
    },
    /// A script of a level names a function.
    LevelNames {
        /// The count that its levels go to.
        id: Count,
        /// The level's number.
        level: u32,
    },
}

/// A digest of bytes by which different contents differ; no protection against a search for equal ones.
pub fn digest(bytes: &[u8]) -> u64 {
    quality::FixedState::with_seed(0x5EED).hash_one(bytes)
}

impl Tally {
    /// Adds to a count.
    pub fn add(&mut self, id: impl Into<CountId>, by: u64) {
        let count = self.counts.entry(id.into()).or_default();
        *count = count.saturating_add(by);
    }

    /// Adds 1 to a count.
    pub fn one(&mut self, id: impl Into<CountId>) {
        self.add(id, 1);
    }

    /// Adds 1 to a count when something holds.
    pub fn one_if(&mut self, holds: bool, id: impl Into<CountId>) {
        self.add(id, u64::from(holds));
    }

    /// Adds 1 to the one count when something holds, else to the other.
    pub fn one_of<I: Into<CountId>>(&mut self, holds: bool, then: I, otherwise: I) {
        self.one(if holds { then } else { otherwise });
    }

    /// Adds a file to a count of files and its size to a count of bytes.
    pub fn file(&mut self, files: impl Into<CountId>, bytes: impl Into<CountId>, size: u64) {
        self.one(files);
        self.add(bytes, size);
    }

    /// Widens a range.
    pub fn range(&mut self, id: impl Into<RangeId>, value: u64) {
        self.widen(id.into(), Range::of(value));
    }

    /// Counts one more of what is counted once however often it occurs.
    pub fn distinct(&mut self, id: impl Into<CountId>, digest: u64) {
        self.distinct.entry(id.into()).or_default().insert(digest);
    }

    /// A chunk of a type, with the bytes of its data.
    pub fn chunk(&mut self, ty: u32, bytes: u64) {
        self.widen_chunk(
            ty,
            ChunkTally {
                count: 1,
                bytes,
                sizes: Range::of(bytes),
            },
        );
    }

    /// A resource with the digest of its bytes.
    pub fn resource(&mut self, hash: u32, digest: u64) {
        self.resources.insert((hash, digest));
    }

    /// Keeps a fact for later.
    pub(crate) fn fact(&mut self, fact: Fact) {
        self.facts.insert(fact);
    }

    /// The facts so far, sorted.
    pub(crate) fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        self.facts.iter().copied()
    }

    /// Adds all that another tally has.
    pub fn absorb(&mut self, other: Self) {
        for (id, by) in other.counts {
            self.add(id, by);
        }
        for (id, range) in other.ranges {
            self.widen(id, range);
        }
        for (id, digests) in other.distinct {
            self.distinct.entry(id).or_default().extend(digests);
        }
        for (ty, chunks) in other.chunks {
            self.widen_chunk(ty, chunks);
        }
        self.resources.extend(other.resources);
        self.facts.extend(other.facts);
    }

    /// The count of an id; 0 for one that nothing was added to.
    pub fn count(&self, id: &str) -> u64 {
        let distinct = self.distinct.get(id).map_or(0, |set| set.len() as u64);
        distinct + self.counts.get(id).copied().unwrap_or(0)
    }

    /// The range of an id, if anything lies in it.
    pub fn range_of(&self, id: &str) -> Option<Range> {
        self.ranges.get(id).copied()
    }

    /// The chunks by type.
    pub fn chunks(&self) -> &BTreeMap<u32, ChunkTally> {
        &self.chunks
    }

    /// The hashes of all resources, and how many of them stand for several contents.
    pub fn resource_hashes(&self) -> (u64, u64) {
        let mut contents = BTreeMap::<u32, u32>::new();
        for (hash, _) in &self.resources {
            *contents.entry(*hash).or_default() += 1;
        }
        let several = contents.values().filter(|count| **count > 1).count();
        (contents.len() as u64, several as u64)
    }

    fn widen(&mut self, id: RangeId, by: Range) {
        self.ranges
            .entry(id)
            .and_modify(|range| *range = range.union(by))
            .or_insert(by);
    }

    fn widen_chunk(&mut self, ty: u32, by: ChunkTally) {
        self.chunks
            .entry(ty)
            .and_modify(|chunks| {
                chunks.count += by.count;
                chunks.bytes = chunks.bytes.saturating_add(by.bytes);
                chunks.sizes = chunks.sizes.union(by.sizes);
            })
            .or_insert(by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(seed: u64) -> Tally {
        let mut tally = Tally::default();
        tally.add("a", seed);
        tally.one_if(seed.is_multiple_of(2), "even");
        tally.range("r", seed * 7 % 5);
        tally.distinct("d", seed % 3);
        tally.chunk((seed % 2) as u32, 16 * seed);
        tally.resource(seed as u32 % 2, seed % 4);
        tally.fact(Fact::Model {
            hash: seed as u32 % 3,
            atomics: 1,
        });
        tally
    }

    fn sum(tallies: impl IntoIterator<Item = Tally>) -> Tally {
        tallies.into_iter().fold(Tally::default(), |mut sum, next| {
            sum.absorb(next);
            sum
        })
    }

    #[test]
    fn adding_up_does_not_depend_on_order_or_grouping() {
        let forwards = sum((1..20).map(sample));
        let backwards = sum((1..20).rev().map(sample));
        let grouped = sum([sum((1..5).map(sample)), sum((5..20).map(sample))]);
        assert_eq!(forwards, backwards);
        assert_eq!(forwards, grouped);
    }

    #[test]
    fn an_empty_tally_changes_nothing() {
        let mut tally = sample(4);
        tally.absorb(Tally::default());
        assert_eq!(tally, sample(4));
    }

    #[test]
    fn each_kind_of_number_adds_up_in_its_own_way() {
        let all = sum((1..=4).map(sample));
        assert_eq!(all.count("a"), 10);
        assert_eq!(all.count("even"), 2);
        assert_eq!(all.count("d"), 3);
        assert_eq!(all.count("nothing"), 0);
        // 7, 14, 21, 28 leave 2, 4, 1, 3 over.
        assert_eq!(all.range_of("r"), Some(Range { least: 1, most: 4 }));
        let odd = all.chunks()[&1];
        assert_eq!((odd.count, odd.bytes), (2, 64));
        assert_eq!(
            odd.sizes,
            Range {
                least: 16,
                most: 48
            }
        );
        // Hash 0 has the digests 2 and 0, hash 1 has 1 and 3.
        assert_eq!(all.resource_hashes(), (2, 2));
        assert_eq!(all.facts().count(), 3);
    }

    #[test]
    fn different_bytes_have_different_digests() {
        let long = vec![7; 5_000];
        let mut changed = long.clone();
        changed[4_321] = 8;
        assert_ne!(digest(&long), digest(&changed));
        assert_ne!(digest(b""), digest(b"\0"));
        assert_eq!(digest(&long), digest(&long.clone()));
    }
}
