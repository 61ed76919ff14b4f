//! Loading pictures: 512 x 512 texels, the picture in the top 384 rows.

use wonderwheel_warriors::picture;
use wonderwheel_warriors::sprite_sheet::SpriteSheet;

use crate::error::Result;
use crate::kit::paint::{Painting, dictionary};
use crate::textures::poster;

/// The bytes of loading picture `n` of a level.
///
/// # Errors
/// A value that the formats cannot hold.
pub fn picture(level: &str, n: u32, seed: u64) -> Result<Vec<u8>> {
    let name = format!("{level}_ls_{n}");
    let canvas = if n == 0 {
        poster::wheel(seed)
    } else {
        poster::avenue(seed)
    };
    let painting = Painting::pal8(canvas).levels(1).clamped().dithered(2.0);
    let textures = dictionary([(name.clone(), &painting)])?;
    Ok(picture::write(
        &name,
        &textures,
        &SpriteSheet::loading_picture(),
    ))
}
