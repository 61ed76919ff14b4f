//! Sound banks of silence, their indices, and the sound lists.

use wonderwheel_warriors::lists::GlobalLists;
use wonderwheel_warriors::names::crc32;
use wonderwheel_warriors::sound::{MusicTrack, SoundClass, SoundMaterial, StaticSound};

use super::levels::GameLevel;
use super::store::Store;

/// Bytes of one frame of 28 samples. Source: spec/archives.md 9.
const FRAME: u32 = 16;

/// Banks and their sounds.
const BANKS: [(&str, &[&str]); 4] = [
    (
        "sound",
        &["step_asphalt", "step_planks", "crate_break", "bell"],
    ),
    ("menu", &["menu_move", "menu_take"]),
    ("pause", &["pause_open"]),
    ("load_00", &["train_far"]),
];

/// Writes all banks and lists their sounds.
pub fn add(store: &mut Store, levels: &[GameLevel]) {
    for (bank, sounds) in BANKS {
        let mut index = Vec::new();
        let mut samples = Vec::new();
        for (i, sound) in (1..).zip(sounds) {
            let (offset, size) = (samples.len() as u32, FRAME * (2 + 3 * i));
            for word in [crc32(sound), offset] {
                index.extend(word.to_le_bytes());
            }
            samples.resize((offset + size) as usize, 0);
            // The last frame of a sound ends it: flag byte 1.
            if let Some(flag) = samples.iter_mut().rev().nth(FRAME as usize - 2) {
                *flag = 1;
            }
            store.lists.static_sounds.records.push(StaticSound {
                size,
                offset,
                name_hash: crc32(sound),
                pitch_variation: 5,
                volume: 100,
                rate: 2,
                class: i as u8,
            });
        }
        index.extend([0; 8]);
        store.files.insert(format!("{bank}.msd"), index);
        store.files.insert(format!("{bank}.msb"), samples);
    }
    lists(&mut store.lists, levels);
}

fn lists(lists: &mut GlobalLists, levels: &[GameLevel]) {
    let sounds = &mut lists.static_sounds.records;
    sounds.sort_by_key(|record| record.name_hash);
    for (i, class) in (0..).zip(&mut lists.sound_commands.classes) {
        *class = SoundClass {
            near: 2,
            far: 4 + i % 8,
            flags: 0,
            priority: i % 16,
            channels: 4,
        };
    }
    // Music and stereo sounds lie outside of the archive; the lists know them all the same.
    let track = |(i, level): (u32, &GameLevel)| {
        let text = format!("{}_theme", level.name());
        let mut name = [0; 64];
        for (place, byte) in name.iter_mut().zip(text.bytes()) {
            *place = byte;
        }
        MusicTrack {
            volume: 1.0,
            rate: 32_000,
            sixty_four: 64,
            thirty_two: 32,
            offset: 0x10_0000 * i,
            channels: 2,
            interleave: 0x8000,
            blocks: 16,
            last_block_bytes: 0x4000,
            name_hash: crc32(&text),
            name,
        }
    };
    lists.music.records = (0..).zip(levels).map(track).collect();
    lists.sound_materials.records = vec![SoundMaterial {
        name_hash: crc32("crowd_far"),
        interleave: 0x8000,
        last_block_bytes: 0x2000,
        blocks: 3,
    }];
}
