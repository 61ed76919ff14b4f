//! What an extraction writes.

use std::fs;
use std::path::Path;

use wonderwheel_game_files::{GameFiles, open};
use wonderwheel_warriors::{classify::FileKind, names::wad_hash};

use super::game::{NAMELESS, archive, game, image, nameless, tree, write_disc_folder, write_image};
use super::steps::{Wish, extract, home};

/// Where a file of the game is extracted to without its name.
fn path_of(name: &str) -> String {
    let known = [
        "global.lua",
        "level2.lev",
        "level2_objs.txt",
        "level2main.lua",
        "scene_list.cnk",
        "sound.msb",
    ];
    if known.contains(&name) || name.bytes().all(|b| b.is_ascii_digit()) {
        return format!("ee_files/{name}");
    }
    let kind = FileKind::from_name(name).expect("its name says it");
    format!("unnamed/{:08x}.{}", wad_hash(name), kind.row().extension)
}

#[test]
fn a_disc_is_extracted_to_the_documented_layout_and_a_second_run_keeps_it() {
    let home = home();
    let disc = write_image(home.path());
    let out = home.path().join("out 🎡/new");
    let wish = Wish {
        verify: true,
        ..Wish::default()
    };
    let (outcome, said) = extract(&disc, &out, &wish);
    assert_eq!((outcome.written.0, outcome.kept.0), (12, 0));
    assert!(said.contains("read back and compared"), "{said}");
    assert!(
        said.contains(" lua") && said.contains(" textures"),
        "{said}"
    );

    let files = tree(&out);
    for (name, bytes) in game() {
        assert_eq!(files.get(&path_of(&name)), Some(&bytes), "{name}");
    }
    assert_eq!(files.len(), game().len() + 2, "{:?}", files.keys());
    let source = String::from_utf8(files["source.txt"].clone()).expect("it is text");
    // SHA-1 of "abc". Source: FIPS 180-2.
    let program = "executable a9993e364706816aba3e25717850c26c9cd0d89d SLUS_212.15";
    assert_eq!(source.lines().nth(1), Some(program));
    let index = String::from_utf8(files["index.tsv"].clone()).expect("it is text");
    assert_eq!(index.lines().count(), 12);
    let legal = index.lines().next().expect("it has lines");
    // Decimal names come first. Hashes: spec/archives.md 3.3.
    assert_eq!(
        legal,
        "0\t82e87aaa\t0\t5040\ttextures\tee_files/863681355\tlegal_screen"
    );
    assert!(
        index.contains("\tlevel\tee_files/level2.lev\t-\n"),
        "{index}"
    );

    let (again, _) = extract(&disc, &out, &wish);
    assert_eq!((again.written.0, again.kept.0), (0, 12));
    assert_eq!(again.broken, []);
    assert_eq!(tree(&out), files);
}

#[test]
fn folder_and_image_give_the_same_files_for_any_number_of_jobs() {
    let home = home();
    let run = |disc: &Path, out: &str, jobs: usize| {
        let out = home.path().join(out);
        let wish = Wish {
            jobs,
            ..Wish::default()
        };
        extract(disc, &out, &wish);
        tree(&out)
    };
    let image = write_image(home.path());
    let one = run(&image, "one", 1);
    assert_eq!(run(&image, "eight", 8), one);
    let mut of_folder = run(&write_disc_folder(home.path()), "folder", 3);
    let source = of_folder.remove("source.txt").expect("it is written");
    assert!(
        source.len() < one["source.txt"].len(),
        "it has no program to name"
    );
    assert!(of_folder.iter().all(|(name, bytes)| one[name] == *bytes));
}

