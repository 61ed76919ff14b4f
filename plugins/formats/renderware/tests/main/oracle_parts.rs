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

use crate::oracle::{Entry, assert_known, list, number, open_set};
use crate::oracle_clumps::{assert_materials, assert_right};
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
    let Some(set) = open_set!("parts") else {
        return;
    };
    for (name, bytes, entry) in set.each() {
        let words = bytes[..16].as_chunks::<4>().0.iter();
        let words: Vec<u32> = words.map(|word| u32::from_le_bytes(*word)).collect();
        let hash = number(&entry["nameCrc32"]);
        assert_eq!(words, [1, 0, 0, hash], "{name}");
        assert_eq!(crc32fast::hash(name.as_bytes()), hash, "{name}");
        let (dictionary, atomics) = read_part(&bytes).unwrap();
        match set.manifest["dictionaries"].get(name) {
            Some(expected) => assert_textures(&dictionary, list(expected)),
            None => assert!(dictionary.textures.is_empty(), "{name}"),
        }
        let expected = list(&entry["atomics"]);
        assert_eq!(atomics.len(), expected.len(), "{name}");
        for ((sector, atomic), expected) in atomics.iter().zip(expected) {
            let what = format!("{name}, sector {sector}");
            Entry(expected, &what).is("sectorIndex", *sector);
            assert_atomic(atomic, expected, &what);
        }
    }
}

#[test]
fn every_part_is_written_back_to_the_same_bytes() {
    let Some(set) = open_set!("parts") else {
        return;
    };
    for (name, bytes, _) in set.each() {
        let (dictionary, atomics) = read_part(&bytes).unwrap();
        let mut written = bytes[..16].to_vec();
        dictionary.write_to(&mut written);
        written.extend((atomics.len() as u32).to_le_bytes());
        for (sector, atomic) in atomics {
            written.extend(sector.to_le_bytes());
            atomic.write_to(&mut written);
        }
        assert!(written == bytes, "{name}");
    }
}

