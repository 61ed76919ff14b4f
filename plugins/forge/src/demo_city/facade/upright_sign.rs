//! Signs that stand out over the pavement.

use crate::kit::light::{Haze, Lamp, LampColour};
use crate::kit::mesh::{Piece, Shade, Surface, TextureId, Wall};
use crate::kit::rng::Rng;

const UPRIGHT: Surface = Surface::textured(TextureId::part("upright"));

/// A sign that stands out over the pavement.
pub fn upright_sign(piece: &mut Piece, wall: &Wall, u: f32, y: f32, rng: &mut Rng) {
    let half = rng.below(2);
    let (height, reach) = (3.4, 0.95);
    let x = half as f32 * 0.5;
    let uv = [x + 0.01, 0.0, x + 0.49, 1.0];
    let shade = Shade {
        open: 0.2,
        ..Shade::glowing([0.98; 3])
    };
    let (near, far) = (0.35, 0.35 + reach);
    let p = |du: f32, dy: f32, out: f32| wall.at(u + du, y + dy, out);
    piece.quad(
        UPRIGHT,
        [
            p(0.12, 0.0, far),
            p(0.12, 0.0, near),
            p(0.12, height, near),
            p(0.12, height, far),
        ],
        uv,
        shade,
    );
    piece.quad(
        UPRIGHT,
        [
            p(-0.12, 0.0, near),
            p(-0.12, 0.0, far),
            p(-0.12, height, far),
            p(-0.12, height, near),
        ],
        uv,
        shade,
    );
    let iron = Surface::of("iron");
    piece.quad(
        iron,
        [
            p(-0.12, 0.0, far),
            p(0.12, 0.0, far),
            p(0.12, height, far),
            p(-0.12, height, far),
        ],
        [0.0, 0.0, 0.2, 3.0],
        Shade::LIT,
    );
    piece.quad(
        iron,
        [
            p(0.12, 0.0, near),
            p(-0.12, 0.0, near),
            p(-0.12, height, near),
            p(0.12, height, near),
        ],
        [0.0, 0.0, 0.2, 3.0],
        Shade::LIT,
    );
    piece.bar(
        iron,
        p(0.0, 0.5, 0.0),
        p(0.0, 0.5, near),
        0.08,
        1.0,
        Shade::LIT,
    );
    piece.bar(
        iron,
        p(0.0, height - 0.5, 0.0),
        p(0.0, height - 0.5, near),
        0.08,
        1.0,
        Shade::LIT,
    );
    for side in [-1.0, 1.0] {
        piece.lamps.push(Lamp {
            position: p(side * 1.0, height * 0.5, (near + far) * 0.5),
            radius: 8.0,
            strength: 0.5,
            colour: LampColour::Upright(half),
            haze: Haze::None,
        });
    }
    piece.lamps.push(Lamp {
        position: p(0.0, height * 0.5, far),
        radius: 0.1,
        strength: 0.0,
        colour: LampColour::Upright(half),
        haze: Haze::Ball(2.6),
    });
}
