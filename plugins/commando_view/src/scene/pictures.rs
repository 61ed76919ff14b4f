//! A level's textures as the GS samples them, and the materials that sample them.

use std::ops::Range;

use wonderwheel_commando::level::{Level, TextureKind};
use wonderwheel_commando::sky::SkyTexture;
use wonderwheel_commando::texture::Texture;
use wonderwheel_level_assets::texture::GsTexture;
use wonderwheel_ps2::error::Result;
use wonderwheel_renderware::texture::Addressing;

use super::faults::Faults;

/// The GS's alpha 1.0.
const OPAQUE: u8 = 0x80;
/// RenderWare's number for "linear within a level, the nearest level", which is MMIN 4. Source: spec/commando-tfrag.md 5.
const BILINEAR_NEAREST_LEVEL: u8 = 4;

/// Whose texture it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PictureOwner {
    /// Of the terrain.
    Terrain,
    /// Of ties.
    Tie,
    /// Of shrubs.
    Shrub,
    /// A shrub class's billboard.
    Billboard,
    /// Of mobys.
    Moby,
    /// Of the sky.
    Sky,
}

impl PictureOwner {
    /// All, in the order in which people look at them.
    pub const ALL: [Self; 6] = [
        Self::Terrain,
        Self::Tie,
        Self::Shrub,
        Self::Billboard,
        Self::Moby,
        Self::Sky,
    ];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terrain => "terrain",
            Self::Tie => "ties",
            Self::Shrub => "shrubs",
            Self::Billboard => "billboards",
            Self::Moby => "mobys",
            Self::Sky => "sky",
        }
    }
}

/// A texture, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Whose it is.
    pub owner: PictureOwner,
    /// Its index in the table of that owner; for a billboard the shrub class's.
    pub index: usize,
    /// Texels across level 0.
    pub width: u32,
    /// Texels down level 0.
    pub height: u32,
    /// RGBA rows, the largest level first; alpha is 0..=128.
    pub levels: Vec<Vec<u8>>,
    /// The lowest alpha of any texel of any level.
    pub min_alpha: u8,
}

impl Picture {
    fn new(owner: PictureOwner, index: usize, size: [u32; 2], mut levels: Vec<Vec<u8>>) -> Self {
        let mut min_alpha = OPAQUE;
        for level in &mut levels {
            for texel in level.as_chunks_mut::<4>().0 {
                // What is more than opaque is opaque. Source: spec/commando-assets.md 1.
                texel[3] = texel[3].min(OPAQUE);
                min_alpha = min_alpha.min(texel[3]);
            }
        }
        let [width, height] = size;
        Self {
            owner,
            index,
            width,
            height,
            levels,
            min_alpha,
        }
    }

    fn of_level(owner: PictureOwner, index: usize, texture: &Texture) -> Self {
        let palette = &*texture.palette;
        let paint = |indices: &Vec<u8>| {
            let texels = indices.iter().map(|index| palette[usize::from(*index)]);
            texels.flatten().collect()
        };
        // A level that is missing ends the chain: a GPU's texture has none left out.
        let levels = texture.levels.iter().take(texture.level_count());
        let size = [texture.width, texture.height].map(u32::from);
        Self::new(owner, index, size, levels.map(paint).collect())
    }

    fn of_sky(index: usize, texture: &SkyTexture) -> Self {
        let size = [texture.width, texture.height];
        Self::new(PictureOwner::Sky, index, size, vec![texture.gs_rgba()])
    }

    /// Whether nothing shines through it.
    pub fn is_opaque(&self) -> bool {
        self.min_alpha == OPAQUE
    }

    /// The same for the GPU, with wrap modes.
    pub fn to_gs(&self, [clamp_s, clamp_t]: [bool; 2]) -> GsTexture {
        let wrap = |clamp| {
            if clamp {
                Addressing::Clamp
            } else {
                Addressing::Wrap
            }
        };
        GsTexture {
            width: self.width,
            height: self.height,
            levels: self.levels.clone(),
            mip_word: 0,
            filter: BILINEAR_NEAREST_LEVEL,
            wrap_u: wrap(clamp_s),
            wrap_v: wrap(clamp_t),
            min_alpha: self.min_alpha,
        }
    }
}

