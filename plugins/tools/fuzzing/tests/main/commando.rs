//! The forged level of Going Commando, whole and in its parts: written back, within the bounds of memory and work, cut.

use std::sync::OnceLock;

use wonderwheel_commando::level::{ClassKind, DataExtent, Level, LevelFile};
use wonderwheel_forge::{Recipe, commando_disc, forge};
use wonderwheel_fuzzing::mutate::Xorshift;
use wonderwheel_fuzzing::{Target, target};

use crate::memory;
use crate::steps::hold;

/// Bytes of a sector, and the sector that the table of contents begins at.
const SECTOR: usize = 0x800;
const TABLE_SECTOR: usize = 1001;

/// Every part of the level that has a kind of its own.
fn parts() -> &'static [(&'static Target, Vec<u8>)] {
    static PARTS: OnceLock<Vec<(&Target, Vec<u8>)>> = OnceLock::new();
    PARTS.get_or_init(|| {
        let recipe = Recipe::builtin("commando_demo").unwrap();
        let game = forge(&recipe, &mut |_| {}).unwrap();
        let disc = commando_disc(&game.files).unwrap();
        let file = &game.files["level0.wad"];
        let members = LevelFile::read(file).unwrap().members;
        let data = DataExtent::read(members.data).unwrap().members;
        let level = Level::read(file).unwrap();
        let gameplay = level.gameplay.write().unwrap();
        let toc = &disc[TABLE_SECTOR * SECTOR..][..0x4000];
        let mut parts = vec![
            ("commando-level", file.as_slice()),
            ("commando-data", members.data),
            ("wad", data.core_data),
            ("overlay", data.overlay),
            ("commando-core", data.core_index),
            ("gameplay", &gameplay),
            ("commando-toc", toc),
            ("sound_bank", members.sound_bank),
            ("tfrag", level.tfrags()),
            ("sky", level.sky()),
            ("collision", level.collision()),
            ("occlusion", level.occlusion()),
            ("occlusion-mappings", members.occlusion),
        ];
        for (name, kind) in [
            ("tie", ClassKind::Tie),
            ("shrub", ClassKind::Shrub),
            ("moby", ClassKind::Moby),
        ] {
            let classes = level.classes(kind);
            parts.extend(classes.map(|class| (name, level.class_bytes(class).unwrap().1)));
        }
        let owned = parts.into_iter();
        owned
            .map(|(name, bytes)| (target(name).unwrap(), bytes.to_vec()))
            .collect()
    })
}

#[test]
fn every_part_is_read_and_keeps_its_laws() {
    for (target, bytes) in parts() {
        let name = target.name;
        let (read, most) = memory::hold(target, bytes, "a forged part");
        assert!(read, "{name}");
        // The targets' own laws, among them that every part is written back as it was.
        let [reading, all] = hold(target, bytes, "a forged part");
        println!(
            "{name}, {} bytes: {:.2} times in memory, {reading:.2} and {all:.2} steps a byte",
            bytes.len(),
            most as f64 / bytes.len() as f64
        );
    }
}

/// Bytes that the cuts of one part may hand to its target: what bounds the test's work.
const BYTES: usize = 16 << 20;
const CUTS: usize = 500;

#[test]
fn every_part_cut_anywhere_is_an_error_or_a_shorter_value() {
    let mut random = Xorshift::new(0xC07);
    for (target, bytes) in parts() {
        for _ in 0..CUTS.min(2 * BYTES / bytes.len()) {
            (target.run)(&bytes[..random.below(bytes.len())]);
        }
    }
}
