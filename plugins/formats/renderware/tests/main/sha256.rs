//! SHA-256 (FIPS 180-4), for the oracle's manifests: too small a need for a dependency.

use serde_json::Value;

use crate::oracle::{self, text};

/// Compares bytes with a manifest's SHA-256.
pub fn assert_sha256(bytes: &[u8], expected: &Value, what: &str) {
    assert_eq!(hex(bytes), text(expected), "{what}: SHA-256");
}

/// Compares bytes with a manifest's length, CRC-32 and SHA-256.
pub fn assert_dump(bytes: &[u8], expected: &Value, what: &str) {
    oracle::assert_dump(bytes, expected, what);
    assert_sha256(bytes, &expected["sha256"], what);
}

/// The first 32 bits of the fractional parts of the cube roots of the first 64 primes, rounded down to 32 bits; and of
/// the square roots of the first eight.
fn constants() -> ([u32; 64], [u32; 8]) {
    let is_prime = |n: &u64| {
        (2..*n)
            .take_while(|d| d * d <= *n)
            .all(|d| !n.is_multiple_of(d))
    };
    let primes: Vec<u64> = (2..).filter(is_prime).take(64).collect();
    // floor(p^(1/n) * 2^32) by bisection in 128-bit integers.
    let root = |prime: u64, power: u32| {
        let target = u128::from(prime) << (32 * power);
        let (mut low, mut high) = (0u128, 1u128 << 36);
        while high - low > 1 {
            let middle = (low + high) / 2;
            if middle.pow(power) <= target {
                low = middle
            } else {
                high = middle
            }
        }
        low as u32
    };
    (
        std::array::from_fn(|i| root(primes[i], 3)),
        std::array::from_fn(|i| root(primes[i], 2)),
    )
}

/// The digest in lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let (k, mut state) = constants();
    let mut message = bytes.to_vec();
    message.push(0x80);
    message.resize((message.len() + 8).next_multiple_of(64) - 8, 0);
    message.extend((bytes.len() as u64 * 8).to_be_bytes());
    for block in message.as_chunks::<64>().0 {
        let mut w = [0u32; 64];
        for (word, bytes) in w.iter_mut().zip(block.as_chunks::<4>().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        for i in 16..64 {
            let s0 = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ (w[i - 15] >> 3);
            let s1 = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ (w[i - 2] >> 10);
            w[i] = w[i - 16]
                .wrapping_add(s0)
                .wrapping_add(w[i - 7])
                .wrapping_add(s1);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for i in 0..64 {
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let t1 = h
                .wrapping_add(s1)
                .wrapping_add(choice)
                .wrapping_add(k[i])
                .wrapping_add(w[i]);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let majority = (a & b) ^ (a & c) ^ (b & c);
            let t2 = s0.wrapping_add(majority);
            (h, g, f, e) = (g, f, e, d.wrapping_add(t1));
            (d, c, b, a) = (c, b, a, t1.wrapping_add(t2));
        }
        for (word, add) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(add);
        }
    }
    state.iter().map(|word| format!("{word:08x}")).collect()
}

#[test]
fn the_standard_s_own_examples() {
    assert_eq!(
        hex(b"abc"),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
    assert_eq!(
        hex(b""),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
}
