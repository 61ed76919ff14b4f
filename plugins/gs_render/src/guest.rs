//! Passes of other crates inside the frame: they draw after the world, into the same colour and depth, below lines and tints.
//!
//! A guest adds a system to [`GuestDrawing`] in the render world's `RenderGraph` schedule, draws into [`FrameTarget`] with
//! [`LoadOp::Load`](bevy::render::render_resource::LoadOp::Load) for both, and says in [`GuestReport`] what it drew and what it still
//! waits for. The frame's clear colour and its lines follow [`GsScene`](crate::scene::GsScene), which the guest fills in the main
//! world after [`GsRenderSet::Collect`](crate::GsRenderSet::Collect).

use bevy::prelude::*;
use bevy::render::render_resource::{
    LoadOp, Operations, RenderPassColorAttachment, RenderPassDepthStencilAttachment, StoreOp,
    TextureView,
};

/// Where guests draw.
#[derive(SystemSet, Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GuestDrawing;

/// What the frame is drawn into. Nothing while the image is being resized.
#[derive(Resource, Debug, Clone, Default)]
pub struct FrameTarget(pub Option<FrameViews>);

/// The frame's attachments; see [`crate::resident`] for their formats.
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
        RenderPassColorAttachment {
            view: &self.colour,
            depth_slice: None,
            resolve_target: None,
            ops: Operations {
                load: LoadOp::Load,
                store: StoreOp::Store,
            },
        }
    }

    /// The depth attachment of such a pass.
    pub fn depth(&self) -> RenderPassDepthStencilAttachment<'_> {
        RenderPassDepthStencilAttachment {
            view: &self.depth,
            depth_ops: Some(Operations {
                load: LoadOp::Load,
                store: StoreOp::Store,
            }),
            stencil_ops: None,
        }
    }
}

/// What guests drew in the frame, and what they wait for. Emptied before they draw.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct GuestReport {
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
