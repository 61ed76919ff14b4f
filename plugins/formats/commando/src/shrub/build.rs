//! A class out of a plain mesh.

use wonderwheel_ps2::error::{FormatError, Result};

use super::{
    Billboard, GifTag, NORMALS, Normals, ShrubClass, ShrubHeader, ShrubMesh, ShrubPacket,
    TextureBlock,
};
use crate::model::{Material, bounding_sphere, strips};

/// What a class is built of.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShrubParts {
    /// Class number.
    pub o_class: i16,
    /// The header's mode bits.
    pub mode_bits: u16,
    /// The header's mip distance; the materials' K should agree with it, see [`crate::model::mip_k`].
    pub mip_distance: f32,
    /// The mesh.
    pub mesh: ShrubMesh,
    /// What stands for it far away.
    pub billboard: Option<Billboard>,
    /// The palette that the mesh's normals are indices of.
    pub normals: Normals,
}

/// h of every vertex.
const ONE: i16 = 0x1000;

impl ShrubClass {
    /// Builds a class: triangles become strips, strips are put into as few packets as their order allows. Every packet begins
    /// with its texture, holds at least six vertices and keeps the two limits of the console.
    ///
    /// # Errors
    /// `Malformed` when the mesh's arrays differ in length, an index is too large, a normal is not in the palette, or there
    /// are too many packets.
    pub fn build(parts: &ShrubParts) -> Result<Self> {
        let mesh = &parts.mesh;
        let count = mesh.positions.len();
        if mesh.uvs.len() != count || mesh.normals.len() != count {
            return Err(FormatError::malformed(
                0,
                format!("uvs and normals of {count} vertices"),
                format!("{} and {}", mesh.uvs.len(), mesh.normals.len()),
            ));
        }
        if let Some(normal) = mesh.normals.iter().find(|&&n| usize::from(n) >= NORMALS) {
            return Err(FormatError::malformed(0, "a normal below 24", normal));
        }
        mesh.triangles.check(count)?;
        let mut packer = Packer::default();
        for (material, corners) in mesh.triangles.runs() {
            for strip in strips(corners, LONGEST_STRIP) {
                packer.push(mesh, material, &strip);
            }
        }
        let class = Self {
            header: ShrubHeader {
                bounding_sphere: bounding_sphere(&mesh.positions),
                mip_distance: parts.mip_distance,
                mode_bits: parts.mode_bits,
                scale: mesh.scale,
                o_class: parts.o_class,
                ..ShrubHeader::default()
            },
            packets: packer.finish(),
            billboard: parts.billboard.clone(),
            normals: parts.normals,
            rest: Vec::new().into(),
        };
        class.laid_out()
    }
}

/// The longest strip that a packet holds beside one tag and one texture.
const LONGEST_STRIP: usize = {
    let unpacked = (ShrubPacket::MAX_UNPACKED - 1 - 1 - 4) / 2;
    let gs = (ShrubPacket::MAX_GS - 1 - ShrubPacket::TEXTURE_COST) / ShrubPacket::VERTEX_COST;
    if unpacked < gs { unpacked } else { gs }
};

#[derive(Default)]
struct Packer {
    done: Vec<ShrubPacket>,
    open: ShrubPacket,
    material: Option<Material>,
}

impl Packer {
    fn push(&mut self, mesh: &ShrubMesh, material: Material, strip: &[u32]) {
        if !self.has_room(material, strip.len()) {
            self.close();
        }
        let packet = &mut self.open;
        if self.material != Some(material) {
            let place = packet.gs_quadwords() as i32;
            packet.textures.push(TextureBlock::new(&material, place));
            self.material = Some(material);
        }
        let place = packet.gs_quadwords() as i32;
        packet
            .tags
            .push(GifTag::strip(strip.len() as u16, false, place));
        for &index in strip {
            let index = index as usize;
            let position = mesh.positions.get(index).copied().unwrap_or_default();
            let [s, t] = mesh.uvs.get(index).copied().unwrap_or_default();
            let normal = mesh.normals.get(index).copied().unwrap_or_default();
            let [x, y, z] = position;
            let place = packet.gs_quadwords() as i16;
            packet.positions.push([x, y, z, place]);
            packet.attributes.push([s, t, ONE, i16::from(normal)]);
        }
    }

    fn has_room(&self, material: Material, vertices: usize) -> bool {
        let textures = usize::from(self.material != Some(material));
        let vertices = (self.open.positions.len() + vertices).max(ShrubPacket::MIN_VERTICES)
            - self.open.positions.len();
        let unpacked = self.open.unpacked_quadwords() + 1 + 4 * textures + 2 * vertices;
        let gs = self.open.gs_quadwords()
            + 1
            + ShrubPacket::TEXTURE_COST * textures
            + ShrubPacket::VERTEX_COST * vertices;
        unpacked <= ShrubPacket::MAX_UNPACKED && gs <= ShrubPacket::MAX_GS
    }

    /// Pads the packet, marks its ends and puts it to the others.
    fn close(&mut self) {
        let mut packet = std::mem::take(&mut self.open);
        self.material = None;
        let Some(&last_position) = packet.positions.last() else {
            return;
        };
        let last_attribute = packet.attributes.last().copied().unwrap_or_default();
        let count = packet.positions.len().max(ShrubPacket::MIN_VERTICES);
        packet.positions.resize(count, last_position);
        packet.attributes.resize(count, last_attribute);
        if let Some([_, _, _, normal]) = packet.attributes.get_mut(count - 4) {
            *normal |= ShrubPacket::STOP as i16;
        }
        if let Some(tag) = packet.tags.last_mut() {
            *tag = GifTag::strip(tag.vertices(), true, tag.place);
        }
        self.done.push(packet);
    }

    fn finish(mut self) -> Vec<ShrubPacket> {
        self.close();
        self.done
    }
}
