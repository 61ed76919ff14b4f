//! The two stacks that chunks are loaded over.
//!
//! The game keeps them in globals, unchecked, and its pop ignores the type it is given. Here each load has its own pair
//! and every push and pop is checked. Source: spec/chunks.md 2.1.

use std::any::Any;
use std::sync::Arc;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::limits::Limits;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::world::World;

use super::ChunkType;
use super::globals::Globals;
use crate::animation::Animation;
use crate::character::Character;
use crate::game_objects::{GameObjectList, WorldObject};
use crate::level_file::{CollisionChunks, LevelObject};
use crate::picture::Picture;

pub use super::stacked::StackedChunk;

/// Everything that one load works on.
#[derive(Debug, Default)]
pub struct Stacks<'a> {
    /// Chunks and what became of them.
    pub chunks: ChunkStack<'a>,
    /// Finished objects.
    pub objects: ObjectStack,
    /// What handlers took off the stacks for good. Boxed for its size.
    pub globals: Box<Globals<'a>>,
}

impl Stacks<'_> {
    /// Takes other limits than the default ones, as a load does with those of the cursor that it reads.
    pub(super) fn limit(&mut self, limits: &Limits) {
        self.chunks.capacity = limits.stacked_chunks as usize;
        self.objects.capacity = limits.stacked_objects as usize;
    }

    /// Chunks and objects that no handler has taken.
    pub fn left_over(&self) -> usize {
        self.chunks.entries.len() + self.objects.entries.len()
    }
}

/// What a chunk on the stack holds.
#[derive(Debug, Clone)]
pub enum Payload<'a> {
    /// Its bytes: no reader took it.
    Raw(Cursor<'a>),
    /// Nothing: an empty raw chunk of a pack. Source: spec/chunks.md 2.3.
    Null,
    /// 0x0B.
    Dictionary(TextureDictionary),
    /// 0x0A, 0x41 or 0x50. Boxed for its size.
    Clump(Box<Clump>),
    /// 0x42.
    World(Box<World>),
    /// 0x4C with the dictionary it was linked to. Boxed for its size.
    Sheet(Box<Picture>),
    /// What a reader that was registered at run time made; only its own handlers know what it is.
    Custom(Arc<dyn Any + Send + Sync>),
}

/// The chunk stack.
#[derive(Debug)]
pub struct ChunkStack<'a> {
    entries: Vec<StackedChunk<Payload<'a>>>,
    last_offset: u64,
    capacity: usize,
}

impl Default for ChunkStack<'_> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            last_offset: 0,
            capacity: Self::CAPACITY,
        }
    }
}

