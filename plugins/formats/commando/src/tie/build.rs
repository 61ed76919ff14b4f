//! A class out of three plain meshes.

use wonderwheel_ps2::error::{FormatError, Result, Within};

use super::mesh::{MATERIAL_COST, TAG_COST, VERTEX_COST};
use super::{
    DinkyVertex, FatVertex, LodTotals, TieAdGif, TieClass, TieHeader, TieMesh, TiePacket, TieStrip,
};
use crate::model::{Material, bounding_sphere, strips};

/// What a class is built of.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TieParts {
    /// Class number.
    pub o_class: i16,
    /// The header's mode bits.
    pub mode_bits: u16,
    /// Depths at which level 0 begins to morph, has become level 1, and level 1 has become level 2.
    pub lod_distances: [f32; 3],
    /// The header's mip distance; the materials' K should agree with it, see [`crate::model::mip_k`].
    pub mip_distance: f32,
    /// The levels, the nearest first, all of one scale; one without vertices draws nothing.
    pub lods: [TieMesh; 3],
    /// The normals that the meshes' colour indices name.
    pub normals: Vec<[i16; 4]>,
}

/// Vertices that a packet has at least; shorter ones repeat their last.
const MIN_VERTICES: usize = 4;
/// Quadwords of the GS packet: what shrubs have room for, whose packets are drawn the same way. The bytes that hold places would
/// allow 255.
const MAX_GS: usize = 168;
/// Materials of a packet.
const MAX_MATERIALS: usize = 4;
/// Twice the dinky vertices and 4 is a byte; so is three times the fat ones and 6.
const MAX_DINKY: usize = 125;
const MAX_FAT: usize = 83;
/// The longest strip that fits beside one material and is not too much for any of these.
const LONGEST_STRIP: usize = (MAX_GS - MATERIAL_COST - TAG_COST) / VERTEX_COST;
/// Colours that vertices can name. Source: spec/commando-assets.md 6.3.
const COLOURS: u8 = 64;

impl TieClass {
    /// Builds a class: triangles become strips, strips are put into packets of at most four materials. A packet whose vertices
    /// all stay has dinky vertices, any other fat ones.
    ///
    /// # Errors
    /// `Malformed` when a mesh's arrays differ in length or an index is too large, scales differ, there are more than 255
    /// materials or packets of a level, or a colour index is 64 or more.
    pub fn build(parts: &TieParts) -> Result<Self> {
        let mut class = Self {
            normals: parts.normals.clone(),
            ..Self::default()
        };
        let scale = parts.lods.iter().find(|mesh| !mesh.positions.is_empty());
        let scale = scale.map_or(1.0, |mesh| mesh.scale);
        let mut materials = Vec::new();
        for (i, mesh) in parts.lods.iter().enumerate() {
            check(mesh, scale).within(|| format!("lod[{i}]"))?;
            let packets = pack(mesh, &mut materials);
            let totals = totals(&packets).within(|| format!("lod[{i}]"))?;
            if let Some((lod, sums)) = class.lods.get_mut(i).zip(class.header.totals.get_mut(i)) {
                *lod = packets;
                *sums = totals;
            }
        }
        let [near_distance, mid_distance, far_distance] = parts.lod_distances;
        let positions: Vec<_> = parts
            .lods
            .iter()
            .flat_map(|mesh| &mesh.positions)
            .copied()
            .collect();
        class.header = TieHeader {
            near_distance,
            mid_distance,
            far_distance,
            mode_bits: parts.mode_bits,
            mip_distance: parts.mip_distance,
            scale,
            o_class: parts.o_class,
            bounding_sphere: bounding_sphere(&positions),
            ..class.header
        };
        class.ad_gifs = materials.iter().map(TieAdGif::new).collect();
        class.laid_out(corners(&positions))
    }
}

