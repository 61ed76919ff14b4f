//! Whole checks over forged files.

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::sync::LazyLock;

use wonderwheel_forge::retail_table::RetailTable;
use wonderwheel_forge::{ForgedGame, Recipe, forge};
use wonderwheel_game_files::OpenOptions;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::part::Part;
use wonderwheel_warriors::world_stream::WorldStream;

use super::file::examine;
use super::files::{FileSet, GameFile};
use super::known;
use super::report::{Completeness, Report};
use super::run::{Outcome, check};
use super::text::{Style, lines};
use super::worlds::Worlds;
use super::{json, tally::Tally};

type Files = BTreeMap<String, Vec<u8>>;

fn forged(recipe: &str) -> ForgedGame {
    forge(&Recipe::builtin(recipe).unwrap(), &mut |_| ()).unwrap()
}

/// The smallest level of the original's table: some parts, both worlds.
static SHAPE: LazyLock<Files> = LazyLock::new(|| forged("retail_shape:level72").files);

/// The demo: with a level file and its background, pictures and a pack.
static DEMO: LazyLock<Files> = LazyLock::new(|| forged("demo").files);

fn folder(files: &Files) -> tempfile::TempDir {
    let home = tempfile::Builder::new()
        .prefix("check å ツ 🎡 ")
        .tempdir()
        .unwrap();
    for (name, bytes) in files {
        fs::write(home.path().join(name), bytes).unwrap();
    }
    home
}

fn checked(files: &Files, jobs: usize) -> (FileSet, Outcome) {
    let home = folder(files);
    let set = FileSet::open(home.path(), &OpenOptions::default()).unwrap();
    let outcome = check(&set, NonZero::new(jobs).unwrap(), &|_| ());
    (set, outcome)
}

fn report(files: &Files) -> Report {
    let (set, outcome) = checked(files, 2);
    Report::new(&set, &outcome)
}

fn failed(report: &Report) -> Vec<&str> {
    let failures = report.failures.iter();
    failures.map(|piece| piece.file.as_str()).collect()
}

#[track_caller]
pub(crate) fn assert_counts(tally: &Tally, expected: &[(&str, u64)]) {
    for (id, count) in expected {
        assert_eq!(tally.count(id), *count, "{id}");
    }
}

#[test]
fn the_number_of_workers_changes_nothing() {
    let mut files = SHAPE.clone();
    damage(&mut files);
    let (set, one) = checked(&files, 1);
    for jobs in [2, 4, 9] {
        let (_, several) = checked(&files, jobs);
        assert_eq!(one, several, "{jobs} workers");
    }
    // What a person sees names no folder, so it is the same too.
    let shown = lines(&Report::new(&set, &one), Style::default());
    let (set, four) = checked(&files, 4);
    assert_eq!(lines(&Report::new(&set, &four), Style::default()), shown);
}

#[test]
fn a_forged_level_counts_what_its_table_asks_for() {
    let table = RetailTable::builtin().unwrap();
    let level = table.find("level72").unwrap();
    let (_, outcome) = checked(&SHAPE, 4);
    assert_eq!(outcome.failures, []);
    let (scenery, detail) = (level.scenery, level.detail.unwrap());
    let parts = u64::from(scenery.parts + detail.parts);
    let sectors = u64::from(scenery.sectors + detail.sectors);
    assert_counts(
        &outcome.tally,
        &[
            // All but the settings of this program.
            ("archive-entries", SHAPE.len() as u64 - 1),
            ("world-entries", 2),
            ("world-scenery", 1),
            ("world-detail", 1),
            ("level-worlds", 1),
            ("manifest-entries", 2),
            ("manifest-parts", parts),
            ("part-entries", parts),
            ("part-used", parts),
            ("part-used-scenery", scenery.parts.into()),
            ("part-used-detail", detail.parts.into()),
            ("part-unused", 0),
            ("world-sectors", sectors),
            ("world-sectors-detail", detail.sectors.into()),
            ("part-atomics", sectors),
            ("part-named-like-file", parts),
            ("rw-scales", sectors),
        ],
    );
}

