//! What a pack takes of the budget. Nothing frees its resources yet, and nothing is made of them.

use wonderwheel_level_assets::PackAsset;

use crate::core::budget::{Charge, Owner, SectorBudget};

/// Bytes that stay free when a resource of a pack is loaded. Source: spec/resources.md 3 and 11.
const SLACK: u64 = 16_384;

/// Charges a pack's resources, in file order, with what the file says of their sizes: the lists that the game takes them
/// from are not read yet. One without room, an empty one and a second one of a name are passed over.
/// Source: spec/resources.md 3; spec/memory.md 1.
pub(crate) fn charge_pack(budget: &SectorBudget, pack: &PackAsset) -> Vec<Charge> {
    let mut charges: Vec<Charge> = Vec::new();
    for resource in &pack.resources {
        let (owner, bytes) = (Owner::Resource(resource.name_hash), resource.byte_size());
        let is_resident = charges.iter().any(|charge| charge.owner() == owner);
        if bytes > 0 && !is_resident && budget.fits(bytes + SLACK) {
            charges.extend(budget.charge(owner, bytes));
        }
    }
    charges
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_level_assets::PackResource;

    fn pack(resources: &[(u32, usize)]) -> PackAsset {
        let resources = resources.iter().map(|&(name_hash, bytes)| PackResource {
            name_hash,
            chunks: vec![(2, bytes)],
        });
        PackAsset {
            resources: resources.collect(),
            faults: Vec::new(),
            byte_size: 0,
        }
    }

    #[test]
    fn each_resource_is_charged_in_whole_blocks_and_given_back() {
        let budget = SectorBudget::of(100_000);
        let charges = charge_pack(
            &budget,
            &pack(&[(1, 1_025), (2, 4_096), (1, 1_025), (3, 0)]),
        );
        assert_eq!((charges.len(), budget.used()), (2, 2_048 + 4_096));
        drop(charges);
        assert_eq!(budget.used(), 0);
    }

    #[test]
    fn a_resource_without_room_and_its_slack_is_passed_over() {
        // 65,536 bytes are free: 48 KB and 16 KB of slack just fit, and then 16 KB without the slack are left.
        let budget = SectorBudget::of(65_536);
        let charges = charge_pack(&budget, &pack(&[(1, 50_000), (2, 49_152), (3, 1_024)]));
        let owners: Vec<_> = charges.iter().map(Charge::owner).collect();
        assert_eq!(owners, [Owner::Resource(2)]);
    }
}
