//! Occlusion grids of another program.

use wonderwheel_commando::occlusion::{Mask, OcclusionGrid};
use wonderwheel_ps2::finding::Findings;

use crate::oracle;
use crate::sets::{assert_crc32, count, files};

#[test]
fn grids_hold_what_the_manifest_says_and_are_written_back() {
    let test = "grids_hold_what_the_manifest_says_and_are_written_back";
    let Some(set) = oracle::set(test, "occlusion") else {
        return;
    };
    for (file, name, bytes) in files(&set) {
        let grid = OcclusionGrid::read(&bytes).unwrap();
        assert!(grid.write().unwrap() == bytes, "{name}");
        assert_eq!(grid.octants().count(), count(&file["octants"]), "{name}");
        assert_eq!(grid.masks().len(), count(&file["distinctMasks"]), "{name}");
        let mut dump = Vec::new();
        for octant in grid.octants() {
            dump.extend(octant.cell.iter().flat_map(|value| value.to_le_bytes()));
            dump.extend(grid.masks()[usize::from(octant.mask)].0);
        }
        assert_crc32(&dump, &file["canonical_crc32"], name);
        for octant in file["octantsJson"].as_array().into_iter().flatten() {
            let cell = ["x", "y", "z"].map(|axis| count(&octant[axis]) as f32);
            let mask = grid.mask_at(cell.map(|value| value * 4.0 + 2.0)).unwrap();
            assert_eq!(hex(mask), octant["mask_hex"].as_str().unwrap(), "{name}");
        }
        let findings = Findings::of(|all| grid.validate(all));
        assert_eq!(findings.as_slice(), [], "{name}");

        // Built of the same cells, the grid finds the same masks; only their order is our own.
        let cells = grid.octants().map(|octant| {
            let cell = octant.cell.map(|value| u16::try_from(value).unwrap());
            (cell, grid.masks()[usize::from(octant.mask)])
        });
        let built = OcclusionGrid::build(cells).unwrap();
        assert_eq!(built.write().unwrap().len(), bytes.len(), "{name}");
        assert!(
            grid.octants()
                .all(|octant| built.mask_of(octant.cell) == grid.mask_of(octant.cell))
        );
    }
}

fn hex(mask: &Mask) -> String {
    mask.0.iter().map(|byte| format!("{byte:02x}")).collect()
}
