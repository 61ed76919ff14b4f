//! The crate's integration tests: whole files made from small values, laws, damage, one world's files against each other,
//! and files that other programs made.
#![allow(missing_docs, reason = "tests")]
#![allow(clippy::print_stdout, reason = "a skipped test says so")]

mod damage;
mod laws;
mod level_files;
mod oracle;
mod pictures;
mod samples;
mod world_sets;