/// Makes the methods that take the top chunk when it is one of a type and has the right form.
macro_rules! chunk_pops {
    ($($(#[$doc:meta])* $pop:ident($($wanted:ident)?) $ty:expr, $form:pat => $value:expr, $of:ty;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            /// `Malformed` when the top is anything else; the stack is left as it was.
            pub fn $pop(&mut self $(, $wanted: ChunkType)?) -> Result<StackedChunk<$of>> {
                self.pop_as($ty, |payload| match payload {
                    $form => Ok($value),
                    other => Err(other),
                })
            }
        )*
    };
}

impl<'a> ChunkStack<'a> {
    /// The most chunks it holds, as in the original, unless [`Limits::stacked_chunks`] says otherwise.
    /// Source: spec/chunks.md 2.1.
    pub const CAPACITY: usize = Limits::DEFAULT.stacked_chunks as usize;

    /// Puts a chunk on top.
    ///
    /// # Errors
    /// `Limit` when it is full; the original overwrote memory.
    pub fn push(&mut self, chunk: StackedChunk<Payload<'a>>) -> Result<()> {
        if self.entries.len() >= self.capacity {
            return Err(full(chunk.offset, "chunk stack", self.capacity));
        }
        self.last_offset = chunk.offset;
        self.entries.push(chunk);
        Ok(())
    }

    /// Where the chunk that was pushed last stands in the file; 0 before the first.
    pub fn last_offset(&self) -> u64 {
        self.last_offset
    }

    /// How many chunks lie on it.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing lies on it.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Takes every chunk of one type from wherever it lies, the lowest first: for tools that gather one kind of result.
    pub fn take_all(&mut self, ty: ChunkType) -> Vec<StackedChunk<Payload<'a>>> {
        self.entries
            .extract_if(.., |chunk| chunk.ty == ty)
            .collect()
    }

    /// The type on top.
    pub fn peek(&self) -> Option<ChunkType> {
        self.entries.last().map(|chunk| chunk.ty)
    }

    /// Takes the top, whatever it is.
    ///
    /// # Errors
    /// `Malformed` when the stack is empty.
    pub fn pop_any(&mut self) -> Result<StackedChunk<Payload<'a>>> {
        self.entries.pop().ok_or_else(|| {
            FormatError::malformed(self.last_offset, "a chunk on the stack", "an empty stack")
        })
    }

    chunk_pops! {
        /// Takes the bytes of the top chunk, which must be a raw one of type `wanted`.
        pop_raw(wanted) wanted, Payload::Raw(bytes) => bytes, Cursor<'a>;
        /// Takes the dictionary (0x0B) on top.
        pop_dictionary() ChunkType::TextureDictionaryTid, Payload::Dictionary(one) => one, TextureDictionary;
        /// Takes the clump of result type `wanted` (0x0A, 0x41 or 0x50) on top.
        pop_clump(wanted) wanted, Payload::Clump(clump) => *clump, Clump;
        /// Takes the world (0x42) on top.
        pop_world() ChunkType::ObjectDeviceSid, Payload::World(world) => *world, World;
        /// Takes the linked sprite sheet (0x4C) on top.
        pop_sheet() ChunkType::ParticlePage, Payload::Sheet(sheet) => *sheet, Picture;
    }

    /// Gives the top another type and keeps what it holds: what the handlers of 0x0E, 0x14 and 0x30 do.
    ///
    /// # Errors
    /// `Malformed` when the stack is empty.
    pub fn retag(&mut self, ty: ChunkType) -> Result<()> {
        let chunk = self.pop_any()?;
        self.push(StackedChunk { ty, ..chunk })
    }

    fn pop_as<T>(
        &mut self,
        wanted: ChunkType,
        take: impl FnOnce(Payload<'a>) -> Result<T, Payload<'a>>,
    ) -> Result<StackedChunk<T>> {
        let mut chunk = self.pop_any()?;
        let (ty, offset) = (chunk.ty, chunk.offset);
        let mismatch = |found: String| {
            FormatError::malformed(offset, format!("a {wanted} chunk on the stack"), found)
        };
        if ty != wanted {
            self.entries.push(chunk);
            return Err(mismatch(ty.to_string()));
        }
        match take(chunk.value) {
            Ok(value) => Ok(StackedChunk {
                ty,
                hash: chunk.hash,
                offset,
                around: chunk.around,
                value,
            }),
            Err(payload) => {
                chunk.value = payload;
                self.entries.push(chunk);
                Err(mismatch(format!("one of that type in another form ({ty})")))
            }
        }
    }
}

/// A finished object.
#[derive(Debug, Clone)]
pub enum Object {
    /// What chunk 0x02 makes of itself and the keys before it. Boxed for its size, as are the others.
    Animation(Box<Animation>),
    /// What chunk 0x03 makes of itself and the five chunks before it.
    CollisionMesh(Box<CollisionChunks>),
    /// What chunk 0x08 makes of itself, the ranges before it, and animations.
    Character(Box<Character>),
    /// What chunk 0x16 makes of itself, a world and a dictionary.
    World(Box<WorldObject>),
    /// What chunk 0x24 makes of itself and the two chunks before it.
    GameObjects(Box<GameObjectList>),
    /// What chunk 0x17 makes of everything before it but path data.
    Level(Box<LevelObject>),
    /// What a handler that was registered at run time made; only its own handlers know what it is.
    Custom(Arc<dyn Any + Send + Sync>),
}