#[test]
fn headers_and_decoded_data_of_the_demo_agree_with_its_files() {
    let (_, outcome) = checked(&DEMO, 4);
    assert_eq!(outcome.failures, []);
    let (mut atomics, mut textures, mut triangles) = (0, 0, 0);
    let (mut vertices, mut materials, mut parts) = (0, 0, 0);
    let (mut leaves, mut planes, mut manifest_parts) = (0, 0, 0);
    for (name, bytes) in DEMO.iter() {
        if name.ends_with(".sec") {
            let part = Part::read(bytes).unwrap();
            parts += 1;
            textures += part.dictionary.textures.len();
            atomics += part.atomics.len();
            for entry in &part.atomics {
                let geometry = entry.atomic.geometry.as_ref().unwrap();
                triangles += u64::from(geometry.triangle_count);
                materials += geometry.material_indices.len();
                let meshes = geometry.bin_mesh.meshes.iter();
                vertices += meshes.map(|mesh| u64::from(mesh.vertex_count)).sum::<u64>();
            }
        } else if name.ends_with(".wld") {
            let stream = WorldStream::read(bytes).unwrap();
            leaves += stream.world.sectors.len();
            planes += stream.world.planes.len();
        } else if name.ends_with(".mem") {
            manifest_parts += Manifest::read(bytes).unwrap().parts.len();
        }
    }
    let level = LevelFile::read(&DEMO["demo.lev"]).unwrap();
    let tally = &outcome.tally;
    assert_counts(
        tally,
        &[
            ("part-entries", parts),
            ("manifest-parts", manifest_parts as u64),
            ("part-atomics", atomics as u64),
            ("part-textures", textures as u64),
            ("part-triangles-header", triangles),
            ("part-materials", materials as u64),
            ("part-vertices", vertices),
            // The forge places every atomic in its sector's box.
            ("part-vertices-in-box", vertices),
            ("world-leaves", leaves as u64),
            ("world-planes", planes as u64),
            ("lev-entries", 1),
            ("lev-chunks", 18),
            ("lev-dictionaries", 4),
            ("lev-models", 3),
            ("occluders", level.occluders.len() as u64),
            ("occluders-upright", level.occluders.len() as u64),
            ("glow-worlds", 1),
            (
                "glow-triangles-header",
                level.glow_world.triangle_count.into(),
            ),
            ("collision-meshes", 1),
            ("path-lists", 1),
            ("subtitle-chunks", 1),
        ],
    );
    assert_eq!(
        tally.count("glow-triangles"),
        tally.count("glow-triangles-header")
    );
    assert!(tally.count("part-triangles") <= triangles);
    assert!(tally.count("part-vertices-distinct") <= vertices);
    let decimal = DEMO.keys().filter(|name| name.parse::<u32>().is_ok());
    assert_eq!(tally.count("archive-names-decimal"), decimal.count() as u64);
}

#[test]
fn every_texture_is_met_by_its_header_and_by_its_reader() {
    let (_, outcome) = checked(&DEMO, 2);
    let tally = &outcome.tally;
    let textures = tally.count("txd-textures");
    let sum = |start: &str, ends: &[&str]| -> u64 {
        let counts = ends.iter().map(|end| tally.count(&format!("{start}{end}")));
        counts.sum()
    };
    let formats = ["pal8", "pal4", "pal4-mips", "pal8-mips"];
    assert_eq!(sum("txd-textures-", &formats), textures);
    let places = sum("txd-in-", &["chunks", "worlds", "parts"]);
    assert_eq!(places, tally.count("txd-dictionaries"));
    assert!(tally.count("txd-distinct") <= textures);
}

/// Spoils three files: a part loses its end, a manifest states another size, a level file becomes noise.
fn damage(files: &mut Files) {
    let mut of = |end: &str, change: fn(&mut Vec<u8>)| {
        let mut files = files.iter_mut();
        change(files.find(|(name, _)| name.ends_with(end)).unwrap().1);
    };
    of(".sec", |part| part.truncate(part.len() / 2));
    of(".mem", |manifest| manifest[0] ^= 1);
    files.insert("level9.lev".into(), vec![0xA5; 100]);
    files.insert("level9.lua".into(), Vec::new());
    files.insert("readme.md".into(), b"nobody knows me".to_vec());
}

