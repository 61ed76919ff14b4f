//! The oracle's broken blocks.

use wonderwheel_commando::collision::Collision;
use wonderwheel_commando::occlusion::OcclusionGrid;
use wonderwheel_commando::sky::Sky;

use crate::oracle;
use crate::sets::files;

#[test]
fn every_broken_block_is_an_error() {
    let Some(set) = oracle::set("every_broken_block_is_an_error", "malformed") else {
        return;
    };
    let mut tried = 0;
    for (file, name, bytes) in files(&set) {
        let read = match file["kind"].as_str().unwrap() {
            "sky" => Sky::read(&bytes).map(drop),
            "collision" => Collision::read(&bytes).map(drop),
            "occlusion" => OcclusionGrid::read(&bytes).map(drop),
            _ => continue,
        };
        tried += 1;
        let error = read.expect_err(name);
        assert!(error.offset() <= bytes.len() as u64, "{name}: {error}");
    }
    assert_eq!(tried, 9);
}
