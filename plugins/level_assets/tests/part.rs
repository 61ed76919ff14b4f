//! Parts, whole and damaged.

use bevy::prelude::*;
use wonderwheel_game_files::MemoryFiles;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_renderware::texture::Sampling;
use wonderwheel_warriors::part::Part;

use crate::app::{app, asset, load, value};
use crate::fixture;

const NAME: &str = "demos_ms3.sec";

fn load_part(part: &Part) -> (App, PartAsset) {
    load_bytes(part.write())
}

fn load_bytes(bytes: Vec<u8>) -> (App, PartAsset) {
    let mut app = app(MemoryFiles::default().with(NAME, bytes));
    let part = value::<PartAsset>(&mut app, NAME);
    (app, part)
}

/// Places a call tag into a chain of an atomic, which no chain may have.
fn spoil(part: &mut Part, atomic: usize, chain: usize) {
    let geometry = part.atomics[atomic].atomic.geometry.as_mut().unwrap();
    fixture::spoil(geometry, chain);
}

/// Makes the size word of the first atomic's plugin 0x3F0 wrong.
fn spoil_plugin(bytes: &mut [u8]) {
    let at = fixture::find(bytes, &[0xF0, 0x03, 0, 0, 12, 0, 0, 0]);
    bytes[at + 4] = 8;
}

#[track_caller]
fn said(part: &PartAsset, fault: usize, start: &str) {
    let fault = part.faults[fault].to_string();
    assert!(fault.starts_with(start), "{fault}");
}

fn names(part: &PartAsset) -> Vec<&str> {
    part.textures
        .iter()
        .map(|texture| texture.name.as_str())
        .collect()
}

fn indices(part: &PartAsset) -> Vec<u32> {
    part.sectors.iter().map(|sector| sector.index).collect()
}

fn broken(part: &PartAsset) -> Vec<u32> {
    let broken = part.broken_sectors.iter();
    broken.map(|sector| sector.index).collect()
}

#[test]
fn a_part_brings_its_meshes_and_textures_under_their_labels() {
    let bytes = fixture::part(NAME).write();
    let size = bytes.len() as u64;
    let (mut app, part) = load_bytes(bytes);
    assert_eq!(names(&part), ["brick", "stain"]);
    assert_eq!(indices(&part), [4, 7]);
    assert_eq!(part.byte_size, size);
    assert_eq!(part.faults, []);
    assert_eq!(part.sectors[1].triangles, 3);
    assert_eq!(asset(&app, &part.sectors[0].mesh).vertices.len(), 4);
    assert_eq!(asset(&app, &part.textures[0].texture).width, 16);
    let server = app.world().resource::<AssetServer>().clone();
    let labelled = server.load::<SceneryMesh>(format!("game://{NAME}#sector/7"));
    assert_eq!(labelled, part.sectors[1].mesh);
    let labelled = server.load::<GsTexture>(format!("game://{NAME}#texture/stain"));
    assert_eq!(labelled, part.textures[1].texture);
    app.update();
}

#[test]
fn a_chain_that_does_not_decode_costs_only_its_atomic() {
    let mut part = fixture::part(NAME);
    spoil(&mut part, 0, 0);
    let (_, loaded) = load_part(&part);
    assert_eq!(indices(&loaded), [7]);
    assert_eq!(broken(&loaded), [4]);
    assert_eq!(loaded.faults.len(), 1);
    said(
        &loaded,
        0,
        "demos_ms3.sec/part/atomic[0] of sector 4/geometry/mesh[0]/chain at 0x",
    );
}

#[test]
fn a_malformed_section_costs_only_its_atomic() {
    let part = fixture::part(NAME);
    let mut bytes = part.write();
    spoil_plugin(&mut bytes);
    assert!(Part::read(&bytes).is_err());
    let (_, loaded) = load_bytes(bytes);
    assert_eq!(indices(&loaded), [7]);
    assert_eq!(names(&loaded), ["brick", "stain"]);
    assert_eq!(broken(&loaded), [4]);
    said(&loaded, 0, "demos_ms3.sec/part/atomic[0] of sector 4/");
    let fault = loaded.faults[0].to_string();
    assert!(fault.contains(" at 0x"), "{fault}");
}

#[test]
fn atomics_keep_the_numbers_of_the_file_when_one_before_them_is_dropped() {
    let mut part = fixture::part(NAME);
    spoil(&mut part, 1, 1);
    let mut bytes = part.write();
    spoil_plugin(&mut bytes);
    let (_, loaded) = load_bytes(bytes);
    assert_eq!(broken(&loaded), [4, 7]);
    said(
        &loaded,
        1,
        "demos_ms3.sec/part/atomic[1] of sector 7/geometry/mesh[1]/",
    );
}

