//! Houses, from their lot to their roof.

use crate::demo_city::facade::{Front, Openings};
use crate::demo_city::plan::{Fabric, GROUND_FLOOR, House, STOREY, Side, Use};
use crate::demo_city::recipe::CityRecipe;
use crate::demo_city::{fire_escape, roof};
use crate::kit::mesh::{Piece, Surface, Wall};
use crate::kit::rng::Rng;

/// The wall material of a house; every second one carries the second layer of running dirt.
pub fn surface(house: &House) -> Surface {
    let surface = Surface::of(match house.fabric {
        Fabric::RedBrick => "brick_red",
        Fabric::BrownBrick => "brick_brown",
        Fabric::TanBrick => "brick_tan",
        Fabric::PaintedBrick => "brick_painted",
        Fabric::Cream => "plaster_cream",
        Fabric::Green => "plaster_green",
    });
    if house.number.is_multiple_of(2) {
        surface.under("grime")
    } else {
        surface
    }
}

/// The whole house: a piece a side, and the roof.
pub fn build(house: &House, recipe: &CityRecipe) -> Vec<Piece> {
    let mut rng = Rng::new(recipe.seed ^ u64::from(house.number) << 20, "house");
    let surface = surface(house);
    let style = Style::of(house, recipe, &mut rng);
    let mut escape = false;
    let mut pieces = Vec::with_capacity(5);
    for (side, looks_at) in (0..).zip(house.sides) {
        let mut piece = Piece::new();
        let mut wall = Front {
            piece: &mut piece,
            wall: Wall::of_rect(house.rect, side, 0.0),
            surface,
            rng: &mut rng,
        };
        match looks_at {
            Side::Front => {
                front(&mut wall, house, &style);
                // The first front that is wide enough carries the fire escape.
                if !escape && style.fire_escape && wall.wall.width >= 8.0 {
                    let bay = style.openings.bay;
                    fire_escape::build(wall.piece, &wall.wall, house.upper_storeys, bay);
                    escape = true;
                }
            }
            Side::Back => back(&mut wall, house, &style),
            Side::Blind(from) => {
                wall.blind([from, house.height()]);
                wall.cornice(house.height(), false);
            }
        }
        pieces.push(piece);
    }
    let mut top = Piece::new();
    roof::build(&mut top, house, surface, &mut rng);
    pieces.push(top);
    pieces.retain(|piece| piece.triangle_count() > 0);
    pieces
}

struct Style {
    openings: Openings,
    rich_cornice: bool,
    fire_escape: bool,
    upright_sign: bool,
}

impl Style {
    fn of(house: &House, recipe: &CityRecipe, rng: &mut Rng) -> Self {
        let tall = house.upper_storeys >= 2;
        let windows: [f32; 2] = if rng.chance(0.5) {
            [1.1, 1.8]
        } else {
            [1.3, 1.65]
        };
        Self {
            openings: Openings {
                bay: rng.range(3.2, 4.0),
                size: windows,
                sill: 0.75,
                depth: 0.18,
                trims: matches!(house.fabric, Fabric::RedBrick | Fabric::Cream),
                lit: recipe.lit_windows,
            },
            rich_cornice: house.purpose != Use::Warehouse && rng.chance(0.7),
            fire_escape: tall
                && matches!(house.purpose, Use::Tenement | Use::Flats)
                && rng.chance(0.75),
            upright_sign: tall && house.purpose == Use::Tenement && rng.chance(0.4),
        }
    }
}

fn front(wall: &mut Front<'_>, house: &House, style: &Style) {
    let mut openings = style.openings;
    match house.purpose {
        Use::Tenement | Use::Arcade => wall.shops(),
        Use::Flats => wall.entrance(openings),
        Use::Warehouse => {
            warehouse(wall);
            openings = Openings {
                bay: 3.6,
                size: [2.2, 1.4],
                sill: 1.2,
                lit: openings.lit * 0.3,
                trims: false,
                ..openings
            };
        }
    }
    if house.upper_storeys > 0 {
        let storeys = 0..house.upper_storeys;
        let floors: Vec<f32> = storeys.map(floor).collect();
        wall.storeys([GROUND_FLOOR, house.height()], &floors, openings);
    }
    wall.cornice(house.height(), style.rich_cornice);
    if style.upright_sign {
        wall.upright_sign(wall.wall.width * 0.5, GROUND_FLOOR + 1.0);
    }
}

/// Height of an upper storey's floor.
fn floor(storey: u32) -> f32 {
    GROUND_FLOOR + STOREY * storey as f32
}

fn back(wall: &mut Front<'_>, house: &House, style: &Style) {
    let plain = Openings {
        bay: style.openings.bay * 1.5,
        depth: -0.02,
        trims: false,
        lit: style.openings.lit * 0.8,
        ..style.openings
    };
    wall.flat_storey([0.0, GROUND_FLOOR], Openings { sill: 1.5, ..plain });
    for y in (0..house.upper_storeys).map(floor) {
        wall.flat_storey([y, y + STOREY], plain);
    }
    wall.cornice(house.height(), false);
    let width = wall.wall.width;
    if house.number % 3 == 1 && width > 6.0 {
        wall.lamp_beside_door(width * 0.35, 3.1);
    }
}

/// Roller doors between piers.
fn warehouse(wall: &mut Front<'_>) {
    let (count, unit) = wall.wall.bays(6.0);
    for i in 0..count {
        let mut part = wall.part(unit * i as f32, unit);
        if part.rng.chance(0.6) {
            let (u0, u1, head) = (unit * 0.5 - 1.7, unit * 0.5 + 1.7, 3.4);
            let heights = [0.0, 1.4, head, GROUND_FLOOR];
            part.columns([[0.0, u0], [u1, unit]], &heights);
            part.masonry([u0, head, u1, GROUND_FLOOR]);
            let door = [u0, 0.0, u1, head];
            part.panel(Surface::of("shutter"), door, 0.0, [0.0, 0.0, 1.5, 1.2]);
            let lintel = [u0 - 0.1, head, u1 + 0.1, head + 0.35];
            part.slab(Surface::of("iron"), lintel, [0.0, 0.3]);
        } else {
            part.blind([0.0, GROUND_FLOOR]);
        }
    }
}
