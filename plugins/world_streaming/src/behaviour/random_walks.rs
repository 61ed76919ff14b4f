//! Thousands of steps over cities, budgets, rules and paths picked by chance; the invariants hold in every one.

use super::*;
use crate::core::budget::{BudgetModel, charged_bytes};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_walk_breaks_an_invariant(
        columns in 2_u32..14,
        rows in 2_u32..14,
        per_part in 1_u32..6,
        parts_that_fit in 1_u64..20,
        improved in any::<bool>(),
        blocks in any::<bool>(),
        turns in prop::collection::vec((-1.0_f32..1.0, 0.0_f32..12.0), 120),
        held in prop::collection::vec(0_u32..40, 0..4),
    ) {
        let scenery = GridCity { sectors_per_part: per_part, ..GridCity::new(S, columns, rows) };
        let detail = GridCity { slot: D, heap_bytes: 17_000, ..GridCity::new(D, rows, columns) };
        let bytes = parts_that_fit * charged_bytes(40_000) + 3 * charged_bytes(17_000);
        let model = if blocks { BudgetModel::Blocks } else { BudgetModel::Sum };
        let rules = if improved { Rules::improved(4) } else { Rules::FAITHFUL };
        let mut flight = Flight::new(&[scenery, detail], SectorBudget::with_model(bytes, model), rules);
        flight.charge(9_000);
        let mut yaw = 0.0;
        let mut position = Vec3::new(20.0, 4.0, 20.0);
        for (at, &(turn, speed)) in turns.iter().enumerate() {
            yaw += turn;
            position += Vec3::new(yaw.sin(), 0.0, yaw.cos()) * speed;
            flight.store.held = if at % 3 == 0 { held.iter().map(|&k| (S, k)).collect() } else { Vec::new() };
            flight.place(position, yaw).step();
        }
        let loaded = flight.worlds.iter().map(|world| world.count_parts(PartState::Resident)).sum::<u32>();
        prop_assert!(loaded > 0);
    }
}
