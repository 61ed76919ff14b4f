//! The systems that wire the core to Bevy's schedules.

pub mod step;
