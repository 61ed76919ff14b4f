//! Targets of The Warriors' crate.

mod chunks;
mod tools;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_warriors::archive::ArchiveIndex;
use wonderwheel_warriors::bank_index::BankIndex;
use wonderwheel_warriors::chunk::{HandlerTable, Resource, ResourceSlice, Rules};
use wonderwheel_warriors::classify::{Classified, Content, FileKind};
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::lua::LuaChunk;
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::names::{NameBook, generate};
use wonderwheel_warriors::object_list::ObjectList;
use wonderwheel_warriors::occluder::{self, Occluder};
use wonderwheel_warriors::pack::{Pack, PackSlice};
use wonderwheel_warriors::part::Part;
use wonderwheel_warriors::sprite_sheet::SpriteSheet;
use wonderwheel_warriors::subtitles::Subtitles;
use wonderwheel_warriors::world_stream::WorldStream;

pub use chunks::*;
pub use tools::*;

use crate::law;
use crate::renderware::{decode_atomic, decode_textures, walk_world};

/// A manifest. All its bytes have a place in the value.
pub fn manifest(bytes: &[u8]) {
    law::keeps(bytes, Manifest::read, Manifest::write);
}

/// The archive's index, whose files are looked up. All its bytes have a place in the value.
pub fn archive_index(bytes: &[u8]) {
    if let Some(index) = law::keeps(bytes, ArchiveIndex::read, ArchiveIndex::write) {
        let lookup = index.lookup();
        for entry in &index.entries {
            let first = lookup.number(entry.name_hash);
            let first = first.and_then(|number| index.entries.get(number));
            assert_eq!(first.map(|first| first.name_hash), Some(entry.name_hash));
        }
        let end = index.entries.iter().map(|entry| entry.end()).max();
        assert!(index.check_bounds(end.unwrap_or(0)).is_ok());
        index.validate(end, &mut Findings::new());
        index.validate(None, &mut Findings::new());
    }
}

/// The index of a sound bank. All its bytes have a place in the value.
pub fn bank_index(bytes: &[u8]) {
    if let Some(index) = law::keeps(bytes, BankIndex::read, BankIndex::write) {
        for sound in &index.sounds {
            assert!(index.find(sound.name_hash).is_some());
        }
        index.validate(&mut Findings::new());
    }
}

/// A world stream, its textures and its tree.
pub fn world_stream(bytes: &[u8]) {
    if let Some(stream) = law::settles(bytes, WorldStream::read, WorldStream::write) {
        decode_textures(&stream.dictionary);
        walk_world(&stream.world);
    }
}

/// A part, its textures and its atomics.
pub fn part(bytes: &[u8]) {
    if let Some(part) = law::settles(bytes, Part::read, Part::write) {
        decode_textures(&part.dictionary);
        for atomic in &part.atomics {
            decode_atomic(&atomic.atomic);
        }
        let _ = part.mip_words();
    }
}

/// A level file under strict rules.
pub fn level(bytes: &[u8]) {
    law::settles(bytes, LevelFile::read, LevelFile::write);
}

/// A level file whose container is forced.
pub fn level_forced(bytes: &[u8]) {
    let read = |bytes: &[u8]| Ok(LevelFile::read_forced(bytes)?.0);
    law::settles(bytes, read, LevelFile::write);
}

/// A flat container: strict, forced, and run through the handlers.
pub fn container(bytes: &[u8]) {
    law::settles(bytes, Resource::read, Resource::write);
    let load = |bytes: &[u8]| {
        let (resource, _) = ResourceSlice::read(bytes, Rules::Forced)?;
        let mut stacks = Default::default();
        HandlerTable::default().load_flat(&resource, &mut stacks)?;
        Ok(stacks.left_over())
    };
    law::read(bytes, load);
}

/// A pack under strict rules.
pub fn pack(bytes: &[u8]) {
    law::settles(bytes, Pack::read, Pack::write);
}

/// A forced pack whose resources are loaded.
pub fn pack_loaded(bytes: &[u8]) {
    let load = |bytes: &[u8]| {
        let (pack, _) = PackSlice::read(bytes, Rules::Forced)?;
        let handlers = HandlerTable::default();
        let failed = pack
            .load(&handlers)
            .filter(|group| group.outcome.is_err())
            .count();
        assert!(failed <= pack.resources.len());
        Ok(())
    };
    law::read(bytes, load);
}

