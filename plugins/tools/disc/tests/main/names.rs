//! Names recovered from a disc's own files.

use wonderwheel_disc::recovery::recover;
use wonderwheel_game_files::open;

use super::game::{NAMELESS, write_image};
use super::steps::home;

#[test]
fn names_are_recovered_from_the_discs_own_files() {
    let home = home();
    let opened = open(write_image(home.path())).expect("it is a disc");
    let archive = opened.archive.expect("it has an archive");
    let recovered = recover(&archive, &|_| ());
    let text = recovered.text(&archive);
    for name in [
        "level2_fight.lua",
        "l1_c1.scn",
        "l1_c1aa.scn",
        "walk_idle.anm",
        "level2.lev",
    ] {
        let end = format!(" {name}");
        assert!(
            text.lines().any(|line| line.ends_with(&end)),
            "{name}: {text}"
        );
    }
    let mut lines = text.lines();
    assert!(
        lines.any(|line| line == "resource 337abb4b legal_screen"),
        "{text}"
    );
    assert!(!text.contains(NAMELESS));
    let said = recovered.lines().join("\n");
    assert!(
        said.contains("1 file stays without a name: 1 scene"),
        "{said}"
    );
}
