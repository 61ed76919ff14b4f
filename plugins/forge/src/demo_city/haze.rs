//! Light in the air: thin cards of the `d` world, which is drawn after the scenery and so lies over it.

use glam::Vec3;

use crate::demo_city::markings;
use crate::demo_city::plan::{AVENUES, STREETS};
use crate::kit::light::{BakedLamp, Haze};
use crate::kit::mesh::corners::{WHOLE, around};
use crate::kit::mesh::{Piece, Shade, Surface};

const BALL: Surface = Surface::of("haze").blended();
const CONE: Surface = Surface::of("cone").blended();

/// The cards of all lamps.
pub fn pieces(lamps: &[BakedLamp]) -> Vec<Piece> {
    lamps
        .iter()
        .filter_map(|baked| {
            let mut piece = Piece::new();
            let shade = Shade::glowing(baked.colour.map(|c| c * 0.9)).open(0.0);
            let p = baked.lamp.position;
            match baked.lamp.haze {
                Haze::None => return None,
                Haze::Ball(width) => ball(&mut piece, p, [width * 0.5; 2], shade),
                Haze::Street(height) => {
                    ball(&mut piece, p, [1.5; 2], shade);
                    cone(&mut piece, p, height, shade);
                }
                Haze::Sheet(half_width, half_height, out) => {
                    let right = Vec3::Y.cross(out);
                    let (a, b) = (right * half_width, Vec3::Y * half_height);
                    // Just before the wall: the lamp itself hangs a little farther out.
                    let c = p - out * 0.7;
                    piece.quad(BALL.lit(shade), around(c, a, b), WHOLE);
                }
            }
            Some(piece)
        })
        .collect()
}

/// Steam that stands over the manholes of the junctions, thinner the higher it is.
pub fn steam() -> Vec<Piece> {
    let mut out = Vec::new();
    for [x0, x1] in STREETS {
        for [z0, z1] in AVENUES {
            let foot = Vec3::new(
                (x0 + x1) * 0.5 - 1.6,
                markings::RAISED,
                (z0 + z1) * 0.5 - 1.9,
            );
            let mut piece = Piece::new();
            markings::manhole(&mut piece, foot);
            for (y, half, rise, strength) in [
                (0.55, 0.45, 0.8, 0.80),
                (1.35, 0.75, 1.1, 0.55),
                (2.6, 1.1, 1.5, 0.32),
            ] {
                // It leans with the wind from the sea.
                let centre = foot + Vec3::new(0.08, 1.0, -0.16) * y;
                let shade = Shade::glowing([0.16 * strength; 3]).open(strength);
                ball(&mut piece, centre, [half, rise], shade);
            }
            out.push(piece);
        }
    }
    out
}

/// Two crossed pictures, that far to the side and up.
fn ball(piece: &mut Piece, centre: Vec3, [half, rise]: [f32; 2], shade: Shade) {
    for side in [Vec3::X, Vec3::Z] {
        let (a, b) = (side * half, Vec3::Y * rise);
        piece.double_quad(BALL.lit(shade), around(centre, a, b), WHOLE);
    }
}

fn cone(piece: &mut Piece, top: Vec3, height: f32, shade: Shade) {
    let cone = CONE.lit(Shade::glowing(shade.glow.map(|c| c * 0.8)).open(shade.open));
    for side in [Vec3::X, Vec3::Z] {
        let (a, down) = (side * 2.6, Vec3::Y * height);
        let card = [top - a - down, top + a - down, top + a, top - a];
        piece.double_quad(cone, card, WHOLE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo_city::lots;
    use crate::demo_city::plan::{Plan, are_apart};
    use crate::demo_city::recipe::CityRecipe;

    #[test]
    fn no_two_decals_on_the_ground_share_a_place() {
        let plan = Plan::new(&CityRecipe::default());
        let mut all = markings::pieces(&plan);
        all.extend(lots::pieces(&plan, 1979));
        all.extend(steam());
        let taken = markings::footprints(&all);
        all.extend(markings::scattered(&plan, 1979, &taken));
        let boxes = markings::footprints(&all);
        // Two triangles of one quad have one box.
        assert!(boxes.len() > 1000 && boxes.len().is_multiple_of(2));
        let quads: Vec<[f32; 4]> = boxes.into_iter().step_by(2).collect();
        for (i, a) in quads.iter().enumerate() {
            for b in &quads[i + 1..] {
                assert!(are_apart(a, b), "{a:?} and {b:?}");
            }
        }
    }
}
