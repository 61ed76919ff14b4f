//! Access to the oracle: files that other programs made, with manifests of what they hold. Not part of the repository;
//! `WONDERWHEEL_ORACLE` names its folder.

use std::path::PathBuf;

use serde_json::Value;

/// One set of the oracle.
pub struct Set {
    folder: PathBuf,
    pub manifest: Value,
}

/// Opens a set, or says that the test is skipped. With `WONDERWHEEL_REQUIRE_ORACLE=1` a missing folder is a failure.
#[expect(clippy::print_stdout, reason = "a skipped test says so")]
pub fn set(test: &str, name: &str) -> Option<Set> {
    let Some(root) = std::env::var_os("WONDERWHEEL_ORACLE") else {
        assert!(
            std::env::var_os("WONDERWHEEL_REQUIRE_ORACLE").is_none_or(|value| value != "1"),
            "{test}: WONDERWHEEL_ORACLE is not set, and WONDERWHEEL_REQUIRE_ORACLE is"
        );
        println!("skipped: {test}: WONDERWHEEL_ORACLE is not set");
        return None;
    };
    let folder = PathBuf::from(root).join(name);
    let manifest = folder.join("manifest.json");
    let text = std::fs::read_to_string(&manifest)
        .unwrap_or_else(|error| panic!("{}: {error}", manifest.display()));
    Some(Set {
        folder,
        manifest: serde_json::from_str(&text).unwrap(),
    })
}

impl Set {
    /// The manifest's file entries.
    pub fn files(&self) -> &[Value] {
        list(&self.manifest["files"])
    }

    /// A file of the set.
    pub fn bytes(&self, file: &Value) -> Vec<u8> {
        let path = self.folder.join(text(file));
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

pub fn list(value: &Value) -> &[Value] {
    value
        .as_array()
        .unwrap_or_else(|| panic!("a list, not {value}"))
}

pub fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("a text, not {value}"))
}

/// A number, or a text such as `0x1c`.
pub fn number(value: &Value) -> u32 {
    match value.as_str() {
        Some(text) => u32::from_str_radix(text.trim_start_matches("0x"), 16).unwrap(),
        None => u32::try_from(
            value
                .as_u64()
                .unwrap_or_else(|| panic!("a number, not {value}")),
        )
        .unwrap(),
    }
}

pub fn floats<const N: usize>(value: &Value) -> [f32; N] {
    let values: Vec<f32> = list(value)
        .iter()
        .map(|value| value.as_f64().unwrap() as f32)
        .collect();
    values.try_into().unwrap()
}

pub fn numbers<const N: usize>(value: &Value) -> [i64; N] {
    let values: Vec<i64> = list(value)
        .iter()
        .map(|value| value.as_i64().unwrap())
        .collect();
    values.try_into().unwrap()
}

/// Compares bytes with a manifest's length and CRC-32.
pub fn assert_dump(bytes: &[u8], expected: &Value, what: &str) {
    if let Some(length) = expected["bytes"].as_u64() {
        assert_eq!(bytes.len() as u64, length, "{what}: length");
    }
    assert_eq!(
        crc32fast::hash(bytes),
        number(&expected["crc32"]),
        "{what}: CRC-32"
    );
}
