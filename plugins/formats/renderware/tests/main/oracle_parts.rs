//! Part files that librw's writers made in the packed layout.

use serde_json::Value;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::{Geometry, format};
use wonderwheel_renderware::native_data::{
    ChainOptions, PackedBatch, PackedMesh, PackedSink, decode_packed, encode_packed,
};
use wonderwheel_renderware::outline::outline;

use crate::oracle::{floats, list, number, numbers, set, text};
use crate::oracle_clumps::assert_materials;
use crate::oracle_textures::assert_textures;
use crate::sha256::assert_dump;

/// A part file's dictionary and atomics with their sector numbers.
pub type Part = (TextureDictionary, Vec<(u32, Atomic)>);

/// A part file, without any check of its name.
pub fn read_part(bytes: &[u8]) -> Result<Part> {
    let mut cursor = Cursor::new(bytes);
    cursor.take(16)?;
    let dictionary = TextureDictionary::read_from(&mut cursor)?;
    let count = cursor.u32()?;
    let atomics = (0..count)
        .map(|_| Ok((cursor.u32()?, Atomic::read_from(&mut cursor)?)))
        .collect::<Result<_>>()?;
    cursor.finish()?;
    Ok((dictionary, atomics))
}

#[test]
fn every_part_decodes_to_the_expected_values() {
    let Some(set) = set("every_part_decodes_to_the_expected_values", "parts") else {
        return;
    };
    for file in set.files() {
        let name = text(&file["file"]);
        let bytes = set.bytes(&file["file"]);
        let words: Vec<u32> = bytes[..16]
            .as_chunks::<4>()
            .0
            .iter()
            .map(|word| u32::from_le_bytes(*word))
            .collect();
        let hash = number(&file["nameCrc32"]);
        assert_eq!(words, [1, 0, 0, hash], "{name}");
        assert_eq!(crc32fast::hash(name.as_bytes()), hash, "{name}");
        let (dictionary, atomics) = read_part(&bytes).unwrap();
        if let Some(expected) = set.manifest["dictionaries"].get(name) {
            assert_textures(&dictionary, list(expected));
        } else {
            assert!(dictionary.textures.is_empty(), "{name}");
        }
        let expected = list(&file["atomics"]);
        assert_eq!(atomics.len(), expected.len(), "{name}");
        for ((sector, atomic), expected) in atomics.iter().zip(expected) {
            assert_eq!(*sector, number(&expected["sectorIndex"]), "{name}");
            assert_atomic(atomic, expected, &format!("{name}, sector {sector}"));
        }
    }
}

#[test]
fn every_part_is_written_back_to_the_same_bytes() {
    let Some(set) = set("every_part_is_written_back_to_the_same_bytes", "parts") else {
        return;
    };
    for file in set.files() {
        let bytes = set.bytes(&file["file"]);
        let (dictionary, atomics) = read_part(&bytes).unwrap();
        let mut written = bytes[..16].to_vec();
        dictionary.write_to(&mut written);
        written.extend((atomics.len() as u32).to_le_bytes());
        for (sector, atomic) in atomics {
            written.extend(sector.to_le_bytes());
            atomic.write_to(&mut written);
        }
        assert!(written == bytes, "{}", file["file"]);
    }
}

/// librw's own chains come out of our encoder again, given their batch size and slack.
#[test]
fn packed_chains_encode_to_the_bytes_that_librw_wrote() {
    let Some(set) = set(
        "packed_chains_encode_to_the_bytes_that_librw_wrote",
        "parts",
    ) else {
        return;
    };
    for file in set.files() {
        let (_, atomics) = read_part(&set.bytes(&file["file"])).unwrap();
        for ((sector, atomic), expected) in atomics.iter().zip(list(&file["atomics"])) {
            let geometry = atomic.geometry.as_ref().unwrap();
            for ((mesh, chain), expected) in geometry.chains().zip(list(&expected["meshes"])) {
                let mut decoded = PackedMesh::default();
                decode_packed(chain, true, mesh.vertex_count, &mut decoded).unwrap();
                let options = ChainOptions {
                    batch_vertices: number(&expected["batchVertexCounts"][0]),
                    slack: 0,
                    ..ChainOptions::default()
                };
                let encoded = encode_packed(&decoded, true, &options);
                let what = format!("{}, sector {sector}", file["file"]);
                // What follows the last quadword (slack) is not the encoder's.
                assert!(chain.bytes.starts_with(&encoded.bytes), "{what}");
                let mut again = PackedMesh::default();
                decode_packed(&encoded, true, mesh.vertex_count, &mut again).unwrap();
                assert!(again == decoded, "{what}");
            }
        }
    }
}

