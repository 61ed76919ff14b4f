//! A level's textures as PNG.

use wonderwheel_commando::level::{Level, TextureKind};
use wonderwheel_commando::sky::{Sky, SkyTexture};
use wonderwheel_commando::texture::{Texture, picture_alpha};
use wonderwheel_ps2::clut;
use wonderwheel_ps2::error::{Result as FormatResult, Within};

use crate::colour::{Alpha, GS_ALPHA_TEST, GS_OPAQUE};
use crate::textures::encode;

/// The kinds of texture with their names in files.
pub(super) const KINDS: [(TextureKind, &str); 4] = [
    (TextureKind::Tfrag, "tfrag"),
    (TextureKind::Tie, "tie"),
    (TextureKind::Shrub, "shrub"),
    (TextureKind::Moby, "moby"),
];

/// The name of a kind.
pub(super) fn kind_name(kind: TextureKind) -> &'static str {
    let known = KINDS.iter().find(|(known, _)| *known == kind);
    known.map_or("texture", |(_, name)| name)
}

/// A texel's alpha in a measure.
///
/// Quirk: this game's doubles, where others scale by 255 / 128.
pub(super) fn texel_alpha(alpha: Alpha, gs: u8) -> u8 {
    match alpha {
        Alpha::Scaled => picture_alpha(gs),
        Alpha::Raw => gs.min(GS_OPAQUE),
    }
}

/// The cutoff that lets through what an alpha of a half and more is.
pub(super) fn cutoff(alpha: Alpha) -> f32 {
    let [below, passes] =
        [GS_ALPHA_TEST - 1, GS_ALPHA_TEST].map(|gs| f32::from(texel_alpha(alpha, gs)));
    (below + passes) / 2.0 / 255.0
}

/// A mip level of a texture, with the GS's alpha of 0 to 128.
#[derive(Debug)]
pub(super) struct Picture {
    pub size: [u32; 2],
    pub texels: Vec<u8>,
    /// Which level it is, and how many there are.
    pub level: usize,
    pub levels: usize,
}

impl Picture {
    /// A level of a texture; the last one stands for those that it does not have.
    pub fn of(texture: &Texture, mip: u32) -> Self {
        let levels = texture.level_count();
        let level = (mip as usize).min(levels.saturating_sub(1));
        let indices = texture.levels.get(level).map_or(&[][..], Vec::as_slice);
        let opaque = |[r, g, b, a]: [u8; 4]| [r, g, b, a.min(GS_OPAQUE)];
        let colours = texture.palette.map(opaque);
        let mut texels = vec![0; indices.len() * 4];
        clut::expand8(indices, &colours, &mut texels);
        let (width, height) = texture.size(level);
        Self {
            size: [width, height].map(|side| side as u32),
            texels,
            level,
            levels,
        }
    }

    /// A texture of the sky.
    pub fn of_sky(texture: &SkyTexture) -> Self {
        let mut texels = texture.gs_rgba();
        for [.., alpha] in texels.as_chunks_mut::<4>().0 {
            *alpha = (*alpha).min(GS_OPAQUE);
        }
        Self {
            size: [texture.width, texture.height],
            texels,
            level: 0,
            levels: 1,
        }
    }

    /// The picture as PNG.
    pub fn png(mut self, alpha: Alpha) -> Vec<u8> {
        for [.., a] in self.texels.as_chunks_mut::<4>().0 {
            *a = texel_alpha(alpha, *a);
        }
        let [width, height] = self.size;
        encode(width, height, &self.texels)
    }
}

/// Every texture of a level as PNG, one after the other, with a name such as `tie/003`, `sky/000` or, for the billboard of a
/// class of shrubs, `billboard/7`. `wants` is asked before a texture is read.
///
/// A sky that cannot be read is one texture that cannot.
pub fn level_textures(
    level: &Level<'_>,
    mip: u32,
    alpha: Alpha,
    wants: impl Fn(&str) -> bool,
) -> impl Iterator<Item = (String, FormatResult<Vec<u8>>)> {
    let of_kinds = KINDS.into_iter().flat_map(move |(kind, name)| {
        (0..level.textures(kind).len())
            .map(move |i| (format!("{name}/{i:03}"), Source::Kind(kind, i)))
    });
    let shrubs = level.index.tables.shrub_classes.iter().enumerate();
    let shrubs = shrubs.filter(|(_, shrub)| shrub.billboard.width != 0);
    let billboards = shrubs.map(|(i, shrub)| {
        let name = format!("billboard/{}", shrub.class.class);
        (name, Source::Billboard(i))
    });
    let (sky, failed) = match level.sky() {
        [] => (Vec::new(), None),
        bytes => match Sky::read(bytes) {
            Ok(sky) => (sky.textures, None),
            Err(error) => (Vec::new(), Some(Source::Failed(error.within("sky")))),
        },
    };
    let failed = failed.map(|source| ("sky".to_owned(), source));
    let sky = sky
        .into_iter()
        .enumerate()
        .map(|(i, texture)| (format!("sky/{i:03}"), Source::Sky(texture)));
    let all = of_kinds.chain(billboards).chain(sky).chain(failed);
    all.filter(move |(name, _)| wants(name))
        .map(move |(name, source)| {
            let picture = source.picture(level, mip);
            (name, picture.map(|picture| picture.png(alpha)))
        })
}

enum Source {
    Kind(TextureKind, usize),
    Billboard(usize),
    Sky(SkyTexture),
    Failed(wonderwheel_ps2::error::FormatError),
}

impl Source {
    fn picture(self, level: &Level<'_>, mip: u32) -> FormatResult<Picture> {
        match self {
            Self::Kind(kind, i) => Ok(Picture::of(&level.texture(kind, i)?, mip)),
            Self::Billboard(i) => {
                let shrub = level.index.tables.shrub_classes.get(i).copied();
                let shrub = shrub.unwrap_or_default();
                let what = || format!("billboard of shrub {}", shrub.class.class);
                let texture = level.texture_source().billboard(&shrub.billboard);
                // Those without one were left out.
                Ok(match texture.within(what)? {
                    Some(texture) => Picture::of(&texture, mip),
                    None => Picture {
                        size: [1; 2],
                        texels: vec![0; 4],
                        level: 0,
                        levels: 1,
                    },
                })
            }
            Self::Sky(texture) => Ok(Picture::of_sky(&texture)),
            Self::Failed(error) => Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cutoff_stands_between_the_alphas_on_both_sides_of_a_half() {
        // 63 becomes 126 and 64 becomes 128.
        assert_eq!(cutoff(Alpha::Scaled), 127.0 / 255.0);
        assert_eq!(cutoff(Alpha::Raw), 63.5 / 255.0);
        assert_eq!(
            [0, 63, 64, 127, 128, 255].map(|gs| texel_alpha(Alpha::Scaled, gs)),
            [0, 126, 128, 254, 255, 255]
        );
    }
}
