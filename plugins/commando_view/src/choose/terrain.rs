//! Patches: in the picture, not hidden, and in which mode.

use std::ops::Range;

use wonderwheel_commando::occlusion::Mask;
use wonderwheel_commando::tfrag::{DepthRange, Lod, LodMode};

use super::{Chosen, DrawnRecord, Eye, Stage, is_seen, mode};
use crate::scene::LevelScene;
use crate::scene::terrain::TerrainPatch;
use crate::settings::CommandoSettings;

/// A run of a patch that is drawn.
#[derive(Debug, Clone)]
pub(super) struct TerrainEntry {
    opaque: bool,
    material: u32,
    order: u32,
    mode: u32,
    indices: Range<u32>,
}

impl Chosen {
    pub(super) fn terrain(
        &mut self,
        scene: &LevelScene,
        eye: &Eye,
        settings: &CommandoSettings,
        mask: Option<&Mask>,
    ) {
        let terrain = &scene.terrain;
        let mut entries = std::mem::take(&mut self.terrain_entries);
        // A chunk that the level does not have shows the core's terrain.
        let has_own = terrain
            .patches
            .iter()
            .any(|patch| patch.chunk == self.chunk);
        let chunk = if has_own { self.chunk } else { 0 };
        self.terrain.total = terrain.patches.len() as u32;
        for (order, patch) in terrain.patches.iter().enumerate() {
            let is_here = settings.all_chunks || patch.chunk == chunk;
            if !is_here || !eye.sees(&patch.sphere) {
                self.terrain.outside += 1;
                continue;
            }
            let occlusion = scene.occlusion.as_ref();
            let mapping = occlusion
                .filter(|_| patch.chunk == 0)
                .and_then(|known| known.mappings.tfrags.get(patch.index));
            if !is_seen(mask, mapping) {
                self.terrain.hidden += 1;
                continue;
            }
            let (lod, mode, morphs) = match settings.terrain_lod.fixed() {
                Some(lod) => (lod, at_rest(lod), false),
                None => by_depth(scene, patch, eye),
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
