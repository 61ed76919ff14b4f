//! A level of Going Commando as a scene.
//!
//! ```text
//! scene "level0"                       scenes "terrain medium", "terrain low"     scene "collision"
//!   terrain/high                         terrain/medium, terrain/low                collision: a primitive a type
//!   ties                               scene "sky"                                  collision/hero
//!     ties/1200/0, ties/1201/1, ...      sky                                      scenes "chunk0", "chunk0 collision", ...
//!   shrubs                                 sky/0, sky/1, ...: in drawing order
//!     shrubs/300/0, ...
//!   mobys
//!     mobys/1700/0, ...
//!       mobys/1700/0/mesh, mobys/1700/0/joint 0, ...
//! ```
//!
//! Names of instances have the class's number and the instance's place in its table. The first scene shows the level as it is
//! seen from near; what stands for the same thing, or is seen in another space, has a scene of its own.
//!
//! Colours of vertices are what the game computes once when it loads a level, to the bit: the directional pass on terrain, a
//! colour a normal on ties and shrubs. Ties and shrubs of one class share their mesh; where their light differs each has a glTF
//! mesh that shares everything but the colours. Mobys are in their bind pose, each with joints and a skin of its own that share
//! mesh and matrices; their light is not known, they are white.
//!
//! What is missing or broken costs only itself, and there is a [`Note`] of it; an instance whose class cannot be had keeps its node.

mod budget;
mod class;
mod class_name;
mod collision;
mod instances;
mod level;
mod lights;
mod look;
mod model;
mod parts;
mod rig;
mod sky;
mod source;
mod terrain;
mod textures;

pub use crate::exporter::{Counts, Exported};
pub use crate::note::Note;
pub use crate::options::LevelOptions;
pub use class_name::ClassName;
pub use level::{export_class, export_level};
pub use textures::level_textures;
