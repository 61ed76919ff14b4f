//! The collision mesh's laws: what is written is read again, nothing breaks on damaged chunks, no query works longer than
//! the mesh is large.

use proptest::prelude::*;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_warriors::collision::{
    BodyShape, CollisionMesh, Contacts, EnabledTriangles, Filter, Material, RawCollision, Ray,
    RuntimeWords, Scratch, Slide, Triangle, TriangleFlags,
};

use crate::damage::{Random, damage};

fn triangles(vertices: usize) -> impl Strategy<Value = Vec<Triangle>> {
    let index = move || 0..vertices as u16;
    let triangle = ([index(), index(), index()], any::<(u16, u8, u8)>()).prop_map(
        |(vertices, (flags, material, area))| Triangle {
            vertices,
            flags: TriangleFlags(flags),
            material: Material(material),
            area,
        },
    );
    prop::collection::vec(triangle, 0..40)
}

fn meshes() -> impl Strategy<Value = CollisionMesh> {
    let vertices = prop::collection::vec(prop::array::uniform3(-300.0..300.0_f32), 1..60);
    let cells = [1..9_u16, 1..9, 1..3];
    (vertices, cells)
        .prop_flat_map(|(vertices, cells)| {
            let count = vertices.len();
            (Just(vertices), Just(cells), triangles(count))
        })
        .prop_map(|(vertices, cells, triangles)| {
            CollisionMesh::build_with_cells(&vertices, &triangles, cells).unwrap()
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn a_mesh_that_was_written_is_read_again(
        mut mesh in meshes(),
        words in any::<([u32; 4], u16, u32, u32)>(),
        junk in any::<(u16, u32, u32)>(),
        checked in any::<u8>(),
    ) {
        mesh.header.runtime = RuntimeWords {
            object: words.0,
            cells_padding: words.1,
            grid: words.2,
            lists: words.3,
            triangles_padding: junk.0,
            triangles: junk.1,
            vertices: junk.2,
            checked: junk.1,
            last: junk.2,
        };
        mesh.checked.fill(checked);
        mesh.padding.lists.push(checked);
        let raw = mesh.write();
        let read = CollisionMesh::from_raw(&raw).unwrap();
        prop_assert_eq!(&read, &mesh);
        prop_assert_eq!(read.write(), raw);
    }

    #[test]
    fn a_built_mesh_answers_as_a_test_of_every_triangle(
        mesh in meshes(),
        rays in prop::collection::vec(prop::array::uniform6(-320.0..320.0_f32), 20),
    ) {
        let enabled = EnabledTriangles::all(&mesh);
        let mut scratch = Scratch::new();
        for [x0, y0, z0, x1, y1, z1] in rays {
            let Some(ray) = Ray::between([x0, y0, z0], [x1, y1, z1]) else { continue };
            let found = mesh.ray_cast(&ray, Filter::ALL, &enabled, &mut scratch);
            let expected = mesh.ray_cast_without_grid(&ray, Filter::ALL, &enabled);
            prop_assert_eq!(found.map(|hit| hit.distance), expected.map(|hit| hit.distance));
        }
    }
}

/// 24 triangles of a few metres, in 4 x 3 x 2 cells.
fn sample() -> RawCollision {
    let mut random = Random(0xC0_11);
    let mut value = |reach: usize| random.below(reach * 16) as f32 / 8.0 - reach as f32;
    let vertices: Vec<[f32; 3]> = (0..72).map(|_| [value(16), value(12), value(4)]).collect();
    let triangles: Vec<Triangle> = (0..24)
        .map(|i| Triangle {
            vertices: [3 * i, 3 * i + 1, 3 * i + 2],
            flags: TriangleFlags(0xF001 | (i % 2) << 1),
            material: Material(i as u8),
            area: i as u8 % 3,
        })
        .collect();
    CollisionMesh::build_with_cells(&vertices, &triangles, [4, 3, 2])
        .unwrap()
        .write()
}

type Field = fn(&mut RawCollision) -> &mut Vec<u8>;

const CHUNKS: [Field; 6] = [
    |c| &mut c.checked,
    |c| &mut c.vertices,
    |c| &mut c.triangles,
    |c| &mut c.grid,
    |c| &mut c.lists,
    |c| &mut c.mesh,
];

/// Asks everything once, and returns the most work that one query did.
fn ask_everything(mesh: &CollisionMesh, scratch: &mut Scratch, contacts: &mut Contacts) -> u64 {
    let mut enabled = EnabledTriangles::all(mesh);
    let mut most = 0;
    let mut note = |scratch: &Scratch| most = most.max(scratch.steps());
    let origin = [0.5, -0.25, 3.0];
    for direction in [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, -1.0]] {
        let ray = Ray {
            origin,
            direction,
            length: 40.0,
        };
        mesh.ray_cast(&ray, Filter::CAMERA, &enabled, scratch);
        note(scratch);
    }
    mesh.drop_to_marked_ground(origin, 10.0, &enabled, scratch);
    note(scratch);
    mesh.sphere_push(origin, 5.0, Filter::ALL, &enabled, scratch);
    note(scratch);
    let motion = Slide {
        position: origin,
        velocity: [30.0, 20.0, -1.0],
    };
    let body = BodyShape::walking(1.0);
    mesh.slide(&body, motion, 0.5, [0.0; 3], &enabled, scratch, contacts);
    note(scratch);
    enabled.set_in_box(mesh, scratch, [-9.0; 3], [9.0; 3], false);
    note(scratch);
    most
}

#[test]
fn chunks_cut_at_every_byte_are_refused_or_have_only_lost_padding() {
    let whole = sample();
    for chunk in CHUNKS {
        let length = chunk(&mut whole.clone()).len();
        for at in 0..length {
            let mut cut = whole.clone();
            chunk(&mut cut).truncate(at);
            if let Ok(mesh) = CollisionMesh::from_raw(&cut) {
                assert!(length - at < 16, "{at} of {length} bytes were enough");
                assert_eq!(mesh.write(), cut);
            }
        }
    }
}

#[test]
fn damaged_meshes_are_refused_or_kept_and_every_query_ends_soon() {
    let whole = sample();
    let (mut scratch, mut contacts) = (Scratch::new(), Contacts::new());
    let mut random = Random(0x5EED_C011);
    let mut read = 0;
    for round in 0..20_000 {
        let mut raw = whole.clone();
        let chunk = CHUNKS[random.below(6)](&mut raw);
        damage(chunk, &mut random);
        let Ok(mesh) = CollisionMesh::from_raw(&raw) else {
            continue;
        };
        read += 1;
        assert_eq!(mesh.write(), raw, "round {round}");
        mesh.validate(&mut Findings::new());
        let size = mesh.grid.len() + mesh.lists.len() + mesh.triangles.len();
        let steps = ask_everything(&mesh, &mut scratch, &mut contacts);
        // The walk's budget, the list that broke it, and all triangles.
        let most = 2 * size as u64 + u64::from(u16::MAX);
        assert!(steps <= most, "round {round}: {steps} steps");
    }
    assert!(read > 5_000, "only {read} of 20,000 were read");
}

#[test]
fn points_that_are_no_numbers_are_answered_with_nothing() {
    let mesh = CollisionMesh::from_raw(&sample()).unwrap();
    let enabled = EnabledTriangles::all(&mesh);
    let (mut scratch, mut contacts) = (Scratch::new(), Contacts::new());
    let wrong = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        -f32::MAX,
    ];
    for a in wrong {
        for b in wrong {
            let ray = Ray {
                origin: [a, 0.0, b],
                direction: [b, a, 0.0],
                length: a,
            };
            assert_eq!(
                mesh.ray_cast(&ray, Filter::ALL, &enabled, &mut scratch),
                None
            );
            let pushed = mesh.sphere_push([a, b, 0.0], b, Filter::ALL, &enabled, &mut scratch);
            assert!(pushed.is_none() || a.is_finite(), "{a} {b} {pushed:?}");
            let motion = Slide {
                position: [a, b, 0.0],
                velocity: [b, a, b],
            };
            let body = BodyShape::walking(1.0);
            mesh.slide(
                &body,
                motion,
                1.0,
                [0.0; 3],
                &enabled,
                &mut scratch,
                &mut contacts,
            );
            mesh.march_ray(&ray, b, Filter::ALL, &enabled, &mut scratch);
            mesh.drop_to_marked_ground([a, b, a], b, &enabled, &mut scratch);
        }
    }
}
