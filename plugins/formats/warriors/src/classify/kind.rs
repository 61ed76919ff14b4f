//! The kinds. What is known of each stands in its row: see [`crate::kinds`].

use super::resource_shape::ResourceShape;

/// What a file is, in the order of tables. Every file of the disc's archive is exactly one of these. Source: spec/archives.md 5.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// A grouped chunk container, `.pak`.
    Pack,
    /// A flat chunk container; its chunks say what it is.
    Resource(ResourceShape),
    /// The BSP of a streamed world, `.wld`.
    WorldStream,
    /// A part of a streamed world, `.sec`.
    WorldPart,
    /// Sizes of a world and its parts, `.mem`.
    Manifest,
    /// A scene or one of its segments, `.scn`.
    SceneRecord,
    /// Lua 4.0 bytecode, `.lua`.
    Lua,
    /// Which objects stand where in a level, `_objs.txt`.
    ObjectList,
    /// Samples of a sound bank, `.msb`.
    BankSamples,
    /// Hashes and offsets of a sound bank, `.msd`.
    BankIndex,
    /// A stream of an older RenderWare, stamp 0x1803FFFF.
    OlderRenderWare,
    /// Widths and places of a font's characters, `.met`.
    FontMetrics,
    /// A Windows bitmap, `.bmp`.
    Bitmap,
    /// The memory card's icon, `.ico`.
    Icon,
    /// A texture dictionary that stands alone. Not on the disc: dictionaries there lie in chunks and parts.
    TextureDictionary,
    /// A clump that stands alone. Not on the disc: clumps there lie in chunks.
    Clump,
    /// Nothing of the above.
    Unknown,
}
