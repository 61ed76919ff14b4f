//! A mesh's strips into packets.

use wonderwheel_ps2::vif::{NOP, UnpackFormat};

use super::skin::NO_STORE;
use super::{
    Blend, MobyMesh, MobyPacket, MobyPacketEntry, MobyTexture, MobyVertex, MobyVertices,
    MobyVifList, VertexHeader, VertexTable, VifUnpack,
};
use crate::model::layout::aligned;
use crate::model::{Material, strips};

/// Where texture coordinates, indices and textures go in vector-unit memory, quadwords. Source: spec/commando-assets.md 8.3.
const UVS_AT: u16 = 0xC2;
const INDICES_AT: u16 = 0x12D;
/// The end of what is unpacked there, as the public editor keeps it. No page states it.
const UNPACKED_END: u16 = 0x164;
/// Vertices of a packet: each takes two quadwords before the texture coordinates, by the same editor.
const MAX_VERTICES: usize = UVS_AT as usize / 2;
/// Quadwords for indices and textures.
const MAX_UNPACKED: usize = (UNPACKED_END - INDICES_AT) as usize;
/// The end of a list's indices.
const TRAILER: [u8; 4] = [1, 1, 1, 0];
/// Bit of an index that ends no triangle.
const NOT_DRAWN: u8 = 0x80;
/// Textures of a packet: places of a usage record.
const MAX_TEXTURES: usize = 12;
/// Matrices of a packet: addresses are multiples of 4, and the 61st means "nowhere".
const MAX_MATRICES: usize = NO_STORE as usize / 4;
/// The longest strip of a class with more joints than that: so many vertices name 60 at most.
const LONGEST_STRIP_OF_MANY: usize = 20;

/// The packets of a mesh. They share no vertices, and each begins with its texture.
pub(super) fn pack(mesh: &MobyMesh, joint_count: usize) -> Vec<MobyPacket> {
    let bends = joint_count > 0;
    let mut packets = Vec::new();
    let mut open = OpenPacket::default();
    // A strip of all vertices that a packet holds leaves room for its texture and the trailer.
    let longest = if joint_count > MAX_MATRICES {
        LONGEST_STRIP_OF_MANY
    } else {
        MAX_VERTICES
    };
    for (material, corners) in mesh.triangles.runs() {
        for strip in strips(corners, longest) {
            if !open.has_room(mesh, material, &strip) {
                packets.extend(std::mem::take(&mut open).close(mesh, bends));
            }
            open.push(mesh, material, strip);
        }
    }
    packets.extend(open.close(mesh, bends));
    packets
}

/// A packet that is being filled.
#[derive(Default)]
struct OpenPacket {
    /// The mesh's vertices in it, each once.
    vertices: Vec<u32>,
    /// Strips with the material that each changes to.
    strips: Vec<(Option<Material>, Vec<u32>)>,
    material: Option<Material>,
    textures: usize,
    indices: usize,
    joints: Vec<u8>,
}

fn blend(mesh: &MobyMesh, vertex: u32) -> Blend {
    mesh.blends
        .get(vertex as usize)
        .copied()
        .unwrap_or_default()
}

/// The joints of a blend that count, with their weights.
fn weighted(blend: &Blend) -> impl Iterator<Item = (u8, u16)> {
    let pairs = blend.joints.into_iter().zip(blend.weights);
    pairs.filter(|&(_, weight)| weight > 0)
}

impl OpenPacket {
    fn has_room(&self, mesh: &MobyMesh, material: Material, strip: &[u32]) -> bool {
        let mut vertices = self.vertices.clone();
        let mut joints = self.joints.clone();
        for &vertex in strip {
            insert(&mut vertices, vertex);
            weighted(&blend(mesh, vertex)).for_each(|(joint, _)| insert(&mut joints, joint));
        }
        let textures = self.textures + usize::from(self.material != Some(material));
        let indices = self.indices + strip.len() + TRAILER.len();
        vertices.len() <= MAX_VERTICES
            && joints.len() <= MAX_MATRICES
            && textures <= MAX_TEXTURES
            && 1 + indices.div_ceil(4) + 4 * textures <= MAX_UNPACKED
    }

