//! Un-swizzling against the texel-by-texel definition and against a plain copy of the same output.
//!
//! Aim: at least 3 times the definition, and half of memcpy's bandwidth, both measured here in one run. Compare the
//! throughput column; a copy's line is the ceiling for the output size of the two lines above it.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use wonderwheel_ps2::swizzle;

/// Square sides: a small level, the usual texture, the largest on the disc.
const SIDES: [u32; 3] = [64, 256, 512];

fn main() {
    divan::main();
}

fn noise(length: usize) -> Vec<u8> {
    (0..length as u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect()
}

type Unswizzle = fn(&[u8], u32, u32, &mut [u8]) -> wonderwheel_ps2::error::Result<()>;

fn indices(bencher: Bencher<'_, '_>, side: u32, bits: usize, unswizzle: Unswizzle) {
    let texels = (side * side) as usize;
    let src = noise(texels * bits / 8);
    let mut dst = vec![0; texels];
    bencher.counter(BytesCount::new(texels)).bench_local(|| {
        unswizzle(black_box(&src), side, side, &mut dst).expect("the size is legal");
        black_box(&mut dst);
    });
}

fn copy(bencher: Bencher<'_, '_>, bytes: usize) {
    let src = noise(bytes);
    let mut dst = vec![0; bytes];
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        dst.copy_from_slice(black_box(&src));
        black_box(&mut dst);
    });
}

#[divan::bench_group]
mod eight_bits_to_indices {
    use super::*;

    #[divan::bench(args = SIDES)]
    fn a_fast(bencher: Bencher<'_, '_>, side: u32) {
        indices(bencher, side, 8, swizzle::unswizzle8);
    }

    #[divan::bench(args = SIDES)]
    fn b_texel_by_texel(bencher: Bencher<'_, '_>, side: u32) {
        indices(bencher, side, 8, swizzle::plain::unswizzle8);
    }

    #[divan::bench(args = SIDES)]
    fn c_memcpy(bencher: Bencher<'_, '_>, side: u32) {
        copy(bencher, (side * side) as usize);
    }
}

#[divan::bench_group]
mod four_bits_to_indices {
    use super::*;

    #[divan::bench(args = SIDES)]
    fn a_fast(bencher: Bencher<'_, '_>, side: u32) {
        indices(bencher, side, 4, swizzle::unswizzle4);
    }

    #[divan::bench(args = SIDES)]
    fn b_texel_by_texel(bencher: Bencher<'_, '_>, side: u32) {
        indices(bencher, side, 4, swizzle::plain::unswizzle4);
    }

    #[divan::bench(args = SIDES)]
    fn c_memcpy(bencher: Bencher<'_, '_>, side: u32) {
        copy(bencher, (side * side) as usize);
    }
}

/// The whole way to colours; throughput counts the RGBA output.
#[divan::bench_group]
mod eight_bits_to_colours {
    use super::*;

    type ToColours =
        fn(&[u8], u32, u32, &[[u8; 4]; 256], &mut [u8]) -> wonderwheel_ps2::error::Result<()>;

    fn colours(bencher: Bencher<'_, '_>, side: u32, unswizzle: ToColours) {
        let texels = (side * side) as usize;
        let src = noise(texels);
        let palette = std::array::from_fn(|i| [i as u8, (i / 2) as u8, 7, 128]);
        let mut out = vec![0; texels * 4];
        bencher.counter(BytesCount::new(out.len())).bench_local(|| {
            unswizzle(black_box(&src), side, side, &palette, &mut out).expect("the size is legal");
            black_box(&mut out);
        });
    }

    #[divan::bench(args = SIDES)]
    fn a_fast(bencher: Bencher<'_, '_>, side: u32) {
        colours(bencher, side, swizzle::unswizzle8_colours);
    }

    #[divan::bench(args = SIDES)]
    fn b_texel_by_texel(bencher: Bencher<'_, '_>, side: u32) {
        colours(bencher, side, swizzle::plain::unswizzle8_colours);
    }

    #[divan::bench(args = SIDES)]
    fn c_memcpy(bencher: Bencher<'_, '_>, side: u32) {
        copy(bencher, (side * side * 4) as usize);
    }
}

/// As above for 16 colours.
#[divan::bench_group]
mod four_bits_to_colours {
    use super::*;

    type ToColours =
        fn(&[u8], u32, u32, &[[u8; 4]; 16], &mut [u8]) -> wonderwheel_ps2::error::Result<()>;

    fn colours(bencher: Bencher<'_, '_>, side: u32, unswizzle: ToColours) {
        let texels = (side * side) as usize;
        let src = noise(texels / 2);
        let palette = std::array::from_fn(|i| [i as u8, 3, 7, 128]);
        let mut out = vec![0; texels * 4];
        bencher.counter(BytesCount::new(out.len())).bench_local(|| {
            unswizzle(black_box(&src), side, side, &palette, &mut out).expect("the size is legal");
            black_box(&mut out);
        });
    }

    #[divan::bench(args = SIDES)]
    fn a_fast(bencher: Bencher<'_, '_>, side: u32) {
        colours(bencher, side, swizzle::unswizzle4_colours);
    }

    #[divan::bench(args = SIDES)]
    fn b_texel_by_texel(bencher: Bencher<'_, '_>, side: u32) {
        colours(bencher, side, swizzle::plain::unswizzle4_colours);
    }
}
