//! Hostile bytes for every reader of the format crates.
//!
//! A *kind* is a sort of input: a file, a chunk's payload, a DMA chain. Each has a target, a plain function over any
//! bytes that panics when a law is broken, and seeds, small valid inputs. The tests of this crate mutate the seeds with
//! [`mutate::Mutator`]; `fuzz/` in the repository's root gives the same targets to libFuzzer.
//!
//! Targets are called with bytes from anywhere. They return for every input that keeps the [`law`]s.
#![forbid(unsafe_code)]

pub mod commando;
pub mod law;
pub mod mutate;
pub mod ps2;
pub mod renderware;
pub mod seeds;
pub mod warriors;

/// A sort of input.
#[derive(Debug, Clone, Copy)]
pub struct Kind {
    /// Its name, also that of the target in `fuzz/`.
    pub name: &'static str,
    /// Reads and decodes, validates, writes, reads again.
    pub run: fn(&[u8]),
    /// Reads only, and tells whether the input could be read: what the law about memory measures.
    pub read: fn(&[u8]) -> bool,
    /// How many bytes of input the laws count: all of them, and those that come out of its compressed streams, which are read
    /// like any others.
    pub size: fn(&[u8]) -> usize,
    /// Small valid inputs.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// A kind by its name.
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| kind.name == name)
}

macro_rules! kinds {
    (@size) => { |bytes| bytes.len() };
    (@size $size:expr) => { $size };
    ($($name:literal $crate_name:ident $function:ident $read:expr $(, $size:expr)?;)*) => {
        /// Every kind.
        pub const KINDS: &[Kind] = &[$(Kind {
            name: $name,
            run: $crate_name::$function,
            read: $read,
            size: kinds!(@size $($size)?),
            seeds: seeds::$crate_name::$function,
        },)*];
    };
}

kinds! {
    "dma_chain" ps2 dma_chain ps2::is_dma_chain;
    "upload" ps2 upload ps2::is_upload;
    "swizzle" ps2 swizzle |_| true;
    "palette" ps2 palette ps2::is_palette;
    "dictionary" renderware dictionary |bytes| wonderwheel_renderware::dictionary::TextureDictionary::read(bytes).is_ok();
    "clump" renderware clump |bytes| wonderwheel_renderware::clump::Clump::read(bytes).is_ok();
    "atomic" renderware atomic |bytes| wonderwheel_renderware::atomic::Atomic::read(bytes).is_ok();
    "world" renderware world |bytes| wonderwheel_renderware::world::World::read(bytes).is_ok();
    "manifest" warriors manifest |bytes| wonderwheel_warriors::manifest::Manifest::read(bytes).is_ok();
    "world_stream" warriors world_stream |bytes| wonderwheel_warriors::world_stream::WorldStream::read(bytes).is_ok();
    "archive_index" warriors archive_index |bytes| wonderwheel_warriors::archive::ArchiveIndex::read(bytes).is_ok();
    "bank_index" warriors bank_index |bytes| wonderwheel_warriors::bank_index::BankIndex::read(bytes).is_ok();
    "part" warriors part |bytes| wonderwheel_warriors::part::Part::read(bytes).is_ok();
    "level" warriors level |bytes| wonderwheel_warriors::level_file::LevelFile::read(bytes).is_ok();
    "level_forced" warriors level_forced |bytes| wonderwheel_warriors::level_file::LevelFile::read_forced(bytes).is_ok();
    "container" warriors container |bytes| wonderwheel_warriors::chunk::Resource::read(bytes).is_ok();
    "pack" warriors pack |bytes| wonderwheel_warriors::pack::Pack::read(bytes).is_ok();
    "pack_loaded" warriors pack_loaded warriors::is_pack;
    "picture" warriors picture |bytes| wonderwheel_warriors::picture::read(bytes).is_ok();
    "occluders" warriors occluders warriors::is_occluders;
    "sprite_sheet" warriors sprite_sheet warriors::is_sprite_sheet;
    "subtitles" warriors subtitles |bytes| wonderwheel_warriors::subtitles::Subtitles::read(bytes).is_ok();
    "object_list" warriors object_list |bytes| wonderwheel_warriors::object_list::ObjectList::read(bytes).is_ok();
    "lua" warriors lua |bytes| wonderwheel_warriors::lua::LuaChunk::read(bytes).is_ok();
    "animation" warriors animation warriors::is_animation;
    "character" warriors character warriors::is_character;
    "lists" warriors lists warriors::is_list;
    "sound" warriors sound warriors::is_sound;
    "path_data" warriors path_data warriors::is_path_data;
    "collision" warriors collision warriors::is_collision;
    "game_objects" warriors game_objects warriors::is_game_objects;
    "outline" warriors outline |_| true;
    "validate" warriors validate |_| true;
    "classify" warriors classify warriors::is_classified;
    "names" warriors names |bytes| std::str::from_utf8(bytes).is_ok();
    "wad_stream" commando wad_stream commando::is_wad_stream, commando::stream_size;
    "wad_compress" commando wad_compress |_| true;
    "level_wad" commando level_wad |bytes| wonderwheel_commando::level::Level::read(bytes).is_ok(), commando::level_size;
    "data_extent" commando data_extent |bytes| wonderwheel_commando::level::DataExtent::read(bytes).is_ok(), commando::data_size;
    "chunk_file" commando chunk_file commando::is_chunk_file, commando::chunk_size;
    "overlay" commando overlay commando::is_overlay;
    "core_index" commando core_index |bytes| wonderwheel_commando::core::CoreIndex::read(bytes).is_ok();
    "gs_textures" commando gs_textures commando::is_gs_textures;
    "gameplay" commando gameplay |bytes| wonderwheel_commando::gameplay::Gameplay::read(bytes).is_ok();
    "disc_toc" commando disc_toc |bytes| wonderwheel_commando::disc::TableOfContents::read(bytes).is_ok();
    "sound_bank" commando sound_bank wonderwheel_commando::sound_bank::is_sound_bank;
    "tfrag" commando tfrag |bytes| wonderwheel_commando::tfrag::TfragBlock::read(bytes).is_ok();
    "light_bank" commando light_bank |bytes| wonderwheel_commando::lighting::LightBank::read(bytes).is_ok();
    "sky" commando sky |bytes| wonderwheel_commando::sky::Sky::read(bytes).is_ok();
    "collision_tree" commando collision_tree |bytes| wonderwheel_commando::collision::Collision::read(bytes).is_ok();
    "occlusion" commando occlusion |bytes| wonderwheel_commando::occlusion::OcclusionGrid::read(bytes).is_ok();
    "occlusion_mappings" commando occlusion_mappings |bytes| wonderwheel_commando::occlusion::OcclusionMappings::read(bytes).is_ok();
    "tie" commando tie |bytes| wonderwheel_commando::tie::TieClass::read(bytes).is_ok();
    "shrub" commando shrub |bytes| wonderwheel_commando::shrub::ShrubClass::read(bytes).is_ok();
    "moby" commando moby |bytes| wonderwheel_commando::moby::MobyClass::read(bytes).is_ok();
}

/// The README's example, so that it compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
