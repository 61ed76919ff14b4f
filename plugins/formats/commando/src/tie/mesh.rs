//! A level of a tie as a plain mesh.

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::steps;

use super::{DinkyVertex, TieAdGif, TieClass, TiePacket};
use crate::model::{Material, Triangles, is_degenerate, strip_triangles};

/// The vertices and triangles of a level in flat arrays, one entry a vertex.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TieMesh {
    /// Class space is `position * scale / 1024`.
    pub scale: f32,
    /// x, y, z.
    pub positions: Vec<[i16; 3]>,
    /// How far each has moved when the level has become the next; 0 for vertices that stay.
    pub deltas: Vec<[i16; 3]>,
    /// s and t; 4,096 is one texture.
    pub uvs: Vec<[i16; 2]>,
    /// q, 4,096 for 1.
    pub qs: Vec<i16>,
    /// Indices of each vertex's colours, which are those of the normals: the first one near, the mean of the others when
    /// morphed. [`TieMesh::NO_COLOUR`] where the packet has none.
    pub colours: Vec<[u8; 3]>,
    /// Triangles by material.
    pub triangles: Triangles,
}

/// GS packet quadwords that a material takes.
pub(super) const MATERIAL_COST: usize = 6;
/// Those that a strip's tag takes.
pub(super) const TAG_COST: usize = 1;
/// Those that a vertex takes.
pub(super) const VERTEX_COST: usize = 3;

/// GS packet quadwords in which vertices are looked for. Four materials, 255 strips and 255 strip vertices are fewer.
const SLOTS: usize = 2048;

impl TieClass {
    /// A level's mesh, 0 to 2, the nearest first. Triangles that only join two strips are left out.
    ///
    /// # Errors
    /// `Malformed` when a packet's strips cannot be followed, need a vertex that is not there, or name a material that the
    /// class does not have.
    pub fn mesh(&self, lod: usize) -> Result<TieMesh> {
        let mut mesh = TieMesh {
            scale: self.header.scale,
            ..TieMesh::default()
        };
        for (i, packet) in self.lods.get(lod).into_iter().flatten().enumerate() {
            mesh.append(packet, &self.ad_gifs)
                .map_err(|(expected, found)| {
                    FormatError::malformed(self.offset(), expected, found)
                        .within(format!("packet[{i}]"))
                })
                .within(|| format!("lod[{lod}]"))?;
        }
        Ok(mesh)
    }
}

type Fault = (String, String);

impl TieMesh {
    /// The colour index of a vertex without one.
    pub const NO_COLOUR: u8 = 0xFF;

    fn append(&mut self, packet: &TiePacket, ad_gifs: &[TieAdGif]) -> Result<(), Fault> {
        let first = self.positions.len();
        let stay = packet.dinky.iter().map(|vertex| (vertex, [0; 3]));
        let morph = packet.fat.iter().map(|fat| (&fat.vertex, fat.delta));
        let mut slots = vec![None; SLOTS];
        steps::count((packet.dinky.len() + packet.fat.len()) as u64);
        for (i, (vertex, delta)) in stay.chain(morph).enumerate() {
            self.positions.push(vertex.position);
            self.deltas.push(delta);
            self.uvs.push(vertex.uv);
            self.qs.push(vertex.q);
            let colours = packet.colour_indices(i);
            self.colours.push(colours.unwrap_or([Self::NO_COLOUR; 3]));
            // Below 2^32: a class has at most 765 packets of 255 quadwords.
            place(&mut slots, vertex, (first + i) as u32)?;
        }
        let mut walk = Walk {
            packet,
            ad_gifs,
            at: MATERIAL_COST,
            materials: 1,
        };
        let mut material = walk.material(0)?;
        for strip in &packet.strips {
            while walk.at != usize::from(strip.slot) {
                material = walk.next_material(strip.slot)?;
            }
            let vertices = walk.vertices(&slots, strip.vertex_count)?;
            for corners in strip_triangles(&vertices, strip.winding != 0) {
                let positions = corners.map(|corner| self.positions.get(corner as usize));
                if !is_degenerate(&positions) {
                    self.triangles.push(material, corners);
                }
            }
        }
        Ok(())
    }
}

/// Notes a vertex under its slots; later ones win.
fn place(slots: &mut [Option<u32>], vertex: &DinkyVertex, index: u32) -> Result<(), Fault> {
    let second = Some(vertex.second_slot).filter(|&slot| slot != 0 && slot != vertex.slot);
    for slot in [Some(vertex.slot), second].into_iter().flatten() {
        let Some(place) = slots.get_mut(usize::from(slot)) else {
            return Err((format!("a slot below {SLOTS}"), slot.to_string()));
        };
        *place = Some(index);
    }
    Ok(())
}

/// The way through a packet's GS packet.
struct Walk<'a> {
    packet: &'a TiePacket,
    ad_gifs: &'a [TieAdGif],
    /// The next quadword.
    at: usize,
    /// Materials met so far.
    materials: usize,
}

impl Walk<'_> {
    fn material(&self, i: usize) -> Result<Material, Fault> {
        let source = self.packet.sources.get(i).copied().unwrap_or(-1);
        usize::try_from(source)
            .ok()
            .and_then(|source| self.ad_gifs.get(source / TieAdGif::BYTES as usize))
            .map(TieAdGif::material)
            .ok_or_else(|| {
                (
                    format!("one of {} materials", self.ad_gifs.len()),
                    format!("{source:#x}"),
                )
            })
    }

    /// The material that stands here, where no strip does.
    fn next_material(&mut self, wanted: u8) -> Result<Material, Fault> {
        let destination = self.packet.destinations.get(self.materials - 1);
        if self.materials < 4
            && let Some(&destination) = destination
            && usize::try_from(destination) == Ok(self.at)
        {
            let material = self.material(self.materials);
            self.materials += 1;
            self.at += MATERIAL_COST;
            return material;
        }
        let expected = format!("a strip or a material at quadword {}", self.at);
        Err((expected, format!("a strip at {wanted}")))
    }

    fn vertices(&mut self, slots: &[Option<u32>], count: u8) -> Result<Vec<u32>, Fault> {
        steps::count(1 + u64::from(count));
        self.at += TAG_COST;
        let mut vertices = Vec::with_capacity(count.into());
        for _ in 0..count {
            match slots.get(self.at).copied().flatten() {
                Some(vertex) => vertices.push(vertex),
                None => return Err((format!("a vertex with slot {}", self.at), "none".into())),
            }
            self.at += VERTEX_COST;
        }
        Ok(vertices)
    }
}
