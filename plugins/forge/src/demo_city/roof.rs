//! Flat roofs and what stands on them.

use glam::{Vec2, Vec3};

use crate::demo_city::plan::{House, Side, Use};
use crate::kit::light::{Haze, Lamp, LampColour};
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
    for row in 0..rows as u32 {
        for column in 0..columns as u32 {
            let corner = |i: f32, k: f32| {
                let p = Vec3::new(
                    x0 + (x1 - x0) * (column as f32 + i) / columns,
                    y,
                    z0 + (z1 - z0) * (row as f32 + k) / rows,
                );
                (p, [Vec2::new(p.x / 6.0, p.z / 6.0); 2], Shade::LIT)
            };
            piece.quad_with(
                TAR,
                [
                    corner(0.0, 1.0),
                    corner(1.0, 1.0),
                    corner(1.0, 0.0),
                    corner(0.0, 0.0),
                ],
            );
        }
    }
    parapet(piece, house, surface);
    let (w, d) = (x1 - x0, z1 - z0);
    if w >= 8.0 && d >= 12.0 {
        bulkhead(piece, Vec3::new(x0 + w * 0.3, y, z0 + d * 0.5), surface);
        chimneys(piece, house, surface, rng);
        if house.upper_storeys >= 3 && rng.chance(0.5) {
            tank(piece, Vec3::new(x1 - 3.0, y, z0 + d * rng.range(0.35, 0.6)));
        } else if house.upper_storeys >= 1 && house.purpose != Use::Warehouse && rng.chance(0.5) {
            billboard(piece, house, rng);
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
        let p = |u: f32, h: f32| wall.at(u, h, 0.0);
        let (a, b) = (0.0, wall.width);
        piece.quad(
            surface,
            [p(b, y), p(a, y), p(a, top), p(b, top)],
            [0.0, 0.0, wall.width / 4.0, 0.19],
            Shade::LIT,
        );
        let outer = Wall::of_rect(house.rect, side, 0.0);
        let rim = [
            outer.at(0.0, top, 0.0),
            outer.at(outer.width, top, 0.0),
            p(b, top),
            p(a, top),
        ];
        piece.quad(
            Surface::of("stone"),
            rim,
            [0.0, 0.0, outer.width / 4.0, 0.06],
            Shade::LIT,
        );
    }
}

fn bulkhead(piece: &mut Piece, at: Vec3, surface: Surface) {
    let (min, max) = (
        at + Vec3::new(-1.5, 0.0, -1.5),
        at + Vec3::new(1.5, 2.5, 1.5),
    );
    piece.block(surface, min, max, 4.0, Shade::LIT, Faces::WALLS);
    piece.block(TAR, min, max, 4.0, Shade::LIT, Faces::TOP);
    let wall = Wall::of_rect([min.x, min.z, max.x, max.z], 0, at.y);
    wall.panel(
        piece,
        Surface::of("doors"),
        [1.0, 0.0, 2.0, 2.1],
        0.02,
        [0.504, 0.15, 0.746, 1.0],
        Shade::LIT,
    );
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
        piece.block(
            surface,
            at + Vec3::new(-0.4, 0.0, -0.4),
            at + Vec3::new(0.4, height, 0.4),
            4.0,
            Shade::LIT,
            Faces::STANDING,
        );
    }
}

