//! Which records belong together.

use std::ops::Range;

use super::records::{Path, RouteEdge};
use super::stored::PathData;

/// Path data with every count turned into the range that it stands for. Ranges that would leave their list are cut.
#[derive(Debug, Clone, PartialEq)]
pub struct PathMap {
    data: PathData,
    areas: Vec<Area>,
    /// First vertex of each path, and the end of the last.
    vertex_starts: Vec<u32>,
    /// First edge of each node, and the end of the last.
    edge_starts: Vec<u32>,
}

/// An outline with its holes and the route nodes that stand in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// The outline, then the holes.
    pub paths: Range<usize>,
    /// Its route nodes.
    pub nodes: Range<usize>,
    /// Whether routes lead to other areas: what outline and holes have in [`Path::on_graph`], added up, is not 0.
    pub is_on_graph: bool,
}

impl PathMap {
    /// Resolves path data.
    ///
    /// Nodes go to area records in order by count, whatever index a record states. Source: spec/paths-subtitles.md A1.
    pub fn new(data: PathData) -> Self {
        let vertex_counts = data.paths.iter().map(|path| path.vertex_count);
        let vertex_starts = starts(vertex_counts, data.vertices.len());
        let edge_counts = data.nodes.iter().map(|node| node.edge_count);
        let edge_starts = starts(edge_counts, data.edges.len());
        let mut records = data.areas.iter();
        let mut next_node = 0;
        let mut areas = Vec::new();
        let mut begins = true;
        for (i, path) in data.paths.iter().enumerate() {
            let first = next_node;
            if path.area_record != 0 {
                let count = records.next().map_or(0, |record| record.node_count as u16);
                next_node = (next_node + usize::from(count)).min(data.nodes.len());
            }
            if begins {
                areas.push((i..i + 1, first..next_node, 0_i32));
            }
            // The first path always begins an area.
            if let Some((paths, _, graph)) = areas.last_mut() {
                paths.end = i + 1;
                *graph = graph.saturating_add(i32::from(path.on_graph));
            }
            begins = path.continues == 0;
        }
        let areas = areas.into_iter().map(|(paths, nodes, graph)| Area {
            paths,
            nodes,
            is_on_graph: graph != 0,
        });
        Self {
            areas: areas.collect(),
            vertex_starts,
            edge_starts,
            data,
        }
    }

    /// The records.
    pub fn data(&self) -> &PathData {
        &self.data
    }

    /// The areas, in file order.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// A path and its corners, x and y, in order.
    pub fn path(&self, index: usize) -> Option<(&Path, Corners<'_>)> {
        let path = self.data.paths.get(index)?;
        let vertices = self
            .data
            .vertices
            .get(range(&self.vertex_starts, index))
            .unwrap_or_default();
        Some((path, Corners(vertices)))
    }

    /// The edges that are stored on a node, each the step to it from the node that it names, with their indices.
    pub fn edges_to(&self, node: usize) -> impl Iterator<Item = (usize, &RouteEdge)> {
        let range = range(&self.edge_starts, node);
        let edges = self.data.edges.get(range.clone()).unwrap_or_default();
        range.zip(edges)
    }

    /// The area that a node stands in, by the counts.
    pub fn area_of_node(&self, node: usize) -> Option<usize> {
        // Node ranges follow each other; of those that begin at or before the node the last one may hold it.
        let after = self.areas.partition_point(|area| area.nodes.end <= node);
        let area = self.areas.get(after)?;
        area.nodes.contains(&node).then_some(after)
    }
}

/// The corners of a path.
#[derive(Debug, Clone, Copy)]
pub struct Corners<'a>(&'a [super::records::PathVertex]);

impl<'a> Corners<'a> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// x and y of each.
    pub fn positions(self) -> impl Iterator<Item = [f32; 2]> + 'a {
        self.0.iter().map(|vertex| vertex.position)
    }

    /// Edge k: from corner k to the one after it, the last back to the first.
    pub fn edge(self, k: usize) -> Option<([f32; 2], [f32; 2])> {
        let from = self.0.get(k)?;
        let to = self.0.get(k + 1).or_else(|| self.0.first())?;
        Some((from.position, to.position))
    }

    /// All edges in order.
    pub fn edges(self) -> impl Iterator<Item = ([f32; 2], [f32; 2])> + 'a {
        (0..self.0.len()).filter_map(move |k| self.edge(k))
    }
}

/// Where each of many consecutive runs begins, and the end of the last; cut at `length`. Negative counts are 0.
fn starts(counts: impl Iterator<Item = i16>, length: usize) -> Vec<u32> {
    let mut at = 0_usize;
    let mut starts = vec![0];
    for count in counts {
        at = (at + usize::try_from(count).unwrap_or(0)).min(length);
        starts.push(at as u32);
    }
    starts
}

fn range(starts: &[u32], index: usize) -> Range<usize> {
    match (starts.get(index), starts.get(index + 1)) {
        (Some(&start), Some(&end)) => start as usize..end as usize,
        _ => 0..0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::StepPlan;
    use super::super::plans::*;
    use super::*;

    #[test]
    fn holes_follow_their_outline_and_nodes_their_area() {
        let map = QueriedMap::rooms().map;
        let area = |paths, nodes| Area {
            paths,
            nodes,
            is_on_graph: true,
        };
        assert_eq!(map.areas(), [area(0..2, 0..4), area(2..3, 4..6)]);
        assert_eq!(
            [0, 3, 4, 5, 6].map(|node| map.area_of_node(node)),
            [Some(0), Some(0), Some(1), Some(1), None]
        );
        let (_, corners) = map.path(2).unwrap();
        assert_eq!(corners.len(), 4);
        assert_eq!(corners.edge(3), Some(([10.0, 10.0], [10.0, 0.0])));
        assert_eq!(corners.edge(4), None);
        assert!(map.path(3).is_none());
    }

    #[test]
    fn nodes_go_by_counts_whatever_index_a_record_states() {
        let built = QueriedMap::changed(|data| data.areas[1].first_node = 40_000);
        assert_eq!(built.map.areas()[1].nodes, 4..6);
    }

    #[test]
    fn an_areas_place_on_the_graph_is_the_sum_over_its_paths() {
        let built = QueriedMap::changed(|data| {
            data.paths[1].on_graph = -1;
            data.paths[2].on_graph = 0;
        });
        assert!(built.map.areas().iter().all(|area| !area.is_on_graph));
    }

    #[test]
    fn an_edge_on_a_node_is_the_step_to_it() {
        let step = StepPlan {
            from: 0,
            to: 1,
            kind: RouteEdge::JUMP,
        };
        let map = QueriedMap::nodes(vec![[0.0; 3]; 2], &[step]).map;
        assert_eq!(map.edges_to(0).count(), 0);
        let (_, edge) = map.edges_to(1).next().unwrap();
        assert_eq!((edge.from, edge.kind()), (0, RouteEdge::JUMP));
    }

    #[test]
    fn counts_past_the_end_are_cut_and_negative_ones_are_none() {
        let map = QueriedMap::changed(|data| {
            data.paths[0].vertex_count = -4;
            data.paths[1].vertex_count = i16::MAX;
            data.nodes[0].edge_count = i16::MAX;
            data.areas[0].node_count = u32::MAX;
        })
        .map;
        let corners = |path| map.path(path).map(|(_, corners)| corners.len());
        assert_eq!([0, 1, 2].map(corners), [Some(0), Some(12), Some(0)]);
        assert_eq!(map.edges_to(0).count(), 14);
        assert_eq!(map.edges_to(1).count(), 0);
        assert_eq!(map.areas()[0].nodes, 0..6);
    }
}
