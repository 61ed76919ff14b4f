//! One engine, one overlay, one graphics library.

#[test]
fn the_lock_file_holds_one_version_of_each() {
    let lock = include_str!("../../Cargo.lock");
    for name in [
        "bevy",
        "bevy_app",
        "egui",
        "wgpu",
        "wgpu-core",
        "naga",
        "glam",
    ] {
        let line = format!("name = \"{name}\"");
        let count = lock.lines().filter(|found| **found == line).count();
        assert_eq!(count, 1, "{name}");
    }
}
