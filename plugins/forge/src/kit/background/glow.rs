//! The glow world: the bright hearts of the street lamps, as crossed pictures. Source: spec/world-addenda.md 6.

use glam::{Vec2, Vec3};

use crate::kit::light::lamp_post::LampPost;
use crate::kit::mesh::{Piece, Shade, Surface, Vertex};

/// Halo of the sodium lamps.
pub const SODIUM: &str = "propglow01k";
/// Halo of the boardwalk's globes.
pub const WHITE: &str = "propglow02k";

/// The halos of all lamps.
pub fn build(lamps: &[LampPost]) -> Piece {
    let mut piece = Piece::new();
    for lamp in lamps {
        let (name, half) = if lamp.arm == Vec3::ZERO {
            (WHITE, 0.9)
        } else {
            (SODIUM, 0.8)
        };
        let centre = lamp.light();
        let shade = Shade::glowing([1.0; 3]).open(0.0);
        for side in [Vec3::X, Vec3::Z] {
            let (a, b) = (side * half, Vec3::Y * half);
            // One triangle whose upper left half is the picture: a glow world has 324 triangles at most, and what lies beyond
            // the picture is its clamped rim, which is clear.
            let corner = |u: f32, v: f32| {
                let position = centre + a * (2.0 * u - 1.0) + b * (1.0 - 2.0 * v);
                Vertex::new(position, side.cross(Vec3::Y), [Vec2::new(u, v); 2], shade)
            };
            let surface = Surface::of(name).blended();
            let corners = [corner(0.0, 2.0), corner(2.0, 0.0), corner(0.0, 0.0)];
            piece.triangle(surface, corners);
        }
    }
    piece
}
