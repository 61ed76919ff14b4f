//! Access to the oracle: files that other programs made, with manifests of what they hold. Not part of the repository;
//! `WONDERWHEEL_ORACLE` names its folder.

use std::path::PathBuf;

use serde_json::Value;

/// One set of the oracle.
pub struct Set {
    folder: PathBuf,
    manifest: Value,
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
    let text = std::fs::read_to_string(folder.join("manifest.json")).unwrap();
    Some(Set {
        folder,
        manifest: serde_json::from_str(&text).unwrap(),
    })
}

impl Set {
    /// Each file's entry, name and bytes.
    pub fn files(&self) -> impl Iterator<Item = (&Value, &str, Vec<u8>)> {
        list(&self.manifest["files"]).iter().map(|file| {
            let name = file["file"].as_str().unwrap();
            (file, name, std::fs::read(self.folder.join(name)).unwrap())
        })
    }

    /// A file of expected values.
    pub fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&std::fs::read(self.folder.join(name)).unwrap()).unwrap()
    }
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

pub fn count(value: &Value) -> usize {
    value.as_u64().unwrap() as usize
}

pub fn floats<const N: usize>(value: &Value) -> [f32; N] {
    let values: Vec<_> = list(value)
        .iter()
        .map(|v| v.as_f64().unwrap() as f32)
        .collect();
    values.try_into().unwrap()
}

pub fn numbers<const N: usize>(value: &Value) -> [i64; N] {
    let values: Vec<_> = list(value).iter().map(|v| v.as_i64().unwrap()).collect();
    values.try_into().unwrap()
}

/// Compares bytes with a checksum of a manifest, such as `0x1c2d3e4f`.
pub fn assert_crc32(bytes: &[u8], expected: &Value, what: &str) {
    let expected = expected.as_str().unwrap().trim_start_matches("0x");
    assert_eq!(
        crc32fast::hash(bytes),
        u32::from_str_radix(expected, 16).unwrap(),
        "{what}"
    );
}
