//! The second guest's files, Going Commando's, as commands see them.
//!
//! | Module | What |
//! | --- | --- |
//! | [`kind`] | what a file is; its tree, its rules |
//! | [`pieces`] | a level taken apart, piece by piece, whatever is broken in it |
//! | [`members`] | those pieces as loose files |

pub mod kind;
pub mod members;
pub mod pieces;

pub use kind::GuestKind;
