//! The level formats of Ratchet & Clank 2 (Going Commando).
//!
//! | Module | What it holds | Source |
//! | --- | --- | --- |
//! | [`lighting`] | vertex colours from light records, bit for bit | spec/commando-lighting.md |
//! | [`tfrag`] | terrain patches, their levels of detail and builders | spec/commando-tfrag.md |
//!
//! Nothing here opens a file or knows an engine. Every reader takes untrusted bytes: a fault is a
//! [`FormatError`](wonderwheel_ps2::error::FormatError) with its offset, never a panic. What is unknown is kept as raw bytes and
//! written back unchanged.
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

mod lanes;
pub mod lighting;
pub mod tfrag;
