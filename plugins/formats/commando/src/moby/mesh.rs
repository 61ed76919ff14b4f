//! A list of a moby's packets as a plain mesh.

use std::f32::consts::TAU;

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::steps;

use super::skin::{Blend, MatrixMemory};
use super::{MetalTable, MobyClass, MobyList, MobyPacket, MobyVertices, VertexTable};
use crate::model::{Material, Triangles};

/// The vertices and triangles of a list in flat arrays, one entry a vertex, in the bind pose.
///
/// Discs keep no winding: draw both sides. What [`MobyClass::build`] writes comes back with the winding it had.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MobyMesh {
    /// Class space is `position * scale / 1024`.
    pub scale: f32,
    /// x, y, z.
    pub positions: Vec<[i16; 3]>,
    /// s and t; 4,096 is one texture. 0 for reflecting parts.
    pub uvs: Vec<[i16; 2]>,
    /// Azimuth and elevation of each normal, 256ths of a turn; see [`normal`].
    pub normals: Vec<[u8; 2]>,
    /// The joints that move each vertex; those of a class without any are all 0.
    pub blends: Vec<Blend>,
    /// Triangles by material.
    pub triangles: Triangles,
    /// Vertices whose joints could not be followed exactly: they needed a matrix that no packet of the list has stored, or more
    /// than three joints.
    pub inexact_blends: u32,
}

/// A normal of its azimuth and elevation, 256ths of a turn. Source: spec/commando-assets.md 8.4.
pub fn normal([azimuth, elevation]: [u8; 2]) -> [f32; 3] {
    let [(sin_a, cos_a), (sin_e, cos_e)] =
        [azimuth, elevation].map(|angle| (f32::from(angle) * TAU / 256.0).sin_cos());
    [cos_a * cos_e, sin_a * cos_e, sin_e]
}

/// The azimuth and elevation of a direction, as near as 256ths of a turn come.
pub fn packed_angles([x, y, z]: [f32; 3]) -> [u8; 2] {
    let elevation = z.atan2((x * x + y * y).sqrt());
    // Turns from -1/2 to 1/2: the byte wraps.
    [y.atan2(x), elevation].map(|angle| (angle / TAU * 256.0).round() as i16 as u8)
}

/// Places of the vertex cache.
const CACHE: usize = 512;

/// Vertices that are pushed behind a list's end.
const TRAILER: usize = 3;

type Fault = (String, String);

impl MobyClass {
    /// The mesh of a list; an empty one for a list that the class does not have.
    ///
    /// # Errors
    /// `Malformed` when a packet's indices lead outside its vertices or do not end, it draws before it has a texture, or a
    /// duplicate names a place of the cache that is empty.
    pub fn mesh(&self, list: MobyList) -> Result<MobyMesh> {
        let mut replay = Replay {
            mesh: MobyMesh {
                scale: self.header.scale,
                ..MobyMesh::default()
            },
            cache: vec![None; CACHE],
            memory: (self.header.joint_count > 0).then(MatrixMemory::new),
            material: None,
        };
        let range = self.packets_of(list);
        for i in range {
            let Some(packet) = self.packets.get(i) else {
                break;
            };
            replay
                .packet(packet)
                .map_err(|(expected, found)| FormatError::malformed(self.offset(), expected, found))
                .within(|| format!("packet[{i}]"))?;
        }
        let mut mesh = replay.mesh;
        mesh.inexact_blends = replay.memory.map_or(0, |memory| memory.inexact);
        Ok(mesh)
    }
}

/// What goes on from packet to packet of a list.
struct Replay {
    mesh: MobyMesh,
    /// The mesh's vertex in each place of the cache.
    cache: Vec<Option<usize>>,
    /// None for a class that does not bend.
    memory: Option<MatrixMemory>,
    material: Option<Material>,
}

impl Replay {
    fn packet(&mut self, packet: &MobyPacket) -> Result<(), Fault> {
        steps::count((packet.vertices.len() + packet.list.index_bytes().len()) as u64);
        let first = self.mesh.positions.len();
        match &packet.vertices {
            MobyVertices::Skinned(table) => {
                let uvs = packet.list.uvs.as_ref().map_or(&[][..], |uvs| &uvs.data);
                self.skinned(table, uvs)?;
            }
            MobyVertices::Metal(table) => self.metal(table),
        }
        self.triangles(packet, first)
    }

    fn skinned(&mut self, table: &VertexTable, uvs: &[[i16; 2]]) -> Result<(), Fault> {
        let count = table.vertices.len() + table.duplicates.len();
        if uvs.len() < count {
            return Err((
                format!("texture coordinates of {count} vertices"),
                uvs.len().to_string(),
            ));
        }
        let blends = match &mut self.memory {
            Some(memory) => memory.replay(table),
            None => vec![Blend::joint(0); table.vertices.len()],
        };
        let vertices = table.vertices.iter().zip(blends).zip(table.cache_places());
        let mesh = &mut self.mesh;
        for ((vertex, blend), place) in vertices {
            if let Some(cached) = self.cache.get_mut(usize::from(place)) {
                *cached = Some(mesh.positions.len());
            }
            mesh.positions.push(vertex.position);
            mesh.normals.push([vertex.azimuth, vertex.elevation]);
            mesh.blends.push(blend);
        }
        for duplicate in &table.duplicates {
            let place = usize::from(duplicate >> 7);
            let cached = self.cache.get(place).copied().flatten();
            let vertex = cached.and_then(|i| {
                let parts = (
                    mesh.positions.get(i),
                    mesh.normals.get(i),
                    mesh.blends.get(i),
                );
                Some((*parts.0?, *parts.1?, *parts.2?))
            });
            let Some((position, normal, blend)) = vertex else {
                return Err((
                    "a duplicate of a vertex in the cache".into(),
                    format!("empty place {place}"),
                ));
            };
            mesh.positions.push(position);
            mesh.normals.push(normal);
            mesh.blends.push(blend);
        }
        mesh.uvs.extend(uvs.iter().take(count));
        Ok(())
    }

