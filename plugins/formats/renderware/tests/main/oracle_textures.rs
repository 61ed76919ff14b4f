//! Texture dictionaries that librw wrote.

use serde_json::Value;
use wonderwheel_ps2::clut::picture_alpha;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, TextureImage};

use crate::oracle::{Entry, assert_known, list, number, numbers, open_set, text};
use crate::sha256::assert_sha256;

#[test]
fn every_dictionary_decodes_to_the_expected_texels() {
    let Some(set) = open_set!("txd") else { return };
    for (_, bytes, entry) in set.each() {
        let dictionary = TextureDictionary::read(&bytes).unwrap();
        assert_textures(&dictionary, list(&entry["textures"]));
        if let Some(expected) = entry.get("expected_rgba_file") {
            let mut all = Vec::new();
            for texture in &dictionary.textures {
                all.extend(texture.decode().unwrap().levels.concat());
            }
            assert!(all == set.bytes(expected), "{expected}");
            assert_sha256(&all, &entry["expected_rgba_sha256"], text(expected));
            assert_places(&dictionary, list(&entry["textures"]), &all);
        }
    }
}

/// Some palettes hold alphas above 128, some textures have masks or other axes.
#[test]
fn the_findings_of_every_dictionary_are_known() {
    let Some(set) = open_set!("txd") else { return };
    let known = [
        "palette-alpha",
        "texture-mask-empty",
        "texture-addressing",
        "texture-filter",
    ];
    for (name, bytes, _) in set.each() {
        let dictionary = TextureDictionary::read(&bytes).unwrap();
        assert_known(name, &known, &Findings::of(|f| dictionary.validate(f)));
    }
}

#[test]
fn every_dictionary_is_written_back_to_the_same_bytes() {
    let Some(set) = open_set!("txd") else { return };
    for (name, bytes, _) in set.each() {
        let written = TextureDictionary::read(&bytes).unwrap().write();
        assert!(written == bytes, "{name}");
    }
}

#[test]
fn textures_encoded_again_decode_to_the_same_texels() {
    let Some(set) = open_set!("txd") else { return };
    let mut compared = 0;
    for (_, bytes, _) in set.each() {
        for texture in TextureDictionary::read(&bytes).unwrap().textures {
            let image = texture.raster.decode_indices().unwrap();
            // Some palettes hold alphas above 128, which a reader keeps and no writer may make.
            if image.palette.iter().any(|colour| colour[3] > 128) {
                continue;
            }
            let (sampling, word, name) = (texture.sampling, texture.mip_word(), &texture.name);
            let again = NativeTexture::encode("again", &image, sampling, word).unwrap();
            assert!(again.decode() == texture.decode(), "{name}");
            let (again, raster) = (again.raster, &texture.raster);
            assert_eq!(again.format, raster.format, "{name}");
            assert_eq!(again.tex0, raster.tex0, "{name}");
            compared += 1;
        }
    }
    assert!(compared >= 30, "{compared}");
}

/// The levels stand in the expected file where the manifest says.
fn assert_places(dictionary: &TextureDictionary, expected: &[Value], all: &[u8]) {
    for (texture, expected) in dictionary.textures.iter().zip(expected) {
        let image = texture.decode().unwrap();
        for (level, expected) in image.levels.iter().zip(list(&expected["level"])) {
            let from = number(&expected["expected_offset"]) as usize;
            let bytes = number(&expected["expected_bytes"]) as usize;
            assert!(all[from..from + bytes] == **level, "{}", texture.name);
        }
    }
}

/// Compares a dictionary with its manifest entries.
pub fn assert_textures(dictionary: &TextureDictionary, expected: &[Value]) {
    assert_eq!(dictionary.textures.len(), expected.len());
    for (texture, expected) in dictionary.textures.iter().zip(expected) {
        let name = text(&expected["name"]);
        let raster = &texture.raster;
        assert_eq!(texture.name, name);
        assert_eq!(texture.mask, text(&expected["mask"]), "{name}");
        let found = dictionary.find(&name.to_ascii_uppercase());
        assert!(std::ptr::eq(found.unwrap(), texture));
        let bits = texture.sampling.0;
        assert_eq!(u32::from(texture.sampling.filter()), bits & 0xFF, "{name}");
        let is_clamped = texture.sampling.u() == Addressing::Clamp;
        assert_eq!(is_clamped, bits >> 8 & 0xF == 3, "{name}");
        for (found, field) in [
            (bits, "filterAddressing"),
            (raster.width, "width"),
            (raster.height, "height"),
            (raster.depth, "depth"),
            (raster.level_count(), "levels"),
            (u32::from(raster.format), "rasterFormat"),
            (raster.mip_word, "mipmapK"),
            (raster.pixels.len() as u32, "pixelSize"),
            (raster.palette.len() as u32, "paletteSize"),
            ((raster.tex0 >> 20 & 0x3F) as u32, "psm"),
        ] {
            Entry(expected, name).is(field, found);
        }
        let image = texture.decode().unwrap();
        let indices = raster.decode_indices().unwrap();
        assert_eq!(raster.palette_colours().as_ref(), Ok(&indices.palette));
        let palette = indices.palette.concat();
        assert_sha256(&palette, &expected["palette_ps2alpha_sha256"], name);
        assert_levels(&image, &indices, list(&expected["level"]), name);
        let [first, last] = [indices.palette.first(), indices.palette.last()].map(Option::unwrap);
        Entry(expected, name).is("palette_first_last", [*first, *last]);
    }
}

fn assert_levels(image: &TextureImage, indices: &IndexedImage, expected: &[Value], name: &str) {
    assert_eq!(image.levels.len(), expected.len(), "{name}");
    for ((i, level), expected) in image.levels.iter().enumerate().zip(expected) {
        let what = format!("{name}: level {i}");
        let width = number(&expected["w"]) as usize;
        let texels = width * number(&expected["h"]) as usize;
        assert_eq!(level.len(), 4 * texels, "{what}");
        let picture = level.as_chunks::<4>().0.iter();
        let picture = picture.flat_map(|&[r, g, b, a]| [r, g, b, picture_alpha(a)]);
        let picture: Vec<u8> = picture.collect();
        for (bytes, field) in [
            (&indices.levels[i], "indices_crc32"),
            (level, "rgba_ps2alpha_crc32"),
            (&picture, "rgba_255_crc32"),
        ] {
            Entry(expected, &what).is(field, crc32fast::hash(bytes));
        }
        assert_sha256(level, &expected["rgba_ps2alpha_sha256"], &what);
        assert_sha256(&picture, &expected["rgba_255_sha256"], &what);
        for sample in list(&expected["samples_xy_index_rgba_ps2alpha"]) {
            let [x, y, index, r, g, b, a] = numbers(sample);
            let at = y as usize * width + x as usize;
            let found = i64::from(indices.levels[i][at]);
            assert_eq!(found, index, "{what}: ({x}, {y})");
            let colour: [u8; 4] = level[4 * at..4 * at + 4].try_into().unwrap();
            assert_eq!(colour.map(i64::from), [r, g, b, a], "{what}: ({x}, {y})");
        }
    }
}
