//! Forged levels, and pictures.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use wonderwheel_export::warriors::{Exported, LevelOptions, export_level};
use wonderwheel_forge::{Recipe, forge};

pub type Files = BTreeMap<String, Vec<u8>>;

/// The city's files; forged once.
pub fn demo() -> &'static Files {
    static DEMO: OnceLock<Files> = OnceLock::new();
    DEMO.get_or_init(|| forged("demo"))
}

/// The small game's files, with objects that have models.
pub fn game() -> &'static Files {
    static GAME: OnceLock<Files> = OnceLock::new();
    GAME.get_or_init(|| forged("game"))
}

pub fn forged(name: &str) -> Files {
    let recipe = Recipe::builtin(name).unwrap();
    forge(&recipe, &mut |_| {}).unwrap().files
}

/// The city, exported; once.
pub fn exported_demo() -> &'static Exported {
    static EXPORTED: OnceLock<Exported> = OnceLock::new();
    EXPORTED.get_or_init(|| export(demo(), "demo"))
}

pub fn export(files: &Files, level: &str) -> Exported {
    export_with(files, level, &LevelOptions::default())
}

pub fn export_with(files: &Files, level: &str, options: &LevelOptions<'_>) -> Exported {
    export_level(files, level, options, &mut |_| {}).unwrap()
}

/// The defaults with something changed.
pub fn options<'a>(change: impl FnOnce(&mut LevelOptions<'a>)) -> LevelOptions<'a> {
    let mut options = LevelOptions::default();
    change(&mut options);
    options
}

/// The notes as text.
pub fn notes(exported: &Exported) -> Vec<String> {
    exported.notes.iter().map(ToString::to_string).collect()
}

/// Some note has these words.
#[track_caller]
pub fn assert_noted(notes: &[String], words: &str) {
    let is_noted = notes.iter().any(|note| note.contains(words));
    assert!(is_noted, "{words}: {notes:?}");
}

/// Linear brightness of display-encoded, by the curve of sRGB.
pub fn linear(encoded: f64) -> f64 {
    match encoded {
        ..=0.04045 => encoded / 12.92,
        _ => ((encoded + 0.055) / 1.055).powf(2.4),
    }
}

/// Numbers that follow from a seed: Marsaglia's xorshift.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % limit.max(1) as u64) as usize
    }
}

/// A PNG's size and RGBA rows.
pub fn decode_png(bytes: &[u8]) -> ([u32; 2], Vec<u8>) {
    let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    let mut reader = decoder.read_info().unwrap();
    let mut rows = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rows).unwrap();
    let form = (png::ColorType::Rgba, png::BitDepth::Eight);
    assert_eq!((info.color_type, info.bit_depth), form);
    rows.truncate(info.buffer_size());
    ([info.width, info.height], rows)
}
