//! The crate's integration tests: whole files made from small values, laws, damage, one world's files against each other,
//! and files that other programs made.
#![allow(missing_docs, reason = "tests")]

mod chunk_handlers;
mod chunk_laws;
mod collision;
mod damage;
mod error_policy;
mod laws;
mod level_files;
mod limits;
mod occluders;
/// One access to the oracle for both crates, in the lower one's tests.
#[path = "../../renderware/tests/main/oracle.rs"]
#[allow(dead_code, reason = "renderware's tests read more of the manifests")]
mod oracle;
mod oracle_files;
mod path_data;
mod pictures;
mod samples;
mod texts;
mod world_sets;
