//! Discs, as `check` takes and refuses them.

use std::fs;

use wonderwheel_game_files::FolderFiles;

use crate::program::{
    demo_disc::{forged_image, write_disc},
    folder, forged_demo, program, stderr, stdout,
};

#[test]
fn an_image_is_checked_like_a_folder() {
    let home = folder();
    let mut program = program(home.path());
    let output = program.arg("check").arg(forged_image()).output();
    let output = output.expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stdout(&output).contains("world streams"));
}

#[test]
fn other_discs_are_refused_in_one_line_unless_forced() {
    let home = folder();
    let disc = home.path().join("annan skiva");
    let files = FolderFiles::open(forged_demo()).expect("the demo was forged");
    write_disc(&files, &disc);
    fs::write(
        disc.join("SYSTEM.CNF"),
        "BOOT2 = cdrom0:\\SLES_534.43;1\r\n",
    )
    .expect("writable");
    let run = |force: bool| {
        let mut program = program(home.path());
        program.arg("check").arg(&disc);
        if force {
            program.arg("--force");
        }
        program.output().expect("it runs")
    };
    let refused = run(false);
    assert_eq!(refused.status.code(), Some(7), "{}", stderr(&refused));
    assert_eq!(stderr(&refused).lines().count(), 1);
    let forced = run(true);
    assert_eq!(forced.status.code(), Some(0), "{}", stderr(&forced));
    assert!(
        stdout(&forced).contains("unverified"),
        "{}",
        stdout(&forced)
    );
}
