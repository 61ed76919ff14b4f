//! From a chain's batches straight into the GPU's vertex array.

use bytemuck::Zeroable;
use wonderwheel_renderware::native_data::{PackedBatch, PackedSink};
use wonderwheel_renderware::packed_chain::INTERLEAVED_BYTES;

use crate::vertex::{GsVertex, NO_COLOUR};

/// Receives batches and interleaves their attributes. Nothing is converted: bytes are moved.
pub(super) struct VertexSink<'a> {
    pub vertices: &'a mut Vec<GsVertex>,
    pub has_normals: bool,
}

// An interleaved vertex is a `GsVertex`, field by field.
const _: () = assert!(size_of::<GsVertex>() == INTERLEAVED_BYTES);

impl PackedSink for VertexSink<'_> {
    fn batch(&mut self, batch: PackedBatch<'_>) {
        let start = self.vertices.len();
        self.vertices
            .resize(start + batch.vertex_count, GsVertex::zeroed());
        let out = self.vertices.get_mut(start..).unwrap_or_default();
        batch.interleave(bytemuck::cast_slice_mut(out), NO_COLOUR);
        self.has_normals |= !batch.normals.is_empty();
    }
}
