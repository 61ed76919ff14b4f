//! Files of Going Commando.
//!
//! | Module | What |
//! | --- | --- |
//! | [`kind`] | what a file is; its tree, its rules |
//! | [`pieces`] | a level taken apart, piece by piece, whatever is broken in it |

pub mod kind;
pub mod pieces;

pub use kind::CommandoKind;