/// The quad's first material names a texture with another K and L than the dictionary's.
fn contradicting(name: &str, mip_word: u32) -> PartAsset {
    let mut quad = fixture::quad();
    let geometry = quad.geometry.as_mut().unwrap();
    geometry.materials[0].texture.as_mut().unwrap().name = name.into();
    geometry.materials[0].texture.as_mut().unwrap().mip_plugin = Some(mip_word);
    let (app, part) = load_part(&fixture::part_of(NAME, vec![(4, quad)]));
    let mesh = asset(&app, &part.sectors[0].mesh);
    let left = mesh.materials[0].texture.as_ref().unwrap().mip_word;
    let of_texture = asset(&app, &part.textures[0].texture).mip_word;
    // The part's own texture takes the word from the reference; another file's texture gets it where it is found.
    let expected = match name {
        "BRICK" => (None, mip_word),
        _ => (Some(mip_word), fixture::MIP_WORD),
    };
    assert_eq!((left, of_texture), expected);
    part
}

#[test]
fn the_last_reference_decides_k_and_l_of_the_parts_own_texture_and_the_difference_is_told() {
    // K = -2, L = 0.
    let part = contradicting("BRICK", 0x0FE0);
    assert_eq!(part.faults.len(), 1);
    said(&part, 0, "demos_ms3.sec: texture Brick has K -4, L 0, and ");
    assert_eq!(contradicting("elsewhere", 0x0FE0).faults, []);
}

#[test]
fn addressing_that_the_ps2_cannot_draw_is_told() {
    let mut part = fixture::part(NAME);
    // Across: mirror (2) instead of wrap (1).
    let sampling = &mut part.dictionary.textures[0].sampling;
    *sampling = Sampling(sampling.0 & !0xF00 | 0x200);
    let (_, loaded) = load_part(&part);
    assert_eq!(names(&loaded), ["brick", "stain"]);
    said(&loaded, 0, "demos_ms3.sec: texture Brick asks for mirror");
}

#[test]
fn a_malformed_texture_costs_only_itself() {
    let mut bytes = fixture::part(NAME).write();
    // The platform word of the first texture.
    let at = fixture::find(&bytes, b"PS2\0");
    bytes[at] = b'X';
    let (_, loaded) = load_bytes(bytes);
    assert_eq!(indices(&loaded), [4, 7]);
    assert_eq!(names(&loaded), ["stain"]);
    said(&loaded, 0, "demos_ms3.sec/part/dictionary/texture[0]/");
}

#[test]
fn a_sector_that_comes_twice_is_taken_once() {
    let atomics = vec![(4, fixture::quad()), (4, fixture::two_meshes())];
    let (app, loaded) = load_part(&fixture::part_of(NAME, atomics));
    assert_eq!(indices(&loaded), [4]);
    assert_eq!(
        asset(&app, &loaded.sectors[0].mesh).triangle_count,
        2,
        "the first one"
    );
    let fault = loaded.faults[0].to_string();
    assert!(fault.contains("atomic[1] at 0x"), "{fault}");
    assert!(!fault.contains(" at 0x0:"), "{fault}");
}

#[test]
fn a_renamed_part_loads_and_says_so() {
    let (_, loaded) = load_part(&fixture::part("demos_ms4.sec"));
    assert_eq!(indices(&loaded), [4, 7]);
    assert!(
        loaded.faults[0]
            .to_string()
            .contains("the hash of demos_ms3.sec"),
        "{}",
        loaded.faults[0]
    );
}

#[test]
fn a_part_may_be_larger_than_the_games_read_buffer() {
    let mut part = fixture::part(NAME);
    // Source: spec/archives.md 6.2; such a file costs two transfers.
    part.trailing_zeros = Part::MAX_FILE_BYTES + 1 - part.write().len() as u32;
    let (_, loaded) = load_part(&part);
    assert_eq!((loaded.byte_size, loaded.faults.len()), (393_217, 0));
}

#[test]
fn a_part_whose_framing_is_broken_is_refused_with_file_path_and_offset() {
    let mut bytes = fixture::part(NAME).write();
    bytes[16 + 4] ^= 0x40; // The dictionary's size.
    let mut app = app(MemoryFiles::default().with(NAME, bytes));
    let error = load::<PartAsset>(&mut app, NAME).unwrap_err();
    assert!(error.contains("demos_ms3.sec/part/"), "{error}");
    assert!(error.contains(" at 0x"), "{error}");
}
