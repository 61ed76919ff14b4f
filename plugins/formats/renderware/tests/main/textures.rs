//! Textures and dictionaries by values worked out on paper.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::swizzle::source_index;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::raster::Raster;
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};

use crate::samples::{dictionary, picture};

fn wrap() -> Sampling {
    Sampling::new(Sampling::LINEAR, Addressing::Wrap, Addressing::Wrap)
}

fn encode(image: &IndexedImage) -> NativeTexture {
    NativeTexture::encode("paper", image, wrap(), 0x0FC0).unwrap()
}

#[test]
fn an_eight_bit_level_is_stored_in_the_swizzled_order() {
    let texture = encode(&picture(16, 8, 256, 1));
    let image = &texture.raster.pixels[0x50..];
    // The permutation's own tests hold it against the table of spec/renderware.md 4.4.
    for (x, y) in (0..16).flat_map(|x| (0..8).map(move |y| (x, y))) {
        let stored = image[source_index(x, y, 16)];
        assert_eq!(usize::from(stored), y * 16 + x);
    }
}

#[test]
fn the_raster_header_holds_what_the_specification_says() {
    let raster = encode(&picture(16, 8, 256, 2)).raster;
    assert_eq!(raster.format, 0xA504);
    assert_eq!(raster.tex1_low, 1 << 2);
    // TBW 2 (a page of 128), PSMT8, log2 4 and 3, TCC, CLD.
    assert_eq!(
        raster.tex0,
        2 << 14 | 0x13 << 20 | 4 << 26 | 3 << 30 | 1 << 34 | 1 << 61
    );
    // One page of 2,048 words, the palette 256 words before its end.
    assert_eq!(
        (raster.total_gs_words, raster.palette_block_offset),
        (2048, 28)
    );
    // 16x8 and 16x4 (8x4 stored at least 16 wide), a header of 0x50 each.
    assert_eq!(raster.pixels.len(), 0x50 + 128 + 0x50 + 64);
    assert_eq!(raster.palette.len(), 1104);

    let raster = encode(&picture(128, 128, 256, 1)).raster;
    // Two whole pages: the palette gets a page of its own.
    assert_eq!(
        (raster.total_gs_words, raster.palette_block_offset),
        (6144, 64)
    );
    assert_eq!(raster.format, 0x2504);
}

#[test]
fn a_tiny_four_bit_texture_is_stored_at_the_least_size() {
    let texture = encode(&picture(2, 2, 16, 1));
    let raster = &texture.raster;
    assert_eq!(raster.format, 0x4504);
    // 32 x 4 nibbles.
    assert_eq!(raster.pixels.len(), 0x50 + 64);
    assert_eq!(raster.palette.len(), 176);
    // TRXREG: half of 32 x 4.
    assert_eq!(raster.pixels[0x20..0x28], [16, 0, 0, 0, 2, 0, 0, 0]);
    assert_eq!(raster.pixels[0x40], 4, "NLOOP");
    let decoded = texture.decode().unwrap();
    let colour = |i: usize| [i as u8, 255 - i as u8, (i * 3) as u8, (i * 128 / 15) as u8];
    assert_eq!(
        decoded.levels,
        [[colour(0), colour(1), colour(2), colour(3)].concat()]
    );
}

#[test]
fn padding_around_a_small_level_is_never_shown() {
    let mut texture = encode(&picture(4, 4, 256, 1));
    let shown: Vec<usize> = (0..4)
        .flat_map(|y| (0..4).map(move |x| 0x50 + source_index(x, y, 16)))
        .collect();
    let before = texture.decode().unwrap();
    for (at, byte) in texture.raster.pixels.iter_mut().enumerate().skip(0x50) {
        if !shown.contains(&at) {
            *byte = 0xA5;
        }
    }
    assert_eq!(texture.decode().unwrap(), before);
}

#[test]
fn colours_8_and_16_of_a_palette_change_places() {
    let raster = encode(&picture(16, 8, 256, 1)).raster;
    let stored = |place: usize| raster.palette[0x50 + 4 * place];
    assert_eq!(
        [stored(7), stored(8), stored(16), stored(23), stored(24)],
        [7, 16, 8, 15, 24]
    );
    let raster = encode(&picture(32, 4, 16, 1)).raster;
    assert_eq!(raster.palette[0x50 + 4 * 8], 8, "16 colours are in order");
    assert!(
        raster.palette[0x50 + 64..].iter().all(|&byte| byte == 0),
        "the third row is empty"
    );
}

fn assert_plain(texture: &NativeTexture, image: &IndexedImage) {
    assert_eq!(
        texture.raster.decode_indices().unwrap().levels,
        image.levels
    );
    let colour = |&index: &u8| image.palette[usize::from(index)];
    let colours: Vec<_> = image.levels[0].iter().map(colour).collect();
    assert_eq!(texture.decode().unwrap().levels, [colours.concat()]);
}

