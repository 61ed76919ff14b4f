//! Every kind under the mutator, cut at every byte, and under a counting allocator.
#![allow(missing_docs, reason = "tests")]

mod commando;
mod dense;
mod forged;
mod memory;
mod steps;
mod whole_files;

use std::collections::BTreeSet;
use std::path::Path;

use wonderwheel_fuzzing::mutate::Mutator;
use wonderwheel_fuzzing::{KINDS, Kind, kind};

/// Mutations a kind.
pub(crate) const ROUNDS: usize = 20_000;

#[test]
fn every_seed_is_valid() {
    for kind in KINDS {
        let seeds = (kind.seeds)();
        assert!(!seeds.is_empty(), "{}", kind.name);
        for (index, seed) in seeds.iter().enumerate() {
            (kind.run)(seed);
            assert!((kind.read)(seed), "{} {index}", kind.name);
            assert!(
                seed.len() <= 16 << 10,
                "{} {index}: {}",
                kind.name,
                seed.len()
            );
        }
    }
}

fn cuts(kind: &Kind) {
    for seed in (kind.seeds)() {
        for length in 0..seed.len() {
            (kind.run)(&seed[..length]);
        }
    }
}

#[test]
fn the_mutator_gives_the_same_inputs_every_time_and_reaches_valid_ones() {
    let manifest = kind("manifest").unwrap();
    let inputs = |seed| {
        let mut mutator = Mutator::new((manifest.seeds)(), seed);
        (0..500).map(|_| mutator.next_input()).collect::<Vec<_>>()
    };
    assert_eq!(inputs(1), inputs(1));
    assert_ne!(inputs(1), inputs(2));
    let read = inputs(1)
        .iter()
        .filter(|input| (manifest.read)(input))
        .count();
    assert!((50..450).contains(&read), "{read} of 500 are still valid");
}

fn mutations(kind: &Kind) {
    let seed = kind.name.bytes().fold(0x5EED_u64, |seed: u64, byte| {
        seed.wrapping_mul(31) + u64::from(byte)
    });
    let mut mutator = Mutator::new((kind.seeds)(), seed);
    let mut read = 0;
    for round in 0..ROUNDS {
        let input = mutator.next_input();
        let outcome = std::panic::catch_unwind(|| {
            (kind.run)(&input);
            (kind.read)(&input)
        });
        match outcome {
            Ok(was_read) => read += usize::from(was_read),
            Err(_) => panic!("{}, round {round}: {input:02x?}", kind.name),
        }
    }
    println!(
        "{}: {ROUNDS} inputs, {read} of them could be read",
        kind.name
    );
}

macro_rules! kinds {
    ($($name:ident)*) => {
        mod keeps_its_laws_under_mutation {
            $(#[test]
            fn $name() {
                super::mutations(super::kind(stringify!($name)).unwrap());
            })*
        }

        mod keeps_its_laws_cut_at_any_byte {
            $(#[test]
            fn $name() {
                super::cuts(super::kind(stringify!($name)).unwrap());
            })*
        }

        const TESTED: &[&str] = &[$(stringify!($name),)*];
    };
}

kinds! {
    dma_chain upload swizzle palette
    dictionary clump atomic world
    manifest archive_index bank_index world_stream part level level_forced container pack pack_loaded picture
    occluders sprite_sheet subtitles object_list lua classify names
    animation character lists sound path_data collision game_objects outline validate
    wad_stream wad_compress level_wad data_extent chunk_file overlay core_index gs_textures gameplay disc_toc sound_bank
    tfrag light_bank sky collision_tree occlusion occlusion_mappings tie shrub moby
}

#[test]
fn every_kind_is_tested_here_and_has_a_target_for_the_fuzzer() {
    let kinds: BTreeSet<_> = KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(kinds.len(), KINDS.len());
    assert_eq!(kinds, TESTED.iter().copied().collect());
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fuzz");
    let manifest = std::fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    for name in kinds {
        let target = std::fs::read_to_string(fuzz.join(format!("targets/{name}.rs"))).unwrap();
        assert!(target.contains(&format!("::{name}(bytes)")), "{name}");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name}");
    }
}