    fn push(&mut self, mesh: &MobyMesh, material: Material, strip: Vec<u32>) {
        for &vertex in &strip {
            insert(&mut self.vertices, vertex);
            weighted(&blend(mesh, vertex)).for_each(|(joint, _)| insert(&mut self.joints, joint));
        }
        let change = Some(material).filter(|material| self.material != Some(*material));
        self.textures += usize::from(change.is_some());
        self.material = Some(material);
        self.indices += strip.len();
        self.strips.push((change, strip));
    }

    fn close(mut self, mesh: &MobyMesh, bends: bool) -> Option<MobyPacket> {
        if self.strips.is_empty() {
            return None;
        }
        // Two-way vertices first, then three-way ones, then the others.
        let kind = |vertex: &u32| match weighted(&blend(mesh, *vertex)).count() {
            2 if bends => 0,
            3 if bends => 1,
            _ => 2,
        };
        self.vertices.sort_by_key(kind);
        let count_of = |wanted: i32| {
            self.vertices
                .iter()
                .filter(|vertex| kind(vertex) == wanted)
                .count() as u32
        };
        let counts = [count_of(0), count_of(1), count_of(2)];
        let table = self.table(mesh, bends, counts);
        let list = self.list(mesh);
        let vertex_count = self.vertices.len();
        let list_bytes = list.bytes().ok()?.len();
        let texture_quadwords = list
            .textures
            .as_ref()
            .map_or(0, |textures| 4 * textures.data.len());
        let records = table.vertices.len() + table.epilogue.len();
        // All of these are small: a packet has 97 vertices at most.
        Some(MobyPacket {
            entry: MobyPacketEntry {
                vif_list_quadwords: (list_bytes / 16) as u16,
                texture_position: (texture_quadwords + 1) as u16,
                vertex_quadwords: (table.header.vertex_offset as usize / 16 + records) as u8,
                size_d: (6 * vertex_count).div_ceil(16) as u8,
                size_e: vertex_count.div_ceil(4) as u8,
                vertex_count: vertex_count as u8,
                ..MobyPacketEntry::default()
            },
            list,
            vertices: MobyVertices::Skinned(table),
        })
    }

    fn list(&self, mesh: &MobyMesh) -> MobyVifList {
        let local = |vertex: &u32| {
            let place = self.vertices.iter().position(|known| known == vertex);
            place.unwrap_or_default() as u8 + 1
        };
        let mut indices = Vec::new();
        let mut secrets = Vec::new();
        let mut textures = Vec::new();
        for (change, strip) in &self.strips {
            for (i, vertex) in strip.iter().enumerate() {
                let index = local(vertex);
                match (i, change) {
                    (0, Some(material)) => {
                        textures.push(MobyTexture::new(material));
                        secrets.push(index);
                        indices.push(0);
                    }
                    (0 | 1, _) => indices.push(index | NOT_DRAWN),
                    _ => indices.push(index),
                }
            }
        }
        indices.extend(TRAILER);
        indices.resize(indices.len().next_multiple_of(4), 0);
        // The trailer's zero finds a zero behind the last change, where nothing is put.
        let mut secrets = secrets.into_iter();
        let first = secrets.next().unwrap_or_default();
        let registers = textures
            .iter_mut()
            .flat_map(|texture| &mut texture.registers);
        for (register, secret) in registers.zip(secrets) {
            register.extra = secret.into();
        }
        let vectors = 1 + indices.len() / 4;
        let mut data = vec![[0, vectors as u8, first, 0]];
        data.extend(indices.as_chunks().0);
        let uvs = self
            .vertices
            .iter()
            .map(|&vertex| mesh.uvs.get(vertex as usize).copied().unwrap_or_default());
        let uvs = VifUnpack::new(UnpackFormat::V2_16, UVS_AT, uvs.collect());
        let indices = VifUnpack::new(UnpackFormat::V4_8, INDICES_AT, data);
        let mut textures =
            VifUnpack::new(UnpackFormat::V4_32, INDICES_AT + vectors as u16, textures);
        // The textures' code is a quadword's last word, so that they stand in whole quadwords, and so the list ends.
        let words = 2 + uvs.data.len() + indices.data.len();
        textures.before = vec![NOP; (3 + 4 * words - words) % 4];
        MobyVifList {
            uvs: Some(uvs),
            indices,
            textures: Some(textures),
            after: Vec::new(),
        }
    }

