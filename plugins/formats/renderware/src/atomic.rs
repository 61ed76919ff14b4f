//! Atomic, section 0x14: standalone (part files) and inside a clump.

use crate::geometry::Geometry;
use crate::material::RightToRender;
use crate::section::RawSection;

/// A standalone atomic with its geometry inline. Source: spec/renderware.md 7.
#[derive(Debug, Clone, PartialEq)]
pub struct Atomic {
    /// Frame index of a clump atomic; a meaningless number in a standalone one.
    pub frame_index: i32,
    /// Geometry index of a clump atomic; a meaningless number in a standalone one.
    pub geometry_index: i32,
    /// 1 = collision test, 4 = render.
    pub flags: u32,
    /// 0.
    pub unused: u32,
    /// The geometry. `None` only for an atomic inside a clump.
    pub geometry: Option<Geometry>,
    /// The plugins.
    pub plugins: AtomicPlugins,
}

/// The plugins of an atomic.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AtomicPlugins {
    /// Plugin 0x1F.
    pub right_to_render: Option<RightToRender>,
    /// Plugin 0x3F0.
    pub scales: Option<Scales>,
    /// Plugin 0x120, atomic form.
    pub matfx_enabled: Option<i32>,
    /// Others, kept as they are.
    pub extension: Vec<RawSection>,
}

/// Plugin 0x3F0: the scales of the packed vertices. Source: spec/renderware.md 8.5.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scales {
    /// Metres a position unit.
    pub position: f32,
    /// Texture widths a uv unit, both sets.
    pub uv: f32,
    /// Meaning unknown; kept.
    pub word: u32,
}

impl Default for Scales {
    /// What an atomic without the plugin has.
    fn default() -> Self {
        Self {
            position: 1.0,
            uv: 1.0,
            word: 0,
        }
    }
}
