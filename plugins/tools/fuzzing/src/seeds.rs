//! Small valid inputs of every kind, a few hundred bytes to a few thousand each.
//!
//! A function here has the name of the target that takes its inputs.

pub mod commando;
pub mod ps2;
pub mod renderware;
pub mod warriors;
