//! Broken levels: what can be read is there, what cannot is a fault, nothing panics.

use std::sync::Arc;

use wonderwheel_commando::level::Level;
use wonderwheel_commando_view::choose::FrameChoice;
use wonderwheel_commando_view::members::LooseMembers;
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::{CommandoSettings, ShownLevel};

use crate::demo;

/// The next of a row of numbers (SplitMix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[test]
fn a_member_of_rubbish_is_a_fault_and_the_rest_is_there() {
    let level = demo::level();
    for name in [
        "level0.tfrag.bin",
        "level0.sky.bin",
        "level0.collision.bin",
        "level0.occlusion.bin",
    ] {
        let scene = LevelScene::build(&level, &demo::loose(name, vec![0xFF; 999]));
        assert!(!scene.faults.is_empty(), "{name}");
        assert!(!scene.instances.ties.is_empty(), "{name}");
        assert_eq!(scene.replaced, [name]);
    }
    let class = demo::scene().ties[0].class;
    let scene = LevelScene::build(
        &level,
        &demo::loose(&format!("level0.tie.{class}.bin"), vec![7; 9]),
    );
    assert!(
        scene
            .faults
            .iter()
            .any(|fault| fault.to_string().starts_with(&format!("tie class {class}")))
    );
    assert!(scene.ties.len() + 1 == demo::scene().ties.len());
}

#[test]
fn a_loose_sky_takes_the_place_of_the_containers() {
    let empty = wonderwheel_commando::sky::Sky::default()
        .write()
        .expect("an empty sky");
    let scene = LevelScene::build(&demo::level(), &demo::loose("level0.sky.bin", empty));
    assert_eq!(scene.faults, []);
    assert!(scene.sky.runs.is_empty());
}

#[test]
fn changed_bytes_of_members_never_panic_and_are_chosen_from() {
    let level = demo::level();
    let mut state = 7;
    let members = [
        ("level0.tfrag.bin", level.tfrags().to_vec()),
        ("level0.sky.bin", level.sky().to_vec()),
        ("level0.collision.bin", level.collision().to_vec()),
        ("level0.occlusion.bin", level.occlusion().to_vec()),
    ];
    let mut chosen = FrameChoice::default();
    let eye = demo::at_the_landing();
    let mut kept = 0;
    for (name, bytes) in members {
        for _ in 0..6 {
            let mut bytes = bytes.clone();
            for _ in 0..1 + next(&mut state) % 4 {
                let at = next(&mut state) as usize % bytes.len();
                bytes[at] = next(&mut state) as u8;
            }
            let scene = LevelScene::build(&level, &demo::loose(name, bytes));
            chosen.choose(&scene, &eye, &CommandoSettings::default());
            let colours = scene.lighting.colours(&scene.lighting.bank);
            assert_eq!(colours.bytes.len(), scene.lighting.len());
            kept += usize::from(!chosen.calls.is_empty());
        }
    }
    assert!(kept > 0);
}

#[test]
fn a_container_that_lost_its_gameplay_still_has_its_terrain() {
    // The gameplay extent's size in the header is the last word of the five.
    let mut file = demo::file().to_vec();
    file[0x20..0x28].fill(0);
    let level = Level::read(&file).expect("a level may have none");
    let scene = LevelScene::build(&level, &LooseMembers::default());
    assert!(!scene.terrain.patches.is_empty() && scene.instances.records.is_empty());
    let mut faults = scene.faults.iter();
    assert!(faults.any(|fault| fault.words.contains("no light bank")));
}

#[test]
fn relighting_nothing_does_nothing() {
    let mut shown = ShownLevel::default();
    let before = shown.colours.clone();
    shown.relight();
    assert!(Arc::ptr_eq(&before, &shown.colours));
}
