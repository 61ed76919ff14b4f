//! Small files of every kind: whole they are written back as they were, cut they are refused. Damage of every other sort is
//! wonderwheel_fuzzing's.

use wonderwheel_commando::kinds::CommandoKind;
use wonderwheel_commando::level::{self, DataExtent, LevelFile};
use wonderwheel_fuzzing::seeds;
use wonderwheel_ps2::finding::Findings;

/// Reads bytes as a kind of file, and holds its target's laws: among them that what is read is written back to the same bytes.
pub fn is_read(kind: CommandoKind, bytes: &[u8]) -> bool {
    let row = kind.row();
    row.fuzz.expect("every kind has a target")(bytes);
    row.file(bytes).read().is_ok()
}

fn samples(kind: CommandoKind) -> impl Iterator<Item = (CommandoKind, Vec<u8>)> {
    let samples = seeds::of_kind(kind.name())();
    samples.into_iter().map(move |bytes| (kind, bytes))
}

/// Blocks that know how long they are; what follows them is the container's.
const BLOCKS: [CommandoKind; 4] = [
    CommandoKind::Sky,
    CommandoKind::Collision,
    CommandoKind::Occlusion,
    CommandoKind::OcclusionMappings,
];

#[test]
fn every_undamaged_sample_is_written_back_to_the_same_bytes() {
    for (kind, sample) in CommandoKind::all().flat_map(samples) {
        assert!(is_read(kind, &sample), "{kind}");
        let tree = kind.row().file(&sample).outline();
        assert_eq!(tree.errors().next(), None, "{kind}");
    }
    for sample in seeds::commando::overlay() {
        assert_eq!(level::outline_overlay(&sample).errors().next(), None);
    }
}

#[test]
fn a_level_cut_short_anywhere_is_refused() {
    let level = seeds::commando::level_wad().swap_remove(0);
    for length in 0..level.len() {
        assert!(LevelFile::read(&level[..length]).is_err(), "{length} bytes");
    }
    let members = LevelFile::read(&level).unwrap().members;
    let end = DataExtent::read(members.data).unwrap().header.end() as usize;
    for length in 0..end {
        let data = DataExtent::read(&members.data[..length]);
        assert!(data.is_err(), "{length} bytes");
    }
}

#[test]
fn undamaged_blocks_break_no_rule() {
    for (kind, sample) in BLOCKS.into_iter().flat_map(samples) {
        let mut findings = Findings::new();
        kind.row().file(&sample).validate(&mut findings).unwrap();
        assert_eq!(findings.as_slice(), [], "{kind}");
    }
}

#[test]
fn a_block_cut_short_anywhere_is_an_error_within_its_bytes() {
    for (kind, sample) in BLOCKS.into_iter().flat_map(samples) {
        for length in 0..sample.len() {
            let cut = &sample[..length];
            assert!(!is_read(kind, cut), "{kind} of {length} bytes");
            let tree = kind.row().file(cut).outline();
            assert!(tree.error.is_some(), "{kind} of {length} bytes");
        }
    }
}

#[test]
fn bytes_behind_a_block_are_kept() {
    for (kind, mut sample) in BLOCKS.into_iter().flat_map(samples) {
        sample.extend([0, 0, 0, 5, 0, 0, 0, 0]);
        assert!(is_read(kind, &sample), "{kind}");
    }
}
