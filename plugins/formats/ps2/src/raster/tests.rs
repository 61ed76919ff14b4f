use super::*;
use crate::gs::{Blend, Filtering, MinFilter, TestRegister};
use crate::mip::MipWord;
use proptest::prelude::*;

const SIZE: u32 = 16;
const OPAQUE: [u8; 4] = [128, 128, 128, 128];

fn vertex(x: f32, y: f32, depth: f32, w: f32) -> Vertex {
    let uv = [(x + 1.0) / 2.0, (1.0 - y) / 2.0];
    Vertex {
        position: [x * w, y * w, depth * w, w],
        uv: [uv, uv],
        colour: OPAQUE,
        fog: 255,
    }
}

/// The whole picture at one depth (0 far, 1 near) and one w, counter-clockwise, uv 0..1.
fn full(depth: f32, w: f32) -> [[Vertex; 3]; 2] {
    let [a, b, c, d] =
        [(-1.0, 1.0), (-1.0, -1.0), (1.0, 1.0), (1.0, -1.0)].map(|(x, y)| vertex(x, y, depth, w));
    [[a, b, c], [c, b, d]]
}

fn tinted(triangles: [[Vertex; 3]; 2], colour: [u8; 4]) -> [[Vertex; 3]; 2] {
    triangles.map(|triangle| triangle.map(|vertex| Vertex { colour, ..vertex }))
}

fn flat(colours: &[[u8; 4]]) -> Vec<Vec<u8>> {
    let side = 1_u32 << (colours.len() - 1);
    (0..)
        .zip(colours)
        .map(|(level, colour)| colour.repeat(((side >> level) * (side >> level)) as usize))
        .collect()
}

fn plain() -> State<'static> {
    State {
        blend: None,
        ..State::world(None)
    }
}

fn middle(frame: &Frame) -> [u8; 4] {
    frame.colour(SIZE / 2, SIZE / 2).unwrap()
}

/// The middle of a wall `w` metres away.
fn textured(texture: &Texture<'_>, sampling: Sampling, w: f32) -> [u8; 4] {
    let mut frame = Frame::new(SIZE, SIZE, [0; 4]);
    let state = State {
        texture: Some(texture),
        sampling,
        ..plain()
    };
    frame.batch(&[state], &full(0.5, w));
    middle(&frame)
}

#[test]
fn failed_texels_of_a_fence_show_what_is_drawn_behind_them_later() {
    let texels = flat(&[[90, 90, 90, 0x20]]);
    let fence = Texture::new(1, 1, &texels).unwrap();
    let mut frame = Frame::new(SIZE, SIZE, [0, 0, 0, 128]);
    frame.batch(&[plain()], &tinted(full(0.1, 100.0), [10, 10, 10, 128]));
    frame.batch(&[State::world(Some(&fence))], &full(0.9, 1.0));
    let over_the_wall = middle(&frame);
    // (90 - 10) * 0x20 / 128 + 10.
    assert_eq!(over_the_wall[..3], [30, 30, 30]);
    frame.batch(&[plain()], &tinted(full(0.5, 10.0), [200, 0, 0, 128]));
    assert_eq!(middle(&frame)[..3], [200, 0, 0]);
}

#[test]
fn the_second_pass_over_a_cut_out_base_writes_depth_in_its_holes() {
    let base = flat(&[[90, 90, 90, 0x20]]);
    let stain = flat(&[[50, 50, 50, 0]]);
    let (base, stain) = (
        Texture::new(1, 1, &base).unwrap(),
        Texture::new(1, 1, &stain).unwrap(),
    );
    let first = State::world(Some(&base));
    let mut frame = Frame::new(SIZE, SIZE, [0, 0, 0, 128]);
    frame.batch(&[first, first.dual(&stain, Blend::ALPHA)], &full(0.9, 1.0));
    let before = middle(&frame);
    frame.batch(&[plain()], &tinted(full(0.5, 10.0), [200, 0, 0, 128]));
    assert_eq!(middle(&frame), before);
}

