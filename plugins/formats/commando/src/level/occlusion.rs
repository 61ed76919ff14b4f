//! What a level's occlusion needs of its other pieces.

use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_ps2::finding::Findings;

use super::open::Level;
use crate::gameplay::BlockKind;
use crate::occlusion::{LevelObjects, ObjectBits, OcclusionMappings};
use crate::tfrag;

impl Level<'_> {
    /// The block of occlusion mappings that counts: the gameplay's, or, without one, the copy beside it. Empty when there is neither.
    pub fn mappings_in_force(&self) -> &[u8] {
        let block = self.gameplay.block(BlockKind::OcclusionMappings);
        block.unwrap_or(self.occlusion_mappings)
    }

    /// Of the core's terrain, then of that of chunks 1 and 2, the triangles that the block's table gives each patch. The file of chunk 0
    /// repeats the core and is not counted again.
    ///
    /// # Errors
    /// As [`tfrag::triangle_counts`], and those of the chunks' streams.
    pub fn patch_triangles(&self) -> Result<Vec<Vec<u8>>> {
        let mut counts = vec![tfrag::triangle_counts(self.tfrags()).within(|| "tfrags")?];
        for (number, chunk) in self.chunks.iter().enumerate().skip(1) {
            let count = |bytes: Vec<u8>| tfrag::triangle_counts(&bytes);
            let of_chunk = chunk
                .as_ref()
                .map(|chunk| chunk.decompress_tfrags().and_then(count));
            let of_chunk = of_chunk.transpose().within(|| format!("chunk[{number}]"))?;
            counts.push(of_chunk.unwrap_or_default());
        }
        Ok(counts)
    }

    /// Reports mappings that are not this level's: `occlusion-copy` when the copy beside the gameplay says something else than its
    /// block, `occlusion-terrain` when the records of patches are of other terrain, so that all of it is drawn, and, a remark,
    /// `occlusion-moby-count` when there are not as many records as mobys that say they have one.
    pub(super) fn validate_occlusion(&self, findings: &mut Findings) {
        let block = self.gameplay.block(BlockKind::OcclusionMappings);
        if let Some(block) = block.filter(|_| !self.occlusion_mappings.is_empty()) {
            findings.expect(
                content(block) == content(self.occlusion_mappings),
                "occlusion-copy",
                || "expected the mappings of the gameplay again beside it, found others",
            );
        }
        // What cannot be read is reported with its own piece.
        let Ok(mappings) = OcclusionMappings::read(self.mappings_in_force()) else {
            return;
        };
        let mobys = self.gameplay.moby_instances().unwrap_or_default();
        let expected = mobys.iter().filter(|moby| moby.has_mapping()).count();
        // One record too many or too few hides nothing wrong. Source: spec/commando-assets.md 5.2.
        findings.remark_unless(
            mappings.mobys.len() == expected,
            "occlusion-moby-count",
            || {
                format!(
                    "expected records of {expected} mobys, found {}",
                    mappings.mobys.len()
                )
            },
        );
        if let Ok(patches) = self.patch_triangles() {
            let objects = LevelObjects {
                patches: &patches,
                ..LevelObjects::default()
            };
            let bits = ObjectBits::resolve(&mappings, &objects);
            findings.expect(!bits.is_terrain_stale, "occlusion-terrain", || {
                let count = patches.iter().flatten().count();
                let found = mappings.tfrags.len();
                format!("expected records of {count} patches by number or triangles, found {found} others")
            });
        }
    }
}

/// A block without the zeros behind it.
fn content(block: &[u8]) -> &[u8] {
    let end = block.iter().rposition(|byte| *byte != 0);
    block
        .get(..end.map_or(0, |last| last + 1))
        .unwrap_or_default()
}
