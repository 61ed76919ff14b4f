//! What is selected in a level: where it is.

use std::f32::consts::TAU;

use bevy::prelude::*;
use wonderwheel_commando::bounds::Sphere;
use wonderwheel_commando_view::axes::to_world;
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::scene::instances::PlacedInstance;
use wonderwheel_renderware::world::Aabb;

use crate::selection::{ClassKind, Selection};

/// Pieces of a ring.
const PIECES: usize = 32;

/// The instances of a kind.
pub(crate) fn instances(scene: &LevelScene, kind: ClassKind) -> &[PlacedInstance] {
    match kind {
        ClassKind::Tie => &scene.instances.ties,
        ClassKind::Shrub => &scene.instances.shrubs,
        ClassKind::Moby => &scene.instances.mobys,
    }
}

/// The sphere around what is selected, in our axes; none when the level has no such thing.
pub(crate) fn sphere(scene: &LevelScene, selection: Selection) -> Option<(Vec3, f32)> {
    let Sphere { centre, radius } = match selection {
        Selection::Patch(patch) => scene.terrain.patches.get(patch)?.sphere,
        Selection::Instance(kind, at) => instances(scene, kind).get(at)?.sphere,
        Selection::Sector(..) | Selection::Part(..) => return None,
    };
    Some((to_world(centre.into()), radius))
}

/// The box around a patch's vertices, in our axes; none for one without triangles.
pub(crate) fn patch_box(scene: &LevelScene, patch: usize) -> Option<Aabb> {
    let terrain = &scene.terrain;
    let patch = terrain.patches.get(patch)?;
    let mut bounds: Option<(Vec3, Vec3)> = None;
    for runs in &patch.runs {
        for run in terrain.runs.get(runs.clone())? {
            let (start, end) = (run.indices.start as usize, run.indices.end as usize);
            for info in terrain.indices.get(start..end)? {
                let info = terrain.infos.get(*info as usize)?;
                let point = terrain.positions.get(info.position as usize)?.point;
                let point = to_world(point.into());
                let (min, max) = bounds.unwrap_or((point, point));
                bounds = Some((min.min(point), max.max(point)));
            }
        }
    }
    bounds.map(|(min, max)| Aabb {
        min: min.to_array(),
        max: max.to_array(),
    })
}

/// The three rings of a sphere, each as a closed path.
pub(crate) fn rings(centre: Vec3, radius: f32) -> [Vec<Vec3>; 3] {
    [[Vec3::X, Vec3::Z], [Vec3::X, Vec3::Y], [Vec3::Y, Vec3::Z]].map(|[a, b]| {
        let points = (0..=PIECES).map(|piece| {
            let (sin, cos) = (TAU * piece as f32 / PIECES as f32).sin_cos();
            centre + (a * cos + b * sin) * radius
        });
        points.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_closed_and_lie_on_the_sphere() {
        let centre = Vec3::new(3.0, 4.0, 5.0);
        for ring in rings(centre, 2.0) {
            assert_eq!(ring.len(), PIECES + 1);
            assert!(ring[0].distance(ring[PIECES]) < 1e-4);
            assert!(
                ring.iter()
                    .all(|point| (point.distance(centre) - 2.0).abs() < 1e-4)
            );
        }
    }
}
