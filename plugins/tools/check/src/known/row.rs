//! A row of a table, and the ids under which rows are counted.
//!
//! A table is written once, by `known!` or `ranges!`: its rows, and an enum of their ids. So nothing is counted
//! without a row, and the compiler warns about a row that nothing counts. A row without an id says why it is not counted.

use std::borrow::Borrow;

/// One count that is known of the retail disc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownCount {
    /// Stable id, kebab-case, such as `world-sectors`.
    pub id: &'static str,
    /// What is counted, as a table row says it.
    pub what: &'static str,
    /// The group that the row stands in, a group of its book: the short name of a file kind or of a structure in it.
    pub group: &'static str,
    /// The count; bytes where `what` says so.
    pub count: u64,
    /// How it was counted.
    pub basis: Basis,
    /// Where the number comes from.
    pub source: &'static str,
    /// Why nothing here counts it; `None` for what is counted.
    pub why_not: Option<&'static str>,
}

/// How a count was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Basis {
    /// From headers: count words, size words, section and chunk headers. Nothing behind them was looked at.
    Header,
    /// From decoded data: records, vertices, texels, names, looked at one by one.
    Decoded,
    /// Files, or bytes of files.
    Files,
}

/// The smallest and the largest value that a number has on the retail disc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownRange {
    /// Stable id, kebab-case; no id of a count.
    pub id: &'static str,
    /// What lies in the range.
    pub what: &'static str,
    /// The group that the row stands in, a group of its book.
    pub group: &'static str,
    /// The smallest value, where it is known.
    pub least: Option<u64>,
    /// The largest value.
    pub most: u64,
    /// Where the numbers come from.
    pub source: &'static str,
}

/// What is known of the chunks of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownChunks {
    /// The type's number.
    pub ty: u32,
    /// How many.
    pub count: u64,
    /// Bytes of their data, without the headers.
    pub bytes: u64,
    /// The smallest data, bytes.
    pub least: u64,
    /// The largest.
    pub most: u64,
}

impl KnownChunks {
    pub(super) const fn new(ty: u32, count: u64, bytes: u64, [least, most]: [u64; 2]) -> Self {
        Self {
            ty,
            count,
            bytes,
            least,
            most,
        }
    }
}

/// What is known of one game's disc.
#[derive(Debug, Clone, Copy)]
pub struct Book {
    /// Its groups with their headings, in order.
    pub groups: &'static [(&'static str, &'static str)],
    /// Its counts, ordered by group.
    pub known: &'static [KnownCount],
    /// Smallest and largest values.
    pub ranges: &'static [KnownRange],
}

macro_rules! ids {
    ($($(#[$about:meta])* $id:ident;)*) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $id(pub(super) &'static str);

        /// Reports ask by the id as they write it.
        impl Borrow<str> for $id {
            fn borrow(&self) -> &str {
                self.0
            }
        }

        #[cfg(test)]
        impl From<&'static str> for $id {
            fn from(id: &'static str) -> Self {
                Self(id)
            }
        }
    )*};
}

ids! {
    /// What something is counted under: the id of a row.
    CountId;
    /// What a smallest and a largest value are kept under: the id of a row.
    RangeId;
}

/// Writes the rows of a table one a line: basis, variant and id, count, what, source. What is not counted has no variant, and
/// its reason at the end.
macro_rules! known {
    (
        $(#[$enum_doc:meta])* $enum:ident, $(#[$rows_doc:meta])* $rows:ident;
        $($group:literal {
            $($basis:ident $($variant:ident)? $id:literal $count:literal $what:literal, $source:literal $(, $why:ident)?;)*
        })*
    ) => {
        $(#[$enum_doc])*
        #[allow(clippy::enum_variant_names, reason = "they are called as the ids of their rows")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum $enum {
            $($($(
                #[doc = $what]
                $variant,
            )?)*)*
        }

        impl From<$enum> for $crate::known::CountId {
            fn from(id: $enum) -> Self {
                Self(match id {
                    $($($($enum::$variant => $id,)?)*)*
                })
            }
        }

        $(#[$rows_doc])*
        pub const $rows: &[$crate::known::KnownCount] = &[$($($crate::known::KnownCount {
            id: $id,
            what: $what,
            group: $group,
            count: $count,
            basis: $crate::known::Basis::$basis,
            source: $source,
            why_not: [$(Some($why),)? None][0],
        },)*)*];
    };
}

/// Writes the rows of a table one a line: variant and id, smallest, largest, what, source. `_` is an unknown smallest value.
macro_rules! ranges {
    (@least _) => { None };
    (@least $least:literal) => { Some($least) };
    (
        $(#[$enum_doc:meta])* $enum:ident, $(#[$rows_doc:meta])* $rows:ident;
        $($group:literal {
            $($variant:ident $id:literal $least:tt $most:literal $what:literal, $source:literal;)*
        })*
    ) => {
        $(#[$enum_doc])*
        #[allow(clippy::enum_variant_names, reason = "they are called as the ids of their rows")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(crate) enum $enum {
            $($(
                #[doc = $what]
                $variant,
            )*)*
        }

        impl From<$enum> for $crate::known::RangeId {
            fn from(id: $enum) -> Self {
                Self(match id {
                    $($($enum::$variant => $id,)*)*
                })
            }
        }

        $(#[$rows_doc])*
        pub const $rows: &[$crate::known::KnownRange] = &[$($($crate::known::KnownRange {
            id: $id,
            what: $what,
            group: $group,
            least: $crate::known::row::ranges!(@least $least),
            most: $most,
            source: $source,
        },)*)*];
    };
}

pub(crate) use {known, ranges};
