//! Where a writer puts the parts of a sky: where they were read, or in an order of its own.

use wonderwheel_ps2::error::Result;

use super::block::Sky;
use super::header::{ClusterHeader, Header, SPRITE_BYTES, TextureDef};
use super::layout::Layout;
use crate::gaps::Gaps;
use crate::places::fit;

impl Layout {
    /// Whether every part still has the size that it has room for.
    pub(super) fn holds(&self, sky: &Sky) -> bool {
        let counts = sky.shells.iter().map(|shell| shell.clusters.len());
        let clusters = sky.shells.iter().flat_map(|shell| &shell.clusters);
        let clusters = clusters.map(|cluster| [cluster.vertex_count, cluster.face_count]);
        let room = self.clusters.iter();
        let room = room.map(|head| [head.vertex_count, head.tri_count].map(i16::cast_unsigned));
        let sides = sky.textures.iter().map(|it| [it.width, it.height]);
        let defs = self.textures.iter();
        let defs = defs.map(|def| [def.width, def.height].map(i32::cast_unsigned));
        counts.eq(self.cluster_counts.iter().copied())
            && clusters.eq(room)
            && sides.eq(defs)
            && sky.fx.len() == self.header.fx_count as usize
            && sprite_slots(sky.sprites.len()) == Ok(self.header.maximum_sprite_count)
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
    let short = |value, limit| fit(value, limit, i16::MAX as u16).map(u16::cast_signed);
    let fx_list = put(sky.fx.len(), 1)?;
    let texture_defs = put(TextureDef::BYTES * sky.textures.len(), 0x10)?;
    let texture_data = put(0, 0x40)?;
    let mut textures = Vec::with_capacity(sky.textures.len());
    for texture in &sky.textures {
        textures.push(TextureDef {
            palette: put(texture.palette.len(), 0x40)? - texture_data,
            pixels: put(texture.indices.len(), 0x40)? - texture_data,
            width: texture.width.cast_signed(),
            height: texture.height.cast_signed(),
        });
    }
    let sprites = match sky.sprites.len() {
        0 => 0,
        size => put(size, 0x40)?,
    };
    let mut shells = [0; 8];
    let counts: Vec<_> = sky.shells.iter().map(|it| it.clusters.len()).collect();
    // What grows by halves would take more than the block allows.
    let mut clusters = Vec::with_capacity(counts.iter().sum());
    for (place, shell) in shells.iter_mut().zip(&sky.shells) {
        *place = put(0x10 + ClusterHeader::BYTES * shell.clusters.len(), 0x10)?;
        for cluster in &shell.clusters {
            let [vertices, faces] = [cluster.vertex_count, cluster.face_count].map(usize::from);
            let size = (12 * vertices + 4 * faces).next_multiple_of(0x10);
            let short = |value| short(value, "bytes of a sky cluster");
            clusters.push(ClusterHeader {
                sphere: cluster.sphere,
                data: put(size, 0x10)?,
                vertex_count: cluster.vertex_count.cast_signed(),
                tri_count: cluster.face_count.cast_signed(),
                vertex_offset: 0,
                st_offset: short(8 * vertices)?,
                tri_offset: short(12 * vertices)?,
                data_size: short(size)?,
            });
        }
    }
    let header = Header {
        shell_count: sky.shells.len() as i16,
        maximum_sprite_count: sprite_slots(sky.sprites.len())?,
        texture_count: short(sky.textures.len(), "sky textures")?,
        fx_count: short(sky.fx.len(), "sky effects")?,
        texture_defs,
        texture_data,
        fx_list,
        sprites,
        shells,
        // The rest is the sky's own.
        ..Header::default()
    };
    Ok(Layout {
        header,
        textures,
        clusters,
        cluster_counts: counts,
        rest: Gaps::none_in(end),
    })
}

/// How many slots the sprites' bytes are.
fn sprite_slots(bytes: usize) -> Result<i16> {
    let slots = bytes.div_ceil(SPRITE_BYTES as usize);
    fit(slots, "sprite slots of a sky", i16::MAX as u16).map(u16::cast_signed)
}
