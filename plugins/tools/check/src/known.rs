//! What is known of the retail disc: the counts that a complete, undamaged set of its files gives.
//!
//! The numbers belong to the North American disc, `SLUS_212.15`; those of Going Commando are [`commando`]'s. Nothing of the disc is in here but numbers; they say
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

pub mod commando;
mod row;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use commando::{CommandoCount, CommandoSpread};
pub use row::{Basis, Book, CountId, KnownChunks, KnownCount, KnownRange, RangeId};
pub use table::{CHUNKS, KNOWN, RANGES};
pub(crate) use table::{Count, Spread};

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
pub fn known(id: &str) -> Option<&'static KnownCount> {
    KNOWN.iter().find(|row| row.id == id)
}

/// The row of a type of chunks; `None` for one that does not occur.
#[must_use]
pub fn chunks_of(ty: u32) -> Option<&'static KnownChunks> {
    CHUNKS.iter().find(|row| row.ty == ty)
}
