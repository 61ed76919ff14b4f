//! Visibility data: which leaves of a world can be seen from which.

use std::fmt;

/// Potentially visible sets: whether a leaf can be seen from another.
///
/// The layout of the game's own data (plugin 0x12A) is unknown, so worlds come without; the pass around it is complete.
/// Source: spec/renderware.md 10.
pub trait PotentiallyVisible: fmt::Debug + Send + Sync {
    /// Whether something in `leaf` can be seen from `view_leaf`. Leaves count in stream order.
    fn visible(&self, view_leaf: u32, leaf: u32) -> bool;
}
