//! Loose files packed into what they were extracted from.

use std::fs;
use std::path::Path;

use wonderwheel_disc::pack::{self, Archive, PackTarget, Watch, members};
use wonderwheel_game_files::{GameFiles, open};
use wonderwheel_warriors::archive::{ArchiveEntry, ArchiveIndex};

use super::game::{archive, game, image, tree, write_image};
use super::steps::{Wish, extract, home};

fn packed(loose: &Path, out: &Path) -> usize {
    let members = members(loose).expect("it holds loose files");
    let archive = Archive::of(members).expect("an index can say it");
    let place = PackTarget::begin(out, true).expect("a place");
    let watch = Watch {
        progress: &|_| (),
        is_stopped: &|| false,
    };
    pack::write(&archive, place, watch).expect("there is room");
    archive.members.len()
}

#[test]
fn an_unchanged_extraction_gives_the_archive_that_it_was_extracted_from() {
    let home = home();
    let (index, archive) = archive(&game());
    let disc = write_image(home.path());
    let [loose, out] = ["loose ü", "packed ツ"].map(|name| home.path().join(name));
    extract(&disc, &loose, &Wish::default());
    assert_eq!(packed(&loose, &out), 12);
    let files = tree(&out);
    assert_eq!(files["WARRIORS.DIR"], index);
    assert!(files["WARRIORS.WAD"] == archive);
    let names: Vec<_> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["NAMES.TXT", "WARRIORS.DIR", "WARRIORS.WAD"]);

    // The same through an image.
    let image = home.path().join("again 🎡.ISO");
    packed(&loose, &image);
    let [again, out] = ["loose 2", "packed 2"].map(|name| home.path().join(name));
    extract(&image, &again, &Wish::default());
    packed(&again, &out);
    assert_eq!(tree(&out)["WARRIORS.DIR"], index);
    assert!(tree(&out)["WARRIORS.WAD"] == archive);
}

#[test]
fn an_archive_with_two_files_of_one_hash_comes_back_whole() {
    let home = home();
    let entry = |offset, size, name_hash| ArchiveEntry {
        offset,
        size,
        name_hash,
    };
    // A hash three times, and an empty file.
    let index = ArchiveIndex {
        padding: [0; 12],
        entries: vec![
            entry(0, 3, 7),
            entry(2048, 5, 7),
            entry(4096, 0, 9),
            entry(4096, 6, 7),
        ],
    };
    let mut bytes = vec![0; 3 * 2048];
    for (at, size) in [(0, 3), (2048, 5), (4096, 6)] {
        bytes[at..at + size].fill(size as u8);
    }
    let disc = home.path().join("twice.iso");
    fs::write(&disc, image(&index.write(), &bytes)).expect("there is room");
    let [loose, out] = ["loose", "packed"].map(|name| home.path().join(name));
    extract(&disc, &loose, &Wish::default());
    let files = tree(&loose);
    assert_eq!(files["unnamed/00000007.bin"], [3; 3]);
    assert_eq!(files["unnamed/00000007~2.bin"], [5; 5]);
    assert_eq!(files["unnamed/00000007~3.bin"], [6; 6]);
    packed(&loose, &out);
    assert_eq!(tree(&out)["WARRIORS.DIR"], index.write());
    assert!(tree(&out)["WARRIORS.WAD"] == bytes);
}

#[test]
fn a_changed_and_an_added_file_are_in_the_packed_disc() {
    let home = home();
    let disc = write_image(home.path());
    let [loose, out] = ["loose", "packed"].map(|name| home.path().join(name));
    extract(&disc, &loose, &Wish::default());
    fs::write(loose.join("ee_files/global.lua"), "changed").expect("there is room");
    fs::write(loose.join("ee_files/level3.lev"), "new").expect("there is room");
    packed(&loose, &out);
    let files = open(&out).expect("it is a disc folder").files;
    let read = |name: &str| files.read(name).ok();
    assert_eq!(read("global.lua").as_deref(), Some(&b"changed"[..]));
    assert_eq!(read("level3.lev").as_deref(), Some(&b"new"[..]));
    assert_eq!(files.names().len(), 13);

    fs::remove_file(loose.join("ee_files/level2.lev")).expect("it is there");
    let error = members(&loose).expect_err("one is missing").to_string();
    assert!(
        error.contains("ee_files/level2.lev and 0 more files of index.tsv"),
        "{error}"
    );
}
