//! Files cut short and files with flipped bits: errors with file, path and offset, never a panic.

use bevy::asset::{AssetLoadError, LoadState};
use bevy::prelude::*;
use wonderwheel_game_files::MemoryFiles;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_warriors::manifest::Manifest;

use crate::app::{app, start, update_until};
use crate::fixture;

/// Loads every variant of a file and gives each outcome.
fn outcomes<A: Asset>(
    extension: &str,
    variants: impl Iterator<Item = Vec<u8>>,
) -> Vec<Result<(), String>> {
    let name = |i: usize| format!("variant{i}.{extension}");
    let files = variants
        .enumerate()
        .map(|(i, bytes)| (name(i), bytes))
        .collect::<MemoryFiles>();
    let count = wonderwheel_game_files::GameFiles::names(&files).len();
    let mut app = app(files);
    let handles = (0..count)
        .map(|i| start::<A>(&app, &name(i)))
        .collect::<Vec<_>>();
    let mut outcomes = Vec::new();
    update_until(&mut app, "every variant", |app| {
        let server = app.world().resource::<AssetServer>();
        while let Some(handle) = handles.get(outcomes.len()) {
            outcomes.push(match server.load_state(handle) {
                LoadState::Loaded => Ok(()),
                LoadState::Failed(error) => {
                    let panicked = matches!(&*error, AssetLoadError::AssetLoaderPanic { .. });
                    assert!(!panicked, "variant {}: {error}", outcomes.len());
                    Err(error.to_string())
                }
                _ => return false,
            });
        }
        true
    });
    outcomes
}

/// At every step of `step` bytes, the last byte included.
fn cut(bytes: &[u8], step: usize) -> impl Iterator<Item = Vec<u8>> {
    let lengths = (0..bytes.len()).rev().step_by(step);
    lengths.map(|length| bytes[..length].to_vec())
}

/// One bit flipped in each variant, spread over the file by a fixed generator.
fn flipped(bytes: &[u8], variants: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut state = 0x9E37_79B9_u32;
    (0..variants).map(move |_| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let mut bytes = bytes.to_vec();
        let at = state as usize / 8 % bytes.len();
        bytes[at] ^= 1 << (state % 8);
        bytes
    })
}

fn check<A: Asset>(extension: &str, bytes: &[u8]) {
    let names_its_file = |i: usize, error: &str| {
        let name = format!("variant{i}.{extension}");
        assert!(error.contains(&name), "{error}");
    };
    // Every byte of a small file, about 500 places of a larger one.
    let step = bytes.len().div_ceil(500);
    let cut = outcomes::<A>(extension, cut(bytes, step));
    for (i, outcome) in cut.into_iter().enumerate() {
        let error = outcome.expect_err("a file that is cut short");
        names_its_file(i, &error);
        assert!(error.contains(" at 0x"), "{error}");
    }
    let flipped = outcomes::<A>(extension, flipped(bytes, 300));
    for (i, outcome) in flipped.into_iter().enumerate() {
        if let Err(error) = outcome {
            names_its_file(i, &error);
        }
    }
}

#[test]
fn damaged_parts() {
    check::<PartAsset>("sec", &fixture::part("variant0.sec").write());
}

#[test]
fn damaged_worlds() {
    check::<WorldAsset>("wld", &fixture::world_stream().write());
}

#[test]
fn damaged_manifests() {
    check::<ManifestAsset>(
        "mem",
        &Manifest::measured(1_000_000, &[300_000, 10, 20]).write(),
    );
}

#[test]
fn damaged_levels() {
    check::<LevelAsset>("lev", &fixture::level_file().write());
}

#[test]
fn damaged_settings() {
    let text = b"(fog: (0.1, 0.2, 0.3), far: 75.0, lights: [(kind: Spot, direction: (0, 0, -1))])";
    check::<LevelSettings>("settings.ron", text);
}
