//! Street furniture: parked cars, hydrants, dustbins, hoardings at the ends of the streets, traffic lights.

mod cars;
mod dustbin;
mod finish;
mod floodlights;
mod meters;
mod pavement;
mod phone_booth;
mod street_ends;
mod traffic_light;
mod yard;

use glam::Vec3;

use crate::demo_city::plan::{AVENUES, KERB, Plan, STREETS, Side, Use};
use crate::demo_city::recipe::CityRecipe;
use crate::kit::mesh::{Piece, Wall};
use crate::kit::rng::Rng;

use cars::parked;
use floodlights::floodlights;
use meters::meters;
use pavement::pavement;
use street_ends::street_ends;
use traffic_light::traffic_light;
use yard::yard;

/// The generator of all furniture; parked cars come first.
fn rng(recipe: &CityRecipe) -> Rng {
    Rng::new(recipe.seed, "props")
}

/// What lies on the road under the parked cars, each a piece.
pub fn car_shadows(recipe: &CityRecipe) -> Vec<Piece> {
    cars::shadows(&mut rng(recipe))
}

/// The ground that parked cars take: `x0, z0, x1, z1` each.
pub fn car_outlines(recipe: &CityRecipe) -> Vec<[f32; 4]> {
    cars::outlines(&mut rng(recipe))
}

/// All furniture, each item a piece.
pub fn pieces(plan: &Plan, recipe: &CityRecipe) -> Vec<Piece> {
    let mut rng = rng(recipe);
    let mut out = Vec::new();
    parked(&mut out, &mut rng);
    meters(&mut out, plan);
    floodlights(&mut out, plan);
    street_ends(&mut out);
    for [x0, x1] in STREETS {
        for [z0, z1] in AVENUES {
            out.push(traffic_light(
                Vec3::new(x0 - 0.8, KERB, z0 - 0.8),
                Vec3::X,
                &mut rng,
            ));
            out.push(traffic_light(
                Vec3::new(x1 + 0.8, KERB, z1 + 0.8),
                Vec3::NEG_X,
                &mut rng,
            ));
        }
    }
    for house in &plan.houses {
        if house.purpose == Use::Warehouse {
            continue;
        }
        for side in 0..4_u8 {
            let wall = Wall::of_rect(house.rect, side, KERB);
            let mut piece = Piece::new();
            match house.sides.get(usize::from(side)) {
                Some(Side::Front) => pavement(&mut piece, &wall, &mut rng),
                Some(Side::Back) => yard(&mut piece, &wall, house, &mut rng),
                _ => {}
            }
            if piece.triangle_count() > 0 {
                out.push(piece);
            }
        }
    }
    out
}
