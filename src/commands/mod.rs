//! The commands, one file each.

pub mod check;
pub mod doctor;
pub mod export;
pub mod flight;
pub mod forge;
pub mod inspect;
pub mod list;
pub mod menu;
pub mod run;
