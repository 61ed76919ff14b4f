//! Buffers of records, and the group that binds them.

use std::array::from_fn;

use bevy::render::render_resource::{
    BindGroup, BindGroupEntry, BindGroupLayoutDescriptor, Buffer, BufferId, PipelineCache,
    RawBufferVec,
};
use bevy::render::renderer::{RenderDevice, RenderQueue};
use bytemuck::{Pod, cast_slice};

/// Writes the records unless the buffer holds them already: a write costs far more than looking. A storage buffer must
/// never be empty, so at least one record is written.
pub fn refill<T: Pod>(
    buffer: &mut RawBufferVec<T>,
    records: &[T],
    device: &RenderDevice,
    queue: &RenderQueue,
) {
    let zero = [T::zeroed()];
    let records = if records.is_empty() { &zero } else { records };
    let bytes = cast_slice::<T, u8>;
    if buffer.buffer().is_some() && bytes(buffer.values()) == bytes(records) {
        return;
    }
    buffer.clear();
    buffer.values_mut().extend_from_slice(records);
    buffer.write_buffer(device, queue);
}

/// A bind group over `N` whole buffers at bindings 0 to `N` - 1.
#[derive(Debug, Default)]
pub struct BufferGroup<const N: usize>(Option<([BufferId; N], BindGroup)>);

impl<const N: usize> BufferGroup<N> {
    /// Binds the buffers, unless they are the ones that are bound.
    pub fn bind(
        &mut self,
        label: &'static str,
        layout: impl FnOnce() -> BindGroupLayoutDescriptor,
        buffers: [&Buffer; N],
        cache: &PipelineCache,
        device: &RenderDevice,
    ) {
        let ids = buffers.map(Buffer::id);
        if self.0.as_ref().is_some_and(|(bound, _)| *bound == ids) {
            return;
        }
        let entries: [_; N] = from_fn(|i| BindGroupEntry {
            binding: i as u32,
            resource: buffers[i].as_entire_binding(),
        });
        let layout = cache.get_bind_group_layout(&layout());
        self.0 = Some((ids, device.create_bind_group(label, &layout, &entries)));
    }

    /// The group, once the buffers have been bound.
    pub fn group(&self) -> Option<&BindGroup> {
        self.0.as_ref().map(|(_, group)| group)
    }
}
