//! Textures: 256 colours, palette indices, up to four mip levels spread over two buffers. Source: spec/commando-assets.md 1.
//!
//! Levels 0 and 1 stand in the core data behind the texture base, levels 2 and 3 and the palette in the GS memory image.
//! [`TextureSource`] reads them from there, [`TextureStore`] puts new ones there. Texels are not swizzled.

mod picture;
mod source;
mod store;
#[cfg(test)]
mod tests;

pub use picture::{MAX_LEVELS, Texture, gs_alpha, picture_alpha};
pub use source::TextureSource;
pub use store::TextureStore;
