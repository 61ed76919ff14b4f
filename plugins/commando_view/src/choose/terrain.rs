//! Patches: in the picture, not hidden, and in which mode.

use wonderwheel_commando::occlusion::Mask;
use wonderwheel_commando::tfrag::{DepthRange, Lod, LodMode};

use super::calls::{DrawnRecord, Stage, mode};
use super::eye::Eye;
use super::frame_choice::{FrameChoice, TerrainEntry};
use super::mask::{is_seen, mask_at};
use crate::scene::LevelScene;
use crate::scene::terrain::TerrainPatch;
use crate::settings::{CommandoSettings, TerrainLod};

/// What becomes of a patch in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatchFate {
    /// It is of another chunk than the eye is in.
    Elsewhere,
    /// It is outside of the picture.
    Outside,
    /// It is in the picture, but what the level says hides it.
    Hidden,
    /// It is drawn.
    Drawn {
        /// Whose triangles.
        lod: Lod,
        /// How its vertices move: a number of [`LodMode`], or one of [`mode`].
        mode: u32,
        /// Whether any of them wanders between two levels.
        morphs: bool,
    },
}

/// Where patches are seen from: what their fates depend on, the same for all of them.
#[derive(Debug, Clone, Copy)]
pub struct PatchView<'a> {
    scene: &'a LevelScene,
    eye: &'a Eye,
    lod: TerrainLod,
    mask: Option<&'a Mask>,
    /// The only chunk that is shown; none shows all.
    chunk: Option<usize>,
}

impl<'a> PatchView<'a> {
    /// Of an eye, under the switches.
    pub fn new(scene: &'a LevelScene, eye: &'a Eye, settings: &CommandoSettings) -> Self {
        let chunk = scene.environment.chunk_at(eye.position);
        let patches = &scene.terrain.patches;
        // A chunk that the level does not have shows the core's terrain.
        let has_own = patches.iter().any(|patch| patch.chunk == chunk);
        let chunk = if has_own { chunk } else { 0 };
        Self {
            scene,
            eye,
            lod: settings.terrain_lod,
            mask: mask_at(scene, eye).filter(|_| settings.occlusion),
            chunk: (!settings.all_chunks).then_some(chunk),
        }
    }

    /// What becomes of a patch.
    pub fn fate(&self, patch: &TerrainPatch) -> PatchFate {
        let Self { scene, eye, .. } = *self;
        if self.chunk.is_some_and(|chunk| patch.chunk != chunk) {
            return PatchFate::Elsewhere;
        }
        if !eye.sees(&patch.sphere) {
            return PatchFate::Outside;
        }
        if !is_seen(self.mask, patch.bit) {
            return PatchFate::Hidden;
        }
        let (lod, mode, morphs) = match self.lod.fixed() {
            Some(lod) => (lod, at_rest(lod), false),
            None => by_depth(scene, patch, eye),
        };
        PatchFate::Drawn { lod, mode, morphs }
    }
}

impl FrameChoice {
    pub(super) fn terrain(&mut self, scene: &LevelScene, eye: &Eye, settings: &CommandoSettings) {
        let terrain = &scene.terrain;
        let mut entries = std::mem::take(&mut self.terrain_entries);
        let view = PatchView::new(scene, eye, settings);
        self.terrain.total = terrain.patches.len() as u32;
        for (order, patch) in terrain.patches.iter().enumerate() {
            let (lod, mode, morphs) = match view.fate(patch) {
                PatchFate::Elsewhere | PatchFate::Outside => {
                    self.terrain.outside += 1;
                    continue;
                }
                PatchFate::Hidden => {
                    self.terrain.hidden += 1;
                    continue;
                }
                PatchFate::Drawn { lod, mode, morphs } => (lod, mode, morphs),
            };
            self.terrain.drawn += 1;
            self.terrain_lods[lod.index()] += 1;
            self.morphing += u32::from(morphs);
            for run in &terrain.runs[patch.runs[lod.index()].clone()] {
                entries.push(TerrainEntry {
                    opaque: scene.is_opaque(run.material),
                    material: run.material,
                    order: order as u32,
                    mode,
                    indices: run.indices.clone(),
                });
            }
        }
        // What nothing shines through is sorted by texture; the rest keeps the block's order.
        entries.sort_unstable_by_key(|entry| {
            let material = if entry.opaque { entry.material } else { 0 };
            (!entry.opaque, material, entry.order, entry.indices.start)
        });
        for entry in &entries {
            let record = DrawnRecord {
                material: entry.material,
                fade: 1.0,
                mode: entry.mode,
                ..DrawnRecord::default()
            };
            let indices = entry.indices.clone();
            self.call(
                Stage::Terrain,
                entry.opaque,
                entry.material,
                indices,
                [record],
            );
        }
        self.terrain_entries = entries;
    }
}

/// Level, mode, and whether anything wanders.
fn by_depth(scene: &LevelScene, patch: &TerrainPatch, eye: &Eye) -> (Lod, u32, bool) {
    let (place, forward) = (eye.position.to_array(), eye.forward.to_array());
    let depth = DepthRange::of_sphere(patch.raw_sphere, place, forward);
    let mode = scene.terrain.distances.mode(patch.base_only, depth);
    let morphs = !matches!(mode, LodMode::Lod2 | LodMode::Lod0);
    (mode.lod(), mode as u32, morphs)
}

fn at_rest(lod: Lod) -> u32 {
    match lod {
        Lod::Zero => LodMode::Lod0 as u32,
        Lod::One => mode::LOD_1_AT_REST,
        Lod::Two => LodMode::Lod2 as u32,
    }
}
