//! Houses, from their lot to their roof.

use glam::Vec3;

use crate::demo_city::facade::{self, Openings};
use crate::demo_city::plan::{Fabric, GROUND_FLOOR, House, STOREY, Side, Use};
use crate::demo_city::recipe::CityRecipe;
use crate::demo_city::{fire_escape, roof};
use crate::kit::mesh::{Piece, Shade, Surface, Wall};
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
    for side in 0..4_u8 {
        let mut piece = Piece::new();
        let wall = Wall::of_rect(house.rect, side, 0.0);
        match house.sides.get(usize::from(side)) {
            Some(Side::Front) => {
                front(&mut piece, house, &wall, surface, &style, &mut rng);
                // The first front that is wide enough carries the fire escape.
                if !escape && style.fire_escape && wall.width >= 8.0 {
                    fire_escape::build(&mut piece, &wall, house.upper_storeys, style.openings.bay);
                    escape = true;
                }
            }
            Some(Side::Back) => back(&mut piece, house, &wall, surface, &style, &mut rng),
            Some(Side::Blind(from)) => {
                facade::blind(&mut piece, &wall, surface, [*from, house.height()]);
                facade::cornice(&mut piece, &wall, surface, house.height(), false);
            }
            None => {}
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

fn front(
    piece: &mut Piece,
    house: &House,
    wall: &Wall,
    surface: Surface,
    style: &Style,
    rng: &mut Rng,
) {
    match house.purpose {
        Use::Tenement | Use::Arcade => facade::shops(piece, wall, surface, rng),
        Use::Flats => facade::entrance(piece, wall, surface, style.openings, rng),
        Use::Warehouse => warehouse(piece, wall, surface, rng),
    }
    let openings = match house.purpose {
        Use::Warehouse => Openings {
            bay: 3.6,
            size: [2.2, 1.4],
            sill: 1.2,
            lit: style.openings.lit * 0.3,
            trims: false,
            ..style.openings
        },
        _ => style.openings,
    };
    if house.upper_storeys > 0 {
        let floors: Vec<f32> = (0..house.upper_storeys)
            .map(|storey| GROUND_FLOOR + STOREY * storey as f32)
            .collect();
        facade::storeys(
            piece,
            wall,
            surface,
            [GROUND_FLOOR, house.height()],
            &floors,
            openings,
            rng,
        );
    }
    facade::cornice(piece, wall, surface, house.height(), style.rich_cornice);
    if style.upright_sign {
        facade::upright_sign(piece, wall, wall.width * 0.5, GROUND_FLOOR + 1.0, rng);
    }
}

fn back(
    piece: &mut Piece,
    house: &House,
    wall: &Wall,
    surface: Surface,
    style: &Style,
    rng: &mut Rng,
) {
    let plain = Openings {
        bay: style.openings.bay * 1.5,
        depth: -0.02,
        trims: false,
        lit: style.openings.lit * 0.8,
        ..style.openings
    };
    facade::flat_storey(
        piece,
        wall,
        surface,
        [0.0, GROUND_FLOOR],
        Openings { sill: 1.5, ..plain },
        rng,
    );
    for storey in 0..house.upper_storeys {
        let y = GROUND_FLOOR + STOREY * storey as f32;
        facade::flat_storey(piece, wall, surface, [y, y + STOREY], plain, rng);
    }
    facade::cornice(piece, wall, surface, house.height(), false);
    if house.number % 3 == 1 && wall.width > 6.0 {
        facade::lamp_beside_door(piece, wall.at(wall.width * 0.35, 3.1, 0.0), wall.out);
    }
}

/// Roller doors between piers.
fn warehouse(piece: &mut Piece, wall: &Wall, surface: Surface, rng: &mut Rng) {
    let count = (wall.width / 6.0).round().max(1.0);
    let unit = wall.width / count;
    for i in 0..count as u32 {
        let part = Wall {
            origin: wall.at(unit * i as f32, 0.0, 0.0),
            width: unit,
            ..*wall
        };
        if rng.chance(0.6) {
            let (u0, u1, head) = (unit * 0.5 - 1.7, unit * 0.5 + 1.7, 3.4);
            for (a, b) in [(0.0, u0), (u1, unit)] {
                for (y0, y1) in [(0.0, 1.4), (1.4, head), (head, GROUND_FLOOR)] {
                    part.masonry(piece, surface, [a, y0, b, y1], 0.0, 4.0, facade::foot_shade);
                }
            }
            part.masonry(
                piece,
                surface,
                [u0, head, u1, GROUND_FLOOR],
                0.0,
                4.0,
                facade::foot_shade,
            );
            part.panel(
                piece,
                Surface::of("shutter"),
                [u0, 0.0, u1, head],
                0.0,
                [0.0, 0.0, 1.5, 1.2],
                Shade::LIT,
            );
            part.slab(
                piece,
                Surface::of("iron"),
                [u0 - 0.1, head, u1 + 0.1, head + 0.35],
                [0.0, 0.3],
                1.0,
                Shade::LIT,
            );
        } else {
            facade::blind(piece, &part, surface, [0.0, GROUND_FLOOR]);
        }
    }
}

/// The middle of a house at street level.
pub fn middle(house: &House) -> Vec3 {
    let [x0, z0, x1, z1] = house.rect;
    Vec3::new((x0 + x1) * 0.5, 0.0, (z0 + z1) * 0.5)
}
