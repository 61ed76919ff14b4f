//! Decoding DMA chains into vertices for the GPU, against a decoder that turns every vertex into floats and merges equal
//! ones, and against a plain copy of the same output.
//!
//! Aim: at least 5 times the merging decoder, and a quarter of memcpy's bandwidth, both measured here in one run.
//! Compare the throughput column: all three lines of a group count the 24 bytes a vertex that the first one makes.

use std::collections::HashMap;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use wonderwheel_renderware::native_data::{
    Chain, ChainOptions, PackedBatch, PackedMesh, PackedSink, decode_packed, encode_packed,
};
use wonderwheel_renderware::packed_chain::INTERLEAVED_BYTES;

/// Strip vertices of a mesh: a lamp post, a usual mesh of a part, as many as an atomic may have.
const VERTICES: [usize; 3] = [66, 1_400, 65_536];

fn main() {
    divan::main();
}

/// A wall of quads, two uv sets: every vertex belongs to two strips, as in a real part.
fn chain(vertices: usize) -> Chain {
    let mesh = PackedMesh {
        positions: (0..vertices)
            .map(|i| {
                let (column, row) = (i / 2 % 60, i / 120 + i % 2);
                [
                    (column * 100) as i16,
                    (row * 25) as i16,
                    (column * row % 50) as i16,
                    0,
                ]
            })
            .collect(),
        uv_sets: 2,
        uvs: (0..vertices)
            .map(|i| {
                [
                    (i / 2 % 60) as i16 * 32,
                    (i / 120 + i % 2) as i16 * 32,
                    0,
                    128,
                ]
            })
            .collect(),
        colours: vec![[128, 120, 110, 255]; vertices],
        normals: vec![[0, 0, 127, 0]; vertices],
    };
    encode_packed(&mesh, true, &ChainOptions::default())
}

/// Interleaves batches into one array of vertices; bytes are moved, nothing is converted.
struct Interleaved {
    vertices: Vec<[u8; INTERLEAVED_BYTES]>,
    filled: usize,
}

impl PackedSink for Interleaved {
    fn batch(&mut self, batch: PackedBatch<'_>) {
        batch.interleave(&mut self.vertices[self.filled..], [0, 0, 0, 255]);
        self.filled += batch.vertex_count;
    }
}

/// What an importer for a general engine makes of a mesh: float vertices, equal ones merged, and an index list.
#[derive(Default)]
struct Merged {
    vertices: Vec<[f32; 14]>,
    indices: Vec<u32>,
    known: HashMap<[u32; 14], u32>,
}

impl PackedSink for Merged {
    fn batch(&mut self, batch: PackedBatch<'_>) {
        let short =
            |bytes: &[u8], i: usize| f32::from(i16::from_le_bytes([bytes[i], bytes[i + 1]]));
        let attributes = batch
            .positions
            .chunks_exact(8)
            .zip(batch.uvs.chunks_exact(8))
            .zip(batch.colours.chunks_exact(4))
            .zip(batch.normals.chunks_exact(4));
        for (((position, uv), colour), normal) in attributes {
            let vertex: [f32; 14] = std::array::from_fn(|i| match i {
                0..3 => short(position, 2 * i) / 1024.0,
                3..7 => short(uv, 2 * (i - 3)) / 4096.0,
                7..11 => f32::from(colour[i - 7]) / 255.0,
                _ => f32::from(normal[i - 11].cast_signed()) / 127.0,
            });
            let index = *self
                .known
                .entry(vertex.map(f32::to_bits))
                .or_insert_with(|| {
                    self.vertices.push(vertex);
                    self.vertices.len() as u32 - 1
                });
            self.indices.push(index);
        }
    }
}

#[divan::bench(args = VERTICES)]
fn a_interleaved(bencher: Bencher<'_, '_>, vertices: usize) {
    let chain = chain(vertices);
    let mut sink = Interleaved {
        vertices: vec![[0; INTERLEAVED_BYTES]; vertices],
        filled: 0,
    };
    bencher
        .counter(BytesCount::new(vertices * INTERLEAVED_BYTES))
        .bench_local(|| {
            sink.filled = 0;
            decode_packed(black_box(&chain), true, vertices as u32, &mut sink)
                .expect("the chain is whole");
            black_box(&mut sink.vertices);
        });
}

#[divan::bench(args = VERTICES)]
fn b_floats_merged(bencher: Bencher<'_, '_>, vertices: usize) {
    let chain = chain(vertices);
    bencher
        .counter(BytesCount::new(vertices * INTERLEAVED_BYTES))
        .bench_local(|| {
            let mut sink = Merged::default();
            decode_packed(black_box(&chain), true, vertices as u32, &mut sink)
                .expect("the chain is whole");
            (sink.vertices, sink.indices)
        });
}

#[divan::bench(args = VERTICES)]
fn c_memcpy(bencher: Bencher<'_, '_>, vertices: usize) {
    let source = vec![7u8; vertices * INTERLEAVED_BYTES];
    let mut target = vec![0u8; source.len()];
    bencher
        .counter(BytesCount::new(source.len()))
        .bench_local(|| {
            target.copy_from_slice(black_box(&source));
            black_box(&mut target);
        });
}