/// A wooden water tank on steel legs.
pub fn tank(piece: &mut Piece, foot: Vec3) {
    let (legs, height, radius) = (2.6, 3.0, 1.6);
    for (dx, dz) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        let a = foot + Vec3::new(dx, 0.0, dz);
        piece.bar(IRON, a, a + Vec3::Y * legs, 0.16, 1.0, Shade::LIT);
    }
    for (dx, dz, ex, ez) in [
        (-1.0, 1.0, 1.0, 1.0),
        (1.0, -1.0, -1.0, -1.0),
        (1.0, 1.0, 1.0, -1.0),
        (-1.0, -1.0, -1.0, 1.0),
    ] {
        let (a, b) = (
            foot + Vec3::new(dx, 0.2, dz),
            foot + Vec3::new(ex, legs, ez),
        );
        piece.bar(IRON, a, b, 0.08, 1.0, Shade::LIT);
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
        let side = [
            ring(i, radius, 0.0),
            ring(i + 1, radius, 0.0),
            ring(i + 1, radius, height),
            ring(i, radius, height),
        ];
        piece.quad(wood, side, [u0, 0.0, u1, 1.0], Shade::LIT);
        let cone = [
            ring(i, radius * 1.08, height),
            ring(i + 1, radius * 1.08, height),
            ring(i, 0.0, height + 1.0),
            ring(i, 0.0, height + 1.0),
        ];
        piece.quad(TAR, cone, [0.0, 0.0, 0.3, 0.3], Shade::LIT);
        let floor = [ring(i + 1, radius, 0.0), ring(i, radius, 0.0), base, base];
        piece.quad(TAR, floor, [0.0, 0.0, 0.3, 0.3], Shade::shaded(0.5));
    }
}

/// A board on a frame above the parapet of a front, lit by lamps at its foot.
fn billboard(piece: &mut Piece, house: &House, rng: &mut Rng) {
    let Some(side) = (0..4_u8).find(|s| house.sides.get(usize::from(*s)) == Some(&Side::Front))
    else {
        return;
    };
    let wall = Wall::of_rect(house.rect, side, house.height());
    let width = (wall.width - 1.0).min(9.0);
    let (u0, u1) = ((wall.width - width) * 0.5, (wall.width + width) * 0.5);
    let (y0, y1, d) = (1.5, 1.5 + width * 0.5, -0.8);
    let glow = Shade {
        open: 0.6,
        ..Shade::glowing([0.62, 0.58, 0.5])
    };
    wall.panel(
        piece,
        BILLBOARD,
        [u0, y0, u1, y1],
        d,
        [0.0, 0.01, 1.0, 0.99],
        glow,
    );
    let p = |u: f32, y: f32, out: f32| wall.at(u, y, out);
    let back = [
        p(u1, y0, d - 0.1),
        p(u0, y0, d - 0.1),
        p(u0, y1, d - 0.1),
        p(u1, y1, d - 0.1),
    ];
    piece.quad(
        Surface::of("hoarding"),
        back,
        [0.0, 0.0, width / 4.0, width / 8.0],
        Shade::LIT,
    );
    let posts = 3;
    for i in 0..=posts {
        let u = u0 + (u1 - u0) * i as f32 / posts as f32;
        piece.bar(
            IRON,
            p(u, 0.0, d - 0.2),
            p(u, y1, d - 0.2),
            0.14,
            1.0,
            Shade::LIT,
        );
        piece.bar(
            IRON,
            p(u, 0.1, d - 2.2),
            p(u, y1 * 0.75, d - 0.2),
            0.1,
            1.0,
            Shade::LIT,
        );
    }
    for i in 0..3 {
        let u = u0 + (u1 - u0) * (i as f32 + 0.5) / 3.0;
        piece.lamps.push(Lamp {
            position: p(u, y0 - 0.2, d + 1.0),
            radius: 6.0,
            strength: 0.55,
            colour: LampColour::Fixed([1.0, 0.9, 0.7]),
            haze: if i == 1 {
                Haze::Sheet(width * 0.55, width * 0.32, wall.out)
            } else {
                Haze::None
            },
        });
    }
    let _ = rng;
}

fn antennas(piece: &mut Piece, house: &House, rng: &mut Rng) {
    let [x0, z0, x1, z1] = house.rect;
    for _ in 0..1 {
        let foot = Vec3::new(
            rng.range(x0 + 2.0, x1 - 2.0),
            house.height(),
            rng.range(z0 + 2.0, z1 - 2.0),
        );
        let height = rng.range(2.0, 3.5);
        piece.bar(IRON, foot, foot + Vec3::Y * height, 0.06, 1.0, Shade::LIT);
        for k in 0..2 {
            let y = Vec3::Y * (height - 0.3 * k as f32);
            let half = Vec3::X * (0.7 - 0.15 * k as f32);
            piece.bar(
                IRON,
                foot + y - half,
                foot + y + half,
                0.04,
                1.0,
                Shade::LIT,
            );
        }
    }
}
