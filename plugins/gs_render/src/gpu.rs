//! The drawing side, which lives in the render world.
//!
//! ```text
//! ExtractSchedule   extract         scene, settings, lines of the frame
//! PrepareResources  prepare         scene -> plan -> buffers (plan.rs, records.rs, pass.rs)
//! RenderGraph       draw_world      plan -> two render passes into the frame's image; other crates draw after it
//!                   draw_over       lines and tints over everything
//! Core2d            present         the image on the presenting camera (present.rs)
//! ```

pub(crate) mod extract;
pub(crate) mod layout;
pub(crate) mod mesh;
pub(crate) mod pass;
pub(crate) mod pipelines;
pub(crate) mod plan;
pub(crate) mod present;
mod records;
pub(crate) mod shaders;
pub(crate) mod texture;