fn check(mesh: &TieMesh, scale: f32) -> Result<()> {
    let count = mesh.positions.len();
    let lengths = [
        mesh.deltas.len(),
        mesh.uvs.len(),
        mesh.qs.len(),
        mesh.colours.len(),
    ];
    if lengths != [count; 4] || (count > 0 && mesh.scale != scale) {
        return Err(FormatError::malformed(
            0,
            format!("deltas, uvs, qs and colours of {count} vertices, scale {scale}"),
            format!("{lengths:?}, {}", mesh.scale),
        ));
    }
    if let Some(colour) = mesh
        .colours
        .as_flattened()
        .iter()
        .find(|&&colour| colour >= COLOURS)
    {
        return Err(FormatError::malformed(0, "a colour index below 64", colour));
    }
    mesh.triangles.check(count)
}

/// The box's corners in class units, w 1.
fn corners(positions: &[[i16; 3]]) -> [[f32; 4]; 8] {
    let bound = |axis: usize, largest: bool| {
        let values = positions
            .iter()
            .filter_map(|position| position.get(axis).copied());
        let value = if largest { values.max() } else { values.min() };
        f32::from(value.unwrap_or_default()) / 1024.0
    };
    std::array::from_fn(|i| {
        let [x, y, z] = [0, 1, 2].map(|axis| bound(axis, i >> axis & 1 != 0));
        [x, y, z, 1.0]
    })
}

fn totals(packets: &[TiePacket]) -> Result<LodTotals> {
    let strips = packets.iter().flat_map(|packet| &packet.strips);
    let vertices = strips
        .clone()
        .map(|strip| usize::from(strip.vertex_count))
        .sum::<usize>();
    let count = strips.count();
    let [vertices, triangles, strips] = [vertices, vertices - 2 * count, count].map(i16::try_from);
    match (vertices, triangles, strips) {
        (Ok(vertices), Ok(triangles), Ok(strips)) => Ok(LodTotals {
            vertices,
            triangles,
            strips,
            pad: 0,
        }),
        _ => Err(FormatError::malformed(0, "at most 32,767 vertices", count)),
    }
}

/// A packet that is being filled.
#[derive(Default)]
struct OpenPacket {
    packet: TiePacket,
    /// Vertices so far, with their colours.
    vertices: Vec<(FatVertex, [u8; 3])>,
    /// Its materials, as indices of the class's.
    materials: Vec<usize>,
    /// The next free quadword of the GS packet.
    at: usize,
}

/// Puts a mesh's strips into packets and its materials to the class's.
fn pack(mesh: &TieMesh, materials: &mut Vec<Material>) -> Vec<TiePacket> {
    let mut packets = Vec::new();
    let mut open = OpenPacket::default();
    for (material, corners) in mesh.triangles.runs() {
        let known = materials.iter().position(|known| *known == material);
        let material = known.unwrap_or_else(|| {
            materials.push(material);
            materials.len() - 1
        });
        for strip in strips(corners, LONGEST_STRIP) {
            let vertices: Vec<_> = strip.iter().map(|&index| vertex(mesh, index)).collect();
            if !open.has_room(material, &vertices) {
                packets.extend(std::mem::take(&mut open).close());
            }
            open.push(material, vertices);
        }
    }
    packets.extend(open.close());
    packets
}

fn vertex(mesh: &TieMesh, index: u32) -> (FatVertex, [u8; 3]) {
    let i = index as usize;
    let vertex = FatVertex {
        delta: mesh.deltas.get(i).copied().unwrap_or_default(),
        pad: 0,
        vertex: DinkyVertex {
            position: mesh.positions.get(i).copied().unwrap_or_default(),
            uv: mesh.uvs.get(i).copied().unwrap_or_default(),
            q: mesh.qs.get(i).copied().unwrap_or_default(),
            ..DinkyVertex::default()
        },
    };
    (vertex, mesh.colours.get(i).copied().unwrap_or_default())
}

/// Whether a vertex needs the longer form.
fn morphs((vertex, [near, a, b]): &(FatVertex, [u8; 3])) -> bool {
    vertex.delta != [0; 3] || near != a || near != b
}

impl OpenPacket {
    fn has_room(&self, material: usize, vertices: &[(FatVertex, [u8; 3])]) -> bool {
        let is_new = self.materials.last() != Some(&material);
        let count = self.vertices.len() + vertices.len();
        let is_fat = self.vertices.iter().chain(vertices).any(morphs);
        let gs =
            self.at + MATERIAL_COST * usize::from(is_new) + TAG_COST + VERTEX_COST * vertices.len();
        count <= if is_fat { MAX_FAT } else { MAX_DINKY }
            && gs <= MAX_GS
            && self.materials.len() + usize::from(is_new) <= MAX_MATERIALS
    }

