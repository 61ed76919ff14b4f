//! From the bytes of a part to arrays that the GPU takes, against a loader that turns every vertex into floats and merges
//! equal ones, and against a plain copy of the same output.
//!
//! The part has the disc's averages (`spec/renderware.md` 13, `spec/ps2-geometry.md` 7): 4 atomics of 17 meshes with 85
//! strip vertices and two uv sets, 7 textures of 64 x 128 texels. Aim of the mesh group: at least 5 times the merging
//! loader and a quarter of memcpy's bandwidth, both measured here in one run. Compare the throughput column: the three
//! lines of a group count the output bytes of the first one.

use std::collections::HashMap;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use wonderwheel_level_assets::mesh::{self, SceneryMesh};
use wonderwheel_level_assets::texture::{self, GsTexture};
use wonderwheel_renderware::atomic::{Atomic, Scales};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::geometry::Geometry;
use wonderwheel_renderware::material::{Material, TextureReference};
use wonderwheel_renderware::native_data::{ChainOptions, PackedMesh, decode_packed};
use wonderwheel_renderware::strip;
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};
use wonderwheel_warriors::part::{Part, PartAtomic};

const ATOMICS: u32 = 4;
const MESHES: u32 = 17;
const STRIP_VERTICES: i16 = 85;
const TEXTURES: u32 = 7;

fn main() {
    divan::main();
}

/// A strip that folds back and forth over a wall, so that most corners occur more than once, as in a real part.
fn strip_mesh(seed: u32) -> PackedMesh {
    let place = |i: i16| {
        let column = (i / 2) % 20;
        let row = i / 40 + i % 2;
        [column * 256, row * 256, (seed % 7) as i16, 0]
    };
    let places = (0..STRIP_VERTICES).map(place);
    PackedMesh {
        uv_sets: 2,
        uvs: places.clone().map(|[x, y, ..]| [x, y, y, x]).collect(),
        colours: places
            .clone()
            .map(|[x, y, ..]| [x as u8, y as u8, 90, 255])
            .collect(),
        normals: places.clone().map(|_| [0, 0, 127, 0]).collect(),
        positions: places.collect(),
    }
}

fn part_bytes() -> Vec<u8> {
    let sampling = Sampling::new(6, Addressing::Wrap, Addressing::Wrap);
    let texture = |i: u32| {
        let image = IndexedImage {
            width: 64,
            height: 128,
            palette: (0..=255).map(|c: u8| [c, 255 - c, i as u8, 128]).collect(),
            levels: vec![
                (0..64 * 128)
                    .map(|t: u32| (t.wrapping_mul(2_654_435_761) >> 20) as u8)
                    .collect(),
            ],
        };
        NativeTexture::encode(&format!("wall{i}"), &image, sampling, 0x0FC0)
            .expect("a legal texture")
    };
    let material = |i: u32| {
        Material::textured(TextureReference::new(
            &format!("wall{}", i % TEXTURES),
            sampling,
            None,
        ))
    };
    let scales = Scales {
        position: 1.0 / 1024.0,
        uv: 1.0 / 4096.0,
        word: 0,
    };
    let atomic = |sector_index: u32| {
        let meshes = (0..MESHES)
            .map(|i| (i, strip_mesh(i + sector_index)))
            .collect::<Vec<_>>();
        let materials = (0..MESHES).map(material).collect();
        let geometry = Geometry::packed(materials, &meshes, scales, &ChainOptions::default());
        PartAtomic {
            sector_index,
            atomic: Atomic::standalone(geometry, scales),
        }
    };
    let dictionary = TextureDictionary::new((0..TEXTURES).map(texture).collect());
    Part::new(
        "bench_ms1.sec",
        dictionary,
        (0..ATOMICS).map(atomic).collect(),
    )
    .write()
}

fn meshes(part: &Part) -> Vec<SceneryMesh> {
    let decode = |entry: &PartAtomic| mesh::from_atomic(&entry.atomic).expect("a whole atomic");
    part.atomics.iter().map(decode).collect()
}

fn textures(part: &Part) -> Vec<GsTexture> {
    let decode = |native| texture::from_native(native).expect("a whole texture");
    part.dictionary.textures.iter().map(decode).collect()
}

fn mesh_bytes(part: &Part) -> u64 {
    meshes(part).iter().map(SceneryMesh::byte_size).sum()
}

fn texture_bytes(part: &Part) -> u64 {
    textures(part).iter().map(GsTexture::byte_size).sum()
}

