//! Ties, shrubs and mobys: near enough, in the picture, not hidden, and which of their meshes.

use bevy::math::Vec3;
use wonderwheel_commando::occlusion::Mask;
use wonderwheel_commando::shrub::fade;
use wonderwheel_commando::tie::is_culled;

use super::calls::{DrawnRecord, Stage, Tally};
use super::eye::Eye;
use super::frame_choice::{FrameChoice, ModelEntry, cleared};
use super::mask::is_seen;
use crate::scene::LevelScene;
use crate::scene::instances::PlacedInstance;
use crate::scene::models::ModelMesh;

/// Vertices of a billboard's two triangles.
const BILLBOARD_VERTICES: u32 = 6;
/// [`DrawnRecord::mode`] of a billboard.
const BILLBOARD: u32 = 3;

impl Tally {
    /// Counts an instance; whether it is drawn.
    fn add(
        &mut self,
        is_far: bool,
        placed: &PlacedInstance,
        eye: &Eye,
        mask: Option<&Mask>,
    ) -> bool {
        self.total += 1;
        if is_far {
            self.far += 1;
        } else if !eye.sees(&placed.sphere) {
            self.outside += 1;
        } else if !is_seen(mask, placed.bit) {
            self.hidden += 1;
        } else {
            self.drawn += 1;
            return true;
        }
        false
    }
}

impl FrameChoice {
    pub(super) fn ties(&mut self, scene: &LevelScene, eye: &Eye, mask: Option<&Mask>) {
        let mut entries = cleared(std::mem::take(&mut self.model_entries));
        let mut tally = Tally::default();
        for tie in &scene.instances.ties {
            let depth = eye.depth(Vec3::from(tie.sphere.centre));
            let is_far = is_culled(depth, tie.sphere.radius, tie.draw_distance);
            if tally.add(is_far, tie, eye, mask) {
                let choice = scene.ties[tie.class].header.lod_at(depth);
                self.tie_lods[choice.lod.min(2)] += 1;
                entries.push(entry(tie, choice.lod as u32, choice.morph, 1.0));
            }
        }
        self.ties = tally;
        self.meshes(scene, &mut entries, |class, lod| {
            &scene.ties[class].lods[lod]
        });
        self.model_entries = entries;
    }

    pub(super) fn mobys(&mut self, scene: &LevelScene, eye: &Eye, mask: Option<&Mask>) {
        let mut entries = cleared(std::mem::take(&mut self.model_entries));
        let mut tally = Tally::default();
        for moby in &scene.instances.mobys {
            let depth = eye.depth(Vec3::from(moby.sphere.centre));
            let is_far = depth - moby.sphere.radius > moby.draw_distance;
            if tally.add(is_far, moby, eye, mask) {
                let class = &scene.mobys[moby.class];
                let low = class.header.is_low_at(depth) && !class.lists[1].runs.is_empty();
                entries.push(entry(moby, u32::from(low), 0.0, 1.0));
            }
        }
        self.mobys = tally;
        self.meshes(scene, &mut entries, |class, list| {
            &scene.mobys[class].lists[list]
        });
        self.model_entries = entries;
    }

    pub(super) fn shrubs(&mut self, scene: &LevelScene, eye: &Eye) {
        let mut entries = cleared(std::mem::take(&mut self.model_entries));
        let mut billboards = cleared(std::mem::take(&mut self.billboard_entries));
        let mut tally = Tally::default();
        for shrub in &scene.instances.shrubs {
            let class = &scene.shrubs[shrub.class];
            let billboard = class.billboard.as_ref();
            let distance = Vec3::from(shrub.sphere.centre).distance(eye.position);
            let seen = fade(
                billboard.map(|(billboard, _)| billboard),
                shrub.draw_distance,
                distance,
            );
            let is_far = seen.mesh <= 0.0 && seen.billboard <= 0.0;
            if !tally.add(is_far, shrub, eye, None) {
                continue;
            }
            if seen.mesh > 0.0 {
                entries.push(entry(shrub, 0, 0.0, seen.mesh));
            }
            if let Some((_, material)) = billboard.filter(|_| seen.billboard > 0.0) {
                let mut drawn = entry(shrub, BILLBOARD, 0.0, seen.billboard);
                drawn.key = *material;
                drawn.record.material = *material;
                billboards.push(drawn);
            }
        }
        self.shrubs = tally;
        self.billboards = billboards.len() as u32;
        self.meshes(scene, &mut entries, |class, _| &scene.shrubs[class].mesh);
        billboards.sort_unstable_by_key(ModelEntry::order);
        for group in billboards.chunk_by(|a, b| a.key == b.key) {
            let Some(first) = group.first() else { continue };
            let records = group.iter().map(|entry| entry.record);
            self.call(
                Stage::Billboard,
                false,
                first.key,
                0..BILLBOARD_VERTICES,
                records,
            );
        }
        (self.model_entries, self.billboard_entries) = (entries, billboards);
    }

    /// One call a run of each mesh, for all its instances.
    fn meshes<'a>(
        &mut self,
        scene: &LevelScene,
        entries: &mut [ModelEntry],
        mesh: impl Fn(usize, usize) -> &'a ModelMesh,
    ) {
        entries.sort_unstable_by_key(ModelEntry::order);
        for group in entries.chunk_by(|a, b| (a.key, a.faded) == (b.key, b.faded)) {
            let Some(first) = group.first() else { continue };
            for run in &mesh((first.key >> 2) as usize, (first.key & 3) as usize).runs {
                let opaque = !first.faded && scene.is_opaque(run.material);
                let records = group.iter().map(|entry| DrawnRecord {
                    material: run.material,
                    ..entry.record
                });
                self.call(
                    Stage::Model,
                    opaque,
                    run.material,
                    run.indices.clone(),
                    records,
                );
            }
        }
    }
}

fn entry(placed: &PlacedInstance, lod: u32, morph: f32, fade: f32) -> ModelEntry {
    ModelEntry {
        key: (placed.class as u32) << 2 | (lod & 3),
        faded: fade < 1.0,
        record: DrawnRecord {
            instance: placed.record,
            material: 0,
            morph,
            fade,
            mode: lod,
        },
    }
}
