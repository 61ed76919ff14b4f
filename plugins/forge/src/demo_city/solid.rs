//! The city's collision mesh: ground by what it is, houses, cars, posts, the shore, and walls at the city's ends.

use glam::Vec3;
use wonderwheel_warriors::collision::{Material, TriangleFlags};

use crate::demo_city::plan::{
    BOARDWALK, BOARDWALK_HEIGHT, CELL, Ground, KERB, Plan, STREETS, X_RANGE, Z_RANGE,
};
use crate::demo_city::recipe::CityRecipe;
use crate::demo_city::{props, railway, shore, street_lamp};
use crate::kit::encode::solid::{Matter, Solid};

/// Where the ground areas meet: in the middle of Second Avenue, and where the boardwalk begins.
pub const AREA_BORDERS: [f32; 2] = [-46.0, BOARDWALK[0]];

/// Height of the walls around the city, metres.
const WALL: f32 = 8.0;
/// A post's half width, metres.
pub const POST: f32 = 0.14;
/// A railway column's base: half its width and its height.
pub const COLUMN: f32 = 0.5;
const COLUMN_TOP: f32 = 4.7;
/// Side of a square of sand, metres.
const SAND_CELL: f32 = 8.0;

/// The number of the ground area at a z. Source: spec/collision.md 3.2.
pub fn area(z: f32) -> u8 {
    1 + AREA_BORDERS.iter().filter(|border| z > **border).count() as u8
}

/// Everything solid.
pub fn build(plan: &Plan, recipe: &CityRecipe) -> Solid {
    let mut solid = Solid::new();
    ground(&mut solid, plan);
    for house in &plan.houses {
        solid.block(house.rect, [0.0, house.top()], Matter::CONCRETE);
    }
    // As at a parked car of the game: climbed, and looked over. Source: spec/collision.md 3.1.
    let car =
        Matter::wall(Material(0)).with(TriangleFlags::CLIMBABLE | TriangleFlags::SEEN_THROUGH);
    for outline in props::car_outlines(recipe) {
        solid.block(outline, [0.0, 1.2], car);
    }
    for lamp in street_lamp::places(recipe) {
        let around = square(lamp.foot, POST);
        let top = lamp.foot.y + 3.5;
        solid.block(around, [lamp.foot.y, top], Matter::wall(Material(7)));
    }
    for foot in railway::columns() {
        let steel = Matter::wall(Material(3));
        solid.block(square(foot, COLUMN), [0.0, COLUMN_TOP], steel);
    }
    shore(&mut solid, recipe.seed);
    // The city's ends, met from inside.
    let ([x0, x1], [z0, z1]) = (X_RANGE, [Z_RANGE[0], shore::BEACH_END]);
    let height = [shore::SEA_LEVEL - 1.0, WALL];
    for [from, to] in [
        [[x0, z0], [x1, z0]],
        [[x1, z0], [x1, z1]],
        [[x1, z1], [x0, z1]],
        [[x0, z1], [x0, z0]],
    ] {
        solid.wall(from, to, height, Matter::CONCRETE);
    }
    solid
}

/// `[x0, z0, x1, z1]` around a point.
pub fn square(middle: Vec3, half: f32) -> [f32; 4] {
    let Vec3 { x, z, .. } = middle;
    [x - half, z - half, x + half, z + half]
}

/// What the ground is, as far as feet can tell.
fn matter(ground: Ground, z: f32) -> Option<(f32, Matter)> {
    let (y, material) = match ground {
        Ground::Asphalt => (0.0, Material::ASPHALT),
        Ground::Pavement | Ground::Yard => (KERB, Material::CONCRETE),
        Ground::Earth => (KERB, Material(36)),
        Ground::House => return None,
    };
    Some((y, Matter::ground(material, area(z))))
}

/// Streets, pavements, yards: runs of equal cells, runs of equal rows below each other in one quad; and the kerbs between.
fn ground(solid: &mut Solid, plan: &Plan) {
    let columns = ((X_RANGE[1] - X_RANGE[0]) / CELL) as usize;
    let rows = ((Z_RANGE[1] - Z_RANGE[0]) / CELL) as usize;
    let x = |column: usize| X_RANGE[0] + column as f32 * CELL;
    let z = |row: usize| Z_RANGE[0] + row as f32 * CELL;
    let at = |column: usize, row: usize| {
        let z = z(row) + CELL * 0.5;
        plan.ground(x(column) + CELL * 0.5, z)
            .and_then(|ground| matter(ground, z))
    };
    let runs = |row: usize| -> Vec<(usize, usize, f32, Matter)> {
        let mut runs: Vec<(usize, usize, f32, Matter)> = Vec::new();
        for column in 0..columns {
            let Some((y, matter)) = at(column, row) else {
                continue;
            };
            match runs.last_mut() {
                Some(run) if run.1 == column && run.3 == matter => run.1 = column + 1,
                _ => runs.push((column, column + 1, y, matter)),
            }
        }
        runs
    };
    // Runs of the rows before that may go on, with the row where they began.
    let mut open: Vec<((usize, usize, f32, Matter), usize)> = Vec::new();
    for row in 0..=rows {
        let here = if row < rows { runs(row) } else { Vec::new() };
        for (run, begin) in &open {
            if !here.contains(run) {
                let (from, to, y, matter) = *run;
                solid.floor([x(from), z(*begin)], [x(to), z(row)], y, matter);
            }
        }
        open = here
            .into_iter()
            .map(|run| {
                let begin = open.iter().find(|(before, _)| *before == run);
                (run, begin.map_or(row, |(_, begin)| *begin))
            })
            .collect();
    }
    let height = |column: usize, row: usize| at(column, row).map(|(y, _)| y);
    // Where carriageway and pavement meet a kerb looks at the carriageway.
    for row in 1..rows {
        let edge = |column: usize| {
            let pair = height(column, row - 1).zip(height(column, row));
            pair.map_or(0.0, |(north, south)| south - north)
        };
        strips(columns, edge, |from, to, step| {
            // The pavement to the south is met from the north: its begin in the east is then to the left.
            let (a, b) = if step > 0.0 { (to, from) } else { (from, to) };
            let z = z(row);
            solid.wall([x(a), z], [x(b), z], [0.0, KERB], Matter::CONCRETE);
        });
    }
    for column in 1..columns {
        let edge = |row: usize| {
            let pair = height(column - 1, row).zip(height(column, row));
            pair.map_or(0.0, |(west, east)| east - west)
        };
        strips(rows, edge, |from, to, step| {
            let (a, b) = if step > 0.0 { (from, to) } else { (to, from) };
            let x = x(column);
            solid.wall([x, z(a)], [x, z(b)], [0.0, KERB], Matter::CONCRETE);
        });
    }
}

