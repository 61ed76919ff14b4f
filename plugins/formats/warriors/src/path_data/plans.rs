//! Small maps for the tests.

use super::*;

/// A rectangle, anticlockwise.
pub(super) fn rectangle([x0, y0]: [f32; 2], [x1, y1]: [f32; 2]) -> Vec<[f32; 2]> {
    vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
}

/// Two rooms of 10 m that share the wall x = 10, which is open all along. A block of 2 m stands in the middle of the first.
/// Nodes 0 to 3 go around the block, 4 and 5 are in the second room; `gap` is how far that is moved away.
pub(super) fn rooms(gap: f32) -> Vec<AreaPlan> {
    vec![
        AreaPlan {
            ground_area: 1,
            outline: rectangle([0.0, 0.0], [10.0, 10.0]),
            holes: vec![HolePlan {
                outline: rectangle([4.0, 4.0], [6.0, 6.0]),
                flags: Path::ORDINARY_HOLE,
            }],
            nodes: vec![
                [2.0, 2.0, 0.0],
                [8.0, 2.0, 0.0],
                [8.0, 8.0, 0.0],
                [2.0, 8.0, 0.0],
            ],
        },
        AreaPlan {
            ground_area: 2,
            outline: rectangle([10.0 + gap, 0.0], [20.0, 10.0]),
            holes: Vec::new(),
            nodes: vec![[12.0, 5.0, 0.0], [18.0, 5.0, 0.0]],
        },
    ]
}

/// Steps around the block and into the second room.
pub(super) fn steps() -> Vec<StepPlan> {
    let pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (1, 4), (2, 4), (4, 5)];
    let pairs = pairs.into_iter();
    pairs.flat_map(|(a, b)| StepPlan::both_ways(a, b)).collect()
}

/// A map with what its queries are asked with.
pub(super) struct QueriedMap {
    pub(super) map: PathMap,
    pub(super) state: PathState,
    pub(super) hazards: Vec<Hazard>,
}

impl QueriedMap {
    pub(super) fn new(areas: &[AreaPlan], steps: &[StepPlan]) -> Self {
        Self::of(PathData::build(areas, steps).unwrap())
    }

    pub(super) fn of(data: PathData) -> Self {
        let map = PathMap::new(data);
        Self {
            state: PathState::at_load(&map),
            map,
            hazards: Vec::new(),
        }
    }

    pub(super) fn rooms() -> Self {
        Self::new(&rooms(0.0), &steps())
    }

    /// The rooms with something changed.
    pub(super) fn changed(change: impl FnOnce(&mut PathData)) -> Self {
        let mut data = PathData::build(&rooms(0.0), &steps()).unwrap();
        change(&mut data);
        Self::of(data)
    }

    /// Nodes in a large room.
    pub(super) fn nodes(nodes: Vec<[f32; 3]>, steps: &[StepPlan]) -> Self {
        let room = AreaPlan {
            outline: rectangle([-10_000.0; 2], [10_000.0; 2]),
            nodes,
            ..AreaPlan::default()
        };
        Self::new(&[room], steps)
    }

    pub(super) fn query(&self) -> PathQuery<'_> {
        PathQuery {
            map: &self.map,
            state: &self.state,
            hazards: &self.hazards,
            ground: None,
        }
    }
}
