//! The town plan: avenues along x, streets along z, lots with houses, the shore to the south (+z).
//!
//! ```text
//!   z -120  warehouses            x: streets at -129, -65, -1, 63, 127
//!           yards, vacant lots
//!      -54  fronts
//!      -45  Second Avenue
//!      -36  fronts
//!           courtyards
//!       16  fronts
//!       26  Shore Avenue, the elevated railway above it
//!       36  arcades, one or two storeys
//!       56  boardwalk
//!       70  beach
//!       92  sea
//! ```

use glam::Vec3;

use crate::demo_city::recipe::CityRecipe;
use crate::kit::mesh::Wall;
use crate::kit::rng::Rng;

/// Metres of one ground cell.
pub const CELL: f32 = 2.0;
/// Height of pavements and yards above the asphalt, metres: on the position grid.
pub const KERB: f32 = 0.156_25;
/// West and east end.
pub const X_RANGE: [f32; 2] = [-160.0, 160.0];
/// North end, and where the boardwalk begins.
pub const Z_RANGE: [f32; 2] = [-120.0, 56.0];
/// The boardwalk.
pub const BOARDWALK: [f32; 2] = [56.0, 70.0];
/// Height of the boardwalk.
pub const BOARDWALK_HEIGHT: f32 = 0.75;
/// Carriageways that run along z.
pub const STREETS: [[f32; 2]; 5] = [
    [-134.0, -124.0],
    [-70.0, -60.0],
    [-6.0, 4.0],
    [58.0, 68.0],
    [122.0, 132.0],
];
/// Carriageways that run along x: Second Avenue, Shore Avenue.
pub const AVENUES: [[f32; 2]; 2] = [[-50.0, -40.0], [20.0, 32.0]];
/// Width of a pavement.
pub const PAVEMENT: f32 = 4.0;
/// The blocks between the streets, as far as the fronts.
pub const BLOCKS: [[f32; 2]; 6] = [
    [-160.0, -138.0],
    [-120.0, -74.0],
    [-56.0, -10.0],
    [8.0, 54.0],
    [72.0, 118.0],
    [136.0, 160.0],
];
/// Height of one storey.
pub const STOREY: f32 = 3.2;
/// Height of a ground floor.
pub const GROUND_FLOOR: f32 = 4.2;

/// What the ground is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ground {
    /// Carriageway, height 0.
    Asphalt,
    /// Slabs.
    Pavement,
    /// A courtyard.
    Yard,
    /// A vacant lot.
    Earth,
    /// A house stands here.
    House,
}

/// What one side of a house is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Side {
    /// Faces a street or the boardwalk.
    Front,
    /// Faces a yard.
    Back,
    /// No openings; hidden below the given height.
    Blind(f32),
}

/// The material of a house.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fabric {
    /// Dark red brick.
    RedBrick,
    /// Brown brick.
    BrownBrick,
    /// Pale brick.
    TanBrick,
    /// Painted brick.
    PaintedBrick,
    /// Cream render.
    Cream,
    /// Green render.
    Green,
}

/// What a house is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Shops below, flats above.
    Tenement,
    /// Flats only, with a stoop.
    Flats,
    /// An amusement hall by the shore: shops on both long sides.
    Arcade,
    /// Storage: high windows, roller doors.
    Warehouse,
}

impl Use {
    /// What its walls are made of; what stands there twice is twice as likely.
    fn fabrics(self) -> [Fabric; 6] {
        use Fabric::{BrownBrick, Cream, Green, PaintedBrick, RedBrick, TanBrick};
        match self {
            Self::Arcade => [Cream, PaintedBrick, Green, TanBrick, Cream, PaintedBrick],
            Self::Warehouse => [
                RedBrick,
                BrownBrick,
                RedBrick,
                BrownBrick,
                PaintedBrick,
                TanBrick,
            ],
            _ => [
                RedBrick,
                BrownBrick,
                TanBrick,
                RedBrick,
                Cream,
                PaintedBrick,
            ],
        }
    }
}

/// A house on its lot.
#[derive(Debug, Clone, PartialEq)]
pub struct House {
    /// Number, in the order of building.
    pub number: u32,
    /// `x0, z0, x1, z1`.
    pub rect: [f32; 4],
    /// Storeys above the ground floor.
    pub upper_storeys: u32,
    /// +z, +x, -z, -x.
    pub sides: [Side; 4],
    /// Its walls.
    pub fabric: Fabric,
    /// Its use.
    pub purpose: Use,
}

