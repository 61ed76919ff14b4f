//! The nearest route node. Source: spec/paths-subtitles.md A4.

use glam::Vec3;
use wonderwheel_ps2::steps;

use super::state::PathQuery;

/// Nodes that are tried at most before a point counts as cut off.
const MOST_TRIED: usize = 30;

impl PathQuery<'_> {
    /// The node of an area that is nearest to a point, reachable or not.
    pub fn nearest_node(&self, area: usize, point: [f32; 3]) -> Option<u16> {
        let (nodes, count) = self.nodes_by_distance(area, point);
        nodes.iter().take(count).map(|&(_, node)| node).next()
    }

    /// The nearest node of an area that a straight line from a point leads to; the 30 nearest are tried.
    pub fn nearest_reachable_node(
        &self,
        area: usize,
        point: [f32; 3],
        path_mask: u16,
    ) -> Option<u16> {
        let (nodes, count) = self.nodes_by_distance(area, point);
        let mut nodes = nodes.iter().take(count).map(|&(_, node)| node);
        nodes.find(|&node| {
            let to = self.node_position(node);
            self.can_walk_straight(area, point, to.to_array(), path_mask)
        })
    }

    /// The 30 nodes of an area that are nearest to a point, nearest first, and how many there are.
    fn nodes_by_distance(&self, area: usize, point: [f32; 3]) -> ([(f32, u16); MOST_TRIED], usize) {
        let point = Vec3::from(point);
        let mut nearest = [(f32::INFINITY, 0); MOST_TRIED];
        let mut count = 0;
        let nodes = self.map.areas().get(area).map(|area| area.nodes.clone());
        for node in nodes.into_iter().flatten() {
            steps::count(1);
            // There are 32,767 nodes at most.
            let node = node as u16;
            let distance = point.distance_squared(self.node_position(node));
            let at = nearest.partition_point(|&(other, _)| other <= distance);
            let behind = nearest.get_mut(at..).unwrap_or_default();
            if let Some(last) = behind.last_mut() {
                *last = (distance, node);
                behind.rotate_right(1);
                count = (count + 1).min(MOST_TRIED);
            }
        }
        (nearest, count)
    }

    pub(super) fn node_position(&self, node: u16) -> Vec3 {
        let node = self.map.data().nodes.get(usize::from(node));
        node.map_or(Vec3::ZERO, |node| node.position.into())
    }
}

#[cfg(test)]
mod tests {
    use super::super::plans::*;

    /// Left of the block.
    const POINT: [f32; 3] = [3.9, 5.0, 0.0];

    #[test]
    fn the_nearest_node_is_the_areas_own() {
        let built = QueriedMap::rooms();
        let query = built.query();
        let point = [9.9, 9.0, 0.0];
        assert_eq!(query.nearest_node(0, point), Some(2));
        assert_eq!(query.nearest_node(1, point), Some(4));
        assert_eq!(query.nearest_node(2, point), None);
    }

    #[test]
    fn a_node_behind_a_hole_is_passed_over_for_one_in_reach() {
        let mut areas = rooms(0.0);
        areas[0].nodes = vec![[6.1, 5.0, 0.0], [2.0, 9.5, 0.0]];
        let built = QueriedMap::new(&areas, &[]);
        let query = built.query();
        assert_eq!(query.nearest_node(0, POINT), Some(0));
        assert_eq!(query.nearest_reachable_node(0, POINT, 0), Some(1));
        assert_eq!(query.nearest_reachable_node(0, POINT, 4), Some(0));
    }

    #[test]
    fn thirty_nodes_are_tried_and_no_more() {
        let reached = |hidden: usize| {
            let mut areas = rooms(0.0);
            areas[0].nodes = vec![[6.1, 5.0, 0.0]; hidden];
            areas[0].nodes.push([2.0, 9.5, 0.0]);
            let built = QueriedMap::new(&areas, &[]);
            built.query().nearest_reachable_node(0, POINT, 0)
        };
        assert_eq!(reached(29), Some(29));
        assert_eq!(reached(30), None);
    }
}