/// What the geometry's struct says. `keys` are the manifest's names of format bits, vertices, triangles and sphere.
pub fn assert_head(geometry: &Geometry, expected: &Value, keys: [&str; 4], what: &str) {
    let [format, vertices, triangles, sphere] = keys.map(|key| &expected[key]);
    assert_eq!(geometry.format, number(format), "{what}");
    let uv_sets = format::uv_sets(geometry.format);
    assert_eq!(uv_sets, number(&expected["texCoordSets"]), "{what}");
    assert_eq!(geometry.vertex_count, number(vertices), "{what}");
    assert_eq!(geometry.triangle_count, number(triangles), "{what}");
    assert_eq!(geometry.bounding_sphere, floats(sphere), "{what}");
}

/// What these files break of the disc's rules is known: nothing of what their chains and spheres hold.
#[test]
fn the_findings_of_every_part_are_known() {
    let Some(set) = set("the_findings_of_every_part_are_known", "parts") else {
        return;
    };
    // An environment map, a blend of its own, bumps without pictures: made to show every effect. Colours fade.
    let known = [
        "matfx-effect",
        "matfx-dual-blend",
        "colour-alpha",
        "material-right-to-render",
    ];
    for file in set.files() {
        let (_, atomics) = read_part(&set.bytes(&file["file"])).unwrap();
        for (_, atomic) in atomics {
            let mut findings = Findings::new();
            atomic.validate(&mut findings);
            for finding in findings.into_vec() {
                assert!(known.contains(&finding.rule), "{}: {finding}", file["file"]);
            }
        }
    }
}

fn assert_atomic(atomic: &Atomic, expected: &Value, what: &str) {
    assert_eq!(atomic.flags, number(&expected["atomicFlags"]), "{what}");
    let scales = atomic.scales();
    assert_eq!(
        f64::from(scales.position),
        expected["positionScale"].as_f64().unwrap(),
        "{what}"
    );
    assert_eq!(
        f64::from(scales.uv),
        expected["texCoordScale"].as_f64().unwrap(),
        "{what}"
    );
    assert_eq!(
        scales.word,
        number(&expected["atomicPluginWord2"]),
        "{what}"
    );
    let right = atomic.plugins.right_to_render.unwrap();
    let expected_right = &expected["rightToRender"];
    assert_eq!(
        [right.plugin, right.pipeline],
        [number(&expected_right[0]), number(&expected_right[1])],
        "{what}"
    );

    let geometry = atomic.geometry.as_ref().unwrap();
    let keys = [
        "geometryFlags",
        "headerVertices",
        "headerTriangles",
        "boundingSphere_scaledUnits",
    ];
    assert_head(geometry, expected, keys, what);
    assert_materials(&geometry.materials, list(&expected["materials"]), what);
    if let Some(size) = expected["nativeStructSizeInFile"].as_u64() {
        assert_eq!(
            u64::from(geometry.native_data().unwrap().inner_size),
            size,
            "{what}"
        );
    }
    if let Some(size) = expected["nativeSectionSize"].as_u64() {
        let outline = outline(&atomic.write(), Limits::DEFAULT);
        let native = outline.all().find(|node| node.name == "native data");
        assert_eq!(native.unwrap().size, size + 12, "{what}");
    }

    let meshes = decode(geometry, list(&expected["meshes"]), what);
    assert_dump(
        &packed_dump(geometry, &meshes),
        &expected["packed_dump"],
        what,
    );
    assert_dump(
        &triangle_dump(geometry, &meshes),
        &expected["triangle_dump"],
        what,
    );
    let triangles: usize = meshes
        .iter()
        .map(|mesh| mesh.strip_triangles().count())
        .sum();
    assert_eq!(
        triangles as u64,
        expected["triangle_dump"]["triangles"].as_u64().unwrap(),
        "{what}"
    );
    assert!(
        triangles as u64 <= u64::from(geometry.triangle_count),
        "{what}"
    );
    assert_bounds(
        &meshes,
        scales.position,
        &expected["positionBounds_scaled"],
        what,
    );
    for (i, expected) in list(&expected["firstVertices_scaled"]).iter().enumerate() {
        let mesh = &meshes[0];
        let [x, y, z, _] = mesh.positions[i].map(|value| f32::from(value) * scales.position);
        assert_eq!([x, y, z], floats(&expected["pos"]), "{what}");
        let [s1, t1, s2, t2] = mesh.uvs[i].map(|value| f32::from(value) * scales.uv);
        assert_eq!([s1, t1], floats(&expected["uv0"]), "{what}");
        assert_eq!(mesh.uv_sets == 2, expected["uv1"].is_array(), "{what}");
        if mesh.uv_sets == 2 {
            assert_eq!([s2, t2], floats(&expected["uv1"]), "{what}");
        }
        assert_eq!(
            mesh.colours[i].map(i64::from),
            numbers(&expected["rgba"]),
            "{what}"
        );
        let [nx, ny, nz, _] = mesh.normals[i].map(i64::from);
        assert_eq!([nx, ny, nz], numbers(&expected["normal"]), "{what}");
    }
}