    fn table(
        &self,
        mesh: &MobyMesh,
        bends: bool,
        [two_way, three_way, main]: [u32; 3],
    ) -> VertexTable {
        let transfers: Vec<[u8; 2]> = if bends {
            self.joints
                .iter()
                .enumerate()
                .map(|(i, &joint)| [joint, 4 * i as u8])
                .collect()
        } else {
            Vec::new()
        };
        let address = |joint: u8| {
            let known = self.joints.iter().position(|&known| known == joint);
            4 * known.unwrap_or_default() as u8
        };
        let count = self.vertices.len();
        let mut vertices: Vec<MobyVertex> = Vec::with_capacity(count);
        for (i, &index) in self.vertices.iter().enumerate() {
            let at = index as usize;
            let [azimuth, elevation] = mesh.normals.get(at).copied().unwrap_or_default();
            let pairs: Vec<_> = weighted(&blend(mesh, index)).collect();
            // Weights of more than one joint are below 256.
            let (third, skin) = match *pairs.as_slice() {
                [(a, u), (b, v)] if bends => (
                    0,
                    [address(a), address(b), u as u8, v as u8, NO_STORE, NO_STORE],
                ),
                [(a, u), (b, v), (c, w)] if bends => (
                    address(c),
                    [address(a), address(b), u as u8, v as u8, w as u8, NO_STORE],
                ),
                [(a, _), ..] if bends => (0, [address(a), NO_STORE, 0, 0, 0, 0]),
                _ => (0, [0, NO_STORE, 0, 0, 0, 0]),
            };
            // The cache place of the vertex seven before is that vertex's number.
            let place = i.saturating_sub(7) as u16;
            vertices.push(MobyVertex {
                low: place | u16::from(third / 2) << 9,
                skin,
                azimuth,
                elevation,
                position: mesh.positions.get(at).copied().unwrap_or_default(),
            });
        }
        let vertex_offset = aligned(16 + 2 * transfers.len() as u64, 16) as u32;
        let records = (1..=4)
            .find(|records| (count + records) % 4 == 3)
            .unwrap_or(1);
        VertexTable {
            header: VertexHeader {
                transfers: transfers.len() as u32,
                two_way,
                three_way,
                main,
                duplicates: 0,
                all: count as u32,
                vertex_offset,
                unknown: 0,
            },
            transfers,
            vertices,
            epilogue: epilogue(count, records),
            ..VertexTable::default()
        }
    }
}

/// The records behind `count` vertices, with the cache places of the last seven, which are their numbers.
fn epilogue(count: usize, records: usize) -> Vec<[u16; 8]> {
    let first = count as i64 - 7;
    let place = |i: usize| {
        let number = first + i as i64;
        if (0..count as i64).contains(&number) {
            number as u16
        } else {
            0
        }
    };
    (0..records)
        .map(|i| {
            let mut record = [place(i), 0, 0, 0, 0, 0, 0, 0];
            if i + 1 == records {
                for (k, word) in record.iter_mut().skip(2).enumerate() {
                    *word = place(records + k);
                }
            }
            record
        })
        .collect()
}

fn insert<T: PartialEq>(set: &mut Vec<T>, value: T) {
    if !set.contains(&value) {
        set.push(value);
    }
}
