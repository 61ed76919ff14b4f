//! Occluders, chunk 0x53: vertical walls that hide what is behind them.

/// An occluder: a wall between two upright edges, unbounded above and below. Source: spec/world-addenda.md 4.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Occluder {
    /// P0, P1, P2, P3 in game axes (z up), as the file stores them; P2 = P0 + (0, 0, 1), P3 = P1 + (0, 0, 1).
    pub points: [[f32; 3]; 4],
}