#[test]
fn equal_depth_passes_and_a_farther_draw_does_not() {
    let mut frame = Frame::new(SIZE, SIZE, [0; 4]);
    frame.batch(&[plain()], &tinted(full(0.5, 3.0), [1, 1, 1, 1]));
    frame.batch(&[plain()], &tinted(full(0.5, 3.0), [2, 2, 2, 2]));
    assert_eq!(middle(&frame), [2; 4]);
    frame.batch(&[plain()], &tinted(full(0.4, 3.0), [3, 3, 3, 3]));
    assert_eq!(middle(&frame), [2; 4]);
    frame.clear_depth();
    frame.batch(&[plain()], &tinted(full(0.4, 3.0), [3, 3, 3, 3]));
    assert_eq!(middle(&frame), [3; 4]);
}

#[test]
fn without_depth_write_the_sky_hides_nothing() {
    let mut frame = Frame::new(SIZE, SIZE, [0; 4]);
    let sky = State {
        depth_write: false,
        ..plain()
    };
    frame.batch(&[sky], &tinted(full(0.9, 3.0), [1, 1, 1, 1]));
    assert_eq!(frame.depth(0, 0), Some(0));
    frame.batch(&[plain()], &tinted(full(0.1, 3.0), [2, 2, 2, 2]));
    assert_eq!(middle(&frame), [2; 4]);
}

#[test]
fn depth_is_24_bits_with_near_large() {
    let mut frame = Frame::new(SIZE, SIZE, [0; 4]);
    frame.batch(&[plain()], &full(0.5, 3.0));
    assert_eq!(frame.depth(3, 3), Some(8_388_607));
    frame.batch(&[plain()], &full(1.0, 3.0));
    assert_eq!(frame.depth(3, 3), Some(0xFF_FFFF));
    assert_eq!(frame.depth(SIZE, 0), None);
}

#[test]
fn colours_run_linearly_over_the_screen_and_texture_coordinates_in_perspective() {
    // A ramp of 16 texels, seen on a wall whose left edge is at w 1 and whose right edge is at w 4.
    let ramp = vec![
        (0..16_u8)
            .flat_map(|x| [x * 8, 0, 0, 128])
            .collect::<Vec<u8>>(),
    ];
    let ramp = Texture::new(16, 1, &ramp).unwrap();
    let nearest = Filtering {
        magnify_linear: false,
        minify: MinFilter::Nearest,
    };
    let sampling = Sampling {
        filtering: nearest,
        ..Sampling::default()
    };
    let wall = |left: [u8; 4], right: [u8; 4]| {
        full(0.5, 1.0).map(|triangle| {
            triangle.map(|vertex| {
                let [x, y, ..] = vertex.position;
                let (w, colour) = if x < 0.0 { (1.0, left) } else { (4.0, right) };
                Vertex {
                    position: [x * w, y * w, 0.5 * w, w],
                    colour,
                    ..vertex
                }
            })
        })
    };
    let mut frame = Frame::new(101, 1, [0; 4]);
    frame.batch(
        &[State {
            texture: Some(&ramp),
            sampling,
            ..plain()
        }],
        &wall(OPAQUE, OPAQUE),
    );
    // In the middle of the screen u = (1/4) / (1 + 1/4) = 0.2: texel 3.
    assert_eq!(frame.colour(50, 0), Some([24, 0, 0, 128]));
    frame.clear_depth();
    frame.batch(&[plain()], &wall([0, 0, 0, 0], [201, 101, 0, 255]));
    // Half of 201, 101 and 255, without the fraction.
    assert_eq!(frame.colour(50, 0), Some([100, 50, 0, 127]));
}

