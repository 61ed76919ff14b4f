//! One small game in every form in which it can lie on a disk, and the question whether all give the same answers.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wonderwheel_game_files::archive::{layout, names_text, write_archive};
use wonderwheel_game_files::identity::Medium;
use wonderwheel_game_files::iso::{self, IsoImage, NewIsoFile};
use wonderwheel_game_files::open::open_medium;
use wonderwheel_game_files::prelude::*;
use wonderwheel_game_files::unnamed;
use wonderwheel_ps2::fault::FaultKind;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::names::{NameBook, decimal, wad_hash};

/// The boot text of the supported release.
pub const SYSTEM_CNF: &[u8] = b"BOOT2 = cdrom0:\\SLUS_212.15;1\r\nVER = 1.00\r\n";

/// A resource of one chunk. Chunk 0x17 makes a level of it. Source: spec/archives.md 5.2.
fn container(name_hash: u32, chunk: u32, body: usize) -> Vec<u8> {
    let ty = ChunkType::from_u32(chunk).unwrap();
    let chunks = vec![Chunk::new(ty, 0, vec![3; body])];
    Resource::new(name_hash, chunks).write()
}

fn scene(size: usize) -> Vec<u8> {
    let mut bytes = vec![0x11; size];
    bytes[..4].copy_from_slice(&(size as u32).to_le_bytes());
    bytes
}

/// Files of most ways to a name: generated, decimal by a generated name, decimal by its own header, given by a person,
/// none. One is empty, one fills its sectors exactly, one needs several.
pub fn game() -> MemoryFiles {
    let manifest: Vec<u8> = [100_u32, 200, 1, 48, 64]
        .iter()
        .flat_map(|word| word.to_le_bytes())
        .collect();
    let nameless = wad_hash("nobody knows this.scn");
    MemoryFiles::default()
        .with("global.lua", b"\x1BLua\x40 and more".to_vec())
        .with("level2.lev", container(7, 0x17, 48))
        .with("level2s_sec.mem", manifest)
        .with("level2_objs.txt", b"0\r\n".to_vec())
        .with("level2main.lua", Vec::new())
        .with("sound.msb", vec![7; 4096])
        .with(&decimal("legal_screen"), container(0x337A_BB4B, 0x2A, 5000))
        .with("3405691582", container(3_405_691_582, 0x47, 16))
        .with(&format!("{nameless:08x}.scn"), scene(2049))
}

pub fn index_and_archive(files: &dyn GameFiles) -> (Vec<u8>, Vec<u8>) {
    let layout = layout(files).unwrap();
    let mut archive = Vec::new();
    write_archive(&mut archive, &layout, files).unwrap();
    assert_eq!(archive.len() as u64, layout.archive_size());
    (layout.index().write(), archive)
}

pub fn image(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut image = Vec::new();
    let files = files.iter();
    let files = files.map(|(path, bytes)| NewIsoFile::bytes(path, bytes));
    iso::write(&mut image, "warriors", files.collect()).unwrap();
    image
}

pub fn game_image(files: &dyn GameFiles) -> Vec<u8> {
    let (index, archive) = index_and_archive(files);
    image(&[
        ("SYSTEM.CNF", SYSTEM_CNF),
        ("SLUS_212.15", b"not a program"),
        ("IOP/MUSIC.SND", &[1; 3000]),
        ("WARRIORS.DIR", &index),
        ("WARRIORS.WAD", &archive),
    ])
}

/// A folder as the extractor lays it out.
fn write_loose(files: &dyn GameFiles, folder: &Path) {
    for name in files.names() {
        let is_unnamed = unnamed::hash(&name).is_some();
        let sub = if is_unnamed { "unnamed" } else { "ee_files" };
        fs::create_dir_all(folder.join(sub)).unwrap();
        fs::write(folder.join(sub).join(&name), files.read(&name).unwrap()).unwrap();
    }
}

fn write_disc_folder(files: &dyn GameFiles, folder: &Path, names: [&str; 3]) {
    let (index, archive) = index_and_archive(files);
    fs::create_dir_all(folder).unwrap();
    for (name, bytes) in names.iter().zip([&index[..], &archive, SYSTEM_CNF]) {
        fs::write(folder.join(name), bytes).unwrap();
    }
}

