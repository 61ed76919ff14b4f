//! Level file, `<level>.lev`: sky, clouds, skyline, glow world, occluders, and what is kept raw for now.

mod file;
mod model;
mod object;
mod order;
mod raw;
mod read;
mod validate;

pub use crate::collision::RawCollision;
pub use file::{LevelFile, UnreadBytes};
pub use model::LevelModel;
pub use object::{CollisionChunks, LevelObject, ModelChunks};
pub use order::{CHUNK_ORDER, LevelHashes};
pub(crate) use raw::{check_path_data, check_subtitles};
pub use raw::{empty_path_data, empty_subtitles};