impl House {
    /// Height of the walls, parapet excluded.
    pub fn height(&self) -> f32 {
        GROUND_FLOOR + STOREY * self.upper_storeys as f32
    }

    /// Top of the parapet.
    pub fn top(&self) -> f32 {
        self.height() + 0.75
    }
}

/// The plan of the city.
#[derive(Debug, Clone)]
pub struct Plan {
    /// All houses.
    pub houses: Vec<House>,
    /// Vacant lots, `x0, z0, x1, z1`.
    pub vacant: Vec<[f32; 4]>,
    cells: Vec<Ground>,
    columns: usize,
}

impl Plan {
    /// The plan for a recipe.
    pub fn new(recipe: &CityRecipe) -> Self {
        let mut rng = Rng::new(recipe.seed, "plan");
        let mut lots = Lots {
            recipe,
            houses: Vec::new(),
            vacant: Vec::new(),
        };
        let row = |front, south, depth, purpose, storeys| Row {
            front,
            south,
            depth,
            purpose,
            storeys,
        };
        let storeys = recipe.storeys;
        for block in BLOCKS {
            for row in [
                row(16.0, true, [14.0, 20.0], Use::Tenement, storeys),
                row(-36.0, false, [14.0, 18.0], Use::Flats, storeys),
                row(-54.0, true, [14.0, 18.0], Use::Flats, storeys),
                row(-104.0, true, [16.0, 16.0], Use::Warehouse, [1, 3]),
                row(36.0, false, [20.0, 20.0], Use::Arcade, [0, 2]),
            ] {
                lots.row(&mut rng, block, row);
            }
            let [x0, x1] = block;
            lots.vacant.push([x0, -104.0, x1, -72.0]);
        }
        let Lots {
            mut houses, vacant, ..
        } = lots;
        sides(&mut houses);
        let columns = ((X_RANGE[1] - X_RANGE[0]) / CELL) as usize;
        let rows = ((Z_RANGE[1] - Z_RANGE[0]) / CELL) as usize;
        let mut cells = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            for column in 0..columns {
                let x = X_RANGE[0] + (column as f32 + 0.5) * CELL;
                let z = Z_RANGE[0] + (row as f32 + 0.5) * CELL;
                cells.push(classify(x, z, &houses, &vacant));
            }
        }
        Self {
            houses,
            vacant,
            cells,
            columns,
        }
    }

    /// What the ground is at a point; `None` outside the streets and blocks.
    pub fn ground(&self, x: f32, z: f32) -> Option<Ground> {
        let column = ((x - X_RANGE[0]) / CELL).floor();
        let row = ((z - Z_RANGE[0]) / CELL).floor();
        if column < 0.0 || row < 0.0 || column as usize >= self.columns {
            return None;
        }
        self.cells
            .get(row as usize * self.columns + column as usize)
            .copied()
    }

    /// Whether a point lies under the railway's deck.
    pub fn under_railway(x: f32, z: f32) -> bool {
        (21.0..=31.0).contains(&z) && (X_RANGE[0]..=X_RANGE[1]).contains(&x)
    }
}

struct Row {
    /// z of the building line.
    front: f32,
    /// Whether the fronts look south.
    south: bool,
    depth: [f32; 2],
    purpose: Use,
    storeys: [u32; 2],
}

struct Lots<'a> {
    recipe: &'a CityRecipe,
    houses: Vec<House>,
    vacant: Vec<[f32; 4]>,
}

impl Lots<'_> {
    /// Splits a building line into lots and puts a house on most of them.
    fn row(&mut self, rng: &mut Rng, [x0, x1]: [f32; 2], row: Row) {
        let widths: &[f32] = match row.purpose {
            Use::Warehouse => &[18.0, 22.0, 24.0],
            Use::Arcade => &[10.0, 12.0, 14.0, 16.0],
            _ => &[8.0, 10.0, 12.0, 14.0],
        };
        let mut x = x0;
        while x < x1 {
            let mut width = rng.pick(widths).copied().unwrap_or(10.0).min(x1 - x);
            // What is left must still be a lot.
            if x1 - x - width < 8.0 {
                width = x1 - x;
            }
            let steps = ((row.depth[1] - row.depth[0]) / CELL) as u32 + 1;
            let depth = row.depth[0] + CELL * rng.below(steps) as f32;
            let rect = if row.south {
                [x, row.front - depth, x + width, row.front]
            } else {
                [x, row.front, x + width, row.front + depth]
            };
            let corner = x == x0 || x + width >= x1;
            let vacant = !corner && rng.chance(self.recipe.vacant_lots);
            let span = row.storeys[1].saturating_sub(row.storeys[0]) + 1;
            let storeys = row.storeys[0] + rng.below(span);
            let fabric = rng.one_of(row.purpose.fabrics());
            if vacant {
                self.vacant.push(rect);
            } else {
                self.houses.push(House {
                    number: self.houses.len() as u32,
                    rect,
                    upper_storeys: storeys,
                    sides: [Side::Back; 4],
                    fabric,
                    purpose: row.purpose,
                });
            }
            x += width;
        }
    }
}

