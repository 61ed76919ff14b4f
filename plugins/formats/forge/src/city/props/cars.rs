//! Parked cars.

use glam::Vec3;

use crate::city::plan::{AVENUES, STREETS, X_RANGE, Z_RANGE};
use crate::mesh::piece::Faces;
use crate::mesh::{Piece, Shade, Surface};
use crate::rng::Rng;
use crate::textures::vehicles::uv;

/// Cars that always stand where the player first looks: x, z, heading, taxi.
const STAGED: [(f32, f32, Vec3, bool); 3] = [
    (12.4, 30.7, Vec3::NEG_X, true),
    (14.2, 21.3, Vec3::X, false),
    (-13.5, 30.7, Vec3::NEG_X, false),
];

pub(super) fn parked(out: &mut Vec<Piece>, rng: &mut Rng) {
    for (x, z, heading, taxi) in STAGED {
        out.push(car(Vec3::new(x, 0.0, z), heading, taxi, rng));
    }
    let staged = |x: f32, z: f32| {
        STAGED
            .iter()
            .any(|s| (s.0 - x).abs() < 6.0 && (s.1 - z).abs() < 2.0)
    };
    for [z0, z1] in AVENUES {
        for (z, heading) in [(z0 + 1.3, Vec3::X), (z1 - 1.3, Vec3::NEG_X)] {
            let mut x = X_RANGE[0] + 10.0;
            while x < X_RANGE[1] - 10.0 {
                let clear = STREETS.iter().all(|s| x < s[0] - 7.0 || x > s[1] + 7.0);
                if clear && rng.chance(0.40) && !staged(x, z) {
                    let taxi = rng.chance(0.16);
                    out.push(car(Vec3::new(x, 0.0, z), heading, taxi, rng));
                }
                x += 6.4;
            }
        }
    }
    for [x0, x1] in STREETS {
        for (x, heading) in [(x0 + 1.3, Vec3::Z), (x1 - 1.3, Vec3::NEG_Z)] {
            let mut z = Z_RANGE[0] + 12.0;
            while z < 12.0 {
                let clear = AVENUES.iter().all(|a| z < a[0] - 8.0 || z > a[1] + 8.0);
                if clear && rng.chance(0.34) {
                    let taxi = rng.chance(0.16);
                    out.push(car(Vec3::new(x, 0.0, z), heading, taxi, rng));
                }
                z += 6.4;
            }
        }
    }
}

/// A parked sedan of the time: long, low, heavy.
fn car(at: Vec3, heading: Vec3, taxi: bool, rng: &mut Rng) -> Piece {
    let mut piece = Piece::new();
    let colours = [
        (150, 48, 42),
        (60, 78, 110),
        (70, 96, 72),
        (170, 150, 104),
        (90, 88, 92),
        (196, 190, 178),
        (104, 70, 48),
    ];
    let (r, g, b) = if taxi {
        (214, 164, 40)
    } else {
        rng.pick(&colours).copied().unwrap_or((120, 120, 120))
    };
    let paint = Surface::of("sedan").tinted(r, g, b);
    let glass = Surface::of("sedan");
    let side = heading.cross(Vec3::Y);
    let p = |l: f32, y: f32, s: f32| at + heading * l + Vec3::Y * y + side * s;
    let (front, rear, half, roof_half) = (2.45, -2.45, 0.92, 0.72);
    let (sill, belt, roof) = (0.12, 0.92, 1.42);
    // The sheet's upper half is the side: windows above, wheels below. The cabin leans in above the belt.
    let v_belt = 24.0 / 128.0;
    let v_sill = 64.0 / 128.0;
    for (s, flip) in [(1.0, false), (-1.0, true)] {
        let q = |l0: f32, l1: f32| if flip { (l1, l0) } else { (l0, l1) };
        let (a, b) = q(rear, front);
        let uv_of = |l: f32| (l - rear) / (front - rear);
        piece.quad(
            paint,
            [
                p(a, sill, s * half),
                p(b, sill, s * half),
                p(b, belt, s * half),
                p(a, belt, s * half),
            ],
            [uv_of(a), v_belt, uv_of(b), v_sill],
            Shade::LIT,
        );
        let (c, d) = q(-1.15, 1.2);
        let (e, f) = q(-0.85, 0.7);
        let cabin = [
            p(c, belt, s * half * 0.96),
            p(d, belt, s * half * 0.96),
            p(f, roof, s * roof_half),
            p(e, roof, s * roof_half),
        ];
        piece.quad(paint, cabin, [uv_of(c), 0.02, uv_of(d), v_belt], Shade::LIT);
    }
    piece.quad(
        paint,
        [
            p(front, sill + 0.1, half),
            p(front, sill + 0.1, -half),
            p(front, belt - 0.06, -half),
            p(front, belt - 0.06, half),
        ],
        uv::FRONT,
        Shade::LIT,
    );
    piece.quad(
        paint,
        [
            p(rear, sill + 0.1, -half),
            p(rear, sill + 0.1, half),
            p(rear, belt - 0.06, half),
            p(rear, belt - 0.06, -half),
        ],
        uv::REAR,
        Shade::LIT,
    );
    let flat = |piece: &mut Piece,
                l0: f32,
                y0: f32,
                w0: f32,
                l1: f32,
                y1: f32,
                w1: f32,
                surface: Surface,
                uv: [f32; 4]| {
        piece.quad(
            surface,
            [p(l0, y0, -w0), p(l0, y0, w0), p(l1, y1, w1), p(l1, y1, -w1)],
            uv,
            Shade::LIT,
        );
    };
    // Rear to front over the top: boot, rear window, roof, windscreen, bonnet.
    flat(
        &mut piece,
        rear,
        belt - 0.06,
        half,
        -1.15,
        belt,
        half,
        paint,
        uv::PAINT,
    );
    flat(
        &mut piece,
        -1.15,
        belt,
        half * 0.96,
        -0.85,
        roof,
        roof_half,
        glass,
        uv::GLASS,
    );
    flat(
        &mut piece,
        -0.85,
        roof,
        roof_half,
        0.7,
        roof,
        roof_half,
        paint,
        uv::PAINT,
    );
    flat(
        &mut piece,
        0.7,
        roof,
        roof_half,
        1.2,
        belt,
        half * 0.96,
        glass,
        uv::GLASS,
    );
    flat(
        &mut piece,
        1.2,
        belt,
        half,
        front,
        belt - 0.06,
        half,
        paint,
        uv::PAINT,
    );
    if taxi {
        let half = (heading * 0.12 + side * 0.34).abs();
        let sign = p(-0.05, roof, 0.0);
        piece.block(
            Surface::of("white"),
            sign - half,
            sign + half + Vec3::Y * 0.2,
            1.0,
            Shade::glowing([0.92, 0.84, 0.52]),
            Faces::STANDING,
        );
    }
    piece
}
