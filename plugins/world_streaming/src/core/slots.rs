//! The two slots that a level has for its worlds.

use wonderwheel_warriors::names::WorldSlot;

/// The two slots, in the order in which ties between worlds are decided.
pub const SLOTS: [WorldSlot; 2] = [WorldSlot::Scenery, WorldSlot::Detail];

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