#[test]
fn a_plain_transfer_decodes_without_swizzling() {
    let image = picture(16, 4, 256, 1);
    let mut texture = encode(&image);
    let header = &mut texture.raster.pixels;
    header[0x20..0x28].copy_from_slice(&[16, 0, 0, 0, 4, 0, 0, 0]);
    header[0x50..].copy_from_slice(&image.levels[0]);
    assert_plain(&texture, &image);

    let image = picture(32, 4, 16, 1);
    let mut texture = encode(&image);
    let header = &mut texture.raster.pixels;
    header[0x20..0x28].copy_from_slice(&[32, 0, 0, 0, 4, 0, 0, 0]);
    for (byte, pair) in header[0x50..].iter_mut().zip(image.levels[0].chunks(2)) {
        *byte = pair[0] | pair[1] << 4;
    }
    assert_plain(&texture, &image);
}

#[test]
fn the_colours_of_every_level_are_its_indices_looked_up() {
    for colours in [16, 256] {
        for (width, height) in [(1, 1), (2, 64), (8, 2), (16, 4), (64, 2), (128, 32)] {
            let image = picture(width, height, colours, 3);
            let texture = encode(&image);
            assert_eq!(texture.raster.decode_indices().unwrap(), image);
            let looked_up = image.levels.iter().map(|level| -> Vec<u8> {
                let colours = level.iter().map(|&index| image.palette[usize::from(index)]);
                colours.flatten().collect()
            });
            let shown = texture.decode().unwrap();
            assert!(
                shown.levels.iter().cloned().eq(looked_up),
                "{width} x {height}"
            );
        }
    }
}

#[test]
fn levels_halve_and_never_vanish() {
    let decoded = encode(&picture(32, 4, 16, 5)).decode().unwrap();
    let texels: Vec<usize> = decoded.levels.iter().map(|level| level.len() / 4).collect();
    assert_eq!(texels, [32 * 4, 16 * 2, 8, 4, 2]);
}

#[test]
fn the_plugins_mip_word_wins_over_the_rasters() {
    let mut texture = encode(&picture(16, 4, 256, 1));
    texture.raster.mip_word = 0x0FA0;
    assert_eq!(texture.mip_word(), 0x0FC0);
    assert_eq!(texture.mip().k(), -4.0);
    texture.mip_plugin = None;
    assert_eq!(texture.mip_word(), 0x0FA0);
    let again =
        TextureDictionary::read(&TextureDictionary::new(vec![texture.clone()]).write()).unwrap();
    assert_eq!(again.textures, [texture]);
}

#[test]
fn addressing_down_is_as_across_when_it_is_zero() {
    assert_eq!(Sampling(0x0306).v(), Addressing::Clamp);
    assert_eq!(Sampling(0x1306).v(), Addressing::Wrap);
    assert_eq!(Sampling(0x1306).u(), Addressing::Clamp);
    assert_eq!(
        Sampling::new(6, Addressing::Wrap, Addressing::Clamp).0,
        0x3106
    );
    assert_eq!(Sampling(0x2206).u(), Addressing::Wrap);
    assert!(Sampling(0x1206).asks_for_undrawable_addressing());
    let mut texture = encode(&picture(16, 4, 16, 1));
    assert_eq!(texture.undrawable_addressing(), None);
    texture.sampling = Sampling(0x1206);
    let undrawable = texture.undrawable_addressing().unwrap();
    assert_eq!(undrawable.sampling, texture.sampling);
    let words = undrawable.to_string();
    assert!(
        words.contains("texture paper") && words.contains("0x1206"),
        "{words}"
    );
    assert!(!Sampling(0x3106).asks_for_undrawable_addressing());
}

#[test]
fn pictures_that_no_raster_can_hold_are_refused() {
    let bad = |change: &dyn Fn(&mut IndexedImage)| {
        let mut image = picture(16, 8, 16, 2);
        change(&mut image);
        Raster::encode(&image, 0)
    };
    assert!(bad(&|_| {}).is_ok());
    assert!(bad(&|image| image.width = 24).is_err());
    assert!(bad(&|image| image.width = 0).is_err());
    assert!(bad(&|image| image.palette.truncate(15)).is_err());
    assert!(bad(&|image| image.palette[3][3] = 129).is_err());
    assert!(bad(&|image| image.levels[0][5] = 16).is_err());
    assert!(bad(&|image| image.levels[1].truncate(3)).is_err());
    assert!(bad(&|image| image.levels.clear()).is_err());
    for name in ["", "a name of thirty-two characters..", "caf\u{e9}"] {
        assert!(
            NativeTexture::encode(name, &picture(16, 8, 16, 1), wrap(), 0).is_err(),
            "{name}"
        );
    }
    // NLOOP has 15 bits: 1,024 x 512 bytes are one quadword too many.
    assert!(Raster::encode(&picture(1024, 512, 256, 1), 0).is_err());
    assert!(Raster::encode(&picture(512, 512, 256, 1), 0).is_ok());
}

