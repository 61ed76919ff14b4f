//! Path data, chunk 0x40 of a level file.

use std::collections::HashSet;

use wonderwheel_ps2::error::Result;
use wonderwheel_warriors::chunk::ChunkSlice;
use wonderwheel_warriors::path_data::{
    Path, PathData, PathMap, PathQuery, PathState, RouteEdge, RouteNode,
};

use super::entry::size;
use crate::known::{Count, Spread};
use crate::sheet::Sheet;
use crate::tally::Tally;

/// The level whose holes are counted on their own. Source: spec/paths-subtitles.md A2.
const WITH_MANY_HOLES: u32 = 87;

/// The paths, nodes and edges of a level.
pub fn paths(sheet: &mut Sheet, level: Option<u32>, chunk: &ChunkSlice<'_>) -> Result<()> {
    let tally = &mut sheet.tally;
    tally.file(Count::PathLists, Count::PathBytes, size(chunk));
    header(tally, level, chunk)?;
    let data = PathData::read(&mut chunk.payload.clone())?;
    sheet
        .findings
        .within("path data", |findings| data.validate(findings));
    let tally = &mut sheet.tally;
    edges(tally, &data);
    slabs(tally, &data);
    if level == Some(WITH_MANY_HOLES) {
        holes(tally, &data);
    }
    outlines(tally, data);
    Ok(())
}

/// Counts of the header. Source: spec/paths-subtitles.md A1.
fn header(tally: &mut Tally, level: Option<u32>, chunk: &ChunkSlice<'_>) -> Result<()> {
    let mut words = chunk.payload.clone();
    let paths = words.u32()?;
    tally.add(Count::Paths, paths.into());
    if level == Some(WITH_MANY_HOLES) {
        tally.add(Count::PathLevel87, paths.into());
    }
    tally.add(Count::PathVertices, words.u32()?.into());
    tally.add(Count::PathNodes, words.u16()?.into());
    tally.add(Count::PathAreas, words.u16()?.into());
    tally.add(Count::PathEdges, words.u32()?.into());
    Ok(())
}

fn edges(tally: &mut Tally, data: &PathData) {
    for edge in &data.edges {
        match edge.kind() {
            RouteEdge::WALK => tally.one(Count::PathEdgesWalk),
            RouteEdge::WALK_OTHER => tally.one(Count::PathEdgesWalkTwo),
            RouteEdge::JUMP => tally.one(Count::PathEdgesJump),
            RouteEdge::CLIMB => tally.one(Count::PathEdgesClimb),
            RouteEdge::DOOR => tally.one(Count::PathEdgesDoor),
            RouteEdge::CHARGE => tally.one(Count::PathEdgesBreakable),
            RouteEdge::RUNNING_CLIMB => tally.one(Count::PathEdgesRunningClimb),
            RouteEdge::OUTSIDE => tally.one(Count::PathEdgesOutside),
            _ => {}
        }
    }
    let owned: Vec<(u32, u32)> = owned_edges(&data.nodes, &data.edges).collect();
    let there: HashSet<(u32, u32)> = owned.iter().copied().collect();
    let both = owned.iter().filter(|(a, b)| there.contains(&(*b, *a)));
    tally.add(Count::PathEdgesBothWays, both.count() as u64);
}

/// Each edge's node and the node that it names.
fn owned_edges<'a>(
    nodes: &'a [RouteNode],
    edges: &'a [RouteEdge],
) -> impl Iterator<Item = (u32, u32)> + 'a {
    let mut rest = edges;
    (0_u32..).zip(nodes).flat_map(move |(number, node)| {
        let count = usize::try_from(node.edge_count).unwrap_or(0);
        let (own, others) = rest.split_at_checked(count).unwrap_or((rest, &[]));
        rest = others;
        own.iter().map(move |edge| (number, edge.from))
    })
}

fn slabs(tally: &mut Tally, data: &PathData) {
    let starts = data.paths.iter().flat_map(|path| path.slab_starts);
    let lists = starts.filter(|start| *start >= 0).count();
    tally.add(Count::PathSlabLists, lists as u64);
    tally.add(Count::PathSlabBytes, 2 * data.slab_lists.len() as u64);
    // Files without lists have a tail too.
    tally.add(Count::PathTailBytes, data.tail.len() as u64);
    tally.range(Spread::PathTailBytesEach, data.tail.len() as u64);
    if lists > 0 {
        tally.one(Count::PathFilesWithSlabs);
    } else {
        tally.one(Count::PathFilesWithoutSlabs);
        let is_zero = data.tail.iter().all(|byte| *byte == 0);
        tally.one_if(is_zero, Count::PathFilesZeroTails);
    }
}

