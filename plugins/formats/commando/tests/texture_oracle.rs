//! Textures that another program stored.

use serde_json::Value;
use wonderwheel_commando::core::TextureEntry;
use wonderwheel_commando::texture::{Texture, TextureSource, TextureStore};

use crate::oracle::{Set, list, number, set};

/// The set's textures, and what the manifest says of each.
fn textures(set: &Set) -> Vec<(Texture, Value)> {
    let mut all = Vec::new();
    for entry in set.files() {
        let files = list(&entry["files"]);
        let [pixels, gs_ram] = [&files[0], &files[1]].map(|file| set.bytes(file));
        let described = list(&entry["textures"]);
        let field = |texture: &Value, name: &str| texture["entry"][name].as_i64().unwrap();
        let entries: Vec<TextureEntry> = described
            .iter()
            .map(|texture| TextureEntry {
                data_offset: field(texture, "dataOffset") as i32,
                width: field(texture, "width") as i16,
                height: field(texture, "height") as i16,
                level_count: field(texture, "type") as i16,
                palette: field(texture, "palette") as i16,
                level_2: field(texture, "mipmap") as i16,
                level_3: field(texture, "pad") as i16,
            })
            .collect();
        let source = TextureSource::of(&entries, &pixels, &gs_ram);
        for (entry, described) in entries.iter().zip(described) {
            all.push((source.texture(entry).unwrap(), described.clone()));
        }
    }
    assert!(!all.is_empty());
    all
}

#[test]
fn every_mip_level_has_the_pixels_of_the_program_that_stored_it() {
    let Some(set) = set(
        "every_mip_level_has_the_pixels_of_the_program_that_stored_it",
        "leveltex",
    ) else {
        return;
    };
    for (texture, described) in textures(&set) {
        let levels = list(&described["levels"]);
        assert_eq!(texture.level_count(), levels.len());
        for (i, level) in levels.iter().enumerate() {
            let (width, height) = texture.size(i);
            assert_eq!(
                (width as u32, height as u32),
                (number(&level["w"]), number(&level["h"]))
            );
            let rgba = texture.to_rgba(i).unwrap();
            assert_eq!(
                crc32fast::hash(&rgba),
                number(&level["rgba_alpha255_crc32"]),
                "level {i} of {width}"
            );
        }
    }
}

#[test]
fn they_come_back_from_a_store_of_our_own() {
    let Some(set) = set("they_come_back_from_a_store_of_our_own", "leveltex") else {
        return;
    };
    let textures: Vec<Texture> = textures(&set)
        .into_iter()
        .map(|(texture, _)| texture)
        .collect();
    let mut store = TextureStore::new();
    let entries: Vec<_> = textures
        .iter()
        .map(|texture| store.add(texture).unwrap())
        .collect();
    let source = TextureSource::of(&entries, &store.pixels, &store.gs_ram);
    for (entry, texture) in entries.iter().zip(&textures) {
        assert_eq!(&source.texture(entry).unwrap(), texture);
        // Exact colours: a picture of them has the same texels again.
        let rgba = texture.to_rgba(0).unwrap();
        let again = Texture::from_rgba(texture.width, texture.height, &rgba).unwrap();
        assert_eq!(again.to_rgba(0).unwrap(), rgba);
    }
}
