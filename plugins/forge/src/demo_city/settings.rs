//! `<level>.settings.ron`: what the original sets from scripts, as text.

use wonderwheel_warriors::axes::game_from_rw;

use crate::demo_city::recipe::CityRecipe;
use crate::demo_city::scene::{PointLight, Scene};

/// What of the budget is taken, bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charges {
    /// Size of the level file.
    pub level_bytes: u64,
    /// Heap sizes of both worlds.
    pub world_heaps: u64,
    /// Heap sizes of all parts.
    pub part_heaps: u64,
}

/// Always resident. Source: spec/memory.md 2.1.
const GLOBAL_DATA: u64 = 641_842;
/// The generic resources' header. Source: spec/memory.md 2.1.
const GENERIC_RESOURCES: u64 = 2_126_704;
/// The World Level Pool is 103 % of the level file, at least this. Source: spec/memory.md 1.
const LEVEL_POOL_FLOOR: u64 = 262_144;

impl Charges {
    /// Bytes that are charged before the first part.
    pub fn before_parts(&self) -> u64 {
        GLOBAL_DATA
            + GENERIC_RESOURCES
            + (self.level_bytes * 103 / 100).max(LEVEL_POOL_FLOOR)
            + self.world_heaps
    }

    /// The budget in which all parts together need `pressure` times the room that is left for them.
    pub fn budget(&self, pressure: f32) -> u64 {
        let room = self.part_heaps * 1000 / ((pressure.max(1.0) * 1000.0) as u64).max(1000);
        self.before_parts() + room
    }
}

/// The settings of a forged level, game axes.
pub fn text(recipe: &CityRecipe, scene: &Scene, charges: &Charges) -> String {
    let light = |light: &PointLight| {
        let [x, y, z] = game_from_rw(light.position.to_array());
        let [r, g, b] = light.colour;
        format!(
            "        (kind: Point, position: ({x:?}, {y:?}, {z:?}), direction: (0.0, 0.0, 0.0), colour: ({r:?}, {g:?}, {b:?}), \
             radius: {:?}, cone: 0.0, corona_height: 0.0, corona_pull: 0.0, corona_size: 0.0, lights: 3, effects: 0, corona: 0, \
             state: 1, flicker: None),\n",
            light.radius
        )
    };
    let lights: String = scene.lights.iter().map(light).collect();
    let [r, g, b] = recipe.fog;
    let [x, y, z] = game_from_rw(scene.start.position.to_array());
    let CityRecipe {
        level,
        fog_start,
        far,
        ..
    } = recipe;
    let heading = scene.start.heading;
    let budget = charges.budget(recipe.budget_pressure);
    format!(
        "// Made by the forge from the recipe of the level {level:?}. Game axes: z up, metres.\n(\n    fog: ({r:?}, {g:?}, {b:?}),\n    \
         fog_start: {fog_start:?},\n    far: {far:?},\n    ambient: (0.0, 0.0, 0.0),\n    brightness: 40,\n    \
         start: Some((position: ({x:?}, {y:?}, {z:?}), heading: {heading:?})),\n    budget: Some({budget}),\n    \
         lights: [\n{lights}    ],\n)\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_need_more_than_twice_what_the_budget_leaves() {
        let charges = Charges {
            level_bytes: 400_000,
            world_heaps: 2_000_000,
            part_heaps: 8_000_000,
        };
        // 641,842 + 2,126,704 + 412,000 + 2,000,000.
        assert_eq!(charges.before_parts(), 5_180_546);
        let room = charges.budget(2.1) - charges.before_parts();
        assert!(charges.part_heaps >= 2 * room && room > 3_800_000);
    }
}
