//! The crate's laws and the oracle's files, one module a concept.
#![allow(missing_docs, reason = "tests")]

mod damage;
mod lz_oracle;
mod models;
/// One access to the oracle for all format crates, in the lowest one's tests that have it.
#[path = "../../renderware/tests/main/oracle.rs"]
#[allow(dead_code, reason = "other crates read more of the manifests")]
mod oracle;
mod sets;
mod sound_writers;
mod space;
mod texture_oracle;
mod tfrag;
