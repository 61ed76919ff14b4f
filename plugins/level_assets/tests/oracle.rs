//! Parts made by another program, compared with what that program says is in them.
//!
//! The files are no part of the repository: `WONDERWHEEL_ORACLE` names their folder.

use std::path::PathBuf;

use serde_json::Value;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_level_assets::{mesh, texture};
use wonderwheel_warriors::part::Part;

fn oracle(test: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("WONDERWHEEL_ORACLE").map(PathBuf::from);
    let required = std::env::var_os("WONDERWHEEL_REQUIRE_ORACLE").is_some_and(|value| value == "1");
    assert!(
        folder.is_some() || !required,
        "WONDERWHEEL_ORACLE is not set"
    );
    if folder.is_none() {
        println!("skipped: {test}: WONDERWHEEL_ORACLE is not set");
    }
    folder
}

fn crc(bytes: &[u8]) -> String {
    format!("{:#010x}", crc32fast::hash(bytes))
}

/// Per mesh its material and vertex count, then raw position, uv sets, colour and normal a vertex.
fn packed_dump(mesh: &SceneryMesh, vertex_counts: &[u32], uv_sets: u64) -> Vec<u8> {
    let MeshVertices::Packed(vertices) = &mesh.vertices else {
        panic!("packed vertices")
    };
    let mut out = Vec::new();
    let mut first = 0;
    for (draw, &count) in mesh.draws.iter().zip(vertex_counts) {
        out.extend(draw.material.to_le_bytes());
        out.extend(count.to_le_bytes());
        for vertex in &vertices[first..first + count as usize] {
            let uv = &vertex.uv[..2 * uv_sets as usize];
            let words = vertex.position[..3].iter().chain(uv);
            out.extend(words.flat_map(|word| word.to_le_bytes()));
            out.extend(vertex.colour);
            out.extend(vertex.normal[..3].iter().map(|part| part.cast_unsigned()));
        }
        first += count as usize;
    }
    out
}

/// The number of triangles, then the material and three raw positions of each.
fn triangle_dump(mesh: &SceneryMesh) -> Vec<u8> {
    let MeshVertices::Packed(vertices) = &mesh.vertices else {
        panic!("packed vertices")
    };
    let mut out = mesh.triangle_count.to_le_bytes().to_vec();
    for draw in &mesh.draws {
        let range = draw.first_index as usize..(draw.first_index + draw.index_count) as usize;
        for corners in mesh.indices[range].as_chunks::<3>().0 {
            out.extend(draw.material.to_le_bytes());
            for &corner in corners {
                let position = vertices[corner as usize].position;
                out.extend(position[..3].iter().flat_map(|word| word.to_le_bytes()));
            }
        }
    }
    out
}

#[test]
fn meshes_and_textures_of_parts_agree_with_the_program_that_wrote_them() {
    let Some(folder) =
        oracle("meshes_and_textures_of_parts_agree_with_the_program_that_wrote_them")
    else {
        return;
    };
    let folder = folder.join("parts");
    let manifest: Value =
        serde_json::from_slice(&std::fs::read(folder.join("manifest.json")).unwrap()).unwrap();
    let mut atomics = 0;
    for file in manifest["files"].as_array().unwrap() {
        let name = file["file"].as_str().unwrap();
        let part = Part::read(&std::fs::read(folder.join(name)).unwrap()).unwrap();
        for (atomic, expected) in part.atomics.iter().zip(file["atomics"].as_array().unwrap()) {
            let mesh = mesh::from_atomic(&atomic.atomic).unwrap();
            let meshes = expected["meshes"].as_array().unwrap();
            let counts = meshes
                .iter()
                .map(|mesh| mesh["stripVertices"].as_u64().unwrap() as u32);
            let counts = counts.collect::<Vec<_>>();
            let uv_sets = expected["texCoordSets"].as_u64().unwrap();
            let dump = packed_dump(&mesh, &counts, uv_sets);
            assert_eq!(
                crc(&dump),
                expected["packed_dump"]["crc32"],
                "{name}: vertices"
            );
            let dump = triangle_dump(&mesh);
            assert_eq!(
                crc(&dump),
                expected["triangle_dump"]["crc32"],
                "{name}: triangles"
            );
            let corners =
                [mesh.bounds.min, mesh.bounds.max].map(|corner| corner.map(f64::from).to_vec());
            let bounds = expected["positionBounds_scaled"]
                .as_array()
                .unwrap()
                .iter()
                .map(|corner| {
                    let parts = corner.as_array().unwrap().iter();
                    parts.map(|part| part.as_f64().unwrap()).collect::<Vec<_>>()
                });
            assert_eq!(corners.to_vec(), bounds.collect::<Vec<_>>(), "{name}: box");
            atomics += 1;
        }
        let textures = manifest["dictionaries"][name].as_array();
        for expected in textures.into_iter().flatten() {
            let texture_name = expected["name"].as_str().unwrap();
            let native = part.dictionary.find(texture_name).unwrap();
            let decoded = texture::from_native(native).unwrap();
            let levels = expected["level"].as_array().unwrap();
            assert_eq!(decoded.levels.len(), levels.len(), "{name}: {texture_name}");
            for (level, expected) in decoded.levels.iter().zip(levels) {
                assert_eq!(
                    crc(level),
                    expected["rgba_ps2alpha_crc32"],
                    "{name}: {texture_name}"
                );
            }
            assert_eq!(
                decoded.mip_word as u64,
                expected["mipmapK"].as_u64().unwrap()
            );
        }
    }
    assert!(atomics > 0, "the manifest names atomics");
}
