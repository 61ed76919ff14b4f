//! Images and indexes with wrong bytes in them: never a panic, never more memory than the bytes are worth.

use wonderwheel_game_files::prelude::*;

use crate::disc::{game, game_image, image, index_and_archive, open_bytes};

/// Marsaglia's xorshift: the same bytes in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn mutate(&mut self, bytes: &mut [u8]) {
        const TELLING: [u8; 6] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF];
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            bytes[at] = match self.below(3) {
                0 => self.next() as u8,
                1 => bytes[at] ^ (1 << self.below(8)),
                _ => TELLING[self.below(TELLING.len())],
            };
        }
    }
}

/// Asks everything that can be asked.
fn use_up(opened: &OpenedFiles) {
    for name in opened.files.names() {
        let size = opened.files.size(&name).expect("what is listed is there");
        if let Ok(bytes) = opened.files.read(&name) {
            assert_eq!(bytes.len() as u64, size);
        }
        let _ = opened.files.read_range(&name, size / 2, 16);
    }
    let _ = levels(&*opened.files);
}

#[test]
fn images_with_wrong_descriptors_and_folders_never_panic() {
    let good = game_image(&game());
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut opened = 0;
    for _ in 0..4000 {
        let mut bytes = good.clone();
        // The descriptor, or the root and the folder after it.
        match random.below(3) {
            0 => random.mutate(&mut bytes[16 * 2048..16 * 2048 + 190]),
            _ => random.mutate(&mut bytes[20 * 2048..20 * 2048 + 400]),
        }
        if let Ok(good) = open_bytes(bytes) {
            opened += 1;
            // Names are recovered again from each image, which takes a few milliseconds.
            if opened % 50 == 0 {
                use_up(&good);
            }
        }
    }
    assert!(opened > 100, "{opened}: some mutations do no harm");
}

#[test]
fn wrong_indexes_never_panic() {
    let (good, archive) = index_and_archive(&game());
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    for round in 0..400 {
        let mut index = good.clone();
        random.mutate(&mut index[4..]);
        let image = image(&[("WARRIORS.DIR", &index), ("WARRIORS.WAD", &archive)]);
        let opened = open_bytes(image).expect("only the count can make an index unreadable");
        if round % 20 == 0 {
            use_up(&opened);
        }
        assert!(opened.identity.warnings.len() < 100);
    }
}

#[test]
fn folders_that_lead_to_each_other_end() {
    // Many sub-folders, each of which is the root again: only one level is read, and only so much of it.
    let names: Vec<_> = (0..3000).map(|number| format!("F{number}/A")).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let mut bytes = image(&files);
    let root = u32::from_le_bytes(bytes[16 * 2048 + 158..][..4].try_into().unwrap());
    let size = u32::from_le_bytes(bytes[16 * 2048 + 166..][..4].try_into().unwrap());
    let start = root as usize * 2048;
    let mut at = start;
    while at < start + size as usize {
        let length = usize::from(bytes[at]);
        if length == 0 {
            at = (at + 1).next_multiple_of(2048);
            continue;
        }
        bytes[at + 2..at + 6].copy_from_slice(&root.to_le_bytes());
        bytes[at + 10..at + 14].copy_from_slice(&size.to_le_bytes());
        at += length;
    }
    let image = wonderwheel_game_files::iso::IsoImage::open(std::sync::Arc::new(bytes), "loop.iso")
        .unwrap();
    assert!(image.entries().len() < 200_000, "{}", image.entries().len());
    assert!(!image.warnings().is_empty());
}
