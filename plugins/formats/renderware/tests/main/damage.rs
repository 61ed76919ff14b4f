//! Cut and corrupted files of every kind: an error or a value, never a panic.

use wonderwheel_ps2::error::Result;
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::native_data::decode_default;
use wonderwheel_renderware::skinned_chain::decode_skinned;
use wonderwheel_renderware::world::World;

use crate::generated::rewritten;
use crate::oracle_malformed::{decode_clump, decode_dictionary, decode_packed_chains};
use crate::samples;

/// Reads an atomic and decodes its chains.
fn decode_atomic(bytes: &[u8]) -> Result<()> {
    match &Atomic::read(bytes)?.geometry {
        Some(geometry) => decode_packed_chains(geometry),
        None => Ok(()),
    }
}

/// Reads a world, decodes its chains and walks its tree.
fn decode_world(bytes: &[u8]) -> Result<()> {
    let world = World::read(bytes)?;
    for sector in &world.sectors {
        let strip = sector
            .bin_mesh
            .as_ref()
            .is_some_and(|bin_mesh| bin_mesh.is_strip());
        for (mesh, chain) in sector.chains() {
            decode_default(chain, strip, mesh.vertex_count)?;
        }
    }
    world.leaf_at([0.0; 3]);
    world.back_to_front([0.0; 3], &mut |_| {});
    Ok(())
}

type Decoder = fn(&[u8]) -> Result<()>;

/// A character: its skin, its bones, its weights.
fn decode_skin(bytes: &[u8]) -> Result<()> {
    let clump = Clump::read(bytes)?;
    for frame in &clump.frames {
        frame.hanim()?;
    }
    for geometry in &clump.geometries {
        geometry.skin()?;
        for (mesh, chain) in geometry.chains() {
            decode_skinned(chain, true, mesh.vertex_count)?;
        }
    }
    Ok(())
}

fn samples() -> [(&'static str, Vec<u8>, Decoder); 7] {
    [
        (
            "dictionary",
            samples::dictionary().write(),
            decode_dictionary,
        ),
        ("atomic", samples::part_atomic().write(), decode_atomic),
        ("clump", samples::clump().write(), decode_clump),
        (
            "streamed world",
            samples::streamed_world().write(),
            decode_world,
        ),
        ("glow world", samples::glow_world().write(), decode_world),
        ("plain clump", samples::plain_clump().write(), decode_clump),
        (
            "character",
            Clump {
                geometries: vec![samples::skinned_geometry()],
                ..samples::clump()
            }
            .write(),
            decode_skin,
        ),
    ]
}

#[test]
fn a_file_cut_anywhere_is_an_error() {
    for (name, bytes, decode) in samples() {
        for cut in 0..bytes.len() {
            assert!(
                decode(&bytes[..cut]).is_err(),
                "{name} cut at {cut} of {}",
                bytes.len()
            );
        }
    }
}

#[test]
fn a_file_with_bytes_behind_it_is_an_error() {
    for (name, mut bytes, decode) in samples() {
        bytes.push(0);
        assert!(decode(&bytes).is_err(), "{name}");
    }
}

/// Numbers that break readers: counts, sizes and signs at their limits.
const NASTY: [u32; 8] = [0, 1, 3, 0x7F, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF];

#[test]
fn no_word_of_a_file_makes_a_reader_panic() {
    for (_, bytes, decode) in samples() {
        let mut damaged = bytes.clone();
        for at in 0..bytes.len() - 4 {
            for value in NASTY {
                damaged[at..at + 4].copy_from_slice(&value.to_le_bytes());
                let _ = decode(&damaged);
            }
            damaged[at..at + 4].copy_from_slice(&bytes[at..at + 4]);
        }
    }
}

#[test]
fn no_random_damage_makes_a_reader_panic() {
    let mut random = Random(0x5EED_0002);
    for (_, bytes, decode) in samples() {
        for _ in 0..20_000 {
            let _ = decode(&damage(&bytes, &mut random));
        }
    }
}

/// A stream that can still be read is written as one that reads to the same value.
#[test]
fn what_can_be_read_of_a_damaged_file_survives_writing() {
    let mut random = Random(0x5EED_0004);
    for (name, bytes, _) in samples().into_iter().take(5) {
        let mut survived = 0;
        for _ in 0..4_000 {
            let damaged = damage(&bytes, &mut random);
            if let Ok(written) = rewritten(bytes[0], &damaged) {
                survived += 1;
                assert!(
                    rewritten(bytes[0], &written).as_ref() == Ok(&written),
                    "{name}"
                );
            }
        }
        assert!(survived > 100, "{name}: {survived}");
    }
}

/// Flips, replaces and copies a few bytes.
pub fn damage(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len());
        match random.below(3) {
            0 => damaged[at] ^= 1 << random.below(8),
            1 => damaged[at] = random.below(256) as u8,
            _ => {
                let from = random.below(bytes.len());
                let length = random.below(32).min(bytes.len() - at.max(from));
                damaged.copy_within(from..from + length, at);
            }
        }
    }
    damaged
}

/// A xorshift generator: the same damage in every run.
pub struct Random(pub u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}
