//! On-loaded handlers: each takes its own chunk off the stack, and those before it that belong to it. Source: spec/chunks.md 5.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};

use super::ChunkType;
use super::record_list::{Record, RecordList};
use super::stacks::{Object, Payload, StackedChunk, Stacks};
use crate::animation::Animation;
use crate::character::{AnimRangeList, Character, CharacterData};
use crate::game_objects::{GameObjectList, WorldObject};
use crate::level_file::{self, CollisionChunks, LevelObject, ModelChunks};
use crate::lists::ALWAYS;
use crate::picture::Picture;
use crate::sound::SoundCommands;

/// 0x0E, 0x14 and 0x30: the chunk stays where it is and becomes a 0x14. Source: spec/chunks.md 5.17; 0x00144370.
pub(super) fn retag(stacks: &mut Stacks<'_>) -> Result<()> {
    stacks.chunks.retag(ChunkType::NullPointer)
}

/// 0x0F to 0x13 and 0x38: the game has handlers for them that do nothing.
pub(super) fn empty(_: &mut Stacks<'_>) -> Result<()> {
    Ok(())
}

/// 0x02: pops itself and the keys; leaves an animation on the object stack. Source: spec/chunks.md 5.2; 0x001045e0.
pub(super) fn animation(stacks: &mut Stacks<'_>) -> Result<()> {
    let mut descriptor = stacks.chunks.pop_raw(ChunkType::AnimData)?;
    let mut keys = stacks.chunks.pop_raw(ChunkType::AnimRotKeyframes)?;
    let animation = Animation::read_from(&mut descriptor.value, &mut keys.value)?;
    let object = Object::Animation(Box::new(animation));
    stacks.objects.push(object, descriptor.offset)
}

/// 0x08: pops itself, the ranges, and as many animations as its slots name; leaves a character on the object stack.
/// Source: spec/chunks.md 5.3; 0x0016e258.
pub(super) fn character(stacks: &mut Stacks<'_>) -> Result<()> {
    let mut data = stacks.chunks.pop_raw(ChunkType::CharacterData)?;
    let mut ranges = stacks.chunks.pop_raw(ChunkType::AnimRangeList)?;
    let character = Character::assemble(
        CharacterData::read_from(&mut data.value)?,
        AnimRangeList::read_from(&mut ranges.value)
            .within(|| ChunkType::AnimRangeList.to_string())?,
        // Quirk: the animation that stands last in the file is popped first, so it is number 0.
        || stacks.objects.pop_animation(data.offset),
    )?;
    let object = Object::Character(Box::new(character));
    stacks.objects.push(object, data.offset)
}

/// 0x16: pops itself, a world and a dictionary; leaves a world on the object stack. Source: spec/chunks.md 5.16; 0x004124f8.
pub(super) fn world_header(stacks: &mut Stacks<'_>) -> Result<()> {
    let header = stacks.chunks.pop_raw(ChunkType::WorldHeader)?;
    let world = stacks.chunks.pop_world()?;
    let dictionary = stacks.chunks.pop_dictionary()?;
    let object = WorldObject {
        header: header.value.rest().to_vec(),
        dictionary: dictionary.value,
        world: world.value,
        hashes: [dictionary.hash, world.hash, header.hash],
    };
    let object = Object::World(Box::new(object));
    stacks.objects.push(object, header.offset)
}

/// 0x24: pops itself, 0x23 and 0x22; leaves a list on the object stack. Source: spec/chunks.md 5.14; 0x0039ae48.
pub(super) fn game_objects(stacks: &mut Stacks<'_>) -> Result<()> {
    let list = stacks.chunks.pop_raw(ChunkType::GameObjectList)?;
    let definitions = stacks.chunks.pop_raw(ChunkType::GameObjectDefinition)?;
    let instances = stacks.chunks.pop_raw(ChunkType::GameObjectInstance)?;
    let object = GameObjectList {
        hashes: [instances.hash, definitions.hash, list.hash],
        list: list.value.rest().to_vec(),
        definitions: definitions.value.rest().to_vec(),
        instances: instances.value.rest().to_vec(),
    };
    let object = Object::GameObjects(Box::new(object));
    stacks.objects.push(object, list.offset)
}

/// 0x03: pops the six collision chunks; leaves a mesh on the object stack. Source: spec/chunks.md 5.1.
pub(super) fn collision(stacks: &mut Stacks<'_>) -> Result<()> {
    let mesh = stacks.chunks.pop_raw(ChunkType::CollisionMesh)?;
    let lists = stacks.chunks.pop_raw(ChunkType::CollisionStrings)?;
    let grid = stacks.chunks.pop_raw(ChunkType::CollisionGrid)?;
    let triangles = stacks.chunks.pop_raw(ChunkType::CollisionTriangles)?;
    let vertices = stacks.chunks.pop_raw(ChunkType::CollisionVertexBuffer)?;
    let checked = stacks.chunks.pop_raw(ChunkType::CollisionChecked)?;
    let offset = mesh.offset;
    let chunks = CollisionChunks::of([checked, vertices, triangles, grid, lists, mesh])?;
    let object = Object::CollisionMesh(Box::new(chunks));
    stacks.objects.push(object, offset)
}

