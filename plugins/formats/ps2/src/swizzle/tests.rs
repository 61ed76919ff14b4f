use super::*;
use proptest::prelude::*;

/// The two bands of spec/renderware.md 4.4, W = 16.
const VECTORS: [[usize; 16]; 8] = [
    [0, 4, 8, 12, 16, 20, 24, 28, 2, 6, 10, 14, 18, 22, 26, 30],
    [
        32, 36, 40, 44, 48, 52, 56, 60, 34, 38, 42, 46, 50, 54, 58, 62,
    ],
    [17, 21, 25, 29, 1, 5, 9, 13, 19, 23, 27, 31, 3, 7, 11, 15],
    [
        49, 53, 57, 61, 33, 37, 41, 45, 51, 55, 59, 63, 35, 39, 43, 47,
    ],
    [
        80, 84, 88, 92, 64, 68, 72, 76, 82, 86, 90, 94, 66, 70, 74, 78,
    ],
    [
        112, 116, 120, 124, 96, 100, 104, 108, 114, 118, 122, 126, 98, 102, 106, 110,
    ],
    [
        65, 69, 73, 77, 81, 85, 89, 93, 67, 71, 75, 79, 83, 87, 91, 95,
    ],
    [
        97, 101, 105, 109, 113, 117, 121, 125, 99, 103, 107, 111, 115, 119, 123, 127,
    ],
];

/// GS memory as its manual draws it: pages of 8 KB, 32 blocks a page, 4 columns a block, 16 words a column.
/// Knows nothing of [`source_index`].
mod gs_memory {
    /// Place of block (bx, by) in a page of PSMCT32 or PSMT8, 8 blocks by 4.
    fn block_32_and_8(bx: usize, by: usize) -> usize {
        const ORDER: [[usize; 8]; 4] = [
            [0, 1, 4, 5, 16, 17, 20, 21],
            [2, 3, 6, 7, 18, 19, 22, 23],
            [8, 9, 12, 13, 24, 25, 28, 29],
            [10, 11, 14, 15, 26, 27, 30, 31],
        ];
        ORDER[by][bx]
    }

    /// Place of block (bx, by) in a page of PSMCT16 or PSMT4, 4 blocks by 8.
    fn block_16_and_4(bx: usize, by: usize) -> usize {
        const ORDER: [[usize; 4]; 8] = [
            [0, 2, 8, 10],
            [1, 3, 9, 11],
            [4, 6, 12, 14],
            [5, 7, 13, 15],
            [16, 18, 24, 26],
            [17, 19, 25, 27],
            [20, 22, 28, 30],
            [21, 23, 29, 31],
        ];
        ORDER[by][bx]
    }

    /// Word of a column at (x, y), 8 words by 2.
    const WORDS: [[usize; 8]; 2] = [[0, 1, 4, 5, 8, 9, 12, 13], [2, 3, 6, 7, 10, 11, 14, 15]];

    /// Byte address of a PSMCT32 pixel.
    pub fn ct32(x: usize, y: usize, pages_wide: usize) -> usize {
        let page = y / 32 * pages_wide + x / 64;
        let block = block_32_and_8(x % 64 / 8, y % 32 / 8);
        let column = y % 8 / 2;
        page * 8192 + block * 256 + column * 64 + WORDS[y % 2][x % 8] * 4
    }

    /// Byte address of a PSMCT16 pixel.
    pub fn ct16(x: usize, y: usize, pages_wide: usize) -> usize {
        let page = y / 64 * pages_wide + x / 64;
        let block = block_16_and_4(x % 64 / 16, y % 64 / 8);
        let column = y % 8 / 2;
        let half = x / 8 % 2;
        page * 8192 + block * 256 + column * 64 + WORDS[y % 2][x % 8] * 4 + half * 2
    }

