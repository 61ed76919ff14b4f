//! Discs extracted and packed again, as a caller of this crate does it.

mod extract;
mod game;
mod names;
mod pack;
mod steps;