impl Object {
    fn name(&self) -> &'static str {
        match self {
            Self::Animation(_) => "an animation",
            Self::CollisionMesh(_) => "a collision mesh",
            Self::Character(_) => "a character",
            Self::World(_) => "a world",
            Self::GameObjects(_) => "a game object list",
            Self::Level(_) => "a level",
            Self::Custom(_) => "an object of another program",
        }
    }
}

/// The object stack.
#[derive(Debug)]
pub struct ObjectStack {
    entries: Vec<Object>,
    capacity: usize,
}

impl Default for ObjectStack {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            capacity: Self::CAPACITY,
        }
    }
}

/// Makes the methods that take the top object when it is of one kind.
macro_rules! object_pops {
    ($($pop:ident $what:literal, $form:pat => $value:expr, $of:ty;)*) => {
        $(
            #[doc = concat!("Takes ", $what, " off the top. `offset` is where the chunk that wants it lies, for the error.")]
            ///
            /// # Errors
            /// `Malformed` when the top is anything else; the stack is left as it was.
            pub fn $pop(&mut self, offset: u64) -> Result<$of> {
                self.pop_as(offset, concat!($what, " on the object stack"), |object| match object {
                    $form => Ok($value),
                    other => Err(other),
                })
            }
        )*
    };
}

impl ObjectStack {
    /// The most objects it holds, as in the original, unless [`Limits::stacked_objects`] says otherwise.
    /// Source: spec/chunks.md 2.1.
    pub const CAPACITY: usize = Limits::DEFAULT.stacked_objects as usize;

    /// Puts an object on top. `offset` is where the chunk that made it lies, for the error.
    ///
    /// # Errors
    /// `Limit` when it is full.
    pub fn push(&mut self, object: Object, offset: u64) -> Result<()> {
        if self.entries.len() >= self.capacity {
            return Err(full(offset, "object stack", self.capacity));
        }
        self.entries.push(object);
        Ok(())
    }

    /// The object on top.
    pub fn peek(&self) -> Option<&Object> {
        self.entries.last()
    }

    /// How many objects lie on it.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing lies on it.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Takes the top, whatever it is. `offset` is where the chunk that wants it lies, for the error.
    ///
    /// # Errors
    /// `Malformed` when the stack is empty.
    pub fn pop_any(&mut self, offset: u64) -> Result<Object> {
        self.pop_as(offset, "an object on the object stack", Ok)
    }

    object_pops! {
        pop_animation "an animation", Object::Animation(animation) => *animation, Animation;
        pop_collision "a collision mesh", Object::CollisionMesh(mesh) => *mesh, CollisionChunks;
        pop_character "a character", Object::Character(character) => character, Box<Character>;
        pop_level "a level", Object::Level(level) => *level, LevelObject;
    }

    fn pop_as<T>(
        &mut self,
        offset: u64,
        expected: &'static str,
        take: impl FnOnce(Object) -> Result<T, Object>,
    ) -> Result<T> {
        let Some(object) = self.entries.pop() else {
            return Err(FormatError::malformed(offset, expected, "an empty stack"));
        };
        take(object).map_err(|object| {
            let found = object.name();
            self.entries.push(object);
            FormatError::malformed(offset, expected, found)
        })
    }
}

