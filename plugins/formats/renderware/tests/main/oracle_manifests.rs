//! The oracle's manifests themselves: every file is the one that the manifest speaks of, and no value of it is one that
//! these tests do not know.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::oracle::{open_set, text};
use crate::sha256;

/// The fields that the tests of these sets compare.
const COMPARED: &str = "
    file bytes sha256 textures name mask width height depth levels filterAddressing rasterFormat mipmapK level w h
    indices_crc32 rgba_ps2alpha_sha256 rgba_ps2alpha_crc32 rgba_255_sha256 rgba_255_crc32
    samples_xy_index_rgba_ps2alpha expected_offset expected_bytes palette_ps2alpha_sha256 palette_first_last psm
    pixelSize paletteSize expected_rgba_file expected_rgba_sha256
    atomics frameId flags encoding geometry headerFlags texCoordSets vertices triangles boundingSphere meshPlugin meshes
    material indices materials color ambient specular diffuse texture filterAddressingInFile generic_dump native_dump
    triangle_dump crc32 json positions normals prelit uv triangles_v0_v1_v2_material meshIndices_crc32_u16le frames
    hanimId parentHanimId local_right_up_at_pos ltm_right_up_at_pos strip vertices_pos_uv_rgba_n matfx effect kind
    srcBlend dstBlend coefficient useFrameBufferAlpha bumpedTexture bumpTexture batchVertexLimit
    nameCrc32 atomicFlags geometryFlags positionScale texCoordScale atomicPluginWord2 rightToRender headerVertices
    headerTriangles boundingSphere_scaledUnits stripVertices batchVertexCounts packed_dump positionBounds_scaled
    firstVertices_scaled pos uv0 uv1 rgba normal sectorIndex nativeStructSizeInFile nativeSectionSize expect";

/// Fields for people.
const PROSE: &str = "description change base";

#[test]
fn every_file_is_the_one_that_its_manifest_describes() {
    for name in ["txd", "dff", "parts", "malformed"] {
        let Some(set) = open_set!(name) else { return };
        assert!(!set.files().is_empty(), "{name}");
        for (name, bytes, entry) in set.each() {
            assert_eq!(entry["bytes"].as_u64(), Some(bytes.len() as u64), "{entry}");
            assert_eq!(text(&entry["sha256"]), sha256::hex(&bytes), "{name}");
        }
    }
}

#[test]
fn every_field_of_the_manifests_is_compared_by_some_test() {
    let known = [COMPARED, PROSE].map(str::split_whitespace);
    let known: BTreeSet<&str> = known.into_iter().flatten().collect();
    for name in ["txd", "dff", "parts"] {
        let Some(set) = open_set!(name) else { return };
        let mut found = BTreeSet::new();
        fields(&set.manifest["files"], &mut found);
        if let Some(dictionaries) = set.manifest["dictionaries"].as_object() {
            let dictionaries = dictionaries.values();
            dictionaries.for_each(|textures| fields(textures, &mut found));
        }
        found.retain(|field: &String| !known.contains(field.as_str()));
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

fn fields(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields_of) => {
            for (name, value) in fields_of {
                found.insert(name.clone());
                fields(value, found);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, found)),
        _ => {}
    }
}
