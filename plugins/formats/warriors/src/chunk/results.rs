//! What a resource is built from: the kinds of resource, and taking one off the stacks.

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;

use super::stacks::{Object, Stacks};
use super::{ChunkType, HandlerTable, ResourceSlice};
use crate::animation::Animation;
use crate::bone_offsets::BoneOffsets;
use crate::character::Character;
use crate::picture::Picture;

pub use super::resource_kind::ResourceKind;

/// What a resource holds, taken off the stacks. Source: spec/chunks.md 5.18.
#[derive(Debug, Clone, PartialEq)]
pub enum ResourceContent {
    /// Result 0x41.
    ObjectModel(Clump),
    /// Result 0x50.
    CarModel(Clump),
    /// Results 0x28 and 0x0A.
    CharacterModel {
        /// The model.
        clump: Clump,
        /// Where its bones stand. Boxed for its size.
        offsets: Box<BoneOffsets>,
    },
    /// Result 0x0B.
    TextureDictionary(TextureDictionary),
    /// An object.
    CharacterData(Box<Character>),
    /// Result 0x4C.
    SpriteSheet(Picture),
    /// An object.
    Animation(Animation),
}

impl ResourceContent {
    /// Reads a standalone resource as the game does, and gives its name hash too: a model, a dictionary, a character's data,
    /// a sprite sheet, an animation. Levels and lists are none of these.
    ///
    /// What the game does not look at is reported: the rules of [`ResourceSlice::inspect`], and `stack-left-over` when the
    /// resource does not take everything that its chunks left on the stacks.
    ///
    /// # Errors
    /// `Malformed`, `Unsupported` or `Limit` when it is no container, a handler fails, or nothing lies on the stacks that a
    /// resource could be built from.
    pub fn read(bytes: &[u8], findings: &mut Findings) -> Result<(u32, Self)> {
        let resource = ResourceSlice::inspect(bytes, findings)?;
        let mut stacks = HandlerTable::default().load_flat(&resource)?;
        let end = bytes.len() as u64;
        let Some(kind) = stacks.resource_kind() else {
            let found = stacks
                .chunks
                .peek()
                .map_or("nothing".to_owned(), |ty| ty.to_string());
            return Err(FormatError::malformed(
                end,
                "a model, dictionary, character, sprite sheet or animation on the stacks",
                found,
            ));
        };
        let built = stacks.take_resource(kind)?;
        let left = stacks.left_over();
        findings.expect(left == 0, "stack-left-over", || {
            format!("expected a resource that takes every chunk, found {left} left over")
        });
        Ok((resource.name_hash, built))
    }
}

impl Stacks<'_> {
    /// Takes a resource of the kind that the game's lists state: what ends a group of a pack or a standalone resource.
    /// Source: spec/chunks.md 5.18; 0x00186ff0.
    ///
    /// # Errors
    /// `Malformed` when the top of its stack is anything else. What was taken before that is lost, as is the resource.
    pub fn take_resource(&mut self, kind: ResourceKind) -> Result<ResourceContent> {
        let end = self.chunks.last_offset();
        match kind {
            ResourceKind::ObjectModel => {
                let clump = self.chunks.pop_clump(ChunkType::ObjectDeviceOid)?;
                Ok(ResourceContent::ObjectModel(clump.value))
            }
            ResourceKind::CarModel => {
                let clump = self.chunks.pop_clump(ChunkType::ImportCars)?;
                Ok(ResourceContent::CarModel(clump.value))
            }
            ResourceKind::CharacterModel => {
                let mut offsets = self.chunks.pop_raw(ChunkType::ChunkBoneOffsets)?;
                let offsets = BoneOffsets::read_from(&mut offsets.value)
                    .within(|| ChunkType::ChunkBoneOffsets.to_string())?;
                let clump = self.chunks.pop_clump(ChunkType::CharacterDeviceOid)?;
                Ok(ResourceContent::CharacterModel {
                    clump: clump.value,
                    offsets: Box::new(offsets),
                })
            }
            ResourceKind::TextureDictionary => Ok(ResourceContent::TextureDictionary(
                self.chunks.pop_dictionary()?.value,
            )),
            ResourceKind::CharacterData => Ok(ResourceContent::CharacterData(
                self.objects.pop_character(end)?,
            )),
            ResourceKind::SpriteSheet => {
                Ok(ResourceContent::SpriteSheet(self.chunks.pop_sheet()?.value))
            }
            ResourceKind::Animation => {
                Ok(ResourceContent::Animation(self.objects.pop_animation(end)?))
            }
        }
    }

    /// The kind of resource that lies on top, for a reader that has no lists to ask.
    pub fn resource_kind(&self) -> Option<ResourceKind> {
        let of_chunk = match self.chunks.peek() {
            Some(ChunkType::ObjectDeviceOid) => Some(ResourceKind::ObjectModel),
            Some(ChunkType::ImportCars) => Some(ResourceKind::CarModel),
            Some(ChunkType::ChunkBoneOffsets) => Some(ResourceKind::CharacterModel),
            Some(ChunkType::TextureDictionaryTid) => Some(ResourceKind::TextureDictionary),
            Some(ChunkType::ParticlePage) => Some(ResourceKind::SpriteSheet),
            _ => None,
        };
        of_chunk.or_else(|| match self.objects.peek()? {
            Object::Character(_) => Some(ResourceKind::CharacterData),
            Object::Animation(_) => Some(ResourceKind::Animation),
            _ => None,
        })
    }
}
