//! Sectors, their boxes, and the tree over them.

use glam::Vec3;
use wonderwheel_renderware::world::{Aabb, Node, World};

use crate::support::{atomics, demo_worlds, forged, read_world, unpacked};

/// Each face of the box within 1 % of its largest side. Source: spec/renderware.md 8.6.
#[test]
fn a_sectors_box_is_the_box_of_its_vertices() {
    for world in demo_worlds() {
        for sector in world.sectors() {
            let points = || sector.meshes.iter().flat_map(|(_, t)| t).flatten();
            let largest = (0..3)
                .map(|a| sector.bounds.max[a] - sector.bounds.min[a])
                .fold(0.0, f32::max);
            for axis in 0..3 {
                let low = points().map(|p| p[axis]).min().unwrap() as f32 * sector.scale;
                let high = points().map(|p| p[axis]).max().unwrap() as f32 * sector.scale;
                let misses = [
                    low - sector.bounds.min[axis],
                    high - sector.bounds.max[axis],
                ];
                assert!(
                    misses.iter().all(|miss| miss.abs() <= 0.01 * largest),
                    "{} sector {}",
                    world.name,
                    sector.index
                );
            }
        }
    }
}

#[test]
fn the_city_has_60_to_150_thousand_triangles() {
    let counts = demo_worlds().each_ref().map(|w| {
        w.sectors()
            .iter()
            .flat_map(|s| &s.meshes)
            .map(|(_, t)| t.len())
            .sum::<usize>()
    });
    assert!(
        (60_000..=150_000).contains(&counts.iter().sum::<usize>()),
        "{counts:?}"
    );
}

#[test]
fn every_position_lies_on_one_grid() {
    for world in demo_worlds() {
        let scales: Vec<f32> = world.sectors().iter().map(|s| s.scale).collect();
        assert!(
            scales
                .iter()
                .all(|s| *s == scales[0] && s.log2().fract() == 0.0)
        );
        for leaf in &world.stream.world.sectors {
            let origin = leaf.streamed_atomic().map_or([0.0; 3], |s| s.origin);
            assert!(origin.iter().all(|v| (v / scales[0]).fract() == 0.0));
        }
    }
}

/// Of the boxes, not of the origins: sectors may overlap a plane, but their middles lie on their side.
#[test]
fn what_lies_left_of_a_plane_lies_below_it() {
    let shape = forged("retail_shape:level70");
    let shape = read_world(&shape, "level70s");
    for world in demo_worlds().iter().chain([&shape]) {
        let mut planes = 0;
        check(&world.stream.world, world.stream.world.root, &mut planes);
        assert_eq!(planes, world.stream.world.planes.len());
        assert_eq!(world.stream.world.sectors.len(), planes + 1);
    }
}

/// Boxes of the leaves under a node.
fn check(world: &World, node: Node, planes: &mut usize) -> Vec<Aabb> {
    match node {
        Node::Sector(i) => vec![world.sectors[i as usize].bounds()],
        Node::Plane(i) => {
            *planes += 1;
            let plane = world.planes[i as usize];
            let axis = usize::from(plane.axis);
            let (left, right) = (
                check(world, plane.left, planes),
                check(world, plane.right, planes),
            );
            let middle = |b: &Aabb| (b.min[axis] + b.max[axis]) * 0.5;
            assert!(left.iter().all(|b| b.min[axis] < plane.value));
            assert!(right.iter().all(|b| b.max[axis] > plane.value));
            assert_eq!(
                plane.left_extent,
                left.iter().map(|b| b.max[axis]).fold(f32::MIN, f32::max)
            );
            assert_eq!(
                plane.right_extent,
                right.iter().map(|b| b.min[axis]).fold(f32::MAX, f32::min)
            );
            let average =
                |boxes: &[Aabb]| boxes.iter().map(middle).sum::<f32>() / boxes.len() as f32;
            assert!(average(&left) < average(&right));
            [left, right].concat()
        }
    }
}

const DECALS: [&str; 7] = [
    "line",
    "double_line",
    "crossing",
    "manhole",
    "gutter",
    "litter",
    "stain",
];

/// Decals lie 2 cm above what they are painted on: five units of 1/256 m above the asphalt (0) or the pavement (40).
#[test]
fn decals_lie_two_centimetres_above_the_ground() {
    let [_, detail] = demo_worlds();
    let mut seen = 0;
    for sector in detail.sectors() {
        for (texture, triangles) in &sector.meshes {
            let name = texture.as_deref().unwrap_or_default();
            if DECALS.contains(&name) {
                for point in triangles.iter().flatten() {
                    assert!([5, 45].contains(&point[1]), "{name} at {point:?}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 3_000, "{seen}");
}

/// On the disc 99.6 % of the triangles face their vertex normals. Source: spec/ps2-geometry.md 5.
#[test]
fn triangles_face_their_normals() {
    let (mut facing, mut all) = (0_u32, 0_u32);
    for (mesh, chain) in atomics(demo_worlds()).flat_map(|geometry| geometry.chains()) {
        let packed = unpacked(mesh, chain);
        for t in packed.strip_triangles() {
            let at = |i: u32| {
                let [x, y, z, _] = packed.positions[i as usize].map(f32::from);
                Vec3::new(x, y, z)
            };
            let normal = |i: u32| {
                let [x, y, z, _] = packed.normals[i as usize].map(f32::from);
                Vec3::new(x, y, z)
            };
            let [a, b, c] = t.map(at);
            let normal: Vec3 = t.map(normal).into_iter().sum();
            facing += u32::from((b - a).cross(c - a).dot(normal) > 0.0);
            all += 1;
        }
    }
    assert!(
        u64::from(facing) * 1000 > u64::from(all) * 996,
        "{facing} of {all}"
    );
}
