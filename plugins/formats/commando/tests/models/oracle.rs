//! Access to the oracle: files that other programs made, with what they hold. Not part of the repository;
//! `WONDERWHEEL_ORACLE` names its folder.

use std::path::PathBuf;

use serde_json::Value;

/// One set of the oracle.
pub struct Set {
    folder: PathBuf,
    pub manifest: Value,
}

/// Opens a set, or says that the test is skipped. With `WONDERWHEEL_REQUIRE_ORACLE=1` a missing folder is a failure.
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
    let manifest = json(&folder.join("manifest.json"));
    Some(Set { folder, manifest })
}

impl Set {
    /// The manifest's file entries.
    pub fn files(&self) -> &[Value] {
        self.manifest["files"].as_array().unwrap()
    }

    /// The file that a field names.
    pub fn bytes(&self, name: &Value) -> Vec<u8> {
        std::fs::read(self.folder.join(name.as_str().unwrap())).unwrap()
    }

    /// The JSON file that a field names.
    pub fn json(&self, name: &Value) -> Value {
        json(&self.folder.join(name.as_str().unwrap()))
    }
}

fn json(path: &std::path::Path) -> Value {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// Rows of whole numbers.
pub fn rows<const N: usize>(value: &Value) -> Vec<[i64; N]> {
    let rows = value.as_array().unwrap().iter();
    rows.map(|row| {
        let numbers: Vec<i64> = row
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_i64().unwrap())
            .collect();
        numbers.try_into().unwrap()
    })
    .collect()
}