    fn push(&mut self, material: usize, vertices: Vec<(FatVertex, [u8; 3])>) {
        if self.materials.last() != Some(&material) {
            let i = self.materials.len();
            if let Some(source) = self.packet.sources.get_mut(i) {
                *source = (material * TieAdGif::BYTES as usize) as i32;
            }
            if let Some(destination) = i
                .checked_sub(1)
                .and_then(|i| self.packet.destinations.get_mut(i))
            {
                *destination = self.at as i32;
            }
            self.materials.push(material);
            self.at += MATERIAL_COST;
        }
        // Places are below `MAX_GS`, so they fit.
        self.packet.strips.push(TieStrip {
            vertex_count: vertices.len() as u8,
            slot: self.at as u8,
            ..TieStrip::default()
        });
        self.at += TAG_COST;
        for (mut vertex, colours) in vertices {
            vertex.vertex.slot = self.at as u16;
            self.vertices.push((vertex, colours));
            self.at += VERTEX_COST;
        }
    }

    /// The packet with its padding, its colours and everything that counts them.
    fn close(mut self) -> Option<TiePacket> {
        let last = *self.vertices.last()?;
        let strip_vertices = self.vertices.len();
        let count = strip_vertices.max(MIN_VERTICES);
        self.vertices.resize(count, last);
        let end = self
            .vertices
            .get(count - 4)
            .map_or(0, |(fat, _)| fat.vertex.slot as u8);
        let is_fat = self.vertices.iter().any(morphs);
        let mut packet = self.packet;
        let header = &mut packet.header;
        header.unknown_2 = 6;
        header.strip_count = packet.strips.len() as u8;
        let [dinky, fat] = if is_fat { [0, count] } else { [count, 0] };
        header.dinky_single_only = u8::from(!is_fat);
        header.no_fat = u8::from(!is_fat);
        let [dinky_end, _, fat_end, _] = &mut header.phase_ends;
        *if is_fat { fat_end } else { dinky_end } = end;
        [header.dinky_size, header.dinky_count] = [2 * dinky + 4, dinky].map(|n| n as u8);
        [header.fat_size, header.fat_count] = [3 * fat + 6, fat].map(|n| n as u8);
        if is_fat {
            packet.fat = self.vertices.iter().map(|(vertex, _)| *vertex).collect();
            let words = self
                .vertices
                .iter()
                .flat_map(|(_, [near, a, b])| [*near, *a, *b, 0xFF]);
            packet.colours = words.collect();
        } else {
            packet.dinky = self
                .vertices
                .iter()
                .map(|(vertex, _)| vertex.vertex)
                .collect();
            packet.colours = self.vertices.iter().map(|(_, [near, ..])| *near).collect();
            packet.colours.resize(count.next_multiple_of(4), 0);
        }
        let second = packet.colours.iter().map(|&colour| match colour {
            0xFF => 0xFF,
            colour => colour + COLOURS,
        });
        packet.second_colours = second.collect();
        packet.steps = vec![0; 16];
        let quadwords = |bytes: usize| bytes.div_ceil(16) as u8;
        let entry = &mut packet.entry;
        let shaders = self.materials.len() as u8;
        [entry.shader_count, entry.shader_quadwords] = [shaders, 5 * shaders];
        entry.strip_count = header.strip_count;
        entry.control_count = header.strip_count + 3;
        entry.control_quadwords = quadwords(12 + 4 * packet.strips.len());
        entry.vertex_offset = 2 + entry.control_quadwords;
        entry.vertex_quadwords = quadwords(16 * dinky + 24 * fat);
        entry.colour_offset = entry.vertex_offset + entry.vertex_quadwords;
        entry.colour_words = (packet.colours.len() / 4) as u8;
        entry.step_offset = entry.colour_offset + quadwords(2 * packet.colours.len());
        entry.step_quadwords = 1;
        entry.strip_vertices = strip_vertices as u8;
        Some(packet)
    }
}
