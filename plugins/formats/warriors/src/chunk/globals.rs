//! What handlers take off the stacks for good: the game keeps it in globals and in its managers.

use wonderwheel_ps2::cursor::Cursor;

use super::stacked::StackedChunk;
use crate::light_glow::LightGlows;
use crate::lists::{AnimList, CharacterList, DependencyList, ObjectList, SceneList, SheetTable};
use crate::sound::{Music, SoundCommands, SoundMaterials, StaticSounds};

/// Results of handlers that leave nothing on the stacks. Of two chunks of one type the last is kept, as in the game.
#[derive(Debug, Default)]
pub struct Globals<'a> {
    /// Chunk 0x40, raw: path data.
    pub path_data: Option<StackedChunk<Cursor<'a>>>,
    /// Chunk 0x51, raw: subtitles.
    pub subtitles: Option<StackedChunk<Cursor<'a>>>,
    /// Chunk 0x4A, raw: not on the disc, and what is in it is not known.
    pub sound_anims: Option<StackedChunk<Cursor<'a>>>,
    /// Chunk 0x43.
    pub scenes: Option<SceneList>,
    /// Chunk 0x44.
    pub characters: Option<CharacterList>,
    /// Chunk 0x46.
    pub objects: Option<ObjectList>,
    /// Chunk 0x4D.
    pub sheets: Option<SheetTable>,
    /// Chunk 0x4E.
    pub animations: Option<AnimList>,
    /// Chunk 0x4F, with the group that is always wanted marked so.
    pub dependencies: Option<DependencyList>,
    /// Chunk 0x29.
    pub static_sounds: Option<StaticSounds>,
    /// Chunk 0x31.
    pub music: Option<Music>,
    /// Chunk 0x48.
    pub sound_commands: Option<SoundCommands>,
    /// Chunk 0x49.
    pub sound_materials: Option<SoundMaterials>,
    /// Chunk 0x4B.
    pub light_glows: Option<LightGlows>,
}
