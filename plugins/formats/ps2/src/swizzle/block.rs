//! One block: 16 columns of two rows, as eight stored words. See the parent module for the picture.
#![expect(
    clippy::indexing_slicing,
    reason = "the words of a block are counted, and the loops over them unroll"
)]

/// Columns of one block.
pub(super) const BLOCK: usize = 16;

/// Eight columns of a row as one integer, the leftmost in the lowest byte.
type Columns = u64;

/// Exchanges, bit group by bit group, the upper ones of `a` (those that `mask` selects after a shift) with the lower
/// ones of `b`. Its own inverse.
#[inline(always)]
fn cross(a: &mut Columns, b: &mut Columns, shift: u32, mask: Columns) {
    let changed = ((*a >> shift) ^ *b) & mask;
    *a ^= changed << shift;
    *b ^= changed;
}

/// As [`cross`] inside one integer.
#[inline(always)]
fn cross_within(a: Columns, shift: u32, mask: Columns) -> Columns {
    let changed = ((a >> shift) ^ a) & mask;
    a ^ changed << shift ^ changed
}

const BYTES: Columns = 0x00FF_00FF_00FF_00FF;
const PAIRS: Columns = 0x0000_FFFF_0000_FFFF;
const SECOND_BYTES: Columns = 0x0000_FF00_0000_FF00;
const NIBBLES: Columns = 0x0F0F_0F0F_0F0F_0F0F;

/// A 4 x 8 transposition of bytes and its inverse: `words[i]` of the block side holds words i and i + 4, `words[unit]` of
/// the row side the columns of one unit.
#[inline(always)]
fn transpose(words: &mut [Columns; 4]) {
    let [a, b, c, d] = words;
    cross(a, b, 8, BYTES);
    cross(c, d, 8, BYTES);
    cross(a, c, 16, PAIRS);
    cross(b, d, 16, PAIRS);
}

/// Units 0 and 2 belong to row y, 1 and 3 to row y + 2; one of the two has its fours of columns exchanged.
#[inline(always)]
fn exchange_one_row(units: [Columns; 4], odd_band: bool) -> [Columns; 4] {
    let [a, b, c, d] = units;
    if odd_band {
        [a.rotate_left(32), b, c.rotate_left(32), d]
    } else {
        [a, b.rotate_left(32), c, d.rotate_left(32)]
    }
}

#[inline(always)]
fn rows_from_units([a, b, c, d]: [Columns; 4]) -> [[u8; BLOCK]; 2] {
    [to_bytes([a, c]), to_bytes([b, d])]
}

#[inline(always)]
fn units_from_rows(row_0: &[u8; BLOCK], row_2: &[u8; BLOCK]) -> [Columns; 4] {
    let [a, c] = from_bytes(*row_0);
    let [b, d] = from_bytes(*row_2);
    [a, b, c, d]
}

#[inline(always)]
fn to_bytes(columns: [Columns; 2]) -> [u8; BLOCK] {
    bytemuck::cast([columns[0].to_le(), columns[1].to_le()])
}

#[inline(always)]
fn from_bytes(bytes: [u8; BLOCK]) -> [Columns; 2] {
    let [low, high]: [Columns; 2] = bytemuck::cast(bytes);
    [Columns::from_le(low), Columns::from_le(high)]
}

/// Rows y and y + 2 of a block of bytes.
#[inline(always)]
pub(super) fn split_bytes(
    block: &[u8; 2 * BLOCK],
    odd_band: bool,
    row_0: &mut [u8; BLOCK],
    row_2: &mut [u8; BLOCK],
) {
    let words: [u32; 8] = bytemuck::cast(*block);
    let two = |i: usize| {
        Columns::from(u32::from_le(words[i])) | Columns::from(u32::from_le(words[i + 4])) << 32
    };
    let mut units = [two(0), two(1), two(2), two(3)];
    transpose(&mut units);
    [*row_0, *row_2] = rows_from_units(exchange_one_row(units, odd_band));
}

/// The inverse of [`split_bytes`].
#[inline(always)]
pub(super) fn join_bytes(
    block: &mut [u8; 2 * BLOCK],
    odd_band: bool,
    row_0: &[u8; BLOCK],
    row_2: &[u8; BLOCK],
) {
    let mut units = exchange_one_row(units_from_rows(row_0, row_2), odd_band);
    transpose(&mut units);
    let mut words = [0_u32; 8];
    for (i, two) in units.into_iter().enumerate() {
        words[i] = (two as u32).to_le();
        words[i + 4] = ((two >> 32) as u32).to_le();
    }
    *block = bytemuck::cast(words);
}

