//! The page's two golden patches, what it says about morphing, and its broken fixtures.

mod broken;

use super::*;
use crate::lighting::LightRecord;
use proptest::prelude::*;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::finding::Findings;

/// Golden patch A's data, as spec/commando-tfrag.md 9.1 lists them.
const GOLDEN_A: &str = "
00 00 00 30 16 00 00 00 16 00 00 00 16 00 00 00
16 00 00 00 01 00 00 05 1a c0 01 6e 00 01 02 03
00 00 00 05 1b 80 02 6e 84 00 00 00 00 00 00 00
00 c0 05 6d 04 00 00 00 00 00 00 00 00 00 00 00
0e 00 16 00 1a 00 1a 00 1a 00 1a 00 1a 00 1a 00
1a 00 1a 00 1a 00 1a 00 1b 00 09 00 09 80 05 6c
00 00 00 00 00 00 00 00 06 00 00 00 00 00 00 00
77 ff 00 00 04 00 00 00 14 00 00 00 00 00 00 45
00 00 00 00 00 00 00 00 08 00 00 00 00 00 00 00
00 00 00 00 00 00 00 00 34 00 00 00 00 00 00 00
00 00 00 00 00 00 00 00 36 00 00 00 00 00 00 00
00 00 00 30 00 00 00 45 00 00 00 45 00 00 00 00
0e 00 00 00 01 00 00 05 16 80 04 6d 00 00 00 00
00 00 00 00 00 10 00 00 00 00 02 00 00 00 00 10
00 00 04 00 00 10 00 10 00 00 06 00 00 00 00 30
00 90 01 00 00 c8 00 00 00 50 00 00 00 00 00 00
02 01 00 01 0e 80 04 69 00 fc 00 fc 00 00 00 04
00 fc 00 00 00 fc 00 04 00 00 00 04 00 04 00 00
04 04 00 01 00 00 00 05 00 00 00 00 00 00 00 00
1b 80 02 6e 84 00 00 00 00 00 00 00 00 00 00 30
16 00 00 00 16 00 00 00 16 00 00 00 16 00 00 00
01 00 00 05 1a c0 01 6e 00 01 02 03 00 00 00 00
00 00 00 30 00 90 01 00 00 c8 00 00 00 50 00 00
00 00 00 00 02 01 00 01 00 00 00 00 00 00 00 00
00 00 00 05 04 04 00 01 1b 80 02 6e 84 00 00 00
00 00 00 00 00 00 00 30 16 00 00 00 16 00 00 00
16 00 00 00 16 00 00 00 01 00 00 05 1a c0 01 6e
00 01 02 03 00 00 00 05 00 00 00 00 00 00 00 00
40 40 40 80 40 40 40 80 40 40 40 80 40 40 40 80
00 90 01 00 00 c8 00 00 00 50 00 00 00 00 00 00
08 01 00 40 a5 94 00 00 0e 01 00 40 a5 94 00 00
14 01 00 40 a5 94 00 00 1a 01 00 40 a5 94 00 00
00 00 c8 47 00 00 48 47 00 00 a0 46 a9 05 40 00
30 06 10 03 40 01 00 00 50 06 10 03 40 01 00 00
30 06 30 03 40 01 00 00 50 06 30 03 40 01 00 00
30 06 10 03 40 01 00 00 50 06 10 03 40 01 00 00
30 06 30 03 40 01 00 00 50 06 30 03 40 01 00 00";

/// Where the data of a block's only patch begin.
const DATA: usize = 0x80;
/// Where its header begins.
const HEADER: usize = 0x40;
const CENTER: [i32; 3] = [102_400, 51_200, 20_480];

fn golden_a_bytes() -> Vec<u8> {
    let bytes = GOLDEN_A.split_whitespace();
    bytes
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect()
}