    /// Byte address of a PSMT8 texel. Rows 2 and 3 of an even column, and 0 and 1 of an odd one, have their halves
    /// exchanged.
    pub fn t8(x: usize, y: usize, pages_wide: usize) -> usize {
        let page = y / 64 * pages_wide + x / 128;
        let block = block_32_and_8(x % 128 / 16, y % 64 / 16);
        let column = y % 16 / 4;
        let exchanged = (y / 2 + column) % 2;
        let word = WORDS[y % 2][(x % 8 + 4 * exchanged) % 8];
        let byte = x / 8 % 2 * 2 + y / 2 % 2;
        page * 8192 + block * 256 + column * 64 + word * 4 + byte
    }

    /// Nibble address of a PSMT4 texel.
    pub fn t4(x: usize, y: usize, pages_wide: usize) -> usize {
        let page = y / 128 * pages_wide + x / 128;
        let block = block_16_and_4(x % 128 / 32, y % 128 / 16);
        let column = y % 16 / 4;
        let exchanged = (y / 2 + column) % 2;
        let word = WORDS[y % 2][(x % 8 + 4 * exchanged) % 8];
        let nibble = x / 8 % 4 * 2 + y / 2 % 2;
        (page * 8192 + block * 256 + column * 64 + word * 4) * 2 + nibble
    }
}

