//! World stream, `<world>_sec.wld`: part count, texture dictionary, BSP world.

use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::world::World;

/// A world stream. Source: seed 000 "World stream"; 0x00410a50.
#[derive(Debug, Clone, PartialEq)]
pub struct WorldStream {
    /// Parts that the world streams: 1..=n.
    pub part_count: u32,
    /// Every world texture.
    pub dictionary: TextureDictionary,
    /// The BSP; its sectors hold no triangles.
    pub world: World,
}
