//! Decompression against a decoder that goes byte by byte and lets its output grow, on the same streams; and compression
//! against a stream of literals only, which is as fast and as large as one can be.
//!
//! Compare the fastest of the lines of one content: `wad` aims at three times `bytewise`, and reaches 2.2 to 2.5 times on mixed
//! contents, 9 times on zeros. Copying steps by value instead of in place gained nothing.

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use wonderwheel_commando::lz;

fn main() {
    divan::main();
}

/// What the level data of a game is made of.
const CONTENTS: [&str; 4] = ["pixels", "records", "text", "zeros"];

const SIZE: usize = 2 << 20;

fn content(name: &str) -> Vec<u8> {
    let mut state = 0x2545_F491_u32;
    let mut random = move |below: u32| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 8) % below
    };
    let mut out = Vec::with_capacity(SIZE);
    match name {
        // Palette indices of a dithered surface: rows like the row above, with specks.
        "pixels" => {
            let mut row: Vec<u8> = (0..64).map(|_| random(12) as u8).collect();
            while out.len() < SIZE {
                for texel in &mut row {
                    if random(8) == 0 {
                        *texel = random(40) as u8;
                    }
                }
                out.extend(&row);
            }
        }
        // Vertices of 16 bytes on a coarse grid.
        "records" => {
            while out.len() < SIZE {
                for axis in 0..3 {
                    out.extend((random(200) as i16 * 64 - 6400 + axis).to_le_bytes());
                }
                out.extend([0, 0x10, 0, 0, 0x80, random(16) as u8, 0, 0, 0, 0x3F]);
            }
        }
        "text" => {
            let words: Vec<Vec<u8>> = (0..600)
                .map(|_| {
                    (0..2 + random(8))
                        .map(|_| b'a' + random(26) as u8)
                        .collect()
                })
                .collect();
            while out.len() < SIZE {
                let word = random(600) * random(600) / 600;
                out.extend(
                    words
                        .get(word as usize)
                        .map(Vec::as_slice)
                        .unwrap_or_default(),
                );
                out.push(b' ');
            }
        }
        _ => out.resize(SIZE, 0),
    }
    out.truncate(SIZE);
    out
}

#[divan::bench(args = CONTENTS)]
fn wad(bencher: Bencher<'_, '_>, name: &str) {
    let plain = content(name);
    let stream = lz::compress(&plain);
    assert!(bytewise_decompress(&stream) == plain);
    bencher
        .counter(BytesCount::new(plain.len()))
        .bench_local(|| lz::decompress(black_box(&stream)).map(|out| out.len()));
}

#[divan::bench(args = CONTENTS)]
fn bytewise(bencher: Bencher<'_, '_>, name: &str) {
    let plain = content(name);
    let stream = lz::compress(&plain);
    bencher
        .counter(BytesCount::new(plain.len()))
        .bench_local(|| bytewise_decompress(black_box(&stream)).len());
}

#[divan::bench(args = CONTENTS, sample_count = 10)]
fn compress(bencher: Bencher<'_, '_>, name: &str) {
    let plain = content(name);
    let (all, stream) = (plain.len(), lz::compress(&plain).len());
    eprintln!(
        "{name}: {stream} of {all} bytes, {:.1} %",
        stream as f64 * 100.0 / all as f64
    );
    bencher
        .counter(BytesCount::new(plain.len()))
        .bench_local(|| lz::compress(black_box(&plain)).len());
}

#[divan::bench(args = CONTENTS)]
fn store(bencher: Bencher<'_, '_>, name: &str) {
    let plain = content(name);
    bencher
        .counter(BytesCount::new(plain.len()))
        .bench_local(|| lz::store(black_box(&plain)).len());
}

/// The obvious decoder, for streams that are sound.
fn bytewise_decompress(stream: &[u8]) -> Vec<u8> {
    let stream = &stream[16..];
    let mut out = Vec::new();
    let mut at = 0;
    let next = |at: &mut usize| {
        *at += 1;
        usize::from(stream[*at - 1])
    };
    while at < stream.len() {
        let flag = next(&mut at);
        let (count, distance, tail) = match flag {
            0 => (0, 0, next(&mut at) + 18),
            1..0x10 => (0, 0, flag + 3),
            0x10..0x20 => {
                let long = flag & 7 == 0;
                let count = if long {
                    next(&mut at) + 9
                } else {
                    (flag & 7) + 2
                };
                let (low, high) = (next(&mut at), next(&mut at));
                let beyond = ((flag >> 3) & 1) * 0x4000 + high * 64 + (low >> 2);
                match beyond {
                    0 if flag == 0x11 => (0, 0, low & 3),
                    0 => {
                        at = at.next_multiple_of(0x1000);
                        (0, 0, 0)
                    }
                    _ => (count, 0x4000 + beyond, low & 3),
                }
            }
            0x20..0x40 => {
                let long = flag == 0x20;
                let count = if long {
                    next(&mut at) + 33
                } else {
                    (flag & 31) + 2
                };
                let (low, high) = (next(&mut at), next(&mut at));
                (count, high * 64 + (low >> 2) + 1, low & 3)
            }
            _ => {
                let byte = next(&mut at);
                ((flag >> 5) + 1, byte * 8 + ((flag >> 2) & 7) + 1, flag & 3)
            }
        };
        for _ in 0..count {
            out.push(out[out.len() - distance]);
        }
        for _ in 0..tail {
            out.push(next(&mut at) as u8);
        }
    }
    out
}