fn full(offset: u64, stack: &'static str, capacity: usize) -> FormatError {
    FormatError::limit(offset, stack, capacity as u64, capacity as u64 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collision::RawCollision;

    fn raw(ty: ChunkType) -> StackedChunk<Payload<'static>> {
        let bytes = Cursor::at_base(&[1, 2, 3, 4], 32);
        StackedChunk::new(ty, 5, 32, Payload::Raw(bytes))
    }

    #[test]
    fn the_last_chunk_pushed_is_the_first_one_popped() {
        let mut stack = ChunkStack::default();
        stack.push(raw(ChunkType::Music)).unwrap();
        stack.push(raw(ChunkType::Fonts)).unwrap();
        assert_eq!(stack.peek(), Some(ChunkType::Fonts));
        assert_eq!(stack.pop_any().unwrap().ty, ChunkType::Fonts);
        assert_eq!(
            stack.pop_raw(ChunkType::Music).unwrap().value.rest(),
            [1, 2, 3, 4]
        );
        assert_eq!(stack.peek(), None);
    }

    #[test]
    fn the_wrong_chunk_on_the_stack_is_an_error_and_stays_there() {
        let mut stack = ChunkStack::default();
        stack.push(raw(ChunkType::Music)).unwrap();
        let error = stack.pop_raw(ChunkType::Fonts).unwrap_err();
        assert_eq!(
            error.to_string(),
            "input at 0x20: expected a 0x37 Fonts chunk on the stack, found 0x31 Music"
        );
        assert_eq!((stack.len(), stack.peek()), (1, Some(ChunkType::Music)));
    }

    #[test]
    fn a_raw_chunk_of_a_result_type_is_no_object() {
        // 0x41 has no reader: a file may hold raw bytes under that type.
        let mut stack = ChunkStack::default();
        stack.push(raw(ChunkType::ObjectDeviceOid)).unwrap();
        assert!(stack.pop_clump(ChunkType::ObjectDeviceOid).is_err());
        assert_eq!(stack.peek(), Some(ChunkType::ObjectDeviceOid));
    }

    #[test]
    fn popping_an_empty_stack_is_an_error() {
        assert!(ChunkStack::default().pop_any().is_err());
        assert!(ObjectStack::default().pop_level(0).is_err());
        assert!(ObjectStack::default().pop_any(0).is_err());
    }

    #[test]
    fn the_chunk_stack_holds_2048_chunks() {
        let mut stack = ChunkStack::default();
        for _ in 0..2048 {
            stack.push(raw(ChunkType::Music)).unwrap();
        }
        assert!(matches!(
            stack.push(raw(ChunkType::Music)),
            Err(FormatError::Limit { max: 2048, .. })
        ));
    }

    #[test]
    fn full_stacks_take_less_than_the_mebibyte_that_a_read_may_have_besides_its_input() {
        let chunks =
            ChunkStack::CAPACITY.next_power_of_two() * size_of::<StackedChunk<Payload<'_>>>();
        let objects = ObjectStack::CAPACITY.next_power_of_two() * size_of::<Object>();
        assert!(chunks + objects < 1 << 20, "{chunks} + {objects}");
    }

    #[test]
    fn the_object_stack_holds_1024_objects() {
        let mesh = || {
            Object::CollisionMesh(Box::new(CollisionChunks {
                chunks: RawCollision::default(),
                hashes: [0; 6],
            }))
        };
        let mut stack = ObjectStack::default();
        for _ in 0..1024 {
            stack.push(mesh(), 0).unwrap();
        }
        assert!(matches!(
            stack.push(mesh(), 9),
            Err(FormatError::Limit { max: 1024, .. })
        ));
        assert!(stack.pop_level(0).is_err());
        assert!(stack.pop_collision(0).is_ok());
    }

    #[test]
    fn the_wrong_object_on_the_stack_is_an_error_and_stays_there() {
        let mut stack = ObjectStack::default();
        stack.push(Object::Animation(Box::default()), 0).unwrap();
        let error = stack.pop_character(0x40).unwrap_err();
        assert_eq!(
            error.to_string(),
            "input at 0x40: expected a character on the object stack, found an animation"
        );
        assert!(stack.pop_animation(0).is_ok());
        assert!(stack.pop_any(0).is_err());
    }

    #[test]
    fn all_results_of_one_type_are_taken_from_between_the_others() {
        let mut stack = ChunkStack::default();
        for ty in [ChunkType::Music, ChunkType::Fonts, ChunkType::Music] {
            stack.push(raw(ty)).unwrap();
        }
        assert_eq!(stack.take_all(ChunkType::Music).len(), 2);
        assert_eq!((stack.len(), stack.peek()), (1, Some(ChunkType::Fonts)));
    }

    #[test]
    fn retagging_keeps_the_payload() {
        let mut stack = ChunkStack::default();
        stack.push(raw(ChunkType::GbhScript)).unwrap();
        stack.retag(ChunkType::NullPointer).unwrap();
        assert_eq!(
            stack.pop_raw(ChunkType::NullPointer).unwrap().value.rest(),
            [1, 2, 3, 4]
        );
    }
}