#[test]
fn names_that_a_person_gives_move_files_to_their_place() {
    let home = home();
    let disc = write_image(home.path());
    let out = home.path().join("out");
    extract(&disc, &out, &Wish::default());
    assert!(out.join("unnamed").join(nameless()).exists());
    let wish = Wish {
        names: NAMELESS,
        ..Wish::default()
    };
    let (outcome, said) = extract(&disc, &out, &wish);
    assert_eq!(
        (outcome.written.0, outcome.kept.0, outcome.renamed),
        (0, 12, 1)
    );
    assert!(said.contains("1 of them under a name"), "{said}");
    assert!(out.join("ee_files").join(NAMELESS).exists());
    assert!(!out.join("unnamed").join(nameless()).exists());
}

#[test]
fn a_truncated_image_gives_what_is_whole_and_names_the_rest() {
    let home = home();
    let mut files = game();
    files.remove("walk_idle.anm");
    let (index, archive) = archive(&files);
    let whole = image(&index, &archive);
    // The archive is the last file, and its last two sectors are sound.msb, all of it.
    let cut = whole.len() - 4096 + 100;
    let disc = home.path().join("cut.iso");
    fs::write(&disc, &whole[..cut]).expect("there is room");
    let out = home.path().join("out");
    let (outcome, said) = extract(&disc, &out, &Wish::default());
    assert_eq!(outcome.broken.len(), 1);
    let first = said.lines().next().expect("it says what is broken");
    assert!(
        first.starts_with("ee_files/sound.msb: ") && first.contains("entry 10 of WARRIORS.DIR"),
        "{first}"
    );
    assert!(
        first.contains("so that 100 of its bytes are there"),
        "{first}"
    );
    assert!(said.contains("1 file cannot be used"), "{said}");
    let files = tree(&out);
    assert_eq!(files.len(), 10 + 2);
    assert!(!files.contains_key("ee_files/sound.msb"));
    // With the whole image the same folder is completed.
    fs::write(&disc, &whole).expect("there is room");
    assert_eq!(extract(&disc, &out, &Wish::default()).0.broken, []);
    assert_eq!(tree(&out).len(), 11 + 2);
}

#[test]
fn names_that_no_file_system_takes_are_changed_and_found_again() {
    let home = home();
    let mut files = game();
    let odd = ["con.lua", "what?.lua", "é.lua", "what*.lua"];
    for (number, name) in odd.into_iter().enumerate() {
        files.insert(name.into(), vec![number as u8; 10]);
    }
    let (index, archive) = archive(&files);
    let disc = home.path().join("odd.iso");
    fs::write(&disc, image(&index, &archive)).expect("there is room");
    let out = home.path().join("out");
    let names = odd.join("\n");
    let wish = Wish {
        names: &names,
        ..Wish::default()
    };
    assert_eq!(extract(&disc, &out, &wish).0.broken, []);
    let written = tree(&out);
    for name in ["%63on.lua", "what%3f.lua", "what%2a.lua", "%e9.lua"] {
        assert!(written.contains_key(&format!("ee_files/{name}")), "{name}");
    }
    let packed = pack_again(&out, &home.path().join("again.iso"));
    assert!(odd.iter().all(|name| packed.contains(&(*name).to_owned())));
    // Their names are theirs also without the index.
    fs::remove_file(out.join("index.tsv")).expect("it was written");
    let opened = open(&out).expect("it is a folder of loose files");
    for (number, name) in odd.into_iter().enumerate() {
        let bytes = opened.files.read(name).ok();
        assert_eq!(bytes, Some(vec![number as u8; 10]), "{name}");
    }
}

/// Packs an extraction, and answers the names that are in the image then.
fn pack_again(loose: &std::path::Path, image: &std::path::Path) -> Vec<String> {
    use wonderwheel_disc::pack::{self, Archive, PackTarget, Watch, members};
    let archive = Archive::of(members(loose).expect("loose files")).expect("an index can say it");
    let watch = Watch {
        progress: &|_| (),
        is_stopped: &|| false,
    };
    let place = PackTarget::begin(image, false).expect("it is new");
    pack::write(&archive, place, watch).expect("there is room");
    open(image).expect("it is a disc").files.names()
}
