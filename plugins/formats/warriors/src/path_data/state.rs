//! What changes in play, and what a query is asked with.

use super::hazard::Hazard;
use super::map::PathMap;
use super::records::{Path, RouteEdge};

/// The parts of path data that play changes: doors, and how many use each node. Apart from the map, which many may share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathState {
    path_flags: Vec<u16>,
    edge_words: Vec<u32>,
    routes_through: Vec<u8>,
}

impl PathState {
    /// As a level begins. Quirk: the loader clears flag 0x10 of every path and every node's count of routes.
    /// Source: spec/paths-subtitles.md A1; 0x0024e720.
    pub fn at_load(map: &PathMap) -> Self {
        let data = map.data();
        let flags = data.paths.iter().map(|path| path.flags & !Path::CLEARED);
        Self {
            path_flags: flags.collect(),
            edge_words: data.edges.iter().map(|edge| edge.word).collect(),
            routes_through: vec![0; data.nodes.len()],
        }
    }

    /// The flags of a path; those of one that does not exist say that tests pass over it.
    pub fn path_flags(&self, path: usize) -> u16 {
        let flags = self.path_flags.get(path);
        flags.copied().unwrap_or(Path::IGNORED)
    }

    /// Changes the flags of a path: a door that opens sets [`Path::IGNORED`] on its hole.
    pub fn set_path_flags(&mut self, path: usize, flags: u16) {
        if let Some(kept) = self.path_flags.get_mut(path) {
            *kept = flags;
        }
    }

    /// Kind and avoid bit of an edge; none for one that does not exist.
    pub fn edge_word(&self, edge: usize) -> u32 {
        self.edge_words.get(edge).copied().unwrap_or(0)
    }

    /// Changes kind and avoid bit of an edge: a door that opens clears [`RouteEdge::AVOID`].
    pub fn set_edge_word(&mut self, edge: usize, word: u32) {
        if let Some(kept) = self.edge_words.get_mut(edge) {
            *kept = word;
        }
    }

    /// How many routes lead through a node.
    pub fn routes_through(&self, node: usize) -> u8 {
        self.routes_through.get(node).copied().unwrap_or(0)
    }

    /// Somebody follows a route now.
    pub fn begin_route(&mut self, nodes: &[u16]) {
        self.count(nodes, |count| count.saturating_add(1));
    }

    /// Somebody has left a route.
    pub fn end_route(&mut self, nodes: &[u16]) {
        self.count(nodes, |count| count.saturating_sub(1));
    }

    fn count(&mut self, nodes: &[u16], by: impl Fn(u8) -> u8) {
        for &node in nodes {
            if let Some(count) = self.routes_through.get_mut(usize::from(node)) {
                *count = by(*count);
            }
        }
    }

    pub(super) fn edge(&self, index: usize, stored: &RouteEdge) -> RouteEdge {
        RouteEdge {
            word: self.edge_word(index),
            ..*stored
        }
    }
}

/// Everything that questions about paths are asked of. Points are in game axes.
#[derive(Clone, Copy)]
pub struct PathQuery<'a> {
    /// Where people can walk.
    pub map: &'a PathMap,
    /// Doors and who walks where.
    pub state: &'a PathState,
    /// Fires and the like; the first 64 count.
    pub hazards: &'a [Hazard],
    /// The area number of the ground under a point
    /// ([`CollisionMesh::ground_area`](crate::collision::CollisionMesh::ground_area)); `None` without collision data, and
    /// areas are then distinguished by their outlines alone.
    pub ground: Option<&'a dyn Fn([f32; 3]) -> Option<u8>>,
}

#[cfg(test)]
mod tests {
    use super::super::plans::*;
    use super::*;

    #[test]
    fn loading_clears_flag_0x10_and_the_counts_of_routes() {
        let state = QueriedMap::changed(|data| {
            data.paths[1].flags = 0x17;
            data.nodes[0].routes_through = 9;
        })
        .state;
        assert_eq!(state.path_flags(1), 0x07);
        assert_eq!(state.routes_through(0), 0);
        assert_eq!(state.path_flags(99), Path::IGNORED);
    }

    #[test]
    fn routes_are_counted_in_and_out() {
        let mut state = QueriedMap::rooms().state;
        state.begin_route(&[0, 1]);
        state.begin_route(&[1, 99]);
        assert_eq!([0, 1, 2].map(|n| state.routes_through(n)), [1, 2, 0]);
        state.end_route(&[0, 1]);
        state.end_route(&[0]);
        assert_eq!([0, 1].map(|n| state.routes_through(n)), [0, 1]);
    }
}