/// All textures of a level. A broken one is a fault and left out.
pub fn pictures_of(level: &Level<'_>, sky: &[SkyTexture], faults: &mut Faults) -> Vec<Picture> {
    let mut pictures = Vec::new();
    let kinds = [
        (PictureOwner::Terrain, TextureKind::Tfrag),
        (PictureOwner::Tie, TextureKind::Tie),
        (PictureOwner::Shrub, TextureKind::Shrub),
        (PictureOwner::Moby, TextureKind::Moby),
    ];
    let mut keep =
        |owner: PictureOwner, index: usize, texture: Result<Option<Texture>>| match texture {
            Ok(Some(texture)) => pictures.push(Picture::of_level(owner, index, &texture)),
            Ok(None) => {}
            Err(error) => faults.error(format!("texture {index} of {}", owner.name()), &error),
        };
    for (owner, kind) in kinds {
        for index in 0..level.textures(kind).len() {
            keep(owner, index, level.texture(kind, index).map(Some));
        }
    }
    let source = level.texture_source();
    for (index, class) in level.index.tables.shrub_classes.iter().enumerate() {
        keep(
            PictureOwner::Billboard,
            index,
            source.billboard(&class.billboard),
        );
    }
    let sky = sky.iter().enumerate();
    pictures.extend(sky.map(|(index, texture)| Picture::of_sky(index, texture)));
    pictures
}

/// A picture with its wrap modes: one texture of the GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampledPicture {
    /// Index of the picture.
    pub picture: usize,
    /// Whether s and t are clamped.
    pub clamp: [bool; 2],
}

/// Triangles with one material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Index of the material.
    pub material: u32,
    /// Indices of the index list that it belongs to.
    pub indices: Range<u32>,
}

/// What triangles are drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Material {
    /// Index of its texture in [`Materials::textures`]; none draws the colours alone.
    pub texture: Option<usize>,
    /// K of TEX1: a signed number of 12 bits, 16ths of a mip level.
    pub k: i16,
}

/// The materials of a level, each once.
#[derive(Debug, Clone, Default)]
pub struct Materials {
    /// All of them.
    pub list: Vec<Material>,
    /// The textures that they name.
    pub textures: Vec<SampledPicture>,
}

impl Materials {
    /// The index of a material, which is made when it is not there yet.
    pub fn index(&mut self, picture: Option<usize>, clamp: [bool; 2], k: i16) -> u32 {
        let texture =
            picture.map(|picture| place_of(SampledPicture { picture, clamp }, &mut self.textures));
        let k = signed_12(k);
        place_of(Material { texture, k }, &mut self.list) as u32
    }
}

/// The place of a value in a list, at whose end it is put if it is not there.
fn place_of<T: PartialEq>(value: T, list: &mut Vec<T>) -> usize {
    list.iter()
        .position(|known| *known == value)
        .unwrap_or_else(|| {
            list.push(value);
            list.len() - 1
        })
}

/// The low 12 bits as a signed number. Source: spec/commando-tfrag.md 5.
fn signed_12(k: i16) -> i16 {
    (k << 4) >> 4
}

/// Where a picture is in the list of all; by table and index.
pub fn find(pictures: &[Picture], owner: PictureOwner, index: usize) -> Option<usize> {
    pictures
        .iter()
        .position(|picture| picture.owner == owner && picture.index == index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_material_is_there_once_and_k_keeps_its_sign() {
        let mut materials = Materials::default();
        let k = 0x0F77; // -137 in 12 bits
        assert_eq!(materials.index(Some(3), [false; 2], k), 0);
        assert_eq!(materials.index(Some(3), [true, false], k), 1);
        assert_eq!(materials.index(Some(3), [false; 2], -137), 0);
        assert_eq!(materials.index(None, [false; 2], 0), 2);
        assert_eq!(materials.list[0].k, -137);
        assert_eq!(materials.textures.len(), 2);
        assert_eq!(materials.list[2].texture, None);
    }

    #[test]
    fn alphas_above_0x80_are_opaque() {
        let picture = Picture::new(
            PictureOwner::Tie,
            0,
            [1, 2],
            vec![vec![1, 2, 3, 0xFF, 4, 5, 6, 0x20]],
        );
        assert_eq!(picture.levels[0][3], 0x80);
        assert_eq!(picture.min_alpha, 0x20);
        assert!(!picture.is_opaque());
    }
}
