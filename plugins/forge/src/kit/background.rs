//! What stands behind the streamed world: sky, clouds, skyline, and the halos of the glow world.

pub mod glow;
pub mod sky;

use crate::kit::mesh::Piece;
use crate::kit::paint::Painting;

/// A background model: one mesh under one texture, which is its dictionary's first.
#[derive(Debug, Clone)]
pub struct Model {
    /// Texture name.
    pub name: &'static str,
    /// Texture.
    pub painting: Painting,
    /// Triangles; their surfaces do not count.
    pub piece: Piece,
    /// Metres of one position unit, a power of two.
    pub scale: f32,
}
