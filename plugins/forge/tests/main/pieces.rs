//! The forged level of Going Commando taken apart, whole and damaged.

use wonderwheel_commando::level::{Level, LevelHeader};
use wonderwheel_commando::pieces::Pieces;

use crate::commando::file;

fn paths<'a>(pieces: &'a Pieces<'_>) -> Vec<&'a str> {
    pieces.pieces.iter().map(|piece| &*piece.path).collect()
}

#[test]
fn a_whole_level_gives_all_its_pieces() {
    let pieces = Pieces::of(file());
    assert!(pieces.errors.is_empty(), "{:?}", pieces.errors);
    let paths = paths(&pieces);
    for path in [
        "gameplay.bin",
        "sound_bank.bin",
        "core_index.bin",
        "tfrag.bin",
        "sky.bin",
    ] {
        assert!(paths.contains(&path), "{path} in {paths:?}");
    }
    for class in ["tie.", "shrub.", "moby."] {
        assert!(paths.iter().any(|path| path.starts_with(class)), "{class}");
    }
    let level = Level::read(file()).expect("it is whole");
    let piece = |path: &str| {
        let found = pieces.pieces.iter().find(|piece| piece.path == path);
        pieces.bytes(found.expect("it is there"))
    };
    assert_eq!(piece("tfrag.bin"), level.tfrags());
    assert_eq!(piece("collision.bin"), level.collision());
    assert_eq!(piece("overlay.bin"), level.overlay());
    let own = pieces.level.as_ref().expect("it can be read");
    assert_eq!(own.gameplay, level.gameplay);
    assert_eq!(own.header, level.header);
}

#[test]
fn a_level_that_is_cut_short_gives_the_members_before_the_cut() {
    let header = LevelHeader::read(file()).expect("it is whole");
    let end = header
        .extents
        .data
        .within(file().len())
        .expect("it is whole")
        .end;
    let cut = &file()[..end];
    let pieces = Pieces::of(cut);
    assert!(!pieces.errors.is_empty() && pieces.file.is_none());
    let paths = paths(&pieces);
    assert!(paths.contains(&"tfrag.bin") && paths.contains(&"sound_bank.bin"));
    assert!(!paths.contains(&"gameplay.bin"));
}

#[test]
fn wrong_bytes_never_panic_and_one_broken_member_leaves_the_others() {
    let header = LevelHeader::read(file()).expect("it is whole");
    let gameplay = header
        .extents
        .gameplay
        .within(file().len())
        .expect("it is whole");
    let mut broken = file().to_vec();
    broken[gameplay.start] = 0;
    let pieces = Pieces::of(&broken);
    assert_eq!(pieces.errors.len(), 1, "{:?}", pieces.errors);
    assert!(paths(&pieces).contains(&"tfrag.bin"));
    let mut state = 0x2545_F491_4F6C_DD1D_u64;
    for _ in 0..60 {
        let mut broken = file().to_vec();
        for _ in 0..3 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            // Headers are where it hurts.
            let data = header
                .extents
                .data
                .within(file().len())
                .expect("it is whole")
                .start;
            let base = [0, data][(state >> 40) as usize % 2];
            let at = base + state as usize % 0x60;
            broken[at] = (state >> 32) as u8;
        }
        let pieces = Pieces::of(&broken);
        pieces.pieces.iter().for_each(|piece| {
            let _ = pieces.bytes(piece).len();
        });
    }
}