/// One quad, all common.
fn golden_a() -> PatchData {
    let vertex = |x: i32, y: i32| MeshVertex {
        position: [CENTER[0] + 1024 * x, CENTER[1] + 1024 * y, CENTER[2]],
        uv: [x, y].map(|side| if side > 0 { 4096 } else { 0 }),
        light: LightRecord::from_normal([0.0, 0.0, 1.0], 0x94A5, 0),
    };
    let triangle = |vertices| MeshTriangle {
        vertices,
        ad_gif: 0,
    };
    let mesh = MeshPatch {
        vertices: vec![vertex(-1, -1), vertex(1, -1), vertex(-1, 1), vertex(1, 1)],
        triangles: vec![triangle([0, 1, 2]), triangle([1, 3, 2])],
        ad_gifs: vec![AdGif::new(0, -137, [false; 2])],
        occlusion_index: 0,
    };
    mesh.build().unwrap()
}

/// Four by four cells with all tiers.
fn golden_b_grid() -> GridPatch {
    GridPatch {
        centre_parents: CentreParents::LowToHigh,
        ..GridPatch::flat(CENTER, 512, [4, 4])
    }
}

fn golden_b() -> PatchData {
    golden_b_grid().build().unwrap()
}

/// Golden patch A with one more vertex in its middle, in tier LOD 0, and a vertex info that shares its position.
fn with_a_middle() -> PatchData {
    let mut data = golden_a();
    data.positions[2] = vec![[0, 0, 300]];
    let middle = VertexInfo {
        s: 2048,
        t: 2048,
        parent: 6,
        vertex: 8,
    };
    data.vertex_infos[2] = vec![middle, VertexInfo { s: -2048, ..middle }];
    data.first_parents[1] = vec![0, 0];
    data.indices[0] = vec![0, 1, 4, 1, 3, 4, 3, 2, 5, 2, 0, 5];
    data.strips[0] = vec![
        StripRecord::with_ad_gif(3, 0),
        StripRecord::run(3),
        StripRecord::run(3),
        StripRecord::run(3),
    ];
    data.colors.push([9, 8, 7, 128]);
    data.lights.push(LightRecord::default());
    data.set_bounds();
    data
}

/// Without what a writer fills in: places of positions, and end records.
fn bare(mut data: PatchData) -> PatchData {
    for light in &mut data.lights {
        light.position_offset = 0;
    }
    for strips in &mut data.strips {
        strips.retain(|record| *record != StripRecord::END);
    }
    data
}

fn block(data: &[PatchData]) -> TfragBlock {
    TfragBlock::build(32.0, data).unwrap()
}

fn built(data: &PatchData) -> Vec<u8> {
    block(std::slice::from_ref(data)).write().unwrap()
}

#[test]
fn golden_patch_a_is_written_and_read_as_the_page_lists_it() {
    let bytes = built(&golden_a());
    assert_eq!(bytes[..12], [0x40, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0x42]);
    for (line, (found, expected)) in bytes[DATA..]
        .chunks(16)
        .zip(golden_a_bytes().chunks(16))
        .enumerate()
    {
        assert_eq!(found, expected, "line {line:#x}0");
    }
    assert_eq!(bytes.len(), DATA + 0x250);
    let block = TfragBlock::read(&bytes).unwrap();
    let patch = block.patch(0).unwrap();
    let expected = PatchHeader {
        common_offset: 0x30,
        lod_1_offset: 0x130,
        lod_01_offset: 0x160,
        texture_offset: 0x60,
        rgba_offset: 0x1C0,
        light_offset: 0x1D0,
        light_end_offset: 0x200,
        sphere_offset: 0x200,
        box_offset: 0x210,
        common_size: 16,
        lod_2_size: 19,
        lod_1_size: 21,
        lod_0_size: 6,
        rgba_size: 1,
        vertex_count: 4,
        triangle_count: 2,
        bounding_sphere: [102_400.0, 51_200.0, 20_480.0, 1449.0],
        ..*patch.header
    };
    assert_eq!(*patch.header, expected);
    assert_eq!(patch.origin, [102_400, 51_200, 20_480, 0]);
    assert_eq!(patch.world_position(0), Some([99.0, 49.0, 20.0]));
    assert_eq!(patch.ad_gifs[0].k(), -137);
    assert_eq!(patch.lights[3].position_offset, 0x11A);
    for lod in Lod::ALL {
        let triangles: Vec<_> = patch.triangles(lod).map(|t| t.vertex_infos).collect();
        assert_eq!(triangles, [[0, 1, 2], [1, 3, 2]]);
    }
    assert_eq!(bare(patch.to_data()), bare(golden_a()));
}

