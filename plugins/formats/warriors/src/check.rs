//! Holds the files of one world against each other: manifest, world stream, parts.
//!
//! [`WorldCheck`] takes the parts one after the other, so that none has to stay in memory, and gives [`Finding`]s as plain
//! values, which turn into the ones of all other passes: [`PassFinding`](wonderwheel_ps2::finding::Finding). That the files can be read at
//! all is what their own `read` says; what each says by itself, its own `validate`. Only a part's vertices are decoded here,
//! since they have to fill the sectors of the world stream.
//! Every rule holds for all 159 worlds of the disc unless it says otherwise. Source: seed 000, the disc checks.

mod facts;
mod finding;
mod world;

pub use facts::PartFacts;
pub use finding::Finding;
pub use world::WorldCheck;
