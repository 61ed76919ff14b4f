//! From quads in metres to triangle strips in packed integers.

pub mod corners;
pub mod grid;
pub mod pack;
pub mod piece;
pub mod strip;
pub mod surface;
pub mod wall;

pub use grid::{GRID, UV_GRID, snap};
pub use piece::{Piece, Vertex};
pub use surface::{Finish, Layer, Scope, Shade, Surface, TextureId};
pub use wall::Wall;
