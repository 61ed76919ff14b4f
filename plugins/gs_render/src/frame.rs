//! The frame's picture, who shows it, and what lies over it.

use bevy::asset::RenderAssetUsages;
use bevy::camera::{Camera, Camera2d, ClearColorConfig, RenderTarget};
use bevy::prelude::*;
use bevy::render::extract_component::ExtractComponent;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};
use bevy::render::view::Msaa;
use bevy::ui::IsDefaultUiCamera;

use crate::scene::Tint;
use crate::settings::GsSettings;

/// Size of the original's frame, pixels. They are not square: the picture is 4:3. Source: spec/gs-pipeline.md 2.
pub const FRAME_SIZE: UVec2 = UVec2::new(640, 448);

/// Largest [`GsSettings::internal_scale`].
pub const MAX_INTERNAL_SCALE: u32 = 4;

/// Where the finished frame is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Present {
    /// In the primary window.
    #[default]
    Window,
    /// In an image of this size, [`PresentedImage`]: overlay pictures without a window.
    Image {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// Nowhere: the frame is only drawn into [`GsFrame::image`].
    None,
}

/// The frame as it leaves the GS.
#[derive(Resource, Debug, Clone)]
pub struct GsFrame {
    /// `Rgba8Unorm`, display-encoded bytes, alpha 255. The handle stays the same when the size changes.
    pub image: Handle<Image>,
    /// Pixels: [`FRAME_SIZE`] times the internal scale.
    pub size: UVec2,
}

/// What the presenting camera draws into with [`Present::Image`]: `Rgba8UnormSrgb`.
#[derive(Resource, Debug, Clone)]
pub struct PresentedImage(pub Handle<Image>);

/// Marks the camera that shows the frame and carries the UI: a `Camera2d` of order 1. An overlay that needs a camera puts
/// its context on this one.
#[derive(Component, Debug, Clone, Copy, Default, ExtractComponent)]
pub struct PresentingCamera;

/// A colour over the whole finished frame, debug lines included; `None` is none.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct FrameTint(pub Option<Tint>);

/// Darkens the finished frame: 0 not at all, 1 to black. The pause uses it.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct FrameDim(pub f32);

/// Both, as the drawing side reads them.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FrameTints {
    pub colour: Option<Tint>,
    pub dim: f32,
}

impl FrameTints {
    /// The dimming as a black tint.
    pub fn dim(&self) -> Option<Tint> {
        let alpha = (self.dim.clamp(0.0, 1.0) * 128.0).round() as u8;
        (alpha > 0).then_some(Tint {
            colour: [0; 3],
            alpha,
        })
    }
}

impl GsFrame {
    pub(crate) fn new(images: &mut Assets<Image>, settings: &GsSettings) -> Self {
        let size = frame_size(settings);
        Self {
            image: images.add(target_image(size, TextureFormat::Rgba8Unorm)),
            size,
        }
    }
}

fn frame_size(settings: &GsSettings) -> UVec2 {
    FRAME_SIZE * settings.internal_scale.clamp(1, MAX_INTERNAL_SCALE)
}

/// An image that is drawn into, sampled and read back, and never uploaded.
fn target_image(size: UVec2, format: TextureFormat) -> Image {
    let extent = Extent3d {
        width: size.x,
        height: size.y,
        depth_or_array_layers: 1,
    };
    let usages = RenderAssetUsages::RENDER_WORLD;
    let mut image = Image::new_uninit(extent, TextureDimension::D2, format, usages);
    image.texture_descriptor.usage =
        TextureUsages::RENDER_ATTACHMENT | TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_SRC;
    image
}

/// Gives the frame the size that the settings ask for.
pub(crate) fn resize_frame(
    settings: Res<GsSettings>,
    mut frame: ResMut<GsFrame>,
    mut images: ResMut<Assets<Image>>,
) {
    let size = frame_size(&settings);
    if size == frame.size {
        return;
    }
    frame.size = size;
    if let Err(error) = images.insert(&frame.image, target_image(size, TextureFormat::Rgba8Unorm)) {
        error!("the frame keeps its size: {error}");
    }
}

/// Spawns the presenting camera.
pub(crate) fn spawn_presenting_camera(world: &mut World, present: Present) {
    let target = match present {
        Present::Window => RenderTarget::default(),
        Present::Image { width, height } => {
            let size = UVec2::new(width.max(1), height.max(1));
            let Some(mut images) = world.get_resource_mut::<Assets<Image>>() else {
                return;
            };
            let image = images.add(target_image(size, TextureFormat::Rgba8UnormSrgb));
            world.insert_resource(PresentedImage(image.clone()));
            RenderTarget::Image(image.into())
        }
        Present::None => return,
    };
    world.spawn((
        Name::new("presenting camera"),
        PresentingCamera,
        Camera2d,
        Camera {
            order: 1,
            clear_color: ClearColorConfig::Custom(Color::BLACK),
            ..Camera::default()
        },
        target,
        Msaa::Off,
        IsDefaultUiCamera,
    ));
}

/// The largest 4:3 rectangle in the middle of a target: x, y, width, height, in pixels.
pub(crate) fn letter_box(target: UVec2) -> [f32; 4] {
    let target = target.as_vec2();
    let size = if target.x * 3.0 > target.y * 4.0 {
        Vec2::new((target.y * 4.0 / 3.0).round(), target.y)
    } else {
        Vec2::new(target.x, (target.x * 3.0 / 4.0).round())
    };
    let corner = ((target - size) * 0.5).floor();
    [corner.x, corner.y, size.x, size.y]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_four_by_three_whatever_the_window() {
        assert_eq!(letter_box(UVec2::new(960, 720)), [0.0, 0.0, 960.0, 720.0]);
        assert_eq!(
            letter_box(UVec2::new(1280, 720)),
            [160.0, 0.0, 960.0, 720.0]
        );
        assert_eq!(letter_box(UVec2::new(600, 800)), [0.0, 175.0, 600.0, 450.0]);
        assert_eq!(letter_box(UVec2::new(1, 1)), [0.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn the_internal_scale_stays_within_one_and_four() {
        let size = |internal_scale| {
            frame_size(&GsSettings {
                internal_scale,
                ..GsSettings::default()
            })
        };
        assert_eq!(size(0), FRAME_SIZE);
        assert_eq!(size(3), UVec2::new(1920, 1344));
        assert_eq!(size(99), FRAME_SIZE * 4);
    }

    #[test]
    fn dimming_is_a_black_tint_of_up_to_128() {
        let dim = |dim| {
            FrameTints { colour: None, dim }
                .dim()
                .map(|tint| tint.alpha)
        };
        assert_eq!((dim(0.0), dim(0.5), dim(2.0)), (None, Some(64), Some(128)));
    }
}
