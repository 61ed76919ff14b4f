//! The map's geometry: from the ground to the panel and back.
//!
//! The map looks straight down: x grows to the right, z grows downwards (RenderWare axes, metres).

use bevy_egui::egui::{Pos2, Rect, Vec2};
use wonderwheel_renderware::world::Aabb;

/// A place on the ground: x and z.
pub type Ground = [f32; 2];

/// Least scale: a kilometre is 20 points.
const SMALLEST_SCALE: f32 = 0.02;
/// Greatest scale: a metre is 200 points.
const LARGEST_SCALE: f32 = 200.0;
/// How much of the panel a fitted map leaves free at each side, points.
const MARGIN: f32 = 8.0;
/// How small the map can be made, of the scale that fits.
const SMALLEST_SHARE: f32 = 0.25;

/// A box seen from above.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Footprint {
    /// Lowest x and z.
    pub min: Ground,
    /// Highest x and z.
    pub max: Ground,
}

impl Footprint {
    /// The box from above.
    pub fn of(bounds: &Aabb) -> Self {
        Self {
            min: [bounds.min[0], bounds.min[2]],
            max: [bounds.max[0], bounds.max[2]],
        }
    }

    /// Whether a place lies in it.
    pub fn contains(&self, [x, z]: Ground) -> bool {
        x >= self.min[0] && x <= self.max[0] && z >= self.min[1] && z <= self.max[1]
    }

    /// Square metres.
    pub fn area(&self) -> f32 {
        (self.max[0] - self.min[0]) * (self.max[1] - self.min[1])
    }

    /// The middle.
    pub fn centre(&self) -> Ground {
        [
            (self.min[0] + self.max[0]) * 0.5,
            (self.min[1] + self.max[1]) * 0.5,
        ]
    }

    /// The box around both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self {
            min: [self.min[0].min(other.min[0]), self.min[1].min(other.min[1])],
            max: [self.max[0].max(other.max[0]), self.max[1].max(other.max[1])],
        }
    }
}

/// What part of the ground the map shows, and how large.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MapView {
    /// What lies in the middle of the panel.
    pub centre: Ground,
    /// Points of the screen a metre.
    pub points_per_metre: f32,
}

impl Default for MapView {
    fn default() -> Self {
        Self {
            centre: [0.0; 2],
            points_per_metre: 1.0,
        }
    }
}

impl MapView {
    /// Where a place lies on the screen.
    pub fn screen_from_ground(&self, panel: Rect, [x, z]: Ground) -> Pos2 {
        panel.center() + Vec2::new(x - self.centre[0], z - self.centre[1]) * self.points_per_metre
    }

    /// Which place lies at a point of the screen.
    pub fn ground_from_screen(&self, panel: Rect, at: Pos2) -> Ground {
        let offset = (at - panel.center()) / self.points_per_metre;
        [self.centre[0] + offset.x, self.centre[1] + offset.y]
    }

    /// A footprint on the screen.
    pub fn rect(&self, panel: Rect, footprint: &Footprint) -> Rect {
        Rect::from_min_max(
            self.screen_from_ground(panel, footprint.min),
            self.screen_from_ground(panel, footprint.max),
        )
    }

    /// Moves the ground along with a drag.
    pub fn pan(&mut self, drag: Vec2) {
        self.centre[0] -= drag.x / self.points_per_metre;
        self.centre[1] -= drag.y / self.points_per_metre;
    }

    /// Scales by `factor` and keeps what lies under the pointer there.
    pub fn zoom_about(&mut self, panel: Rect, pointer: Pos2, factor: f32) {
        let under = self.ground_from_screen(panel, pointer);
        self.points_per_metre =
            (self.points_per_metre * factor).clamp(SMALLEST_SCALE, LARGEST_SCALE);
        let offset = (pointer - panel.center()) / self.points_per_metre;
        self.centre = [under[0] - offset.x, under[1] - offset.y];
    }

    /// Shows all of a footprint.
    pub fn fit(&mut self, panel: Rect, footprint: &Footprint) {
        self.centre = footprint.centre();
        self.points_per_metre = fitting_scale(panel, footprint);
    }

