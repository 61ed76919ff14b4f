//! Where a writer puts the parts of a sky, and whether they still fit where they were read.

use wonderwheel_ps2::error::Result;

use super::block::Sky;
use super::header::{ClusterHeader, Header, SPRITE_BYTES, TextureDef};
use super::places::{ClusterPlace, Layout, TexturePlace};
use crate::places::{Rest, fit};

impl Layout {
    /// Whether every part still has the size that it has room for.
    pub(super) fn holds(&self, sky: &Sky) -> bool {
        let counts = sky.shells.iter().map(|shell| shell.clusters.len());
        let clusters = sky.shells.iter().flat_map(|shell| &shell.clusters);
        let textures = sky
            .textures
            .iter()
            .map(|texture| [texture.width, texture.height]);
        counts.eq(self.cluster_counts.iter().copied())
            && clusters
                .map(|cluster| [cluster.vertex_count, cluster.face_count])
                .eq(self.clusters.iter().map(|place| place.counts))
            && textures.eq(self.textures.iter().map(|place| place.sides))
            && sky.fx.len() == self.fx_count
            && sky.sprites.len() == self.sprite_bytes
    }
}

/// Where a writer puts everything: head, fx list, definitions (at a multiple of 0x10), palettes
/// and pixels (each at 0x40), sprites (0x40), shells (0x10).
pub(super) fn lay_out(sky: &Sky) -> Result<Layout> {
    let mut end = Header::BYTES;
    let mut put = |size: usize, multiple: usize| {
        let start = end.next_multiple_of(multiple);
        end = start + size;
        fit(start, "bytes of a sky", i32::MAX as u32).map(u32::cast_signed)
    };
    let fx_list = put(sky.fx.len(), 1)?;
    let texture_defs = put(TextureDef::BYTES * sky.textures.len(), 0x10)?;
    let texture_data = put(0, 0x40)?;
    let mut textures = Vec::with_capacity(sky.textures.len());
    for texture in &sky.textures {
        textures.push(TexturePlace {
            palette: put(texture.palette.len(), 0x40)? - texture_data,
            pixels: put(texture.indices.len(), 0x40)? - texture_data,
            sides: [texture.width, texture.height],
        });
    }
    let sprites = match sky.sprites.len() {
        0 => 0,
        size => put(size, 0x40)?,
    };
    let mut shells = [0; 8];
    let mut clusters = Vec::new();
    for (place, shell) in shells.iter_mut().zip(&sky.shells) {
        *place = put(0x10 + ClusterHeader::BYTES * shell.clusters.len(), 0x10)?;
        for cluster in &shell.clusters {
            let [vertices, faces] = [cluster.vertex_count, cluster.face_count].map(usize::from);
            let offsets = [0, 8 * vertices, 12 * vertices];
            let size = (12 * vertices + 4 * faces).next_multiple_of(0x10);
            let short =
                |value| fit(value, "bytes of a sky cluster", i16::MAX as u16).map(u16::cast_signed);
            let [vertex, st, tri] = offsets;
            clusters.push(ClusterPlace {
                data: put(size, 0x10)?,
                offsets: [short(vertex)?, short(st)?, short(tri)?],
                size: short(size)?,
                counts: [cluster.vertex_count, cluster.face_count],
            });
        }
    }
    let layout = Layout {
        texture_defs,
        texture_data,
        fx_list,
        sprites,
        shells,
        textures,
        clusters,
        cluster_counts: sky
            .shells
            .iter()
            .map(|shell| shell.clusters.len())
            .collect(),
        fx_count: sky.fx.len(),
        sprite_bytes: sky.sprites.len(),
        rest: Rest::zeros(end),
    };
    Ok(layout)
}

/// How many slots the sprites' bytes are.
pub(super) fn sprite_slots(bytes: usize) -> Result<i16> {
    let slots = bytes.div_ceil(SPRITE_BYTES as usize);
    fit(slots, "sprite slots of a sky", i16::MAX as u16).map(u16::cast_signed)
}
