//! What the tables of a world are made from.

use wonderwheel_renderware::world::{Node, Plane};
use wonderwheel_warriors::names::WorldSlot;

use crate::core::bsp::LeafShape;

/// Sizes of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PartSize {
    /// Bytes of its file.
    pub file_bytes: u32,
    /// Bytes that it is charged with.
    pub heap_bytes: u32,
}

/// What the tables of a world are made from.
#[derive(Debug, Clone)]
pub struct WorldShape {
    /// Scenery or detail.
    pub slot: WorldSlot,
    /// Name of the world, such as `level2s`.
    pub name: String,
    /// Planes in stream order.
    pub planes: Vec<Plane>,
    /// Leaves in stream order.
    pub leaves: Vec<LeafShape>,
    /// Root of the tree.
    pub root: Node,
    /// Sizes of the parts, part 1 first; as many as the world says that it has.
    pub parts: Vec<PartSize>,
}

/// What a part or world of `file_bytes` is charged with when its manifest states `heap_bytes`: what is stated, unless that
/// is less than any loaded file can take; then its real size.
///
/// Retail heaps are at least 0.988 times their file, and a writer's smallest is 1,024. Without this floor a manifest of zeros
/// would switch the budget off. Source: spec/memory.md 10.
pub fn honest_heap_bytes(heap_bytes: u32, file_bytes: u32) -> u32 {
    const SMALLEST_HEAP: u32 = 1_024;
    const SMALLEST_PERCENT: u64 = 98;
    let smallest = u64::from(file_bytes) * SMALLEST_PERCENT / 100;
    if heap_bytes >= SMALLEST_HEAP && u64::from(heap_bytes) >= smallest {
        heap_bytes
    } else {
        heap_bytes.max(file_bytes).max(SMALLEST_HEAP)
    }
}
