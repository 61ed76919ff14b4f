//! Writes the files of an archive, or of a disc without one, into a folder. Source: spec/archives.md 7.
//!
//! ```text
//! <out>/ee_files/<name>                 files whose name is known; decimal names have no extension
//! <out>/unnamed/<8 hex digits>.<ext>    the others
//! <out>/index.tsv                       a line an entry of the index, in its order
//! <out>/source.txt                      which disc it is from
//! ```
//!
//! A file appears under its name only when it is whole: it is written under another name and renamed. A folder that was written
//! before is gone on with: what is there is compared with the disc, byte for byte; what is equal stays, and what differs stays as
//! well and is named, because somebody may have meant it, unless it is to be overwritten. The same disc gives the same bytes in every file.

pub(crate) mod copy;
pub mod folder;
pub mod index;
pub mod plan;
mod row;
mod run;
mod safe_name;
mod summary;

pub use row::{NAMED, Row, UNNAMED, disc_rows, rows};
pub use run::{BrokenEntry, Job, Outcome, run};
