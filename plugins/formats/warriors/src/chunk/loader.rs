//! Loading: chunks through their handlers, over the two stacks.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{Result, Within};

use super::stacks::{Payload, StackedChunk, Stacks};
use super::{ChunkSlice, ChunkType, ResourceSlice, readers};
use crate::{level_file, picture};

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
/// The [`Default`] table has those that level files, models, textures and pictures need; every other type stays on
/// the stack as it is.
#[derive(Debug, Clone)]
pub struct HandlerTable {
    handlers: [Handler; ChunkType::COUNT],
}

impl Default for HandlerTable {
    fn default() -> Self {
        let mut table = Self::empty();
        for ty in [
            ChunkType::TextureDictionaryTid,
            ChunkType::RenderwareTextureDic,
        ] {
            table.set(ty, reader(readers::dictionary));
        }
        for ty in [
            ChunkType::CharacterDffData,
            ChunkType::DynamicObjDffData,
            ChunkType::PreinstanceObject,
        ] {
            table.set(ty, reader(readers::clump));
        }
        table.set(ChunkType::SectorBspData, reader(readers::world));
        for ty in [
            ChunkType::CameraAnimation,
            ChunkType::NullPointer,
            ChunkType::GbhScript,
        ] {
            table.set(
                ty,
                on_loaded(|stacks| stacks.chunks.retag(ChunkType::NullPointer)),
            );
        }
        table.set(ChunkType::ParticlePage, on_loaded(picture::link_sheet));
        table.set(
            ChunkType::CollisionMesh,
            on_loaded(level_file::build_collision),
        );
        table.set(ChunkType::LevelHeader, on_loaded(level_file::build_level));
        table.set(ChunkType::PathData, reader(level_file::keep_path_data));
        table.set(ChunkType::Subtitles, reader(level_file::keep_subtitles));
        table
    }
}

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

    /// Loads a flat container. An empty raw chunk is pushed as one with no bytes. Source: spec/chunks.md 2.2.
    ///
    /// # Errors
    /// The first error of a handler or a stack, with the chunk's number and type in its path. What was built so far lies
    /// on `stacks` and goes with them.
    pub fn load_flat<'a>(
        &self,
        resource: &ResourceSlice<'a>,
        stacks: &mut Stacks<'a>,
    ) -> Result<()> {
        self.load(resource, stacks, Payload::Raw)
    }

    /// Loads one resource of a pack. An empty raw chunk is pushed as [`Payload::Null`]. Source: spec/chunks.md 2.3.
    ///
    /// # Errors
    /// As [`Self::load_flat`].
    pub fn load_group<'a>(
        &self,
        resource: &ResourceSlice<'a>,
        stacks: &mut Stacks<'a>,
    ) -> Result<()> {
        self.load(resource, stacks, |bytes| {
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
        stacks: &mut Stacks<'a>,
        raw: fn(Cursor<'a>) -> Payload<'a>,
    ) -> Result<()> {
        for (i, chunk) in resource.chunks.iter().enumerate() {
            let handler = self.get(chunk.ty);
            let pushed = match handler.reader {
                Some(reader) => reader(chunk, stacks),
                None => stacks.chunks.push(StackedChunk {
                    ty: chunk.ty,
                    hash: chunk.hash,
                    offset: chunk.payload.offset(),
                    value: raw(chunk.payload.clone()),
                }),
            };
            pushed
                .and_then(|()| {
                    handler
                        .on_loaded
                        .map_or(Ok(()), |on_loaded| on_loaded(stacks))
                })
                .within(|| format!("chunk[{i}] {}", chunk.ty))?;
        }
        Ok(())
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
    use crate::chunk::{Chunk, Resource, Rules};

    fn resource(chunks: &[(ChunkType, usize)]) -> Vec<u8> {
        Resource {
            name_hash: 1,
            chunks: chunks
                .iter()
                .map(|&(ty, size)| Chunk::new(ty, 0, vec![7; size]))
                .collect(),
        }
        .write()
    }

    #[test]
    fn the_minimal_file_leaves_two_raw_chunks_the_upper_one_retagged() {
        // Source: spec/chunks.md 7, file 1.
        let bytes = resource(&[(ChunkType::Fonts, 0x20), (ChunkType::GbhScript, 0x20)]);
        let (slice, _) = ResourceSlice::read(&bytes, Rules::Strict).unwrap();
        let mut stacks = Stacks::default();
        HandlerTable::default()
            .load_flat(&slice, &mut stacks)
            .unwrap();
        assert_eq!(stacks.left_over(), 2);
        assert!(stacks.chunks.pop_raw(ChunkType::NullPointer).is_ok());
        assert!(stacks.chunks.pop_raw(ChunkType::Fonts).is_ok());
    }

    #[test]
    fn an_empty_chunk_is_null_in_a_pack_and_empty_elsewhere() {
        let bytes = resource(&[(ChunkType::Fonts, 0)]);
        let (slice, _) = ResourceSlice::read(&bytes, Rules::Strict).unwrap();
        let table = HandlerTable::default();
        let mut flat = Stacks::default();
        table.load_flat(&slice, &mut flat).unwrap();
        assert!(
            flat.chunks
                .pop_raw(ChunkType::Fonts)
                .unwrap()
                .value
                .is_empty()
        );
        let mut group = Stacks::default();
        table.load_group(&slice, &mut group).unwrap();
        assert!(matches!(
            group.chunks.pop_any().unwrap().value,
            Payload::Null
        ));
    }

    #[test]
    fn more_chunks_than_the_stack_holds_is_a_limit() {
        let bytes = resource(&[(ChunkType::Fonts, 0); 2049]);
        let (slice, _) = ResourceSlice::read(&bytes, Rules::Strict).unwrap();
        let error = HandlerTable::default()
            .load_flat(&slice, &mut Stacks::default())
            .unwrap_err();
        assert_eq!(error.path().to_string(), "chunk[2048] 0x37 Fonts");
    }

    #[test]
    fn a_handler_without_its_chunk_below_names_the_chunk() {
        let bytes = resource(&[(ChunkType::Fonts, 16), (ChunkType::CollisionMesh, 160)]);
        let (slice, _) = ResourceSlice::read(&bytes, Rules::Strict).unwrap();
        let error = HandlerTable::default()
            .load_flat(&slice, &mut Stacks::default())
            .unwrap_err();
        assert_eq!(error.path().to_string(), "chunk[1] 0x03 Collision Mesh");
    }

    #[test]
    fn a_handler_that_was_set_replaces_the_standard_handler() {
        let mut table = HandlerTable::default();
        table.set(ChunkType::GbhScript, Handler::default());
        let bytes = resource(&[(ChunkType::GbhScript, 16)]);
        let (slice, _) = ResourceSlice::read(&bytes, Rules::Strict).unwrap();
        let mut stacks = Stacks::default();
        table.load_flat(&slice, &mut stacks).unwrap();
        assert_eq!(stacks.chunks.peek(), Some(ChunkType::GbhScript));
    }
}