/// Calls `found` for every longest run of one step other than 0.
fn strips(count: usize, step: impl Fn(usize) -> f32, mut found: impl FnMut(usize, usize, f32)) {
    let mut begin = 0;
    for i in 0..count {
        let here = step(i);
        if i + 1 == count || step(i + 1) != here {
            if here != 0.0 {
                found(begin, i + 1, here);
            }
            begin = i + 1;
        }
    }
}

fn shore(solid: &mut Solid, seed: u64) {
    let ([x0, x1], [z0, z1]) = (X_RANGE, BOARDWALK);
    let planks = Matter::ground(Material(12), area(z1));
    let y = BOARDWALK_HEIGHT;
    solid.floor([x0, z0], [x1, z1], y, planks);
    solid.wall([x1, z0], [x0, z0], [0.0, y], Matter::CONCRETE);
    solid.wall([x0, z1], [x1, z1], [-1.4, y], Matter::CONCRETE);
    let rail = Matter::wall(Material::RAILING).with(TriangleFlags::TWO_SIDED);
    solid.wall([x0, z1 - 0.15], [x1, z1 - 0.15], [y, y + 1.05], rail);
    // Steps where streets arrive are a ramp to feet.
    for [s0, s1] in STREETS {
        let (foot, v) = (z0 - 1.2, Vec3::new);
        let ramp = [(s1, KERB, foot), (s0, KERB, foot), (s0, y, z0), (s1, y, z0)];
        let ramp = ramp.map(|(x, y, z)| v(x, y, z));
        solid.quad(ramp, Matter::ground(Material(12), area(foot)));
    }
    let sand = Matter::ground(Material(186), area(z1));
    let mut z = z1;
    while z < shore::BEACH_END {
        let next = (z + SAND_CELL).min(shore::BEACH_END);
        let mut x = x0;
        while x < x1 {
            let corner = |x: f32, z: f32| Vec3::new(x, shore::sand_height(x, z, seed), z);
            let right = x + SAND_CELL;
            let corners = [(x, next), (right, next), (right, z), (x, z)];
            solid.quad(corners.map(|(x, z)| corner(x, z)), sand);
            x = right;
        }
        z = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_ps2::finding::Findings;
    use wonderwheel_warriors::collision::{EnabledTriangles, Filter, Ray, Scratch};

    /// Height and area of the ground under a point of the plan, RenderWare x and z.
    fn ground_at(x: f32, z: f32) -> Option<(f32, u8)> {
        let recipe = CityRecipe::default();
        let mesh = build(&Plan::new(&recipe), &recipe).mesh().unwrap();
        let mut scratch = Scratch::new();
        let enabled = EnabledTriangles::all(&mesh);
        let ray = Ray::down([x, -z, 3.4], 10.0);
        let filter = Filter {
            mask: 0,
            exclude: &[],
        };
        let hit = mesh.ray_cast(&ray, filter, &enabled, &mut scratch)?;
        Some((3.4 - hit.distance, hit.area))
    }

    #[test]
    fn the_ground_lies_where_the_plan_has_it() {
        // Shore Avenue, its pavement, Second Avenue's far side, the boardwalk, a house.
        for (x, z, height, area) in [
            (30.0, 26.0, 0.0, 2),
            (30.0, 34.0, KERB, 2),
            (30.0, -48.0, 0.0, 1),
            (30.0, 60.0, BOARDWALK_HEIGHT, 3),
        ] {
            let (found, of) = ground_at(x, z).unwrap();
            assert!((found - height).abs() < 0.001, "{x} {z}: {found}");
            assert_eq!(of, area, "{x} {z}");
        }
    }

    #[test]
    fn the_mesh_keeps_the_rules_and_is_of_the_games_size() {
        let recipe = CityRecipe::default();
        let mesh = build(&Plan::new(&recipe), &recipe).mesh().unwrap();
        let mut findings = Findings::new();
        mesh.validate(&mut findings);
        assert!(findings.is_empty(), "{findings:?}");
        // The largest of the disc has 9,051. Source: spec/collision.md 2.
        let count = mesh.triangles.len();
        assert!((1_000..9_051).contains(&count), "{count}");
    }
}
