//! Passes of other crates inside the frame: they draw after the world, into the same colour and depth, below lines and tints.
//!
//! Such a pass is a system in [`WorldPasses`], in the render world's `RenderGraph` schedule. It draws into [`FrameTarget`],
//! as [`FrameViews::pass`] says, and leaves in [`WorldPassReport`] what it drew and what it waits for. The frame's clear
//! colour and its lines follow [`GsScene`](crate::scene::GsScene), which the pass's own crate fills in the main world after
//! [`GsRenderSet::Collect`](crate::GsRenderSet::Collect). [`crate::kit`] has what a pass is made with.

use bevy::prelude::*;
use bevy::render::render_resource::{
    LoadOp, Operations, RenderPassColorAttachment, RenderPassDepthStencilAttachment,
    RenderPassDescriptor, StoreOp, TextureView,
};

/// Where passes of other crates draw.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct WorldPasses;

/// What the frame is drawn into. Nothing while the image is being resized.
#[derive(Resource, Debug, Clone, Default)]
pub struct FrameTarget(pub Option<FrameViews>);

/// The frame's attachments; see [`crate::kit`] for their formats.
#[derive(Debug, Clone)]
pub struct FrameViews {
    /// Bytes as the GS leaves them.
    pub colour: TextureView,
    /// Reversed: 1 near, 0 far.
    pub depth: TextureView,
    /// Pixels.
    pub size: UVec2,
}

impl FrameViews {
    /// The colour attachment of a pass that draws over what is there.
    pub fn colour(&self) -> RenderPassColorAttachment<'_> {
        self.colour_over(None)
    }

    /// The colour attachment of a pass that begins with this colour, or with what is there.
    pub(crate) fn colour_over(&self, clear: Option<LinearRgba>) -> RenderPassColorAttachment<'_> {
        RenderPassColorAttachment {
            view: &self.colour,
            depth_slice: None,
            resolve_target: None,
            ops: Operations {
                load: clear.map_or(LoadOp::Load, |colour| LoadOp::Clear(colour.into())),
                store: StoreOp::Store,
            },
        }
    }

    /// A pass with that colour attachment that tests against the depth that is there.
    pub fn pass<'a>(
        &'a self,
        label: &'static str,
        colour: &'a [Option<RenderPassColorAttachment<'a>>],
    ) -> RenderPassDescriptor<'a> {
        self.pass_from_depth(LoadOp::Load, label, colour)
    }

    pub(crate) fn pass_from_depth<'a>(
        &'a self,
        load: LoadOp<f32>,
        label: &'static str,
        colour: &'a [Option<RenderPassColorAttachment<'a>>],
    ) -> RenderPassDescriptor<'a> {
        RenderPassDescriptor {
            label: Some(label),
            color_attachments: colour,
            depth_stencil_attachment: Some(RenderPassDepthStencilAttachment {
                view: &self.depth,
                depth_ops: Some(Operations {
                    load,
                    store: StoreOp::Store,
                }),
                stencil_ops: None,
            }),
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        }
    }
}

/// What the passes of other crates drew in the frame, and what they wait for. Emptied before they draw.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct WorldPassReport {
    /// Draw calls.
    pub draw_calls: u32,
    /// Triangles of those calls.
    pub triangles: u32,
    /// Pipelines that have never compiled.
    pub pipelines_pending: u32,
    /// Meshes that are not on the GPU yet.
    pub meshes_pending: u32,
    /// Textures that are not on the GPU yet.
    pub textures_pending: u32,
    /// Time that planning and recording took on the CPU, milliseconds.
    pub cpu_ms: f32,
}
