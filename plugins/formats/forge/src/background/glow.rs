//! The glow world: the bright hearts of the street lamps, as crossed quads. Source: spec/world-addenda.md 6.

use glam::Vec3;

use crate::city::street_lamp::Standing;
use crate::mesh::{Piece, Shade, Surface};

/// Halo of the sodium lamps.
pub const SODIUM: &str = "propglow01k";
/// Halo of the boardwalk's globes.
pub const WHITE: &str = "propglow02k";

/// The halos of all lamps.
pub fn build(lamps: &[Standing]) -> Piece {
    let mut piece = Piece::new();
    for lamp in lamps {
        let (name, half) = if lamp.arm == Vec3::ZERO {
            (WHITE, 0.9)
        } else {
            (SODIUM, 0.8)
        };
        let centre = lamp.light();
        let shade = Shade {
            open: 0.0,
            glow: [1.0; 3],
            alpha: 255,
        };
        for side in [Vec3::X, Vec3::Z] {
            let (a, b) = (side * half, Vec3::Y * half);
            piece.quad(
                Surface::of(name).blended(),
                [
                    centre - a - b,
                    centre + a - b,
                    centre + a + b,
                    centre - a + b,
                ],
                [0.0, 0.0, 1.0, 1.0],
                shade,
            );
        }
    }
    piece
}