#[test]
fn golden_patch_b_has_the_addresses_and_sizes_of_the_page() {
    let data = golden_b();
    assert_eq!(data.first_parents[0], [0, 0, 1, 2, 0]);
    assert_eq!(
        data.first_parents[1],
        [0, 4, 0, 0, 4, 4, 1, 5, 8, 5, 5, 8, 8, 6, 2, 7]
    );
    assert_eq!(data.indices[2], [0, 2, 1, 3]);
    assert_eq!(data.indices[1], [0, 5, 4, 8, 1, 6, 5, 2, 8, 7, 6, 3]);
    assert_eq!(data.indices[0][..10], [0, 11, 9, 12, 4, 13, 10, 14, 1, 15]);
    let counts = |lod: usize| data.strips[lod].iter().map(|r| r.count).collect::<Vec<_>>();
    assert_eq!(counts(2), [-124, 0]);
    assert_eq!(counts(1), [-122, 6, 0]);
    assert_eq!(counts(0), [-118, 10, 10, 10, 0]);
    let bytes = built(&data);
    assert_eq!(bytes.len(), DATA + 0x530);
    let block = TfragBlock::read(&bytes).unwrap();
    let patch = block.patch(0).unwrap();
    let (vu, header) = (patch.vu, patch.header);
    let expected = VuHeader {
        positions: 14,
        infos_common: 64,
        infos_lod_01: 68,
        infos_lod_0: 73,
        parents_lod_01: 89,
        parents_lod_0: 91,
        indices: 95,
        strips: 105,
        ..*vu
    };
    assert_eq!(*vu, expected);
    let expected = PatchHeader {
        common_offset: 0x30,
        lod_1_offset: 0x130,
        lod_01_offset: 0x170,
        rgba_offset: 0x390,
        light_offset: 0x400,
        sphere_offset: 0x4E0,
        box_offset: 0x4F0,
        common_size: 16,
        lod_2_size: 19,
        lod_1_size: 30,
        lod_0_size: 34,
        vertex_count: 25,
        triangle_count: 32,
        ..*header
    };
    assert_eq!(*header, expected);
    // LOD 0's list.
    assert_eq!(usize::from(header.common_offset) + 16 * 30, 0x210);
    // The positions of tier LOD 01 go behind the common ones, those of LOD 0 behind them.
    assert!(bytes.windows(4).any(|w| w == [22, 0x80, 5, 0x69]));
    assert!(bytes.windows(4).any(|w| w == [32, 0x80, 16, 0x69]));
    let triangles = Lod::ALL.map(|lod| block.triangle_count(lod));
    assert_eq!(triangles, [32, 8, 2]);
}

#[test]
fn a_patch_of_every_shape_comes_back_as_it_was() {
    let patches = [golden_a(), golden_b(), with_a_middle()];
    let block = block(&patches);
    let again = TfragBlock::read(&block.write().unwrap()).unwrap();
    assert_eq!(again, block);
    for ((i, patch), made) in again.patches().zip(&patches) {
        assert_eq!(bare(patch.to_data()), bare(made.clone()), "patch[{i}]");
    }
    let data: Vec<_> = again.patches().map(|(_, patch)| patch.to_data()).collect();
    assert_eq!(TfragBlock::build(32.0, &data).unwrap(), block);
    let findings = Findings::of(|all| again.validate(all));
    assert_eq!(findings.as_slice(), []);
    // Flat arrays go through all patches.
    let middle = again.patch(2).unwrap();
    assert_eq!((middle.first_position, middle.first_vertex_info), (29, 29));
    assert_eq!(again.colors()[33], [9, 8, 7, 128]);
    assert_eq!(middle.tier_of(4), Tier::Lod0);
}