struct Everywhere {
    _temp: tempfile::TempDir,
    stores: BTreeMap<&'static str, SharedFiles>,
}

fn everywhere(files: &MemoryFiles) -> Everywhere {
    let temp = tempfile::tempdir().unwrap();
    let root = temp.path().join("my gåme ツ 🎡");
    fs::create_dir(&root).unwrap();
    let at = |name: &str| -> PathBuf { root.join(name) };
    write_loose(files, &at("loose"));
    for (folder, names) in [
        ("disc", ["WARRIORS.DIR", "WARRIORS.WAD", "SYSTEM.CNF"]),
        (
            "disc 2",
            ["warriors.dir;1", "Warriors.Wad;1", "system.cnf;1"],
        ),
    ] {
        write_disc_folder(files, &at(folder), names);
    }
    fs::write(at("game.iso"), game_image(files)).unwrap();
    let mut stores = BTreeMap::new();
    for (name, path) in [
        ("loose", "loose"),
        ("disc folder", "disc"),
        ("lower case disc folder", "disc 2"),
        ("the index itself", "disc/WARRIORS.DIR"),
        ("image", "game.iso"),
    ] {
        stores.insert(name, open(at(path)).unwrap().files);
    }
    stores.insert("memory", SharedFiles::new(files.clone()));
    let in_memory: Arc<dyn wonderwheel_game_files::read_at::ReadAt> = Arc::new(game_image(files));
    let opened = open_medium(in_memory, "memory.iso", &OpenOptions::default()).unwrap();
    stores.insert("image in memory", opened.files);
    Everywhere {
        _temp: temp,
        stores,
    }
}

#[test]
fn every_form_of_one_game_gives_the_same_answers() {
    let files = game();
    let everywhere = everywhere(&files);
    let mut asked: Vec<String> = files.names();
    assert_eq!(asked.len(), 9);
    asked.extend(files.names().iter().map(|name| name.to_ascii_uppercase()));
    let others = "|.|..|missing.lev|ee_files/level2.lev|./ee_files/level2.lev|level2.lev |É.lev|nobody knows this.scn|\
                  00000000.bin|WARRIORS.DIR";
    asked.extend(others.split('|').map(String::from));
    // By hash: a file with a name, one without, under any extension.
    for name in ["level2.lev", "nobody knows this.scn"] {
        asked.push(format!("{:08x}.xyz", wad_hash(name)));
    }
    for (form, store) in &everywhere.stores {
        assert_eq!(store.names(), files.names(), "{form}");
        assert_eq!(levels(store), ["level2"], "{form}");
        for name in &asked {
            let (ours, theirs) = (store.exists(name), files.exists(name));
            assert_eq!(ours, theirs, "{form}: exists {name:?}");
            assert_eq!(store.size(name), files.size(name), "{form}: size {name:?}");
            let [ours, theirs] = [store.read(name), files.read(name)]
                .map(|read| read.map_err(|error| error.is_not_found()));
            assert_eq!(ours, theirs, "{form}: read {name:?}");
            let size = files.size(name).unwrap_or(4);
            for (offset, length) in [
                (0, size),
                (0, size + 1),
                (1, 3),
                (size, 0),
                (size, 1),
                (size + 1, 0),
                (2047, 2),
                (u64::MAX, 1),
                (1, u64::MAX),
            ] {
                let length = length as usize;
                let ours = store.read_range(name, offset, length).ok();
                let theirs = files.read_range(name, offset, length).ok();
                assert_eq!(ours, theirs, "{form}: bytes {offset}+{length} of {name:?}");
            }
        }
    }
}

#[test]
fn packing_what_was_unpacked_gives_the_same_bytes() {
    let files = game();
    let (index, archive) = index_and_archive(&files);
    for (form, store) in &everywhere(&files).stores {
        let (index_again, archive_again) = index_and_archive(store);
        assert_eq!(index_again, index, "{form}");
        assert!(archive_again == archive, "{form}");
    }
}

