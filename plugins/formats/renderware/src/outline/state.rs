//! What is known while a stream is walked.

use std::borrow::Cow;

use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::outline::{Budget, Node};

use crate::bin_mesh::BinMesh;

/// Where a section stands in its object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Among the object's own sections.
    Inside,
    /// In its extension: a plugin.
    Plugin,
}

/// What is known of the object whose sections are being walked.
pub(super) struct Object {
    pub(super) id: u32,
    /// Structs met so far: some objects have two.
    pub(super) structs: u32,
    /// Whether a geometry is PS2 native.
    pub(super) native: bool,
    /// The mesh plugin, which says how many chains native data has.
    pub(super) meshes: Option<BinMesh>,
    /// Header of a raster, which says what its data holds.
    pub(super) raster: Option<Head>,
}

impl Object {
    pub(super) fn of(id: u32) -> Self {
        Self {
            id,
            structs: 0,
            native: false,
            meshes: None,
            raster: None,
        }
    }
}

/// What a raster's header says about the data behind it.
#[derive(Clone, Copy)]
pub(super) struct Head {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) levels: u32,
    pub(super) pixel_bytes: u32,
}

/// Makes nodes as long as the budget allows.
pub(super) struct Maker<'a> {
    pub(super) budget: &'a mut Budget,
}

impl Maker<'_> {
    /// A node for a part of a section that has no header of its own.
    pub(super) fn record(
        &mut self,
        offset: u64,
        size: u64,
        name: impl Into<Cow<'static, str>>,
    ) -> Result<Node> {
        self.budget.spend(offset)?;
        Ok(Node::new(offset, size, name))
    }
}
