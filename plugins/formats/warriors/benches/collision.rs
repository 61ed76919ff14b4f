//! A ray through the grid of a level's size, against a test of every triangle: both meshes and rays are the same.
//!
//! 9,051 triangles is the largest mesh of the disc. A ground ray is 1.5 m long, a camera's about 6 m, a sight ray crosses the
//! level. Compare the lines of one length; the grid's must be the faster one in each.

use divan::{Bencher, black_box};
use wonderwheel_warriors::collision::{
    CollisionMesh, EnabledTriangles, Filter, Material, Ray, Scratch, Triangle, TriangleFlags,
};

/// Metres.
const LENGTHS: [u32; 3] = [2, 6, 200];

fn main() {
    divan::main();
}

/// A city in the small: 400 m of ground in 10 m squares, and boxes on it, 9,051 triangles in all.
fn level() -> CollisionMesh {
    let mut vertices = Vec::new();
    let mut triangles: Vec<Triangle> = Vec::new();
    let mut quad = |corners: [[f32; 3]; 4], area: u8| {
        let first = vertices.len() as u16;
        vertices.extend(corners);
        for [a, b, c] in [[0, 1, 2], [0, 2, 3]] {
            triangles.push(Triangle {
                vertices: [first + a, first + b, first + c],
                flags: TriangleFlags::ORDINARY,
                material: Material::CONCRETE,
                area,
            });
        }
    };
    for i in 0..1600_u16 {
        let (x, y) = (f32::from(i % 40) * 10.0, f32::from(i / 40) * 10.0);
        let (x1, y1) = (x + 10.0, y + 10.0);
        quad([[x, y, 0.0], [x1, y, 0.0], [x1, y1, 0.0], [x, y1, 0.0]], 1);
    }
    for i in 0..732_u16 {
        let (x, y) = (
            f32::from(i * 37 % 397) + 0.3,
            f32::from(i.wrapping_mul(91) % 393) + 0.7,
        );
        let (x1, y1, z) = (x + 3.0, y + 3.0, 2.0 + f32::from(i % 5));
        let walls = [
            [[x, y], [x1, y]],
            [[x1, y], [x1, y1]],
            [[x1, y1], [x, y1]],
            [[x, y1], [x, y]],
        ];
        for [[ax, ay], [bx, by]] in walls {
            quad([[ax, ay, 0.0], [bx, by, 0.0], [bx, by, z], [ax, ay, z]], 0);
        }
    }
    triangles.truncate(9051);
    CollisionMesh::build(&vertices, &triangles).expect("a mesh within every limit")
}

/// 256 rays of a length, down or level.
fn rays(length: u32) -> Vec<Ray> {
    (0..256_u16)
        .map(|i| {
            let at = |step: u16| f32::from(i.wrapping_mul(step) % 400);
            let (sin, cos) = (f32::from(i) * 0.7).sin_cos();
            Ray {
                origin: [at(53), at(97), 1.0],
                direction: if length <= 2 {
                    [0.0, 0.0, -1.0]
                } else {
                    [cos, sin, 0.0]
                },
                length: length as f32,
            }
        })
        .collect()
}

#[divan::bench(args = LENGTHS)]
fn through_the_grid(bencher: Bencher<'_, '_>, length: u32) {
    let (mesh, rays) = (level(), rays(length));
    let enabled = EnabledTriangles::all(&mesh);
    let mut scratch = Scratch::new();
    bencher.counter(rays.len()).bench_local(|| {
        for ray in &rays {
            black_box(mesh.ray_cast(ray, Filter::ALL, &enabled, &mut scratch));
        }
    });
}

#[divan::bench(args = LENGTHS)]
fn every_triangle(bencher: Bencher<'_, '_>, length: u32) {
    let (mesh, rays) = (level(), rays(length));
    let enabled = EnabledTriangles::all(&mesh);
    bencher.counter(rays.len()).bench_local(|| {
        for ray in &rays {
            black_box(mesh.ray_cast_without_grid(ray, Filter::ALL, &enabled));
        }
    });
}