#[test]
fn a_fragment_at_24_metres_mixes_the_first_two_levels() {
    let levels = flat(&[[100, 0, 0, 128], [0, 100, 0, 128], [0, 0, 100, 128]]);
    let texture = Texture::new(4, 4, &levels).unwrap();
    let at = |w: f32, precision| {
        let sampling = Sampling {
            precision,
            ..Sampling::default()
        };
        textured(&texture, sampling, w)
    };
    for precision in [Precision::Gs, Precision::Float] {
        assert_eq!(at(16.0, precision), [100, 0, 0, 128]);
        assert_eq!(at(32.0, precision), [0, 100, 0, 128]);
        assert_eq!(at(64.0, precision), [0, 0, 100, 128]);
        assert_eq!(at(500.0, precision), [0, 0, 100, 128]);
    }
    // LOD 0.585: 9/16 on the GS, 100 * 7/16 = 43.75 and 100 * 9/16 = 56.25.
    assert_eq!(at(24.0, Precision::Gs), [43, 56, 0, 128]);
    assert_eq!(at(24.0, Precision::Float), [42, 58, 0, 128]);
}

#[test]
fn level_zero_filters_ignore_distance() {
    let levels = flat(&[[100, 0, 0, 128], [0, 100, 0, 128]]);
    let texture = Texture::new(2, 2, &levels).unwrap();
    let sampling = Sampling {
        filtering: Filtering::LINEAR,
        ..Sampling::default()
    };
    assert_eq!(textured(&texture, sampling, 100.0), [100, 0, 0, 128]);
}

#[test]
fn repeating_wraps_the_border_and_clamping_holds_it() {
    let levels = vec![[[0, 0, 0, 128], [200, 0, 0, 128]].concat()];
    let texture = Texture::new(2, 1, &levels).unwrap();
    let sample = |u: f64, clamp: bool, precision| {
        let sampling = Sampling {
            clamp: [clamp; 2],
            precision,
            ..Sampling::default()
        };
        texture.sample([u, 0.5], -1.0, &sampling)[0]
    };
    for precision in [Precision::Gs, Precision::Float] {
        // Between the two texels, and on the border.
        assert_eq!(sample(0.5, false, precision), 100);
        assert_eq!(sample(0.0, false, precision), 100);
        assert_eq!(sample(0.0, true, precision), 0);
        assert_eq!(sample(-7.25, true, precision), 0);
        assert_eq!(sample(9.0, true, precision), 200);
        // Texel centres, tiles away.
        assert_eq!(sample(-2.75, false, precision), 0);
        assert_eq!(sample(5.75, false, precision), 200);
    }
    // An eighth of a texel: 200 * 2/16.
    assert_eq!(sample(0.3125, false, Precision::Gs), 25);
}

#[test]
fn fog_fades_towards_its_colour() {
    let mut frame = Frame::new(SIZE, SIZE, [0; 4]);
    let triangles = tinted(full(0.5, 3.0), [200, 200, 200, 128])
        .map(|triangle| triangle.map(|vertex| Vertex { fog: 128, ..vertex }));
    frame.batch(
        &[State {
            fog: Some([12; 3]),
            ..plain()
        }],
        &triangles,
    );
    assert_eq!(middle(&frame), [105, 105, 105, 128]);
    frame.batch(&[plain()], &triangles);
    assert_eq!(middle(&frame), [200, 200, 200, 128]);
}

#[test]
fn only_counter_clockwise_faces_survive_back_face_culling() {
    let mut frame = Frame::new(SIZE, SIZE, [0; 4]);
    let reversed = full(0.5, 3.0).map(|[a, b, c]| [a, c, b]);
    frame.batch(&[plain()], &reversed);
    assert_eq!(middle(&frame), [0; 4]);
    frame.batch(
        &[State {
            cull: Cull::None,
            ..plain()
        }],
        &reversed,
    );
    assert_eq!(middle(&frame), OPAQUE);
}

