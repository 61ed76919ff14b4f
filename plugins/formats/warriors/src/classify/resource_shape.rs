//! What a flat container is, by the set of its chunk types.

use crate::chunk::ChunkType;

/// The shape of a resource. Source: spec/archives.md 5.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResourceShape {
    /// Has a level header.
    Level,
    /// Has a sound list.
    Global,
    /// A scene list and nothing else.
    SceneList,
    /// Has character data.
    Character,
    /// Keyframes and animation data only.
    Animation,
    /// A clump, perhaps with bone offsets.
    Model,
    /// A texture dictionary with rectangles.
    SpriteSheet,
    /// A texture dictionary.
    TextureDictionary,
    /// Any other set of chunks.
    Other,
}

impl ResourceShape {
    /// The shape of a container with chunks of these types, in any order and number.
    pub fn of(types: impl IntoIterator<Item = ChunkType>) -> Self {
        // One bit a type: the rules ask about sets.
        let has = types
            .into_iter()
            .fold(0_u128, |set, ty| set | 1 << ty.value());
        let set = |types: &[ChunkType]| types.iter().fold(0_u128, |set, ty| set | 1 << ty.value());
        let holds = |ty: ChunkType| has & set(&[ty]) != 0;
        let only = |types: &[ChunkType]| has != 0 && has & !set(types) == 0;
        if holds(ChunkType::LevelHeader) {
            Self::Level
        } else if holds(ChunkType::StaticSounds) {
            Self::Global
        } else if only(&[ChunkType::SceneList]) {
            Self::SceneList
        } else if holds(ChunkType::CharacterData) {
            Self::Character
        } else if only(&[ChunkType::AnimRotKeyframes, ChunkType::AnimData]) {
            Self::Animation
        } else if only(&[ChunkType::PreinstanceObject, ChunkType::ChunkBoneOffsets])
            && holds(ChunkType::PreinstanceObject)
        {
            Self::Model
        } else if only(&[ChunkType::RenderwareTextureDic, ChunkType::ParticlePage])
            && holds(ChunkType::RenderwareTextureDic)
        {
            if holds(ChunkType::ParticlePage) {
                Self::SpriteSheet
            } else {
                Self::TextureDictionary
            }
        } else {
            Self::Other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(types: &[u32]) -> ResourceShape {
        ResourceShape::of(types.iter().map(|ty| ChunkType::from_u32(*ty).unwrap()))
    }

    #[test]
    fn every_rule_names_its_shape() {
        // Source: spec/archives.md 5.2, last paragraph; shapes of spec/chunks.md 1.5.
        for (types, expected) in [
            (&[0x53, 0x2A, 0x47, 0x17, 0x51][..], ResourceShape::Level),
            (&[0x29, 0x31, 0x44, 0x46], ResourceShape::Global),
            (&[0x43], ResourceShape::SceneList),
            (&[0x00, 0x02, 0x45, 0x08], ResourceShape::Character),
            (&[0x00, 0x02], ResourceShape::Animation),
            (&[0x02], ResourceShape::Animation),
            (&[0x47], ResourceShape::Model),
            (&[0x47, 0x28], ResourceShape::Model),
            (&[0x2A], ResourceShape::TextureDictionary),
            (&[0x2A, 0x4C], ResourceShape::SpriteSheet),
            (&[0x28], ResourceShape::Other),
            (&[0x4C], ResourceShape::Other),
            (&[0x2A, 0x47], ResourceShape::Other),
            (&[0x43, 0x43, 0x44], ResourceShape::Other),
            (&[], ResourceShape::Other),
        ] {
            assert_eq!(shape(types), expected, "{types:x?}");
        }
    }

    #[test]
    fn the_first_rule_that_fits_wins() {
        assert_eq!(shape(&[0x17, 0x29, 0x08]), ResourceShape::Level);
        assert_eq!(shape(&[0x08, 0x29]), ResourceShape::Global);
        assert_eq!(shape(&[0x43, 0x08]), ResourceShape::Character);
    }
}
