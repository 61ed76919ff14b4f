//! The grid on which every position lies.

use glam::Vec3;

/// Metres of one position unit: every position of every streamed world lies on this grid, so what touches in metres is
/// equal in bits. 2^-8, the coarsest that streamed worlds use, lets an atomic reach 128 m from its origin.
pub const GRID: f32 = 1.0 / 256.0;

/// Texture widths of one uv unit: 2^-11 lets a mesh repeat a texture 16 times each way.
pub const UV_GRID: f32 = 1.0 / 2048.0;

/// The nearest point of the grid.
pub fn snap(p: Vec3) -> Vec3 {
    (p / GRID).round() * GRID
}
