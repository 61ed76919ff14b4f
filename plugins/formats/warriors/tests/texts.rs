//! Laws of the texts: object lists, subtitles, names, and the classifier over what this crate writes.

use proptest::prelude::*;
use wonderwheel_ps2::content::Content;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::classify::{Classification, FileKind, ResourceShape};
use wonderwheel_warriors::names::{self, Candidate, NameBook};
use wonderwheel_warriors::object_list::{LineEnd, ObjectList, PlacedObject};
use wonderwheel_warriors::pack::Pack;
use wonderwheel_warriors::picture;
use wonderwheel_warriors::sprite_sheet::SpriteSheet;
use wonderwheel_warriors::subtitles::{RecordKind, Subtitles};

use crate::oracle::open_set;
use crate::samples;

/// Numbers that six decimals hold exactly: multiples of 1/64.
fn exact() -> impl Strategy<Value = f32> {
    (-200_000..200_000_i32).prop_map(|n| n as f32 / 64.0)
}

fn words() -> impl Strategy<Value = String> {
    "[a-z][a-z0-9_.:-]{0,20}"
}

fn objects() -> impl Strategy<Value = PlacedObject> {
    (
        words(),
        prop::array::uniform3(exact()),
        prop::array::uniform4(exact()),
        any::<(i32, i32, i32, u32)>(),
        prop::option::of(words().prop_filter("nil is no flag", |word| word != "nil")),
    )
        .prop_map(
            |(name, position, rotation, (a, zone, flags, tint), flag_name)| PlacedObject {
                name,
                position,
                rotation,
                a,
                zone,
                flags,
                tint,
                flag_name,
            },
        )
}

fn object_lists() -> impl Strategy<Value = ObjectList> {
    (
        prop::collection::vec(objects(), 0..20),
        any::<(bool, bool)>(),
        0..40_u32,
    )
        .prop_map(|(objects, (crlf, ends_last_line), trailing_zeros)| {
            // A text of one line without an end does not show what would end it.
            let shows_end = !objects.is_empty() || ends_last_line;
            ObjectList {
                line_end: if crlf || !shows_end {
                    LineEnd::CrLf
                } else {
                    LineEnd::Lf
                },
                objects,
                ends_last_line,
                trailing_zeros,
            }
        })
}

fn subtitles() -> impl Strategy<Value = Subtitles> {
    let record = (0..12_u32, prop::collection::vec(1..=255_u8, 0..30));
    prop::collection::vec(record, 0..40).prop_map(|records| {
        let mut subtitles = Subtitles::new();
        for (kind, text) in records {
            subtitles.push(RecordKind::from_value(kind), text).unwrap();
        }
        subtitles
    })
}

proptest! {
    #[test]
    fn an_object_list_survives(list in object_lists()) {
        let bytes = list.write();
        let read = ObjectList::read(&bytes).unwrap();
        prop_assert_eq!(&read, &list);
        prop_assert_eq!(read.write(), bytes);
    }

    #[test]
    fn numbers_of_an_object_list_lose_decimals_once(position in prop::array::uniform3(-9000.0..9000.0_f32)) {
        let once = ObjectList::new(vec![PlacedObject::at("a", position)]).write();
        let twice = ObjectList::read(&once).unwrap().write();
        prop_assert_eq!(once, twice);
    }

    #[test]
    fn subtitles_survive(subtitles in subtitles()) {
        let bytes = subtitles.write();
        let read = Subtitles::read(&bytes).unwrap();
        prop_assert_eq!(&read, &subtitles);
        prop_assert_eq!(read.write(), bytes);
    }

    #[test]
    fn any_bytes_that_are_read_as_subtitles_are_kept(length in 0..400_usize, mut bytes in prop::collection::vec(0..6_u8, 400)) {
        bytes[..2].copy_from_slice(&u16::try_from(length).unwrap().to_le_bytes());
        let read = Subtitles::read(&bytes).unwrap();
        prop_assert_eq!(read.write(), bytes);
    }

    #[test]
    fn a_book_survives_its_text(files in prop::collection::vec("[a-z0-9_]{1,20}\\.[a-z]{3}", 0..20), resources in prop::collection::vec("[A-Za-z0-9_]{1,20}", 0..20)) {
        let mut book = NameBook::new();
        for name in &files {
            book.add_file(name);
        }
        for name in &resources {
            book.add_resource(name);
        }
        let mut again = NameBook::new();
        again.add_text(&book.to_text());
        prop_assert_eq!(again, book);
    }

    #[test]
    fn the_index_folds_what_the_book_folds(name in "[A-Za-z0-9_.]{1,30}") {
        let mut book = NameBook::new();
        book.add_file(&name);
        let folded = name.to_ascii_lowercase();
        prop_assert_eq!(book.file(names::wad_hash(&name)), Some(folded.as_str()));
        prop_assert_eq!(Candidate::file(name).wad_hash(), names::wad_hash(&folded));
    }

    #[test]
    fn any_bytes_have_one_kind(bytes in prop::collection::vec(0..4_u8, 0..200), name in "[a-z0-9.]{0,12}") {
        let kind = FileKind::from_content(&bytes);
        let found = Classification::of(None, Content::whole(&bytes), false);
        prop_assert_eq!(found.kind, kind);
        prop_assert_eq!(found.agrees, kind != FileKind::Unknown);
        Classification::of(Some(&name), Content::head(&bytes, 4000), true);
    }
}