#[test]
fn padding_behind_the_last_patch_is_kept() {
    let mut bytes = built(&golden_a());
    bytes.extend([0; 48]);
    let block = TfragBlock::read(&bytes).unwrap();
    assert_eq!(block.write().unwrap(), bytes);
    assert_eq!(block.tail(), [0; 48]);
    let empty = TfragBlock::build(32.0, &[]).unwrap();
    assert!(empty.is_empty());
    assert_eq!(empty.write().unwrap().len(), 0x40);
}

#[test]
fn triangles_of_patches_join_to_runs_of_one_texture() {
    let block = block(&[golden_b(), with_a_middle()]);
    let mut list = TriangleList::default();
    block
        .patches()
        .for_each(|(_, patch)| list.push(&patch, Lod::Zero));
    assert_eq!(list.indices.len(), 3 * (32 + 4));
    let runs: Vec<_> = list
        .runs
        .iter()
        .map(|run| (run.ad_gif, run.indices.clone()))
        .collect();
    assert_eq!(runs, [(0, 0..96), (1, 96..108)]);
    // The second patch's vertices follow the first one's 25.
    assert_eq!(list.indices[96..99], [25, 26, 29]);
    let largest = list.indices.iter().max().unwrap();
    assert_eq!(*largest as usize, block.vertex_infos().len() - 1);
}

#[test]
fn squares_of_different_textures_get_strips_of_their_own() {
    let mut grid = GridPatch::flat([0, 0, 0], 256, [8, 4]);
    grid.ad_gifs = vec![
        AdGif::new(3, -100, [false; 2]),
        AdGif::new(5, -100, [true; 2]),
    ];
    grid.square_ad_gifs = vec![1, 0];
    let block = block(&[grid.build().unwrap()]);
    let patch = block.patch(0).unwrap();
    assert_eq!(block.triangle_count(Lod::Zero), 64);
    for (lod, each) in [(Lod::Zero, 32), (Lod::One, 8), (Lod::Two, 2)] {
        let gifs: Vec<_> = patch.triangles(lod).map(|t| t.ad_gif).collect();
        // Texture by texture, so that none is loaded twice.
        assert_eq!(gifs, [vec![0; each], vec![1; each]].concat());
    }
    let mut findings = Findings::new();
    block.validate_textures(6, &mut findings);
    assert!(findings.is_empty());
    block.validate_textures(5, &mut findings);
    assert_eq!(findings.as_slice()[0].rule, "tfrag-texture-range");
}

/// Heights that are on no plane.
fn hilly() -> GridPatch {
    let mut grid = GridPatch::flat(CENTER, 512, [8, 4]);
    for (i, position) in grid.positions.iter_mut().enumerate() {
        position[2] += (i as i32 * 7919) % 1500;
    }
    grid
}

#[test]
fn at_full_weight_finer_vertices_lie_between_their_parents() {
    for grid in [golden_b_grid(), hilly()] {
        let block = block(&[grid.build().unwrap()]);
        let patch = block.patch(0).unwrap();
        // Parents nearer than the far edge: nothing collapses.
        let distances = block.lod_distances();
        let morph = patch.morph(LodMode::Lod0Collapse, &distances, patch.colors, |_| 100.0);
        // Depth 100 of 64..128.
        let weight = (100.0 - 64.0) / 64.0;
        let own = patch.positions_of(Tier::Lod0).start;
        let parents = patch.parents(own).unwrap();
        let rest = |i| patch.world_position(i).unwrap();
        let ends = [parents.first_position, parents.second_position].map(rest);
        let target = crate::lanes::zip(ends[0], ends[1], |a, b| (a + b) / 2.0);
        for (found, (target, own)) in morph.positions[own]
            .into_iter()
            .zip(target.into_iter().zip(rest(own)))
        {
            let expected = target * weight + own * (1.0 - weight);
            assert!((found - expected).abs() < 1e-3);
        }
        // Tier LOD 01 begins only at 128.
        let middle = patch.positions_of(Tier::Lod01).start;
        assert_eq!(morph.positions[middle], rest(middle));
    }
}

