//! Sky, collision and occlusion.

mod collision;
mod damage;
mod faults;
mod laws;
mod malformed;
mod occlusion;
mod samples;
mod sky;
