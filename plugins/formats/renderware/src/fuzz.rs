//! Fuzz targets: what any bytes must leave whole.

use wonderwheel_ps2::law;

use crate::atomic::Atomic;
use crate::clump::Clump;
use crate::dictionary::TextureDictionary;
use crate::geometry::Geometry;
use crate::native_data::{PackedMesh, decode_default, decode_packed};
use crate::world::World;

/// A texture dictionary, and the texels of every texture.
pub fn dictionary(bytes: &[u8]) {
    let read = law::settles(bytes, TextureDictionary::read, TextureDictionary::write);
    read.iter().for_each(decode_textures);
}

/// A clump, and every chain of its geometries in both layouts.
pub fn clump(bytes: &[u8]) {
    if let Some(clump) = law::settles(bytes, Clump::read, Clump::write) {
        clump.geometries.iter().for_each(decode_geometry);
    }
}

/// An atomic that stands alone, as in parts.
pub fn atomic(bytes: &[u8]) {
    if let Some(atomic) = law::settles(bytes, Atomic::read, Atomic::write) {
        decode_atomic(&atomic);
    }
}

/// A world: its tree is searched and walked, its chains are decoded.
pub fn world(bytes: &[u8]) {
    let read = law::settles(bytes, World::read, World::write);
    read.iter().for_each(walk_world);
}

/// The texels of every texture.
pub fn decode_textures(dictionary: &TextureDictionary) {
    for texture in &dictionary.textures {
        // An error is an answer too.
        let _ = texture.decode();
    }
}

/// Every chain of an atomic in both layouts.
pub fn decode_atomic(atomic: &Atomic) {
    if let Some(geometry) = &atomic.geometry {
        decode_geometry(geometry);
    }
}

fn decode_geometry(geometry: &Geometry) {
    let strip = geometry.bin_mesh.is_strip();
    for (mesh, chain) in geometry.chains() {
        let mut packed = PackedMesh::default();
        if decode_packed(chain, strip, mesh.vertex_count, &mut packed).is_ok() {
            packed.triangles(strip).for_each(drop);
        }
        let _ = decode_default(chain, strip, mesh.vertex_count);
    }
    geometry.indexed_triangles().for_each(drop);
}

/// Every chain of a world's leaves, and its tree from one place.
///
/// # Panics
/// When a leaf is met twice.
pub fn walk_world(world: &World) {
    for sector in &world.sectors {
        let mesh = sector.bin_mesh.as_ref();
        let strip = mesh.is_some_and(|bin_mesh| bin_mesh.is_strip());
        for (mesh, chain) in sector.chains() {
            let _ = decode_default(chain, strip, mesh.vertex_count);
        }
    }
    world.leaf_at([0.0; 3]);
    let mut leaves = 0;
    world.back_to_front([0.0; 3], &mut |_| leaves += 1);
    assert!(leaves <= world.sectors.len(), "a leaf is visited twice");
}