/// 0x17: pops everything that a level consists of, in the game's order; leaves the level on the object stack. Path data and
/// subtitles are not on the stacks. Source: spec/chunks.md 5.1; 0x0040d088.
pub(super) fn level(stacks: &mut Stacks<'_>) -> Result<()> {
    let header = stacks.chunks.pop_raw(ChunkType::LevelHeader)?;
    let offset = header.offset;
    let header = LevelObject::header(header)?;
    let collision = stacks.objects.pop_collision(offset)?;
    let glow_world = stacks.chunks.pop_world()?;
    let glow_dictionary = stacks.chunks.pop_dictionary()?;
    let clouds = pop_model(stacks).within(|| "clouds")?;
    let sky = pop_model(stacks).within(|| "sky")?;
    let skyline = pop_model(stacks).within(|| "skyline")?;
    let occluders = LevelObject::occluders(stacks.chunks.pop_raw(ChunkType::Occluders)?)?;
    let level = LevelObject {
        occluders,
        skyline,
        sky,
        clouds,
        glow_dictionary,
        glow_world,
        collision,
        header,
    };
    let object = Object::Level(Box::new(level));
    stacks.objects.push(object, offset)
}

fn pop_model(stacks: &mut Stacks<'_>) -> Result<ModelChunks> {
    let clump = stacks.chunks.pop_clump(ModelChunks::CLUMP)?;
    ModelChunks::of(stacks.chunks.pop_dictionary()?, clump)
}

/// 0x40: sets the path data aside, as the game keeps it in a global. Source: spec/chunks.md 5.1; 0x0024e720.
pub(super) fn path_data(stacks: &mut Stacks<'_>) -> Result<()> {
    let chunk = stacks.chunks.pop_raw(ChunkType::PathData)?;
    level_file::check_path_data(&chunk.value)?;
    stacks.globals.path_data = Some(chunk);
    Ok(())
}

/// 0x51: sets the subtitles aside, as the game keeps them in a global. Source: spec/chunks.md 5.1; 0x001cab90.
pub(super) fn subtitles(stacks: &mut Stacks<'_>) -> Result<()> {
    let chunk = stacks.chunks.pop_raw(ChunkType::Subtitles)?;
    level_file::check_subtitles(&chunk.value)?;
    stacks.globals.subtitles = Some(chunk);
    Ok(())
}

/// 0x4C: pops itself and the dictionary below it, links them, and puts 0x4C back. Source: spec/chunks.md 5.8; 0x00181b20.
pub(super) fn sheet(stacks: &mut Stacks<'_>) -> Result<()> {
    let page = stacks.chunks.pop_raw(ChunkType::ParticlePage)?;
    let (ty, hash, offset) = (page.ty, page.hash, page.offset);
    let picture = Picture::link(stacks.chunks.pop_dictionary()?, page)?;
    let linked = Payload::Sheet(Box::new(picture));
    stacks
        .chunks
        .push(StackedChunk::new(ty, hash, offset, linked))
}

/// 0x4A: one pointer is stored. Source: spec/chunks.md 5.12; 0x0010f410.
pub(super) fn sound_anims(stacks: &mut Stacks<'_>) -> Result<()> {
    stacks.globals.sound_anims = Some(stacks.chunks.pop_raw(ChunkType::SoundAnimData)?);
    Ok(())
}

/// 0x48. Source: spec/chunks.md 5.12; 0x0010f3a0.
pub(super) fn sound_commands(stacks: &mut Stacks<'_>) -> Result<()> {
    let mut chunk = stacks.chunks.pop_raw(ChunkType::SoundCommandData)?;
    stacks.globals.sound_commands = Some(SoundCommands::read_from(&mut chunk.value)?);
    Ok(())
}

/// 0x4F: keeps the list and at once wants the group `always`. Source: spec/chunks.md 5.10; 0x00178b30.
pub(super) fn dependencies(stacks: &mut Stacks<'_>) -> Result<()> {
    let mut list = pop_list(stacks, ChunkType::DependencyList)?;
    RecordList::set_group(&mut list, ALWAYS, 1);
    stacks.globals.dependencies = Some(list);
    Ok(())
}

/// Makes the handler of a list that is kept as it is.
macro_rules! keep_lists {
    ($($handler:ident $ty:ident => $field:ident, $source:literal;)*) => {
        $(
            #[doc = concat!("Source: ", $source)]
            pub(super) fn $handler(stacks: &mut Stacks<'_>) -> Result<()> {
                stacks.globals.$field = Some(pop_list(stacks, ChunkType::$ty)?);
                Ok(())
            }
        )*
    };
}

keep_lists! {
    static_sounds StaticSounds => static_sounds, "spec/chunks.md 5.12; 0x0010f320";
    music Music => music, "spec/chunks.md 5.12; 0x0010f360";
    scenes SceneList => scenes, "spec/chunks.md 5.11; 0x00353460";
    characters CharacterList => characters, "spec/chunks.md 5.5; 0x00178098";
    objects ObjectList => objects, "spec/chunks.md 5.6; 0x00181170";
    sound_materials SoundMaterialData => sound_materials, "spec/chunks.md 5.12; 0x0010f3d8";
    light_glows LightGlowData => light_glows, "spec/chunks.md 5.13; 0x0017e490";
    sheets ParticlePageHeader => sheets, "spec/chunks.md 5.7; 0x00182820";
    animations AnimList => animations, "spec/chunks.md 5.9; 0x00178ee8";
}

fn pop_list<T: Record>(stacks: &mut Stacks<'_>, ty: ChunkType) -> Result<RecordList<T>> {
    let StackedChunk { mut value, .. }: StackedChunk<Cursor<'_>> = stacks.chunks.pop_raw(ty)?;
    RecordList::read_from(&mut value)
}
