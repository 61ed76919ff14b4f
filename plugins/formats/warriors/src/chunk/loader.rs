//! Loading: chunks through their handlers, over the two stacks.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};

use super::stacks::{Payload, Stacks};
use super::{ChunkSlice, ChunkType, ResourceSlice, handlers, readers};

/// Turns a chunk's window into an object on the stack.
pub type Reader = for<'a> fn(&ChunkSlice<'a>, &mut Stacks<'a>) -> Result<()>;

/// Runs after a chunk was pushed, with nothing but the stacks.
pub type OnLoaded = fn(&mut Stacks<'_>) -> Result<()>;

/// What is done with chunks of one type. Without a reader a chunk is pushed raw; when both exist the reader runs first.
#[derive(Debug, Clone, Copy, Default)]
pub struct Handler {
    /// The stream reader.
    pub reader: Option<Reader>,
    /// The on-loaded handler.
    pub on_loaded: Option<OnLoaded>,
}

/// One handler a chunk type.
///
/// The [`Default`] table has those of the game, the two that it registers at run time (0x02 and 0x17) among them; every
/// other type stays on the stack as it is.
#[derive(Debug, Clone)]
pub struct HandlerTable {
    handlers: [Handler; ChunkType::COUNT],
}

impl Default for HandlerTable {
    fn default() -> Self {
        let mut table = Self::empty();
        for (ty, read) in READERS {
            table.set(ty, reader(read));
        }
        for (ty, handle) in ON_LOADED {
            table.set(ty, on_loaded(handle));
        }
        table
    }
}

/// The types with a stream reader. Source: spec/chunks.md 3, column R.
const READERS: [(ChunkType, Reader); 6] = [
    (ChunkType::CharacterDffData, readers::clump),
    (ChunkType::TextureDictionaryTid, readers::dictionary),
    (ChunkType::SectorBspData, readers::world),
    (ChunkType::DynamicObjDffData, readers::clump),
    (ChunkType::RenderwareTextureDic, readers::dictionary),
    (ChunkType::PreinstanceObject, readers::clump),
];

/// The types with an on-loaded handler. Source: spec/chunks.md 3, column L.
const ON_LOADED: [(ChunkType, OnLoaded); 30] = [
    (ChunkType::AnimData, handlers::animation),
    (ChunkType::CollisionMesh, handlers::collision),
    (ChunkType::CharacterData, handlers::character),
    (ChunkType::CameraAnimation, handlers::retag),
    (ChunkType::EnglishStringTable, handlers::empty),
    (ChunkType::FrenchStringTable, handlers::empty),
    (ChunkType::ItalianStringTable, handlers::empty),
    (ChunkType::SpanishStringTable, handlers::empty),
    (ChunkType::GermanStringTable, handlers::empty),
    (ChunkType::NullPointer, handlers::retag),
    (ChunkType::WorldHeader, handlers::world_header),
    (ChunkType::LevelHeader, handlers::level),
    (ChunkType::GameObjectList, handlers::game_objects),
    (ChunkType::StaticSounds, handlers::static_sounds),
    (ChunkType::GbhScript, handlers::retag),
    (ChunkType::Music, handlers::music),
    (ChunkType::SceneData, handlers::empty),
    (ChunkType::PathData, handlers::path_data),
    (ChunkType::SceneList, handlers::scenes),
    (ChunkType::CharacterList, handlers::characters),
    (ChunkType::ObjectList, handlers::objects),
    (ChunkType::SoundCommandData, handlers::sound_commands),
    (ChunkType::SoundMaterialData, handlers::sound_materials),
    (ChunkType::SoundAnimData, handlers::sound_anims),
    (ChunkType::LightGlowData, handlers::light_glows),
    (ChunkType::ParticlePage, handlers::sheet),
    (ChunkType::ParticlePageHeader, handlers::sheets),
    (ChunkType::AnimList, handlers::animations),
    (ChunkType::DependencyList, handlers::dependencies),
    (ChunkType::Subtitles, handlers::subtitles),
];

impl HandlerTable {
    /// A table in which every chunk stays raw.
    pub fn empty() -> Self {
        Self {
            handlers: [Handler::default(); ChunkType::COUNT],
        }
    }

    /// Sets the handler of a type.
    pub fn set(&mut self, ty: ChunkType, handler: Handler) {
        if let Some(slot) = self.handlers.get_mut(ty.value() as usize) {
            *slot = handler;
        }
    }

    /// The handler of a type.
    pub fn get(&self, ty: ChunkType) -> Handler {
        self.handlers
            .get(ty.value() as usize)
            .copied()
            .unwrap_or_default()
    }

    /// Loads a flat container: what its chunks leave on the stacks. An empty raw chunk is pushed as one with no bytes. Source: spec/chunks.md 2.2.
    ///
    /// # Errors
    /// The first error of a handler or a stack, with the chunk's number and type in its path.
    pub fn load_flat<'a>(&self, resource: &ResourceSlice<'a>) -> Result<Stacks<'a>> {
        self.load(resource, Payload::Raw)
    }

    /// Loads one resource of a pack. An empty raw chunk is pushed as [`Payload::Null`]. Source: spec/chunks.md 2.3.
    ///
    /// # Errors
    /// As [`Self::load_flat`].
    pub fn load_group<'a>(&self, resource: &ResourceSlice<'a>) -> Result<Stacks<'a>> {
        self.load(resource, |bytes| {
            if bytes.is_empty() {
                Payload::Null
            } else {
                Payload::Raw(bytes)
            }
        })
    }

    fn load<'a>(
        &self,
        resource: &ResourceSlice<'a>,
        raw: fn(Cursor<'a>) -> Payload<'a>,
    ) -> Result<Stacks<'a>> {
        let mut stacks = Stacks::default();
        for (i, chunk) in resource.chunks.iter().enumerate() {
            stacks.limit(chunk.payload.limits());
            let handler = self.get(chunk.ty);
            let pushed = match handler.reader {
                Some(reader) => reader(chunk, &mut stacks),
                None => stacks.chunks.push(chunk.raw().map(raw)),
            };
            let on_loaded = handler.on_loaded.unwrap_or(|_| Ok(()));
            pushed
                .and_then(|()| on_loaded(&mut stacks))
                .within(|| chunk.name(i))?;
        }
        Ok(stacks)
    }
}