/// Rows y and y + 2 of a block of nibbles, one index a byte.
#[inline(always)]
pub(super) fn split_nibbles(
    block: &[u8; BLOCK],
    odd_band: bool,
    row_0: &mut [u8; BLOCK],
    row_2: &mut [u8; BLOCK],
) {
    let words: [u32; 4] = bytemuck::cast(*block);
    let two = |i: usize| {
        Columns::from(u32::from_le(words[i])) | Columns::from(u32::from_le(words[i + 2])) << 32
    };
    // Bytes of units 0 and 1 to the one side, of units 2 and 3 to the other.
    let mut low = cross_within(two(0), 8, SECOND_BYTES);
    let mut high = cross_within(two(1), 8, SECOND_BYTES);
    cross(&mut low, &mut high, 16, PAIRS);
    let units = [
        low & NIBBLES,
        low >> 4 & NIBBLES,
        high & NIBBLES,
        high >> 4 & NIBBLES,
    ];
    [*row_0, *row_2] = rows_from_units(exchange_one_row(units, odd_band));
}

/// The inverse of [`split_nibbles`]; the upper halves of the indices are dropped.
#[inline(always)]
pub(super) fn join_nibbles(
    block: &mut [u8; BLOCK],
    odd_band: bool,
    row_0: &[u8; BLOCK],
    row_2: &[u8; BLOCK],
) {
    let units = exchange_one_row(units_from_rows(row_0, row_2), odd_band);
    let [a, b, c, d] = units.map(|unit| unit & NIBBLES);
    let (mut low, mut high) = (a | b << 4, c | d << 4);
    cross(&mut low, &mut high, 16, PAIRS);
    let mut words = [0_u32; 4];
    for (i, two) in [low, high].into_iter().enumerate() {
        let two = cross_within(two, 8, SECOND_BYTES);
        words[i] = (two as u32).to_le();
        words[i + 2] = ((two >> 32) as u32).to_le();
    }
    *block = bytemuck::cast(words);
}

/// Two neighbours of a row.
type Pair = [[u8; 4]; 2];

/// Two colours as one value, so that they are stored at once.
#[inline(always)]
pub(super) fn join(left: [u8; 4], right: [u8; 4]) -> Pair {
    let [left, right] = [left, right].map(|colour| Columns::from(u32::from_le_bytes(colour)));
    bytemuck::cast((left | right << 32).to_le_bytes())
}

/// Colours rows y and y + 2 of a block of bytes: `colours` of the indices of each two neighbours, the left one first.
#[inline(always)]
pub(super) fn colour_bytes(
    block: &[u8; 2 * BLOCK],
    odd_band: bool,
    row_0: &mut [[u8; 4]; BLOCK],
    row_2: &mut [[u8; 4]; BLOCK],
    colours: impl Fn(u8, u8) -> Pair,
) {
    let (words, _) = block.as_chunks::<8>();
    let (row_0, row_2) = (row_0.as_chunks_mut().0, row_2.as_chunks_mut().0);
    let (flip_0, flip_2) = exchanges(odd_band);
    for (i, &word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(word);
        let unit = |unit: u32| colours((word >> (8 * unit)) as u8, (word >> (8 * unit + 32)) as u8);
        row_0[i ^ flip_0] = unit(0);
        row_2[i ^ flip_2] = unit(1);
        row_0[(i ^ flip_0) + 4] = unit(2);
        row_2[(i ^ flip_2) + 4] = unit(3);
    }
}

/// Colours rows y and y + 2 of a block of nibbles: `colours` of the indices of each two neighbours in one byte, the left
/// one in its lower half.
#[inline(always)]
pub(super) fn colour_nibbles(
    block: &[u8; BLOCK],
    odd_band: bool,
    row_0: &mut [[u8; 4]; BLOCK],
    row_2: &mut [[u8; 4]; BLOCK],
    colours: impl Fn(u8) -> Pair,
) {
    let (words, _) = block.as_chunks::<4>();
    let (row_0, row_2) = (row_0.as_chunks_mut().0, row_2.as_chunks_mut().0);
    let (flip_0, flip_2) = exchanges(odd_band);
    for (i, &word) in words.iter().enumerate() {
        // Two words of the block: the same nibble of both is two bytes apart.
        let word = u32::from_le_bytes(word);
        let low = word & NIBBLES as u32;
        let high = word >> 4 & NIBBLES as u32;
        let [unit_0, unit_2, ..] = (low | low >> 12).to_le_bytes();
        let [unit_1, unit_3, ..] = (high | high >> 12).to_le_bytes();
        row_0[i ^ flip_0] = colours(unit_0);
        row_2[i ^ flip_2] = colours(unit_1);
        row_0[(i ^ flip_0) + 4] = colours(unit_2);
        row_2[(i ^ flip_2) + 4] = colours(unit_3);
    }
}

/// What to flip in the number of a pair of columns in rows y and y + 2.
#[inline(always)]
fn exchanges(odd_band: bool) -> (usize, usize) {
    if odd_band { (2, 0) } else { (0, 2) }
}
