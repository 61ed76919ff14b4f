//! Laws over made-up values.

use proptest::prelude::*;
use wonderwheel_commando::collision::{Collision, CollisionMesh, MeshFace};
use wonderwheel_commando::occlusion::{Mask, OcclusionGrid};
use wonderwheel_commando::sky::{Shell, ShellMesh, ShellVertex, Sky};
use wonderwheel_fuzzing::seeds::commando::scenery::{small_collision, small_sky};

fn meshes() -> impl Strategy<Value = CollisionMesh> {
    let vertex = prop::array::uniform3(-45.0_f32..45.0);
    let face = (
        prop::array::uniform3(0..12_u32),
        prop::option::of(0..12_u32),
        any::<u8>(),
    );
    let faces = prop::collection::vec(face, 0..10);
    (prop::collection::vec(vertex, 12), faces).prop_map(|(vertices, faces)| CollisionMesh {
        vertices,
        faces: faces
            .into_iter()
            .map(|(corners, fourth, ty)| MeshFace {
                corners,
                fourth,
                ty,
            })
            .collect(),
    })
}

fn shells() -> impl Strategy<Value = ShellMesh> {
    let vertex = (
        prop::array::uniform3(-32768..=32767_i32),
        any::<[u8; 4]>(),
        prop::array::uniform2(any::<u16>()),
    );
    let triangles = prop::collection::vec(prop::array::uniform3(0..200_u32), 0..300);
    let vertices = prop::collection::vec(vertex, 200);
    (vertices, triangles, any::<bool>()).prop_map(|(vertices, triangles, textured)| ShellMesh {
        vertices: vertices
            .into_iter()
            .map(|(position, [r, g, b, a], uv)| ShellVertex {
                position: position.map(|value| value as f32 / 1024.0),
                colour: if textured {
                    [0x80, 0x80, 0x80, a]
                } else {
                    [r, g, b, a]
                },
                uv: uv.map(|value| {
                    if textured {
                        f32::from(value) / 4096.0
                    } else {
                        0.0
                    }
                }),
            })
            .collect(),
        textures: textured.then(|| vec![0; triangles.len()]),
        triangles,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn collision_is_read_as_it_was_built(mesh in meshes()) {
        let built = Collision::build(&mesh, None, Default::default()).unwrap();
        let bytes = built.write().unwrap();
        let read = Collision::read(&bytes).unwrap();
        prop_assert!(!read.has_own_layout());
        prop_assert_eq!(read, built);
    }

    #[test]
    fn the_cell_of_a_point_has_every_face_that_the_point_lies_in(mesh in meshes()) {
        let built = Collision::build(&mesh, None, Default::default()).unwrap();
        let mesh = built.mesh();
        for ([a, b, c], ty) in mesh.triangles() {
            let [a, b, c] = [a, b, c].map(|corner| mesh.vertices[corner as usize]);
            for (u, v) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.5, 0.0), (0.5, 0.5), (0.25, 0.25), (0.1, 0.7)] {
                let point = std::array::from_fn(|i| a[i] + (b[i] - a[i]) * u + (c[i] - a[i]) * v);
                let cell = built.cell(Collision::cell_of(point));
                // A point that rounding moved across a border has the face on the other side.
                let is_close = |cell: wonderwheel_commando::collision::Cell<'_>| {
                    cell.faces.iter().any(|face| {
                        let has = face.corners.map(|v| cell.vertices.get(usize::from(v)).map(|&v| cell.position(v)));
                        face.ty == ty && [a, b, c].iter().all(|corner| has.contains(&Some(*corner)))
                    })
                };
                let near_border = point.iter().any(|value: &f32| {
                    let rest = value.rem_euclid(4.0);
                    !(1e-3..4.0 - 1e-3).contains(&rest) && value.fract() != 0.0
                });
                prop_assert!(near_border || cell.is_some_and(is_close), "{point:?} of {a:?} {b:?} {c:?}");
            }
        }
    }

    #[test]
    fn a_mesh_of_built_collision_builds_the_same_surface_again(mesh in meshes()) {
        let first = Collision::build(&mesh, None, Default::default()).unwrap().mesh();
        let second = Collision::build(&first, None, Default::default()).unwrap().mesh();
        prop_assert_eq!(first.faces.len(), second.faces.len());
        prop_assert_eq!(first.vertices.len(), second.vertices.len());
    }

    #[test]
    fn grids_are_read_as_they_were_built(
        cells in prop::collection::btree_map(prop::array::uniform3(0..40_u16), 0..6_u32, 0..60)
    ) {
        let mask = |bit| {
            let mut mask = Mask::HIDDEN;
            mask.show(bit);
            mask
        };
        let built = OcclusionGrid::build(cells.iter().map(|(&cell, &bit)| (cell, mask(bit)))).unwrap();
        prop_assert_eq!(built.octants().count(), cells.len());
        for (cell, &bit) in &cells {
            prop_assert_eq!(built.mask_of(cell.map(u32::from)), Some(&mask(bit)));
        }
        let read = OcclusionGrid::read(&built.write().unwrap()).unwrap();
        prop_assert!(!read.has_own_layout());
        prop_assert_eq!(read, built);
    }

    #[test]
    fn skies_are_read_as_they_were_built(meshes in prop::collection::vec(shells(), 0..4)) {
        let shells = meshes.iter().map(|mesh| Shell::build(mesh).unwrap());
        let sky = Sky { shells: shells.collect(), ..small_sky().unwrap() };
        let read = Sky::read(&sky.write().unwrap()).unwrap();
        prop_assert!(!read.has_own_layout());
        for (shell, mesh) in read.shells.iter().zip(&meshes) {
            let drawn = shell.mesh();
            prop_assert_eq!(&drawn.textures, &mesh.textures);
            for (a, b) in drawn.triangles.iter().flatten().zip(mesh.triangles.iter().flatten()) {
                prop_assert_eq!(drawn.vertices[*a as usize], mesh.vertices[*b as usize]);
            }
        }
        prop_assert_eq!(read, sky);
    }
}

#[test]
fn types_can_be_changed_in_a_block_that_keeps_its_layout() {
    let mut bytes = small_collision().unwrap().write().unwrap();
    bytes.extend([0; 32]);
    let mut collision = Collision::read(&bytes).unwrap();
    assert!(collision.has_own_layout());
    for ty in collision.types_mut() {
        *ty = 77;
    }
    let written = collision.write().unwrap();
    assert_eq!(written.len(), bytes.len());
    let changed = written.iter().zip(&bytes).filter(|(a, b)| a != b).count();
    assert_eq!(
        changed,
        collision
            .cells()
            .map(|cell| cell.faces.len())
            .sum::<usize>()
    );
    let read = Collision::read(&written).unwrap();
    assert!(
        read.cells()
            .flat_map(|cell| cell.faces)
            .all(|face| face.ty == 77)
    );
}

#[test]
fn parts_of_another_size_do_not_go_where_the_old_ones_were() {
    let mut bytes = small_sky().unwrap().write().unwrap();
    bytes.extend([0; 32]);
    let mut sky = Sky::read(&bytes).unwrap();
    sky.fx.push(0);
    assert!(sky.write().is_err());
    sky.forget_layout();
    assert_eq!(Sky::read(&sky.write().unwrap()).unwrap(), sky);
}
