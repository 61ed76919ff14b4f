//! The table of The Warriors' kinds of file: a row a kind. Source: spec/archives.md 5, 7.
//!
//! ```
//! use wonderwheel_warriors::classify::{FileKind, ResourceShape};
//!
//! assert_eq!(FileKind::from_name("LEVEL2_1.PAK"), Some(FileKind::Pack));
//! assert_eq!(FileKind::by_name("level"), Some(FileKind::Resource(ResourceShape::Level)));
//! assert!(FileKind::ObjectList.row().file(b"0\r\n").read().is_ok());
//! ```

use wonderwheel_ps2::kind::checked;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::native_data::ChainLayout;
use wonderwheel_renderware::section::id;

use crate::bank_index::BankIndex;
use crate::classify::{FileKind, ResourceShape, rules};
use crate::fuzz;
use crate::lists::GlobalLists;
use crate::lua::LuaChunk;
use crate::manifest::Manifest;
use crate::names::resource_of_file;
use crate::object_list::ObjectList;
use crate::outline::{self, Maker};
use crate::picture::Picture;
use crate::validate;
use crate::world_stream::WorldStream;

// Kind, names, description, extension of a file without a name, endings of names; then rule of recognition, outline, check,
// fuzz target.
wonderwheel_ps2::kinds! { FileKind;
    FileKind::Pack => "pack" "pack: resources of a level's section or a scene", "pak" [".pak"],
        rules::pack, |file| outline::whole(file, Maker::pack), validate::pack, Some(fuzz::pack);
    FileKind::Resource(ResourceShape::Level) => "level" "level: sky, glows, collision, paths, subtitles", "res" [".lev"],
        |content| rules::resource(content, ResourceShape::Level),
        |file| outline::whole(file, Maker::resource), validate::level, Some(fuzz::level);
    FileKind::Resource(ResourceShape::Global) => "global" "global lists: sounds, objects, characters, sheets", "res" [".glr"],
        |content| rules::resource(content, ResourceShape::Global), |file| outline::whole(file, Maker::resource),
        |file, findings| validate::resource(file, findings, |_| GlobalLists::read_with(file.cursor()).map(drop)),
        Some(fuzz::lists);
    FileKind::Resource(ResourceShape::SceneList) => "scene-list" "list of scenes", "res" [".cnk"],
        |content| rules::resource(content, ResourceShape::SceneList),
        |file| outline::whole(file, Maker::resource), validate::loaded, None;
    FileKind::Resource(ResourceShape::Character) => "character" "character: animations and their slots", "res" [],
        |content| rules::resource(content, ResourceShape::Character),
        |file| outline::whole(file, Maker::resource), validate::loaded, Some(fuzz::character);
    FileKind::Resource(ResourceShape::Animation) => "animation" "animation", "res" [".anm"],
        |content| rules::resource(content, ResourceShape::Animation),
        |file| outline::whole(file, Maker::resource), validate::loaded, None;
    FileKind::Resource(ResourceShape::Model) => "model" "model", "res" [],
        |content| rules::resource(content, ResourceShape::Model),
        |file| outline::whole(file, Maker::resource), validate::loaded, None;
    FileKind::Resource(ResourceShape::SpriteSheet) => "sprite-sheet" "sprite sheet: a texture and its rectangles", "res" [],
        |content| rules::resource(content, ResourceShape::SpriteSheet), |file| outline::whole(file, Maker::resource),
        |file, findings| validate::resource(file, findings, |_| Picture::read_with(file.cursor()).map(drop)),
        Some(fuzz::picture);
    FileKind::Resource(ResourceShape::TextureDictionary) => "textures" "texture dictionary in a container", "res" [],
        |content| rules::resource(content, ResourceShape::TextureDictionary),
        |file| outline::whole(file, Maker::resource), validate::loaded, None;
    // What belongs together in one is not known.
    FileKind::Resource(ResourceShape::Other) => "resource" "resource: a chunk container", "res" [],
        |content| rules::resource(content, ResourceShape::Other), |file| outline::whole(file, Maker::resource),
        |file, findings| validate::resource(file, findings, |_| Ok(())), Some(fuzz::container);
    FileKind::WorldStream => "world-stream" "streamed world: textures and BSP", "wld" [".wld"],
        rules::world_stream, |file| outline::whole(file, Maker::world_stream),
        |file, findings| checked(WorldStream::read_with(file.cursor()), findings, WorldStream::validate),
        Some(fuzz::world_stream);
    FileKind::WorldPart => "rw-part" "part of a streamed world: textures and atomics", "sec" [".sec"],
        rules::world_part, |file| outline::whole(file, Maker::part), validate::part, Some(fuzz::part);
    FileKind::Manifest => "manifest" "sizes of a world and its parts", "mem" [".mem"],
        rules::manifest, |file| outline::whole(file, Maker::manifest),
        |file, findings| checked(Manifest::read_with(file.cursor()), findings, Manifest::validate), Some(fuzz::manifest);
    FileKind::SceneRecord => "scene" "scene, or a segment of one", "scn" [".scn"],
        rules::scene_record, |file| outline::whole(file, Maker::scene), validate::shape, None;
    FileKind::Lua => "lua" "Lua 4.0 bytecode", "lua" [".lua"],
        |content| content.starts_with(b"\x1BLua\x40"), |file| outline::whole(file, Maker::lua),
        |file, findings| checked(LuaChunk::read_from(&mut file.cursor()), findings, LuaChunk::validate), Some(fuzz::lua);
    FileKind::ObjectList => "object-list" "list of a level's objects", "txt" ["_objs.txt"],
        rules::object_list, |file| outline::whole(file, Maker::object_list),
        |file, findings| checked(ObjectList::read_from(&mut file.cursor()), findings, ObjectList::validate),
        Some(fuzz::object_list);
    // Samples have no header of their own.
    FileKind::BankSamples => "bank-samples" "samples of a sound bank", "msb" [".msb"],
        rules::anything, |file| outline::whole(file, |_, _, _| Ok(())), validate::shape, None;
    FileKind::BankIndex => "bank-index" "index of a sound bank", "msd" [".msd"],
        rules::bank_index, |file| outline::whole(file, Maker::bank_index),
        |file, findings| checked(BankIndex::read_with(file.cursor()), findings, BankIndex::validate), Some(fuzz::bank_index);
    FileKind::OlderRenderWare => "rw-old" "stream of an older RenderWare", "rws" [],
        rules::older_renderware, |file| outline::whole(file, Maker::older_renderware), validate::shape, None;
    FileKind::FontMetrics => "font-metrics" "font metrics", "bin" [".met"],
        |content| content.starts_with(b"METRICS1"), |file| outline::whole(file, Maker::magic), validate::shape, None;
    FileKind::Bitmap => "bitmap" "Windows bitmap", "bin" [".bmp"],
        rules::bitmap, |file| outline::whole(file, Maker::bitmap), validate::shape, None;
    FileKind::Icon => "icon" "memory card icon", "bin" [".ico"],
        |content| content.starts_with(&[0, 0, 1, 0]), |file| outline::whole(file, Maker::magic), validate::shape, None;
    FileKind::TextureDictionary => "rw-txd" "RenderWare texture dictionary", "rws" [".txd"],
        |content| rules::lone_section(content, id::TEXTURE_DICTIONARY), outline::sections,
        |file, findings| {
            let read = validate::lone_section(file, TextureDictionary::read_from);
            checked(read, findings, TextureDictionary::validate)
        },
        Some(wonderwheel_renderware::fuzz::dictionary);
    FileKind::Clump => "rw-dff" "RenderWare clump", "rws" [".dff"],
        |content| rules::lone_section(content, id::CLUMP), outline::sections,
        |file, findings| {
            let read = validate::lone_section(file, Clump::read_from);
            checked(read, findings, |clump, findings| clump.validate(ChainLayout::Packed, findings))
        },
        Some(wonderwheel_renderware::fuzz::clump);
    FileKind::Unknown => "unknown" "unknown", "bin" [],
        rules::anything, |file| outline::whole(file, Maker::first_words), validate::shape, None;
}

