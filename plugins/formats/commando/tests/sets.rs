//! The oracle's sets as the tests of this crate walk them.

use serde_json::Value;

use crate::oracle::{Set, list, number, numbers, text};

/// Each file's entry, name and bytes.
pub fn files(set: &Set) -> impl Iterator<Item = (&Value, &str, Vec<u8>)> {
    let files = set.files().iter();
    files.map(|file| (file, text(&file["file"]), set.bytes(&file["file"])))
}

/// The file of expected values that a field names.
pub fn json(set: &Set, name: &Value) -> Value {
    serde_json::from_slice(&set.bytes(name)).unwrap()
}

pub fn count(value: &Value) -> usize {
    number(value) as usize
}

/// Rows of whole numbers.
pub fn rows<const N: usize>(value: &Value) -> Vec<[i64; N]> {
    list(value).iter().map(numbers).collect()
}

/// Compares bytes with a checksum of a manifest.
pub fn assert_crc32(bytes: &[u8], expected: &Value, what: &str) {
    assert_eq!(crc32fast::hash(bytes), number(expected), "{what}");
}
