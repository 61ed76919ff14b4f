//! The dependency list, chunk 0x4F: which resources a group needs.

use binrw::binrw;
use wonderwheel_ps2::finding::Findings;

use crate::chunk::record_list::{Head, Record, RecordList};

/// The group that is wanted from the start: `crc32("always")`. Source: spec/chunks.md 5.10.
pub const ALWAYS: u32 = 0xA6A4_3C1B;

/// That one resource is needed by one group. Source: spec/chunks.md 5.10.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DependencyRecord {
    /// Hash of what wants the resource: [`ALWAYS`], a level's name, or a resource's.
    pub group: u32,
    /// The resource.
    pub resource: u32,
    /// Whether it is wanted: 1 or 0. 0 in the file.
    pub state: u16,
    /// Whether it has been loaded: 1 or 0. 0 in the file.
    pub loaded: u16,
}

impl Record for DependencyRecord {
    const HEAD: Head = Head::Block;
    const NAME: &'static str = "dependencies";

    fn validate(records: &[Self], findings: &mut Findings) {
        let sorted = records.is_sorted_by_key(|record| record.resource);
        findings.expect(
            sorted,
            "dependency-order",
            || "expected records in ascending order of their resource hashes",
        );
        for (i, record) in records.iter().enumerate() {
            findings.remark_unless(
                (record.state, record.loaded) == (0, 0),
                "dependency-state",
                || {
                    let (state, loaded) = (record.state, record.loaded);
                    format!("record[{i}]: expected state 0, loaded 0, found {state}, {loaded}")
                },
            );
        }
    }
}

/// Chunk 0x4F, sorted by resource hash; a group's records are scattered. Source: spec/chunks.md 5.10; 0x00178b30.
pub type DependencyList = RecordList<DependencyRecord>;

impl DependencyList {
    /// The records of a resource, by binary search as in the game: in a list that is not sorted some may be missed.
    pub fn of_resource(&self, resource: u32) -> &[DependencyRecord] {
        let range = self.range(resource);
        self.records.get(range).unwrap_or_default()
    }

    /// The records of a group, by a walk over the whole list.
    pub fn of_group(&self, group: u32) -> impl Iterator<Item = &DependencyRecord> {
        self.records
            .iter()
            .filter(move |record| record.group == group)
    }

    /// Makes a group wanted (1) or not (0): every record whose group **or** resource has this hash.
    /// Source: spec/resources.md 4; 0x00178bc8.
    pub fn set_group(&mut self, hash: u32, state: u16) {
        for record in &mut self.records {
            if record.group == hash || record.resource == hash {
                record.state = state;
            }
        }
    }

    /// Whether any group that is wanted needs a resource.
    pub fn is_needed(&self, resource: u32) -> bool {
        let mut records = self.of_resource(resource).iter();
        records.any(|record| record.state != 0)
    }

    /// The first resource that is wanted and not loaded.
    pub fn next_to_load(&self) -> Option<u32> {
        let mut records = self.records.iter();
        let next = records.find(|record| record.state != 0 && record.loaded == 0);
        next.map(|record| record.resource)
    }

    /// Notes in all of a resource's records whether it is loaded.
    pub fn set_loaded(&mut self, resource: u32, loaded: bool) {
        let range = self.range(resource);
        for record in self.records.get_mut(range).unwrap_or_default() {
            record.loaded = u16::from(loaded);
        }
    }

    /// Brings records into the order that the search asks for.
    pub fn sort(&mut self) {
        self.records.sort_by_key(|record| record.resource);
    }

    fn range(&self, resource: u32) -> std::ops::Range<usize> {
        let start = self
            .records
            .partition_point(|record| record.resource < resource);
        let end = self
            .records
            .partition_point(|record| record.resource <= resource);
        // In a list out of order the two searches may cross.
        start..end.max(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::crc32;

    fn list(pairs: &[(u32, u32)]) -> DependencyList {
        let records = pairs.iter().map(|&(group, resource)| DependencyRecord {
            group,
            resource,
            ..Default::default()
        });
        DependencyList::from(records.collect::<Vec<_>>())
    }

    #[test]
    fn the_first_group_is_the_hash_of_always() {
        assert_eq!(crc32("always"), ALWAYS);
    }

    #[test]
    fn the_discs_count_gives_the_discs_size() {
        // Source: spec/chunks.md 5.10.
        assert_eq!(list(&[(0, 0); 9_223]).write().len(), 110_704);
    }

    #[test]
    fn a_resource_is_found_with_all_its_groups() {
        let list = list(&[(1, 10), (2, 20), (3, 20), (4, 20), (5, 30)]);
        let groups: Vec<u32> = list
            .of_resource(20)
            .iter()
            .map(|found| found.group)
            .collect();
        assert_eq!(groups, [2, 3, 4]);
        assert!(list.of_resource(25).is_empty());
        assert!(list.of_resource(31).is_empty());
    }

    #[test]
    fn a_shared_resource_stays_needed_until_its_last_group_goes() {
        // Source: spec/resources.md 13: states are per record.
        let mut list = list(&[(1, 10), (1, 20), (2, 20), (1, 30)]);
        list.set_group(1, 1);
        list.set_group(2, 1);
        list.set_group(1, 0);
        assert!(!list.is_needed(10));
        assert!(list.is_needed(20));
        assert_eq!(list.next_to_load(), Some(20));
        list.set_loaded(20, true);
        assert_eq!(list.next_to_load(), None);
        assert!(list.records[1].loaded == 1 && list.records[2].loaded == 1);
        assert_eq!(list.of_group(1).count(), 3);
    }

    #[test]
    fn a_record_whose_resource_has_the_hash_is_set_too() {
        let mut list = list(&[(1, 10), (2, 20)]);
        list.set_group(20, 1);
        assert!(list.is_needed(20));
        assert!(!list.is_needed(10));
    }

    #[test]
    fn a_list_out_of_order_is_found_and_searched_without_harm() {
        let mut list = list(&[(1, 30), (2, 10), (3, 20), (4, 10)]);
        for resource in 0..40 {
            list.of_resource(resource);
        }
        let findings = Findings::of(|f| list.validate(f));
        assert_eq!(findings.as_slice()[0].rule, "dependency-order");
        list.sort();
        assert_eq!(list.of_resource(10).len(), 2);
    }
}
