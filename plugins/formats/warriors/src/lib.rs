//! The Warriors' level files: names and their hashes, manifests, world streams, parts, chunk containers, level files
//! and packs.
//!
//! | File | Type |
//! | --- | --- |
//! | `WARRIORS.DIR` | [`archive::ArchiveIndex`] |
//! | `<world>_sec.mem` | [`manifest::Manifest`] |
//! | `<world>_sec.wld` | [`world_stream::WorldStream`] |
//! | `<world>_ms<i>.sec` | [`part::Part`] |
//! | `<level>.lev` | [`level_file::LevelFile`] |
//! | `<level>_<section>.pak` | [`pack::Pack`] |
//! | `<level>_objs.txt` | [`object_list::ObjectList`] |
//! | `<level>.lua` | [`lua::LuaChunk`] |
//! | `<bank>.msd` | [`bank_index::BankIndex`] |
//! | chunk 0x51 of a level file | [`subtitles::Subtitles`] |
//! | decimal hash of `<level>_ls_<n>` | [`picture`] |
//! | `warriors.glr` | [`lists::GlobalLists`] |
//! | any other chunk container | [`chunk::Resource`], its chunks through [`chunk::HandlerTable`] |
//!
//! Two chunks of a level file can be asked questions: [`collision::CollisionMesh`] (rays, ground, spheres, walking bodies) and
//! [`path_data::PathData`] (areas, lines that can be walked, routes). [`occluder`] hides what walls hide.
//!
//! Every file type has `read(&[u8])` and `write() -> Vec<u8>`; both take and give whole files. [`names`] says what the files
//! of a level are called, [`classify`] what a file is, [`check`] holds the files of one world against each other.
//! [`retexture`] gives the textures of a file other pictures. For tools, a row of [`kinds`] gives any file as a tree,
//! and everything that is wrong with it; [`fuzz`] holds its reader against the laws.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        clippy::print_stdout,
        clippy::print_stderr
    )
)]

pub mod animation;
pub mod archive;
pub mod axes;
pub mod bank_index;
pub mod bone_offsets;
pub mod character;
pub mod check;
pub mod chunk;
pub mod classify;
pub mod collision;
pub mod fuzz;
pub mod game_objects;
pub mod kinds;
pub mod level_file;
pub mod light_glow;
pub mod lists;
pub mod lua;
pub mod manifest;
pub mod names;
pub mod object_list;
pub mod occluder;
mod outline;
pub mod pack;
mod padding;
pub mod part;
pub mod path_data;
pub mod picture;
mod record;
pub mod retexture;
pub mod sound;
pub mod sprite_sheet;
pub mod subtitles;
mod validate;
pub mod world_stream;

/// The README's example, so that it compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
