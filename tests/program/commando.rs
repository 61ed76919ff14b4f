//! Levels of the second guest.

use super::{folder, program, stderr, stdout};

#[test]
fn a_forged_level_is_probed_inspected_and_gives_its_textures() {
    let home = folder();
    let run = |args: &[&str]| {
        let output = program(home.path()).args(args).output().expect("it runs");
        assert!(output.status.success(), "{args:?}: {}", stderr(&output));
        stdout(&output)
    };
    let told = run(&["forge", "guest", "--recipe", "commando_demo"]);
    assert!(told.contains("commando probe"), "{told}");
    let probed = run(&["commando", "probe", "guest/level0.wad", "--json"]);
    let probed: serde_json::Value = serde_json::from_str(&probed).expect("JSON");
    assert_eq!(probed["terrain"]["patches"], 131);
    assert_eq!(probed["instances"]["ties"], 13);
    assert_eq!(probed["instances"]["shrubs"], 196);
    assert_eq!(probed["instances"]["mobys"], 11);
    let words = run(&["commando", "probe", "guest/level0.wad", "--rows", "1"]);
    assert!(
        words.contains("131 patches") && words.contains("more (--rows)"),
        "{words}"
    );
    let tree = run(&["inspect", "guest/level0.wad", "--depth", "1"]);
    assert!(tree.contains("level container of Going Commando"), "{tree}");
    let count = run(&[
        "commando",
        "textures",
        "guest/level0.wad",
        "pngs",
        "--kind",
        "tie",
        "--mip",
        "1",
    ]);
    assert!(!count.starts_with("0 "), "{count}");
    let picture = home.path().join("pngs/tie/000.png");
    let file = std::io::BufReader::new(std::fs::File::open(picture).expect("written"));
    assert!(png::Decoder::new(file).read_info().is_ok());
}

#[test]
fn what_cannot_be_shown_or_is_no_level_is_told() {
    let home = folder();
    std::fs::write(home.path().join("a.wad"), [0x60, 0, 0, 0]).expect("writable");
    for (args, code) in [
        (
            &[
                "view",
                "forge:commando_demo",
                "--no-render",
                "--frames",
                "2",
            ][..],
            5,
        ),
        (&["commando", "probe", "a.wad"], 4),
        (&["commando", "probe", "none.wad"], 3),
        (&["commando", "textures", "a.wad", "out"], 4),
    ] {
        let output = program(home.path()).args(args).output().expect("it runs");
        assert_eq!(
            output.status.code(),
            Some(code),
            "{args:?}: {}",
            stderr(&output)
        );
        assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    }
}
