//! The path data's laws.

use proptest::prelude::*;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_warriors::path_data::{
    AreaPlan, AreaRecord, Hazard, HolePlan, Path, PathData, PathMap, PathQuery, PathState,
    PathVertex, PlanBox, RouteEdge, RouteNode, RouteOptions, RouteScratch, StepPlan,
};

use crate::damage::damage_often;

/// The rooms of the crate's own tests.
#[path = "../src/path_data/plans.rs"]
#[allow(dead_code, reason = "the crate's own tests ask more of the maps")]
mod plans;

fn read(bytes: &[u8]) -> Option<PathData> {
    PathData::read(&mut Cursor::new(bytes)).ok()
}

fn paths() -> impl Strategy<Value = Path> {
    let corner = || prop::array::uniform2(-500.0..500.0_f32);
    (
        any::<(i16, i16, u32, [u32; 2], u32, u32)>(),
        (corner(), corner()),
        any::<(u16, u16, u32)>(),
    )
        .prop_map(|(a, (min, max), b)| Path {
            vertex_count: a.0,
            on_graph: a.1,
            vertex_pointer: a.2,
            bounds: PlanBox { min, max },
            unknown_18: a.3,
            continues: a.4,
            next_area_pointer: a.5,
            slab_starts: [-1; 16],
            flags: b.0,
            ground_area: b.1,
            area_record: b.2,
        })
}

