//! Texture dictionaries that librw wrote.

use serde_json::Value;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, TextureImage};

use crate::oracle::{list, number, numbers, set, text};
use crate::sha256::assert_sha256;

#[test]
fn every_dictionary_decodes_to_the_expected_texels() {
    let Some(set) = set("every_dictionary_decodes_to_the_expected_texels", "txd") else {
        return;
    };
    for file in set.files() {
        let bytes = set.bytes(&file["file"]);
        let dictionary = TextureDictionary::read(&bytes).unwrap();
        assert_textures(&dictionary, list(&file["textures"]));
        if let Some(expected) = file.get("expected_rgba_file") {
            let mut all = Vec::new();
            for texture in &dictionary.textures {
                all.extend(texture.decode().unwrap().levels.concat());
            }
            assert!(all == set.bytes(expected), "{expected}");
            let sum = &file["expected_rgba_sha256"];
            assert_sha256(&all, sum, text(expected));
            assert_places(&dictionary, list(&file["textures"]), &all);
        }
    }
}

/// What these files break of the disc's rules is known: some palettes hold alphas above 128, some textures have masks or other axes.
#[test]
fn the_findings_of_every_dictionary_are_known() {
    let Some(set) = set("the_findings_of_every_dictionary_are_known", "txd") else {
        return;
    };
    let known = [
        "palette-alpha",
        "texture-mask-empty",
        "texture-addressing",
        "texture-filter",
    ];
    for file in set.files() {
        let dictionary = TextureDictionary::read(&set.bytes(&file["file"])).unwrap();
        let mut findings = Findings::new();
        dictionary.validate(&mut findings);
        for finding in findings.into_vec() {
            assert!(known.contains(&finding.rule), "{}: {finding}", file["file"]);
        }
    }
}

#[test]
fn every_dictionary_is_written_back_to_the_same_bytes() {
    let Some(set) = set("every_dictionary_is_written_back_to_the_same_bytes", "txd") else {
        return;
    };
    for file in set.files() {
        let bytes = set.bytes(&file["file"]);
        assert!(
            TextureDictionary::read(&bytes).unwrap().write() == bytes,
            "{}",
            file["file"]
        );
    }
}

#[test]
fn textures_encoded_again_decode_to_the_same_texels() {
    let Some(set) = set("textures_encoded_again_decode_to_the_same_texels", "txd") else {
        return;
    };
    let mut compared = 0;
    for file in set.files() {
        let dictionary = TextureDictionary::read(&set.bytes(&file["file"])).unwrap();
        for texture in &dictionary.textures {
            let image = texture.raster.decode_indices().unwrap();
            // Some palettes hold alphas above 128, which a reader keeps and no writer may make.
            if image.palette.iter().any(|colour| colour[3] > 128) {
                continue;
            }
            let again =
                NativeTexture::encode("again", &image, texture.sampling, texture.mip_word())
                    .unwrap();
            assert!(
                again.decode().unwrap() == texture.decode().unwrap(),
                "{}",
                texture.name
            );
            assert_eq!(
                again.raster.format, texture.raster.format,
                "{}",
                texture.name
            );
            assert_eq!(again.raster.tex0, texture.raster.tex0, "{}", texture.name);
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
        assert!(std::ptr::eq(
            dictionary.find(&name.to_ascii_uppercase()).unwrap(),
            texture
        ));
        assert_eq!(
            texture.sampling.0,
            number(&expected["filterAddressing"]),
            "{name}"
        );
        let bits = number(&expected["filterAddressing"]);
        assert_eq!(u32::from(texture.sampling.filter()), bits & 0xFF, "{name}");
        assert_eq!(
            texture.sampling.u() == Addressing::Clamp,
            bits >> 8 & 0xF == 3,
            "{name}"
        );
        for (found, field) in [
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
            assert_eq!(found, number(&expected[field]), "{name}: {field}");
        }
        let image = texture.decode().unwrap();
        let indices = raster.decode_indices().unwrap();
        assert_eq!(raster.palette_colours().as_ref(), Ok(&indices.palette));
        assert_sha256(
            &indices.palette.concat(),
            &expected["palette_ps2alpha_sha256"],
            name,
        );
        assert_levels(&image, &indices, list(&expected["level"]), name);
        for (colour, expected) in [indices.palette.first(), indices.palette.last()]
            .into_iter()
            .zip(list(&expected["palette_first_last"]))
        {
            assert_eq!(
                colour.unwrap().map(i64::from),
                numbers(expected),
                "{name}: palette"
            );
        }
    }
}

fn assert_levels(image: &TextureImage, indices: &IndexedImage, expected: &[Value], name: &str) {
    assert_eq!(image.levels.len(), expected.len(), "{name}");
    for ((i, level), expected) in image.levels.iter().enumerate().zip(expected) {
        let what = format!("{name}: level {i}");
        let width = number(&expected["w"]) as usize;
        assert_eq!(
            level.len(),
            4 * width * number(&expected["h"]) as usize,
            "{what}"
        );
        let index_crc = crc32fast::hash(&indices.levels[i]);
        assert_eq!(
            index_crc,
            number(&expected["indices_crc32"]),
            "{what}: indices"
        );
        assert_eq!(
            crc32fast::hash(level),
            number(&expected["rgba_ps2alpha_crc32"]),
            "{what}: colours"
        );
        assert_sha256(level, &expected["rgba_ps2alpha_sha256"], &what);
        let picture: Vec<u8> = level
            .chunks_exact(4)
            .flat_map(|texel| {
                [
                    texel[0],
                    texel[1],
                    texel[2],
                    wonderwheel_ps2::clut::picture_alpha(texel[3]),
                ]
            })
            .collect();
        assert_eq!(
            crc32fast::hash(&picture),
            number(&expected["rgba_255_crc32"]),
            "{what}: picture"
        );
        assert_sha256(&picture, &expected["rgba_255_sha256"], &what);
        for sample in list(&expected["samples_xy_index_rgba_ps2alpha"]) {
            let [x, y, index, r, g, b, a] = numbers(sample);
            let at = y as usize * width + x as usize;
            assert_eq!(
                i64::from(indices.levels[i][at]),
                index,
                "{what}: ({x}, {y})"
            );
            let colour: [u8; 4] = level[4 * at..4 * at + 4].try_into().unwrap();
            assert_eq!(colour.map(i64::from), [r, g, b, a], "{what}: ({x}, {y})");
        }
    }
}
