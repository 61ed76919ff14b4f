//! The payload of a chunk, by its type.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::outline::OrNone;

use super::{Maker, Node, hex, numbers};
use crate::bone_offsets::BoneOffsets;
use crate::character::AnimRange;
use crate::chunk::ChunkType;
use crate::light_glow::LightGlowRecord;
use crate::lists::{
    AnimRecord, CharacterRecord, DependencyRecord, ObjectRecord, SceneRecord, SheetRecord,
};
use crate::occluder::OccluderRecord;
use crate::sound::{MusicTrack, SoundClass, SoundCommands, SoundMaterial, StaticSound};
use crate::sprite_sheet::SheetPage;

impl Maker {
    /// All of `cursor`. What is not known stays a node without children.
    pub(super) fn payload(
        &mut self,
        ty: ChunkType,
        cursor: &mut Cursor<'_>,
        node: &mut Node,
    ) -> Result<()> {
        match ty {
            ChunkType::CharacterDffData
            | ChunkType::TextureDictionaryTid
            | ChunkType::SectorBspData
            | ChunkType::DynamicObjDffData
            | ChunkType::RenderwareTextureDic
            | ChunkType::PreinstanceObject => self.sections(cursor, node),
            ChunkType::AnimData => self.animation_counts(cursor, node).map(drop),
            ChunkType::CharacterData => self.character(cursor, node),
            ChunkType::AnimRangeList => self.list::<AnimRange>(cursor, node),
            ChunkType::ChunkBoneOffsets => self.bone_offsets(cursor, node),
            ChunkType::StaticSounds => self.list::<StaticSound>(cursor, node),
            ChunkType::Music => self.list::<MusicTrack>(cursor, node),
            ChunkType::SceneList => self.list::<SceneRecord>(cursor, node),
            ChunkType::CharacterList => self.list::<CharacterRecord>(cursor, node),
            ChunkType::ObjectList => self.list::<ObjectRecord>(cursor, node),
            ChunkType::SoundCommandData => self.sound_classes(cursor, node),
            ChunkType::SoundMaterialData => self.list::<SoundMaterial>(cursor, node),
            ChunkType::LightGlowData => self.list::<LightGlowRecord>(cursor, node),
            ChunkType::ParticlePage => self.sheet(cursor, node),
            ChunkType::ParticlePageHeader => self.list::<SheetRecord>(cursor, node),
            ChunkType::AnimList => self.list::<AnimRecord>(cursor, node),
            ChunkType::DependencyList => self.list::<DependencyRecord>(cursor, node),
            ChunkType::Occluders => self.occluders(cursor, node),
            ChunkType::PathData => self.path_data(cursor, node),
            ChunkType::Subtitles => self.subtitles(cursor, node),
            ChunkType::CollisionMesh => Self::collision_header(cursor, node),
            ChunkType::CollisionTriangles
            | ChunkType::CollisionGrid
            | ChunkType::CollisionStrings
            | ChunkType::CollisionVertexBuffer
            | ChunkType::CollisionChecked => {
                Self::collision_counts(ty, cursor, node);
                Ok(())
            }
            ChunkType::LevelHeader => {
                node.field("stale pointer", hex(cursor.u32()?));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Chunk 0x48.
    fn sound_classes(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        let classes = ("class", SoundCommands::CLASSES as u32);
        self.children(node, cursor, classes, |_, cursor, node| {
            let class: SoundClass = cursor.record()?;
            node.field("near", class.near);
            node.field("far", class.far);
            node.field("flags", format!("{:#04x}", class.flags));
            node.field("priority", class.priority);
            node.field("channels", class.channels);
            Ok(())
        })?;
        self.rest(cursor, node)
    }

    /// Chunk 0x4C.
    fn sheet(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        if let Err(error) = SheetPage::read_chunk(&mut cursor.clone()) {
            node.fault(error);
        }
        node.field("class", hex(cursor.u32()?));
        let count = cursor.u32()?;
        node.field("rectangles", count);
        node.field("font rectangle", OrNone::unless(cursor.i32()?, &-1));
        let pointers = [cursor.u32()?, cursor.u32()?];
        node.field("pointers", numbers(&pointers.map(hex)));
        self.children(node, cursor, ("rectangle", count), |_, cursor, node| {
            let corners = [cursor.f32()?, cursor.f32()?, cursor.f32()?, cursor.f32()?];
            node.field("u0, v0, u1, v1", numbers(&corners));
            Ok(())
        })?;
        self.rest(cursor, node)
    }

    /// Chunk 0x28.
    fn bone_offsets(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        let bones = ("bone", BoneOffsets::BONES as u32);
        self.children(node, cursor, bones, |_, cursor, node| {
            let offset = [cursor.f32()?, cursor.f32()?, cursor.f32()?, cursor.f32()?];
            node.field("offset", numbers(&offset));
            Ok(())
        })?;
        self.rest(cursor, node)
    }

    /// Chunk 0x53.
    fn occluders(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        let count = cursor.u32()?;
        node.field("occluders", count);
        let padding = [cursor.u32()?, cursor.u32()?, cursor.u32()?];
        node.field("padding", numbers(&padding));
        self.children(node, cursor, ("occluder", count), |_, cursor, node| {
            let record = OccluderRecord::read(cursor)?;
            for (name, point) in ["P0", "P1", "P2", "P3"].iter().zip(record.occluder.points) {
                node.field(*name, numbers(&point));
            }
            Ok(())
        })?;
        self.rest(cursor, node)
    }
}