/// Records of any content, then slab lists of which the first path names the last.
fn data() -> impl Strategy<Value = PathData> {
    let area = any::<[u32; 4]>().prop_map(|[a, b, c, d]| AreaRecord {
        node_count: a,
        unknown_04: b,
        first_node: c,
        unknown_0c: d,
    });
    let vertex = (prop::array::uniform2(-500.0..500.0_f32), any::<[u32; 2]>());
    let vertex = vertex.prop_map(|(position, unknown_08)| PathVertex {
        position,
        unknown_08,
    });
    let position = prop::array::uniform3(-500.0..500.0_f32);
    let node = (position, any::<(u32, u32, i16, [u16; 3], u16, u8, u8)>());
    let node = node.prop_map(|(position, w)| RouteNode {
        position,
        w_bits: w.0,
        edge_pointer: w.1,
        edge_count: w.2,
        search: w.3,
        parent: w.4,
        unknown_1e: w.5,
        routes_through: w.6,
    });
    let edge = any::<(u32, u32)>().prop_map(|(from, word)| RouteEdge { from, word });
    let list = |range| prop::collection::vec(0..100_i16, range);
    (
        any::<[u32; 4]>(),
        prop::collection::vec(area, 0..5),
        prop::collection::vec(vertex, 0..20),
        prop::collection::vec(paths(), 1..8),
        prop::collection::vec(node, 0..8),
        prop::collection::vec(edge, 0..16),
        (
            list(0..20),
            list(0..6),
            prop::collection::vec(any::<u8>(), 0..20),
        ),
    )
        .prop_map(
            |(header_words, areas, vertices, mut paths, nodes, edges, (before, last, tail))| {
                let start = before.len() as i16;
                paths[0].slab_starts = [start; 16];
                let slab_lists = before.into_iter().chain(last).chain([-1]).collect();
                PathData {
                    header_words,
                    areas,
                    vertices,
                    paths,
                    nodes,
                    edges,
                    slab_lists,
                    tail,
                }
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn data_that_was_written_is_read_again(data in data()) {
        let bytes = data.write();
        let again = read(&bytes);
        prop_assert_eq!(again.as_ref(), Some(&data));
        prop_assert_eq!(again.unwrap().write(), bytes);
        let map = PathMap::new(data);
        ask_everything(&map, &mut RouteScratch::new());
    }

    #[test]
    fn built_data_has_slab_lists_that_answer_as_all_edges_do(
        outline in prop::collection::vec(prop::array::uniform2(-20.0..20.0_f32), 3..24),
        points in prop::collection::vec(prop::array::uniform2(-21.0..21.0_f32), 40),
    ) {
        let area = AreaPlan { outline: outline.clone(), ..AreaPlan::default() };
        let listed = PathMap::new(PathData::build(&[area], &[]).unwrap());
        let mut data = listed.data().clone();
        data.paths[0].slab_starts = [-1; 16];
        let scanned = PathMap::new(data);
        // Also at the heights of the corners themselves.
        let corners = outline.iter().map(|&[x, y]| [x + 0.5, y]);
        for point in points.into_iter().chain(corners) {
            let winding = |map: &PathMap| {
                let state = PathState::at_load(map);
                query(map, &state).winding(0, point)
            };
            prop_assert_eq!(winding(&listed), winding(&scanned));
        }
    }
}

fn query<'a>(map: &'a PathMap, state: &'a PathState) -> PathQuery<'a> {
    PathQuery {
        map,
        state,
        hazards: &[],
        ground: None,
    }
}

fn ask_everything(map: &PathMap, scratch: &mut RouteScratch) {
    let state = PathState::at_load(map);
    let hazards = [Hazard {
        centre: [50.0, 50.0, 0.0],
        radius: 0.5,
    }];
    let query = PathQuery {
        hazards: &hazards,
        ..query(map, &state)
    };
    let points = [[1.0, 5.0, 0.0], [9.0, 5.0, 0.0], [15.0, 5.0, 0.0]];
    for from in points {
        let _ = query.area_at(from);
        for area in 0..3 {
            let _ = query.nearest_node(area, from);
        }
        for to in points {
            for climb_filter in [false, true] {
                let options = RouteOptions {
                    climb_filter,
                    ..RouteOptions::default()
                };
                let _ = query.route(from, to, &options, scratch);
            }
        }
    }
}

fn sample() -> Vec<u8> {
    let data = PathData::build(&plans::rooms(0.0), &plans::steps());
    data.unwrap().write()
}

#[test]
fn data_cut_at_any_byte_is_refused_or_has_lost_lists_and_tail() {
    let whole = sample();
    let data = read(&whole).unwrap();
    let after_edges = whole.len() - data.tail.len() - 2 * data.slab_lists.len();
    for at in 0..whole.len() {
        match read(&whole[..at]) {
            Some(cut) => {
                assert!(at >= after_edges, "{at} bytes were enough");
                assert_eq!(cut.write(), whole[..at]);
            }
            None => assert!(at < after_edges, "{at} bytes were not enough"),
        }
    }
}

#[test]
fn damaged_data_is_refused_or_kept_and_every_query_ends() {
    let mut scratch = RouteScratch::new();
    let mut kept = 0;
    damage_often(0x5EED_0040, &sample(), |round, bytes| {
        let Some(data) = read(&bytes) else { return };
        kept += 1;
        assert_eq!(data.write(), bytes, "round {round}");
        data.validate(&mut Findings::new());
        ask_everything(&PathMap::new(data), &mut scratch);
    });
    assert!(kept > 5_000, "only {kept}");
}

#[test]
fn a_file_of_hostile_lists_is_validated_and_asked_in_no_time() {
    // Every path names the same endless list in every slab, and claims every vertex; one node has every edge, each to itself.
    let path = Path {
        vertex_count: i16::MAX,
        bounds: PlanBox {
            min: [0.0, 0.0],
            max: [10.0, 10.0],
        },
        slab_starts: [0; 16],
        continues: 1,
        area_record: 1,
        on_graph: 1,
        ..Path::default()
    };
    let node = RouteNode {
        position: [1.0, 5.0, 0.0],
        edge_count: i16::MAX,
        ..RouteNode::default()
    };
    let data = PathData {
        areas: vec![
            AreaRecord {
                node_count: 0xFFFF,
                ..AreaRecord::default()
            };
            1000
        ],
        vertices: vec![PathVertex::default(); 1000],
        paths: vec![path; 4000],
        nodes: vec![node; 1000],
        edges: vec![RouteEdge { from: 0, word: 1 }; 30_000],
        slab_lists: vec![1; 30_000],
        ..PathData::default()
    };
    let findings = Findings::of(|f| data.validate(f));
    // Eight places a rule and one sum at most.
    assert!(findings.as_slice().len() < 100);
    ask_everything(&PathMap::new(data), &mut RouteScratch::new());
}
