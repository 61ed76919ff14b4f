//! Debug lines in the frame: boxes, frustums, paths. Drawn last, over the level's tint.

use bevy::prelude::*;
use bytemuck::{Pod, Zeroable};
use wonderwheel_renderware::world::Aabb;

/// Whether the scene may hide a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Depth {
    /// Hidden by what lies in front.
    #[default]
    Tested,
    /// Always seen.
    OnTop,
}

/// Lines of the frame that is being built, in RenderWare axes, metres. Emptied at the start of every frame: who wants a
/// line to stay adds it each frame, in any schedule between `First` and the end of `PostUpdate`.
#[derive(Resource, Debug, Clone, Default)]
pub struct DebugLines {
    pub(crate) tested: Vec<LineVertex>,
    pub(crate) on_top: Vec<LineVertex>,
}

/// A line's end, as the shader reads it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
pub struct LineVertex {
    /// Place.
    pub position: [f32; 3],
    /// RGBA, 255 opaque.
    pub colour: [u8; 4],
}

impl DebugLines {
    /// One line. `colour` is RGBA in display space, alpha 255 opaque.
    pub fn line(&mut self, from: Vec3, to: Vec3, colour: [u8; 4], depth: Depth) {
        let ends = [from, to].map(|end| LineVertex {
            position: end.to_array(),
            colour,
        });
        match depth {
            Depth::Tested => self.tested.extend(ends),
            Depth::OnTop => self.on_top.extend(ends),
        }
    }

    /// The twelve edges of a box.
    pub fn aabb(&mut self, bounds: &Aabb, colour: [u8; 4], depth: Depth) {
        let corner = |bits: usize| {
            let of = |axis: usize| {
                if bits >> axis & 1 == 0 {
                    bounds.min[axis]
                } else {
                    bounds.max[axis]
                }
            };
            Vec3::new(of(0), of(1), of(2))
        };
        for from in 0..8_usize {
            for axis in 0..3 {
                let to = from | 1 << axis;
                if to != from {
                    self.line(corner(from), corner(to), colour, depth);
                }
            }
        }
    }

    /// A strip of lines through the points.
    pub fn path(&mut self, points: impl IntoIterator<Item = Vec3>, colour: [u8; 4], depth: Depth) {
        let mut points = points.into_iter();
        let Some(mut from) = points.next() else {
            return;
        };
        for to in points {
            self.line(from, to, colour, depth);
            from = to;
        }
    }

    /// How many lines there are.
    pub fn len(&self) -> usize {
        (self.tested.len() + self.on_top.len()) / 2
    }

    /// True without any line.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn clear(&mut self) {
        self.tested.clear();
        self.on_top.clear();
    }
}

/// Empties the lines of the frame before.
pub(crate) fn clear_lines(mut lines: ResMut<DebugLines>) {
    if !lines.is_empty() {
        lines.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_twelve_edges_of_one_axis_each() {
        let mut lines = DebugLines::default();
        lines.aabb(
            &Aabb {
                min: [1.0, 2.0, 3.0],
                max: [5.0, 7.0, 9.0],
            },
            [255; 4],
            Depth::Tested,
        );
        assert_eq!(lines.len(), 12);
        for edge in lines.tested.chunks(2) {
            let moved: Vec<_> = (0..3)
                .filter(|axis| edge[0].position[*axis] != edge[1].position[*axis])
                .collect();
            assert_eq!(moved.len(), 1);
        }
    }

    #[test]
    fn a_path_of_three_points_is_two_lines_on_top() {
        let mut lines = DebugLines::default();
        lines.path([Vec3::ZERO, Vec3::X, Vec3::Y], [1, 2, 3, 4], Depth::OnTop);
        assert_eq!((lines.len(), lines.tested.len()), (2, 0));
        lines.clear();
        assert!(lines.is_empty());
    }
}
