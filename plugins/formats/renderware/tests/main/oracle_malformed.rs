//! Damaged files: an error where one is due, never a panic.

use wonderwheel_ps2::error::Result;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_renderware::native_data::{PackedMesh, decode_default, decode_packed};

use crate::oracle::{open_set, text};
use crate::oracle_parts::read_part;

#[test]
fn damaged_files_give_an_error_and_their_controls_decode() {
    let Some(set) = open_set!("malformed") else {
        return;
    };
    let mut checked = 0;
    for (name, bytes, file) in set.each() {
        let result = match text(&file["kind"]) {
            "rw-txd" => decode_dictionary(&bytes),
            "rw-dff" => decode_clump(&bytes),
            "rw-part" => decode_part(&bytes),
            _ => continue,
        };
        checked += 1;
        match text(&file["expect"]) {
            "ok" => assert_eq!(result, Ok(()), "{name}"),
            "error" => assert!(result.is_err(), "{name}: {}", file["change"]),
            other => assert_eq!(other, "error_or_clean", "{name}"),
        }
    }
    assert_eq!(checked, 24);
}

/// Reads a dictionary and decodes every texture.
pub fn decode_dictionary(bytes: &[u8]) -> Result<()> {
    for texture in TextureDictionary::read(bytes)?.textures {
        texture.decode()?;
    }
    Ok(())
}

/// Reads a clump and decodes every chain in the default layout.
pub fn decode_clump(bytes: &[u8]) -> Result<()> {
    for geometry in Clump::read(bytes)?.geometries {
        for (mesh, chain) in geometry.chains() {
            decode_default(chain, geometry.bin_mesh.is_strip(), mesh.vertex_count)?;
        }
        geometry.indexed_triangles().for_each(drop);
    }
    Ok(())
}

/// Reads a part and decodes everything in it.
pub fn decode_part(bytes: &[u8]) -> Result<()> {
    let (dictionary, atomics) = read_part(bytes)?;
    for texture in dictionary.textures {
        texture.decode()?;
    }
    for (_, atomic) in atomics {
        if let Some(geometry) = &atomic.geometry {
            decode_packed_chains(geometry)?;
        }
    }
    Ok(())
}

/// Decodes every chain of a geometry in the packed layout.
pub fn decode_packed_chains(geometry: &Geometry) -> Result<()> {
    let strip = geometry.bin_mesh.is_strip();
    for (mesh, chain) in geometry.chains() {
        let mut decoded = PackedMesh::default();
        decode_packed(chain, strip, mesh.vertex_count, &mut decoded)?;
        decoded.triangles(strip).for_each(drop);
    }
    Ok(())
}