#[test]
fn what_this_crate_writes_is_known_for_what_it_is() {
    let stream = samples::world_stream().write();
    let part = samples::part(1, &[0, 1]).write();
    let manifest = samples::manifest(&stream, &[part.clone(), part.clone()]).write();
    let dictionary = samples::dictionary(&["page"]);
    let sheet = picture::write("p", &dictionary, &SpriteSheet::loading_picture());
    let pack = Pack {
        resources: vec![Resource::read(&sheet).unwrap()],
    };
    let textures = Resource::new(
        1,
        [Chunk::new(
            ChunkType::RenderwareTextureDic,
            1,
            dictionary.write(),
        )],
    );
    let list = ObjectList::new(vec![PlacedObject::at("dyn_bat", [1.0, 2.0, 3.0])]);
    let files = [
        ("w_sec.wld", stream, FileKind::WorldStream),
        ("w_ms1.sec", part, FileKind::WorldPart),
        ("w_sec.mem", manifest, FileKind::Manifest),
        (
            "level900.lev",
            samples::level_file().write(),
            FileKind::Resource(ResourceShape::Level),
        ),
        (
            "863681355",
            sheet,
            FileKind::Resource(ResourceShape::SpriteSheet),
        ),
        ("level900_1.pak", pack.write(), FileKind::Pack),
        (
            "3154980068",
            textures.write(),
            FileKind::Resource(ResourceShape::TextureDictionary),
        ),
        ("page.txd", dictionary.write(), FileKind::TextureDictionary),
        (
            "sky.dff",
            samples::model("sky").clump.write(),
            FileKind::Clump,
        ),
        ("level900_objs.txt", list.write(), FileKind::ObjectList),
    ];
    for (name, bytes, kind) in files {
        assert_eq!(FileKind::from_content(&bytes), kind, "{name}");
        let found = Classification::of(Some(name), Content::whole(&bytes), false);
        assert_eq!((found.kind, found.agrees), (kind, true), "{name}");
        for length in 0..bytes.len() {
            FileKind::from_content(&bytes[..length]);
        }
    }
}

#[test]
fn kinds_of_oracle_files_are_known_by_content() {
    for (set, end, kind) in [
        ("parts", ".sec", FileKind::WorldPart),
        ("txd", ".txd", FileKind::TextureDictionary),
        ("dff", ".dff", FileKind::Clump),
    ] {
        let Some(set) = open_set!(set) else { return };
        let mut seen = 0;
        for (name, bytes, _) in set.each().filter(|(name, ..)| name.ends_with(end)) {
            assert_eq!(FileKind::from_content(&bytes), kind, "{name}");
            seen += 1;
        }
        assert!(seen > 0, "{end}");
    }
}