    fn metal(&mut self, table: &MetalTable) {
        let is_rigid = self.memory.is_none();
        for vertex in &table.vertices {
            let mesh = &mut self.mesh;
            mesh.positions.push(vertex.position);
            mesh.uvs.push([0; 2]);
            mesh.normals.push([vertex.azimuth, vertex.elevation]);
            let [joint, ..] = vertex.joints;
            mesh.blends.push(match vertex.count {
                _ if is_rigid => Blend::joint(0),
                0 | 1 => Blend::joint(joint),
                count => {
                    let mut weights = vertex.weights.map(u16::from);
                    weights
                        .iter_mut()
                        .skip(count.into())
                        .for_each(|weight| *weight = 0);
                    Blend {
                        joints: vertex.joints,
                        weights,
                    }
                }
            });
        }
    }

    /// Walks a packet's indices. Source: spec/commando-assets.md 8.3.
    fn triangles(&mut self, packet: &MobyPacket, first: usize) -> Result<(), Fault> {
        let count = self.mesh.positions.len() - first;
        let mut corners: Vec<Corner> = Vec::new();
        let mut textures = 0;
        let mut ended = false;
        for &byte in packet.list.index_bytes() {
            let (index, drawn) = if byte == 0 {
                let secret = packet.list.secret_index(textures);
                match secret {
                    None => return Err(("a secret index".into(), format!("{textures} textures"))),
                    Some(0) => {
                        corners.truncate(corners.len().saturating_sub(TRAILER));
                        ended = true;
                        break;
                    }
                    Some(secret) => {
                        let blocks = packet.list.textures.as_ref();
                        let Some(block) = blocks.and_then(|blocks| blocks.data.get(textures))
                        else {
                            return Err((
                                format!("more than {textures} textures"),
                                "a change".into(),
                            ));
                        };
                        self.material = Some(block.material());
                        textures += 1;
                        (usize::try_from(secret).ok(), false)
                    }
                }
            } else {
                (Some(usize::from(byte & 0x7F)), byte & 0x80 == 0)
            };
            let index = index
                .and_then(|index| index.checked_sub(1))
                .filter(|&index| index < count);
            let Some(index) = index else {
                return Err((
                    format!("an index from 1 to {count}"),
                    format!("{byte:#04x}"),
                ));
            };
            corners.push(Corner {
                // Below 2^32: a list has at most 255 packets of 127 vertices.
                vertex: (first + index) as u32,
                material: self.material.filter(|_| drawn),
                drawn,
            });
        }
        if !ended {
            return Err(("the end of the indices".into(), "none".into()));
        }
        self.emit(&corners)
    }

    fn emit(&mut self, corners: &[Corner]) -> Result<(), Fault> {
        // The first triangle after corners that end none has its corners' order, the next the other way round.
        let mut turned = false;
        for window in corners.array_windows() {
            let [a, b, c]: &[Corner; 3] = window;
            if !c.drawn {
                turned = false;
                continue;
            }
            let Some(material) = c.material else {
                return Err(("a texture first".into(), "a triangle".into()));
            };
            let corners = if turned { [a, c, b] } else { [a, b, c] };
            self.mesh
                .triangles
                .push(material, corners.map(|corner| corner.vertex));
            turned = !turned;
        }
        Ok(())
    }
}

/// A vertex of a packet's strip.
struct Corner {
    vertex: u32,
    /// What its triangle is drawn with.
    material: Option<Material>,
    drawn: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn azimuth_turns_about_z_and_elevation_rises_to_it() {
        let near = |found: [f32; 3], expected: [f32; 3]| {
            assert!(
                found
                    .iter()
                    .zip(expected)
                    .all(|(a, b)| (a - b).abs() < 1e-6),
                "{found:?}"
            );
        };
        near(normal([0, 0]), [1.0, 0.0, 0.0]);
        near(normal([64, 0]), [0.0, 1.0, 0.0]);
        near(normal([17, 64]), [0.0, 0.0, 1.0]);
        near(normal([0, 192]), [0.0, 0.0, -1.0]);
        near(normal([128, 32]), [-0.5_f32.sqrt(), 0.0, 0.5_f32.sqrt()]);
    }

    #[test]
    fn every_angle_comes_back_from_its_direction() {
        for azimuth in 0..=255 {
            for elevation in (0..64).chain(193..=255) {
                assert_eq!(
                    packed_angles(normal([azimuth, elevation])),
                    [azimuth, elevation]
                );
            }
        }
    }
}
