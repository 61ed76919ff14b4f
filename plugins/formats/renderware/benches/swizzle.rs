//! From stored texels to colours: the product's `NativeTexture::decode`, and below it the un-swizzling alone, each against
//! the texel-by-texel definition and against a plain copy of the same output.
//!
//! Aim: at least 3 times the definition, and half of memcpy's bandwidth, both measured here in one run. Compare the
//! throughput column; a copy's line is the ceiling for the output size of the two lines above it.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::swizzle::{self, LevelSize};
use wonderwheel_ps2::{clut, cursor::Cursor, mip, upload::UploadPacket};
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture, Sampling};

use decode::{SHAPES, Shape};

/// Square sides, from a small mip level to the largest texture on the disc.
const SIDES: [u32; 5] = [32, 64, 128, 256, 512];

fn main() {
    divan::main();
}

fn noise(length: usize) -> Vec<u8> {
    (0..length as u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect()
}

/// Copies into memory that is there already, as the un-swizzling does.
fn copy(bencher: Bencher<'_, '_>, bytes: usize) {
    let src = noise(bytes);
    let mut dst = vec![0; bytes];
    bencher.counter(BytesCount::new(bytes)).bench_local(|| {
        dst.copy_from_slice(black_box(&src));
        black_box(&mut dst);
    });
}

/// What the game calls for every texture of a part: all levels of a texture that was read, into new memory. Throughput
/// counts the RGBA output.
mod decode {
    use super::*;

    /// Side of level 0 and number of levels. The last levels of the first one are smaller than what is stored for them.
    #[derive(Debug, Clone, Copy)]
    pub struct Shape(u32, u32);

    pub const SHAPES: [Shape; 6] = [
        Shape(64, 7),
        Shape(32, 1),
        Shape(64, 1),
        Shape(128, 1),
        Shape(256, 1),
        Shape(512, 1),
    ];

    pub fn texture(Shape(side, levels): Shape, colours: usize) -> NativeTexture {
        let level = |i| {
            let side = mip::level_side(side, i) as usize;
            let mask = (colours - 1) as u8;
            noise(side * side)
                .iter()
                .map(|index| index & mask)
                .collect()
        };
        let image = IndexedImage {
            width: side,
            height: side,
            palette: (0..colours)
                .map(|i| [i as u8, (i / 2) as u8, 7, 128])
                .collect(),
            levels: (0..levels).map(level).collect(),
        };
        let sampling = Sampling::new(6, Addressing::Wrap, Addressing::Wrap);
        NativeTexture::encode("noise", &image, sampling, 0x0FC0).expect("a legal texture")
    }

    /// Texel by texel, each looked up where the definition says that it lies.
    pub fn plain(texture: &NativeTexture) -> Result<Vec<Vec<u8>>> {
        let raster = &texture.raster;
        let palette = UploadPacket::read_from(&mut raster.palette.cursor())?;
        let mut packets: Cursor<'_> = raster.pixels.cursor();
        let level = |i| {
            let packet = UploadPacket::read_from(&mut packets)?;
            let size = LevelSize {
                width: mip::level_side(raster.width, i),
                height: mip::level_side(raster.height, i),
                stored_width: 2 * packet.trxreg.0,
                stored_height: 2 * packet.trxreg.1,
            };
            let mut out = vec![0; size.width as usize * size.height as usize * 4];
            if raster.depth == 8 {
                let palette = clut::palette_256(palette.image)?;
                swizzle::plain::unswizzle8_colours(packet.image, size, &palette, &mut out)?;
            } else {
                let palette = clut::palette_16(palette.image)?;
                swizzle::plain::unswizzle4_colours(packet.image, size, &palette, &mut out)?;
            }
            Ok(out)
        };
        (0..raster.level_count()).map(level).collect()
    }

    /// Times something that makes a texture's levels, after a look at whether it makes the right ones.
    pub fn time(
        bencher: Bencher<'_, '_>,
        texture: &NativeTexture,
        decode: impl Fn(&NativeTexture) -> Vec<Vec<u8>>,
    ) {
        let levels = decode(texture);
        assert!(levels == plain(texture).expect("a whole texture"));
        bencher
            .counter(BytesCount::new(levels.concat().len()))
            .bench_local(|| decode(black_box(texture)));
    }

    pub fn definition(bencher: Bencher<'_, '_>, texture: &NativeTexture) {
        time(bencher, texture, |texture| {
            plain(texture).expect("a whole texture")
        });
    }

    pub fn product(bencher: Bencher<'_, '_>, texture: &NativeTexture) {
        let decode = |texture: &NativeTexture| texture.decode().expect("a whole texture").levels;
        time(bencher, texture, decode);
    }

    pub fn copies(bencher: Bencher<'_, '_>, texture: &NativeTexture) {
        let levels = plain(texture).expect("a whole texture");
        time(bencher, texture, |_| black_box(&levels).clone());
    }
}

/// Un-swizzling to indices, one a byte.
fn indices(
    bencher: Bencher<'_, '_>,
    side: u32,
    bits: usize,
    unswizzle: fn(&[u8], LevelSize, &mut [u8]) -> Result<()>,
) {
    let texels = (side * side) as usize;
    let src = noise(texels * bits / 8);
    let size = LevelSize::whole(side, side);
    let mut dst = vec![0; texels];
    bencher.counter(BytesCount::new(texels)).bench_local(|| {
        unswizzle(black_box(&src), size, &mut dst).expect("the size is legal");
        black_box(&mut dst);
    });
}

/// Un-swizzling straight to colours; throughput counts the RGBA output.
fn colours<const COLOURS: usize>(
    bencher: Bencher<'_, '_>,
    side: u32,
    unswizzle: fn(&[u8], LevelSize, &[[u8; 4]; COLOURS], &mut [u8]) -> Result<()>,
) {
    let texels = (side * side) as usize;
    let src = noise(texels);
    let size = LevelSize::whole(side, side);
    let palette = std::array::from_fn(|i| [i as u8, (i / 2) as u8, 7, 128]);
    let mut out = vec![0; texels * 4];
    bencher.counter(BytesCount::new(out.len())).bench_local(|| {
        unswizzle(black_box(&src), size, &palette, &mut out).expect("the size is legal");
        black_box(&mut out);
    });
}

/// Groups of what is compared, each with its arguments.
macro_rules! groups {
    ($($(#[$about:meta])* $group:ident($arguments:ident: $ty:ty) { $($bench:ident: $time:expr;)* })*) => {
        $(
            $(#[$about])*
            #[divan::bench_group]
            mod $group {
                use super::*;

                $(
                    #[divan::bench(args = $arguments)]
                    fn $bench(bencher: Bencher<'_, '_>, argument: $ty) {
                        ($time)(bencher, argument);
                    }
                )*
            }
        )*
    };
}

groups! {
    decode_eight_bits(SHAPES: Shape) {
        a_decode: |bencher, shape| decode::product(bencher, &decode::texture(shape, 256));
        b_texel_by_texel: |bencher, shape| decode::definition(bencher, &decode::texture(shape, 256));
        c_memcpy: |bencher, shape| decode::copies(bencher, &decode::texture(shape, 256));
    }
    decode_four_bits(SHAPES: Shape) {
        a_decode: |bencher, shape| decode::product(bencher, &decode::texture(shape, 16));
        b_texel_by_texel: |bencher, shape| decode::definition(bencher, &decode::texture(shape, 16));
        c_memcpy: |bencher, shape| decode::copies(bencher, &decode::texture(shape, 16));
    }
    indices_of_eight_bits(SIDES: u32) {
        a_fast: |bencher, side| indices(bencher, side, 8, swizzle::unswizzle8);
        b_texel_by_texel: |bencher, side| indices(bencher, side, 8, swizzle::plain::unswizzle8);
        c_memcpy: |bencher, side: u32| copy(bencher, (side * side) as usize);
    }
    /// A copy of as many indices stands in the group above.
    indices_of_four_bits(SIDES: u32) {
        a_fast: |bencher, side| indices(bencher, side, 4, swizzle::unswizzle4);
        b_texel_by_texel: |bencher, side| indices(bencher, side, 4, swizzle::plain::unswizzle4);
    }
    colours_of_eight_bits(SIDES: u32) {
        a_fast: |bencher, side| colours(bencher, side, swizzle::unswizzle8_colours);
        b_texel_by_texel: |bencher, side| colours(bencher, side, swizzle::plain::unswizzle8_colours);
        c_memcpy: |bencher, side: u32| copy(bencher, (side * side * 4) as usize);
    }
    /// A copy of as many colours stands in the group above.
    colours_of_four_bits(SIDES: u32) {
        a_fast: |bencher, side| colours(bencher, side, swizzle::unswizzle4_colours);
        b_texel_by_texel: |bencher, side| colours(bencher, side, swizzle::plain::unswizzle4_colours);
    }
}
