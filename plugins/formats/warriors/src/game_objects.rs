//! Objects that no level of the disc has: the game object list (0x22 to 0x24) and the world header (0x16). Their handlers
//! are known, their payloads are not.

use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::world::World;

/// What chunk 0x24 makes of itself and the two chunks before it. Source: spec/chunks.md 5.14; 0x0039ae48.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameObjectList {
    /// Chunk 0x24, raw.
    pub list: Vec<u8>,
    /// Chunk 0x23, raw.
    pub definitions: Vec<u8>,
    /// Chunk 0x22, raw.
    pub instances: Vec<u8>,
    /// Their hash words: 0x22, 0x23, 0x24.
    pub hashes: [u32; 3],
}

/// What chunk 0x16 makes of itself and the two chunks before it. Source: spec/chunks.md 5.16; 0x004124f8.
#[derive(Debug, Clone, PartialEq)]
pub struct WorldObject {
    /// Chunk 0x16, raw.
    pub header: Vec<u8>,
    /// The textures.
    pub dictionary: TextureDictionary,
    /// The world.
    pub world: World,
    /// Hash words of the dictionary, the world and the header.
    pub hashes: [u32; 3],
}
