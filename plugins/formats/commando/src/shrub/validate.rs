//! What no shrub of the discs has.

use wonderwheel_ps2::finding::Findings;

use super::{NORMALS, ShrubClass, ShrubHeader, ShrubPacket};

/// How far a normal's squared length may lie from 32,767 squared. Source: spec/commando-assets.md 7.1.
const NORMAL_SLACK: i64 = 65_535;

impl ShrubClass {
    /// Reports what no class of the discs has.
    ///
    /// `shrub-runtime-field`: a field that the game fills is not 0. `shrub-scale`: the scale is not positive. `shrub-normal`: a
    /// normal is no unit vector. `shrub-normal-index`: a vertex names none of the 24. `shrub-texture-first`: the first packet
    /// draws before it has a texture. `shrub-texture-slots`: a block's two slots differ. `shrub-packet-size`: a packet is too
    /// large for the console or has fewer than six vertices. `shrub-stop`: the mark of the loop's end stands elsewhere than four
    /// vertices before the end. `shrub-last-tag`: another tag than the last one ends the GS packet. `shrub-rest`: unknown bytes.
    pub fn validate(&self, findings: &mut Findings) {
        findings.within("shrub", |findings| {
            self.header.validate(findings);
            for (i, normal) in self.normals.iter().enumerate() {
                let length_sq: i64 = normal.iter().map(|&n| i64::from(n).pow(2)).sum();
                findings.expect(
                    (length_sq - 32_767 * 32_767).abs() <= NORMAL_SLACK,
                    "shrub-normal",
                    || format!("expected normal {i} to be a unit vector, found {normal:?}"),
                );
            }
            let packets = self.packets.iter().enumerate();
            findings.each("packet", packets, |(i, packet), findings| {
                packet.validate(i == 0, findings);
            });
            if let Some(at) = self.rest.iter().position(|&byte| byte != 0) {
                findings.report_at(
                    "shrub-rest",
                    self.offset() + at as u64,
                    "expected zeros where nothing is known, found other bytes",
                );
            }
        });
    }
}

impl ShrubHeader {
    fn validate(&self, findings: &mut Findings) {
        let zeros = [
            i64::from(self.instance_count),
            i64::from(self.instances),
            i64::from(self.s_class),
            i64::from(self.unknown_2a),
        ];
        let counters = self.counters.iter().all(|&counter| counter == 0);
        findings.expect(counters && zeros == [0; 4], "shrub-runtime-field", || {
            format!("expected zeros, found {zeros:?} and {:?}", self.counters)
        });
        findings.expect(self.scale > 0.0, "shrub-scale", || {
            format!("expected a positive scale, found {}", self.scale)
        });
    }
}

impl ShrubPacket {
    fn validate(&self, is_first: bool, findings: &mut Findings) {
        let places = self.textures.first().map(|block| block.place());
        findings.expect(
            !is_first || places == Some(0),
            "shrub-texture-first",
            || format!("expected a texture at 0, found {places:?}"),
        );
        for block in &self.textures {
            findings.expect(
                block.tex0.low == block.mip_tbp1.low,
                "shrub-texture-slots",
                || {
                    format!(
                        "expected one slot, found {} and {}",
                        block.tex0.low, block.mip_tbp1.low
                    )
                },
            );
        }
        let (unpacked, gs, vertices) = (
            self.unpacked_quadwords(),
            self.gs_quadwords(),
            self.positions.len(),
        );
        findings.expect(
            unpacked <= Self::MAX_UNPACKED && gs <= Self::MAX_GS && vertices >= Self::MIN_VERTICES,
            "shrub-packet-size",
            || format!("expected 6 vertices, 118 and 168 quadwords at most, found {vertices}, {unpacked} and {gs}"),
        );
        let words = self.attributes.iter().map(|&[_, _, _, word]| word as u16);
        let stops: Vec<usize> = words
            .clone()
            .enumerate()
            .filter_map(|(i, word)| (word & Self::STOP != 0).then_some(i))
            .collect();
        findings.expect(
            stops.iter().map(|stop| stop + 4).eq([vertices]),
            "shrub-stop",
            || format!("expected the stop mark 4 vertices before the end of {vertices}, found {stops:?}"),
        );
        let outside = words
            .map(|word| word & !Self::STOP)
            .find(|&n| usize::from(n) >= NORMALS);
        findings.expect(outside.is_none(), "shrub-normal-index", || {
            format!("expected normals below 24, found {outside:?}")
        });
        let ends: Vec<bool> = self.tags.iter().map(|tag| tag.is_last()).collect();
        findings.expect(
            ends.iter()
                .rev()
                .enumerate()
                .all(|(i, &end)| end == (i == 0)),
            "shrub-last-tag",
            || format!("expected the last tag alone to end the packet, found {ends:?}"),
        );
    }
}