#[test]
fn damaged_files_fail_alone_and_are_named() {
    let whole = checked(&SHAPE, 4).1;
    let mut files = SHAPE.clone();
    damage(&mut files);
    let (set, outcome) = checked(&files, 4);
    let report = Report::new(&set, &outcome);
    let failed = failed(&report);
    let part = SHAPE.keys().find(|name| name.ends_with(".sec")).unwrap();
    assert_eq!(failed, ["level72d_ms1.sec", "level9.lev", "level9.lua"]);
    assert_eq!(failed[0], part);
    assert_eq!(report.broken_files(), 3);
    assert!(report.has_failures());
    assert_eq!(report.unknown, ["readme.md"]);
    let rules: Vec<&str> = report.findings.iter().map(|rule| rule.rule).collect();
    assert!(rules.contains(&"manifest-world-size"), "{rules:?}");
    assert!(rules.contains(&"manifest-part-size"), "{rules:?}");
    // The other files count as before.
    let parts = whole.tally.count("part-entries");
    assert_counts(
        &outcome.tally,
        &[
            ("part-entries", parts),
            ("part-used", parts),
            ("world-sectors", whole.tally.count("world-sectors")),
        ],
    );
    let text = lines(&report, Style::default()).join("\n");
    assert!(text.contains("  level9.lev:"), "{text}");
    assert!(text.contains("readme.md"), "{text}");
}

#[test]
fn a_texture_that_neither_part_nor_world_has_is_noted() {
    let rules = |files: &Files| -> Vec<&'static str> {
        let report = report(files);
        report.notes.iter().map(|rule| rule.rule).collect()
    };
    let mut files = DEMO.clone();
    let name = "demos_sec.wld";
    let mut stream = WorldStream::read(&files[name]).unwrap();
    assert!(!rules(&files).contains(&"part-texture-missing"));
    stream.dictionary.textures.clear();
    files.insert(name.into(), stream.write());
    assert!(rules(&files).contains(&"part-texture-missing"));
}

#[test]
fn a_missing_part_is_a_finding_of_its_world() {
    let mut files = SHAPE.clone();
    let part = files.keys().find(|name| name.ends_with("s_ms1.sec"));
    files.remove(&part.unwrap().clone());
    let report = report(&files);
    assert!(!report.has_failures());
    let rule = |name| report.findings.iter().find(|rule| rule.rule == name);
    let missing = rule("part-missing").unwrap();
    assert_eq!(missing.count, 1);
    let place = &missing.first[0];
    assert_eq!(place.0, "level72s_sec.wld");
    assert_eq!(place.1, "part 1 is missing");
}

#[test]
fn a_part_that_no_manifest_reaches_is_counted_apart_and_only_noted() {
    let mut files = SHAPE.clone();
    let first = files["level72s_ms1.sec"].clone();
    files.insert("level72s_ms90.sec".into(), first);
    let (set, outcome) = checked(&files, 2);
    let whole = checked(&SHAPE, 2).1;
    let report = Report::new(&set, &outcome);
    for id in ["part-used", "part-atomics", "part-vertices"] {
        assert_eq!(outcome.tally.count(id), whole.tally.count(id), "{id}");
    }
    assert_eq!(outcome.tally.count("part-unused"), 1);
    let mut notes = report.notes.iter();
    assert!(notes.any(|rule| rule.rule == "part-beyond-count"));
}

#[test]
fn a_single_file_can_be_checked() {
    let home = folder(&SHAPE);
    let path = home.path().join("level72s_ms1.sec");
    let set = FileSet::open(&path, &OpenOptions::default()).unwrap();
    let outcome = check(&set, NonZero::new(4).unwrap(), &|_| ());
    let report = Report::new(&set, &outcome);
    assert_eq!((report.files, report.broken_files()), (1, 0));
    assert!(outcome.tally.count("part-atomics") > 0);
    assert_eq!(report.completeness, Completeness::Part);
}

#[test]
fn a_dictionary_outside_of_any_container_is_read_too() {
    let stream = WorldStream::read(&SHAPE["level72s_sec.wld"]).unwrap();
    let textures = stream.dictionary.textures.len() as u64;
    let dictionary: TextureDictionary = stream.dictionary;
    let files = Files::from([("walls.txd".to_owned(), dictionary.write())]);
    let (_, outcome) = checked(&files, 1);
    assert_counts(&outcome.tally, &[("txd-textures", textures)]);
}

