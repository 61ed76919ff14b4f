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

fn forged(name: &str) -> Files {
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

/// The notes as text.
pub fn notes(exported: &Exported) -> Vec<String> {
    exported.notes.iter().map(ToString::to_string).collect()
}

/// A PNG's size and RGBA rows.
pub fn decode_png(bytes: &[u8]) -> ([u32; 2], Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .unwrap();
    let mut rows = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rows).unwrap();
    assert_eq!(
        (info.color_type, info.bit_depth),
        (png::ColorType::Rgba, png::BitDepth::Eight)
    );
    rows.truncate(info.buffer_size());
    ([info.width, info.height], rows)
}
