//! The scales of packed vertices.

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