/// Whether two rectangles `[x0, z0, x1, z1]` have no ground in common.
pub fn are_apart(a: &[f32; 4], b: &[f32; 4]) -> bool {
    a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1]
}

/// Finds out what every side of every house looks at.
fn sides(houses: &mut [House]) {
    let rects: Vec<([f32; 4], f32)> = houses.iter().map(|h| (h.rect, h.top())).collect();
    for (i, house) in houses.iter_mut().enumerate() {
        for side in 0..4_u8 {
            let [x0, z0, x1, z1] = house.rect;
            let wall = Wall::of_rect(house.rect, side, 0.0);
            let Vec3 { x, z, .. } = wall.at(wall.width * 0.5, 0.0, 1.0);
            let neighbour = rects.iter().enumerate();
            let neighbour = neighbour
                .filter(|(k, _)| *k != i)
                .find(|(_, (r, _))| x > r[0] && x < r[2] && z > r[1] && z < r[3]);
            house.sides[usize::from(side)] = match neighbour {
                Some((_, (r, top))) => {
                    let covers = match side {
                        0 | 2 => r[0] <= x0 && r[2] >= x1,
                        _ => r[1] <= z0 && r[3] >= z1,
                    };
                    Side::Blind(if covers { *top - 0.75 } else { 0.0 })
                }
                None if street(x, z) => Side::Front,
                None if house.purpose == Use::Warehouse && side == 0 => Side::Front,
                None => Side::Back,
            };
        }
    }
}

/// Whether a point lies on a pavement, a carriageway or the boardwalk.
fn street(x: f32, z: f32) -> bool {
    let near = |ranges: &[[f32; 2]], v: f32| {
        ranges
            .iter()
            .any(|r| v > r[0] - PAVEMENT && v < r[1] + PAVEMENT)
    };
    near(&AVENUES, z)
        || (near(&STREETS, x) && x > X_RANGE[0] && x < X_RANGE[1])
        || (z > BOARDWALK[0] && z < BOARDWALK[1])
}

fn classify(x: f32, z: f32, houses: &[House], vacant: &[[f32; 4]]) -> Ground {
    let inside = |r: &[f32; 4]| x > r[0] && x < r[2] && z > r[1] && z < r[3];
    if houses.iter().any(|h| inside(&h.rect)) {
        return Ground::House;
    }
    let on = |ranges: &[[f32; 2]], v: f32| ranges.iter().any(|r| v > r[0] && v < r[1]);
    let carriageway = on(&AVENUES, z) || (on(&STREETS, x) && z < AVENUES[1][1]);
    if carriageway {
        Ground::Asphalt
    } else if street(x, z) {
        Ground::Pavement
    } else if vacant.iter().any(inside) {
        Ground::Earth
    } else {
        Ground::Yard
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        Plan::new(&CityRecipe::default())
    }

    #[test]
    fn houses_do_not_overlap() {
        let houses = plan().houses;
        for (i, a) in houses.iter().enumerate() {
            for b in &houses[i + 1..] {
                assert!(are_apart(&a.rect, &b.rect), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn houses_stand_on_the_ground_grid() {
        for house in plan().houses {
            let rect = house.rect;
            assert!(rect.iter().all(|v| v % CELL == 0.0), "{rect:?}");
        }
    }

    #[test]
    fn every_tenement_has_a_front() {
        for house in plan().houses {
            assert!(house.sides.contains(&Side::Front), "{house:?}");
        }
    }

    #[test]
    fn shore_avenue_is_twelve_metres_of_asphalt() {
        let plan = plan();
        assert_eq!(plan.ground(30.0, 19.0), Some(Ground::Pavement));
        assert_eq!(plan.ground(30.0, 21.0), Some(Ground::Asphalt));
        assert_eq!(plan.ground(30.0, 31.0), Some(Ground::Asphalt));
        assert_eq!(plan.ground(30.0, 33.0), Some(Ground::Pavement));
    }
}
