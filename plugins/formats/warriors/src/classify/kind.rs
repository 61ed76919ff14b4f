//! The kinds, their names, and what a file's name says about them.

use std::fmt;

use super::ResourceShape;
use crate::names::resource_of_file;

/// What a file is. Every file of the disc's archive is exactly one of these. Source: spec/archives.md 5.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// A grouped chunk container, `.pak`.
    Pack,
    /// A flat chunk container; its chunks say what it is.
    Resource(ResourceShape),
    /// Lua 4.0 bytecode, `.lua`.
    Lua,
    /// A scene or one of its segments, `.scn`.
    SceneRecord,
    /// A stream of an older RenderWare, stamp 0x1803FFFF.
    OlderRenderWare,
    /// A part of a streamed world, `.sec`.
    WorldPart,
    /// The BSP of a streamed world, `.wld`.
    WorldStream,
    /// Widths and places of a font's characters, `.met`.
    FontMetrics,
    /// A Windows bitmap, `.bmp`.
    Bitmap,
    /// The memory card's icon, `.ico`.
    Icon,
    /// Hashes and offsets of a sound bank, `.msd`.
    BankIndex,
    /// Which objects stand where in a level, `_objs.txt`.
    ObjectList,
    /// Sizes of a world and its parts, `.mem`.
    Manifest,
    /// Samples of a sound bank, `.msb`.
    BankSamples,
    /// A texture dictionary that stands alone. Not on the disc: dictionaries there lie in chunks and parts.
    TextureDictionary,
    /// A clump that stands alone. Not on the disc: clumps there lie in chunks.
    Clump,
    /// Nothing of the above.
    Unknown,
}

impl FileKind {
    /// Every kind, resources by their shape, in the order of tables.
    pub const ALL: [Self; 25] = [
        Self::Pack,
        Self::Resource(ResourceShape::Level),
        Self::Resource(ResourceShape::Global),
        Self::Resource(ResourceShape::SceneList),
        Self::Resource(ResourceShape::Character),
        Self::Resource(ResourceShape::Animation),
        Self::Resource(ResourceShape::Model),
        Self::Resource(ResourceShape::SpriteSheet),
        Self::Resource(ResourceShape::TextureDictionary),
        Self::Resource(ResourceShape::Other),
        Self::WorldStream,
        Self::WorldPart,
        Self::Manifest,
        Self::SceneRecord,
        Self::Lua,
        Self::ObjectList,
        Self::BankSamples,
        Self::BankIndex,
        Self::OlderRenderWare,
        Self::FontMetrics,
        Self::Bitmap,
        Self::Icon,
        Self::TextureDictionary,
        Self::Clump,
        Self::Unknown,
    ];

    /// The short name of tables and command lines. Names do not change.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pack => "pack",
            Self::Resource(shape) => shape.name(),
            Self::Lua => "lua",
            Self::SceneRecord => "scene",
            Self::OlderRenderWare => "rw-old",
            Self::WorldPart => "rw-part",
            Self::WorldStream => "world-stream",
            Self::FontMetrics => "font-metrics",
            Self::Bitmap => "bitmap",
            Self::Icon => "icon",
            Self::BankIndex => "bank-index",
            Self::ObjectList => "object-list",
            Self::Manifest => "manifest",
            Self::BankSamples => "bank-samples",
            Self::TextureDictionary => "rw-txd",
            Self::Clump => "rw-dff",
            Self::Unknown => "unknown",
        }
    }

    /// The kind of a short name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// One line for people.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Pack => "pack: resources of a level's section or a scene",
            Self::Resource(shape) => shape.description(),
            Self::Lua => "Lua 4.0 bytecode",
            Self::SceneRecord => "scene, or a segment of one",
            Self::OlderRenderWare => "stream of an older RenderWare",
            Self::WorldPart => "part of a streamed world: textures and atomics",
            Self::WorldStream => "streamed world: textures and BSP",
            Self::FontMetrics => "font metrics",
            Self::Bitmap => "Windows bitmap",
            Self::Icon => "memory card icon",
            Self::BankIndex => "index of a sound bank",
            Self::ObjectList => "list of a level's objects",
            Self::Manifest => "sizes of a world and its parts",
            Self::BankSamples => "samples of a sound bank",
            Self::TextureDictionary => "RenderWare texture dictionary",
            Self::Clump => "RenderWare clump",
            Self::Unknown => "unknown",
        }
    }

    /// What an extractor puts after the dot of a file that has no name. Source: spec/archives.md 7.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pack => "pak",
            Self::Resource(_) => "res",
            Self::SceneRecord => "scn",
            Self::WorldPart => "sec",
            Self::WorldStream => "wld",
            Self::Manifest => "mem",
            Self::Lua => "lua",
            Self::ObjectList => "txt",
            Self::BankSamples => "msb",
            Self::BankIndex => "msd",
            Self::OlderRenderWare | Self::TextureDictionary | Self::Clump => "rws",
            Self::FontMetrics | Self::Bitmap | Self::Icon | Self::Unknown => "bin",
        }
    }

    /// The kind that a file's name says, with any letter case: by its extension, or a resource of unknown shape for a
    /// decimal name. Source: spec/archives.md 5.1.
    pub fn from_name(name: &str) -> Option<Self> {
        if resource_of_file(name).is_some() {
            return Some(Self::Resource(ResourceShape::Other));
        }
        let name = name.to_ascii_lowercase();
        if name.ends_with("_objs.txt") {
            return Some(Self::ObjectList);
        }
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension {
            "pak" => Self::Pack,
            "lev" => Self::Resource(ResourceShape::Level),
            "glr" => Self::Resource(ResourceShape::Global),
            "cnk" => Self::Resource(ResourceShape::SceneList),
            "anm" => Self::Resource(ResourceShape::Animation),
            "scn" => Self::SceneRecord,
            "sec" => Self::WorldPart,
            "wld" => Self::WorldStream,
            "mem" => Self::Manifest,
            "lua" => Self::Lua,
            "msb" => Self::BankSamples,
            "msd" => Self::BankIndex,
            "met" => Self::FontMetrics,
            "bmp" => Self::Bitmap,
            "ico" => Self::Icon,
            "txd" => Self::TextureDictionary,
            "dff" => Self::Clump,
            _ => return None,
        })
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_kind_has_a_short_name_of_its_own_that_leads_back() {
        let names: BTreeSet<_> = FileKind::ALL.map(FileKind::name).into();
        assert_eq!(names.len(), FileKind::ALL.len());
        for kind in FileKind::ALL {
            assert_eq!(FileKind::by_name(kind.name()), Some(kind));
            assert!(!kind.description().is_empty());
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