/// Whether a forced pack can be cut up.
pub fn is_pack(bytes: &[u8]) -> bool {
    PackSlice::read(bytes, Rules::Forced).is_ok()
}

/// A picture.
pub fn picture(bytes: &[u8]) {
    use wonderwheel_warriors::picture::{read, write};
    let picture = law::settles(bytes, read, |(dictionary, sheet)| {
        write("picture", dictionary, sheet)
    });
    if let Some((dictionary, _)) = picture {
        decode_textures(&dictionary);
    }
}

/// Whether occluders can be read.
pub fn is_occluders(bytes: &[u8]) -> bool {
    read_occluders(bytes).is_ok()
}

fn read_occluders(bytes: &[u8]) -> Result<Vec<Occluder>> {
    occluder::read_chunk(&mut Cursor::new(bytes))
}

/// Chunk 0x4C.
pub fn sprite_sheet(bytes: &[u8]) {
    law::settles(bytes, read_sprite_sheet, |sheet| {
        let mut out = Vec::new();
        sheet.write_chunk(&mut out);
        out
    });
}

/// Whether a sprite sheet can be read.
pub fn is_sprite_sheet(bytes: &[u8]) -> bool {
    read_sprite_sheet(bytes).is_ok()
}

fn read_sprite_sheet(bytes: &[u8]) -> Result<SpriteSheet> {
    SpriteSheet::read_chunk(&mut Cursor::new(bytes))
}

/// Chunk 0x51. Whatever can be read is kept byte for byte.
pub fn subtitles(bytes: &[u8]) {
    if let Some(subtitles) = law::keeps(bytes, Subtitles::read, Subtitles::write) {
        for language in subtitles.languages() {
            language.scenes().for_each(drop);
            language.caption_count();
        }
        subtitles.validate(&mut Findings::new());
    }
}

/// An object list.
pub fn object_list(bytes: &[u8]) {
    if let Some(list) = law::settles(bytes, ObjectList::read, ObjectList::write) {
        list.validate(&mut Findings::new());
    }
}

/// A Lua chunk. Its bytes are kept; what its walks show agrees with its counts.
pub fn lua(bytes: &[u8]) {
    if let Some(chunk) = law::keeps(bytes, LuaChunk::read, LuaChunk::write) {
        let counts = chunk.counts();
        assert_eq!(chunk.functions().len(), counts.functions as usize);
        assert_eq!(chunk.strings().len(), counts.strings as usize);
        for string in chunk.strings() {
            generate::harvested(&string.text()).for_each(drop);
        }
        chunk.validate(&mut Findings::new());
    }
}

/// The classifier, over whole files and over their first bytes.
pub fn classify(bytes: &[u8]) {
    let kind = FileKind::from_content(bytes);
    let whole = Content::whole(bytes);
    assert!(
        whole.is(kind),
        "a kind whose own rule does not hold: {kind}"
    );
    let head = bytes.get(..Content::SMALLEST_HEAD).unwrap_or(bytes);
    let head = Content::head(head, bytes.len() as u64);
    let seen = FileKind::of_content(head);
    // Less is known from less, so a kind that shows in the first bytes stands at the same rule or an earlier one. What is
    // seen there as nothing is nothing.
    assert!(seen != FileKind::Unknown || kind == FileKind::Unknown);
    for name in ["863681355", "w.sec", "w_objs.txt", "level1.lev"] {
        Classified::of(Some(name), whole, true);
        Classified::of(Some(name), head, true);
    }
}

/// Whether a file is of any kind.
pub fn is_classified(bytes: &[u8]) -> bool {
    FileKind::from_content(bytes) != FileKind::Unknown
}

/// A list of names, and the names that its words could be.
pub fn names(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut book = NameBook::new();
    book.add_text(text);
    let mut again = NameBook::new();
    again.add_text(&book.to_text());
    assert!(again == book, "a book changes when it is written");
    for line in text.lines() {
        generate::harvested(line).for_each(drop);
    }
}
