//! A route from one point to another. Source: spec/paths-subtitles.md A4.

use super::records::RouteEdge;
use super::route_options::RouteOptions;
use super::search::{SearchScratch, WayCost};
use super::state::PathQuery;

/// How to get somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route<'a> {
    /// Walk straight.
    Straight,
    /// Walk to each of these nodes in turn, then straight.
    Through {
        /// Node indices in walking order.
        nodes: &'a [u16],
        /// What the search counted from the first node to the last before it was shortened, 1/16 m.
        cost: u16,
    },
}

/// What a route search remembers. One serves every map; it grows to the largest map's node count.
#[derive(Debug, Clone, Default)]
pub struct RouteScratch {
    search: SearchScratch,
    way: Vec<u16>,
    other_way: Vec<u16>,
}

impl RouteScratch {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }
}

impl PathQuery<'_> {
    /// A route between two points; `None` when there is none: a point outside every area, areas that are not joined, no node
    /// within reach, or no way within the search's bounds.
    pub fn route<'s>(
        &self,
        from: [f32; 3],
        to: [f32; 3],
        options: &RouteOptions,
        scratch: &'s mut RouteScratch,
    ) -> Option<Route<'s>> {
        let path_mask = options.path_mask;
        let here = self.area_at(from)?;
        if self.can_walk_straight(here, from, to, path_mask) {
            return Some(Route::Straight);
        }
        let there = self.area_at(to)?;
        let is_joined = |area: usize| {
            let area = self.map.areas().get(area);
            area.is_some_and(|area| area.is_on_graph)
        };
        if here != there && !(is_joined(here) && is_joined(there)) {
            return None;
        }
        let first = self.nearest_reachable_node(here, from, path_mask)?;
        let last = self.nearest_reachable_node(there, to, path_mask)?;
        let (found, mask) = self.search_with_retry(first, last, options, scratch)?;
        self.shorten(&mut scratch.way, (here, from), to, mask, path_mask);
        Some(Route::Through {
            nodes: &scratch.way,
            cost: found.cost,
        })
    }

    /// The search, once more with climbs and jumps when it finds nothing, and once without climbing at a run when it found a way
    /// that does: the cheaper one stays in `scratch.way`. With it the mask that it was found under.
    fn search_with_retry(
        &self,
        first: u16,
        last: u16,
        options: &RouteOptions,
        scratch: &mut RouteScratch,
    ) -> Option<(WayCost, u32)> {
        let RouteScratch {
            search,
            way,
            other_way,
        } = scratch;
        const CLIMBS_AND_JUMPS: u32 =
            (RouteEdge::RUNNING_CLIMB | RouteEdge::CLIMB | RouteEdge::JUMP) as u32;
        let mut mask = options.mask;
        let mut found = self.search(first, last, mask, options, search, way);
        let is_restricted = mask & !u32::from(RouteEdge::OUTSIDE) != RouteOptions::EVERY_KIND;
        if found.is_none() && is_restricted {
            mask |= CLIMBS_AND_JUMPS;
            found = self.search(first, last, mask, options, search, way);
        }
        let found = found?;
        if options.climb_filter && found.kinds & RouteEdge::RUNNING_CLIMB != 0 {
            let walking = mask & !u32::from(RouteEdge::RUNNING_CLIMB);
            let other = self.search(first, last, walking, options, search, other_way);
            if let Some(other) = other.filter(|other| other.cost < found.cost) {
                std::mem::swap(way, other_way);
                return Some((other, walking));
            }
        }
        Some((found, mask))
    }

    /// Drops nodes that need not be walked to: leading ones while the start reaches the next, those between two nodes of which
    /// the later, up to 4 further on, has an edge from the earlier, and trailing ones while the one before reaches the goal.
    fn shorten(
        &self,
        way: &mut Vec<u16>,
        (here, from): (usize, [f32; 3]),
        to: [f32; 3],
        mask: u32,
        path_mask: u16,
    ) {
        const AHEAD: usize = 4;
        let reaches = |area: usize, from: [f32; 3], to: [f32; 3]| {
            self.can_walk_straight(area, from, to, path_mask)
        };
        let position = |node: u16| self.node_position(node).to_array();
        let leading = way
            .iter()
            .skip(1)
            .take_while(|&&next| reaches(here, from, position(next)))
            .count();
        way.drain(..leading);

        let mut at = 0;
        while let Some(&node) = way.get(at) {
            let linked = (2..=AHEAD).rev().find(|ahead| {
                let later = way.get(at + ahead);
                later.is_some_and(|&later| self.has_step(node, later, mask))
            });
            if let Some(ahead) = linked {
                way.drain(at + 1..at + ahead);
            }
            at += 1;
        }

        while let [.., before, _] = *way.as_slice() {
            let area = self.map.area_of_node(usize::from(before));
            if !area.is_some_and(|area| reaches(area, position(before), to)) {
                break;
            }
            way.pop();
        }
    }

    /// Whether there is a step of a kind in `mask` from one node to another.
    fn has_step(&self, from: u16, to: u16, mask: u32) -> bool {
        self.map.edges_to(usize::from(to)).any(|(index, edge)| {
            let kind = self.state.edge(index, edge).kind();
            edge.from == u32::from(from) && u32::from(kind) & mask != 0
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::plans::*;
    use super::super::{AreaPlan, Hazard, HolePlan, Path, StepPlan};
    use super::*;

    /// The nodes of a route, none for a straight one.
    fn route(
        built: &QueriedMap,
        [ax, ay]: [f32; 2],
        [bx, by]: [f32; 2],
        options: &RouteOptions,
    ) -> Option<Vec<u16>> {
        let mut scratch = RouteScratch::new();
        let query = built.query();
        let route = query.route([ax, ay, 0.0], [bx, by, 0.0], options, &mut scratch)?;
        Some(match route {
            Route::Straight => Vec::new(),
            Route::Through { nodes, .. } => nodes.to_vec(),
        })
    }

    const PLAIN: RouteOptions = RouteOptions {
        mask: RouteOptions::EVERY_KIND,
        climb_filter: false,
        path_mask: 0,
    };

    /// On either side of the block.
    const LEFT: [f32; 2] = [1.0, 5.0];
    const RIGHT: [f32; 2] = [9.0, 5.0];

    #[test]
    fn where_a_line_can_be_walked_there_is_no_route() {
        let built = QueriedMap::rooms();
        assert_eq!(route(&built, [1.0, 1.0], [9.0, 1.0], &PLAIN), Some(vec![]));
        assert_eq!(route(&built, [8.0, 5.0], [19.0, 5.0], &PLAIN), Some(vec![]));
    }

    #[test]
    fn a_route_goes_around_a_block_without_the_nodes_that_are_not_needed() {
        // Nodes 0 and 1 lead around below; from (1, 5) node 1 is in reach: the line passes x = 4 at 3.71.
        let built = QueriedMap::rooms();
        assert_eq!(route(&built, LEFT, RIGHT, &PLAIN), Some(vec![1]));
        // From nearer to the block it is not, but the goal is in reach of neither node 3 nor a start.
        let near = route(&built, [3.5, 5.5], [6.5, 5.5], &PLAIN);
        assert_eq!(near, Some(vec![3, 2]));
    }

    #[test]
    fn the_cost_is_the_searchs() {
        // 6 m less 8.
        let mut scratch = RouteScratch::new();
        let built = QueriedMap::rooms();
        let (from, to) = ([1.0, 5.0, 0.0], [9.0, 5.0, 0.0]);
        let expected = Route::Through {
            nodes: &[1],
            cost: 88,
        };
        let found = built.query().route(from, to, &PLAIN, &mut scratch);
        assert_eq!(found, Some(expected));
    }

    #[test]
    fn a_route_through_a_node_makes_the_other_way_cheaper() {
        // Two ways past a long block.
        let area = AreaPlan {
            outline: rectangle([0.0, 0.0], [30.0, 20.0]),
            holes: vec![HolePlan {
                outline: rectangle([5.0, 5.0], [25.0, 15.0]),
                flags: Path::ORDINARY_HOLE,
            }],
            nodes: vec![
                [2.0, 10.0, 0.0],
                [15.0, 2.0, 0.0],
                [15.0, 18.0, 0.0],
                [28.0, 10.0, 0.0],
            ],
            ..AreaPlan::default()
        };
        let pairs = [(0, 1), (1, 3), (0, 2), (2, 3)].into_iter();
        let steps: Vec<_> = pairs.flat_map(|(a, b)| StepPlan::both_ways(a, b)).collect();
        let mut built = QueriedMap::new(&[area], &steps);
        let way = |built: &QueriedMap| route(built, [1.0, 10.0], [29.0, 10.0], &PLAIN).unwrap();
        let first = way(&built);
        built.state.begin_route(&first);
        let second = way(&built);
        let passes = |way: &[u16]| [1, 2].map(|node| way.contains(&node));
        assert_ne!(passes(&first), passes(&second), "{first:?} {second:?}");
    }

    #[test]
    fn areas_off_the_graph_are_not_joined() {
        let built = QueriedMap::changed(|data| data.paths[2].on_graph = 0);
        assert_eq!(route(&built, LEFT, [15.0, 5.0], &PLAIN), None);
        // Within one area it does not matter.
        assert!(route(&built, LEFT, RIGHT, &PLAIN).is_some());
        let built = QueriedMap::rooms();
        assert!(route(&built, LEFT, [15.0, 5.0], &PLAIN).is_some());
        // Into the block, and outside.
        assert_eq!(route(&built, LEFT, [5.0, 5.0], &PLAIN), None);
        assert_eq!(route(&built, LEFT, [50.0, 5.0], &PLAIN), None);
    }

    /// The first room with one step past the block.
    fn with_step(kind: u16) -> QueriedMap {
        let mut areas = rooms(0.0);
        areas[0].nodes = vec![[2.0, 5.0, 0.0], [8.0, 5.0, 0.0]];
        areas.truncate(1);
        let step = StepPlan {
            from: 0,
            to: 1,
            kind,
        };
        QueriedMap::new(&areas, &[step])
    }

    #[test]
    fn a_search_that_fails_is_tried_again_with_climbs_and_jumps() {
        let masked = |mask| RouteOptions { mask, ..PLAIN };
        let passes = |kind, mask| {
            let way = route(&with_step(kind), LEFT, RIGHT, &masked(mask));
            way == Some(vec![0, 1])
        };
        for kind in [RouteEdge::CLIMB, RouteEdge::JUMP, RouteEdge::RUNNING_CLIMB] {
            assert!(passes(kind, RouteEdge::WALK.into()));
        }
        assert!(!passes(RouteEdge::DOOR, RouteEdge::WALK.into()));
        assert!(!passes(RouteEdge::OUTSIDE, RouteOptions::EVERY_KIND));
        assert!(passes(RouteEdge::OUTSIDE, 0x1FF));
    }

    #[test]
    fn with_the_filter_on_a_detour_of_less_than_twenty_metres_is_walked() {
        let mut areas = rooms(0.0);
        areas.truncate(1);
        let corners = [[2.0, 5.0], [8.0, 5.0], [2.0, 1.0], [8.0, 1.0]];
        areas[0].nodes = corners.map(|[x, y]| [x, y, 0.0]).to_vec();
        let mut steps = vec![StepPlan {
            from: 0,
            to: 1,
            kind: RouteEdge::RUNNING_CLIMB,
        }];
        for (a, b) in [(0, 2), (2, 3), (3, 1)] {
            steps.extend(StepPlan::both_ways(a, b));
        }
        let built = QueriedMap::new(&areas, &steps);
        let way = |climb_filter| {
            let options = RouteOptions {
                climb_filter,
                ..PLAIN
            };
            let mut scratch = RouteScratch::new();
            let query = built.query();
            query.search_with_retry(0, 1, &options, &mut scratch)?;
            Some(scratch.way)
        };
        assert_eq!(way(false), Some(vec![0, 1]));
        assert_eq!(way(true), Some(vec![0, 2, 3, 1]));
    }

    #[test]
    fn a_link_up_to_four_nodes_ahead_shortens_a_route() {
        let nodes: Vec<[f32; 3]> = (0..6_u8).map(|i| [f32::from(i), 0.0, 0.0]).collect();
        let shortened = |link: Option<(u16, u16)>| {
            let mut steps: Vec<_> = (1..6).flat_map(|i| StepPlan::both_ways(i - 1, i)).collect();
            steps.extend(link.map(|(from, to)| StepPlan {
                from,
                to,
                kind: RouteEdge::WALK,
            }));
            let mut built = QueriedMap::nodes(nodes.clone(), &steps);
            // A fire between the ends and the nodes, so that nothing is in reach of either.
            let fire = |x| Hazard {
                centre: [x, 0.0, 0.0],
                radius: 3.0,
            };
            built.hazards = vec![fire(-50.0), fire(50.0)];
            let mut way = vec![0, 1, 2, 3, 4, 5];
            let (start, end) = ([-100.0, 0.0, 0.0], [100.0, 0.0, 0.0]);
            let query = built.query();
            query.shorten(&mut way, (0, start), end, 0xFF, 0);
            way
        };
        assert_eq!(shortened(None), [0, 1, 2, 3, 4, 5]);
        assert_eq!(shortened(Some((0, 4))), [0, 4, 5]);
        assert_eq!(shortened(Some((1, 3))), [0, 1, 3, 4, 5]);
        // Five ahead, or the wrong way round.
        assert_eq!(shortened(Some((0, 5))), [0, 1, 2, 3, 4, 5]);
        assert_eq!(shortened(Some((4, 0))), [0, 1, 2, 3, 4, 5]);
    }
}
