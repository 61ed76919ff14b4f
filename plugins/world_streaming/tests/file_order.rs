//! The files of a level are asked for in the original's order. Source: spec/archives.md 10.3 and 10.4.

use bevy::prelude::*;
use wonderwheel_game_files::MemoryFiles;
use wonderwheel_game_files::recording::{ReadLog, Recording};
use wonderwheel_warriors::pack::Pack;
use wonderwheel_world_streaming::core::synthetic::GridCity;
use wonderwheel_world_streaming::prelude::*;

use crate::app::*;
use crate::fixture::{self, Files};

const S: WorldSlot = WorldSlot::Scenery;
const D: WorldSlot = WorldSlot::Detail;

/// The level's own files, and a start (our own file; the original's scripts set it) in the middle part of three. Distances are
/// those to the nearest face: the part behind the face that is nearer than the others' is as near, and comes after.
fn beside(files: &mut Files) {
    let middle = GridCity::row(S, 3).center(1) + Vec3::new(5.0, 0.0, 0.0);
    let start = format!(
        "(start: Some((position: ({:.1}, {:.1}, {:.1}), heading: 0.0)))",
        middle.x, -middle.z, middle.y
    );
    files.insert("level900.lev".into(), vec![0; 16]);
    files.insert("level900_objs.txt".into(), b"0\r\n".to_vec());
    files.insert("level900_1.pak".into(), Pack::default().write());
    files.insert("level900.settings.ron".into(), start.into_bytes());
}

fn started(files: Files) -> (App, ReadLog) {
    let (files, log) = Recording::new(MemoryFiles::new(files));
    let mut app = app_over(files, faithful());
    assert_eq!(load(&mut app, "level900"), LevelPhase::Ready);
    (app, log)
}

#[test]
fn a_level_of_two_worlds_is_read_in_the_originals_order() {
    let mut files = fixture::level_files("level900", &GridCity::row(S, 3), &GridCity::row(D, 2));
    beside(&mut files);
    let (app, log) = started(files);
    let read = log.whole_files();
    // The object list is not read yet: no objects are placed.
    assert_eq!(
        read[..8],
        [
            "level900s_sec.mem",
            "level900s_sec.wld",
            "level900d_sec.mem",
            "level900d_sec.wld",
            "level900.lev",
            "level900.settings.ron",
            "level900_1.pak",
            "level900s_ms2.sec"
        ]
    );
    let eye = get::<CurrentLevel>(&app).start.expect("given").0;
    let distances: Vec<f32> = read[7..]
        .iter()
        .map(|name| {
            let (world, part) = name.split_once("_ms").expect("a part");
            let part = part.trim_end_matches(".sec").parse().expect("a number");
            let slot = if world.ends_with('s') { S } else { D };
            tables(&app, slot).part_distance_sq(part, &[eye])
        })
        .collect();
    assert_eq!(distances.len(), 5, "{read:?}");
    assert!(distances.is_sorted(), "nearest first: {distances:?}");
}

#[test]
fn a_level_of_one_world_is_read_by_its_own_name() {
    let mut files = fixture::city_files("level900", &GridCity::row(S, 3));
    beside(&mut files);
    let (_, log) = started(files);
    assert_eq!(
        log.whole_files()[..6],
        [
            "level900_sec.mem",
            "level900_sec.wld",
            "level900.lev",
            "level900.settings.ron",
            "level900_1.pak",
            "level900_ms2.sec"
        ]
    );
}

#[test]
fn what_is_not_there_is_not_asked_for_and_the_order_stays() {
    let mut files = fixture::level_files("level900", &GridCity::row(S, 3), &GridCity::row(D, 2));
    files.remove("level900d_sec.mem");
    let (_, log) = started(files);
    assert_eq!(
        log.whole_files()[..4],
        [
            "level900s_sec.mem",
            "level900s_sec.wld",
            "level900d_sec.wld",
            "level900s_ms1.sec"
        ]
    );
}
