//! The city's objects: what the game would put there as props of their own, beside the scenery.

use wonderwheel_warriors::object_list::PlacedObject;

use crate::demo_city::plan::{AVENUES, BOARDWALK, BOARDWALK_HEIGHT, KERB, STREETS};
use crate::demo_city::recipe::CityRecipe;
use crate::kit::rng::Rng;

/// Crates on the corners, bats and a fire on the boardwalk. Game axes.
pub fn placed(recipe: &CityRecipe) -> Vec<PlacedObject> {
    let mut rng = Rng::new(recipe.seed, "objects");
    let mut out = Vec::new();
    for [x0, _] in STREETS {
        for [_, z1] in AVENUES {
            for name in ["dyn_crate", "dyn_bin"] {
                let (x, z) = (x0 - rng.range(1.2, 3.2), z1 + rng.range(1.2, 3.2));
                out.push(PlacedObject::at(name, on_grid([x, -z, KERB])));
            }
        }
        let middle = (BOARDWALK[0] + BOARDWALK[1]) * 0.5;
        let at = [x0 + rng.range(0.0, 8.0), -middle, BOARDWALK_HEIGHT];
        out.push(PlacedObject {
            zone: 26,
            ..PlacedObject::at("part_fire", on_grid(at))
        });
    }
    out
}

/// On a grid of 1/256 m: lists hold six decimals, and such a number is read back as it was.
fn on_grid(position: [f32; 3]) -> [f32; 3] {
    position.map(|value| (value * 256.0).round() / 256.0)
}