/// Gathers the mesh and the batches as they were stored, overlap included.
#[derive(Default)]
struct Batches {
    mesh: PackedMesh,
    counts: Vec<u64>,
}

impl PackedSink for Batches {
    fn batch(&mut self, batch: PackedBatch<'_>) {
        let overlap = if self.counts.is_empty() { 0 } else { 2 };
        self.counts.push(batch.vertex_count as u64 + overlap);
        self.mesh.batch(batch);
    }
}

fn decode(geometry: &Geometry, expected: &[Value], what: &str) -> Vec<PackedMesh> {
    assert_eq!(geometry.bin_mesh.meshes.len(), expected.len(), "{what}");
    geometry
        .chains()
        .zip(expected)
        .map(|((record, chain), expected)| {
            let mut batches = Batches::default();
            decode_packed(
                chain,
                geometry.bin_mesh.is_strip(),
                record.vertex_count,
                &mut batches,
            )
            .unwrap();
            assert_eq!(record.material, number(&expected["material"]), "{what}");
            assert_eq!(
                batches.mesh.positions.len() as u32,
                number(&expected["stripVertices"]),
                "{what}"
            );
            let counts: Vec<u64> = list(&expected["batchVertexCounts"])
                .iter()
                .map(|count| count.as_u64().unwrap())
                .collect();
            assert_eq!(batches.counts, counts, "{what}");
            batches.mesh
        })
        .collect()
}

fn packed_dump(geometry: &Geometry, meshes: &[PackedMesh]) -> Vec<u8> {
    let mut out = Vec::new();
    for (record, mesh) in geometry.bin_mesh.meshes.iter().zip(meshes) {
        out.extend(record.material.to_le_bytes());
        out.extend((mesh.positions.len() as u32).to_le_bytes());
        for i in 0..mesh.positions.len() {
            let uvs = mesh.uvs[i].iter().take(2 * usize::from(mesh.uv_sets));
            let words = mesh.positions[i].iter().take(3).chain(uvs);
            out.extend(words.flat_map(|value| value.to_le_bytes()));
            out.extend(mesh.colours[i]);
            out.extend(
                mesh.normals[i]
                    .iter()
                    .take(3)
                    .map(|value| value.cast_unsigned()),
            );
        }
    }
    out
}

fn triangle_dump(geometry: &Geometry, meshes: &[PackedMesh]) -> Vec<u8> {
    let mut body = Vec::new();
    let mut count = 0u32;
    for (record, mesh) in geometry.bin_mesh.meshes.iter().zip(meshes) {
        for corners in mesh.strip_triangles() {
            count += 1;
            body.extend(record.material.to_le_bytes());
            for corner in corners {
                let position = &mesh.positions[corner as usize];
                body.extend(
                    position
                        .iter()
                        .take(3)
                        .flat_map(|value| value.to_le_bytes()),
                );
            }
        }
    }
    let mut out = count.to_le_bytes().to_vec();
    out.extend(body);
    out
}

fn assert_bounds(meshes: &[PackedMesh], scale: f32, expected: &Value, what: &str) {
    let axis = |i: usize| {
        meshes
            .iter()
            .flat_map(|mesh| &mesh.positions)
            .map(move |position| position[i])
    };
    let low = [0, 1, 2].map(|i| f32::from(axis(i).min().unwrap()) * scale);
    let high = [0, 1, 2].map(|i| f32::from(axis(i).max().unwrap()) * scale);
    assert_eq!(
        [low, high],
        [floats(&expected[0]), floats(&expected[1])],
        "{what}"
    );
}
