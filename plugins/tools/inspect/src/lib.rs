//! The tree of a file, printed for people and for programs.
//!
//! | Step | Module |
//! | --- | --- |
//! | whose bytes: a file on disk, or a name in the game's data | [`source`] |
//! | what it is, the program's own text files among them | [`kind`] |
//! | settings and other texts | [`plain`] |
//! | the tree and what is wrong | [`Inspection`] |
//! | as text, as JSON | [`text`], [`json`] |
//! | what lies in files, as a terminal may have it | [`tame()`] |
//!
//! Memory: the tree has at most [`nodes_for`] nodes and each rule keeps a few findings, and both are written as they are walked.
//! So a file takes at most twelve times its own size, and 64 MiB, most of which the program itself has; a test holds it to that.
#![forbid(unsafe_code)]

mod inspection;
pub mod json;
pub mod kind;
pub mod plain;
pub mod source;
mod tame;
pub mod text;

pub use inspection::{Inspection, KEPT_FINDINGS, nodes_for};
pub use tame::tame;

/// The README's example, so that it compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
