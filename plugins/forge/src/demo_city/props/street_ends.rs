//! Where the streets leave the city.

use glam::Vec3;

use super::finish::IRON;
use crate::demo_city::plan::{AVENUES, STREETS, X_RANGE, Z_RANGE};
use crate::kit::mesh::{Piece, Shade, Surface, Wall};

/// Hoardings where a street leaves the city.
pub(super) fn street_ends(out: &mut Vec<Piece>) {
    let hoarding = Surface::of("hoarding");
    let mut wall = |wall: Wall| {
        let mut piece = Piece::new();
        let columns = (wall.width / 4.0).round().max(1.0);
        for i in 0..columns as u32 {
            let (u0, u1) = (
                wall.width * i as f32 / columns,
                wall.width * (i + 1) as f32 / columns,
            );
            let q = [
                wall.at(u0, 0.0, 0.0),
                wall.at(u1, 0.0, 0.0),
                wall.at(u1, 3.6, 0.0),
                wall.at(u0, 3.6, 0.0),
            ];
            piece.double_quad(hoarding, q, [u0 / 4.0, 0.0, u1 / 4.0, 0.95], Shade::LIT);
            piece.bar(
                IRON,
                wall.at(u0, 0.0, -0.2),
                wall.at(u0, 3.4, -0.2),
                0.14,
                1.0,
                Shade::LIT,
            );
        }
        out.push(piece);
    };
    for [x0, x1] in STREETS {
        wall(Wall {
            origin: Vec3::new(x0 - 4.0, 0.0, Z_RANGE[0] + 0.25),
            right: Vec3::X,
            out: Vec3::Z,
            width: x1 - x0 + 8.0,
        });
    }
    for [z0, z1] in AVENUES {
        let width = z1 - z0 + 8.0;
        wall(Wall {
            origin: Vec3::new(X_RANGE[0] + 0.25, 0.0, z1 + 4.0),
            right: Vec3::NEG_Z,
            out: Vec3::X,
            width,
        });
        wall(Wall {
            origin: Vec3::new(X_RANGE[1] - 0.25, 0.0, z0 - 4.0),
            right: Vec3::Z,
            out: Vec3::NEG_X,
            width,
        });
    }
}