#[test]
fn a_pack_and_its_resources_are_counted_by_shape() {
    use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
    use wonderwheel_warriors::pack::Pack;
    let stream = WorldStream::read(&SHAPE["level72s_sec.wld"]).unwrap();
    let dictionary = |hash: u32, texture: usize| {
        let texture = stream.dictionary.textures[texture].clone();
        let bytes = TextureDictionary::new(vec![texture]).write();
        Resource::new(
            hash,
            [Chunk::new(ChunkType::RenderwareTextureDic, hash, bytes)],
        )
    };
    let pack = |resources| Pack { resources }.write();
    // Once more as a file of its own, and once with another content.
    let files = [
        (
            "level5_1.pak",
            pack(vec![dictionary(7, 0), dictionary(8, 0)]),
        ),
        ("7", dictionary(7, 0).write()),
        ("level5_2.pak", pack(vec![dictionary(8, 1)])),
    ];
    let files = Files::from(files.map(|(name, bytes)| (name.to_owned(), bytes)));
    let (_, outcome) = checked(&files, 2);
    assert_eq!(outcome.failures, []);
    assert_counts(
        &outcome.tally,
        &[
            ("pack-entries", 2),
            ("pack-named", 2),
            ("pack-of-levels", 2),
            ("pack-resources", 3),
            ("pack-dictionaries", 3),
            ("resource-entries", 1),
            ("resource-dictionaries", 1),
            ("resource-decimal-entries", 1),
            ("archive-names-decimal", 1),
            ("archive-names-plain", 2),
            ("resource-occurrences", 4),
            ("resource-distinct", 2),
            ("resource-two-contents", 1),
            ("txd-in-chunks", 4),
            ("txd-named-like-resource", 4),
            ("txd-distinct", 2),
            ("chunk-count", 4),
            ("chunk-types", 1),
            ("parse-flat", 1),
            ("parse-grouped", 2),
        ],
    );
    let types = outcome.tally.chunks();
    assert_eq!(types[&0x2A].count, 4);
}

#[test]
fn files_without_a_name_are_counted_by_kind() {
    let home = folder(&Files::new());
    for folder in ["ee_files", "Unnamed"] {
        fs::create_dir(home.path().join(folder)).unwrap();
    }
    let script = b"\x1BLua\x40 and no more";
    for (path, bytes) in [
        ("ee_files/a.scn", &[8, 0, 0, 0, 1, 2, 3, 4][..]),
        ("Unnamed/0badcafe.scn", &[8, 0, 0, 0, 1, 2, 3, 4]),
        ("Unnamed/0badcaff.lua", script),
    ] {
        fs::write(home.path().join(path), bytes).unwrap();
    }
    let set = FileSet::open(home.path(), &OpenOptions::default()).unwrap();
    let outcome = check(&set, NonZero::new(2).unwrap(), &|_| ());
    assert_counts(
        &outcome.tally,
        &[
            ("archive-entries", 3),
            ("archive-kinds", 2),
            ("archive-names-plain", 1),
            ("archive-names-missing", 2),
            ("archive-unnamed-scenes", 1),
            ("archive-unnamed-scripts", 1),
            ("scn-entries", 2),
            ("scn-named", 1),
            ("scn-bytes", 16),
            ("lua-entries", 1),
            ("lua-named", 0),
        ],
    );
    let report = Report::new(&set, &outcome);
    assert_eq!(report.failures.len(), 1);
    assert_eq!(report.failures[0].file, "unnamed/0badcaff.lua");
}

#[test]
fn a_file_without_a_reader_still_has_to_be_what_its_name_says() {
    let files = Files::from([
        ("a.scn".to_owned(), vec![9, 0, 0, 0, 1, 2, 3, 4]),
        ("cn12.met".to_owned(), b"METRICS1".to_vec()),
    ]);
    let report = report(&files);
    assert_eq!(failed(&report), ["a.scn"]);
}

/// A small generator, so that a failure comes again.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

#[test]
fn no_damage_makes_the_counting_panic() {
    let mut random = Random(0x00C0_FFEE);
    let mut worlds = Worlds::default();
    let stream = WorldStream::read(&SHAPE["level72s_sec.wld"]).unwrap();
    worlds.add_stream("level72s", stream, 1, 0);
    let others = DEMO.iter().filter(|(name, _)| !name.ends_with(".sec"));
    let parts = SHAPE.iter().filter(|(name, _)| name.ends_with("s_ms1.sec"));
    let samples = others
        .chain(parts)
        .filter(|(name, _)| !name.ends_with(".ron"));
    let samples: Vec<_> = samples.collect();
    for round in 0..240 {
        let (name, bytes) = samples[round % samples.len()];
        let mut bytes = bytes.clone();
        for _ in 0..=random.below(6) {
            // Mostly in headers, which lie in front.
            let reach = [64, 4_096, usize::MAX][random.below(3)].min(bytes.len());
            let at = random.below(reach);
            bytes[at] = [0, 1, 0x7F, 0x80, 0xFF, random.below(256) as u8][random.below(6)];
        }
        if random.below(4) == 0 {
            bytes.truncate(random.below(bytes.len()));
        }
        let file = GameFile {
            name: name.clone(),
            is_unnamed: false,
            size: bytes.len() as u64,
        };
        examine(&file, &bytes, &worlds, NonZero::<usize>::MIN);
    }
}

