//! Everything that is painted for the level, and the way from a canvas to the game's textures.

mod ground;
mod heavens;
mod things;

pub use ground::{Ground, water};
pub use heavens::{clouds, mesas, planet, sun};
pub use things::{
    bark, blades, crate_side, door, eye, leaves, rock, roof, skin, tree_billboard, wall,
};

use wonderwheel_commando::texture::Texture;
use wonderwheel_renderware::raster::PaletteSize;

use crate::kit::paint::Canvas;
use crate::kit::paint::quantise::quantise;

/// A texture of 256 colours with all mip levels that its size allows: four from 64 texels on, three of 32.
pub fn texture(canvas: &Canvas, dither: f32) -> Texture {
    let (width, height) = (canvas.width as u16, canvas.height as u16);
    let count = (0..4)
        .take_while(|level| Texture::may_have_level(width, height, *level))
        .count();
    let image = quantise(canvas, PaletteSize::Colours256, count as u32, dither);
    let mut palette = Box::new([[0; 4]; 256]);
    for (to, from) in palette.iter_mut().zip(&image.palette) {
        *to = *from;
    }
    let mut pictures = image.levels.into_iter();
    Texture {
        width,
        height,
        palette,
        levels: [(); 4].map(|()| pictures.next().unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::paint::rgb;

    #[test]
    fn levels_end_at_eight_texels() {
        let sizes = |side: usize| {
            let texture = texture(&Canvas::new(side, side, rgb(1, 2, 3)), 0.0);
            texture.levels.map(|level| level.len())
        };
        assert_eq!(sizes(64), [4096, 1024, 256, 64]);
        assert_eq!(sizes(32), [1024, 256, 64, 0]);
    }
}
