//! From quads in metres to triangle strips in packed integers.

pub mod grid;
pub mod pack;
pub mod piece;
pub mod strip;
pub mod surface;
pub mod wall;

pub use grid::{GRID, UV_GRID, snap};
pub use piece::{Piece, Shade, Vertex};
pub use surface::{Layer, Scope, Surface, TextureId};
pub use wall::Wall;
