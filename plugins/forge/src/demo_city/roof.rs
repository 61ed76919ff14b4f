//! Flat roofs and what stands on them.

use glam::{Vec2, Vec3};

use crate::demo_city::plan::{House, Side, Use};
use crate::kit::light::Haze;
use crate::kit::mesh::corners::standing;
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Piece, Shade, Surface, TextureId, Wall};
use crate::kit::rng::Rng;
use crate::kit::trig::{TAU, cos, sin};

/// Carries the bump effect, which the game stores and does not draw.
const TAR: Surface = Surface::of("roof_tar").bumped();
const IRON: Surface = Surface::of("iron");
const BILLBOARD: Surface = Surface::textured(TextureId::part("billboard"));

/// Roof, parapet and rooftop.
pub fn build(piece: &mut Piece, house: &House, surface: Surface, rng: &mut Rng) {
    let [x0, z0, x1, z1] = house.rect;
    let y = house.height();
    let columns = ((x1 - x0) / 5.0).round().max(1.0);
    let rows = ((z1 - z0) / 5.0).round().max(1.0);
    piece.field(TAR, [columns as u32, rows as u32], |column, row| {
        let x = x0 + (x1 - x0) * column as f32 / columns;
        let z = z0 + (z1 - z0) * row as f32 / rows;
        let uv = Vec2::new(x / 6.0, z / 6.0);
        (Vec3::new(x, y, z), [uv; 2], Shade::LIT)
    });
    parapet(piece, house, surface);
    let (w, d) = (x1 - x0, z1 - z0);
    if w >= 8.0 && d >= 12.0 {
        bulkhead(piece, Vec3::new(x0 + w * 0.3, y, z0 + d * 0.5), surface);
        chimneys(piece, house, surface, rng);
        if house.upper_storeys >= 3 && rng.chance(0.5) {
            tank(piece, Vec3::new(x1 - 3.0, y, z0 + d * rng.range(0.35, 0.6)));
        } else if house.upper_storeys >= 1 && house.purpose != Use::Warehouse && rng.chance(0.5) {
            billboard(piece, house);
        } else {
            antennas(piece, house, rng);
        }
    }
}

/// Inner sides and top of the parapet; the outer sides belong to the walls.
fn parapet(piece: &mut Piece, house: &House, surface: Surface) {
    const THICK: f32 = 0.25;
    let [x0, z0, x1, z1] = house.rect;
    let (y, top) = (house.height(), house.top());
    let inner = [x0 + THICK, z0 + THICK, x1 - THICK, z1 - THICK];
    for side in 0..4_u8 {
        let wall = Wall::of_rect(inner, side, 0.0);
        let inside = wall.area([wall.width, y, 0.0, top], 0.0);
        let [.., a, b] = inside;
        piece.quad(surface, inside, [0.0, 0.0, wall.width / 4.0, 0.19]);
        let outer = Wall::of_rect(house.rect, side, 0.0);
        let [c, d] = [0.0, outer.width].map(|u| outer.at(u, top, 0.0));
        let uv = [0.0, 0.0, outer.width / 4.0, 0.06];
        piece.quad(Surface::of("stone"), [c, d, b, a], uv);
    }
}

fn bulkhead(piece: &mut Piece, at: Vec3, surface: Surface) {
    let [min, max] = standing(at, Vec3::new(1.5, 0.0, 1.5), [0.0, 2.5]);
    piece.block(surface.tile(4.0), [min, max], Faces::WALLS);
    piece.block(TAR.tile(4.0), [min, max], Faces::TOP);
    let wall = Wall::of_rect([min.x, min.z, max.x, max.z], 0, at.y);
    let (door, uv) = ([1.0, 0.0, 2.0, 2.1], [0.504, 0.15, 0.746, 1.0]);
    wall.panel(piece, Surface::of("doors"), door, 0.02, uv);
}

fn chimneys(piece: &mut Piece, house: &House, surface: Surface, rng: &mut Rng) {
    let [x0, z0, x1, z1] = house.rect;
    for _ in 0..1 + rng.below(2) {
        let at = Vec3::new(
            rng.range(x0 + 1.5, x1 - 1.5),
            house.height(),
            rng.range(z0 + 1.5, z0 + (z1 - z0) * 0.3),
        );
        let height = rng.range(1.4, 2.6);
        let stack = standing(at, Vec3::new(0.4, 0.0, 0.4), [0.0, height]);
        piece.block(surface.tile(4.0), stack, Faces::STANDING);
    }
}

