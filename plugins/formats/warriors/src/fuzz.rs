//! Fuzz targets of whole files: what any bytes must leave whole.

use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::law::{self, validated};
use wonderwheel_renderware::fuzz::{decode_atomic, decode_textures, walk_world};

use crate::bank_index::BankIndex;
use crate::character::{AnimRangeList, Character, CharacterData};
use crate::chunk::results::ResourceContent;
use crate::chunk::{HandlerTable, Resource, ResourceSlice, Rules};
use crate::level_file::LevelFile;
use crate::light_glow::LightGlows;
use crate::lists::{
    AnimList, CharacterList, DependencyList, GlobalLists, ObjectList as ObjectNames, SceneList,
    SheetTable,
};
use crate::lua::LuaChunk;
use crate::manifest::Manifest;
use crate::names::generate;
use crate::object_list::ObjectList;
use crate::pack::Pack;
use crate::part::Part;
use crate::picture as picture_file;
use crate::world_stream::WorldStream;

/// A manifest. All its bytes have a place in the value.
pub fn manifest(bytes: &[u8]) {
    law::keeps(bytes, Manifest::read, Manifest::write);
}

/// The index of a sound bank. All its bytes have a place in the value.
pub fn bank_index(bytes: &[u8]) {
    if let Some(index) = law::keeps(bytes, BankIndex::read, BankIndex::write) {
        for sound in &index.sounds {
            assert!(index.find(sound.name_hash).is_some());
        }
        validated(|findings| index.validate(findings));
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

/// A flat container: strict, forced, and run through the handlers.
pub fn container(bytes: &[u8]) {
    law::settles(bytes, Resource::read, Resource::write);
    let load = |bytes: &[u8]| {
        let (resource, _) = ResourceSlice::read(bytes, Rules::Forced)?;
        let stacks = HandlerTable::default().load_flat(&resource)?;
        Ok(stacks.left_over())
    };
    law::read(bytes, load);
}

/// A pack under strict rules.
pub fn pack(bytes: &[u8]) {
    law::settles(bytes, Pack::read, Pack::write);
}

/// A picture.
pub fn picture(bytes: &[u8]) {
    let picture = law::settles(bytes, picture_file::read, |(dictionary, sheet)| {
        picture_file::write("picture", dictionary, sheet)
    });
    if let Some((dictionary, _)) = picture {
        decode_textures(&dictionary);
    }
}

/// An object list.
pub fn object_list(bytes: &[u8]) {
    if let Some(list) = law::settles(bytes, ObjectList::read, ObjectList::write) {
        validated(|findings| list.validate(findings));
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
        validated(|findings| chunk.validate(findings));
    }
}

/// A character with its animations, as a resource; and chunks 0x08 and 0x45 by themselves.
pub fn character(bytes: &[u8]) {
    law::keeps(bytes, CharacterData::read, CharacterData::write);
    law::keeps(bytes, AnimRangeList::read, AnimRangeList::write);
    let write = |(hash, character): &(u32, Box<Character>)| character.to_resource(*hash).write();
    if let Some((_, character)) = law::settles(bytes, read_character, write) {
        validated(|findings| character.validate(findings));
    }
}

/// Whether a character can be built, or its slots can be read.
pub fn is_character(bytes: &[u8]) -> bool {
    read_character(bytes).is_ok() || CharacterData::read(bytes).is_ok()
}

fn read_character(bytes: &[u8]) -> Result<(u32, Box<Character>)> {
    match ResourceContent::read(bytes, &mut Findings::new())? {
        (hash, ResourceContent::CharacterData(character)) => Ok((hash, character)),
        _ => Err(FormatError::malformed(0, "a character", "something else")),
    }
}

macro_rules! each_list {
    ($bytes:ident, $list:ident => $do:expr) => {
        each_list!(@ $bytes, $list => $do, SceneList, CharacterList, ObjectNames, SheetTable, AnimList, DependencyList, LightGlows)
    };
    (@ $bytes:ident, $list:ident => $do:expr, $($ty:ty),*) => {
        [$({
            type $list = $ty;
            $do
        }),*]
    };
}

/// The lists of the global resource, by themselves and all together.
pub fn lists(bytes: &[u8]) {
    each_list!(bytes, List => if let Some(list) = law::keeps(bytes, List::read, List::write) {
        validated(|findings| list.validate(findings));
    });
    let write = |lists: &GlobalLists| lists.to_resource().write();
    if let Some(lists) = law::keeps(bytes, GlobalLists::read, write) {
        validated(|findings| lists.validate(findings));
        for dependency in &lists.dependencies.records {
            lists.find(dependency.resource);
            lists.dependencies.is_needed(dependency.resource);
        }
    }
}

/// Whether there is a list.
pub fn is_list(bytes: &[u8]) -> bool {
    let is_plain = each_list!(bytes, List => List::read(bytes).is_ok()).contains(&true);
    is_plain || GlobalLists::read(bytes).is_ok()
}