    /// Keeps some of a footprint in sight: the middle of the panel always lies on it, and it never gets smaller than a part
    /// of the size at which all of it just fits.
    pub fn keep_in_sight(&mut self, panel: Rect, footprint: &Footprint) {
        for axis in 0..2 {
            self.centre[axis] = self.centre[axis].clamp(footprint.min[axis], footprint.max[axis]);
        }
        let smallest = fitting_scale(panel, footprint) * SMALLEST_SHARE;
        self.points_per_metre = self.points_per_metre.max(smallest.max(SMALLEST_SCALE));
    }
}

/// The scale at which a footprint just fits into a panel.
fn fitting_scale(panel: Rect, footprint: &Footprint) -> f32 {
    let room = panel.size() - Vec2::splat(2.0 * MARGIN);
    let wide = room.x / (footprint.max[0] - footprint.min[0]).max(1.0);
    let high = room.y / (footprint.max[1] - footprint.min[1]).max(1.0);
    wide.min(high).clamp(SMALLEST_SCALE, LARGEST_SCALE)
}

/// What a camera sees, on the ground: the eye and the ends of the left and right edge at depth `far`. `half_width` is
/// half the picture's width at a depth of one metre.
pub fn wedge(
    eye: [f32; 3],
    forward: [f32; 3],
    right: [f32; 3],
    half_width: f32,
    far: f32,
) -> [Ground; 3] {
    let end = |side: f32| {
        let along =
            |axis: usize| eye[axis] + (forward[axis] + right[axis] * half_width * side) * far;
        [along(0), along(2)]
    };
    [[eye[0], eye[2]], end(-1.0), end(1.0)]
}

/// The smallest of the boxes that lie under a place. Of equal ones the first.
pub fn pick<T>(boxes: impl IntoIterator<Item = (T, Footprint)>, at: Ground) -> Option<T> {
    let mut smallest: Option<(T, f32)> = None;
    for (what, footprint) in boxes {
        let area = footprint.area();
        if footprint.contains(at) && smallest.as_ref().is_none_or(|(_, best)| area < *best) {
            smallest = Some((what, area));
        }
    }
    smallest.map(|(what, _)| what)
}

