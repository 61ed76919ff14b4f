//! Which bit of the masks each object of a level has: worked out once, when the level is loaded.

use std::collections::HashMap;

use super::mapping::{Mapping, OcclusionMappings};
use super::mask::Mask;
use crate::gameplay::{MobyInstance, TieInstance};

/// The bits of a level's objects. What no record speaks of has [`Mask::ALWAYS`]: it is seen from everywhere. A fault of one kind of object
/// never touches another.
///
/// Source: spec/commando-assets.md 5.2.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ObjectBits {
    /// By terrain block, then by patch.
    pub tfrags: Vec<Vec<u32>>,
    /// By tie instance.
    pub ties: Vec<u32>,
    /// By moby instance.
    pub mobys: Vec<u32>,
    /// The records of the terrain are not this level's: all patches are seen.
    pub is_terrain_stale: bool,
    /// Records with a bit that no mask has.
    pub bad_bits: usize,
}

/// The objects that may have records.
#[derive(Debug, Clone, Copy, Default)]
pub struct LevelObjects<'a> {
    /// Of each terrain block, the core's first and then those of chunks 1 and 2, the triangles that its table gives each patch
    /// ([`crate::tfrag::triangle_counts`]). Patches that are broken have their places.
    pub patches: &'a [Vec<u8>],
    /// Ties.
    pub ties: &'a [TieInstance],
    /// Mobys.
    pub mobys: &'a [MobyInstance],
}

impl ObjectBits {
    /// The bits of a level's objects by its mappings.
    pub fn resolve(mappings: &OcclusionMappings, objects: &LevelObjects<'_>) -> Self {
        let patches = objects.patches;
        let tfrags = of_patches(&mappings.tfrags, patches);
        let mut bits = Self {
            is_terrain_stale: tfrags.is_none(),
            tfrags: tfrags.unwrap_or_else(|| everywhere(patches)),
            ties: of_ties(&mappings.ties, objects.ties),
            mobys: of_mobys(&mappings.mobys, objects.mobys),
            bad_bits: 0,
        };
        let all = bits.tfrags.iter_mut().flatten();
        for bit in all.chain(&mut bits.ties).chain(&mut bits.mobys) {
            if *bit > Mask::ALWAYS {
                *bit = Mask::ALWAYS;
                bits.bad_bits += 1;
            }
        }
        bits
    }

    /// The bits of a level without a grid or without mappings.
    pub fn all_seen(objects: &LevelObjects<'_>) -> Self {
        Self {
            tfrags: everywhere(objects.patches),
            ties: vec![Mask::ALWAYS; objects.ties.len()],
            mobys: vec![Mask::ALWAYS; objects.mobys.len()],
            ..Self::default()
        }
    }
}

fn everywhere(patches: &[Vec<u8>]) -> Vec<Vec<u32>> {
    let of = |block: &Vec<u8>| vec![Mask::ALWAYS; block.len()];
    patches.iter().map(of).collect()
}

/// Patches have their records by position, through all blocks or, in files that do not count those of the chunks, through the core's
/// alone. None when the records are not this terrain's.
fn of_patches(records: &[Mapping], blocks: &[Vec<u8>]) -> Option<Vec<Vec<u32>>> {
    let counts = || blocks.iter().flatten().copied();
    let core = blocks.first().map_or(0, Vec::len);
    let is_whole = records.len() == counts().count() || records.len() == core;
    let are_numbers = || {
        (0..)
            .zip(records)
            .all(|(number, record)| record.id == number)
    };
    let are_counts = || {
        let mut pairs = counts().zip(records);
        pairs.all(|(count, record)| record.id == i32::from(count))
    };
    if !is_whole || !(are_numbers() || are_counts()) {
        return None;
    }
    let mut bits = records.iter().map(Mapping::bit);
    let mut of = |_| bits.next().unwrap_or(Mask::ALWAYS);
    let of_block = |block: &Vec<u8>| (0..block.len()).map(&mut of).collect();
    Some(blocks.iter().map(of_block).collect())
}

/// Ties have their records by position when every record names the tie of its place, else by what it names.
fn of_ties(records: &[Mapping], ties: &[TieInstance]) -> Vec<u32> {
    let names = |record: &Mapping, tie: &TieInstance| record.key() == tie.occlusion_index as u16;
    let is_in_order = records.len() == ties.len()
        && records
            .iter()
            .zip(ties)
            .all(|(record, tie)| names(record, tie));
    if is_in_order {
        return records.iter().map(Mapping::bit).collect();
    }
    let bits = first_by_key(records);
    let of = |tie: &TieInstance| bits.get(&(tie.occlusion_index as u16));
    ties.iter()
        .map(|tie| of(tie).copied().unwrap_or(Mask::ALWAYS))
        .collect()
}

fn of_mobys(records: &[Mapping], mobys: &[MobyInstance]) -> Vec<u32> {
    let bits = first_by_key(records);
    let of = |moby: &MobyInstance| {
        let bit = moby.has_mapping().then(|| bits.get(&(moby.uid as u16)));
        bit.flatten().copied().unwrap_or(Mask::ALWAYS)
    };
    mobys.iter().map(of).collect()
}

