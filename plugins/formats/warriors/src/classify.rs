//! What a file is, by its name and by its content. Source: spec/archives.md 5.
//!
//! A name that is known decides; the content only has to agree. Without a name the content decides, by rules that stand in a
//! fixed order and that each have to account for the whole file: files that look like two kinds under loose rules are the
//! rule here, not the exception (every world part also starts like a chunk container).
//!
//! ```
//! use wonderwheel_ps2::content::Content;
//! use wonderwheel_warriors::classify::{Classification, FileKind};
//!
//! let bytes = b"0\r\n";
//! assert_eq!(FileKind::from_content(bytes), FileKind::ObjectList);
//! let known = Classification::of(Some("level1.lua"), Content::whole(bytes), false);
//! assert_eq!((known.kind, known.agrees), (FileKind::Lua, false));
//! ```

mod kind;
mod resource_shape;
pub(crate) mod rules;
#[cfg(test)]
mod tests;

pub use kind::FileKind;
pub use resource_shape::ResourceShape;
use wonderwheel_ps2::content::Content;

/// A file's kind, and how sure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Classification {
    /// The kind: by the name where that says one, else by the content.
    pub kind: FileKind,
    /// Whether the name decided.
    pub by_name: bool,
    /// Whether the content passes the rule of [`Self::kind`].
    pub agrees: bool,
}

impl Classification {
    /// Classifies a file. `before_bank_index` says that the next file of the archive is a bank index, which is all that
    /// distinguishes bank samples from noise.
    pub fn of(name: Option<&str>, content: Content<'_>, before_bank_index: bool) -> Self {
        match name.and_then(FileKind::from_name) {
            Some(named) => {
                // A decimal name says that it is a resource, and nothing about what is in it.
                let found = rules::container(content);
                let kind = match (named, found) {
                    (FileKind::Resource(ResourceShape::Other), Some(FileKind::Resource(shape))) => {
                        FileKind::Resource(shape)
                    }
                    _ => named,
                };
                Self {
                    kind,
                    by_name: true,
                    agrees: kind.row().fits(content),
                }
            }
            None => {
                let kind = match FileKind::of_content(content) {
                    FileKind::Unknown if before_bank_index => FileKind::BankSamples,
                    kind => kind,
                };
                Self {
                    kind,
                    by_name: false,
                    agrees: kind != FileKind::Unknown,
                }
            }
        }
    }
}

impl FileKind {
    /// The kind of a whole file by its content alone. Bank samples are [`FileKind::Unknown`] here: only the file after them
    /// gives them away.
    pub fn from_content(bytes: &[u8]) -> Self {
        Self::of_content(Content::whole(bytes))
    }

    /// The kind of a file by as much of its content as is at hand; see [`Content::head`].
    pub fn of_content(content: Content<'_>) -> Self {
        if let Some(container) = rules::container(content) {
            return container;
        }
        rules::ORDER
            .into_iter()
            .find(|kind| kind.row().fits(content))
            .unwrap_or(Self::Unknown)
    }
}
