//! Damaged blocks: an error, or a value that is written back as it was read. Never a panic.

use wonderwheel_commando::occlusion::{OcclusionGrid, OcclusionMappings};
use wonderwheel_commando::{collision, collision::Collision, occlusion, sky, sky::Sky};
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;

use super::samples;

/// A kind: its name, a sample, and all that is done with one.
type Kind = (&'static str, Vec<u8>, fn(&[u8]) -> Result<Vec<u8>>);

fn kinds() -> [Kind; 4] {
    [
        ("sky", samples::sky().write().unwrap(), |bytes| {
            let tree = sky::outline(bytes, Default::default());
            let sky = Sky::read(bytes);
            assert_eq!(tree.error.is_some(), sky.is_err());
            let sky = sky?;
            sky.validate(&mut Findings::new());
            for shell in &sky.shells {
                assert_eq!(shell.mesh().triangles.len(), shell.faces.len());
            }
            sky.write()
        }),
        (
            "collision",
            samples::collision().write().unwrap(),
            |bytes| {
                let tree = collision::outline(bytes, Default::default());
                let collision = Collision::read(bytes);
                assert_eq!(tree.error.is_some(), collision.is_err());
                let collision = collision?;
                collision.validate(&mut Findings::new());
                collision.mesh();
                let ray = collision::Ray::between([-50.0; 3], [40.0, 50.0, 60.0]);
                collision.ray(ray.unwrap());
                collision.nearest([1.0, 2.0, 3.0], 500.0);
                collision.write()
            },
        ),
        (
            "occlusion",
            samples::occlusion().write().unwrap(),
            |bytes| {
                let tree = occlusion::outline(bytes, Default::default());
                let grid = OcclusionGrid::read(bytes);
                assert_eq!(tree.error.is_some(), grid.is_err());
                let grid = grid?;
                grid.validate(&mut Findings::new());
                for octant in grid.octants() {
                    assert_eq!(
                        grid.mask_of(octant.cell),
                        Some(&grid.masks()[usize::from(octant.mask)])
                    );
                }
                grid.write()
            },
        ),
        ("mappings", samples::mappings().write().unwrap(), |bytes| {
            occlusion::outline_mappings(bytes, Default::default());
            let mappings = OcclusionMappings::read(bytes)?;
            mappings.validate(&mut Findings::new());
            mappings.write()
        }),
    ]
}

#[test]
fn undamaged_samples_are_written_back_and_break_no_rule() {
    for (name, bytes, work) in kinds() {
        assert!(work(&bytes).unwrap() == bytes, "{name}");
    }
    let mut findings = Findings::new();
    samples::sky().validate(&mut findings);
    samples::collision().validate(&mut findings);
    samples::occlusion().validate(&mut findings);
    samples::mappings().validate(&mut findings);
    assert_eq!(findings.as_slice(), []);
}

#[test]
fn a_block_cut_short_anywhere_is_an_error_within_its_bytes() {
    for (name, bytes, work) in kinds() {
        for length in 0..bytes.len() {
            match work(&bytes[..length]) {
                Err(error) => assert!(error.offset() <= length as u64, "{name}: {error}"),
                Ok(_) => panic!("{name} of {length} of {} bytes was read", bytes.len()),
            }
        }
    }
}

#[test]
fn bytes_behind_a_block_are_kept() {
    for (name, mut bytes, work) in kinds() {
        bytes.extend([0, 0, 0, 5, 0, 0, 0, 0]);
        assert!(work(&bytes).unwrap() == bytes, "{name}");
    }
}

/// Damages one kind 20,000 times: each is an error, or written back as it was.
fn damage_kind(wanted: &str) {
    let (name, original, work) = kinds().into_iter().find(|kind| kind.0 == wanted).unwrap();
    let mut random = Random(0x5EED_0000 + original.len() as u64);
    let mut read = 0;
    for round in 0..20_000 {
        let mut bytes = original.clone();
        damage(&mut bytes, &mut random);
        if let Ok(written) = work(&bytes) {
            read += 1;
            assert!(written == bytes, "{name}, round {round}");
        }
    }
    assert!((1..20_000).contains(&read), "{name}: {read} of 20,000 read");
}

#[test]
fn damaged_skies_never_panic() {
    damage_kind("sky");
}

#[test]
fn damaged_collision_never_panics() {
    damage_kind("collision");
}

#[test]
fn damaged_occlusion_never_panics() {
    damage_kind("occlusion");
}

#[test]
fn damaged_mappings_never_panic() {
    damage_kind("mappings");
}

/// A small generator of its own, so that the same damage is done on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 16) % limit as u64) as usize
    }
}

/// Changes one to four places, half of them near the start, where heads and trees stand.
fn damage(bytes: &mut Vec<u8>, random: &mut Random) {
    for _ in 0..=random.below(4) {
        let range = if random.below(2) == 0 {
            bytes.len().min(0x100)
        } else {
            bytes.len()
        };
        let at = random.below(range.max(1));
        match random.below(5) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.below(256) as u8,
            2 => {
                let word = [
                    0,
                    1,
                    0x40,
                    0xFFFF,
                    0x7FFF_FFFF,
                    0x8000_0000,
                    u32::MAX,
                    0x7FC0_0000,
                ];
                let at = at / 4 * 4;
                if let Some(bytes) = bytes.get_mut(at..at + 4) {
                    bytes.copy_from_slice(&word[random.below(word.len())].to_le_bytes());
                }
            }
            3 => {
                let at = at / 2 * 2;
                if let Some(bytes) = bytes.get_mut(at..at + 2) {
                    let half = u16::from_le_bytes([bytes[0], bytes[1]]);
                    let change = (random.below(9) as u16).wrapping_sub(4);
                    bytes.copy_from_slice(&half.wrapping_add(change).to_le_bytes());
                }
            }
            _ if bytes.len() > 64 && random.below(8) == 0 => {
                bytes.truncate(bytes.len() - random.below(32))
            }
            _ => bytes[at] = bytes[at].wrapping_add(1),
        }
    }
}
