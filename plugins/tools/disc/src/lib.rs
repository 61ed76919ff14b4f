//! Whole discs: what one holds, its files as loose files, and the way back.
//!
//! | What | Module |
//! | --- | --- |
//! | what a store holds, file by file, and which of it a person wants | [`catalogue`] |
//! | its levels and files as a list; what disc it is | [`listing`], [`info`] |
//! | what a level of Going Commando holds | [`level_facts`] |
//! | the files of an archive or a disc, written into a folder | [`extract`] |
//! | the pieces of a level of Going Commando, written as loose files | [`members`] |
//! | loose files back into an archive | [`pack`] |
//! | where and how every command writes | [`output`] |
//! | where discs lie on this machine, and which were used last | [`places`] |
//! | words without private names | [`private`] |
//! | the names of an archive's files, of which its index has only hashes | [`recovery`] |
//!
//! Nothing here knows the command line or the engine: a caller gets values, and is asked whether to go on.
#![forbid(unsafe_code)]

pub mod catalogue;
pub mod extract;
pub mod info;
pub mod level_facts;
pub mod listing;
pub mod members;
pub mod output;
pub mod pack;
pub mod places;
pub mod private;
pub mod recovery;

/// The README's example, so that it compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
