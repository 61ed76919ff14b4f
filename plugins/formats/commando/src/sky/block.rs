//! A sky as plain values.

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::limits;

use super::header::{MAX_SHELLS, SPRITE_BYTES};
use super::layout::SkyLayout;
use super::shell::Shell;
use super::texture::SkyTexture;

/// The sky of a level.
///
/// A block that was read remembers where its parts stood, as long as that is not where [`Sky::write`] would put them anyway. When
/// parts are given other sizes after that, [`Sky::forget_layout`] makes the next write lay everything out again.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sky {
    /// r, g, b, a. Not used where shells are drawn.
    pub colour: [u8; 4],
    /// Of no effect in what a disc holds.
    pub clear_screen: i16,
    /// 0 on a disc, counted up while the game runs.
    pub sprite_count: i16,
    /// Room for sprites, 0x20 bytes each.
    pub sprites: Vec<u8>,
    /// Textures that effects use.
    pub fx: Vec<u8>,
    /// Textures.
    pub textures: Vec<SkyTexture>,
    /// Up to eight, in the order they are drawn in.
    pub shells: Vec<Shell>,
    /// Where its parts stood; none in a sky that is made.
    pub layout: SkyLayout,
}

impl Sky {
    /// Makes the next write lay the block out again. Bytes between the parts, which no one has named, are lost.
    pub fn forget_layout(&mut self) {
        self.layout = SkyLayout::default();
    }

    /// Whether [`Sky::write`] puts everything back where it was read, rather than where it would put it itself.
    pub fn has_own_layout(&self) -> bool {
        self.layout.0.is_some()
    }

    /// Whether a reader takes the sky.
    pub(super) fn check(&self) -> Result<()> {
        limits::check(
            "shells of a sky",
            self.shells.len() as u64,
            MAX_SHELLS as u64,
            0,
        )?;
        for (i, texture) in self.textures.iter().enumerate() {
            texture.check().within(|| format!("texture[{i}]"))?;
        }
        for (i, shell) in self.shells.iter().enumerate() {
            let checked = shell.check(self.textures.len());
            checked.within(|| format!("shell[{i}]"))?;
        }
        if !self.sprites.len().is_multiple_of(SPRITE_BYTES as usize) {
            let found = format!("{} bytes", self.sprites.len());
            return Err(FormatError::malformed(0, "sprite slots of 32 bytes", found));
        }
        match self
            .fx
            .iter()
            .find(|&&fx| usize::from(fx) >= self.textures.len())
        {
            None => Ok(()),
            Some(fx) => {
                let expected = format!("effect textures below {}", self.textures.len());
                Err(FormatError::malformed(0, expected, fx))
            }
        }
    }
}