#[test]
fn a_list_says_what_each_file_is_and_how_its_name_is_known() {
    let opened = open_bytes(game_image(&game())).unwrap();
    let archive = opened.archive.unwrap();
    let listed = archive.listing().iter();
    let listed = listed.map(|file| (file.name.as_str(), file.is_named, file.kind.name()));
    let listed: Vec<_> = listed.collect();
    let nameless = format!("{:08x}.scn", wad_hash("nobody knows this.scn"));
    assert_eq!(
        listed,
        [
            ("3405691582", true, "model"),
            ("863681355", true, "textures"),
            ("global.lua", true, "lua"),
            ("level2.lev", true, "level"),
            ("level2main.lua", true, "lua"),
            ("level2s_sec.mem", true, "manifest"),
            ("level2_objs.txt", true, "object-list"),
            ("sound.msb", true, "bank-samples"),
            (&nameless, false, "scene"),
        ]
    );
}

#[test]
fn names_at_hand_are_known_without_a_read() {
    let files = game();
    let (index, _) = index_and_archive(&files);
    // An archive that cannot be read at all.
    let nothing = wonderwheel_game_files::read_at::Extent::new(Arc::new(Vec::new()), 0, 1 << 20);
    let archive = ArchiveFiles::open(&index, nothing, "test", NameBook::new()).unwrap();
    let at_hand = archive.names_at_hand();
    assert!(at_hand.contains(&"level2.lev".to_owned()));
    assert!(at_hand.contains(&decimal("legal_screen")));
    assert!(
        !at_hand.contains(&"3405691582".to_owned()),
        "that name stands in the file"
    );
    assert_eq!(levels(&archive), ["level2"]);
}

#[test]
fn names_that_a_person_gives_are_taken() {
    let mut names = NameBook::new();
    names.add_text("nobody.scn\nnot in the archive.scn\n");
    let files = game().with("nobody.scn", vec![1, 2, 3]);
    let options = OpenOptions {
        names,
        ..OpenOptions::default()
    };
    let opened = open_medium(Arc::new(game_image(&files)), "test", &options).unwrap();
    assert_eq!(opened.files.names(), files.names());
    let without = open_bytes(game_image(&files)).unwrap();
    assert!(!without.files.names().contains(&"nobody.scn".to_owned()));
    assert_eq!(without.files.read("nobody.scn").unwrap(), [1, 2, 3]);
}

#[test]
fn names_beside_the_archive_bring_forged_levels_back() {
    let files = MemoryFiles::default()
        .with("demo.lev", vec![1])
        .with("demos_sec.wld", vec![2]);
    let (index, archive) = index_and_archive(&files);
    let text = names_text(&files);
    let without = [("WARRIORS.DIR", &index[..]), ("WARRIORS.WAD", &archive)];
    let opened = open_bytes(image(&without)).unwrap();
    assert_eq!(levels(&*opened.files), [""; 0]);
    let with = [without[0], without[1], ("NAMES.TXT", text.as_bytes())];
    let opened = open_bytes(image(&with)).unwrap();
    assert_eq!(levels(&*opened.files), ["demo"]);
    assert_eq!(opened.files.names(), files.names());
    // A folder of the same files.
    let temp = tempfile::tempdir().unwrap();
    for (name, bytes) in with {
        fs::write(temp.path().join(name.to_lowercase()), bytes).unwrap();
    }
    assert_eq!(open(temp.path()).unwrap().files.names(), files.names());
}

#[test]
fn a_generated_name_that_neither_kind_nor_place_speaks_for_is_not_believed() {
    // Laid out among those without a name, after `sound.msb`.
    let hash = wad_hash("level3.lua");
    let hashed = format!("{hash:08x}.scn");
    let opened = open_bytes(game_image(&game().with(&hashed, scene(40)))).unwrap();
    assert!(opened.files.names().contains(&hashed));
    // The file is still what a request for that name gets: only the hash counts there.
    assert_eq!(opened.files.size("level3.lua"), Some(40));
}

#[test]
fn a_damaged_file_keeps_its_name_where_it_lies_in_the_order_of_names() {
    let files = game().with("level2.lev", vec![0xEE; 99]);
    let opened = open_bytes(game_image(&files)).unwrap();
    assert_eq!(opened.files.names(), files.names());
}

