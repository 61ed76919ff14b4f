//! The search through route nodes. Source: spec/paths-subtitles.md A4.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use wonderwheel_ps2::steps;

use super::records::RouteEdge;
use super::route_options::RouteOptions;
use super::state::PathQuery;

/// Costs are in sixteenths of a metre.
const PER_METRE: f32 = 16.0;

/// An edge that costs this much is not taken.
const TOO_COSTLY: u16 = 65_000;

/// Nodes that a search expands before it gives up.
const MOST_NODES: usize = 128;

/// What one search remembers; kept from one to the next, so that it allocates only while it grows.
#[derive(Debug, Clone, Default)]
pub(super) struct SearchScratch {
    open: BinaryHeap<Reverse<(u16, u16)>>,
    nodes: Vec<Visit>,
    generation: u32,
}

/// What a search knows of a node; worth something only when its generation is the search's.
#[derive(Debug, Clone, Copy, Default)]
struct Visit {
    generation: u32,
    cost: u16,
    /// The next node on the way, and the kind of the step to it.
    next: Option<(u16, u16)>,
    is_closed: bool,
}

/// What the way that a search found costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WayCost {
    /// Sixteenths of a metre with everything that is added to it.
    pub(super) cost: u16,
    /// All kinds of steps on it.
    pub(super) kinds: u16,
}

impl PathQuery<'_> {
    /// Finds the cheapest way from one node to another over steps whose kind is in `mask`, and writes its nodes, both ends among
    /// them, into `way`.
    ///
    /// It starts at the goal: edges are stored on the node that they lead to, and so each node that is reached knows the next one
    /// to walk to. Costs are 16-bit and saturate.
    pub(super) fn search(
        &self,
        from: u16,
        goal: u16,
        mask: u32,
        options: &RouteOptions,
        scratch: &mut SearchScratch,
        way: &mut Vec<u16>,
    ) -> Option<WayCost> {
        scratch.begin(self.map.data().nodes.len());
        scratch.reach(goal, 0, None)?;
        scratch
            .open
            .push(Reverse((self.estimate(goal, from), goal)));
        let mut expanded = 0;
        while let Some(Reverse((_, node))) = scratch.open.pop() {
            let visit = scratch.visit(node)?;
            if visit.is_closed {
                continue;
            }
            if node == from {
                return Some(scratch.follow(from, visit.cost, way));
            }
            if expanded == MOST_NODES {
                return None;
            }
            expanded += 1;
            scratch.close(node);
            for (index, edge) in self.map.edges_to(usize::from(node)) {
                steps::count(1);
                let edge = self.state.edge(index, edge);
                let Ok(previous) = u16::try_from(edge.from) else {
                    continue;
                };
                if u32::from(edge.kind()) & mask == 0 || !scratch.has(previous) {
                    continue;
                }
                let step = self.step_cost(previous, node, &edge, mask, options);
                if step >= TOO_COSTLY {
                    continue;
                }
                let cost = visit.cost.saturating_add(step);
                let is_better = scratch
                    .visit(previous)
                    .is_none_or(|known| !known.is_closed && cost < known.cost);
                if is_better {
                    scratch.reach(previous, cost, Some((node, edge.kind())));
                    let total = cost.saturating_add(self.estimate(previous, from));
                    scratch.open.push(Reverse((total, previous)));
                }
            }
        }
        None
    }

    /// Sixteenths of the straight distance.
    fn estimate(&self, a: u16, b: u16) -> u16 {
        let distance = self.node_position(a).distance(self.node_position(b));
        // The cast saturates.
        (distance * PER_METRE) as u16
    }

    /// What a step costs: its length, more for climbs and jumps, for a closed door, and for each route through the node that it
    /// leaves, which spreads walkers over parallel ways.
    ///
    /// Quirk: a node without routes is cheaper by 8.
    fn step_cost(
        &self,
        from: u16,
        to: u16,
        edge: &RouteEdge,
        mask: u32,
        options: &RouteOptions,
    ) -> u16 {
        const CLOSED: i64 = 1600;
        const A_ROUTE: i64 = 40;
        const NO_ROUTE: i64 = 8;
        let mut cost = i64::from(self.estimate(from, to));
        if options.climb_filter && mask & u32::from(RouteEdge::OUTSIDE) == 0 {
            let extra = [
                (RouteEdge::CLIMB, 200),
                (RouteEdge::RUNNING_CLIMB, 320),
                (RouteEdge::JUMP, 80),
            ];
            for (kind, more) in extra {
                if edge.kind() & kind != 0 {
                    cost += more;
                }
            }
        }
        if edge.is_avoided() {
            cost += CLOSED;
        }
        let routes = self.state.routes_through(usize::from(from));
        cost += A_ROUTE * i64::from(routes) - NO_ROUTE;
        cost.clamp(0, i64::from(u16::MAX)) as u16
    }
}

