//! A level laid out for drawing: plain data, made by the loader from the level's file and what lies loose beside it.
//!
//! | Part | Module |
//! | --- | --- |
//! | textures and materials | [`pictures`] |
//! | patches, their positions and vertices | [`terrain`] |
//! | meshes of classes | [`models`] |
//! | what stands where | [`instances`] |
//! | the light pass | [`lighting`] |
//! | shells | [`sky`] |
//! | the collision overlay | [`collision`] |
//! | background, fog, where a visit begins | [`environment`] |
//!
//! Nothing here fails for one bad part: what cannot be read is left out and listed in [`LevelScene::faults`].

pub mod collision;
pub mod environment;
mod faults;
pub mod instances;
mod level_scene;
pub mod lighting;
pub mod models;
pub mod pictures;
pub mod sky;
pub mod terrain;

pub use faults::Faults;
pub use level_scene::LevelScene;
pub use pictures::Run;
