//! A kind of file as one row: its names, how it is recognised, shown, checked and fuzzed. Each game's crate has a table of its
//! rows; commands, tools and fuzzers read it and know no format themselves.
//!
//! ```
//! use wonderwheel_ps2::finding::Findings;
//! use wonderwheel_ps2::kind::{Kind, checked};
//! use wonderwheel_ps2::outline::{Node, Outline};
//!
//! static PALETTE: Kind = Kind {
//!     name: "palette",
//!     description: "palette of 16 colours",
//!     extension: "pal",
//!     endings: &[".pal"],
//!     rule: |content| Ok(content.size() == 64),
//!     outline: |file| Outline {
//!         nodes: vec![Node::new(0, file.bytes.len() as u64, file.kind.name)],
//!         error: file.read().err(),
//!     },
//!     check: |file, findings| {
//!         checked(wonderwheel_ps2::clut::palette_16(file.bytes), findings, |_, _| ())
//!     },
//!     fuzz: None,
//! };
//! let file = PALETTE.file(&[0; 64]);
//! assert!(PALETTE.is_called("sky.pal") && file.read().is_ok());
//! assert_eq!(file.outline().error, None);
//! ```

use crate::content::{Content, Stop};
use crate::cursor::Cursor;
use crate::error::Result;
use crate::finding::Findings;
use crate::limits::Limits;
use crate::outline::Outline;

