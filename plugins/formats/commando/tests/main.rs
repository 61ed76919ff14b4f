//! The crate's laws and the oracle's files, one module a concept.

mod models;