#[test]
fn a_floor_that_runs_under_the_eye_fills_the_lower_half() {
    // View depth w from -50 to 50, one metre below the eye; near plane at 1, far at 50.
    let at = |x: f32, w: f32| {
        let (near, far) = (1.0, 50.0);
        let z = near * (far - w) / (far - near);
        Vertex {
            position: [x, -1.0, z, w],
            ..vertex(0.0, 0.0, 0.0, 1.0)
        }
    };
    let [a, b, c, d] = [
        at(-900.0, -50.0),
        at(900.0, -50.0),
        at(900.0, 50.0),
        at(-900.0, 50.0),
    ];
    let mut frame = Frame::new(SIZE, SIZE, [0; 4]);
    frame.batch(
        &[State {
            cull: Cull::None,
            ..plain()
        }],
        &[[a, b, c], [a, c, d]],
    );
    for y in 0..SIZE {
        let expected = if y < SIZE / 2 { [0; 4] } else { OPAQUE };
        assert_eq!(frame.colour(3, y), Some(expected), "row {y}");
    }
}

#[test]
fn a_texture_whose_levels_do_not_fit_its_size_is_refused() {
    assert!(Texture::new(2, 2, &[]).is_err());
    assert!(Texture::new(0, 2, &[vec![]]).is_err());
    assert!(Texture::new(2, 2, &[vec![0; 15]]).is_err());
    assert!(Texture::new(2, 2, &[vec![0; 16], vec![0; 8]]).is_err());
    assert!(Texture::new(2, 1, &[vec![0; 8], vec![0; 4], vec![0; 4]]).is_ok());
}

#[test]
fn sprites_and_fills_use_their_own_tests() {
    let mut frame = Frame::new(SIZE, SIZE, [100, 100, 100, 128]);
    let tint = State {
        test: TestRegister::ALWAYS,
        blend: Some(Blend::ALPHA),
        ..plain()
    };
    frame.batch(&[tint], &tinted(full(0.0, 1.0), [7, 20, 30, 21]));
    assert_eq!(middle(&frame)[..3], [84, 86, 88]);
    let sprite = State {
        test: TestRegister::SPRITE,
        ..plain()
    };
    frame.batch(&[sprite], &tinted(full(0.5, 1.0), [1, 1, 1, 0]));
    assert_eq!(middle(&frame)[..3], [84, 86, 88]);
}

#[test]
fn a_mip_word_of_its_own_moves_the_levels() {
    let levels = flat(&[[100, 0, 0, 128], [0, 100, 0, 128]]);
    let texture = Texture::new(2, 2, &levels).unwrap();
    let sampling = Sampling {
        mip: MipWord::new(-3.0, 0),
        ..Sampling::default()
    };
    assert_eq!(textured(&texture, sampling, 16.0), [0, 100, 0, 128]);
}

proptest! {
    #[test]
    fn triangles_around_a_point_cover_every_pixel_exactly_once(
        x in -0.99_f32..0.99,
        y in -0.99_f32..0.99,
        w in 0.2_f32..90.0,
    ) {
        let centre = vertex(x, y, 0.5, w);
        let corners =
            [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| vertex(x, y, 0.5, 3.0));
        let add = Blend::from_register(0x68 | 0x80 << 32);
        let state = State { blend: add, test: TestRegister::ALWAYS, ..plain() };
        let mut frame = Frame::new(SIZE, SIZE, [0; 4]);
        let triangles: Vec<_> = (0..4)
            .map(|i| [centre, corners[i], corners[(i + 1) % 4]])
            .collect();
        frame.batch(&[state], &triangles);
        prop_assert!(frame.colours().iter().all(|colour| *colour == OPAQUE));
    }

    #[test]
    fn no_vertex_makes_it_panic(numbers: [[f32; 8]; 3], uv_set in 0..3_usize) {
        let levels = flat(&[OPAQUE, OPAQUE]);
        let texture = Texture::new(2, 2, &levels).unwrap();
        let vertices = numbers.map(|[x, y, z, w, s1, t1, s2, t2]| Vertex {
            position: [x, y, z, w],
            uv: [[s1, t1], [s2, t2]],
            colour: OPAQUE,
            fog: 3,
        });
        let mut frame = Frame::new(4, 4, [0; 4]);
        let state = State { uv_set, cull: Cull::None, ..State::world(Some(&texture)) };
        frame.triangle(&state, vertices);
    }
}