/// The longest of 1, 2, 5, 10, 20, ... metres that is no longer than `points` on the screen.
pub fn scale_bar_metres(points_per_metre: f32, points: f32) -> f32 {
    let longest = (points / points_per_metre).max(1e-6);
    let decade = 10_f32.powf(longest.log10().floor());
    let digit = longest / decade;
    // A hair of tolerance: 5.0 may come out of the logarithm as 4.9999995.
    decade
        * if digit >= 4.999 {
            5.0
        } else if digit >= 1.999 {
            2.0
        } else {
            1.0
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{pos2, vec2};

    const PANEL: Rect = Rect {
        min: pos2(100.0, 50.0),
        max: pos2(500.0, 350.0),
    };

    #[test]
    fn x_goes_right_and_z_goes_down() {
        let map = MapView {
            centre: [10.0, 20.0],
            points_per_metre: 2.0,
        };
        assert_eq!(
            map.screen_from_ground(PANEL, [10.0, 20.0]),
            pos2(300.0, 200.0)
        );
        assert_eq!(
            map.screen_from_ground(PANEL, [15.0, 20.0]),
            pos2(310.0, 200.0)
        );
        assert_eq!(
            map.screen_from_ground(PANEL, [10.0, 25.0]),
            pos2(300.0, 210.0)
        );
        assert_eq!(
            map.ground_from_screen(PANEL, pos2(310.0, 190.0)),
            [15.0, 15.0]
        );
    }

    #[test]
    fn a_drag_takes_the_ground_with_it() {
        let mut map = MapView {
            centre: [0.0, 0.0],
            points_per_metre: 4.0,
        };
        let before = map.screen_from_ground(PANEL, [3.0, 3.0]);
        map.pan(vec2(8.0, -12.0));
        assert_eq!(
            map.screen_from_ground(PANEL, [3.0, 3.0]),
            before + vec2(8.0, -12.0)
        );
    }

    #[test]
    fn zooming_keeps_what_lies_under_the_pointer() {
        let mut map = MapView {
            centre: [7.0, -3.0],
            points_per_metre: 1.5,
        };
        let pointer = pos2(160.0, 330.0);
        let under = map.ground_from_screen(PANEL, pointer);
        for factor in [1.25, 1.25, 0.3, 4.0] {
            map.zoom_about(PANEL, pointer, factor);
            let now = map.ground_from_screen(PANEL, pointer);
            assert!((now[0] - under[0]).abs() < 1e-3 && (now[1] - under[1]).abs() < 1e-3);
        }
    }

    #[test]
    fn zooming_stops_at_both_ends() {
        let mut map = MapView::default();
        map.zoom_about(PANEL, PANEL.center(), 1e9);
        assert_eq!(map.points_per_metre, LARGEST_SCALE);
        map.zoom_about(PANEL, PANEL.center(), 1e-9);
        assert_eq!(map.points_per_metre, SMALLEST_SCALE);
    }

    #[test]
    fn a_fitted_world_lies_inside_the_panel_and_fills_one_direction() {
        let mut map = MapView::default();
        let world = Footprint {
            min: [-50.0, 0.0],
            max: [150.0, 50.0],
        };
        map.fit(PANEL, &world);
        let rect = map.rect(PANEL, &world);
        assert!(PANEL.contains_rect(rect));
        // 400 points wide, 8 free at each side.
        assert!((rect.width() - 384.0).abs() < 0.01, "{rect:?}");
        assert_eq!(rect.center(), PANEL.center());
    }

    #[test]
    fn no_drag_and_no_wheel_takes_the_world_out_of_sight() {
        let world = Footprint {
            min: [-50.0, 0.0],
            max: [150.0, 50.0],
        };
        let mut map = MapView::default();
        map.fit(PANEL, &world);
        let fitted = map;
        map.keep_in_sight(PANEL, &world);
        assert_eq!(map, fitted, "what fits stays as it is");
        for drag in [
            vec2(9e3, 0.0),
            vec2(-9e3, 0.0),
            vec2(9e3, 9e3),
            vec2(0.0, -9e3),
        ] {
            map.pan(drag);
            map.keep_in_sight(PANEL, &world);
            let rect = map.rect(PANEL, &world);
            assert!(rect.intersect(PANEL).area() > 100.0, "{drag:?}: {rect:?}");
        }
        map.zoom_about(PANEL, PANEL.left_top(), 1e-9);
        map.keep_in_sight(PANEL, &world);
        let rect = map.rect(PANEL, &world);
        assert!(
            (rect.width() - 96.0).abs() < 0.01,
            "a quarter of 384: {rect:?}"
        );
        assert!(PANEL.intersects(rect));
    }

    #[test]
    fn the_wedge_opens_along_the_view_with_x_on_the_left_of_a_camera_that_looks_along_z() {
        let [eye, left, right] = wedge(
            [5.0, 2.0, 5.0],
            [0.0, 0.0, 1.0],
            [-1.0, 0.0, 0.0],
            0.5,
            100.0,
        );
        assert_eq!(eye, [5.0, 5.0]);
        assert_eq!(left, [55.0, 105.0]);
        assert_eq!(right, [-45.0, 105.0]);
    }

    #[test]
    fn the_smallest_box_under_the_pointer_is_picked() {
        let square = |half: f32| Footprint {
            min: [-half, -half],
            max: [half, half],
        };
        let boxes = [
            ("block", square(50.0)),
            ("kerb", square(5.0)),
            ("street", square(20.0)),
        ];
        assert_eq!(pick(boxes, [1.0, 1.0]), Some("kerb"));
        assert_eq!(pick(boxes, [10.0, 1.0]), Some("street"));
        assert_eq!(pick(boxes, [60.0, 1.0]), None);
    }

    #[test]
    fn the_scale_bar_is_a_round_number_that_fits() {
        assert_eq!(scale_bar_metres(1.0, 100.0), 100.0);
        assert_eq!(scale_bar_metres(1.0, 99.0), 50.0);
        assert_eq!(scale_bar_metres(20.0, 100.0), 5.0);
        assert_eq!(scale_bar_metres(0.4, 100.0), 200.0);
    }
}
