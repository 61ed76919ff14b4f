//! A small game on a disc, for the tests of what reads discs.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use wonderwheel_forge::game::{clips, scripts};
use wonderwheel_game_files::{
    MemoryFiles,
    archive::{layout, write_archive},
    iso::{self, NewIsoFile},
};
use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::lists::{SceneList, SceneRecord};
use wonderwheel_warriors::names::{crc32, decimal, wad_hash};

/// The file whose name nothing gives away.
pub const NAMELESS: &str = "nobody_knows_this.scn";

/// What it is called instead.
pub fn nameless() -> String {
    format!("{:08x}.scn", wad_hash(NAMELESS))
}

fn container(name_hash: u32, chunk: ChunkType, body: usize) -> Vec<u8> {
    let chunks = vec![Chunk::new(chunk, 0, vec![3; body])];
    Resource::new(name_hash, chunks).write()
}

/// A scene says how long it is.
fn scene(size: u32) -> Vec<u8> {
    let mut bytes = size.to_le_bytes().to_vec();
    bytes.resize(size as usize, 0x11);
    bytes
}

fn scene_list(names: &[&str]) -> Vec<u8> {
    let record = |(id, name): (usize, &&str)| {
        let mut cut = [0; 16];
        cut[..name.len()].copy_from_slice(name.as_bytes());
        SceneRecord {
            id: id as u32,
            size: 0,
            name: cut,
        }
    };
    let records: Vec<_> = names.iter().enumerate().map(record).collect();
    let bytes = SceneList::from(records).write();
    Resource::new(
        crc32("scene_list"),
        [Chunk::new(ChunkType::SceneList, 0, bytes)],
    )
    .write()
}

/// The files by their own names. Some names can be generated, some only be recovered from other files, one not at all.
pub fn game() -> BTreeMap<String, Vec<u8>> {
    let script = |name: &str, strings: &[&str]| {
        let strings: Vec<String> = strings.iter().map(|text| (*text).to_owned()).collect();
        scripts::chunk(&format!("@{name}"), &strings)
    };
    let clip = clips::all().into_iter().next().expect("there are clips");
    let clip_file = format!("{}.anm", clip.name().to_ascii_lowercase());
    let mut files = BTreeMap::from(
        [
            (
                "global.lua",
                script("global.lua", &["fight", "Come out!", "intro_bank"]),
            ),
            ("level2.lev", container(7, ChunkType::LevelHeader, 48)),
            ("level2_objs.txt", b"0\r\n".to_vec()),
            ("level2main.lua", script("level2main.lua", &[])),
            ("level2_fight.lua", script("level2_fight.lua", &[])),
            ("scene_list.cnk", scene_list(&["l1_c1"])),
            ("l1_c1.scn", scene(3000)),
            ("l1_c1aa.scn", scene(64)),
            ("sound.msb", vec![7; 4096]),
            (NAMELESS, scene(2049)),
        ]
        .map(|(name, bytes)| (name.to_owned(), bytes)),
    );
    files.insert(clip_file, clips::resource(&clip).write());
    let legal = container(crc32("legal_screen"), ChunkType::RenderwareTextureDic, 5000);
    files.insert(decimal("legal_screen"), legal);
    files
}

/// Index and archive of these files.
pub fn archive(files: &BTreeMap<String, Vec<u8>>) -> (Vec<u8>, Vec<u8>) {
    let files = MemoryFiles::new(files.clone());
    let layout = layout(&files).expect("they fit");
    let mut archive = Vec::new();
    write_archive(&mut archive, &layout, &files).expect("memory has room");
    (layout.index().write(), archive)
}

/// An image of the retail shape: nothing in it names its files.
pub fn image(index: &[u8], archive: &[u8]) -> Vec<u8> {
    let files = [
        ("SYSTEM.CNF", &b"BOOT2 = cdrom0:\\SLUS_212.15;1\r\n"[..]),
        ("SLUS_212.15", b"abc"),
        ("WARRIORS.DIR", index),
        ("WARRIORS.WAD", archive),
    ];
    let files = files.map(|(name, bytes)| NewIsoFile::bytes(name, bytes));
    let mut out = Vec::new();
    iso::write(&mut out, "warriors", files.into()).expect("memory has room");
    out
}

/// The game as an image in this folder.
pub fn write_image(home: &Path) -> PathBuf {
    let (index, archive) = archive(&game());
    let path = home.join("my disc ツ.iso");
    fs::write(&path, image(&index, &archive)).expect("there is room");
    path
}

/// The game as a disc folder in this folder.
pub fn write_disc_folder(home: &Path) -> PathBuf {
    let (index, archive) = archive(&game());
    let path = home.join("my disc å");
    fs::create_dir(&path).expect("the folder is new");
    for (name, bytes) in [("warriors.dir", &index), ("Warriors.WAD;1", &archive)] {
        fs::write(path.join(name), bytes).expect("there is room");
    }
    path
}

/// Every file below a folder, by its path with `/`.
pub fn tree(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).expect("it lies below");
            let name = name.to_str().expect("it is Unicode").replace('\\', "/");
            files.insert(name, fs::read(&path).expect("the file can be read"));
        }
    }
    files
}
