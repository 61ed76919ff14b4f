//! The header that the block's table has for each patch, and the one inside a patch that the vector unit reads.

use crate::record::record;

record! {
    /// Header of a patch. 0x40 bytes. Every offset counts from the patch's data; sizes are in quadwords.
    ///
    /// Source: spec/commando-tfrag.md 2.
    #[derive(Copy)]
    pub struct PatchHeader: usize = 0x40 {
        /// 0x00: centre and radius of the bounding sphere, raw units, in the world.
        pub bounding_sphere: [f32; 4] as debug,
        /// 0x10: where the patch's data stand, from the start of the table.
        pub data: i32,
        /// 0x14: list of LOD 2.
        pub lod_2_offset: u16,
        /// 0x16: list that all levels share.
        pub common_offset: u16,
        /// 0x18: list of LOD 1.
        pub lod_1_offset: u16,
        /// 0x1A: list that LOD 0 and 1 share.
        pub lod_01_offset: u16,
        /// 0x1C: first byte of the ad-gifs.
        pub texture_offset: u16,
        /// 0x1E: colours; also the end of LOD 0's list.
        pub rgba_offset: u16,
        /// 0x20: the common list.
        pub common_size: u8,
        /// 0x21: LOD 2's list and the common one.
        pub lod_2_size: u8,
        /// 0x22: the common list, LOD 1's and the one that it shares with LOD 0.
        pub lod_1_size: u8,
        /// 0x23: the list that LOD 0 and 1 share, and LOD 0's.
        pub lod_0_size: u8,
        /// 0x24: colours that LOD 2, 1 and 0 need, to be rounded up to 4. Some writers do not round.
        pub rgba_counts: [u8; 3],
        /// 0x27: not 0: LOD 2 is always drawn.
        pub base_only: u8,
        /// 0x28: ad-gifs.
        pub texture_count: u8,
        /// 0x29: quadwords of colours, four colours each.
        pub rgba_size: u8,
        /// 0x2A: address of the colours in the vector unit's memory. Some writers give another one.
        pub rgba_address: u8,
        /// 0x2B: unknown, used while the game runs.
        pub occlusion_stash: u8,
        /// 0x2C: texture spheres.
        pub sphere_count: u8,
        /// 0x2D: unknown.
        pub flags: u8,
        /// 0x2E: texture spheres.
        pub sphere_offset: u16,
        /// 0x30: a quadword with the origin, then the light records.
        pub light_offset: u16,
        /// 0x32: end of the light records.
        pub light_end_offset: u16,
        /// 0x34: -1: each vertex chooses its light sets.
        pub single_light: i8,
        /// 0x35: set while the game runs.
        pub light_changed: u8,
        /// 0x36: 0xFFFF: no point lights. Set while the game runs.
        pub point_lights: u16,
        /// 0x38: clip box.
        pub box_offset: u16,
        /// 0x3A: the patch's place in the occlusion words.
        pub occlusion_index: u16 as plain,
        /// 0x3C: positions of all three tiers.
        pub vertex_count: u8,
        /// 0x3D: triangles of LOD 0, those without area too.
        pub triangle_count: u8,
        /// 0x3E: depth inside which textures are loaded, raw units.
        pub mip_distance: u16 as plain,
    }
}

impl PatchHeader {
    /// Where [`Self::triangle_count`] stands.
    pub(super) const TRIANGLE_COUNT: usize = 0x3D;
}

record! {
    /// Counts and addresses for the vector unit's program: 20 values of 16 bits, the first thing in the common list. Addresses are
    /// quadwords of the vector unit's memory.
    ///
    /// Source: spec/commando-tfrag.md 4.1.
    #[derive(Copy, Eq, Default)]
    pub struct VuHeader: usize = 40 {
        /// Positions and further vertex infos of the common tier.
        pub common: TierCounts,
        /// Of tier LOD 01.
        pub lod_01: TierCounts,
        /// Of tier LOD 0.
        pub lod_0: TierCounts,
        /// Positions of the common tier. Those of the others follow, two quadwords each.
        pub positions: u16,
        /// Vertex infos of the common tier.
        pub infos_common: u16,
        /// Those of them that share a position. Names no unpack, and is 0 in some files; as the other two.
        pub extra_common: u16,
        /// Vertex infos of tier LOD 01.
        pub infos_lod_01: u16,
        /// See [`Self::extra_common`].
        pub extra_lod_01: u16,
        /// Vertex infos of tier LOD 0.
        pub infos_lod_0: u16,
        /// See [`Self::extra_common`].
        pub extra_lod_0: u16,
        /// Indices of whichever level is drawn.
        pub indices: u16,
        /// First parents of tier LOD 01.
        pub parents_lod_01: u16,
        /// First parents of its infos that share a position.
        pub extra_parents_lod_01: u16,
        /// First parents of tier LOD 0.
        pub parents_lod_0: u16,
        /// First parents of its infos that share a position.
        pub extra_parents_lod_0: u16,
        /// Strips of whichever level is drawn.
        pub strips: u16,
        /// Ad-gifs.
        pub ad_gifs: u16,
    }

    /// How much a tier has.
    #[derive(Copy, Eq, Default)]
    pub struct TierCounts: usize = 4 {
        /// Positions; each has a vertex info of its own.
        pub positions: u16,
        /// Further vertex infos, which share positions with others.
        pub extras: u16,
    }
}

impl VuHeader {
    /// Counts of the three tiers, coarsest first.
    pub fn tiers(&self) -> [TierCounts; 3] {
        [self.common, self.lod_01, self.lod_0]
    }
}

impl TierCounts {
    /// All vertex infos.
    pub fn infos(&self) -> usize {
        usize::from(self.positions) + usize::from(self.extras)
    }
}
