//! Checks files of the game: reads every one, validates it, counts what is in it, and holds the counts against those of the
//! retail disc.
//!
//! | Step | Module |
//! | --- | --- |
//! | which files there are, in an image, an archive or a folder | [`files`] |
//! | all cores, the same result for any number of them | [`run`], `workers` |
//! | so much in memory and no more | `in_flight` |
//! | one file: its kind, what it holds, what is wrong | `file`, `sheet`, `count` |
//! | the files of a world against each other | `worlds` |
//! | numbers, and how they add up | `tally`, `findings` |
//! | what the disc has | `known` |
//! | the result, as rows, as text, as JSON | [`report`], [`text`], [`json`] |
//!
//! Nothing here knows the command line: a path goes in, a [`report::Report`] comes out.
#![forbid(unsafe_code)]

mod count;
mod file;
pub mod files;
mod findings;
mod in_flight;
pub mod json;
mod known;
pub mod report;
pub mod run;
mod sheet;
mod tally;
pub mod text;
mod workers;
mod worlds;

/// The README's example, so that it compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;

#[cfg(test)]
mod tests;
