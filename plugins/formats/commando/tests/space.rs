//! Sky, collision and occlusion.

mod collision;
mod faults;
mod laws;
mod malformed;
mod occlusion;
mod sky;
