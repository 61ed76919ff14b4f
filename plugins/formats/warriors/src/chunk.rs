//! Chunk containers: a counted list of typed, sized chunks.
//!
//! A standalone resource (a level file, a picture) is one *flat* container; a pack ([`crate::pack`]) is a list of them.
//! Nothing is compressed, nested or padded in between:
//!
//! ```text
//! resource header  {chunk count, sum of the chunk sizes, 0, name hash}
//! chunk header     {type, size, 0, hash}      then `size` bytes, a multiple of 16
//! chunk header     ...
//! ```
//!
//! Reading a container only cuts it up ([`container`]). A file whose chunks have one fixed order, as a level file or a picture,
//! is then read straight ([`order`]). Everything else, packs above all, runs through a [`loader`] that keeps two [`stacks`], as
//! the game does: a chunk is pushed, and a later chunk's handler pops what belongs to it. What has no handler stays a raw
//! block with its bytes.
//!
//! A program that knows more than this crate registers its own handlers ([`HandlerTable::set`]). A *reader* gets a window of
//! exactly its chunk and pushes what it makes of it; an *on-loaded* handler gets the stacks alone and pops what it needs.
//! Both may leave a value of their own type: [`stacks::Payload::Custom`], [`stacks::Object::Custom`]. Path data, subtitles,
//! occluders and collision are handed over raw: [`globals::Globals::path_data`], [`globals::Globals::subtitles`],
//! [`ChunkType::Occluders`] on the chunk stack, [`CollisionChunks`](crate::level_file::CollisionChunks) on the object stack.
//!
//! [`container`] and every payload type have `validate`, a pass that reports what the disc's own files never do and that
//! does not stop at it.

pub mod around;
pub mod container;
pub mod globals;
mod handlers;
pub mod loader;
pub mod order;
pub mod readers;
pub mod record_list;
pub mod resource_kind;
pub mod results;
mod rules;
pub mod sections;
pub mod stacked;
pub mod stacks;
pub mod tail;
mod types;
mod validate;

pub use container::{Chunk, ChunkSlice, Resource, ResourceSlice};
pub use loader::{Handler, HandlerTable};
pub(crate) use rules::RuleBreaks;
pub use rules::Rules;
pub use types::ChunkType;
