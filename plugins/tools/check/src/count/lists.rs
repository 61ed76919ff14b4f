//! The global resource's lists, and the scene list.

use std::collections::BTreeSet;

use wonderwheel_ps2::error::Result;
use wonderwheel_warriors::chunk::{ChunkType, ResourceSlice};
use wonderwheel_warriors::lists::GlobalLists;

use crate::files::GameFile;
use crate::known::Count;
use crate::sheet::Sheet;
use crate::tally::{Fact, Tally};

/// The lists of the main global resource; of the other one only its chunks are counted.
pub fn global(sheet: &mut Sheet, file: &GameFile, bytes: &[u8]) -> Result<()> {
    let lists = GlobalLists::read(bytes)?;
    lists.validate(&mut sheet.findings);
    if file.name != "warriors.glr" {
        return Ok(());
    }
    let tally = &mut sheet.tally;
    for (id, count) in [
        (Count::GlrCharacters, lists.characters.records.len()),
        (Count::GlrObjects, lists.objects.records.len()),
        (Count::GlrDependencies, lists.dependencies.records.len()),
        (Count::GlrStereoRecords, lists.sound_materials.records.len()),
        (Count::GlrSheets, lists.sheets.records.len()),
        (Count::GlrAnimations, lists.animations.records.len()),
        (Count::GlrSounds, lists.static_sounds.records.len()),
        (Count::GlrMusic, lists.music.records.len()),
        (Count::GlrSoundClasses, lists.sound_commands.classes.len()),
    ] {
        tally.add(id, count as u64);
    }
    objects(tally, &lists);
    sounds(tally, &lists);
    let dependencies = &lists.dependencies.records;
    let groups: BTreeSet<u32> = dependencies.iter().map(|record| record.group).collect();
    tally.add(Count::GlrDependencyGroups, groups.len() as u64);
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
    tally.add(Count::GlrObjectsTwice, twice.len() as u64);
    for (number, record) in (0..).zip(records) {
        if record.damaged != 0 {
            tally.one(Count::GlrObjectsDamaged);
            let exists = names.contains(&record.damaged);
            tally.one_if(exists, Count::GlrObjectsDamagedFound);
        }
        tally.one_if(
            record.second_dictionary != 0,
            Count::GlrObjectsTwoDictionaries,
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
            tally.one_of(
                stereo.contains(&sound.name_hash),
                Count::GlrSoundsStereo,
                Count::GlrSoundsMono,
            );
        }
    }
}

/// The records that the scene list's header counts.
pub fn scenes(tally: &mut Tally, resource: &ResourceSlice<'_>) {
    for chunk in &resource.chunks {
        if chunk.ty == ChunkType::SceneList {
            let count = chunk.payload.clone().u32().unwrap_or(0);
            tally.add(Count::SclRecords, count.into());
        }
    }
}