fn reader(reader: Reader) -> Handler {
    Handler {
        reader: Some(reader),
        on_loaded: None,
    }
}

fn on_loaded(on_loaded: OnLoaded) -> Handler {
    Handler {
        reader: None,
        on_loaded: Some(on_loaded),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::stacks::{Object, StackedChunk};
    use crate::chunk::{Chunk, Resource, Rules};

    fn resource(chunks: &[(ChunkType, usize)]) -> Vec<u8> {
        Resource::new(
            1,
            chunks
                .iter()
                .map(|&(ty, size)| Chunk::new(ty, 0, vec![7; size])),
        )
        .write()
    }

    fn load<'a>(table: &HandlerTable, bytes: &'a [u8]) -> Result<Stacks<'a>> {
        let (slice, _) = ResourceSlice::read(bytes, Rules::Strict)?;
        table.load_flat(&slice)
    }

    #[test]
    fn the_minimal_file_leaves_two_raw_chunks_the_upper_one_retagged() {
        // Source: spec/chunks.md 7, file 1.
        let bytes = resource(&[(ChunkType::Fonts, 0x20), (ChunkType::GbhScript, 0x20)]);
        let mut stacks = load(&HandlerTable::default(), &bytes).unwrap();
        assert_eq!(stacks.left_over(), 2);
        assert!(stacks.chunks.pop_raw(ChunkType::NullPointer).is_ok());
        assert!(stacks.chunks.pop_raw(ChunkType::Fonts).is_ok());
    }

    #[test]
    fn the_table_has_the_hooks_of_the_games_table() {
        // Source: spec/chunks.md 3, column Hooks.
        let read = [0x09, 0x0B, 0x15, 0x25, 0x2A, 0x47];
        let loaded = [
            0x02, 0x03, 0x08, 0x0E, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x14, 0x16, 0x17, 0x24, 0x29,
            0x30, 0x31, 0x38, 0x40, 0x43, 0x44, 0x46, 0x48, 0x49, 0x4A, 0x4B, 0x4C, 0x4D, 0x4E,
            0x4F, 0x51,
        ];
        let table = HandlerTable::default();
        for ty in ChunkType::ALL {
            let handler = table.get(ty);
            assert_eq!(handler.reader.is_some(), read.contains(&ty.value()), "{ty}");
            assert_eq!(
                handler.on_loaded.is_some(),
                loaded.contains(&ty.value()),
                "{ty}"
            );
        }
    }

    #[test]
    fn a_handler_of_another_program_leaves_values_of_its_own() {
        fn read<'a>(chunk: &ChunkSlice<'a>, stacks: &mut Stacks<'a>) -> Result<()> {
            let value = Payload::Custom(std::sync::Arc::new(chunk.payload.remaining()));
            let made = StackedChunk::new(chunk.ty, chunk.hash, chunk.payload.offset(), value);
            stacks.chunks.push(made)
        }
        fn loaded(stacks: &mut Stacks<'_>) -> Result<()> {
            // The reader has run before.
            let chunk = stacks.chunks.pop_any()?;
            let Payload::Custom(value) = chunk.value else {
                panic!("the reader did not run");
            };
            stacks.objects.push(Object::Custom(value), chunk.offset)
        }
        let mut table = HandlerTable::default();
        table.set(
            ChunkType::SubwayMap,
            Handler {
                reader: Some(read),
                on_loaded: Some(loaded),
            },
        );
        let bytes = resource(&[(ChunkType::SubwayMap, 32)]);
        let mut stacks = load(&table, &bytes).unwrap();
        let Ok(Object::Custom(value)) = stacks.objects.pop_any(0) else {
            panic!("no object");
        };
        assert_eq!(value.downcast_ref::<usize>(), Some(&32));
    }

    #[test]
    fn an_empty_chunk_is_null_in_a_pack_and_empty_elsewhere() {
        let bytes = resource(&[(ChunkType::Fonts, 0)]);
        let (slice, _) = ResourceSlice::read(&bytes, Rules::Strict).unwrap();
        let table = HandlerTable::default();
        let mut flat = table.load_flat(&slice).unwrap();
        let raw = flat.chunks.pop_raw(ChunkType::Fonts).unwrap();
        assert!(raw.value.is_empty());
        let mut group = table.load_group(&slice).unwrap();
        let null = group.chunks.pop_any().unwrap();
        assert!(matches!(null.value, Payload::Null));
    }

    #[test]
    fn more_chunks_than_the_stack_holds_is_a_limit() {
        let bytes = resource(&[(ChunkType::Fonts, 0); 2049]);
        let error = load(&HandlerTable::default(), &bytes).unwrap_err();
        assert_eq!(error.path(), "chunk[2048] 0x37 Fonts");
    }

    #[test]
    fn a_handler_without_its_chunk_below_names_the_chunk() {
        let bytes = resource(&[(ChunkType::Fonts, 16), (ChunkType::CollisionMesh, 160)]);
        let error = load(&HandlerTable::default(), &bytes).unwrap_err();
        assert_eq!(error.path(), "chunk[1] 0x03 Collision Mesh");
    }

    #[test]
    fn a_handler_that_was_set_replaces_the_standard_handler() {
        let mut table = HandlerTable::default();
        table.set(ChunkType::GbhScript, Handler::default());
        let bytes = resource(&[(ChunkType::GbhScript, 16)]);
        let stacks = load(&table, &bytes).unwrap();
        assert_eq!(stacks.chunks.peek(), Some(ChunkType::GbhScript));
    }
}