#[test]
fn names_are_found_without_regard_to_case_and_the_first_wins() {
    let mut dictionary = dictionary();
    let mut second = dictionary.textures[1].clone();
    second.name = "ROAD".into();
    dictionary.textures.push(second);
    assert_eq!(dictionary.find("Road").unwrap().name, "road");
    assert!(dictionary.find("sky").is_none());
    assert_eq!(
        TextureDictionary::read(&dictionary.write()).unwrap(),
        dictionary
    );
}

#[test]
fn an_empty_dictionary_takes_forty_bytes() {
    let bytes = TextureDictionary::default().write();
    // Three headers and a struct of four bytes: no textures, device 6.
    assert_eq!(bytes.len(), 40);
    assert_eq!(bytes[24..28], [0, 0, 6, 0]);
}

/// A dictionary of one 16x8 texture with a field of its raster header changed.
fn patched(offset: usize, value: u32) -> Vec<u8> {
    let mut bytes = TextureDictionary::new(vec![encode(&picture(16, 8, 256, 1))]).write();
    let width = [16u32, 8, 8].map(u32::to_le_bytes).concat();
    let header = bytes
        .windows(12)
        .position(|window| window == width)
        .unwrap();
    bytes[header + offset..][..4].copy_from_slice(&value.to_le_bytes());
    bytes
}

#[test]
fn headers_that_contradict_themselves_are_errors() {
    assert!(TextureDictionary::read(&patched(0, 16)).is_ok());
    for (offset, value, what) in [
        (0x00, 0, "no width"),
        (0x00, 0x4000_0000, "a huge width"),
        (0x00, 32, "a width that the transfer does not have"),
        (0x04, 0, "no height"),
        (0x08, 4, "a depth against the format"),
        (0x08, 5, "a depth of 5"),
        (0x0C, 0x0003_2504, "layout 3"),
        (0x0C, 0x0002_6504, "two palettes"),
        (0x0C, 0x0002_0504, "no palette"),
        (0x0C, 0x0002_2104, "a palette of 16 bits"),
        (
            0x0C,
            0x0002_A504,
            "levels, yet one packet: MXL 0 is fine, see below",
        ),
        (0x30, 0x50, "a pixel size without texels"),
        (0x34, 0x50, "a palette size without colours"),
        (0x30, u32::MAX, "a huge pixel size"),
    ] {
        let result = TextureDictionary::read(&patched(offset, value));
        assert_eq!(result.is_ok(), value == 0x0002_A504, "{what}");
    }
}

#[test]
fn errors_name_the_texture_and_the_field() {
    let error = TextureDictionary::read(&patched(0x08, 5)).unwrap_err();
    assert!(
        error
            .path()
            .to_string()
            .contains("texture dictionary/texture[0]/"),
        "{error}"
    );
    assert!(error.to_string().contains("paper"), "{error}");
    assert!(error.to_string().contains("depth 5"), "{error}");
}

#[test]
fn an_error_in_texels_that_are_decoded_later_names_its_place_in_the_file() {
    let bytes = TextureDictionary::new(vec![encode(&picture(16, 8, 256, 1))]).write();
    let mut dictionary =
        TextureDictionary::read_from(&mut Cursor::at_base(&bytes, 0x1000)).unwrap();
    let raster = &mut dictionary.textures[0].raster;
    let texels = raster.pixels.as_slice();
    let at = bytes
        .windows(texels.len())
        .position(|w| w == texels)
        .unwrap() as u64;
    assert_eq!(raster.pixels.offset(), 0x1000 + at);
    assert_eq!(
        raster.palette.offset(),
        0x1000 + at + raster.pixels.len() as u64
    );
    // The number of the second register, TRXREG.
    raster.pixels[0x28] = 0;
    let error = dictionary.textures[0].decode().unwrap_err();
    assert_eq!(error.offset(), 0x1000 + at + 0x28, "{error}");
    // A palette packet without its last colours.
    let raster = &mut dictionary.textures[0].raster;
    raster.pixels[0x28] = 0x52;
    let palette_at = raster.palette.offset();
    raster.palette[0x40] = 63;
    let error = dictionary.textures[0].decode().unwrap_err();
    assert_eq!(error.offset(), palette_at + 0x50, "{error}");
}

#[test]
fn a_level_may_not_run_into_the_palette() {
    let mut texture = encode(&picture(16, 8, 256, 1));
    texture.raster.format |= 0x8000;
    texture.raster.tex1_low = 1 << 2;
    let bytes = TextureDictionary::new(vec![texture]).write();
    let error = TextureDictionary::read(&bytes).unwrap_err();
    assert!(error.to_string().contains("level[1]"), "{error}");
}

#[test]
fn the_count_must_agree_with_the_textures() {
    let bytes = dictionary().write();
    for count in [0u8, 2, 4, 255] {
        let mut patched = bytes.clone();
        patched[24] = count;
        assert!(TextureDictionary::read(&patched).is_err(), "{count}");
    }
}