impl SearchScratch {
    fn begin(&mut self, nodes: usize) {
        self.open.clear();
        // Old visits have other generations; when those run out, the visits go.
        if self.generation == u32::MAX || self.nodes.len() != nodes {
            self.nodes.clear();
            self.generation = 0;
        }
        self.nodes.resize(nodes, Visit::default());
        self.generation += 1;
    }

    fn has(&self, node: u16) -> bool {
        usize::from(node) < self.nodes.len()
    }

    fn visit(&self, node: u16) -> Option<Visit> {
        let visit = *self.nodes.get(usize::from(node))?;
        (visit.generation == self.generation).then_some(visit)
    }

    /// `None` when there is no such node.
    fn reach(&mut self, node: u16, cost: u16, next: Option<(u16, u16)>) -> Option<()> {
        *self.nodes.get_mut(usize::from(node))? = Visit {
            generation: self.generation,
            cost,
            next,
            is_closed: false,
        };
        Some(())
    }

    fn close(&mut self, node: u16) {
        if let Some(visit) = self.nodes.get_mut(usize::from(node)) {
            visit.is_closed = true;
        }
    }

    /// Writes the way from a node to the goal.
    fn follow(&self, from: u16, cost: u16, way: &mut Vec<u16>) -> WayCost {
        way.clear();
        way.push(from);
        let (mut at, mut kinds) = (from, 0);
        // Every next node was closed before, so a way has no more nodes than were expanded, and no loop.
        for _ in 0..=MOST_NODES {
            let Some((next, kind)) = self.visit(at).and_then(|visit| visit.next) else {
                break;
            };
            way.push(next);
            kinds |= kind;
            at = next;
        }
        WayCost { cost, kinds }
    }
}

#[cfg(test)]
mod tests {
    use super::super::StepPlan;
    use super::super::plans::*;
    use super::*;

    fn found(
        built: &QueriedMap,
        ends: [u16; 2],
        options: &RouteOptions,
    ) -> Option<(u16, Vec<u16>)> {
        let (mut scratch, mut way) = (SearchScratch::default(), Vec::new());
        let ([from, goal], mask) = (ends, options.mask);
        let query = built.query();
        let found = query.search(from, goal, mask, options, &mut scratch, &mut way)?;
        Some((found.cost, way))
    }

    fn pair(distance: f32, kind: u16) -> QueriedMap {
        let step = StepPlan {
            from: 0,
            to: 1,
            kind,
        };
        QueriedMap::nodes(vec![[0.0; 3], [distance, 0.0, 0.0]], &[step])
    }

    fn chain(length: u16, distance: f32) -> QueriedMap {
        let nodes = (0..length).map(|i| [f32::from(i) * distance, 0.0, 0.0]);
        let steps = (1..length).flat_map(|i| StepPlan::both_ways(i - 1, i));
        QueriedMap::nodes(nodes.collect(), &steps.collect::<Vec<_>>())
    }

    fn cost(distance: f32, kind: u16, options: &RouteOptions) -> Option<u16> {
        found(&pair(distance, kind), [0, 1], options).map(|(cost, _)| cost)
    }

    const PLAIN: RouteOptions = RouteOptions {
        mask: RouteOptions::EVERY_KIND,
        climb_filter: false,
        path_mask: 0,
    };

    #[test]
    fn a_step_costs_sixteen_a_metre_less_eight() {
        assert_eq!(cost(10.0, RouteEdge::WALK, &PLAIN), Some(152));
        assert_eq!(cost(10.0, RouteEdge::CLIMB, &PLAIN), Some(152));
        // A quarter of a metre would cost less than nothing.
        assert_eq!(cost(0.25, RouteEdge::WALK, &PLAIN), Some(0));
    }

