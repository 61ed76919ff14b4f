//! Every kind under the mutator, cut at every byte, and under a counting allocator.
#![allow(missing_docs, reason = "tests")]

mod commando;
mod dense;
mod forged;
mod memory;
mod steps;
mod whole_files;

use std::collections::BTreeSet;

use wonderwheel_fuzzing::mutate::Mutator;
use wonderwheel_fuzzing::{Target, target, targets};

/// Mutations a kind.
pub(crate) const ROUNDS: usize = 20_000;

#[test]
fn every_seed_is_valid() {
    for target in targets() {
        let seeds = (target.seeds)();
        assert!(!seeds.is_empty(), "{}", target.name);
        for (index, seed) in seeds.iter().enumerate() {
            (target.run)(seed);
            let (name, bytes) = (target.name, seed.len());
            assert!(target.read(seed), "{name} {index}");
            assert!(bytes <= 16 << 10, "{name} {index}: {bytes}");
        }
    }
}

fn cuts(target: &Target) {
    for seed in (target.seeds)() {
        for length in 0..seed.len() {
            (target.run)(&seed[..length]);
        }
    }
}

#[test]
fn the_mutator_gives_the_same_inputs_every_time_and_reaches_valid_ones() {
    let manifest = target("manifest").unwrap();
    let inputs = |seed| {
        let mut mutator = Mutator::new((manifest.seeds)(), seed);
        (0..500).map(|_| mutator.next_input()).collect::<Vec<_>>()
    };
    assert_eq!(inputs(1), inputs(1));
    assert_ne!(inputs(1), inputs(2));
    let read = inputs(1)
        .iter()
        .filter(|input| manifest.read(input))
        .count();
    assert!((50..450).contains(&read), "{read} of 500 are still valid");
}

fn mutations(target: &Target) {
    let seed = target.name.bytes().fold(0x5EED_u64, |seed: u64, byte| {
        seed.wrapping_mul(31) + u64::from(byte)
    });
    let mut mutator = Mutator::new((target.seeds)(), seed);
    let mut read = 0;
    for round in 0..ROUNDS {
        let input = mutator.next_input();
        let outcome = std::panic::catch_unwind(|| {
            (target.run)(&input);
            target.read(&input)
        });
        match outcome {
            Ok(was_read) => read += usize::from(was_read),
            Err(_) => panic!("{}, round {round}: {input:02x?}", target.name),
        }
    }
    println!(
        "{}: {ROUNDS} inputs, {read} of them could be read",
        target.name
    );
}

macro_rules! named {
    ($($name:ident)*) => {
        mod keeps_its_laws_under_mutation {
            $(#[test]
            fn $name() {
                super::mutations(super::target(stringify!($name)).unwrap());
            })*
        }

        mod keeps_its_laws_cut_at_any_byte {
            $(#[test]
            fn $name() {
                super::cuts(super::target(stringify!($name)).unwrap());
            })*
        }

        const TESTED: &[&str] = &[$(stringify!($name),)*];
    };
}

named! {
    dma_chain upload swizzle palette atomic world
    archive_index level_forced pack_loaded occluders rectangles subtitles animation_chunks sound path_data collision_chunks
    game_objects outline validate classify names
    wad_compress overlay gs_textures sound_bank light_bank
    pack level global character sprite_sheet resource world_stream rw_part manifest lua object_list bank_index rw_txd rw_dff
    commando_level wad commando_data commando_chunk commando_core gameplay tfrag sky collision occlusion occlusion_mappings
    tie shrub moby commando_toc
}

#[test]
fn every_target_is_tested_here() {
    let names = targets().iter().map(|target| target.name.replace('-', "_"));
    let names: BTreeSet<_> = names.collect();
    assert_eq!(names.len(), targets().len());
    assert_eq!(names, TESTED.iter().map(ToString::to_string).collect());
}
