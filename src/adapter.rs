//! Looks for something to draw with before the engine does: the engine itself ends with a panic when there is nothing.

use bevy::render::settings::{RenderResources, WgpuSettings};
use wonderwheel_gs_render::headless;

use crate::failure::{Code, Failure};

/// Opens a device on the best adapter.
///
/// # Errors
///
/// Exit code 8 with two lines: what is missing, and what to do.
pub fn find() -> Result<RenderResources, Failure> {
    headless::open_device(&WgpuSettings::default()).map_err(|reason| no_adapter(&reason))
}

fn no_adapter(reason: &str) -> Failure {
    // The engine's reason goes on with advice of its own.
    let reason = reason.split_inclusive(['!', '.', '\n']).next();
    let reason = reason.unwrap_or_default().trim_end();
    let advice = if cfg!(target_os = "linux") {
        "install a Vulkan driver (Debian, Ubuntu: apt-get install libvulkan1 mesa-vulkan-drivers), or run with --no-render"
    } else {
        "install the graphics driver of this machine, or run with --no-render"
    };
    Failure::new(
        Code::NoAdapter,
        format!("nothing to draw with was found: {reason}\n{advice}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_adapter_is_two_lines_and_exit_code_8() {
        let failure = no_adapter("Unable to find a GPU! Make sure of it.\nmore");
        assert_eq!(failure.code as u8, 8);
        let lines: Vec<&str> = failure.message.lines().collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(
            lines[0],
            "nothing to draw with was found: Unable to find a GPU!"
        );
        assert!(lines[1].contains("--no-render"));
    }
}