    #[test]
    fn climbs_and_jumps_cost_more_with_the_filter_on_and_without_0x100() {
        let filtered = RouteOptions {
            climb_filter: true,
            ..PLAIN
        };
        let outside = RouteOptions {
            mask: 0x1FF,
            ..filtered
        };
        for (kind, more) in [
            (RouteEdge::CLIMB, 200),
            (RouteEdge::RUNNING_CLIMB, 320),
            (RouteEdge::JUMP, 80),
            (RouteEdge::WALK_OTHER, 0),
        ] {
            assert_eq!(cost(10.0, kind, &filtered), Some(152 + more));
            assert_eq!(cost(10.0, kind, &outside), Some(152));
        }
    }

    #[test]
    fn a_closed_door_costs_a_hundred_metres() {
        let mut built = pair(10.0, RouteEdge::DOOR);
        assert_eq!(found(&built, [0, 1], &PLAIN).unwrap().0, 1752);
        built.state.set_edge_word(0, RouteEdge::DOOR.into());
        assert_eq!(found(&built, [0, 1], &PLAIN).unwrap().0, 152);
    }

    #[test]
    fn a_route_through_a_node_costs_forty() {
        let mut built = pair(10.0, RouteEdge::WALK);
        for routes in 1..=3 {
            built.state.begin_route(&[0]);
            assert_eq!(found(&built, [0, 1], &PLAIN).unwrap().0, 152 + 40 * routes);
        }
    }

    #[test]
    fn a_step_of_65_000_or_of_another_kind_is_not_taken() {
        assert_eq!(cost(4062.0, RouteEdge::WALK, &PLAIN), Some(64_984));
        assert_eq!(cost(4063.0, RouteEdge::WALK, &PLAIN), None);
        assert_eq!(cost(1.0, RouteEdge::OUTSIDE, &PLAIN), None);
        let climbs = RouteOptions {
            mask: RouteEdge::CLIMB.into(),
            ..PLAIN
        };
        assert_eq!(cost(1.0, RouteEdge::WALK, &climbs), None);
        assert_eq!(cost(10.0, RouteEdge::CLIMB, &climbs), Some(152));
    }

    #[test]
    fn a_jump_down_leads_one_way() {
        let built = pair(10.0, RouteEdge::JUMP);
        assert_eq!(found(&built, [0, 1], &PLAIN).unwrap().1, [0, 1]);
        assert_eq!(found(&built, [1, 0], &PLAIN), None);
        assert_eq!(found(&built, [1, 1], &PLAIN), Some((0, vec![1])));
    }

    #[test]
    fn the_cheapest_way_is_taken_in_walking_order() {
        // 6 m, 5 m and 6 m, each less 8.
        let expected = (88 + 72 + 88, vec![0, 1, 4, 5]);
        assert_eq!(found(&QueriedMap::rooms(), [0, 5], &PLAIN), Some(expected));
    }

    #[test]
    fn a_search_gives_up_after_128_nodes() {
        let nodes = |length: u16| {
            let found = found(&chain(length, 1.0), [0, length - 1], &PLAIN);
            found.map(|(_, way)| way.len())
        };
        assert_eq!(nodes(129), Some(129));
        assert_eq!(nodes(130), None);
    }

    #[test]
    fn costs_saturate_where_16_bits_end() {
        let found = found(&chain(4, 2000.0), [0, 3], &PLAIN);
        assert_eq!(found, Some((u16::MAX, vec![0, 1, 2, 3])));
    }

    #[test]
    fn loops_and_edges_to_nowhere_end() {
        let built = QueriedMap::changed(|data| {
            for (i, edge) in data.edges.iter_mut().enumerate() {
                edge.from = [0, 1, 2, 6, 65_536, u32::MAX][i % 6];
            }
        });
        for from in 0..7 {
            for goal in 0..7 {
                if let Some((_, way)) = found(&built, [from, goal], &PLAIN) {
                    assert_eq!((way.first(), way.last()), (Some(&from), Some(&goal)));
                }
            }
        }
        assert_eq!(found(&built, [6, 0], &PLAIN), None);
    }
}
