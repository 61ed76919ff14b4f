//! A folder of changed files over other files.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use bevy::prelude::*;
use wonderwheel_game_files::prelude::*;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::texture::{IndexedImage, NativeTexture, PaletteSize, Sampling};
use wonderwheel_warriors::part::Part;

use crate::app::{Bytes, app, bytes, update_until};

fn texture(name: &str, colour: [u8; 4]) -> NativeTexture {
    let texels = [colour; 16 * 16];
    let image = IndexedImage::quantise(16, 16, &texels, PaletteSize::Colours16, 1);
    NativeTexture::encode(name, &image, Sampling(0x1102), 0).unwrap()
}

const BRICK: [u8; 4] = [90, 40, 30, 128];
const SAND: [u8; 4] = [200, 180, 90, 128];

fn part() -> Vec<u8> {
    let textures = vec![texture("Brick", BRICK), texture("sand", SAND)];
    Part::new(
        "demos_ms1.sec",
        TextureDictionary::new(textures),
        Vec::new(),
    )
    .write()
}

/// Colour of the first texel of each texture of a part.
fn colours(part: &[u8]) -> Vec<[u8; 4]> {
    let part = Part::read_with(Cursor::new(part)).unwrap();
    let textures = part.dictionary.textures.iter();
    textures
        .map(|texture| {
            let picture = texture.decode().unwrap();
            *picture.levels[0].first_chunk().unwrap()
        })
        .collect()
}

fn write_png(path: &Path, side: u32, colour: [u8; 3]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, side, side);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    let texels = colour.repeat((side * side) as usize);
    writer.write_image_data(&texels).unwrap();
    writer.finish().unwrap();
    fs::write(path, out).unwrap();
}

fn under() -> MemoryFiles {
    MemoryFiles::default()
        .with("demos_ms1.sec", part())
        .with("demo.lev", vec![1, 2, 3])
}

fn over(folder: &Path) -> OverlayFiles {
    OverlayFiles::open(folder, SharedFiles::new(under())).unwrap()
}

#[test]
fn the_folder_wins_name_by_name_and_lets_go_again() {
    let temp = tempfile::tempdir().unwrap();
    let files = over(temp.path());
    assert_eq!(files.read("demo.lev").unwrap(), [1, 2, 3]);
    fs::write(temp.path().join("DEMO.LEV"), [9]).unwrap();
    fs::write(temp.path().join("new.sec"), [7, 8]).unwrap();
    assert_eq!(files.read("demo.lev").unwrap(), [9]);
    assert_eq!(files.size("demo.lev"), Some(1));
    assert_eq!(files.read_range("new.sec", 1, 1).unwrap(), [8]);
    assert_eq!(files.names(), ["demo.lev", "demos_ms1.sec", "new.sec"]);
    fs::remove_file(temp.path().join("DEMO.LEV")).unwrap();
    assert_eq!(files.read("demo.lev").unwrap(), [1, 2, 3]);
    assert_eq!(files.read_range("demo.lev", 1, 2).unwrap(), [2, 3]);
    assert!(files.read("none.sec").unwrap_err().is_not_found());
}

#[test]
fn a_picture_takes_the_place_of_the_texture_of_its_name() {
    let temp = tempfile::tempdir().unwrap();
    let folder = temp.path().join("my mods å ツ 🎡");
    let picture = folder.join("textures/Demos_MS1.sec/BRICK.png");
    write_png(&picture, 32, [1, 2, 3]);
    let files = over(&folder);
    let part = files.read("demos_ms1.sec").unwrap();
    assert_eq!(colours(&part), [[1, 2, 3, 128], SAND]);
    assert_eq!(files.size("demos_ms1.sec"), Some(part.len() as u64));
    let range = files.read_range("demos_ms1.sec", 16, 8).unwrap();
    assert_eq!(range, part[16..24]);
    assert_eq!(files.names(), ["demo.lev", "demos_ms1.sec"]);
    fs::remove_file(&picture).unwrap();
    assert_eq!(
        files.read("demos_ms1.sec").unwrap(),
        under().read("demos_ms1.sec").unwrap()
    );
}

