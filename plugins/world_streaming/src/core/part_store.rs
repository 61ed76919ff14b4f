//! Where the bytes of parts come from and go to.

use wonderwheel_warriors::names::WorldSlot;

use crate::core::budget::Charge;
use crate::core::tables::WorldTables;

/// Where parts come from and go to. The decision changes the tables; the store moves the bytes.
pub trait PartStore {
    /// Starts to read a part. The charge is the part's from now on; dropping it gives the bytes back.
    fn request(&mut self, world: &WorldTables, part: u32, charge: Charge);

    /// Lets go of one sector's atomic. False while it is still in use: it is asked again in a later frame.
    fn release_sector(&mut self, slot: WorldSlot, sector: u32) -> bool;

    /// Every sector of a part is released: drops its textures and its charge.
    fn release_part(&mut self, slot: WorldSlot, part: u32);
}
