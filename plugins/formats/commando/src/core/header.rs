//! The directory's first 0xC0 bytes.

use crate::range::ArrayRange;
use crate::record::record;

record! {
    /// The core index's header. "Data" offsets lead into the decompressed core data, "index" offsets into the core index; 0 leads
    /// nowhere. Source: spec/commando-container.md 6.
    #[derive(Copy, Eq, Default)]
    pub struct CoreHeader: usize = 0xBC {
        /// 0x00, index: what stands in the GS memory image, resident entries not counted.
        pub gs_ram: ArrayRange,
        /// 0x08, data: the terrain block. It is the first thing, so 0 here is a place.
        pub tfrags: i32 as hex,
        /// 0x0C, data: the occlusion grid.
        pub occlusion: i32 as hex,
        /// 0x10, data: the sky.
        pub sky: i32 as hex,
        /// 0x14, data: the collision mesh.
        pub collision: i32 as hex,
        /// 0x18, index: entries of 0x20 bytes.
        pub moby_classes: ArrayRange,
        /// 0x20, index: entries of 0x20 bytes.
        pub tie_classes: ArrayRange,
        /// 0x28, index: entries of 0x30 bytes.
        pub shrub_classes: ArrayRange,
        /// 0x30, index: entries of 0x10 bytes, as the next five.
        pub tfrag_textures: ArrayRange,
        /// 0x38, index.
        pub moby_textures: ArrayRange,
        /// 0x40, index.
        pub tie_textures: ArrayRange,
        /// 0x48, index.
        pub shrub_textures: ArrayRange,
        /// 0x50, index: textures of particles.
        pub particle_textures: ArrayRange,
        /// 0x58, index: textures of effects.
        pub effect_textures: ArrayRange,
        /// 0x60, data: the large mip levels of the four kinds of texture.
        pub textures_base: i32 as hex,
        /// 0x64, data: pixels and palettes of particles.
        pub particle_bank: i32 as hex,
        /// 0x68, data: pixels and palettes of effects.
        pub effect_bank: i32 as hex,
        /// 0x6C, index: lists of particles' frames.
        pub particle_definitions: i32 as hex,
        /// 0x70, index: a table of sounds for each class.
        pub sound_remap: i32 as hex,
        /// 0x74: unknown.
        pub unknown_74: i32 as hex "unknown 0x74",
        /// 0x78, index: 256 data offsets of the hero's animations.
        pub hero_sequences: i32 as hex,
        /// 0x7C, data: the end of the shrub classes in files of the public writer.
        pub scene_view_size: i32 as hex,
        /// 0x80: unknown.
        pub index_into_some1_textures: i32 as hex,
        /// 0x84: entries behind those of the GS memory table, for resident textures of mobys.
        pub moby_gs_stash_count: i32 as hex "resident textures",
        /// 0x88: bytes of the core data's stream.
        pub assets_compressed_size: i32 as hex "compressed size",
        /// 0x8C: bytes that it has decompressed.
        pub assets_decompressed_size: i32 as hex "decompressed size",
        /// 0x90: reflection map, in an unknown unit as the next three.
        pub chrome_map_texture: i32 as hex,
        /// 0x94.
        pub chrome_map_palette: i32 as hex,
        /// 0x98.
        pub glass_map_texture: i32 as hex,
        /// 0x9C.
        pub glass_map_palette: i32 as hex,
        /// 0xA0: unknown.
        pub unknown_a0: i32 as hex "unknown 0xa0",
        /// 0xA4: unknown.
        pub heightmap: i32 as hex,
        /// 0xA8, data: occlusion masks of eight octants, used outside the grid.
        pub occlusion_octants: i32 as hex,
        /// 0xAC, index: class numbers of the mobys with resident textures, ended by a negative one.
        pub moby_gs_stash_list: i32 as hex "resident mobys",
        /// 0xB0: unknown.
        pub occlusion_rad: i32 as hex,
        /// 0xB4: 0 in this game.
        pub moby_sound_remap: i32 as hex,
        /// 0xB8: unknown.
        pub occlusion_rad_2: i32 as hex,
    }
}
