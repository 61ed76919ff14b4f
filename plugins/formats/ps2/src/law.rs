//! The laws that hold for every reader and any bytes: what fuzz targets are made of. Each panics when it is broken.

use crate::error::Result;
use crate::finding::Findings;
use crate::outline::{Node, Outline};

/// What a reader makes of any bytes: a value or an error, and the error names a place inside the input.
///
/// # Panics
/// When the error's offset lies behind the input's end.
pub fn read<'a, T>(bytes: &'a [u8], read: impl Fn(&'a [u8]) -> Result<T>) -> Option<T> {
    match read(bytes) {
        Ok(value) => Some(value),
        Err(error) => {
            assert!(
                error.offset() <= bytes.len() as u64,
                "an error outside the {} bytes: {error}",
                bytes.len()
            );
            None
        }
    }
}

/// What was read can be written, and what was written reads as the same bytes again. Bytes may change the first time,
/// where several spellings mean the same.
///
/// # Panics
/// When it cannot be read again, or is written otherwise the second time.
pub fn settles<T>(
    bytes: &[u8],
    reader: impl Fn(&[u8]) -> Result<T>,
    write: impl Fn(&T) -> Vec<u8>,
) -> Option<T> {
    let value = read(bytes, &reader)?;
    let written = write(&value);
    match reader(&written) {
        Ok(again) => assert!(write(&again) == written, "written otherwise a second time"),
        Err(error) => panic!("what was written cannot be read: {error}"),
    }
    Some(value)
}

/// What was read is written back to the same bytes.
///
/// # Panics
/// When a byte differs.
pub fn keeps<'a, T>(
    bytes: &'a [u8],
    reader: impl Fn(&'a [u8]) -> Result<T>,
    write: impl Fn(&T) -> Vec<u8>,
) -> Option<T> {
    let value = read(bytes, reader)?;
    assert!(write(&value) == bytes, "not written back to the same bytes");
    Some(value)
}

/// As [`keeps`], for formats whose values need not fit them: what was read does.
///
/// # Panics
/// When it cannot be written, or a byte differs.
pub fn keeps_all<'a, T>(
    bytes: &'a [u8],
    reader: impl Fn(&'a [u8]) -> Result<T>,
    write: impl Fn(&T) -> Result<Vec<u8>>,
) -> Option<T> {
    keeps(bytes, reader, |value| {
        write(value).unwrap_or_else(|error| panic!("what was read cannot be written: {error}"))
    })
}

/// A tree for people lies inside of what it shows: nodes and faults. Gives the number of its nodes.
///
/// # Panics
/// When one reaches beyond the `end` bytes.
pub fn shows_inside(outline: &Outline, end: u64) -> usize {
    let is_inside = |node: &Node| node.offset <= end && node.size <= end - node.offset;
    let mut count = 0;
    for node in outline.all() {
        assert!(is_inside(node), "{node:?} outside of {end} bytes");
        count += 1;
    }
    for error in outline.errors() {
        assert!(error.offset() <= end, "{error} outside of {end} bytes");
    }
    count
}

/// What rules say about a value is no concern of a law; saying it must do no harm.
pub fn validated(validate: impl FnOnce(&mut Findings)) {
    validate(&mut Findings::new());
}

/// Each way to break a sound value is found under its rules, and under no other ones; the sound value breaks none. See
/// [`assert_breaks`](crate::assert_breaks), which writes the ways as a table.
///
/// # Panics
/// When other rules are found than a way names, each once, in the order they are met.
pub fn breaks<T: Clone>(
    sound: &T,
    validate: impl Fn(&T, &mut Findings),
    ways: &[(&[&str], &dyn Fn(&mut T))],
) {
    let rules = |value: &T| -> Vec<_> {
        let findings = Findings::of(|findings| validate(value, findings));
        findings.counts().iter().map(|(rule, _)| *rule).collect()
    };
    assert_eq!(rules(sound), [""; 0], "a sound value");
    for (i, (expected, damage)) in ways.iter().enumerate() {
        let mut broken = sound.clone();
        damage(&mut broken);
        assert_eq!(rules(&broken), *expected, "way {i} to break it");
    }
}

/// [`law::breaks`](crate::law::breaks) of a table, a way to break the value a line: the rules that it breaks, the value's
/// name, and what is done to it.
///
/// ```
/// use wonderwheel_ps2::finding::Findings;
///
/// let is_even = |number: &u32, findings: &mut Findings| {
///     findings.expect(number % 2 == 0, "even", || "expected an even number");
/// };
/// wonderwheel_ps2::assert_breaks! { &2, is_even;
///     "even" number => *number = 3;
///     "even" number => *number += 1;
/// }
/// ```
#[macro_export]
macro_rules! assert_breaks {
    ($sound:expr, $validate:expr; $($($rule:literal)+ $broken:ident => $damage:expr;)*) => {
        $crate::law::breaks($sound, $validate, &[$((&[$($rule),+], &|$broken| { $damage; })),*])
    };
}
