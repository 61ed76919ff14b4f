//! What a device is, in words.

use bevy::render::renderer::{RenderAdapterInfo, WgpuWrapper};
use bevy::render::settings::{RenderResources, WgpuSettings};

/// The adapter in words: name, driver, kind.
pub fn describe(resources: &RenderResources) -> String {
    in_words(&resources.2)
}

fn in_words(info: &RenderAdapterInfo) -> String {
    format!(
        "{} ({:?}, {:?}, driver {} {})",
        info.name, info.backend, info.device_type, info.driver, info.driver_info
    )
}

/// What of the device's limits the program comes near to.
pub fn limits(resources: &RenderResources) -> String {
    let limits = resources.0.limits();
    format!(
        "textures of {} x {}, buffers of {} MiB, {} storage buffers a stage",
        limits.max_texture_dimension_2d,
        limits.max_texture_dimension_2d,
        limits.max_buffer_size >> 20,
        limits.max_storage_buffers_per_shader_stage
    )
}

/// Every adapter that the backends list, in words.
pub fn list(resources: &RenderResources) -> Vec<String> {
    let backends = WgpuSettings::default().backends.unwrap_or_default();
    let adapters = bevy::tasks::block_on(resources.4.enumerate_adapters(backends));
    let infos = adapters
        .iter()
        .map(|adapter| RenderAdapterInfo(WgpuWrapper::new(adapter.get_info())));
    infos.map(|info| in_words(&info)).collect()
}