/// Of records for one object the first counts.
fn first_by_key(records: &[Mapping]) -> HashMap<u16, u32> {
    let pairs = records
        .iter()
        .rev()
        .map(|record| (record.key(), record.bit()));
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALWAYS: u32 = Mask::ALWAYS;

    fn records<const N: usize>(of: [(i32, i32); N]) -> Vec<Mapping> {
        of.map(|(bit, id)| Mapping { bit, id }).into()
    }

    fn tie(occlusion_index: i32) -> TieInstance {
        TieInstance {
            occlusion_index,
            ..TieInstance::default()
        }
    }

    fn moby(uid: i32, occlusion: i32) -> MobyInstance {
        MobyInstance {
            uid,
            occlusion,
            ..MobyInstance::default()
        }
    }

    /// Two patches in the core, one in each chunk.
    fn patches(mappings: Vec<Mapping>) -> ObjectBits {
        let mappings = OcclusionMappings {
            tfrags: mappings,
            ..Default::default()
        };
        let patches = [vec![12, 40], vec![7], vec![9]];
        let objects = LevelObjects {
            patches: &patches,
            ..Default::default()
        };
        ObjectBits::resolve(&mappings, &objects)
    }

    #[test]
    fn patches_of_all_chunks_have_their_records_in_a_row() {
        for ids in [[0, 1, 2, 3], [12, 40, 7, 9]] {
            let [a, b, c, d] = ids;
            let bits = patches(records([(5, a), (6, b), (7, c), (8, d)]));
            assert_eq!(bits.tfrags, [vec![5, 6], vec![7], vec![8]]);
            assert!(!bits.is_terrain_stale);
        }
    }

    #[test]
    fn records_of_the_core_alone_leave_the_chunks_seen() {
        for ids in [[0, 1], [12, 40]] {
            let bits = patches(records([(5, ids[0]), (6, ids[1])]));
            assert_eq!(bits.tfrags, [vec![5, 6], vec![ALWAYS], vec![ALWAYS]]);
        }
    }

    #[test]
    fn another_count_or_an_id_of_neither_kind_shows_all_patches_and_hides_ties_as_before() {
        for wrong in [
            records([(5, 0), (6, 1), (7, 2)]),
            records([(5, 12), (6, 41), (7, 7), (8, 9)]),
            records([(5, 0), (6, 40), (7, 2), (8, 9)]),
        ] {
            let mappings = OcclusionMappings {
                tfrags: wrong,
                ties: records([(3, 0)]),
                ..Default::default()
            };
            let patches = [vec![12, 40], vec![7], vec![9]];
            let ties = [tie(0)];
            let objects = LevelObjects {
                patches: &patches,
                ties: &ties,
                mobys: &[],
            };
            let bits = ObjectBits::resolve(&mappings, &objects);
            assert!(bits.is_terrain_stale);
            assert_eq!(bits.tfrags, [vec![ALWAYS; 2], vec![ALWAYS], vec![ALWAYS]]);
            assert_eq!(bits.ties, [3]);
        }
    }

    fn ties(mappings: Vec<Mapping>, ties: &[TieInstance]) -> Vec<u32> {
        let mappings = OcclusionMappings {
            ties: mappings,
            ..Default::default()
        };
        ObjectBits::resolve(
            &mappings,
            &LevelObjects {
                ties,
                ..Default::default()
            },
        )
        .ties
    }

    #[test]
    fn ties_have_their_records_by_position_where_all_ids_agree() {
        // Two ties of one number: only their places distinguish them.
        let same = ties(records([(1, 4), (2, 4)]), &[tie(4), tie(4)]);
        assert_eq!(same, [1, 2]);
        // The numbers are compared in their low 16 bits.
        assert_eq!(ties(records([(1, 0x3_0004)]), &[tie(0x7_0004)]), [1]);
    }

    #[test]
    fn ties_out_of_order_find_the_first_record_of_their_number() {
        let out_of_order = records([(1, 4), (2, 5), (3, 4)]);
        assert_eq!(
            ties(out_of_order, &[tie(5), tie(4), tie(6)]),
            [2, 1, ALWAYS]
        );
        // As many as there are ties, but not in their order.
        assert_eq!(ties(records([(1, 4), (2, 5)]), &[tie(5), tie(4)]), [2, 1]);
    }

    #[test]
    fn mobys_without_a_mapping_are_seen_and_do_not_touch_the_others() {
        let mappings = OcclusionMappings {
            mobys: records([(1, 7), (2, 9), (3, 7)]),
            ..Default::default()
        };
        // The second says that it has none although there is a record; the third has none although it says so.
        let mobys = [moby(7, 0), moby(9, 1), moby(8, 0), moby(0x5_0009, 0)];
        let objects = LevelObjects {
            mobys: &mobys,
            ..Default::default()
        };
        let bits = ObjectBits::resolve(&mappings, &objects);
        assert_eq!(bits.mobys, [1, ALWAYS, ALWAYS, 2]);
    }

    #[test]
    fn a_bit_that_no_mask_has_is_seen_and_counted() {
        let mappings = OcclusionMappings {
            ties: records([(1024, 0), (-1, 1), (1023, 2), (1022, 3)]),
            ..Default::default()
        };
        let ties = [0, 1, 2, 3].map(tie);
        let objects = LevelObjects {
            ties: &ties,
            ..Default::default()
        };
        let bits = ObjectBits::resolve(&mappings, &objects);
        assert_eq!(
            (bits.ties, bits.bad_bits),
            (vec![ALWAYS, ALWAYS, ALWAYS, 1022], 2)
        );
    }

    #[test]
    fn without_mappings_everything_is_seen() {
        let patches = [vec![12, 40], vec![7]];
        let (ties, mobys) = ([tie(0)], [moby(1, 0)]);
        let bits = ObjectBits::all_seen(&LevelObjects {
            patches: &patches,
            ties: &ties,
            mobys: &mobys,
        });
        assert_eq!(bits.tfrags, [vec![ALWAYS; 2], vec![ALWAYS]]);
        assert_eq!((bits.ties, bits.mobys), (vec![ALWAYS], vec![ALWAYS]));
    }
}
