//! The crate's integration tests: chains, textures, worlds and clumps by values worked out on paper, laws, damage, and
//! files that other programs made.
#![allow(missing_docs, reason = "tests")]

mod chains;
mod damage;
mod findings;
mod generated;
mod laws;
mod limits;
mod oracle;
mod oracle_clumps;
mod oracle_malformed;
mod oracle_manifests;
mod oracle_parts;
mod oracle_textures;
mod outlines;
mod samples;
mod sha256;
mod textures;
mod worlds;
