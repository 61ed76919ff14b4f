//! What of a level is drawn in a frame, and at which level of detail: plain functions of the scene and the eye.
//!
//! | Kind | Level of detail | Module |
//! | --- | --- | --- |
//! | terrain | six modes by the depths of a patch's sphere | [`terrain`] |
//! | ties | three levels and a morph by depth | `models` |
//! | shrubs | mesh and billboard by distance | `models` |
//! | mobys | two lists by depth | `models` |
//!
//! Vectors are kept from frame to frame: once they have grown, a frame allocates nothing.

pub mod eye;
mod models;
pub mod terrain;

use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use wonderwheel_commando::occlusion::Mask;

use crate::scene::LevelScene;
use crate::settings::CommandoSettings;
pub use eye::Eye;
use models::ModelEntry;
use terrain::TerrainEntry;

/// `Drawn` in `commando.wgsl`: one instance of one run of triangles.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
pub struct DrawnRecord {
    /// Index of its instance; unused by terrain and sky.
    pub instance: u32,
    /// Index of its material.
    pub material: u32,
    /// 0 for a tie's level as it is, 1 for the shape of the next.
    pub morph: f32,
    /// Opacity, 0 to 1.
    pub fade: f32,
    /// Terrain: the mode, see [`mode`]. Others: 0 to 2 for the level, 3 for a billboard.
    pub mode: u32,
}

/// Terrain modes as the shader knows them: [`LodMode`](wonderwheel_commando::tfrag::LodMode)'s numbers, and one more.
pub mod mode {
    /// LOD 1 at rest: no depth asks for it, a person may.
    pub const LOD_1_AT_REST: u32 = 7;
}

/// How triangles become a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Shells: around the camera, no depth.
    Sky,
    /// Patches.
    Terrain,
    /// Ties, shrubs, mobys.
    Model,
    /// A shrub's billboard: six vertices without a buffer.
    Billboard,
}

/// A draw call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// How.
    pub stage: Stage,
    /// Nothing shines through it: one pass writes colour and depth.
    pub opaque: bool,
    /// The material, for its texture.
    pub material: u32,
    /// Indices; for a billboard its vertices.
    pub indices: Range<u32>,
    /// The records that it draws: a range of [`Chosen::drawn`].
    pub drawn: Range<u32>,
}

/// How many of a kind there are, and why some are not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// In the level.
    pub total: u32,
    /// Outside of the picture, or of another chunk.
    pub outside: u32,
    /// Too far.
    pub far: u32,
    /// In the picture, but hidden by what the level says.
    pub hidden: u32,
    /// Drawn.
    pub drawn: u32,
}

/// What was chosen, and how much of it there is.
#[derive(Debug, Clone, Default)]
pub struct Chosen {
    /// One for each instance of each run.
    pub drawn: Vec<DrawnRecord>,
    /// In drawing order.
    pub calls: Vec<Call>,
    /// Patches.
    pub terrain: Tally,
    /// The chunk that the eye is in.
    pub chunk: usize,
    /// Patches by LOD, finest first.
    pub terrain_lods: [u32; 3],
    /// Patches that are wandering between two levels.
    pub morphing: u32,
    /// Ties.
    pub ties: Tally,
    /// Ties by LOD.
    pub tie_lods: [u32; 3],
    /// Shrubs.
    pub shrubs: Tally,
    /// Billboards.
    pub billboards: u32,
    /// Mobys.
    pub mobys: Tally,
    /// Whether the eye is where the level says what is seen.
    pub in_grid: bool,
    /// Triangles.
    pub triangles: u32,
    terrain_entries: Vec<TerrainEntry>,
    model_entries: Vec<ModelEntry>,
    billboard_entries: Vec<ModelEntry>,
}

impl Chosen {
    /// Chooses anew.
    pub fn choose(&mut self, scene: &LevelScene, eye: &Eye, settings: &CommandoSettings) {
        self.clear();
        let mask = mask_at(scene, eye);
        self.in_grid = mask.is_some();
        self.chunk = scene.environment.chunk_at(eye.position);
        let mask = mask.filter(|_| settings.occlusion);
        let layers = &settings.layers;
        if layers.sky {
            self.sky(scene);
        }
        if layers.terrain {
            self.terrain(scene, eye, settings);
        }
        if layers.ties {
            self.ties(scene, eye, mask);
        }
        if layers.mobys {
            self.mobys(scene, eye, mask);
        }
        if layers.shrubs {
            self.shrubs(scene, eye);
        }
        // What shines through comes over what does not, in the same order. A stable sort would allocate: the calls
        // know their places by what they draw.
        self.calls.sort_unstable_by_key(|call| {
            (
                call.stage != Stage::Sky,
                call.stage != Stage::Sky && !call.opaque,
                call.drawn.start,
            )
        });
    }

    fn clear(&mut self) {
        let kept = std::mem::take(self);
        *self = Self {
            drawn: cleared(kept.drawn),
            calls: cleared(kept.calls),
            terrain_entries: cleared(kept.terrain_entries),
            model_entries: cleared(kept.model_entries),
            billboard_entries: cleared(kept.billboard_entries),
            ..Self::default()
        };
    }

    fn sky(&mut self, scene: &LevelScene) {
        for run in &scene.sky.runs {
            let record = DrawnRecord {
                material: run.material,
                fade: 1.0,
                ..DrawnRecord::default()
            };
            self.call(
                Stage::Sky,
                false,
                run.material,
                run.indices.clone(),
                [record],
            );
        }
    }

    /// A call of some instances.
    fn call(
        &mut self,
        stage: Stage,
        opaque: bool,
        material: u32,
        indices: Range<u32>,
        records: impl IntoIterator<Item = DrawnRecord>,
    ) {
        let start = self.drawn.len() as u32;
        self.drawn.extend(records);
        let drawn = start..self.drawn.len() as u32;
        self.triangles += (indices.end - indices.start) / 3 * (drawn.end - drawn.start);
        self.calls.push(Call {
            stage,
            opaque,
            material,
            indices,
            drawn,
        });
    }
}

fn cleared<T>(mut list: Vec<T>) -> Vec<T> {
    list.clear();
    list
}

/// What the level says is seen from where the eye is; none outside of its grid, and in a level without one.
pub fn mask_at<'a>(scene: &'a LevelScene, eye: &Eye) -> Option<&'a Mask> {
    scene.occlusion.as_ref()?.mask_at(eye.position.to_array())
}

/// Whether the mask in force, if there is one, lets what has this bit be seen.
fn is_seen(mask: Option<&Mask>, bit: u32) -> bool {
    mask.is_none_or(|mask| mask.sees(bit))
}