#[test]
fn an_image_lists_its_root_and_one_level_of_folders() {
    let image = game_image(&game());
    let image = IsoImage::open(Arc::new(image), "test.iso").unwrap();
    let paths: Vec<_> = image.entries().iter().map(|entry| &*entry.path).collect();
    let expected = "IOP IOP/MUSIC.SND SLUS_212.15 SYSTEM.CNF WARRIORS.DIR WARRIORS.WAD";
    assert_eq!(paths, expected.split(' ').collect::<Vec<_>>());
    let music = image.find("iop/music.snd").unwrap();
    assert_eq!(image.extent(music).read(2999, 1).unwrap(), [1]);
    assert_eq!(image.find("IOP"), None, "a folder is no file");
    assert_eq!(image.warnings(), [""; 0]);
}

#[test]
fn a_folder_of_many_names_spans_sectors() {
    let names = (0..200).map(|number| format!("FILE_NUMBER_{number:03}.BIN"));
    let names: Vec<_> = names.collect();
    let files = names.iter().map(|name| (name.as_str(), name.as_bytes()));
    let files: Vec<_> = files.collect();
    let image = IsoImage::open(Arc::new(image(&files)), "test.iso").unwrap();
    assert_eq!(image.entries().len(), 200);
    for name in &names {
        let entry = image.find(name).unwrap();
        let bytes = image.extent(entry).read(0, entry.size as usize).unwrap();
        assert_eq!(bytes, name.as_bytes());
    }
}

#[test]
fn a_position_beyond_32_bits_is_read() {
    // A sparse image: the archive begins at 5 GiB.
    let files = game();
    let (index, archive) = index_and_archive(&files);
    let mut bytes = image(&[("WARRIORS.DIR", &index), ("WARRIORS.WAD", &archive)]);
    let far = (5_u64 << 30) / 2048;
    let record = find(&bytes, b"WARRIORS.WAD;1") - 33;
    bytes[record + 2..record + 6].copy_from_slice(&(far as u32).to_le_bytes());
    bytes[record + 6..record + 10].copy_from_slice(&(far as u32).to_be_bytes());
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("large.iso");
    fs::write(&path, &bytes).unwrap();
    let file = File::options().write(true).open(&path).unwrap();
    file.set_len((5 << 30) + archive.len() as u64).unwrap();
    {
        use std::io::{Seek, SeekFrom, Write};
        let mut file = &file;
        file.seek(SeekFrom::Start(5 << 30)).unwrap();
        file.write_all(&archive).unwrap();
    }
    let opened = open(&path).unwrap();
    assert_eq!(opened.identity.medium, Medium::IsoImage);
    same_bytes(&opened, &files);
}

fn same_bytes(opened: &OpenedFiles, files: &MemoryFiles) {
    for name in files.names() {
        let (ours, theirs) = (opened.files.read(&name), files.read(&name));
        assert_eq!(ours.unwrap(), theirs.unwrap(), "{name}");
    }
}

#[test]
fn threads_read_one_image_at_once() {
    let files = game();
    let temp = tempfile::tempdir().unwrap();
    let path = temp.path().join("game.iso");
    fs::write(&path, game_image(&files)).unwrap();
    let opened = open(&path).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..50 {
                    same_bytes(&opened, &files);
                }
            });
        }
    });
}

pub fn open_bytes(image: Vec<u8>) -> Result<OpenedFiles, GameFileError> {
    open_medium(Arc::new(image), "test.iso", &OpenOptions::default())
}

/// What refuses something, which has to be of that kind and to say all of these words.
#[track_caller]
pub fn refused<T>(
    result: Result<T, GameFileError>,
    kind: FaultKind,
    all: &[&str],
) -> GameFileError {
    let error = result.err().expect("it is refused");
    assert_eq!(error.kind(), kind, "{error}");
    says(&error.to_string(), all);
    error
}

/// A text says all of these words.
#[track_caller]
pub fn says(text: &str, all: &[&str]) {
    for words in all {
        assert!(text.contains(words), "{words}: {text}");
    }
}

pub fn find(bytes: &[u8], wanted: &[u8]) -> usize {
    bytes
        .windows(wanted.len())
        .position(|window| window == wanted)
        .unwrap()
}
