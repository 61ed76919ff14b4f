//! What is known of the retail disc: the counts that a complete, undamaged set of its files gives.
//!
//! The numbers belong to the North American disc, `SLUS_212.15`; those of the second guest are [`commando`]'s. Nothing of the disc is in here but numbers; they say
//! whether a set of files is complete and whether a reader sees all of it. A difference is a reason to look, not an
//! error: other releases of the game have other counts.
//!
//! Three things a count can be taken from are kept apart, see [`Basis`]: where a header states one number and the data
//! gives another, both have a row of their own.
//!
//! Words: a *used* part is one that its world's manifest reaches (numbers 1 to its part count); a *leaf* is an atomic
//! sector of a world's BSP; a *streamed sector* is a leaf that names a part; an *occurrence* counts a resource once in
//! every pack that holds it and once more as a file of its own.
//!
//! Left out on purpose, because no file gives them: results of running the streaming, sizes of memory pools, and
//! everything that is known only as "about".

/// One count that is known of the retail disc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// Stable id, kebab-case, such as `world-sectors`.
    pub id: &'static str,
    /// What is counted, as a table row says it.
    pub what: &'static str,
    /// The group that the row stands in, one of [`GROUPS`]: the short name of a file kind or of a structure in it.
    pub group: &'static str,
    /// The count; bytes where `what` says so.
    pub count: u64,
    /// How it was counted.
    pub basis: Basis,
    /// Where the number comes from.
    pub source: &'static str,
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
    /// Stable id, kebab-case; no id of [`KNOWN`].
    pub id: &'static str,
    /// What lies in the range.
    pub what: &'static str,
    /// The group that the row stands in, one of [`GROUPS`].
    pub group: &'static str,
    /// The smallest value, where it is known.
    pub least: Option<u64>,
    /// The largest value.
    pub most: u64,
    /// Where the numbers come from.
    pub source: &'static str,
}

pub mod commando;
mod table;
#[cfg(test)]
mod tests;

pub use table::{CHUNK_COUNTS, CHUNK_SIZES, KNOWN, RANGES};

/// The groups, in the order of [`KNOWN`], with a heading for each.
pub const GROUPS: &[(&str, &str)] = &[
    ("disc", "disc"),
    ("archive", "archive index"),
    ("parse", "entries as containers"),
    ("chunk", "chunks"),
    ("pack", "packs"),
    ("resource", "standalone resources"),
    ("model", "models"),
    ("character", "characters"),
    ("anm", "animations"),
    ("sheet", "sprite sheets"),
    ("picture", "full-screen pictures"),
    ("txd", "texture dictionaries"),
    ("rw", "RenderWare plugin sections"),
    ("glr", "global lists"),
    ("scl", "scene list"),
    ("scn", "scene records"),
    ("lev", "level files"),
    ("occluder", "occluders"),
    ("sky", "sky, clouds and skyline"),
    ("glow", "glow worlds"),
    ("path", "path data"),
    ("collision", "collision meshes"),
    ("subtitle", "subtitles"),
    ("wld", "world streams"),
    ("mem", "world manifests"),
    ("sec", "world parts"),
    ("lua", "scripts"),
    ("objs", "object lists"),
    ("msd", "sound bank indices"),
    ("msb", "sound bank samples"),
    ("rws", "older RenderWare streams"),
    ("font", "font, bitmap and icon"),
    ("level", "levels"),
];

/// What is known of one game's disc.
#[derive(Debug, Clone, Copy)]
pub struct Book {
    /// Its groups with their headings, in order.
    pub groups: &'static [(&'static str, &'static str)],
    /// Its counts, ordered by group.
    pub known: &'static [Known],
    /// Smallest and largest values.
    pub ranges: &'static [KnownRange],
}

/// The Warriors.
pub const WARRIORS: Book = Book {
    groups: GROUPS,
    known: KNOWN,
    ranges: RANGES,
};

/// Going Commando.
pub const COMMANDO: Book = Book {
    groups: commando::GROUPS,
    known: commando::KNOWN,
    ranges: commando::RANGES,
};

/// The row of an id.
#[must_use]
pub fn known(id: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|row| row.id == id)
}

/// Chunks of a type: count and bytes of data; `None` for a type that does not occur.
#[must_use]
pub fn chunks_of(ty: u32) -> Option<(u64, Option<u64>)> {
    let row = CHUNK_COUNTS.iter().find(|row| row.0 == ty)?;
    Some((row.1, row.2))
}