#[test]
fn a_fully_morphed_tier_lies_on_the_coarser_surface() {
    for grid in [golden_b_grid(), hilly()] {
        let block = block(&[grid.build().unwrap()]);
        let patch = block.patch(0).unwrap();
        let distances = block.lod_distances();
        // LOD 0 arrives at 128, where LOD 1 is still at rest.
        let morph = patch.morph(LodMode::Lod0Morph, &distances, patch.colors, |_| 128.0);
        let coarse: Vec<_> = patch
            .triangles(Lod::One)
            .map(|t| {
                t.vertex_infos
                    .map(|v| patch.world_position(v.into()).unwrap())
            })
            .collect();
        for position in &morph.positions[patch.positions_of(Tier::Lod0)] {
            let on = coarse.iter().any(|corners| {
                height_at(corners, *position)
                    .is_some_and(|height| (height - position[2]).abs() < 2e-3)
            });
            assert!(on, "{position:?}");
        }
    }
}

/// Height of a triangle under a point, when the point is over it.
fn height_at(corners: &[[f32; 3]; 3], [x, y, _]: [f32; 3]) -> Option<f32> {
    let [a, b, c] = corners;
    let cross = |p: [f32; 2], q: [f32; 2]| p[0] * q[1] - p[1] * q[0];
    let (ab, ac) = ([b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]);
    let ap = [x - a[0], y - a[1]];
    let area = cross(ab, ac);
    let (v, w) = (cross(ap, ac) / area, cross(ab, ap) / area);
    (v >= -1e-4 && w >= -1e-4 && v + w <= 1.0001)
        .then(|| a[2] + v * (b[2] - a[2]) + w * (c[2] - a[2]))
}

#[test]
fn a_collapsed_vertex_is_replaced_by_its_first_parent() {
    let block = block(&[golden_b()]);
    let patch = block.patch(0).unwrap();
    let distances = block.lod_distances();
    let morph = patch.morph(LodMode::Lod1Collapse, &distances, patch.colors, |_| 192.0);
    assert_eq!(morph.vertex_infos[..9], [0, 1, 2, 3, 0, 0, 1, 2, 0]);
    // Tier LOD 0 is not drawn, and stays.
    assert_eq!(morph.vertex_infos[9..], (9..25).collect::<Vec<_>>());
    // In the mode that only morphs, nothing is replaced.
    let morph = patch.morph(LodMode::Lod1Morph, &distances, patch.colors, |_| 500.0);
    assert_eq!(morph.vertex_infos, (0..25).collect::<Vec<_>>());
    let rest = patch.morph(LodMode::Lod0, &distances, patch.colors, |_| 500.0);
    assert_eq!(rest.positions[7], patch.world_position(7).unwrap());
}

#[test]
fn what_does_not_fit_a_patch_is_refused_by_its_name() {
    let mut grid = GridPatch::flat([0; 3], 512, [12, 12]);
    let error = grid.build().unwrap_err();
    let expected = FormatError::limit(0, "positions of a patch", 127, 169);
    assert_eq!(error, expected);
    grid = GridPatch::flat([0; 3], 512, [6, 4]);
    assert!(grid.build().is_err());
    grid = GridPatch::flat([0; 3], 20_000, [4, 4]);
    let error = grid.build().unwrap_err();
    assert_eq!(error.path().to_string(), "position[0]");
    let mut data = golden_a();
    data.lights.pop();
    let error = TfragBlock::build(32.0, &[golden_b(), data]).unwrap_err();
    assert_eq!(error.path().to_string(), "patch[1]");
    let mut data = golden_a();
    data.slack = 400;
    assert!(TfragBlock::build(32.0, &[data]).is_err());
    let mut data = golden_a();
    data.slack = 17;
    assert_eq!(block(&[data.clone()]).patch(0).unwrap().to_data().slack, 17);
}

