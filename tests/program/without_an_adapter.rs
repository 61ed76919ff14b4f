//! A machine with nothing to draw with.

use std::process::Output;

use super::{folder, forged_demo, line, program, stderr, stdout};

/// Runs the program where the Vulkan loader finds no driver.
fn blind(args: &[&str]) -> Output {
    let home = folder();
    program(home.path())
        .args(args)
        .arg("--data")
        .arg(forged_demo())
        .env("VK_DRIVER_FILES", "/nonexistent/driver.json")
        .env("VK_ICD_FILENAMES", "/nonexistent/driver.json")
        .env("WGPU_BACKEND", "vulkan")
        .output()
        .expect("it runs")
}

#[test]
fn it_says_in_two_lines_what_is_missing_and_what_to_do() {
    let output = blind(&["view", "demo", "--headless", "--frames", "1"]);
    assert_eq!(output.status.code(), Some(8), "{}", stderr(&output));
    let error = stderr(&output);
    assert_eq!(error.lines().count(), 2, "{error}");
    assert!(
        error.starts_with("wonderwheel: nothing to draw with was found"),
        "{error}"
    );
    assert!(error.contains("--no-render"), "{error}");
}

#[test]
fn a_run_without_rendering_needs_no_adapter() {
    let output = blind(&["view", "demo", "--no-render", "--frames", "5"]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(line(&stdout(&output), "run ").len() == "run ".len() + 16);
}

#[test]
fn the_doctor_tells_and_its_exit_code_too() {
    let output = blind(&["doctor"]);
    assert_eq!(output.status.code(), Some(8));
    let report = stdout(&output);
    assert!(report.contains("adapter: nothing to draw with"), "{report}");
    assert!(report.contains("levels: demo"), "{report}");
}

#[test]
fn a_window_without_a_display_is_refused_with_the_way_out() {
    let home = folder();
    let output = program(home.path())
        .args(["view", "demo"])
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(8));
    let error = stderr(&output);
    assert!(
        error.contains("DISPLAY") && error.contains("--headless"),
        "{error}"
    );
    assert_eq!(error.lines().count(), 2, "{error}");
}