fn holes(tally: &mut Tally, data: &PathData) {
    for path in &data.paths {
        if path.area_record != 0 {
            tally.one(Count::PathLevel87Areas);
        } else {
            tally.one(Count::PathLevel87Holes);
            let is_ordinary = path.flags == Path::ORDINARY_HOLE;
            tally.one_if(is_ordinary, Count::PathLevel87HolesSeven);
        }
    }
}

/// Which way outlines run, and which nodes they hold.
fn outlines(tally: &mut Tally, data: PathData) {
    let map = PathMap::new(data);
    for (number, path) in map.data().paths.iter().enumerate() {
        let Some((_, corners)) = map.path(number) else {
            continue;
        };
        let is_anticlockwise = doubled_area(corners.edges()) > 0.0;
        let has_nodes = path.area_record != 0;
        tally.one_of(
            is_anticlockwise,
            Count::PathAnticlockwise,
            Count::PathClockwise,
        );
        tally.one_if(has_nodes && is_anticlockwise, Count::PathAreasAnticlockwise);
        tally.one_if(path.on_graph != 0, Count::PathOnGraph);
        tally.one_if(path.flags & Path::IGNORED != 0, Count::PathIgnored);
    }
    let state = PathState::at_load(&map);
    let query = PathQuery {
        map: &map,
        state: &state,
        hazards: &[],
        ground: None,
    };
    for area in map.areas() {
        let nodes = map.data().nodes.get(area.nodes.clone()).unwrap_or_default();
        for node in nodes {
            let [x, y, _] = node.position;
            let is_inside = query.winding(area.paths.start, [x, y]) > 0;
            tally.one_if(is_inside, Count::PathNodesInside);
        }
    }
}

/// Twice the signed area inside a closed line: positive when it runs anticlockwise, x to the right and y up.
fn doubled_area(edges: impl Iterator<Item = ([f32; 2], [f32; 2])>) -> f64 {
    edges
        .map(|([x0, y0], [x1, y1])| f64::from(x0) * f64::from(y1) - f64::from(x1) * f64::from(y0))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::assert_counts;

    #[test]
    fn the_sign_of_an_area_is_its_direction() {
        let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
        let edges = |corners: &[[f32; 2]]| {
            let corners = corners.to_vec();
            (0..corners.len()).map(move |i| (corners[i], corners[(i + 1) % corners.len()]))
        };
        assert_eq!(doubled_area(edges(&square)), 8.0);
        let mut reversed = square;
        reversed.reverse();
        assert_eq!(doubled_area(edges(&reversed)), -8.0);
    }

    #[test]
    fn lists_and_tails_are_counted_with_and_without_slabs() {
        let mut tally = Tally::default();
        let path = |starts: [i16; 2]| Path {
            slab_starts: std::array::from_fn(|i| starts.get(i).copied().unwrap_or(-1)),
            ..Path::default()
        };
        let with = PathData {
            paths: vec![path([0, 3]), path([-1, -1])],
            slab_lists: vec![0, 1, -1, 2, -1],
            tail: vec![1; 6],
            ..PathData::default()
        };
        let without = PathData {
            tail: vec![0; 12],
            ..PathData::default()
        };
        slabs(&mut tally, &with);
        slabs(&mut tally, &without);
        let expected = [
            ("path-slab-lists", 2),
            ("path-slab-bytes", 10),
            ("path-tail-bytes", 18),
            ("path-files-with-slabs", 1),
            ("path-files-without-slabs", 1),
            ("path-files-zero-tails", 1),
        ];
        assert_counts(&tally, &expected);
    }

    #[test]
    fn an_edge_back_makes_two_edges_both_ways() {
        let node = |edge_count| RouteNode {
            edge_count,
            ..RouteNode::default()
        };
        let edge = |from| RouteEdge { from, word: 1 };
        // 0 and 1 name each other; 2 names 0 alone.
        let data = PathData {
            nodes: vec![node(1), node(1), node(1)],
            edges: vec![edge(1), edge(0), edge(0)],
            ..PathData::default()
        };
        let mut tally = Tally::default();
        edges(&mut tally, &data);
        assert_eq!(tally.count("path-edges-walk"), 3);
        assert_eq!(tally.count("path-edges-both-ways"), 2);
    }
}
