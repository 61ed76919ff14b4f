//! The crate's integration tests: the shader against the CPU reference of the GS, pictures, shader back ends, reload.
//!
//! Tests that draw need a GPU or a software driver. Without one they say so and count as skipped; with
//! `WONDERWHEEL_REQUIRE_GPU=1` they fail.

mod arithmetic;
mod backends;
mod compare;
mod devices;
mod exchange;
mod findings;
mod level;
mod pictures;
mod presenting;
mod reference;
mod reload;
mod stage;