/// Position, both uv sets, colour and normal as floats.
type FloatVertex = [f32; 14];

/// What an importer for a general engine makes of an atomic: float vertices, equal ones merged, and an index list.
fn floats_merged(atomic: &Atomic) -> (Vec<FloatVertex>, Vec<u32>) {
    let geometry = atomic.geometry.as_ref().expect("a standalone atomic");
    let scales = atomic.scales();
    let (mut vertices, mut indices) = (Vec::new(), Vec::new());
    for (mesh, chain) in geometry.chains() {
        let mut packed = PackedMesh::default();
        decode_packed(chain, true, mesh.vertex_count, &mut packed).expect("a whole chain");
        let mut known = HashMap::new();
        let merged = (0..packed.positions.len()).map(|i| {
            let vertex: FloatVertex = std::array::from_fn(|part| match part {
                0..3 => f32::from(packed.positions[i][part]) * scales.position,
                3..7 => f32::from(packed.uvs[i][part - 3]) * scales.uv,
                7..11 => f32::from(packed.colours[i][part - 7]) / 255.0,
                _ => f32::from(packed.normals[i][part - 11]) / 127.0,
            });
            *known.entry(vertex.map(f32::to_bits)).or_insert_with(|| {
                vertices.push(vertex);
                vertices.len() as u32 - 1
            })
        });
        let merged = merged.collect::<Vec<u32>>();
        for corners in strip::triangles(mesh.vertex_count, true) {
            let corners = corners.map(|corner| merged[corner as usize]);
            if !strip::is_degenerate(corners) {
                indices.extend(corners);
            }
        }
    }
    (vertices, indices)
}

fn copy(bencher: Bencher<'_, '_>, bytes: u64) {
    let source = vec![7u8; bytes as usize];
    bencher
        .counter(BytesCount::new(bytes))
        .bench_local(|| black_box(black_box(&source).to_vec()));
}

/// Chains of a part that is already read, to vertex arrays and index lists.
#[divan::bench_group]
mod meshes_of_a_part {
    use super::*;

    #[divan::bench]
    fn a_packed(bencher: Bencher<'_, '_>) {
        let part = Part::read(&part_bytes()).expect("a whole part");
        bencher
            .counter(BytesCount::new(mesh_bytes(&part)))
            .bench_local(|| meshes(black_box(&part)));
    }

    #[divan::bench]
    fn b_floats_merged(bencher: Bencher<'_, '_>) {
        let part = Part::read(&part_bytes()).expect("a whole part");
        bencher
            .counter(BytesCount::new(mesh_bytes(&part)))
            .bench_local(|| {
                let atomics = black_box(&part).atomics.iter();
                atomics
                    .map(|entry| floats_merged(&entry.atomic))
                    .collect::<Vec<_>>()
            });
    }

    #[divan::bench]
    fn c_memcpy(bencher: Bencher<'_, '_>) {
        copy(
            bencher,
            mesh_bytes(&Part::read(&part_bytes()).expect("a whole part")),
        );
    }
}

/// The bytes of the file to everything the GPU takes.
#[divan::bench_group]
mod whole_part {
    use super::*;

    fn output_bytes(bytes: &[u8]) -> u64 {
        let part = Part::read(bytes).expect("a whole part");
        mesh_bytes(&part) + texture_bytes(&part)
    }

    #[divan::bench]
    fn a_packed(bencher: Bencher<'_, '_>) {
        let bytes = part_bytes();
        bencher
            .counter(BytesCount::new(output_bytes(&bytes)))
            .bench_local(|| {
                let part = Part::read(black_box(&bytes)).expect("a whole part");
                (meshes(&part), textures(&part))
            });
    }

    #[divan::bench]
    fn b_floats_merged(bencher: Bencher<'_, '_>) {
        let bytes = part_bytes();
        bencher
            .counter(BytesCount::new(output_bytes(&bytes)))
            .bench_local(|| {
                let part = Part::read(black_box(&bytes)).expect("a whole part");
                let atomics = part.atomics.iter();
                let meshes = atomics
                    .map(|entry| floats_merged(&entry.atomic))
                    .collect::<Vec<_>>();
                (meshes, textures(&part))
            });
    }

    #[divan::bench]
    fn c_memcpy(bencher: Bencher<'_, '_>) {
        copy(bencher, output_bytes(&part_bytes()));
    }
}
