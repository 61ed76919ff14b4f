//! Hostile bytes for every reader of the format crates.
//!
//! A *target* is a plain function over any bytes that panics when a [law](wonderwheel_ps2::law) is broken. Every kind of file
//! that has a reader has one in its row ([`wonderwheel_ps2::kind`]); what is no file, a chunk's payload, a DMA chain, has one
//! here. To each belong seeds, small valid inputs. The tests of this crate mutate the seeds with [`mutate::Mutator`]; `fuzz/`
//! in the repository's root gives the same targets to libFuzzer.
#![forbid(unsafe_code)]

pub mod commando;
pub mod law;
pub mod mutate;
pub mod ps2;
pub mod seeds;
pub mod warriors;

use std::sync::LazyLock;

use wonderwheel_commando::fuzz::stream_size;
use wonderwheel_commando::kinds::CommandoKind;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::kind::Kind;
use wonderwheel_ps2::upload::UploadPacket;
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::fuzz as renderware;
use wonderwheel_renderware::world::World;
use wonderwheel_warriors::archive::ArchiveIndex;
use wonderwheel_warriors::chunk::{Resource, Rules};
use wonderwheel_warriors::classify::FileKind;
use wonderwheel_warriors::fuzz::{is_character, is_list};
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::pack::{Pack, PackSlice};
use wonderwheel_warriors::subtitles::Subtitles;

/// A sort of input.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name: that of its kind of file, or of the function.
    pub name: &'static str,
    /// Reads and decodes, validates, writes, reads again.
    pub run: fn(&[u8]),
    /// How many bytes of input the laws count: all of them, and those that come out of its compressed streams, which are read
    /// like any others.
    pub size: fn(&[u8]) -> usize,
    /// Small valid inputs.
    pub seeds: fn() -> Vec<Vec<u8>>,
    reader: Reader,
}

#[derive(Debug, Clone, Copy)]
enum Reader {
    Kind(&'static Kind),
    Own(fn(&[u8]) -> bool),
}

impl Target {
    /// Reads only, and says whether the input could be read: what the law about memory measures.
    pub fn read(&self, bytes: &[u8]) -> bool {
        match self.reader {
            Reader::Kind(kind) => kind.file(bytes).read().is_ok(),
            Reader::Own(read) => read(bytes),
        }
    }

    /// The target of a kind of file that has one.
    fn of_kind(kind: &'static Kind) -> Option<Self> {
        let reader = match kind.name {
            // These own what they read, or read more than one thing.
            "pack" => Reader::Own(|bytes| Pack::read(bytes).is_ok()),
            "resource" => Reader::Own(|bytes| Resource::read(bytes).is_ok()),
            "character" => Reader::Own(is_character),
            "global" => Reader::Own(is_list),
            "commando-chunk" => Reader::Own(commando::is_chunk_file),
            _ => Reader::Kind(kind),
        };
        let size = match kind.name {
            "wad" => stream_size,
            "commando-level" => commando::level_size,
            "commando-data" => commando::data_size,
            "commando-chunk" => commando::chunk_size,
            _ => <[u8]>::len,
        };
        Some(Self {
            name: kind.name,
            run: kind.fuzz?,
            size,
            seeds: seeds::of_kind(kind.name),
            reader,
        })
    }
}

/// All targets.
pub fn targets() -> &'static [Target] {
    static TARGETS: LazyLock<Vec<Target>> = LazyLock::new(|| {
        let kinds = FileKind::rows().chain(CommandoKind::rows());
        OWN.iter()
            .copied()
            .chain(kinds.filter_map(Target::of_kind))
            .collect()
    });
    &TARGETS
}

/// A target by its name; `-` and `_` are alike in it.
pub fn target(name: &str) -> Option<&'static Target> {
    let plain = |name: &str| name.replace('-', "_");
    let mut targets = targets().iter();
    targets.find(|target| plain(target.name) == plain(name))
}

macro_rules! own {
    ($($crate_name:ident $function:ident $read:expr;)*) => {
        /// What is no kind of file.
        const OWN: &[Target] = &[$(Target {
            name: stringify!($function),
            run: $crate_name::$function,
            size: <[u8]>::len,
            seeds: seeds::$crate_name::$function,
            reader: Reader::Own($read),
        },)*];
    };
}

own! {
    ps2 dma_chain ps2::is_dma_chain;
    ps2 upload |bytes| UploadPacket::read_from(&mut Cursor::new(bytes)).is_ok();
    ps2 swizzle |_| true;
    ps2 palette ps2::is_palette;
    renderware atomic |bytes| Atomic::read(bytes).is_ok();
    renderware world |bytes| World::read(bytes).is_ok();
    warriors archive_index |bytes| ArchiveIndex::read(bytes).is_ok();
    warriors level_forced |bytes| LevelFile::read_forced(bytes).is_ok();
    warriors pack_loaded |bytes| PackSlice::read(bytes, Rules::Forced).is_ok();
    warriors occluders |bytes| warriors::read_occluders(bytes).is_ok();
    warriors rectangles |bytes| warriors::read_rectangles(bytes).is_ok();
    warriors subtitles |bytes| Subtitles::read(bytes).is_ok();
    warriors animation_chunks |bytes| warriors::read_animation(bytes).is_ok();
    warriors sound warriors::is_sound;
    warriors path_data |bytes| warriors::read_path_data(bytes).is_ok();
    warriors collision_chunks |bytes| warriors::read_collision(bytes).is_ok();
    warriors game_objects |bytes| warriors::load_objects(bytes).is_ok();
    warriors outline |_| true;
    warriors validate |_| true;
    warriors classify |bytes| FileKind::from_content(bytes) != FileKind::Unknown;
    warriors names |bytes| std::str::from_utf8(bytes).is_ok();
    commando wad_compress |_| true;
    commando overlay commando::is_overlay;
    commando gs_textures commando::is_gs_textures;
    commando sound_bank wonderwheel_commando::sound_bank::is_sound_bank;
    commando light_bank |bytes| wonderwheel_commando::lighting::LightBank::read(bytes).is_ok();
}

/// The README's example, so that it compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
