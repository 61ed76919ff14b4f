//! Neighbours meet: what should be one surface has no open edge inside the city, across sectors and parts.

use std::collections::HashMap;

use wonderwheel_forge::demo_city::plan::{Ground, Plan, X_RANGE, Z_RANGE};
use wonderwheel_forge::recipe::Recipe;

use crate::support::demo_worlds;

type Point = [i64; 3];

/// Streets, pavements, yards and kerbs of the whole city: every edge that only one triangle has must lie where the ground
/// ends, at a house or at the city's border.
#[test]
fn the_ground_is_closed_across_sectors() {
    let Some(Recipe::City(recipe)) = Recipe::builtin("demo") else {
        panic!("no demo")
    };
    let plan = Plan::new(&recipe);
    let [scenery, _] = demo_worlds();
    let mut edges: HashMap<(Point, Point), Vec<u32>> = HashMap::new();
    let mut scale = 0.0;
    for sector in scenery.sectors() {
        scale = sector.scale;
        for (texture, triangles) in &sector.meshes {
            let ground = matches!(
                texture.as_deref(),
                Some("asphalt" | "pavement" | "concrete" | "earth" | "kerb")
            );
            for t in triangles.iter().filter(|_| ground) {
                // Only the flat ground and its kerbs, not walls of the same material.
                if t.iter().any(|p| p[1] as f32 * scale > 0.2 || p[1] < 0) {
                    continue;
                }
                for k in 0..3 {
                    let (a, b) = (t[k], t[(k + 1) % 3]);
                    edges
                        .entry((a.min(b), a.max(b)))
                        .or_default()
                        .push(sector.index);
                }
            }
        }
    }
    let mut shared_between_sectors = 0;
    for ((a, b), users) in &edges {
        match users.as_slice() {
            [_] => {
                let middle = |axis: usize| (a[axis] + b[axis]) as f32 * 0.5 * scale;
                let (x, z) = (middle(0), middle(2));
                let border =
                    x == X_RANGE[0] || x == X_RANGE[1] || z == Z_RANGE[0] || z == Z_RANGE[1];
                let house = [(-0.5, 0.0), (0.5, 0.0), (0.0, -0.5), (0.0, 0.5)]
                    .iter()
                    .any(|(dx, dz)| plan.ground(x + dx, z + dz) == Some(Ground::House));
                // Feet of columns stand on the ground with their own concrete.
                let foot = (18.0..34.0).contains(&z)
                    && ((18.3..19.5).contains(&z) || (32.5..33.7).contains(&z));
                assert!(
                    border || house || foot,
                    "open edge at {x} {z}, sector {}",
                    users[0]
                );
            }
            [first, second] if first != second => shared_between_sectors += 1,
            _ => {}
        }
    }
    // 24 parts of streets have many metres of common border.
    assert!(shared_between_sectors > 400, "{shared_between_sectors}");
}

/// The beach has gentle slopes, so heights must agree too.
#[test]
fn the_beach_is_closed_across_sectors() {
    let [scenery, _] = demo_worlds();
    let mut edges: HashMap<(Point, Point), u32> = HashMap::new();
    let mut points: Vec<Point> = Vec::new();
    for sector in scenery.sectors() {
        for (_, triangles) in sector
            .meshes
            .iter()
            .filter(|(texture, _)| texture.as_deref() == Some("sand"))
        {
            for t in triangles {
                points.extend(t);
                for k in 0..3 {
                    let (a, b) = (t[k], t[(k + 1) % 3]);
                    *edges.entry((a.min(b), a.max(b))).or_default() += 1;
                }
            }
        }
    }
    let range = |axis: usize| {
        let values = points.iter().map(|p| p[axis]);
        (values.clone().min().unwrap(), values.max().unwrap())
    };
    let (x, z) = (range(0), range(2));
    for ((a, b), users) in edges {
        let on = |axis: usize, value: i64| a[axis] == value && b[axis] == value;
        let outline = on(0, x.0) || on(0, x.1) || on(2, z.0) || on(2, z.1);
        assert_eq!(users, if outline { 1 } else { 2 }, "{a:?} {b:?}");
    }
}