/// A wooden water tank on steel legs.
pub fn tank(piece: &mut Piece, foot: Vec3) {
    let (legs, height, radius) = (2.6, 3.0, 1.6);
    for (dx, dz) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        let a = foot + Vec3::new(dx, 0.0, dz);
        piece.bar(IRON, a, a + Vec3::Y * legs, 0.16);
    }
    for (dx, dz, ex, ez) in [
        (-1.0, 1.0, 1.0, 1.0),
        (1.0, -1.0, -1.0, -1.0),
        (1.0, 1.0, 1.0, -1.0),
        (-1.0, -1.0, -1.0, 1.0),
    ] {
        let (a, b) = (Vec3::new(dx, 0.2, dz), Vec3::new(ex, legs, ez));
        piece.bar(IRON, foot + a, foot + b, 0.08);
    }
    let wood = Surface::of("tank");
    let base = foot + Vec3::Y * legs;
    let sides = 10;
    for i in 0..sides {
        let ring = |k: u32, r: f32, y: f32| {
            let angle = TAU * k as f32 / sides as f32;
            base + Vec3::new(sin(angle) * r, y, cos(angle) * r)
        };
        let (u0, u1) = (i as f32 * 0.4, (i + 1) as f32 * 0.4);
        let [a, b] = [i, i + 1].map(|k| ring(k, radius, 0.0));
        let [d, c] = [i, i + 1].map(|k| ring(k, radius, height));
        piece.quad(wood, [a, b, c, d], [u0, 0.0, u1, 1.0]);
        let [e, f] = [i, i + 1].map(|k| ring(k, radius * 1.08, height));
        let tip = ring(i, 0.0, height + 1.0);
        piece.quad(TAR, [e, f, tip, tip], [0.0, 0.0, 0.3, 0.3]);
        piece.quad(TAR.shaded(0.5), [b, a, base, base], [0.0, 0.0, 0.3, 0.3]);
    }
}

/// A board on a frame above the parapet of a front, lit by lamps at its foot.
fn billboard(piece: &mut Piece, house: &House) {
    let Some(side) = house.sides.iter().position(|side| *side == Side::Front) else {
        return;
    };
    let wall = Wall::of_rect(house.rect, side as u8, house.height());
    let width = (wall.width - 1.0).min(9.0);
    let (u0, u1) = ((wall.width - width) * 0.5, (wall.width + width) * 0.5);
    let (y0, y1, d) = (1.5, 1.5 + width * 0.5, -0.8);
    let glow = Shade::glowing([0.62, 0.58, 0.5]).open(0.6);
    let uv = [0.0, 0.01, 1.0, 0.99];
    wall.panel(piece, BILLBOARD.lit(glow), [u0, y0, u1, y1], d, uv);
    let (back, uv) = ([u1, y0, u0, y1], [0.0, 0.0, width / 4.0, width / 8.0]);
    wall.panel(piece, Surface::of("hoarding"), back, d - 0.1, uv);
    let p = |u: f32, y: f32, out: f32| wall.at(u, y, out);
    let posts = 3;
    for i in 0..=posts {
        let u = u0 + (u1 - u0) * i as f32 / posts as f32;
        piece.bar(IRON, p(u, 0.0, d - 0.2), p(u, y1, d - 0.2), 0.14);
        piece.bar(IRON, p(u, 0.1, d - 2.2), p(u, y1 * 0.75, d - 0.2), 0.1);
    }
    for i in 0..3 {
        let u = u0 + (u1 - u0) * (i as f32 + 0.5) / 3.0;
        let haze = match i {
            1 => Haze::Sheet(width * 0.55, width * 0.32, wall.out),
            _ => Haze::None,
        };
        let shine = p(u, y0 - 0.2, d + 1.0);
        piece.lamp(shine, [6.0, 0.55], [1.0, 0.9, 0.7], haze);
    }
}

fn antennas(piece: &mut Piece, house: &House, rng: &mut Rng) {
    let [x0, z0, x1, z1] = house.rect;
    let (x, z) = (rng.range(x0 + 2.0, x1 - 2.0), rng.range(z0 + 2.0, z1 - 2.0));
    let foot = Vec3::new(x, house.height(), z);
    let height = rng.range(2.0, 3.5);
    piece.bar(IRON, foot, foot + Vec3::Y * height, 0.06);
    for k in 0..2 {
        let y = Vec3::Y * (height - 0.3 * k as f32);
        let half = Vec3::X * (0.7 - 0.15 * k as f32);
        piece.bar(IRON, foot + y - half, foot + y + half, 0.04);
    }
}
