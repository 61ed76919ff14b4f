//! Levels and textures for other programs.

use super::{folder, forged_demo, program, stderr, stdout};

#[test]
fn a_level_is_written_as_one_glb_with_a_node_for_each_sector() {
    let home = folder();
    let output = program(home.path())
        .args(["export", "demo", "å ツ 🎡.glb", "--data"])
        .arg(forged_demo())
        .output()
        .expect("it runs");
    // The demo places objects whose models it does not have; that is said, and no fault.
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stderr(&output).contains("dyn_crate"), "{}", stderr(&output));
    assert!(stdout(&output).contains("sectors"), "{}", stdout(&output));
    let glb = std::fs::read(home.path().join("å ツ 🎡.glb")).expect("written");
    assert_eq!(&glb[..8], b"glTF\x02\0\0\0");
    let length = u32::from_le_bytes(glb[8..12].try_into().expect("four bytes"));
    assert_eq!(length as usize, glb.len());
    let json = u32::from_le_bytes(glb[12..16].try_into().expect("four bytes")) as usize;
    let json: serde_json::Value = serde_json::from_slice(&glb[20..20 + json]).expect("JSON");
    let nodes = json["nodes"].as_array().expect("nodes");
    let named = |start: &str| {
        nodes
            .iter()
            .filter(|node| {
                node["name"]
                    .as_str()
                    .is_some_and(|name| name.starts_with(start))
            })
            .count()
    };
    assert!(named("demos/") > 100 && named("demod/") > 10);
    assert!(nodes.iter().any(|node| node["name"] == "background/sky"));
    assert!(named("collision") > 0 && named("paths") > 0);
    assert!(!home.path().join("å ツ 🎡.glb.part").exists());
}

#[test]
fn textures_are_written_where_an_overlay_looks_for_them() {
    let home = folder();
    let output = program(home.path())
        .args(["export", "demo", "my mods", "--only", "brick_red", "--data"])
        .arg(forged_demo())
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", stderr(&output));
    let picture = home
        .path()
        .join("my mods/textures/demos_sec.wld/brick_red.png");
    let file = std::io::BufReader::new(std::fs::File::open(picture).expect("written"));
    let reader = png::Decoder::new(file).read_info().expect("a PNG");
    assert!(reader.info().width.is_power_of_two());
}

#[test]
fn what_is_not_there_is_named_with_what_to_do() {
    let home = folder();
    for (what, out) in [("nosuch", "a.glb"), ("nosuch", "a"), ("nosuch*.sec", "a")] {
        let output = program(home.path())
            .args(["export", what, out, "--data"])
            .arg(forged_demo())
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{what} {out}");
        let error = stderr(&output);
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains("nosuch"), "{error}");
    }
    let output = program(home.path())
        .args(["export", "demo", "no folder/a.glb", "--data"])
        .arg(forged_demo())
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
}
