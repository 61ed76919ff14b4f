//! Loose files back into an archive: `WARRIORS.DIR` and `WARRIORS.WAD`, in a folder or in an image.
//! Source: spec/archives.md 1.3, 2 and 7.
//!
//! Files that an `index.tsv` lists come in its order, under the hashes that it says; others come where their names belong. So an
//! extraction that was not changed gives the archive that it was extracted from. Without that index the order is the disc's: by
//! upper-cased name, files without a name last.

mod archive;
mod members;
mod stream;
mod write;

pub use archive::Archive;
pub use members::{Member, PackError, members};
pub use stream::WadStream;
pub use write::{PackTarget, Watch, write};
