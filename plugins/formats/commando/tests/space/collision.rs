//! Collision blocks of another program.

use std::collections::BTreeMap;

use wonderwheel_commando::collision::{Collision, CollisionMesh, MeshFace, Ray};
use wonderwheel_ps2::finding::Findings;

use crate::oracle::{self, floats, list, numbers};
use crate::sets::{assert_crc32, count, files, json};

#[test]
fn blocks_hold_what_the_manifest_says_and_are_written_back() {
    let test = "blocks_hold_what_the_manifest_says_and_are_written_back";
    let Some(set) = oracle::set(test, "collision") else {
        return;
    };
    for (file, name, bytes) in files(&set) {
        let collision = Collision::read(&bytes).unwrap();
        assert!(collision.write().unwrap() == bytes, "{name}");
        assert_eq!(collision.cells().len(), count(&file["cells"]), "{name}");
        let dump = dump(&collision);
        assert_eq!(dump.len(), count(&file["canonical_bytes"]), "{name}");
        assert_crc32(&dump, &file["canonical_crc32"], name);

        let mut types = BTreeMap::new();
        for face in collision.cells().flat_map(|cell| cell.faces) {
            *types.entry(face.ty.to_string()).or_insert(0) += 1;
        }
        let expected = file["typesHistogramInCells"].as_object().unwrap();
        let expected = expected.iter().map(|(ty, n)| (ty.clone(), count(n)));
        assert_eq!(types, expected.collect(), "{name}");

        let groups = collision.hero_groups().unwrap_or_default();
        assert_eq!(
            groups.len(),
            count(&file["wrench_read"]["heroGroups"]),
            "{name}"
        );
        let vertices: Vec<_> = groups.iter().flat_map(|group| group.positions()).collect();
        // Their writer drops the fraction of hero vertices.
        let expected = list(&file["heroGroup_vertices"]).iter();
        let expected: Vec<_> = expected.map(|v| floats::<3>(v).map(f32::floor)).collect();
        assert_eq!(
            vertices
                .iter()
                .map(|v| v.map(f32::floor))
                .collect::<Vec<_>>(),
            expected
        );
        let triangles = groups.iter().flat_map(|group| &group.triangles);
        let triangles: Vec<_> = triangles
            .map(|&[a, b, c, _]| [a, b, c].map(i64::from))
            .collect();
        let expected = list(&file["heroGroup_triangles_in_file"]).iter();
        assert_eq!(triangles, expected.map(numbers).collect::<Vec<_>>());

        // As many as went in: their own reader leaves two triangles of quads over.
        let mesh = collision.mesh();
        assert_eq!(
            mesh.vertices.len(),
            count(&file["sourceVertices"]),
            "{name}"
        );
        assert_eq!(mesh.faces.len(), count(&file["sourceFaces"]), "{name}");
        let findings = Findings::of(|all| collision.validate(all));
        assert_eq!(findings.as_slice(), [], "{name}");
    }
}

#[test]
fn blocks_built_of_the_same_faces_find_every_face_that_the_others_have() {
    let test = "blocks_built_of_the_same_faces_find_every_face_that_the_others_have";
    let Some(set) = oracle::set(test, "collision") else {
        return;
    };
    for name in ["tiny", "small"] {
        let source = mesh(list(
            &json(&set, &format!("{name}.expect.json").into())["sourceFaces"],
        ));
        let ours = Collision::build(&source, None, Default::default()).unwrap();
        let file = format!("{name}.collision");
        let (_, _, bytes) = files(&set).find(|(_, name, _)| *name == file).unwrap();
        let theirs = Collision::read(&bytes).unwrap();
        // A quad may be there as one of its triangles: the surfaces are compared.
        for cell in theirs.cells() {
            let own = ours.cell(cell.cell).expect("a cell that they have");
            let corners = |vertices: &[_], face: &[u8]| {
                let cell = ours.cell(cell.cell).unwrap();
                let places = face
                    .iter()
                    .map(|&v| cell.position(vertices[usize::from(v)]));
                places
                    .map(|place| place.map(f32::to_bits))
                    .collect::<Vec<_>>()
            };
            for face in cell.faces {
                let wanted = corners(cell.vertices, &face.corners[..3]);
                let is_found = own.faces.iter().any(|face| {
                    let has = corners(own.vertices, &face.corners);
                    wanted.iter().all(|corner| has.contains(corner))
                });
                assert!(is_found, "{name}: {:?}", cell.cell);
            }
        }
        assert_eq!(
            theirs.mesh().vertices.len(),
            ours.mesh().vertices.len(),
            "{name}"
        );
        // Faces come back as they went in, wherever the cells are.
        let back = ours.mesh();
        assert_eq!(back.faces.len(), source.faces.len(), "{name}");
        assert_eq!(triangles(&back), triangles(&source), "{name}");
        // From above, every source face is met at its own height or a higher one.
        for ([a, b, c], _) in source.triangles() {
            let [a, b, c] = [a, b, c].map(|corner| source.vertices[corner as usize]);
            let middle: [f32; 3] = std::array::from_fn(|i| (a[i] + b[i] + c[i]) / 3.0);
            let [x, y, z] = middle;
            let hit = ours
                .ray(Ray::down([x, y, 200.0], 400.0))
                .expect("a face below");
            assert!(hit.position[2] > z - 1e-3, "{name}: {hit:?} {middle:?}");
        }
    }
}

fn mesh(faces: &[serde_json::Value]) -> CollisionMesh {
    let mut mesh = CollisionMesh::default();
    for face in faces {
        let first = mesh.vertices.len() as u32;
        let corners = list(&face["v"]);
        mesh.vertices.extend(corners.iter().map(floats::<3>));
        mesh.faces.push(MeshFace {
            corners: [first, first + 1, first + 2],
            fourth: (corners.len() == 4).then_some(first + 3),
            ty: count(&face["type"]) as u8,
        });
    }
    mesh
}

/// Places and types of all triangles, in an order of their own.
fn triangles(mesh: &CollisionMesh) -> Vec<([[u32; 3]; 3], u8)> {
    let place = |corner: u32| mesh.vertices[corner as usize].map(f32::to_bits);
    let triangles = mesh.triangles().map(|(corners, ty)| {
        // The corner that comes first may be another one.
        let corners = corners.map(place);
        let first = (0..3).min_by_key(|&i| corners[i]).unwrap();
        (std::array::from_fn(|i| corners[(first + i) % 3]), ty)
    });
    let mut triangles: Vec<_> = triangles.collect();
    triangles.sort_unstable();
    triangles
}

fn dump(collision: &Collision) -> Vec<u8> {
    let mut out = Vec::new();
    for cell in collision.cells() {
        out.extend(cell.cell.iter().flat_map(|value| value.to_le_bytes()));
        out.extend((cell.vertices.len() as u32).to_le_bytes());
        for &vertex in cell.vertices {
            out.extend(
                cell.position(vertex)
                    .iter()
                    .flat_map(|value| value.to_le_bytes()),
            );
        }
        out.extend((cell.faces.len() as u32).to_le_bytes());
        for (i, face) in cell.faces.iter().enumerate() {
            out.extend([u8::from(i < usize::from(cell.quad_count)), face.ty]);
            out.extend(face.corners);
        }
    }
    out
}
