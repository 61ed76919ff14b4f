//! A medium that is slow, or fails in mid-play: what can be used is used, and the frames go on.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::App;
use wonderwheel_game_files::gate::GatedFiles;
use wonderwheel_game_files::{GameFileError, GameFiles, MemoryFiles};
use wonderwheel_world_streaming::core::synthetic::GridCity;
use wonderwheel_world_streaming::prelude::*;

use crate::app::*;
use crate::fixture;

const S: WorldSlot = WorldSlot::Scenery;
const PARTS: u32 = 30;

/// A row of 600 m: the preload leaves most of it for the play.
fn row() -> MemoryFiles {
    let city = GridCity::row(S, PARTS);
    MemoryFiles::new(fixture::city_files("row", &city))
}

/// A drive that can be broken.
struct Drive {
    files: MemoryFiles,
    is_broken: Arc<AtomicBool>,
}

impl GameFiles for Drive {
    fn size(&self, name: &str) -> Option<u64> {
        self.files.size(name)
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        if self.is_broken.load(Ordering::Relaxed) {
            let dust = io::Error::other("the lens is dusty");
            return Err(GameFileError::io(name, "read", dust));
        }
        self.files.read(name)
    }

    fn names(&self) -> Vec<String> {
        self.files.names()
    }

    fn describe(&self) -> String {
        "/dev/dvd".into()
    }
}

fn count(app: &App, state: PartState) -> u32 {
    tables(app, S).count_parts(state)
}

#[test]
fn a_drive_that_fails_in_mid_play_costs_those_parts_alone() {
    let is_broken = Arc::new(AtomicBool::new(false));
    let drive = Drive {
        files: row(),
        is_broken: is_broken.clone(),
    };
    let mut app = app_over(drive, faithful());
    assert_eq!(load(&mut app, "row"), LevelPhase::Ready);
    let preloaded = count(&app, PartState::Resident);
    assert!((1..PARTS).contains(&preloaded), "{preloaded}");
    is_broken.store(true, Ordering::Relaxed);
    checked_updates(&mut app, 6, fixed_charges(1));
    let lost = count(&app, PartState::Failed);
    assert!(lost > 0 && preloaded + lost < PARTS, "{lost}");
    let failed = &get::<FailedSectors>(&app).sectors;
    assert!(
        failed
            .iter()
            .all(|f| f.fault.words.contains("the lens is dusty")),
        "{failed:?}"
    );
    is_broken.store(false, Ordering::Relaxed);
    checked_updates(&mut app, 60, fixed_charges(1));
    let lost = count(&app, PartState::Failed);
    assert_eq!(
        count(&app, PartState::Resident) + lost,
        PARTS,
        "everything else came"
    );
    assert!(get::<CurrentLevel>(&app).is_ready());
}

#[test]
fn frames_go_on_while_a_slow_medium_keeps_a_part_waiting() {
    let (files, gate) = GatedFiles::new(row());
    gate.open();
    let mut app = free_running_app(files, faithful());
    app.world_mut()
        .write_message(LoadLevel { name: "row".into() });
    update_until(&mut app, "the level", |app| {
        get::<CurrentLevel>(app).is_ready()
    });
    gate.close();
    update_until(&mut app, "a read at the gate", |_| {
        !gate.waiting().is_empty()
    });
    let resident = count(&app, PartState::Resident);
    updates(&mut app, 200);
    assert_eq!(
        gate.waiting().len(),
        1,
        "one read is in flight by the original's rules"
    );
    assert!(count(&app, PartState::Resident) <= resident + 1);
    gate.open();
    update_until(&mut app, "all parts", |app| {
        count(app, PartState::Resident) == PARTS
    });
}
