//! Vacant lots and yards: chain-link fences, weeds, trees, a ball court.

use glam::Vec3;

use crate::demo_city::plan::{Ground, KERB, Plan, STREETS};
use crate::kit::mesh::corners::{WHOLE, around, level, parts, raised, strides};
use crate::kit::mesh::{Piece, Surface};
use crate::kit::rng::Rng;
use crate::kit::trig::{PI, cos, sin};

const LINK: Surface = Surface::of("chain_link").cut_out();
const POST: Surface = Surface::of("fence_post");
const WEEDS: Surface = Surface::of("weeds").cut_out();
const CROWN: Surface = Surface::of("crown").cut_out();

/// All of it.
pub fn pieces(plan: &Plan, seed: u64) -> Vec<Piece> {
    let mut rng = Rng::new(seed, "lots");
    let mut out = Vec::new();
    for [x0, z0, x1, z1] in &plan.vacant {
        let y = KERB;
        let mut fence = |x: [f32; 2], z: [f32; 2], skip_houses: bool| {
            let [from, to] = [0, 1].map(|end| Vec3::new(x[end], y, z[end]));
            fence(&mut out, from, to, plan, skip_houses);
        };
        // A lot inside a row is fenced towards its street only; the fields behind the Second Avenue on all open sides.
        if z1 - z0 > 25.0 {
            fence([x0 + 0.2, x1 - 0.2], [*z1; 2], true);
            for x in [x0 + 0.2, x1 - 0.2] {
                fence([x; 2], [*z0, *z1], true);
            }
            let field = [x0 + 4.0, z0 + 4.0, (x0 + 22.0).min(*x1 - 2.0), z1 - 4.0];
            court(&mut out, field, plan);
        } else if *z1 >= 15.0 || (*z1 > -55.0 && *z1 < -53.0) {
            fence([*x0, *x1], [z1 - 0.3; 2], false);
        } else {
            fence([*x0, *x1], [z0 + 0.3; 2], false);
        }
        let place = |rng: &mut Rng, rim: f32| {
            let (x, z) = (rng.range(x0 + rim, x1 - rim), rng.range(z0 + rim, z1 - rim));
            Vec3::new(x, y, z)
        };
        let count = ((x1 - x0) * (z1 - z0) / 16.0) as u32;
        for _ in 0..count {
            let at = place(&mut rng, 0.8);
            if open(plan, at) && rng.chance(0.75) {
                let mut piece = Piece::new();
                weeds(&mut piece, at, rng.range(0.5, 1.3));
                out.push(piece);
            }
        }
        for _ in 0..1 + count / 22 {
            let at = place(&mut rng, 2.0);
            if open(plan, at) {
                out.push(tree(at, &mut rng));
            }
        }
    }
    street_trees(&mut out, plan, &mut rng);
    out
}

fn open(plan: &Plan, at: Vec3) -> bool {
    [(-0.7, -0.7), (0.7, -0.7), (-0.7, 0.7), (0.7, 0.7)]
        .iter()
        .all(|(dx, dz)| {
            matches!(
                plan.ground(at.x + dx, at.z + dz),
                Some(Ground::Earth | Ground::Yard)
            )
        })
}

/// A fence 2.4 metres high in fields of 3 metres.
fn fence(out: &mut Vec<Piece>, from: Vec3, to: Vec3, plan: &Plan, skip_houses: bool) {
    const HEIGHT: f32 = 2.4;
    let length = (to - from).length();
    let along = (to - from) / length.max(0.01);
    let fields = parts(length, 3.0);
    for (i, ends) in fields.clone().enumerate() {
        let [a, b] = ends.map(|way| from + along * way);
        let middle = (a + b) * 0.5;
        if skip_houses && plan.ground(middle.x, middle.z) == Some(Ground::House) {
            continue;
        }
        let mut piece = Piece::new();
        let up = Vec3::Y * HEIGHT;
        // The picture is one fence high, with a rail above and a wire below.
        let uv = [0.0, 0.005, (ends[1] - ends[0]) / 2.0, 0.985];
        piece.double_quad(LINK, raised(a, b, up), uv);
        piece.bar(POST, a, a + up, 0.08);
        piece.bar(POST, a + up, b + up, 0.05);
        if i + 1 == fields.clone().count() {
            piece.bar(POST, b, b + up, 0.08);
        }
        out.push(piece);
    }
}

