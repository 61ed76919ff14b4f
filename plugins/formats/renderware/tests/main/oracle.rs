//! Access to the oracle: files that other programs made, with manifests of what they hold. Not part of the repository;
//! `WONDERWHEEL_ORACLE` names its folder.

use std::fmt::Debug;
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

/// As [`set`], for the test that it stands in.
#[allow(unused_macros, reason = "not every crate's tests open sets so")]
macro_rules! open_set {
    ($name:expr) => {
        crate::oracle::set(crate::oracle::name_of(|| ()), $name)
    };
}
#[allow(unused_imports, reason = "not every crate's tests open sets so")]
pub(crate) use open_set;

/// The name of the function in which a closure stands.
pub fn name_of<T>(_: T) -> &'static str {
    let path = std::any::type_name::<T>().trim_end_matches("::{{closure}}");
    path.rsplit("::").next().unwrap_or(path)
}

impl Set {
    /// Every file of the set: its name, its bytes and its entry in the manifest.
    pub fn each(&self) -> impl Iterator<Item = (&str, Vec<u8>, &Value)> {
        let files = self.files().iter();
        files.map(|entry| (text(&entry["file"]), self.bytes(&entry["file"]), entry))
    }

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

/// A value that manifests hold.
pub trait Stored: PartialEq + Debug {
    fn of(value: &Value) -> Self;
}

macro_rules! stored {
    ($($ty:ty: $of:expr;)*) => {
        $(impl Stored for $ty {
            fn of(value: &Value) -> Self {
                ($of)(value).unwrap_or_else(|| panic!("{}, not {value}", stringify!($ty)))
            }
        })*
    };
}

stored! {
    u32: |value| Some(number(value));
    usize: |value| Some(number(value) as usize);
    u64: Value::as_u64;
    i64: Value::as_i64;
    i32: |value: &Value| i32::try_from(value.as_i64()?).ok();
    u8: |value: &Value| u8::try_from(value.as_u64()?).ok();
    i8: |value: &Value| i8::try_from(value.as_i64()?).ok();
    f32: |value: &Value| Some(value.as_f64()? as f32);
    f64: Value::as_f64;
    bool: Value::as_bool;
}

impl<T: Stored> Stored for Option<T> {
    fn of(value: &Value) -> Self {
        (!value.is_null()).then(|| T::of(value))
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn of(value: &Value) -> Self {
        list(value).iter().map(T::of).collect()
    }
}

impl<T: Stored, const N: usize> Stored for [T; N] {
    fn of(value: &Value) -> Self {
        Vec::of(value).try_into().unwrap()
    }
}

/// An entry of a manifest, and what it is about.
#[derive(Clone, Copy)]
pub struct Entry<'a>(pub &'a Value, pub &'a str);

impl Entry<'_> {
    /// The field holds what was found.
    #[track_caller]
    pub fn is<T: Stored>(self, field: &str, found: T) {
        assert_eq!(found, T::of(&self.0[field]), "{}: {field}", self.1);
    }

    /// As [`Self::is`], for texts, which may be missing on both sides.
    #[track_caller]
    pub fn reads(self, field: &str, found: Option<&str>) {
        assert_eq!(found, self.0[field].as_str(), "{}: {field}", self.1);
    }

    /// As [`Self::is`], for the field's length.
    #[track_caller]
    pub fn counts(self, field: &str, found: usize) {
        assert_eq!(found, list(&self.0[field]).len(), "{}: {field}", self.1);
    }
}

/// What a file breaks of the disc's rules is known.
#[track_caller]
pub fn assert_known(file: &str, known: &[&str], findings: &wonderwheel_ps2::finding::Findings) {
    for finding in findings.as_slice() {
        assert!(known.contains(&finding.rule), "{file}: {finding}");
    }
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
