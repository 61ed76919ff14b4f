//! What a run says of a level of Going Commando.

use wonderwheel_ps2::plural::counted;

use crate::{
    ShownLevel,
    choose::{FrameChoice, Tally},
    scene::LevelScene,
};

/// What the level is, and what its last frame drew.
pub fn lines(scene: &LevelScene, shown: &ShownLevel, chosen: &FrameChoice) -> Vec<String> {
    let terrain = &scene.terrain;
    let finest: usize = terrain.patches.iter().map(|patch| patch.triangles[0]).sum();
    let [ties, shrubs, mobys] = scene.instances.counts;
    let placed = [
        counted(ties, "tie"),
        counted(shrubs, "shrub"),
        counted(mobys, "moby"),
    ];
    let classes = scene.ties.len() + scene.shrubs.len() + scene.mobys.len();
    let mut lines = vec![
        format!(
            "Going Commando level {}: {} with {} in the finest level of detail; {} of {} classes; {}",
            scene.id,
            counted(terrain.patches.len(), "patch"),
            counted(finest, "triangle"),
            placed.join(", "),
            classes,
            counted(scene.pictures.len(), "texture"),
        ),
        format!(
            "lit by {}: {} of {} terrain positions",
            counted(shown.bank.sets.len(), "light set"),
            shown.colours.lit,
            scene.lighting.terrain.len()
        ),
        format!(
            "terrain at the end: {} (LOD 0, 1, 2: {:?}, {} of them morphing)",
            counts(&chosen.terrain),
            chosen.terrain_lods,
            chosen.morphing
        ),
        format!(
            "ties: {} (LOD 0, 1, 2: {:?}); shrubs: {}, {} as billboards; mobys: {}",
            counts(&chosen.ties),
            chosen.tie_lods,
            counts(&chosen.shrubs),
            chosen.billboards,
            counts(&chosen.mobys)
        ),
        format!(
            "{} in the picture's calls",
            counted(chosen.triangles as usize, "triangle")
        ),
    ];
    if !scene.replaced.is_empty() {
        lines.push(format!("loose members: {}", scene.replaced.join(", ")));
    }
    lines
}

fn counts(tally: &Tally) -> String {
    format!(
        "{} of {} drawn, {} outside, {} too far, {} hidden",
        tally.drawn, tally.total, tally.outside, tally.far, tally.hidden
    )
}