#[test]
fn an_ad_gif_knows_its_mip_level() {
    let gif = AdGif::new(7, -137, [true, false]);
    assert_eq!(
        (gif.texture(), gif.k(), gif.clamp()),
        (7, -137, [true, false])
    );
    // log2(z / 32) - 8.5625 rounds to 0 up to 2^9.0625 * 32.
    assert_eq!(gif.mip_level(17_000.0, 4), 0);
    assert_eq!(gif.mip_level(17_200.0, 4), 1);
    assert_eq!(gif.mip_level(1e9, 4), 3);
    assert_eq!(gif.mip_level(-1.0, 4), 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn grids_of_any_heights_are_written_and_read_back(
        heights in prop::collection::vec(-3000..3000_i32, 81),
        columns in 1..=2_usize, rows in 1..=2_usize, gifs in 1..=2_u8, step in 100..2000_i32,
    ) {
        let mut grid = GridPatch::flat(CENTER, step, [4 * columns, 4 * rows]);
        for (position, height) in grid.positions.iter_mut().zip(heights) {
            position[2] += height;
        }
        grid.ad_gifs = (0..gifs).map(|i| AdGif::new(i.into(), -100, [false; 2])).collect();
        for (i, gif) in grid.square_ad_gifs.iter_mut().enumerate() {
            *gif = i as u8 % gifs;
        }
        let data = grid.build().unwrap();
        match TfragBlock::build(32.0, std::slice::from_ref(&data)) {
            Ok(block) => {
                let counts = Lod::ALL.map(|lod| block.triangle_count(lod));
                prop_assert_eq!(counts, [32, 8, 2].map(|count| count * columns * rows));
                let read = block.patch(0).unwrap().to_data();
                prop_assert_eq!(&read.positions, &data.positions);
                prop_assert_eq!(&read.strips, &data.strips);
                let again = TfragBlock::build(32.0, &[read]).unwrap();
                prop_assert_eq!(again, block);
            }
            // Eight by eight cells with two textures are at the edge of the vector unit's memory.
            Err(error) => prop_assert!(matches!(error, FormatError::Limit { .. }), "{}", error),
        }
    }

    #[test]
    fn meshes_keep_their_triangles(
        corners in prop::collection::vec(prop::array::uniform3(0..12_u16), 1..40),
    ) {
        let mesh = MeshPatch {
            vertices: (0..12_i32).map(|i| MeshVertex {
                // Some places are taken twice.
                position: [i * 100 % 700, i * i % 7 * 50, 0],
                uv: [i as i16, 0],
                light: LightRecord::default(),
            }).collect(),
            triangles: corners.iter().map(|vertices| MeshTriangle {
                vertices: *vertices,
                ad_gif: (vertices[0] % 2) as u8,
            }).collect(),
            ad_gifs: vec![AdGif::new(0, 0, [false; 2]), AdGif::new(1, 0, [false; 2])],
            occlusion_index: 3,
        };
        let block = TfragBlock::build(32.0, &[mesh.build().unwrap()]).unwrap();
        let patch = block.patch(0).unwrap();
        // Vertices are known by their texture coordinate.
        let turned = |corners: [i16; 3]| {
            let [a, b, c] = corners;
            [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap()
        };
        let mut found: Vec<_> = patch.triangles(Lod::Two).map(|triangle| {
            let corners = triangle.vertex_infos.map(|v| patch.vertex_infos[usize::from(v)].s);
            (triangle.ad_gif, turned(corners))
        }).collect();
        let mut wanted: Vec<_> = mesh.triangles.iter().map(|triangle| {
            (triangle.ad_gif, turned(triangle.vertices.map(|v| v as i16)))
        }).collect();
        found.sort_unstable();
        wanted.sort_unstable();
        prop_assert_eq!(found, wanted);
    }
}
