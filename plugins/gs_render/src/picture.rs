//! Taking the frame back from the GPU.

use std::fmt;
use std::path::Path;

use bevy::asset::RenderAssetUsages;
use bevy::image::{CompressedImageFormats, ImageFormat, ImageSampler, ImageType};
use bevy::prelude::*;
use bevy::render::gpu_readback::{Readback, ReadbackComplete};
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};

/// Rows of a texture copied to a buffer start at multiples of this.
const ROW_ALIGNMENT: usize = 256;

/// A frame as the GS left it.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// RGBA rows from the top, display-encoded, alpha 255.
    pub rgba: Vec<u8>,
}

impl fmt::Debug for Picture {
    /// The size alone: nothing is learnt from a million numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Picture")
            .field("width", &self.width)
            .field("height", &self.height)
            .finish_non_exhaustive()
    }
}

impl Picture {
    /// From the bytes of a texture read-back, whose rows are padded. `None` when there are too few.
    pub fn from_readback(size: UVec2, bytes: &[u8]) -> Option<Self> {
        let row = size.x as usize * 4;
        let stride = row.next_multiple_of(ROW_ALIGNMENT);
        let mut rgba = Vec::with_capacity(row * size.y as usize);
        for y in 0..size.y as usize {
            rgba.extend_from_slice(bytes.get(y * stride..y * stride + row)?);
        }
        Some(Self {
            width: size.x,
            height: size.y,
            rgba,
        })
    }

    /// The pixel at `x`, `y`, counted from the top left corner.
    pub fn pixel(&self, x: u32, y: u32) -> Option<[u8; 4]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = (y as usize * self.width as usize + x as usize) * 4;
        self.rgba.get(at..at + 4)?.try_into().ok()
    }

    /// How many pixels differ from `background` in red, green or blue.
    pub fn count_unlike(&self, background: [u8; 3]) -> usize {
        self.rgba
            .as_chunks::<4>()
            .0
            .iter()
            .filter(|pixel| pixel[..3] != background)
            .count()
    }

    /// The share of pixels, 0 to 1, of which some channel differs by more than `threshold`. Pictures of different sizes have
    /// nothing in common.
    pub fn share_unlike(&self, other: &Self, threshold: u8) -> f64 {
        if (self.width, self.height) != (other.width, other.height) || self.rgba.is_empty() {
            return 1.0;
        }
        let pairs = self.rgba.as_chunks::<4>().0.iter();
        let unlike = pairs
            .zip(other.rgba.as_chunks::<4>().0)
            .filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > threshold))
            .count();
        unlike as f64 / (self.rgba.len() / 4) as f64
    }

    /// Reads a PNG file.
    ///
    /// # Errors
    /// A message that names the file.
    pub fn load(path: &Path) -> Result<Self, String> {
        let fault = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
        let bytes = std::fs::read(path).map_err(|error| fault(&error))?;
        let image = Image::from_buffer(
            &bytes,
            ImageType::Extension("png"),
            CompressedImageFormats::NONE,
            true,
            ImageSampler::Default,
            RenderAssetUsages::MAIN_WORLD,
        )
        .map_err(|error| fault(&error))?;
        let image = image.try_into_dynamic().map_err(|error| fault(&error))?;
        let (width, height) = (image.width(), image.height());
        Ok(Self {
            width,
            height,
            rgba: image.to_rgba8().into_raw(),
        })
    }

    /// Its PNG file.
    ///
    /// # Errors
    /// The encoder's message: the picture has no size.
    pub fn png(&self) -> Result<Vec<u8>, String> {
        let fault = |error: &dyn fmt::Display| format!("the picture cannot be written: {error}");
        let extent = Extent3d {
            width: self.width,
            height: self.height,
            depth_or_array_layers: 1,
        };
        let image = Image::new(
            extent,
            TextureDimension::D2,
            self.rgba.clone(),
            TextureFormat::Rgba8UnormSrgb,
            RenderAssetUsages::MAIN_WORLD,
        );
        let image = image.try_into_dynamic().map_err(|error| fault(&error))?;
        let mut png = std::io::Cursor::new(Vec::new());
        let format = ImageFormat::Png.as_image_crate_format();
        let format = format.ok_or_else(|| fault(&"PNG is not built in"))?;
        let written = image.to_rgb8().write_to(&mut png, format);
        written.map_err(|error| fault(&error))?;
        Ok(png.into_inner())
    }

    /// Writes its PNG file.
    ///
    /// # Errors
    /// A message that names the file.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let fault = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
        let png = self.png().map_err(|error| fault(&error))?;
        std::fs::write(path, png).map_err(|error| fault(&error))
    }
}

