//! Picture resources.

use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::names::crc32;
use wonderwheel_warriors::picture;
use wonderwheel_warriors::sprite_sheet::SpriteSheet;

use crate::samples;

#[test]
fn a_picture_reads_back() {
    let dictionary = samples::dictionary(&["page"]);
    let sheet = SpriteSheet::loading_picture();
    let bytes = picture::write("level900_ls_0", &dictionary, &sheet);
    assert_eq!(
        Resource::read(&bytes).unwrap().name_hash,
        crc32("level900_ls_0")
    );
    let (read_dictionary, read_sheet) = picture::read(&bytes).unwrap();
    assert!(read_dictionary == dictionary);
    assert_eq!(read_sheet, sheet);
    assert!(picture::write("level900_ls_0", &read_dictionary, &read_sheet) == bytes);
}

#[test]
fn a_loading_picture_has_the_discs_size() {
    // Source: spec/chunks.md 5.8: 16 + (16 + 263,584) + (16 + 48), or one row of 16 less.
    let dictionary = TextureDictionary::new(vec![samples::texture("level900_ls_0", 512, 512)]);
    let bytes = picture::write(
        "level900_ls_0",
        &dictionary,
        &SpriteSheet::loading_picture(),
    );
    assert!([263_664, 263_680].contains(&bytes.len()), "{}", bytes.len());
}

#[test]
fn a_sheet_needs_exactly_one_texture_before_it() {
    for names in [&[][..], &["a", "b"]] {
        let bytes = picture::write(
            "p",
            &samples::dictionary(names),
            &SpriteSheet::loading_picture(),
        );
        let error = picture::read(&bytes).unwrap_err();
        assert_eq!(error.path(), "picture/chunk[1] 0x4C Particle Page");
    }
}

#[test]
fn a_dictionary_alone_is_no_picture() {
    let chunk = |dictionary: TextureDictionary| {
        Chunk::new(ChunkType::RenderwareTextureDic, 0, dictionary.write())
    };
    let alone = Resource::new(1, [chunk(samples::dictionary(&["a"]))]);
    assert!(picture::read(&alone.write()).is_err());
    let mut more = Resource::read(&picture::write(
        "p",
        &samples::dictionary(&["a"]),
        &SpriteSheet::loading_picture(),
    ))
    .unwrap();
    more.chunks.insert(0, chunk(samples::dictionary(&["b"])));
    // The first chunk's payload: behind the resource's header and its own.
    assert_eq!(picture::read(&more.write()).unwrap_err().offset(), 32);
}
