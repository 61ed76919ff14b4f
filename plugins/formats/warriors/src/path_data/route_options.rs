//! What a route may take.

/// What a walker may and wants to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RouteOptions {
    /// Kinds of steps that are taken; the default, 0xFF, has every kind of the disc.
    pub mask: u32,
    /// Climbs and jumps cost more than their length, and a way without climbing at a run is looked for as well.
    pub climb_filter: bool,
    /// Flags of paths that do not stop a straight line (which ones the original passes is unknown).
    pub path_mask: u16,
}

impl Default for RouteOptions {
    fn default() -> Self {
        Self {
            mask: RouteOptions::EVERY_KIND,
            climb_filter: false,
            path_mask: 0,
        }
    }
}

impl RouteOptions {
    /// Every kind of step that files have.
    pub const EVERY_KIND: u32 = 0xFF;
}
