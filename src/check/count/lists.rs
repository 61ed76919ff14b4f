//! The global resource's lists, and the scene list.

use std::collections::BTreeSet;

use wonderwheel_ps2::error::Result;
use wonderwheel_warriors::chunk::{ChunkType, ResourceSlice};
use wonderwheel_warriors::lists::GlobalLists;

use crate::check::file::Sheet;
use crate::check::files::GameFile;
use crate::check::tally::{Fact, Tally};

/// The lists of the main global resource; of the other one only its chunks are counted.
pub fn global(sheet: &mut Sheet, file: &GameFile, bytes: &[u8]) -> Result<()> {
    let lists = GlobalLists::read(bytes)?;
    lists.validate(&mut sheet.findings);
    if file.name != "warriors.glr" {
        return Ok(());
    }
    let tally = &mut sheet.tally;
    for (id, count) in [
        ("glr-characters", lists.characters.records.len()),
        ("glr-objects", lists.objects.records.len()),
        ("glr-dependencies", lists.dependencies.records.len()),
        ("glr-stereo-records", lists.sound_materials.records.len()),
        ("glr-sheets", lists.sheets.records.len()),
        ("glr-animations", lists.animations.records.len()),
        ("glr-sounds", lists.static_sounds.records.len()),
        ("glr-music", lists.music.records.len()),
        ("glr-sound-classes", lists.sound_commands.classes.len()),
    ] {
        tally.add(id, count as u64);
    }
    objects(tally, &lists);
    sounds(tally, &lists);
    let dependencies = &lists.dependencies.records;
    let groups: BTreeSet<u32> = dependencies.iter().map(|record| record.group).collect();
    tally.add("glr-dependency-groups", groups.len() as u64);
    Ok(())
}

fn objects(tally: &mut Tally, lists: &GlobalLists) {
    let records = &lists.objects.records;
    let mut names = BTreeSet::new();
    let mut twice = BTreeSet::new();
    for record in records {
        if !names.insert(record.name_hash) {
            twice.insert(record.name_hash);
        }
    }
    tally.add("glr-objects-twice", twice.len() as u64);
    for (number, record) in (0..).zip(records) {
        if record.damaged != 0 {
            tally.one("glr-objects-damaged");
            let exists = names.contains(&record.damaged);
            tally.one_if(exists, "glr-objects-damaged-found");
        }
        tally.one_if(
            record.second_dictionary != 0,
            "glr-objects-two-dictionaries",
        );
        tally.fact(Fact::ObjectModel {
            record: number,
            model: record.model,
        });
    }
}

/// Class flag of a sound that is streamed. Source: spec/archives.md 9.
const STREAMED: u8 = 0x04;

fn sounds(tally: &mut Tally, lists: &GlobalLists) {
    let stereo = lists.sound_materials.records.iter();
    let stereo: BTreeSet<u32> = stereo.map(|record| record.name_hash).collect();
    for sound in &lists.static_sounds.records {
        let class = lists.sound_commands.classes.get(usize::from(sound.class));
        if class.is_some_and(|class| class.flags & STREAMED != 0) {
            tally.one(if stereo.contains(&sound.name_hash) {
                "glr-sounds-stereo"
            } else {
                "glr-sounds-mono"
            });
        }
    }
}

/// The records that the scene list's header counts.
pub fn scenes(tally: &mut Tally, resource: &ResourceSlice<'_>) {
    for chunk in &resource.chunks {
        if chunk.ty == ChunkType::SceneList {
            let count = chunk.payload.clone().u32().unwrap_or(0);
            tally.add("scl-records", count.into());
        }
    }
}
