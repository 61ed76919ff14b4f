//! The crate's laws and the oracle's files, one module a concept.
#![allow(missing_docs, reason = "tests")]

mod models;
mod space;
