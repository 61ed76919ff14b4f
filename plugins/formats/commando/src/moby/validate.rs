//! What a moby should be, beyond what its reader needs.

use wonderwheel_ps2::finding::Findings;

use super::{MetalTable, MobyClass, MobyPacket, MobyVertices, VertexTable};

/// Joints of a class. Source: spec/commando-assets.md 8.1.
const MAX_JOINTS: u8 = 111;

impl MobyClass {
    /// Reports what is unlike the pages' description.
    ///
    /// `moby-scale`: the scale is not positive. `moby-joint-count`: more than 111 joints. `moby-metal-begin`: reflecting packets do not
    /// follow the far level. `moby-parent`: a joint's parent is none of the class. `moby-mesh`: a list cannot be replayed.
    /// `moby-blend`: vertices whose joints cannot be followed exactly, or name none of the class. `moby-packet-counts`: counts of
    /// an entry that should agree with its tables do not. `moby-packet-order`: a vertex table does not follow its list.
    /// `moby-epilogue`: more than six records behind the vertices. `moby-address`: an address in matrix memory is no multiple of 4.
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("moby", |findings| {
            let header = &self.header;
            findings.expect(header.scale > 0.0, "moby-scale", || {
                format!("expected a positive scale, found {}", header.scale)
            });
            findings.expect(header.joint_count <= MAX_JOINTS, "moby-joint-count", || {
                format!("expected at most {MAX_JOINTS} joints, found {}", header.joint_count)
            });
            let levels = u16::from(header.high_lod_count) + u16::from(header.low_lod_count);
            findings.expect(
                header.metal_count == 0 || u16::from(header.metal_begin) == levels,
                "moby-metal-begin",
                || format!("expected {levels}, found {}", header.metal_begin),
            );
            let mut joints = self.joints.iter();
            let wrong = joints.position(|joint| {
                joint.parent() >= header.joint_count.into() || joint.parent_offset % 0x40 != 0
            });
            findings.expect(wrong.is_none(), "moby-parent", || {
                format!("expected parents of {} joints, found another at {wrong:?}", header.joint_count)
            });
            for list in self.lists() {
                findings.within(format!("{list:?}"), |findings| match self.mesh(list) {
                    Ok(mesh) => {
                        let joints = mesh.blends.iter().flat_map(|blend| blend.joints);
                        let outside = joints.filter(|&joint| joint >= header.joint_count.max(1)).count();
                        findings.expect(mesh.inexact_blends == 0 && outside == 0, "moby-blend", || {
                            let inexact = mesh.inexact_blends;
                            format!("expected joints of the class, found {inexact} vertices without and {outside} of none")
                        });
                    }
                    Err(error) => findings.report("moby-mesh", error.to_string()),
                });
            }
            findings.each("packet", &self.packets, MobyPacket::validate);
        });
    }
}

impl MobyPacket {
    fn validate(&self, findings: &mut Findings) {
        let entry = &self.entry;
        let end = u64::from(entry.vif_list_offset) + 16 * u64::from(entry.vif_list_quadwords);
        findings.expect(
            end == u64::from(entry.vertex_offset),
            "moby-packet-order",
            || {
                format!(
                    "expected the vertex table at {end:#x}, found {:#x}",
                    entry.vertex_offset
                )
            },
        );
        match &self.vertices {
            MobyVertices::Skinned(table) => self.validate_skinned(table, findings),
            MobyVertices::Metal(table) => self.validate_metal(table, findings),
        }
    }

    fn validate_skinned(&self, table: &VertexTable, findings: &mut Findings) {
        let entry = &self.entry;
        let count = table.header.all;
        let found = [entry.size_d, entry.size_e, entry.vertex_count].map(u32::from);
        let expected = [
            (6 * u64::from(count)).div_ceil(16),
            u64::from(count).div_ceil(4),
            count.into(),
        ];
        findings.expect(
            found.map(u64::from) == expected,
            "moby-packet-counts",
            || format!("expected {expected:?}, found {found:?}"),
        );
        let records = table.epilogue.len();
        findings.expect(
            records <= VertexTable::MAX_EPILOGUE,
            "moby-epilogue",
            || format!("expected 1 to 6 records behind the vertices, found {records}"),
        );
        let odd = table.transfers.iter().find(|[_, address]| address % 4 != 0);
        findings.expect(odd.is_none(), "moby-address", || {
            format!("expected a multiple of 4, found {odd:?}")
        });
    }

    fn validate_metal(&self, table: &MetalTable, findings: &mut Findings) {
        let records = 1 + table.vertices.len();
        findings.expect(
            records == usize::from(self.entry.vertex_quadwords),
            "moby-packet-counts",
            || {
                format!(
                    "expected {records} quadwords of vertices, found {}",
                    self.entry.vertex_quadwords
                )
            },
        );
    }
}
