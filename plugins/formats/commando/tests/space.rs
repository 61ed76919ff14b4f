//! Sky, collision and occlusion.

mod collision;
mod damage;
mod faults;
mod laws;
mod malformed;
mod occlusion;
mod oracle;
mod samples;
mod sky;
