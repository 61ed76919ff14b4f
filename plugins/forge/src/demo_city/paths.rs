//! Where people can walk in the city: three areas with holes round what stands in them, and routes along the streets.

use std::collections::BTreeMap;

use wonderwheel_warriors::path_data::{AreaPlan, PathData};

use crate::demo_city::plan::{
    AVENUES, BOARDWALK, BOARDWALK_HEIGHT, Ground, KERB, PAVEMENT, Plan, STREETS, X_RANGE, Z_RANGE,
};
use crate::demo_city::recipe::CityRecipe;
use crate::demo_city::solid::{self, AREA_BORDERS};
use crate::demo_city::{props, railway, shore};
use crate::error::Result;
use crate::kit::encode::walk::{self, MARGIN};
use crate::kit::mesh::corners::strides;

/// Metres between nodes along a street.
const STRIDE: f32 = 12.0;

/// The path data of the city.
///
/// # Errors
/// A city that the format cannot hold.
pub fn build(plan: &Plan, recipe: &CityRecipe) -> Result<PathData> {
    let mut standing: Vec<[f32; 4]> = plan.houses.iter().map(|house| house.rect).collect();
    standing.extend(props::car_outlines(recipe));
    standing.extend(railway::columns().map(|foot| solid::square(foot, solid::COLUMN)));

    let borders = [
        Z_RANGE[0],
        AREA_BORDERS[0],
        AREA_BORDERS[1],
        shore::BEACH_END,
    ];
    let mut areas: Vec<AreaPlan> = borders
        .windows(2)
        .map(|pair| AreaPlan {
            ground_area: solid::area((pair[0] + pair[1]) * 0.5),
            outline: walk::rectangle([X_RANGE[0], -pair[1]], [X_RANGE[1], -pair[0]]),
            holes: standing
                .iter()
                .filter(|rect| rect[3] > pair[0] && rect[1] < pair[1])
                .map(|rect| walk::hole(*rect))
                .collect(),
            nodes: Vec::new(),
        })
        .collect();

    // Nodes stand where lines along the streets cross lines over them; numbers run area by area.
    let (xs, zs) = lines();
    let mut nodes: Vec<(u8, [usize; 2], [f32; 3])> = Vec::new();
    for (row, (z, along_avenue)) in zs.iter().enumerate() {
        for (column, (x, along_street)) in xs.iter().enumerate() {
            let blocked = standing.iter().any(|r| {
                let near = MARGIN + 0.05;
                *x > r[0] - near && *x < r[2] + near && *z > r[1] - near && *z < r[3] + near
            });
            if (*along_avenue || *along_street)
                && !blocked
                && let Some(y) = height(plan, *x, *z)
            {
                nodes.push((solid::area(*z), [column, row], [*x, -*z, y]));
            }
        }
    }
    nodes.sort_by_key(|(area, place, _)| (*area, place[1], place[0]));
    let mut numbers: BTreeMap<[usize; 2], u16> = BTreeMap::new();
    for (number, (area, place, position)) in (0..=u16::MAX).zip(&nodes) {
        numbers.insert(*place, number);
        if let Some(area) = areas.get_mut(usize::from(*area) - 1) {
            area.nodes.push(*position);
        }
    }
    let mut pairs = Vec::new();
    for ([column, row], number) in &numbers {
        for next in [[column + 1, *row], [*column, row + 1]] {
            if let Some(other) = numbers.get(&next) {
                pairs.push([*number, *other]);
            }
        }
    }
    walk::path_data(&areas, &pairs)
}

/// Lines of nodes: x with whether the line runs along a street, z with whether it runs along an avenue or the boardwalk.
fn lines() -> (Vec<(f32, bool)>, Vec<(f32, bool)>) {
    let half = PAVEMENT * 0.5;
    let mut xs: Vec<(f32, bool)> = Vec::new();
    let mut zs: Vec<(f32, bool)> = Vec::new();
    for [x0, x1] in STREETS {
        xs.extend([x0 - half, (x0 + x1) * 0.5, x1 + half].map(|x| (x, true)));
    }
    for [z0, z1] in AVENUES {
        zs.extend([z0 - half, (z0 + z1) * 0.5, z1 + half].map(|z| (z, true)));
    }
    zs.push(((BOARDWALK[0] + BOARDWALK[1]) * 0.5, true));
    fill(&mut xs, X_RANGE);
    fill(&mut zs, [Z_RANGE[0], BOARDWALK[0]]);
    (xs, zs)
}

/// Adds lines a stride apart wherever there is none within half a stride.
fn fill(lines: &mut Vec<(f32, bool)>, [low, high]: [f32; 2]) {
    for at in strides(low + STRIDE * 0.5, high, STRIDE) {
        if lines
            .iter()
            .all(|(line, _)| (line - at).abs() > STRIDE * 0.5)
        {
            lines.push((at, false));
        }
    }
    lines.sort_by(|a, b| a.0.total_cmp(&b.0));
}

/// The ground under a point, where people walk.
fn height(plan: &Plan, x: f32, z: f32) -> Option<f32> {
    if z > BOARDWALK[0] {
        return Some(BOARDWALK_HEIGHT);
    }
    match plan.ground(x, z)? {
        Ground::Asphalt => Some(0.0),
        Ground::Pavement | Ground::Yard | Ground::Earth => Some(KERB),
        Ground::House => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_ps2::finding::Findings;
    use wonderwheel_warriors::path_data::{
        PathMap, PathQuery, PathState, RouteOptions, RouteScratch,
    };

    #[test]
    fn a_route_leads_from_the_boardwalk_to_the_second_avenue() {
        let recipe = CityRecipe::default();
        let data = build(&Plan::new(&recipe), &recipe).unwrap();
        let mut findings = Findings::new();
        data.validate(&mut findings);
        assert!(findings.is_empty(), "{findings:?}");
        let map = PathMap::new(data);
        let state = PathState::at_load(&map);
        let query = PathQuery {
            map: &map,
            state: &state,
            hazards: &[],
            ground: None,
        };
        let (from, to) = ([30.0, -63.0, 0.75], [-30.0, 38.0, 0.0]);
        assert_eq!((query.area_at(from), query.area_at(to)), (Some(2), Some(1)));
        let mut scratch = RouteScratch::new();
        let route = query.route(from, to, &RouteOptions::default(), &mut scratch);
        println!(
            "{} nodes, {} edges: {route:?}",
            map.data().nodes.len(),
            map.data().edges.len()
        );
        assert!(route.is_some());
    }
}