impl FileKind {
    /// The kind that a file's name says, with any letter case: by its ending, or a resource of unknown shape for a decimal
    /// name. Source: spec/archives.md 5.1.
    pub fn from_name(name: &str) -> Option<Self> {
        if resource_of_file(name).is_some() {
            return Some(Self::Resource(ResourceShape::Other));
        }
        let name = name.to_ascii_lowercase();
        Self::find(|row| row.is_called(&name))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_kind_has_a_short_name_of_its_own_that_leads_back() {
        let names: BTreeSet<_> = FileKind::all().map(FileKind::name).collect();
        assert_eq!(names.len(), FileKind::all().count());
        for kind in FileKind::all() {
            assert_eq!(FileKind::by_name(kind.name()), Some(kind));
            assert!(!kind.row().description.is_empty());
        }
        assert_eq!(FileKind::by_name("nothing"), None);
    }

    #[test]
    fn names_say_kinds() {
        for (name, kind) in [
            ("level99_1.pak", FileKind::Pack),
            ("LEVEL99.LEV", FileKind::Resource(ResourceShape::Level)),
            ("warriors.glr", FileKind::Resource(ResourceShape::Global)),
            (
                "scene_list.cnk",
                FileKind::Resource(ResourceShape::SceneList),
            ),
            (
                "nudge_point.anm",
                FileKind::Resource(ResourceShape::Animation),
            ),
            ("863681355", FileKind::Resource(ResourceShape::Other)),
            ("level2s_ms1.sec", FileKind::WorldPart),
            ("level2s_sec.wld", FileKind::WorldStream),
            ("level2s_sec.mem", FileKind::Manifest),
            ("level99_objs.txt", FileKind::ObjectList),
            ("load_00.msb", FileKind::BankSamples),
            ("sound.msd", FileKind::BankIndex),
            ("cn12.met", FileKind::FontMetrics),
        ] {
            assert_eq!(FileKind::from_name(name), Some(kind), "{name}");
        }
        for name in [
            "",
            "level99",
            "0863681355",
            "demo.settings.ron",
            "lua",
            "readme.txt",
        ] {
            assert_eq!(FileKind::from_name(name), None, "{name}");
        }
    }
}
