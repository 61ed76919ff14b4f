//! Where on the presenting camera's target the frame is shown: all of it, or what panels leave free.

use bevy::prelude::*;
use bevy::render::extract_resource::{ExtractResource, ExtractResourcePlugin};

use crate::frame::letter_box;

/// The part of the presenting camera's target that shows the frame, physical pixels from the top left corner; `None` is
/// all of it. The frame is letter-boxed inside. An overlay with panels around the picture writes it; the game's own UI
/// follows it.
#[derive(Resource, Reflect, ExtractResource, Debug, Clone, Copy, PartialEq, Default)]
#[reflect(Resource, Default)]
pub struct PresentArea(pub Option<Rect>);

impl PresentArea {
    /// The area on a target of this size, whole pixels, cut where it reaches beyond the target.
    pub fn on(&self, target: UVec2) -> URect {
        let whole = Rect::from_corners(Vec2::ZERO, target.as_vec2());
        let area = self.0.map_or(whole, |area| area.intersect(whole));
        URect {
            min: area.min.round().as_uvec2(),
            max: area.max.round().as_uvec2(),
        }
    }

    /// Where the frame lies: x, y, width, height in pixels; `None` where there is no room.
    pub(crate) fn viewport(&self, target: UVec2) -> Option<[f32; 4]> {
        let area = self.on(target);
        if area.is_empty() {
            return None;
        }
        let [x, y, width, height] = letter_box(area.size());
        let corner = area.min.as_vec2() + Vec2::new(x, y);
        Some([corner.x, corner.y, width, height])
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.register_type::<PresentArea>()
        .init_resource::<PresentArea>();
    if app.get_sub_app(bevy::render::RenderApp).is_some() {
        app.add_plugins(ExtractResourcePlugin::<PresentArea>::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TARGET: UVec2 = UVec2::new(1300, 400);

    #[test]
    fn the_frame_is_letter_boxed_within_the_area() {
        // 858 x 231 from (0, 48): 4:3 of 231 lines is 308 columns, 275 from the left.
        let area = PresentArea(Some(Rect::new(0.0, 48.0, 858.0, 279.0)));
        assert_eq!(area.viewport(TARGET), Some([275.0, 48.0, 308.0, 231.0]));
        assert_eq!(
            PresentArea(None).viewport(UVec2::new(1280, 720)),
            Some([160.0, 0.0, 960.0, 720.0])
        );
    }

    #[test]
    fn an_area_beyond_the_target_is_cut_and_one_outside_shows_nothing() {
        let beyond = PresentArea(Some(Rect::new(-50.0, -50.0, 5000.0, 5000.0)));
        assert_eq!(beyond.on(TARGET), URect::new(0, 0, 1300, 400));
        let outside = PresentArea(Some(Rect::new(2000.0, 0.0, 2100.0, 100.0)));
        assert_eq!(outside.viewport(TARGET), None);
        let nothing = Rect {
            min: Vec2::INFINITY,
            max: Vec2::NEG_INFINITY,
        };
        assert_eq!(PresentArea(Some(nothing)).viewport(TARGET), None);
    }
}