#[test]
fn the_same_numbers_stand_in_text_and_json() {
    let report = report(&SHAPE);
    let value = json::value(&report);
    assert_eq!(value["files"], SHAPE.len() - 1);
    assert_eq!(value["completeness"], "part");
    let groups = value["groups"].as_array().unwrap();
    let worlds = groups.iter().find(|group| group["id"] == "wld").unwrap();
    assert_eq!(worlds["counts"][0]["id"], "world-entries");
    assert_eq!(worlds["counts"][0]["here"], 2);
    assert_eq!(worlds["counts"][0]["retail"], 159);
    let disc = groups.iter().find(|group| group["id"] == "disc").unwrap();
    assert!(disc["counts"][0]["here"].is_null());
    assert!(disc["counts"][0]["not_counted"].is_string());

    let text = lines(&report, Style::default());
    let is_row = |line: &&String| line.starts_with("  world streams ") && line.contains("files");
    let row = text.iter().find(is_row).unwrap();
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[2..], ["files", "2", "159", "1", "%"]);
    assert!(text[0].contains("of the 10,701 files"), "{}", text[0]);
    // Groups of which nothing is here are only shown when asked for.
    assert!(!text.iter().any(|line| line.starts_with("scripts")));
    let all = Style {
        all: true,
        ..Style::default()
    };
    let text = lines(&report, all);
    assert!(text.iter().any(|line| line.starts_with("scripts")));
}

#[test]
fn an_empty_folder_has_nothing_to_count() {
    let report = report(&Files::new());
    assert_eq!((report.files, report.known_files()), (0, 0));
    assert!(!report.has_failures());
}

/// The level of Going Commando.
static COMMANDO_LEVEL: LazyLock<Files> = LazyLock::new(|| forged("commando_demo").files);

#[test]
fn a_level_of_going_commando_counts_the_same_on_any_number_of_cores() {
    let mut files = COMMANDO_LEVEL.clone();
    let good = files["level0.wad"].clone();
    let mut broken = good.clone();
    // Somewhere in the sound bank, the data extent and behind it.
    for at in (0x800..broken.len()).step_by(broken.len() / 40) {
        broken[at] ^= 0x55;
    }
    files.insert("level1.wad".into(), broken);
    files.insert("level2.wad".into(), good[..good.len() / 2].to_vec());
    let (set, one) = checked(&files, 1);
    assert!(!one.failures.is_empty());
    assert!(one.failures.iter().all(|failure| failure.file != 0));
    assert_eq!(one.commando_files, 3);
    for jobs in [2, 4, 9] {
        assert_eq!(one, checked(&files, jobs).1, "{jobs} workers");
    }
    let report = Report::new(&set, &one);
    assert!(report.share.is_commando);
    assert_eq!((report.share.here, report.chunks.len()), (3, 0));
}

#[test]
fn a_level_of_going_commando_counts_under_its_own_rows() {
    let (_, outcome) = checked(&COMMANDO_LEVEL, 2);
    let rows = |book: known::Book| book.known.iter().map(|row| row.id);
    let counted = |id: &&str| outcome.tally.count(id) > 0;
    assert!(rows(known::COMMANDO).filter(counted).count() > 20);
    assert_eq!(rows(known::WARRIORS).filter(counted).count(), 0);
    let groups: Vec<_> = known::COMMANDO.groups.iter().map(|group| group.0).collect();
    let mut known = known::COMMANDO.known.iter();
    assert!(known.all(|row| groups.contains(&row.group)));
}

#[test]
fn levels_of_going_commando_beside_the_other_games_files_are_counted_and_not_judged() {
    let mut files = SHAPE.clone();
    files.extend(COMMANDO_LEVEL.clone());
    let report = report(&files);
    assert!(!report.share.is_commando);
    assert_eq!(report.share.here, SHAPE.len() as u64 - 1);
    let ids: Vec<_> = report.groups.iter().map(|group| group.id).collect();
    assert!(ids.contains(&"wld") && ids.contains(&"commando-terrain"));
}