/// Reads the frame that is drawn next and hands it to `then`, one or two frames later.
///
/// A picture that must be complete is asked for when [`crate::stats::GsReady`] says so.
pub fn take_picture(
    commands: &mut Commands,
    image: Handle<Image>,
    size: UVec2,
    then: impl FnOnce(Picture) + Send + Sync + 'static,
) {
    let mut then = Some(then);
    commands
        .spawn((Name::new("frame read-back"), Readback::texture(image)))
        .observe(move |done: On<ReadbackComplete>, mut commands: Commands| {
            let Some(then) = then.take() else { return };
            if let Ok(mut entity) = commands.get_entity(done.entity) {
                entity.try_despawn();
            }
            match Picture::from_readback(size, &done.data) {
                Some(picture) => then(picture),
                None => error!(
                    "a picture of {size} pixels came back with {} bytes",
                    done.data.len()
                ),
            }
        });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_a_readback_lose_their_padding() {
        let mut bytes = vec![9; 512];
        bytes[..4].copy_from_slice(&[1, 2, 3, 255]);
        bytes[256..260].copy_from_slice(&[4, 5, 6, 255]);
        let picture =
            Picture::from_readback(UVec2::new(1, 2), &bytes).expect("512 bytes are enough");
        assert_eq!(picture.rgba, [1, 2, 3, 255, 4, 5, 6, 255]);
        assert_eq!(picture.pixel(0, 1), Some([4, 5, 6, 255]));
        assert_eq!(picture.pixel(1, 0), None);
        assert_eq!(Picture::from_readback(UVec2::new(1, 3), &bytes), None);
    }

    #[test]
    fn pixels_unlike_the_background_are_counted_without_their_alpha() {
        let picture = Picture {
            width: 3,
            height: 1,
            rgba: vec![12, 12, 5, 0, 12, 12, 6, 255, 12, 12, 5, 255],
        };
        assert_eq!(picture.count_unlike([12, 12, 5]), 1);
    }

    #[test]
    fn a_picture_that_was_saved_is_loaded_unchanged() {
        let picture = Picture {
            width: 2,
            height: 2,
            rgba: vec![
                0, 1, 2, 255, 250, 128, 64, 255, 12, 12, 5, 255, 255, 255, 255, 255,
            ],
        };
        let path = std::env::temp_dir().join(format!("wonderwheel-{}.png", std::process::id()));
        picture.save(&path).expect("the folder is writable");
        let loaded = Picture::load(&path).expect("it was written");
        std::fs::remove_file(&path).expect("it was written");
        assert_eq!(loaded, picture);
        let missing = Picture::load(&path).expect_err("it is gone");
        assert!(missing.contains("wonderwheel-"), "{missing}");
    }

    #[test]
    fn pixels_count_as_unlike_beyond_the_threshold() {
        let picture = |red: [u8; 4]| Picture {
            width: 4,
            height: 1,
            rgba: red.iter().flat_map(|red| [*red, 7, 7, 255]).collect(),
        };
        let first = picture([10, 10, 10, 10]);
        assert_eq!(first.share_unlike(&picture([18, 2, 10, 10]), 8), 0.0);
        assert_eq!(first.share_unlike(&picture([19, 1, 10, 10]), 8), 0.5);
        let smaller = Picture {
            width: 1,
            height: 1,
            rgba: vec![10, 7, 7, 255],
        };
        assert_eq!(first.share_unlike(&smaller, 8), 1.0);
    }
}