/// librw's own chains come out of our encoder again, given their batch size and slack.
#[test]
fn packed_chains_encode_to_the_bytes_that_librw_wrote() {
    let Some(set) = open_set!("parts") else {
        return;
    };
    for (name, bytes, entry) in set.each() {
        let (_, atomics) = read_part(&bytes).unwrap();
        for ((sector, atomic), expected) in atomics.iter().zip(list(&entry["atomics"])) {
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
                let what = format!("{name}, sector {sector}");
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
pub fn assert_head(geometry: &Geometry, expected: Entry<'_>, keys: [&str; 4]) {
    let [format, vertices, triangles, sphere] = keys;
    expected.is(format, geometry.format);
    expected.is("texCoordSets", format::uv_sets(geometry.format));
    expected.is(vertices, geometry.vertex_count);
    expected.is(triangles, geometry.triangle_count);
    expected.is(sphere, geometry.bounding_sphere);
}

/// An environment map, a blend of its own, bumps without pictures: made to show every effect. Colours fade. Nothing is
/// found of what their chains and spheres hold.
#[test]
fn the_findings_of_every_part_are_known() {
    let Some(set) = open_set!("parts") else {
        return;
    };
    let known = [
        "matfx-effect",
        "matfx-dual-blend",
        "colour-alpha",
        "material-right-to-render",
    ];
    for (name, bytes, _) in set.each() {
        for (_, atomic) in read_part(&bytes).unwrap().1 {
            assert_known(name, &known, &Findings::of(|f| atomic.validate(f)));
        }
    }
}

fn assert_atomic(atomic: &Atomic, value: &Value, what: &str) {
    let expected = Entry(value, what);
    let scales = atomic.scales();
    expected.is("atomicFlags", atomic.flags);
    expected.is("positionScale", f64::from(scales.position));
    expected.is("texCoordScale", f64::from(scales.uv));
    expected.is("atomicPluginWord2", scales.word);
    assert_right(atomic.plugins.right_to_render, expected);

    let geometry = atomic.geometry.as_ref().unwrap();
    let keys = [
        "geometryFlags",
        "headerVertices",
        "headerTriangles",
        "boundingSphere_scaledUnits",
    ];
    assert_head(geometry, expected, keys);
    assert_materials(&geometry.materials, list(&value["materials"]), what);
    if !value["nativeStructSizeInFile"].is_null() {
        let native = geometry.native_data().unwrap();
        expected.is("nativeStructSizeInFile", native.inner_size);
    }
    if !value["nativeSectionSize"].is_null() {
        let outline = outline(&atomic.write(), Limits::DEFAULT);
        let native = outline.all().find(|node| node.name == "native data");
        expected.is("nativeSectionSize", native.unwrap().size - 12);
    }

    let meshes = decode(geometry, list(&value["meshes"]), what);
    assert_dump(&packed_dump(geometry, &meshes), &value["packed_dump"], what);
    let (triangles, dump) = triangle_dump(geometry, &meshes);
    assert_dump(&dump, &value["triangle_dump"], what);
    Entry(&value["triangle_dump"], what).is("triangles", triangles);
    assert!(triangles <= geometry.triangle_count, "{what}");
    expected.is("positionBounds_scaled", bounds(&meshes, scales.position));
    for (i, value) in list(&value["firstVertices_scaled"]).iter().enumerate() {
        let (mesh, expected) = (&meshes[0], Entry(value, what));
        let [x, y, z, _] = mesh.positions[i].map(|value| f32::from(value) * scales.position);
        expected.is("pos", [x, y, z]);
        let [s1, t1, s2, t2] = mesh.uvs[i].map(|value| f32::from(value) * scales.uv);
        expected.is("uv0", [s1, t1]);
        expected.is("uv1", (mesh.uv_sets == 2).then_some([s2, t2]));
        expected.is("rgba", mesh.colours[i]);
        let [nx, ny, nz, _] = mesh.normals[i];
        expected.is("normal", [nx, ny, nz]);
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
    let chains = geometry.chains().zip(expected);
    let decoded = chains.map(|((record, chain), expected)| {
        let mut batches = Batches::default();
        let strip = geometry.bin_mesh.is_strip();
        decode_packed(chain, strip, record.vertex_count, &mut batches).unwrap();
        let expected = Entry(expected, what);
        expected.is("material", record.material);
        expected.is("stripVertices", batches.mesh.positions.len());
        expected.is("batchVertexCounts", batches.counts);
        batches.mesh
    });
    decoded.collect()
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
            out.extend(mesh.normals[i].map(i8::cast_unsigned).iter().take(3));
        }
    }
    out
}

/// How many triangles there are, and the dump, which begins with that number.
fn triangle_dump(geometry: &Geometry, meshes: &[PackedMesh]) -> (u32, Vec<u8>) {
    let (mut out, mut count) = (vec![0; 4], 0_u32);
    for (record, mesh) in geometry.bin_mesh.meshes.iter().zip(meshes) {
        for corners in mesh.strip_triangles() {
            count += 1;
            out.extend(record.material.to_le_bytes());
            for [x, y, z, _] in corners.map(|corner| mesh.positions[corner as usize]) {
                out.extend([x, y, z].map(i16::to_le_bytes).as_flattened());
            }
        }
    }
    out[..4].copy_from_slice(&count.to_le_bytes());
    (count, out)
}

fn bounds(meshes: &[PackedMesh], scale: f32) -> [[f32; 3]; 2] {
    let axis = |i: usize| {
        let positions = meshes.iter().flat_map(|mesh| &mesh.positions);
        positions.map(move |position| position[i])
    };
    [
        [0, 1, 2].map(|i| f32::from(axis(i).min().unwrap()) * scale),
        [0, 1, 2].map(|i| f32::from(axis(i).max().unwrap()) * scale),
    ]
}
