//! Textures as PNG.

use std::collections::BTreeSet;

use wonderwheel_export::colour::Alpha;
use wonderwheel_export::textures::{of_file, png};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};
use wonderwheel_warriors::world_stream::WorldStream;

use super::support::{decode_png, demo, game};

/// 32 x 16 texels of 256 colours and their half; colour i is (i, 255 - i, 7, i / 2).
fn texture(name: &str) -> NativeTexture {
    let level = |width: u32, height: u32| (0..width * height).map(|i| (i % 256) as u8).collect();
    let image = IndexedImage {
        width: 32,
        height: 16,
        palette: (0..=255).map(|i| [i, 255 - i, 7, i / 2]).collect(),
        levels: vec![level(32, 16), level(16, 8)],
    };
    let sampling = Sampling::new(Sampling::LINEAR, Addressing::Wrap, Addressing::Wrap);
    NativeTexture::encode(name, &image, sampling, 0x0FC0).unwrap()
}

#[test]
fn texels_come_out_in_their_palettes_order_with_alpha_in_either_measure() {
    let native = texture("t");
    let (size, scaled) = decode_png(&png(&native, 0, Alpha::Scaled).unwrap());
    let (_, raw) = decode_png(&png(&native, 0, Alpha::Raw).unwrap());
    assert_eq!(size, [32, 16]);
    for i in 0..512_usize {
        let index = (i % 256) as u8;
        let gs = index / 2;
        assert_eq!(raw[i * 4..][..4], [index, 255 - index, 7, gs]);
        let expected = (u32::from(gs) * 255 / 128) as u8;
        assert_eq!(scaled[i * 4 + 3], expected);
    }
}

#[test]
fn each_level_has_its_size_and_the_last_stands_for_the_rest() {
    let native = texture("t");
    let half = png(&native, 1, Alpha::Scaled).unwrap();
    assert_eq!(decode_png(&half).0, [16, 8]);
    assert_eq!(png(&native, 9, Alpha::Scaled).unwrap(), half);
}

#[test]
fn every_kind_of_file_gives_its_textures() {
    let files = demo();
    let stream = WorldStream::read(&files["demos_sec.wld"]).unwrap();
    let found = of_file("demos_sec.wld", &files["demos_sec.wld"]).unwrap();
    assert_eq!(found.textures.len(), stream.dictionary.textures.len());
    assert!(found.faults.is_empty());
    let level = of_file("demo.lev", &files["demo.lev"]).unwrap();
    let dictionaries = level.textures.iter().map(|found| found.dictionary.as_str());
    let dictionaries: BTreeSet<_> = dictionaries.collect();
    assert_eq!(
        dictionaries,
        BTreeSet::from(["clouds", "glow", "sky", "skyline"])
    );
    let pack = of_file("level99_1.pak", &game()["level99_1.pak"]).unwrap();
    assert!(pack.textures.len() > 2 && pack.textures[0].dictionary.len() == 8);
    let has_any = |name: &str, bytes: &[u8]| !of_file(name, bytes).unwrap().textures.is_empty();
    let mut parts = files.iter().filter(|(name, _)| name.ends_with(".sec"));
    assert!(parts.any(|(name, bytes)| has_any(name, bytes)));
    assert!(!has_any("demo.settings.ron", b"()"));
    for found in level.textures.iter().chain(&pack.textures) {
        decode_png(&png(&found.texture, 0, Alpha::Scaled).unwrap());
    }
}

#[test]
fn a_dictionary_alone_repeated_names_and_odd_ones() {
    let dictionary =
        TextureDictionary::new(vec![texture("a b/c"), texture("A B/C"), texture("..d")]);
    let found = of_file("some.txd", &dictionary.write()).unwrap();
    let names = found.textures.iter().map(|found| found.file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["a_b_c.png", "d.png"]);
}

#[test]
fn a_broken_texture_costs_only_itself() {
    let mut broken = texture("broken");
    broken.raster.pixels[0x20] = 3;
    let dictionary = TextureDictionary::new(vec![texture("one"), broken, texture("two")]);
    let found = of_file("some.txd", &dictionary.write()).unwrap();
    let names = found
        .textures
        .iter()
        .map(|found| found.texture.name.as_str());
    assert_eq!(names.collect::<Vec<_>>(), ["one", "two"]);
    assert_eq!(found.faults.len(), 1);
    let fault = found.faults[0].to_string();
    assert!(fault.contains("texture[1]"), "{fault}");
    assert!(of_file("some.txd", b"no dictionary").is_err());
}