/// A kind of file.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// The short name of tables and command lines. Names do not change.
    pub name: &'static str,
    /// One line for people.
    pub description: &'static str,
    /// What an extractor puts after the dot of a file that has no name.
    pub extension: &'static str,
    /// How names of such files end, in lower case. An ending that begins with a letter stands alone or behind a dot; in it `#`
    /// stands for a number.
    pub endings: &'static [&'static str],
    /// Whether content looks like a file of this kind. [`Self::fits`] asks it.
    pub rule: fn(Content<'_>) -> std::result::Result<bool, Stop>,
    /// The tree of a file.
    pub outline: fn(&File<'_>) -> Outline,
    /// Reads a file strictly and, where findings are asked for, runs every pass that exists for what is in it.
    pub check: fn(&File<'_>, Option<&mut Findings>) -> Result<()>,
    /// The fuzz target of files that have a reader of their own: it takes any bytes and panics when a [law](crate::law) is
    /// broken.
    pub fuzz: Option<fn(&[u8])>,
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Kind {}

impl Kind {
    /// Whether a name, in lower case and without folders, ends as those of this kind do.
    pub fn is_called(&self, name: &str) -> bool {
        let is_end = |ending: &&str| {
            let before = name.strip_suffix(*ending);
            before.is_some_and(|before| {
                let is_word = ending.starts_with(|first: char| first.is_ascii_alphanumeric());
                !is_word || before.is_empty() || before.ends_with('.')
            })
        };
        self.endings.iter().any(is_end)
    }

    /// Whether content looks like a file of this kind, as far as can be seen.
    pub fn fits(&self, content: Content<'_>) -> bool {
        let holds = || (self.rule)(content).unwrap_or_else(|stop| stop == Stop::Unseen);
        !content.is_too_short() && holds()
    }

    /// Bytes that are believed to be a file of this kind: without a name, under the default limits.
    pub fn file<'a>(&'static self, bytes: &'a [u8]) -> File<'a> {
        File {
            kind: self,
            name: None,
            bytes,
            limits: Limits::DEFAULT,
        }
    }
}

/// A file of a kind.
#[derive(Debug, Clone, Copy)]
pub struct File<'a> {
    /// Its kind, which is believed: bytes of another one give a tree full of faults, never a panic.
    pub kind: &'static Kind,
    /// Its name, where it has one: some kinds say their own name inside.
    pub name: Option<&'a str>,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// What a reader may do with them.
    pub limits: Limits,
}

impl<'a> File<'a> {
    /// The same file under a name, if it has one.
    #[must_use]
    pub fn named(self, name: impl Into<Option<&'a str>>) -> Self {
        let name = name.into();
        Self { name, ..self }
    }

    /// The same file under other limits.
    #[must_use]
    pub fn limited(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// A cursor over it under its limits.
    pub fn cursor(&self) -> Cursor<'a> {
        Cursor::new(self.bytes).limited(self.limits)
    }

    /// What stands where in it. Faults stand in their nodes; what the strict reader says about the file stands in
    /// [`Outline::error`], with the way to the fault.
    pub fn outline(&self) -> Outline {
        (self.kind.outline)(self)
    }

    /// Reads it strictly.
    ///
    /// # Errors
    /// Those of the kind's reader, with the way to the fault.
    pub fn read(&self) -> Result<()> {
        (self.kind.check)(self, None)
    }

    /// Reads it strictly and reports what breaks a rule that the disc's own files keep.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn validate(&self, findings: &mut Findings) -> Result<()> {
        (self.kind.check)(self, Some(findings))
    }
}

/// What [`Kind::check`] is for a kind with a reader and a pass.
///
/// # Errors
/// The reader's.
pub fn checked<T>(
    read: Result<T>,
    findings: Option<&mut Findings>,
    validate: impl FnOnce(&T, &mut Findings),
) -> Result<()> {
    let value = read?;
    if let Some(findings) = findings {
        validate(&value, findings);
    }
    Ok(())
}

/// A game's table: a line a kind, each with the value of the game's own type that stands for it. The type gets the methods
/// that look its row up.
#[macro_export]
macro_rules! kinds {
    ($id:ident; $($kind:expr => $name:literal $description:literal, $extension:literal $endings:tt,
        $rule:expr, $outline:expr, $check:expr, $fuzz:expr;)*) => {
        /// Every kind with its row, in the order of tables.
        static ROWS: &[($id, $crate::kind::Kind)] = &[$(($kind, $crate::kind::Kind {
            name: $name,
            description: $description,
            extension: $extension,
            endings: &$endings,
            rule: $rule,
            outline: $outline,
            check: $check,
            fuzz: $fuzz,
        }),)*];

        impl $id {
            /// Every kind, in the order of tables.
            pub fn all() -> impl Iterator<Item = Self> {
                ROWS.iter().map(|(kind, _)| *kind)
            }

            /// Every row, in the order of tables.
            pub fn rows() -> impl Iterator<Item = &'static $crate::kind::Kind> {
                ROWS.iter().map(|(_, row)| row)
            }

            /// All that is known of files of this kind.
            pub fn row(self) -> &'static $crate::kind::Kind {
                let own = ROWS.iter().find(|(kind, _)| *kind == self);
                own.map_or_else(|| unreachable!("{self:?} has a row"), |(_, row)| row)
            }

            /// The short name of tables and command lines.
            pub fn name(self) -> &'static str {
                self.row().name
            }

            /// The kind of a short name.
            pub fn by_name(name: &str) -> Option<Self> {
                Self::find(|row| row.name == name)
            }

            /// The first kind whose row is the one looked for.
            pub fn find(is_it: impl Fn(&$crate::kind::Kind) -> bool) -> Option<Self> {
                let own = ROWS.iter().find(|(_, row)| is_it(row));
                own.map(|(kind, _)| *kind)
            }
        }

        impl std::fmt::Display for $id {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_is_a_mark_or_a_word_of_its_own() {
        let called = |endings: &'static [&'static str], name: &str| {
            let kind = Kind {
                name: "any",
                description: "",
                extension: "bin",
                endings,
                rule: |_| Ok(true),
                outline: |_| Outline::default(),
                check: |_, _| Ok(()),
                fuzz: None,
            };
            kind.is_called(name)
        };
        assert!(called(&[".pak"], "level2_1.pak"));
        assert!(called(&["_objs.txt"], "level1_objs.txt"));
        assert!(!called(&[".pak"], "pak"));
        assert!(called(&["sky.bin"], "sky.bin") && called(&["sky.bin"], "level0.sky.bin"));
        assert!(!called(&["sky.bin"], "nosky.bin"));
    }
}
