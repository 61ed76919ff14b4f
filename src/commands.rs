//! The commands, one file each.

pub mod check;
pub mod completions;
pub mod doctor;
pub mod export;
pub mod extract;
pub mod flight;
pub mod forge;
pub mod info;
pub mod inspect;
pub mod list;
pub mod menu;
pub mod names;
pub mod pack;
pub mod run;
