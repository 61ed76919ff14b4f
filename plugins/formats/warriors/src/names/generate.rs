//! Every name that the disc's files are known or likely to have. Source: spec/archives.md 4.
//!
//! A generated name is a guess until an index holds its hash, and even then one hash in four billion lies: names of one
//! length hash in families, so a hit counts only when the file's kind agrees with the name as well.
//!
//! What can be known without the disc is [`all`]. The rest needs words from it: [`scene`] the Scene List, [`clip`] the
//! animations, [`object`] the names of objects and characters, [`script`] and [`harvested`] the strings of scripts
//! ([`crate::lua`]). Hashes found in lists need no name at all ([`super::resource_file`]), and most resources hold their own
//! ([`super::file_of_own_hash`]).

mod all;
mod global;
mod level;
mod words;

pub use all::{all, parts, worlds};
pub use global::{
    ANIMATION_SET, BANK_PAIRS, GLOBAL_FILES, MEMORY_CARD_LOADING, SHEETS, config_scripts, pictures,
    sheets, sound_banks,
};
pub use level::{MAX_SECTION, level_files, script, scripts, section_packs, world_files};
pub use words::{clip, harvested, object, scene};

/// What the language part of a script's name is tried with. Only `en` is attested. Source: spec/archives.md 4.2.
pub const SCRIPT_LANGUAGES: [&str; 7] = ["en", "fr", "sp", "it", "ge", "es", "de"];
