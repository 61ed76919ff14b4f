//! Clump, section 0x10: frames, geometries, atomics.

use crate::atomic::Atomic;
use crate::geometry::Geometry;
use crate::section::RawSection;

/// A clump. Source: spec/renderware.md 6.
#[derive(Debug, Clone, PartialEq)]
pub struct Clump {
    /// Frames; a parent always stands before its children.
    pub frames: Vec<Frame>,
    /// Geometries, named by index from the atomics.
    pub geometries: Vec<Geometry>,
    /// Atomics; their `geometry` is `None`.
    pub atomics: Vec<Atomic>,
    /// Extension sections.
    pub extension: Vec<RawSection>,
}

/// One frame. A point p maps to `p.x*right + p.y*up + p.z*at + position` in the parent.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Right vector.
    pub right: [f32; 3],
    /// Up vector.
    pub up: [f32; 3],
    /// At vector.
    pub at: [f32; 3],
    /// Position, metres.
    pub position: [f32; 3],
    /// Parent frame, or `None` for the root.
    pub parent: Option<u32>,
    /// Flag word; ignored.
    pub flags: u32,
    /// Frame name of plugin 0x0253F2FE, as stored.
    pub name: Option<Vec<u8>>,
    /// Other extension sections (HAnim 0x11E among them).
    pub extension: Vec<RawSection>,
}
