//! What comes and what goes: the tables of the worlds, the budget, and the one decision of a step. No Bevy is in it beyond
//! derives and plain maths types.

pub mod bits;
pub mod bsp;
pub mod budget;
pub mod clock;
pub mod competing;
pub mod decide;
pub mod decision;
pub mod decision_log;
pub mod distance;
pub mod part_store;
pub mod preload;
pub mod pvs;
pub mod rules;
pub mod run_hash;
pub mod settings;
pub mod slots;
pub mod stats;
pub mod synthetic;
pub mod tables;
pub mod worlds;
