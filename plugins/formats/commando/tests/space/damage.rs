//! Whole blocks are written back as they were and cut blocks are refused. Damage of every other sort is wonderwheel_fuzzing's.

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
