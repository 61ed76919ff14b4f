//! The demo in the forms in which a person may have it: a folder with the archive, and a disc image.

use std::{
    fs::{self, File},
    io::BufWriter,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use tempfile::TempDir;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_files::{
    GameFiles, MemoryFiles,
    archive::{layout, names_text, write_archive},
    iso::{self, NewIsoFile},
};

/// The boot text of the supported release.
pub const SYSTEM_CNF: &[u8] = b"BOOT2 = cdrom0:\\SLUS_212.15;1\r\nVER = 1.00\r\n";

struct Forged {
    _home: TempDir,
    loose: PathBuf,
    disc: PathBuf,
    image: PathBuf,
}

static FORGED: LazyLock<Forged> = LazyLock::new(|| {
    let home = tempfile::Builder::new()
        .prefix("wonder wheel å ツ 🎡 ")
        .tempdir();
    let home = home.expect("the system's temporary folder is writable");
    let path = |name: &str| home.path().join(name);
    let (loose, disc, image) = (path("demo files"), path("min disk"), path("spel ツ.iso"));
    let recipe = Recipe::builtin("demo").expect("it is built in");
    let forged = forge(&recipe, &mut |_| ()).expect("it can be forged");
    let named = loose.join("ee_files");
    fs::create_dir_all(&named).expect("it is new");
    for (name, bytes) in &forged.files {
        fs::write(named.join(name), bytes).expect("there is room");
    }
    write_disc(&MemoryFiles::new(forged.files), &disc);
    write_image(&disc, &image);
    Forged {
        _home: home,
        loose,
        disc,
        image,
    }
});

/// The demo as loose files, made once for all tests.
pub fn forged_loose() -> &'static Path {
    &FORGED.loose
}

/// The demo's archive in a folder, made once for all tests.
pub fn forged_disc() -> &'static Path {
    &FORGED.disc
}

/// The demo on a disc image, made once for all tests.
pub fn forged_image() -> &'static Path {
    &FORGED.image
}

/// Writes files as index and archive.
pub fn write_disc(files: &dyn GameFiles, disc: &Path) {
    fs::create_dir_all(disc).expect("there is room");
    let layout = layout(files).expect("the files fit");
    let index = layout.index().write();
    let archive = File::create(disc.join("WARRIORS.WAD")).expect("writable");
    write_archive(&mut BufWriter::new(archive), &layout, files).expect("there is room");
    for (name, bytes) in [
        ("WARRIORS.DIR", index.as_slice()),
        ("NAMES.TXT", names_text(files).as_bytes()),
        ("SYSTEM.CNF", SYSTEM_CNF),
    ] {
        fs::write(disc.join(name), bytes).expect("there is room");
    }
}

/// Writes a disc folder as an image.
pub fn write_image(disc: &Path, image: &Path) {
    let names = ["SYSTEM.CNF", "NAMES.TXT", "WARRIORS.DIR", "WARRIORS.WAD"];
    let files = names.map(|name| {
        let file = File::open(disc.join(name)).expect("it was written");
        let size = file.metadata().expect("readable").len();
        NewIsoFile::stream(name, size, file)
    });
    let mut out = BufWriter::new(File::create(image).expect("writable"));
    iso::write(&mut out, "warriors", files.into()).expect("there is room");
}
