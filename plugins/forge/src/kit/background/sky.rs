//! The sky dome and the band of clouds that turns inside it. They are drawn around the camera with a far clip of 5 metres.
//!
//! Source: spec/gs-pipeline.md 9, pass 2.

use glam::{Vec2, Vec3};

use crate::kit::background::Model;
use crate::kit::mesh::{Piece, Shade, Surface};
use crate::kit::paint::Painting;
use crate::kit::trig::{PI, TAU, cos, sin};

/// Prelight that the ambient of play (0.227) lifts to full.
const LEVEL: f32 = 0.775;
const SEGMENTS: u32 = 24;

/// The dome with this picture, its top the zenith.
pub fn dome(painting: Painting) -> Model {
    // Closed below: where no ground is loaded yet, one looks into the fog, not into the dusk.
    let bands = [
        -90.0, -24.0, -7.0, -2.0, 0.0, 4.0, 9.0, 16.0, 26.0, 40.0, 60.0, 90.0,
    ];
    let v = |degrees: f32| {
        if degrees >= 0.0 {
            0.965 * (1.0 - degrees / 90.0).powi(2)
        } else {
            (0.965 - degrees * 0.003).min(0.99)
        }
    };
    Model {
        name: "sky_dusk",
        painting,
        piece: band(3.0, &bands, v, 1.0, [LEVEL; 3]),
        scale: 1.0 / 8192.0,
    }
}

/// Clouds with this picture.
pub fn clouds(painting: Painting) -> Model {
    let bands = [3.0, 10.0, 18.0, 28.0, 40.0, 58.0];
    let v = |degrees: f32| 0.98 - 0.96 * (degrees - 3.0) / 55.0;
    Model {
        name: "clouds_dusk",
        painting,
        piece: band(2.6, &bands, v, 2.0, [LEVEL, LEVEL * 0.96, LEVEL]),
        scale: 1.0 / 8192.0,
    }
}

/// Quads of a sphere between the given heights; u runs from north over west around.
fn band(radius: f32, degrees: &[f32], v: impl Fn(f32) -> f32, turns: f32, glow: [f32; 3]) -> Piece {
    let mut piece = Piece::new();
    let shade = Shade::glowing(glow).open(0.0);
    for pair in degrees.windows(2) {
        for i in 0..SEGMENTS {
            let corner = |k: u32, degrees: f32| {
                let u = k as f32 / SEGMENTS as f32;
                let (angle, height) = (u * TAU, degrees * PI / 180.0);
                let p = Vec3::new(
                    -sin(angle) * cos(height),
                    sin(height),
                    -cos(angle) * cos(height),
                ) * radius;
                (p, [Vec2::new(u * turns, v(degrees)); 2], shade)
            };
            // Seen from inside: u runs to the left.
            let places = [(i + 1, 0), (i, 0), (i, 1), (i + 1, 1)];
            let corners = places.map(|(k, end)| corner(k, pair[end]));
            piece.quad_with(Surface::of("sky"), corners);
        }
    }
    piece
}
