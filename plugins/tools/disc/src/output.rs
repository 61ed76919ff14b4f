//! Where and how commands write: one place, so that nothing that a person made is lost to any of them.
//!
//! - A target is looked at before the work starts ([`FileTarget::begin`], [`FolderTarget::begin`]): a missing or read-only folder, a
//!   folder in the place of a file, a device and a pipe are refused at once.
//! - Its name says what it is ([`ending_of`]): any other ending than a known one is refused, not taken for a folder.
//! - What is in the way stays unless it is to be overwritten: a single file refuses the work, of several each that is there is kept
//!   and counted.
//! - A file has its name only when it is whole ([`UnfinishedFile`]). Links are written through, and a file's mode stays.
//! - An unfinished file goes on every way out. What a run left that was killed, a later one removes, once its owner is dead.

mod ending;
mod file;
mod folder;
mod refusal;
mod unfinished;

pub use ending::ending_of;
pub(crate) use file::there;
pub use file::{FileTarget, replace};
pub use folder::FolderTarget;
pub(crate) use folder::make_folder;
pub use refusal::{OutputError, WriteRefusal};
pub use unfinished::{UnfinishedFile, abandon_all, is_unfinished, sweep};
