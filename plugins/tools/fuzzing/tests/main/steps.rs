//! Work is bounded by a step count of the input's size. Seconds are not tested: see [`wonderwheel_ps2::steps`].

use wonderwheel_fuzzing::law::{reading_steps_limit, steps_limit};
use wonderwheel_fuzzing::mutate::Mutator;
use wonderwheel_fuzzing::{Target, target, targets};
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::steps;
use wonderwheel_warriors::path_data::{
    Path, PathData, PathMap, PathQuery, PathState, PathVertex, RouteOptions, RouteScratch,
};

use crate::dense;

/// Steps of reading, and of everything that the kind's target does.
fn measure(target: &Target, input: &[u8]) -> [u64; 2] {
    let (_, reading) = steps::during(|| target.read(input));
    let ((), all) = steps::during(|| (target.run)(input));
    [reading, all]
}

pub fn hold(target: &Target, input: &[u8], what: &str) -> [f64; 2] {
    let [reading, all] = measure(target, input);
    let bytes = (target.size)(input);
    for (steps, limit, of) in [
        (reading, reading_steps_limit(bytes), "reading"),
        (all, steps_limit(bytes), "everything"),
    ] {
        let name = target.name;
        assert!(
            steps <= limit,
            "{name}, {what} of {bytes} bytes: {steps} steps of {of}, and the limit is {limit}"
        );
    }
    [reading, all].map(|steps| steps as f64 / bytes.max(1) as f64)
}

#[test]
fn this_build_counts() {
    // Without the counter, as in a release build, every law here would hold for nothing.
    let (_, steps) = steps::during(|| Cursor::new(&[1]).u8());
    assert_eq!(steps, 1);
}

#[test]
fn no_damaged_input_makes_more_work_than_its_size_allows() {
    for target in targets() {
        let mut mutator = Mutator::new((target.seeds)(), 0x57E9);
        let mut most = [0.0_f64; 2];
        let mut inputs = (target.seeds)();
        inputs.extend((0..crate::ROUNDS).map(|_| mutator.next_input()));
        for input in inputs {
            let steps = hold(target, &input, "a damaged input");
            most = [most[0].max(steps[0]), most[1].max(steps[1])];
        }
        println!(
            "{}: {:.2} and {:.2} steps a byte at most",
            target.name, most[0], most[1]
        );
    }
}

/// Inputs of several megabytes that hold as many values as their kind can.
#[test]
fn the_densest_inputs_keep_the_law_too() {
    for (name, input) in dense::inputs().into_iter().chain(dense::repeating()) {
        let steps = hold(target(name).unwrap(), &input, "the densest input");
        println!("{name}: {:.2} and {:.2} steps a byte", steps[0], steps[1]);
    }
}

/// Path data made to cost: many paths that share the vertices' count and one endless slab list, and a chain of nodes as long as
/// a search may go, each of which is tried against every edge.
fn costly_path_data() -> PathData {
    const PATHS: usize = 2_000;
    const CORNERS: usize = 30_000;
    let path = |i: usize| Path {
        vertex_count: if i == 0 { CORNERS as i16 } else { 1_000 },
        continues: u32::from(i + 1 < PATHS),
        area_record: u32::from(i == 0),
        on_graph: 1,
        bounds: wonderwheel_warriors::path_data::PlanBox {
            min: [0.0; 2],
            max: [100.0; 2],
        },
        slab_starts: [0; 16],
        ..Path::default()
    };
    // A comb: every second corner is at the other end, so that a row in the middle meets every edge.
    let corner = |i: usize| PathVertex {
        position: [
            i as f32 / CORNERS as f32 * 100.0,
            if i.is_multiple_of(2) { 0.0 } else { 100.0 },
        ],
        ..PathVertex::default()
    };
    PathData {
        paths: (0..PATHS).map(path).collect(),
        vertices: (0..CORNERS).map(corner).collect(),
        slab_lists: vec![0; 40_000],
        ..PathData::default()
    }
}

/// Paths share slab lists, and counts of corners lie: neither makes checking or asking cost their product.
#[test]
fn hostile_path_data_costs_in_proportion() {
    let data = costly_path_data();
    let bytes = data.write().len() as u64;
    let mut findings = Findings::new();
    let ((), checking) = steps::during(|| data.validate(&mut findings));
    let found = findings.as_slice();
    assert!(found.iter().any(|finding| finding.rule == "path-slab-end"));
    let map = PathMap::new(data);
    let state = PathState::at_load(&map);
    let query = PathQuery {
        map: &map,
        state: &state,
        hazards: &[],
        ground: None,
    };
    let (_, winding) = steps::during(|| query.area_at([50.0, 50.0, 0.0]));
    let mut scratch = RouteScratch::new();
    let (from, to) = ([50.0, 50.0, 0.0], [51.0, 51.0, 0.0]);
    let (_, route) = steps::during(|| {
        query.route(from, to, &RouteOptions::default(), &mut scratch);
    });
    println!("{bytes} bytes: checked in {checking}, wound in {winding}, a route in {route} steps");
    // 16 slabs of each path, in each at most one look more than the path has corners: sixteen times corners and paths, where
    // a corner takes 16 bytes and a path 80.
    assert!(checking <= 2 * bytes);
    // Each corner and each path once.
    assert!(winding <= bytes / 16);
    assert!(route <= steps_limit(usize::try_from(bytes).unwrap()));
}

/// A chain that sends the same zeros, which are NOP codes, as often as the limits allow: 64 references to the thousand quadwords
/// behind them. Sixty-four times its length is 1,098,752 bytes; what it sends is 1,024,000, below the length and 1 MiB.
fn chain_that_repeats() -> Vec<u8> {
    const REFERENCES: u32 = 64;
    const QUADWORDS: u32 = 1_000;
    let tag = |word: u32, address: u32| -> Vec<u8> {
        let words = [word, address, 0, 0];
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    };
    // REF, with the address in quadwords from the chain's begin; END behind them, then what is sent.
    let mut chain = tag(0x3000_0000 | QUADWORDS, REFERENCES + 1).repeat(REFERENCES as usize);
    chain.extend(tag(0x7000_0000, 0));
    chain.resize(chain.len() + 16 * QUADWORDS as usize, 0);
    chain
}

#[test]
fn a_chain_that_repeats_itself_keeps_the_law() {
    let chain = chain_that_repeats();
    let [_, all] = measure(target("dma_chain").unwrap(), &chain);
    // It is walked to its end, four bytes a code; so the law is held by much work, not by an early error.
    assert!(all > 64 * 1_000 * 4, "{all}");
    assert!(all <= steps_limit(chain.len()), "{all}");
}
