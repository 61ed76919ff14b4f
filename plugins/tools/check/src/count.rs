//! What is counted in each kind of file, one module a kind.
//!
//! Ids are those of [`known`](super::known). Numbers of headers are taken from the headers' bytes, numbers of decoded data from
//! what the readers give, so that the two can be held against each other.

pub mod collision;
pub mod commando;
pub mod container;
pub mod entry;
pub mod level;
pub mod lists;
pub mod loose;
pub mod model;
pub mod names;
pub mod objects;
pub mod part;
pub mod path;
pub mod script;
pub mod sections;
pub mod strips;
pub mod subtitles;
pub mod world;
