//! The lists of the global resource and of the scene list: which resources there are, how large they are, who needs them.
//!
//! | Chunk | Type | Key |
//! | --- | --- | --- |
//! | 0x43 | [`SceneList`] | index |
//! | 0x44 | [`CharacterList`] | hash of the model's name |
//! | 0x46 | [`ObjectList`] | hash of the object type's name |
//! | 0x4D | [`SheetTable`] | index |
//! | 0x4E | [`AnimList`] | hash of the clip's file name |
//! | 0x4F | [`DependencyList`] | resource hash, sorted |

mod dependencies;
mod global;
mod models;
mod scenes;
mod sizes;

pub use dependencies::{ALWAYS, DependencyList, DependencyRecord};
pub use global::{GlobalLists, ResourceInfo};
pub use models::{CharacterList, CharacterRecord, ObjectList, ObjectRecord};
pub use scenes::{SceneList, SceneRecord};
pub use sizes::{AnimList, AnimRecord, SheetRecord, SheetTable};