fn noise(length: usize) -> Vec<u8> {
    (0..length as u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
        .collect()
}

#[test]
fn the_index_agrees_with_the_page_s_two_bands() {
    for (y, row) in VECTORS.iter().enumerate() {
        for (x, expected) in row.iter().enumerate() {
            assert_eq!(source_index(x, y, 16), *expected, "({x}, {y})");
        }
    }
}

#[test]
fn psmct32_written_and_psmt8_read_in_gs_memory_is_the_unswizzle() {
    for (width, height) in [
        (16, 4),
        (16, 16),
        (32, 32),
        (64, 64),
        (128, 64),
        (256, 128),
        (512, 64),
        (64, 512),
        (1024, 4),
        (16, 1024),
    ] {
        let src = noise(width * height);
        let pages_wide = width.div_ceil(128);
        let mut memory = vec![0; pages_wide * height.div_ceil(64) * 8192];
        for (pixel, bytes) in src.chunks_exact(4).enumerate() {
            let at = gs_memory::ct32(pixel % (width / 2), pixel / (width / 2), pages_wide);
            memory[at..at + 4].copy_from_slice(bytes);
        }
        let expected: Vec<u8> = (0..width * height)
            .map(|texel| memory[gs_memory::t8(texel % width, texel / width, pages_wide)])
            .collect();
        let size = LevelSize::whole(width as u32, height as u32);
        let mut rows = vec![0; width * height];
        unswizzle8(&src, size, &mut rows).unwrap();
        assert!(rows == expected, "{width} x {height}");
    }
}

#[test]
fn psmct16_written_and_psmt4_read_in_gs_memory_is_the_unswizzle() {
    for (width, height) in [
        (32, 4),
        (32, 32),
        (64, 64),
        (128, 128),
        (256, 256),
        (32, 512),
        (512, 64),
        (1024, 4),
    ] {
        let src = noise(width * height / 2);
        let pages_wide = width.div_ceil(128);
        let mut memory = vec![0; pages_wide * height.div_ceil(128) * 8192];
        for (pixel, bytes) in src.chunks_exact(2).enumerate() {
            let at = gs_memory::ct16(pixel % (width / 2), pixel / (width / 2), pages_wide);
            memory[at..at + 2].copy_from_slice(bytes);
        }
        let expected: Vec<u8> = (0..width * height)
            .map(|texel| {
                let at = gs_memory::t4(texel % width, texel / width, pages_wide);
                memory[at / 2] >> (at % 2 * 4) & 15
            })
            .collect();
        let size = LevelSize::whole(width as u32, height as u32);
        let mut rows = vec![0; width * height];
        unswizzle4(&src, size, &mut rows).unwrap();
        assert!(rows == expected, "{width} x {height}");
    }
}

#[test]
fn every_legal_size_up_to_1024_follows_the_index_both_ways() {
    for width in (4..=10).map(|log| 1_usize << log) {
        for height in [4, 8, 12, 64] {
            let size = LevelSize::whole(width as u32, height as u32);
            let src = noise(width * height);
            let mut rows = vec![0; width * height];
            unswizzle8(&src, size, &mut rows).unwrap();
            let mut expected = vec![0; rows.len()];
            plain::unswizzle8(&src, size, &mut expected).unwrap();
            assert!(rows == expected, "{width} x {height} bytes");
            let mut back = vec![0; src.len()];
            swizzle8(&rows, width as u32, height as u32, &mut back).unwrap();
            assert!(back == src, "{width} x {height} bytes");

            let src = &src[..width * height / 2];
            unswizzle4(src, size, &mut rows).unwrap();
            plain::unswizzle4(src, size, &mut expected).unwrap();
            assert!(rows == expected, "{width} x {height} nibbles");
            let mut back = vec![0; src.len()];
            swizzle4(&rows, width as u32, height as u32, &mut back).unwrap();
            assert!(back == src, "{width} x {height} nibbles");
        }
    }
}

#[test]
fn the_index_is_a_bijection_on_every_band() {
    for width in (4..=10).map(|log| 1_usize << log) {
        for band in [0, 4] {
            let mut seen = vec![false; 4 * width];
            for texel in 0..4 * width {
                let s = source_index(texel % width, band + texel / width, width);
                assert!(!std::mem::replace(&mut seen[s - band * width], true));
            }
        }
    }
}

#[test]
fn illegal_sizes_and_short_slices_are_refused() {
    let src = [0; 4096];
    let mut dst = [0; 4096];
    for (width, height) in [
        (8, 4),
        (24, 4),
        (0, 4),
        (16, 0),
        (16, 2),
        (16, 6),
        (1 << 31, 1 << 31),
    ] {
        let room = (width as usize).saturating_mul(height as usize).min(4096);
        assert!(unswizzle8(&src, LevelSize::whole(width, height), &mut dst[..room]).is_err());
        assert!(unswizzle4(&src, LevelSize::whole(width, height), &mut dst[..room]).is_err());
        assert!(swizzle8(&src, width, height, &mut dst[..room]).is_err());
        assert!(swizzle4(&src, width, height, &mut dst[..room / 2]).is_err());
    }
    assert!(unswizzle8(&src[..63], LevelSize::whole(16, 4), &mut dst[..64]).is_err());
    assert!(unswizzle4(&src[..31], LevelSize::whole(16, 4), &mut dst[..64]).is_err());
    assert!(unswizzle8(&src, LevelSize::whole(16, 4), &mut dst[..63]).is_err());
    assert!(swizzle4(&src, 16, 4, &mut dst[..31]).is_err());
    assert!(unswizzle8(&src[..64], LevelSize::whole(16, 4), &mut dst[..64]).is_ok());
    for (width, height) in [(17, 4), (16, 5), (0, 4), (16, 0)] {
        let size = LevelSize {
            width,
            height,
            ..LevelSize::whole(16, 4)
        };
        let room = (width * height) as usize;
        assert!(unswizzle8(&src, size, &mut dst[..room]).is_err());
    }
    // Colours that end inside a texel.
    let palette = [[0; 4]; 256];
    let size = LevelSize::whole(16, 4);
    assert!(unswizzle8_colours(&src, size, &palette, &mut dst[..259]).is_err());
}

#[test]
fn straight_to_colours_is_rows_and_then_the_palette() {
    let colours: [[u8; 4]; 256] = std::array::from_fn(|i| [i as u8, 255 - i as u8, 7, 128]);
    let sixteen: [[u8; 4]; 16] = std::array::from_fn(|i| [i as u8, 9, 200 - i as u8, 64]);
    for (width, height) in [(16, 8), (64, 16), (256, 4)] {
        let size = LevelSize::whole(width, height);
        let texels = (width * height) as usize;
        let src = noise(texels);
        let (mut fast, mut slow) = (vec![0; texels * 4], vec![0; texels * 4]);
        unswizzle8_colours(&src, size, &colours, &mut fast).unwrap();
        plain::unswizzle8_colours(&src, size, &colours, &mut slow).unwrap();
        assert!(fast == slow, "{width} x {height} bytes");
        unswizzle4_colours(&src, size, &sixteen, &mut fast).unwrap();
        plain::unswizzle4_colours(&src, size, &sixteen, &mut slow).unwrap();
        assert!(fast == slow, "{width} x {height} nibbles");
    }
}

/// Every way to cut a level of four blocks by two bands: sides that end on a block or band, inside one, and
/// before the first one ends.
#[test]
fn what_does_not_count_is_left_out_and_the_rest_stays_as_it_was() {
    let (stored_width, stored_height) = (64, 8);
    let whole = LevelSize::whole(stored_width, stored_height);
    let src = noise((stored_width * stored_height) as usize);
    let colours: [[u8; 4]; 256] = std::array::from_fn(|i| [i as u8, 255 - i as u8, 7, 128]);
    let sixteen: [[u8; 4]; 16] = std::array::from_fn(|i| [i as u8, 9, 200 - i as u8, 64]);
    let mut bytes = vec![0; src.len()];
    plain::unswizzle8(&src, whole, &mut bytes).unwrap();
    let mut nibbles = vec![0; src.len()];
    plain::unswizzle4(&src, whole, &mut nibbles).unwrap();
    for width in [1, 2, 15, 16, 17, 32, 40, 63, 64] {
        for height in 1..=stored_height {
            let size = LevelSize {
                width,
                height,
                ..whole
            };
            let corner = |rows: &[u8]| -> Vec<u8> {
                rows.chunks(stored_width as usize)
                    .take(height as usize)
                    .flat_map(|row| row[..width as usize].iter().copied())
                    .collect()
            };
            let (bytes, nibbles) = (corner(&bytes), corner(&nibbles));
            let mut cut = vec![0; bytes.len()];
            unswizzle8(&src, size, &mut cut).unwrap();
            assert_eq!(cut, bytes, "{width} x {height}");
            unswizzle4(&src, size, &mut cut).unwrap();
            assert_eq!(cut, nibbles, "{width} x {height}");
            let mut cut = vec![0; 4 * bytes.len()];
            unswizzle8_colours(&src, size, &colours, &mut cut).unwrap();
            let expected = bytes.iter().map(|&i| colours[usize::from(i)]);
            assert_eq!(cut, expected.collect::<Vec<_>>().concat());
            unswizzle4_colours(&src, size, &sixteen, &mut cut).unwrap();
            let expected = nibbles.iter().map(|&i| sixteen[usize::from(i)]);
            assert_eq!(cut, expected.collect::<Vec<_>>().concat());
        }
    }
}

proptest! {
    #[test]
    fn rows_survive_both_ways(
        log_width in 4_u32..8,
        bands in 1_u32..6,
        seed: u32,
    ) {
        let (width, height) = (1 << log_width, 4 * bands);
        let texels = (width * height) as usize;
        let rows: Vec<u8> =
            (0..texels as u32).map(|i| (i.wrapping_mul(seed | 1) >> 7) as u8).collect();
        let mut stored = vec![0; texels];
        let mut back = vec![0; texels];
        swizzle8(&rows, width, height, &mut stored).unwrap();
        unswizzle8(&stored, LevelSize::whole(width, height), &mut back).unwrap();
        prop_assert_eq!(&back, &rows);

        let mut stored = vec![0; texels / 2];
        swizzle4(&rows, width, height, &mut stored).unwrap();
        unswizzle4(&stored, LevelSize::whole(width, height), &mut back).unwrap();
        prop_assert!(back.iter().zip(&rows).all(|(got, index)| *got == index & 15));
    }
}
