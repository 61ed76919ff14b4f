//! Painting by code: a canvas of float colours, tileable noise, strokes and letters, and the way from a canvas to an
//! indexed picture with a palette.

pub mod canvas;
pub mod letters;
pub mod noise;
pub mod painting;
pub mod quantise;

pub use canvas::{Canvas, Rgb, fade, mix, rgb, rgba, scale};
pub use painting::{Painting, Paintings, dictionary};
