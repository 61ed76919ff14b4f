//! What is known of the disc and not counted here, and why.

/// Reasons, as a sentence says them.
const NOT_LOOSE: &str = "only the disc or its archive shows it, not a folder of its files";
const NEEDS_CODE: &str = "it stands in the code of scripts, of which only the constants are read";
const NO_LAYOUT: &str = "the layout of scene records is not known";

/// Ids of [`KNOWN`](crate::check::known::KNOWN) that nothing here counts.
pub const UNCOUNTED: &[(&str, &str)] = &[
    ("disc-files", NOT_LOOSE),
    ("disc-movies", NOT_LOOSE),
    ("disc-modules", NOT_LOOSE),
    ("disc-index-bytes", NOT_LOOSE),
    ("disc-archive-bytes", NOT_LOOSE),
    ("disc-archive-sectors", NOT_LOOSE),
    ("disc-speech-bytes", NOT_LOOSE),
    ("disc-music-bytes", NOT_LOOSE),
    ("archive-padding-bytes", NOT_LOOSE),
    ("scn-headers", NO_LAYOUT),
    ("scn-segments", NO_LAYOUT),
    ("lua-light-calls", NEEDS_CODE),
    ("lua-light-calls-levels", NEEDS_CODE),
    ("lua-light-calls-global", NEEDS_CODE),
    ("lua-player-start", NEEDS_CODE),
    ("lua-object-types", NEEDS_CODE),
    ("glr-objects-configured", NEEDS_CODE),
    ("level-records", NEEDS_CODE),
    ("level-records-tests", NEEDS_CODE),
];

/// Why an id is not counted; `None` for one that is.
pub fn why(id: &str) -> Option<&'static str> {
    let row = UNCOUNTED.iter().find(|(uncounted, _)| *uncounted == id)?;
    Some(row.1)
}