/// A ball court inside a field: high fence, two baskets, lines.
fn court(out: &mut Vec<Piece>, [x0, z0, x1, z1]: [f32; 4], plan: &Plan) {
    if x1 - x0 < 12.0 || !open(plan, Vec3::new((x0 + x1) * 0.5, 0.0, (z0 + z1) * 0.5)) {
        return;
    }
    let y = KERB;
    let ring = [(x0, z0), (x1, z0), (x1, z1), (x0, z1), (x0, z0)];
    for ends in ring.map(|(x, z)| Vec3::new(x, y, z)).windows(2) {
        fence(out, ends[0], ends[1], plan, true);
    }
    let line = Surface::of("line").blended();
    let mut piece = Piece::new();
    let h = y + 0.02;
    let v = Vec3::new;
    for (a, b, c, d) in [
        (x0 + 1.0, z0 + 1.0, x1 - 1.0, z0 + 1.1),
        (x0 + 1.0, z1 - 1.1, x1 - 1.0, z1 - 1.0),
        (x0 + 1.0, z0 + 1.1, x0 + 1.1, z1 - 1.1),
        (x1 - 1.1, z0 + 1.1, x1 - 1.0, z1 - 1.1),
    ] {
        piece.quad(line, level([a, b, c, d], h), [0.3, 0.0, 0.7, 2.0]);
    }
    for (z, out_z) in [(z0 + 1.6, 1.0), (z1 - 1.6, -1.0)] {
        let foot = v((x0 + x1) * 0.5, y, z);
        piece.bar(POST, foot, foot + Vec3::Y * 3.4, 0.14);
        let (board, half) = (foot + v(0.0, 2.9, out_z * 0.3), Vec3::X * 0.9);
        let corners = raised(board - half, board + half, Vec3::Y);
        piece.double_quad(POST.glowing([0.16; 3]), corners, WHOLE);
    }
    out.push(piece);
}

fn weeds(piece: &mut Piece, foot: Vec3, size: f32) {
    for (dx, dz) in [(0.5, 0.0), (0.0, 0.5)] {
        let half = Vec3::new(dx, 0.0, dz) * size;
        let corners = raised(foot - half, foot + half, Vec3::Y * size);
        piece.double_quad(WEEDS.shaded(0.9), corners, [0.01, 0.01, 0.99, 0.98]);
    }
}

/// A street tree: a trunk and three crossed crowns.
fn tree(foot: Vec3, rng: &mut Rng) -> Piece {
    let mut piece = Piece::new();
    let height = rng.range(2.4, 3.2);
    piece.tube(Surface::of("trunk"), foot, height + 0.6, [0.16, 0.09], 5);
    let size = rng.range(1.7, 2.5);
    let middle = foot + Vec3::Y * (height + size * 0.55);
    for i in 0..3 {
        let angle = PI * i as f32 / 3.0 + rng.unit();
        let half = Vec3::new(cos(angle), 0.0, sin(angle)) * size;
        let corners = around(middle, half, Vec3::Y * size);
        piece.double_quad(CROWN, corners, [0.01, 0.01, 0.99, 0.99]);
    }
    piece
}

fn street_trees(out: &mut Vec<Piece>, plan: &Plan, rng: &mut Rng) {
    for [x0, x1] in STREETS {
        for x in [x0 - 1.4, x1 + 1.4] {
            for z in strides(-98.0, 10.0, 13.0) {
                let at = Vec3::new(x, KERB, z + rng.range(-1.0, 1.0));
                if plan.ground(at.x, at.z) == Some(Ground::Pavement)
                    && !(-56.0..-34.0).contains(&z)
                    && rng.chance(0.5)
                {
                    out.push(tree(at, rng));
                }
            }
        }
    }
}
