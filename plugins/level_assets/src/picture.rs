//! Loading pictures: a texture and the rectangle of it that is shown, in a file named by a decimal hash.

use bevy::asset::{Asset, Handle, LoadContext, RenderAssetUsages};
use bevy::image::Image;
use bevy::reflect::TypePath;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use wonderwheel_ps2::error::{FormatError, Within};
use wonderwheel_ps2::fault::Fault;
use wonderwheel_warriors::picture;

use crate::label::AssetLabel;
use crate::load::{FileAsset, SourceFile};
use crate::texture::{self, GsTexture};

/// A loading picture. Source: spec/loading-screen.md 5, spec/chunks.md 5.8.
#[derive(Asset, TypePath, Debug, Clone)]
pub struct LoadingPicture {
    /// The whole texture, 512 x 512 on the disc, with plain 8-bit alpha.
    pub image: Handle<Image>,
    /// u0, v0, u1, v1 of what is shown: the top 512 x 384 on the disc.
    pub uv: [f32; 4],
}

/// Loads loading pictures. Their files have no extension: name the type (`load::<LoadingPicture>`). The image becomes
/// `picture`.
impl FileAsset for LoadingPicture {
    const ENDINGS: &'static [&'static str] = &[];

    fn from_file(file: &SourceFile, context: &mut LoadContext<'_>) -> Result<Self, Fault> {
        let (texture, uv) = first_sprite(&file.bytes).map_err(|error| file.fault(&error))?;
        let image = context.add_labeled_asset(AssetLabel::Picture.to_string(), image(texture));
        Ok(LoadingPicture { image, uv })
    }
}

/// The sheet's texture and its first rectangle.
fn first_sprite(bytes: &[u8]) -> Result<(GsTexture, [f32; 4]), FormatError> {
    let (dictionary, sheet) = picture::read(bytes)?;
    let texture = dictionary.textures.into_iter().next();
    let texture = texture
        .ok_or_else(|| FormatError::malformed(0, "a dictionary with a texture", "an empty one"))?;
    let uv = sheet.rectangles.first().copied();
    // The sheet is the file's last chunk.
    let end = bytes.len() as u64;
    let uv =
        uv.ok_or_else(|| FormatError::malformed(end, "a sheet with a rectangle", "an empty one"))?;
    let texture = texture::from_native(&texture).within(|| "dictionary")?;
    Ok((texture, uv))
}

/// Level 0 as the UI draws it: the GS's alpha 128 is 255 there. Source: spec/renderware.md 4.5.
fn image(texture: GsTexture) -> Image {
    let mut texels = texture.levels.into_iter().next().unwrap_or_default();
    for texel in texels.as_chunks_mut::<4>().0 {
        texel[3] = (u16::from(texel[3]) * 255 / 128).min(255) as u8;
    }
    let size = Extent3d {
        width: texture.width,
        height: texture.height,
        depth_or_array_layers: 1,
    };
    let format = TextureFormat::Rgba8UnormSrgb;
    Image::new(
        size,
        TextureDimension::D2,
        texels,
        format,
        RenderAssetUsages::default(),
    )
}
