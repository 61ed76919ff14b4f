//! A class out of plain meshes.

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::kept::KeptBytes;

use super::pack::pack;
use super::{GifUsage, Joint, MobyClass, MobyHeader, MobyMesh, MobyPacketEntry};
use crate::model::bounding_sphere;
use crate::model::layout::aligned;

/// What a class is built of.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MobyParts {
    /// The near level.
    pub high: MobyMesh,
    /// The far level, of the same scale; one without triangles is left out.
    pub low: MobyMesh,
    /// World units beyond which the far level is drawn.
    pub lod_trans: u8,
    /// The header's mip distance.
    pub mip_distance: u8,
    /// The header's mode bits.
    pub mode_bits: u16,
    /// A matrix for each joint, none for a class that does not bend.
    pub skeleton: Vec<[[f32; 4]; 4]>,
    /// As many joints.
    pub joints: Vec<Joint>,
}

/// Joints of a class. Source: spec/commando-assets.md 8.1.
const MAX_JOINTS: usize = 111;

impl MobyClass {
    /// Builds a class: triangles become strips, strips are put into packets that share no vertices with each other. Each packet
    /// begins with its texture and moves the joints that it needs into matrix memory.
    ///
    /// # Errors
    /// `Malformed` when a mesh's arrays differ in length or an index is too large, scales differ, joints and skeleton do not
    /// agree, a vertex's weights are not 256 together, or there are too many packets.
    pub fn build(parts: &MobyParts) -> Result<Self> {
        let joint_count = parts.skeleton.len();
        if joint_count != parts.joints.len() || joint_count > MAX_JOINTS {
            return Err(FormatError::malformed(
                0,
                "as many joints as matrices, 111 at most",
                format!("{} and {joint_count}", parts.joints.len()),
            ));
        }
        let mut lists = Vec::new();
        for (name, mesh) in [("high", &parts.high), ("low", &parts.low)] {
            check(mesh, parts.high.scale, joint_count).within(|| name)?;
            let packets = pack(mesh, joint_count);
            let count = u8::try_from(packets.len())
                .map_err(|_| FormatError::malformed(0, "at most 255 packets", packets.len()))?;
            lists.push((packets, count));
        }
        let counts: Vec<u8> = lists.iter().map(|(_, count)| *count).collect();
        let [high, low] = counts.try_into().unwrap_or_default();
        let metal_begin = high.checked_add(low).ok_or_else(|| {
            FormatError::malformed(0, "at most 255 packets", format!("{high} and {low}"))
        })?;
        let sphere = bounding_sphere(&parts.high.positions);
        let class = Self {
            header: MobyHeader {
                high_lod_count: high,
                low_lod_count: low,
                metal_begin,
                joint_count: joint_count as u8,
                low_lod_joint_count: joint_count as u8,
                lod_trans: parts.lod_trans,
                scale: parts.high.scale,
                mip_distance: parts.mip_distance,
                bounding_sphere: sphere.map(|value| value * parts.high.scale),
                mode_bits: parts.mode_bits,
                ..MobyHeader::default()
            },
            packets: lists.into_iter().flat_map(|(packets, _)| packets).collect(),
            skeleton: parts.skeleton.clone(),
            joints: parts.joints.clone(),
            ..Self::default()
        };
        class.laid_out()
    }

    /// Gives every piece its place: packet table, packets, texture usage, skeleton, joints.
    fn laid_out(mut self) -> Result<Self> {
        let mut at = aligned(MobyHeader::BYTES, 16);
        let mut place = |size: u64| {
            let from = at;
            at = aligned(at + size, 16);
            i32::try_from(from)
                .map_err(|_| FormatError::malformed(0, "a class of less than 2 GiB", from))
        };
        if !self.packets.is_empty() {
            let size = MobyPacketEntry::BYTES * self.packets.len() as u64;
            self.header.packet_table_offset = place(size)?;
        }
        for packet in &mut self.packets {
            let entry = &mut packet.entry;
            let list = place(16 * u64::from(entry.vif_list_quadwords))? as u32;
            entry.vif_list_offset = list;
            entry.vertex_offset = place(16 * u64::from(entry.vertex_quadwords))? as u32;
            if let Some(textures) = &packet.list.textures {
                let mut slots = [0xFF; 12];
                for (slot, texture) in slots.iter_mut().zip(&textures.data) {
                    *slot = u8::try_from(texture.material().slot).unwrap_or(0xFF);
                }
                let back = u32::from(entry.texture_position);
                let end = list + 16 * u32::from(entry.vif_list_quadwords);
                self.gif_usage.push(GifUsage {
                    slots,
                    offset: end - 16 * back,
                });
            }
        }
        if let Some(last) = self.gif_usage.last_mut() {
            last.offset |= GifUsage::LAST;
            let size = GifUsage::BYTES * self.gif_usage.len() as u64;
            self.header.gif_usage_offset = place(size)?;
        }
        if !self.skeleton.is_empty() {
            self.header.skeleton_offset = place(64 * self.skeleton.len() as u64)?;
            self.header.joints_offset = place(Joint::BYTES * self.joints.len() as u64)?;
        }
        self.rest = KeptBytes::from(vec![0; at as usize]);
        Ok(self)
    }
}

fn check(mesh: &MobyMesh, scale: f32, joint_count: usize) -> Result<()> {
    let count = mesh.positions.len();
    let lengths = [mesh.uvs.len(), mesh.normals.len(), mesh.blends.len()];
    if lengths != [count; 3] || (count > 0 && mesh.scale != scale) {
        return Err(FormatError::malformed(
            0,
            format!("uvs, normals and blends of {count} vertices, scale {scale}"),
            format!("{lengths:?}, {}", mesh.scale),
        ));
    }
    for blend in &mesh.blends {
        let joints = blend.joints.iter().zip(&blend.weights);
        let outside = joints
            .into_iter()
            .any(|(&joint, &weight)| weight > 0 && usize::from(joint) >= joint_count.max(1));
        if outside
            || blend
                .weights
                .iter()
                .map(|&weight| u32::from(weight))
                .sum::<u32>()
                != 256
        {
            return Err(FormatError::malformed(
                0,
                format!("weights of 256 together, of {joint_count} joints"),
                format!("{blend:?}"),
            ));
        }
    }
    mesh.triangles.check(count)
}
