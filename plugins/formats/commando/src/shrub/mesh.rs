//! A shrub as a plain mesh.

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::steps;

use super::{NORMALS, PrimitiveKind, Record, ShrubClass, ShrubPacket};
use crate::model::{Material, Triangles, is_degenerate, strip_triangles};

/// The vertices and triangles of a shrub in flat arrays, one entry a vertex.
///
/// Discs keep no winding: draw both sides, or turn triangles by their normals. What [`ShrubClass::build`] writes comes back
/// with the winding it had.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShrubMesh {
    /// Class space is `position * scale / 1024`.
    pub scale: f32,
    /// x, y, z.
    pub positions: Vec<[i16; 3]>,
    /// s and t; 4,096 is one texture.
    pub uvs: Vec<[i16; 2]>,
    /// Index of each vertex's normal, and of its light, in the palette: below 24.
    pub normals: Vec<u8>,
    /// Triangles by material.
    pub triangles: Triangles,
}

impl ShrubClass {
    /// The class's mesh. Triangles that only join two strips are left out.
    ///
    /// # Errors
    /// `Malformed` when a packet cannot be walked, draws before it has a texture, or names a normal that the palette does
    /// not have.
    pub fn mesh(&self) -> Result<ShrubMesh> {
        let mut mesh = ShrubMesh {
            scale: self.header.scale,
            ..ShrubMesh::default()
        };
        let mut material = None;
        for (i, packet) in self.packets.iter().enumerate() {
            mesh.append(packet, &mut material)
                .map_err(|error| error.moved_by(self.offset()))
                .within(|| format!("packet[{i}]"))?;
        }
        Ok(mesh)
    }
}

impl ShrubMesh {
    fn append(&mut self, packet: &ShrubPacket, current: &mut Option<Material>) -> Result<()> {
        for record in packet.replay()? {
            let primitive = match record {
                Record::Texture(i) => {
                    *current = packet.textures.get(i).map(|block| block.material());
                    continue;
                }
                Record::Primitive(primitive) => primitive,
            };
            let fault = |expected: &'static str, found: String| {
                Err(FormatError::malformed(
                    u64::from(packet.offset),
                    expected,
                    found,
                ))
            };
            let Some(material) = *current else {
                return fault("a texture first", "a primitive".into());
            };
            steps::count(primitive.vertices.len() as u64);
            let first = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
            let range = primitive.vertices;
            let positions = packet.positions.get(range.clone()).unwrap_or_default();
            let attributes = packet.attributes.get(range).unwrap_or_default();
            for (&[x, y, z, _], &[s, t, _, n]) in positions.iter().zip(attributes) {
                let normal = n as u16 & !ShrubPacket::STOP;
                if usize::from(normal) >= NORMALS {
                    return fault("a normal below 24", normal.to_string());
                }
                self.positions.push([x, y, z]);
                self.uvs.push([s, t]);
                self.normals.push(normal as u8);
            }
            let last = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
            let vertices: Vec<u32> = (first..last).collect();
            match primitive.kind {
                PrimitiveKind::Strip => {
                    for corners in strip_triangles(&vertices, false) {
                        self.push(material, corners);
                    }
                }
                PrimitiveKind::List => {
                    for corners in vertices.as_chunks().0 {
                        self.push(material, *corners);
                    }
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, material: Material, corners: [u32; 3]) {
        let places = corners.map(|corner| self.positions.get(corner as usize));
        if !is_degenerate(&places) {
            self.triangles.push(material, corners);
        }
    }
}
