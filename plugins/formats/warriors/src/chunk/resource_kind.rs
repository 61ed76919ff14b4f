//! What can be built from a resource.

/// The seven kinds of resource that the game keeps. Source: spec/resources.md 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ResourceKind {
    /// An object's model: one atomic on one frame.
    ObjectModel = 1,
    /// A car's model: several atomics.
    CarModel = 2,
    /// A character's model: one atomic on a skeleton.
    CharacterModel = 3,
    /// Textures.
    TextureDictionary = 4,
    /// A character's animations.
    CharacterData = 5,
    /// A texture cut up into rectangles.
    SpriteSheet = 6,
    /// One animation.
    Animation = 7,
}
