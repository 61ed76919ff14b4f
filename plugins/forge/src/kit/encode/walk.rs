//! Path data: areas with nodes, joined where a straight line can be walked.

use wonderwheel_warriors::path_data::{
    AreaPlan, HolePlan, Path, PathData, PathMap, PathQuery, PathState, StepPlan,
};

use crate::error::Result;

/// How far holes reach beyond what stands in them, metres: half a walker.
pub const MARGIN: f32 = 0.3;

/// A rectangle between two corners of the plan, game axes.
pub fn rectangle([x0, y0]: [f32; 2], [x1, y1]: [f32; 2]) -> Vec<[f32; 2]> {
    vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
}

/// The hole around something that stands on `[x0, z0, x1, z1]`, RenderWare axes.
pub fn hole([x0, z0, x1, z1]: [f32; 4]) -> HolePlan {
    HolePlan {
        outline: rectangle([x0 - MARGIN, -z1 - MARGIN], [x1 + MARGIN, -z0 + MARGIN]),
        flags: Path::ORDINARY_HOLE,
    }
}

/// The path data of these areas. Of the `pairs` of node numbers those are joined, both ways, between which nothing stands.
///
/// # Errors
/// Areas that the format cannot hold.
pub fn path_data(areas: &[AreaPlan], pairs: &[[u16; 2]]) -> Result<PathData> {
    let map = PathMap::new(PathData::build(areas, &[])?);
    let state = PathState::at_load(&map);
    let query = PathQuery {
        map: &map,
        state: &state,
        hazards: &[],
        ground: None,
    };
    let position = |node: u16| {
        let node = map.data().nodes.get(usize::from(node));
        node.map(|node| node.position)
    };
    let open = |[a, b]: [u16; 2]| {
        let area = map.area_of_node(usize::from(a));
        let ends = area.zip(position(a)).zip(position(b));
        ends.is_some_and(|((area, from), to)| query.can_walk_straight(area, from, to, 0))
    };
    let steps: Vec<StepPlan> = pairs
        .iter()
        .filter(|pair| open(**pair))
        .flat_map(|[a, b]| StepPlan::both_ways(*a, *b))
        .collect();
    Ok(PathData::build(areas, &steps)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_ps2::finding::Findings;

    #[test]
    fn nodes_are_joined_around_a_hole_and_not_through_it() {
        let area = AreaPlan {
            ground_area: 1,
            outline: rectangle([0.0, 0.0], [10.0, 10.0]),
            // RenderWare z runs against game y.
            holes: vec![hole([4.0, -6.0, 6.0, -4.0])],
            nodes: vec![[1.0, 5.0, 0.0], [9.0, 5.0, 0.0], [5.0, 9.0, 0.0]],
        };
        let data = path_data(&[area], &[[0, 1], [0, 2], [2, 1]]).unwrap();
        // 0 to 1 leads through the block; 0 to 2 and 2 to 1 pass its corners at 4 x 1.41 - 1.84 m.
        assert_eq!(data.edges.len(), 4);
        let mut findings = Findings::new();
        data.validate(&mut findings);
        assert!(findings.is_empty(), "{findings:?}");
    }
}
