//! Looks for something to draw with before the engine does: the engine itself ends with a panic when there is nothing.

use std::{
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Mutex, PoisonError},
};

use bevy::render::{
    renderer::initialize_renderer,
    settings::{RenderResources, WgpuSettings},
};

use crate::failure::{Code, Failure};

/// Opens a device on the best adapter.
///
/// # Errors
///
/// Exit code 8 with two lines: what is missing, and what to do.
pub fn find() -> Result<RenderResources, Failure> {
    let settings = WgpuSettings::default();
    let backends = settings
        .backends
        .ok_or_else(|| no_adapter("no graphics backend is switched on"))?;
    quietly(|| bevy::tasks::block_on(initialize_renderer(backends, None, &settings)))
        .map_err(|reason| no_adapter(&reason))
}

/// The adapter in words: name, driver, kind.
pub fn describe(resources: &RenderResources) -> String {
    let info = &resources.2;
    format!(
        "{} ({:?}, {:?}, driver {} {})",
        info.name, info.backend, info.device_type, info.driver, info.driver_info
    )
}

/// Every adapter that the backends list, in words.
pub fn list(resources: &RenderResources) -> Vec<String> {
    let backends = WgpuSettings::default().backends.unwrap_or_default();
    let adapters = bevy::tasks::block_on(resources.4.enumerate_adapters(backends));
    adapters
        .iter()
        .map(|adapter| {
            let info = adapter.get_info();
            format!(
                "{} ({:?}, {:?}, driver {} {})",
                info.name, info.backend, info.device_type, info.driver, info.driver_info
            )
        })
        .collect()
}

fn no_adapter(reason: &str) -> Failure {
    let reason = reason.lines().next().unwrap_or_default();
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

/// Runs `work`; what it panics with becomes an error instead of a message on the terminal.
fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let words = Arc::new(Mutex::new(String::new()));
    let heard = words.clone();
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let payload = info.payload_as_str().unwrap_or("the driver failed");
        payload.clone_into(&mut heard.lock().unwrap_or_else(PoisonError::into_inner));
    }));
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    panic::set_hook(hook);
    result.map_err(|_| words.lock().unwrap_or_else(PoisonError::into_inner).clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_adapter_is_two_lines_and_exit_code_8() {
        let failure = no_adapter("Unable to find a GPU!\nmore");
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