#[test]
fn a_picture_that_turns_bad_keeps_its_last_good_version() {
    let temp = tempfile::tempdir().unwrap();
    let picture = temp.path().join("textures/demos_ms1.sec/sand.png");
    let files = over(temp.path());
    for bad in [&b"no picture"[..], &[]] {
        fs::create_dir_all(picture.parent().unwrap()).unwrap();
        fs::write(&picture, bad).unwrap();
        let part = files.read("demos_ms1.sec").unwrap();
        assert_eq!(
            colours(&part),
            [BRICK, SAND],
            "never good: the texture stays"
        );
    }
    write_png(&picture, 8, [0, 0, 255]);
    assert_eq!(
        colours(&files.read("demos_ms1.sec").unwrap())[1],
        [0, 0, 255, 128]
    );
    fs::write(&picture, b"no picture").unwrap();
    assert_eq!(
        colours(&files.read("demos_ms1.sec").unwrap())[1],
        [0, 0, 255, 128]
    );
    // 24 is no power of two.
    write_png(&picture, 24, [9, 9, 9]);
    assert_eq!(
        colours(&files.read("demos_ms1.sec").unwrap())[1],
        [0, 0, 255, 128]
    );
}

#[test]
fn a_file_that_cannot_be_read_is_handed_on_as_it_is() {
    let temp = tempfile::tempdir().unwrap();
    write_png(&temp.path().join("textures/demo.lev/sky.png"), 8, [1; 3]);
    assert_eq!(over(temp.path()).read("demo.lev").unwrap(), [1, 2, 3]);
}

#[test]
fn pictures_and_files_that_come_change_and_go_are_seen_at_once() {
    let temp = tempfile::tempdir().unwrap();
    let mut app = app(over(temp.path()));
    let load = |app: &App, name| {
        let server = app.world().resource::<AssetServer>();
        server.load::<Bytes>(asset_path(name))
    };
    let (part, level) = (load(&app, "demos_ms1.sec"), load(&app, "demo.lev"));
    update_until(&mut app, "both", |app| {
        bytes(app, &part).is_some() && bytes(app, &level).is_some()
    });
    let brick = |app: &App| colours(&bytes(app, &part).unwrap())[0];

    let picture = temp.path().join("textures/demos_ms1.sec/brick.png");
    write_png(&picture, 8, [0, 255, 0]);
    update_until(&mut app, "a new picture in new folders", |app| {
        brick(app) == [0, 255, 0, 128]
    });
    write_png(&picture, 8, [255, 0, 0]);
    update_until(&mut app, "a changed picture", |app| {
        brick(app) == [255, 0, 0, 128]
    });
    fs::remove_dir_all(temp.path().join("textures")).unwrap();
    update_until(&mut app, "the texture of the disc", |app| {
        brick(app) == BRICK
    });

    fs::write(temp.path().join("demo.lev"), [9]).unwrap();
    update_until(&mut app, "the changed level", |app| {
        bytes(app, &level).unwrap() == [9]
    });
    fs::remove_file(temp.path().join("demo.lev")).unwrap();
    update_until(&mut app, "the level of the disc", |app| {
        bytes(app, &level).unwrap() == [1, 2, 3]
    });
}

/// Counts how often the files below are read.
struct Counted(MemoryFiles, std::sync::Arc<AtomicUsize>);

impl GameFiles for Counted {
    fn size(&self, name: &str) -> Option<u64> {
        self.0.size(name)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.read(name)
    }

    fn names(&self) -> Vec<String> {
        self.0.names()
    }

    fn describe(&self) -> String {
        self.0.describe()
    }
}

#[test]
fn a_storm_of_a_thousand_changes_is_a_handful_of_loads() {
    let temp = tempfile::tempdir().unwrap();
    let reads = std::sync::Arc::new(AtomicUsize::new(0));
    let under = SharedFiles::new(Counted(under(), reads.clone()));
    let mut app = app(OverlayFiles::open(temp.path(), under).unwrap());
    let server = app.world().resource::<AssetServer>().clone();
    let level = server.load::<Bytes>(asset_path("demo.lev"));
    update_until(&mut app, "the level", |app| bytes(app, &level).is_some());
    let before = reads.load(Ordering::Relaxed);
    for i in 0..1000_u32 {
        // Half of them are changes of one file that is not loaded, and of as many files that were not asked for.
        fs::write(temp.path().join("busy.tmp"), i.to_le_bytes()).unwrap();
        if i % 2 == 0 {
            fs::write(temp.path().join(format!("{i}.sec")), [1]).unwrap();
        }
        if i % 10 == 0 {
            app.update();
        }
    }
    fs::write(temp.path().join("demo.lev"), [4]).unwrap();
    update_until(&mut app, "the change after the storm", |app| {
        bytes(app, &level).unwrap() == [4]
    });
    assert_eq!(
        reads.load(Ordering::Relaxed),
        before,
        "nothing below is read for changes of other files"
    );
}
