//! SHA-1, by which discs are known. Source: FIPS 180-4; spec/archives.md 1.1 and 7.
//!
//! It tells one disc from another and protects nothing.

const BLOCK: usize = 64;

/// The digest of some bytes, taken piece by piece.
#[derive(Debug, Clone)]
pub struct Sha1 {
    state: [u32; 5],
    /// The bytes of a block that is not full yet.
    block: Vec<u8>,
    bytes: u64,
}

impl Default for Sha1 {
    fn default() -> Self {
        Self {
            state: [
                0x6745_2301,
                0xEFCD_AB89,
                0x98BA_DCFE,
                0x1032_5476,
                0xC3D2_E1F0,
            ],
            block: Vec::with_capacity(BLOCK),
            bytes: 0,
        }
    }
}

impl Sha1 {
    /// The digest of all bytes at once, in hexadecimal.
    pub fn of(bytes: &[u8]) -> String {
        let mut sha1 = Self::default();
        sha1.update(bytes);
        sha1.hex()
    }

    /// Takes more bytes.
    pub fn update(&mut self, mut bytes: &[u8]) {
        self.bytes = self.bytes.wrapping_add(bytes.len() as u64);
        if !self.block.is_empty() {
            let (first, rest) = bytes.split_at(bytes.len().min(BLOCK - self.block.len()));
            self.block.extend_from_slice(first);
            bytes = rest;
            if let Some(block) = self.block.as_chunks().0.first() {
                let block = *block;
                self.take(&block);
                self.block.clear();
            }
        }
        let (blocks, rest) = bytes.as_chunks();
        for block in blocks {
            self.take(block);
        }
        self.block.extend_from_slice(rest);
    }

    /// The digest: 40 hexadecimal digits in lower case.
    pub fn hex(mut self) -> String {
        let bits = self.bytes.wrapping_mul(8);
        let used = self.block.len();
        // A one bit, then zeros up to the last eight bytes of a block.
        let zeros = (2 * BLOCK - 9 - used) % BLOCK;
        let mut end = vec![0x80];
        end.resize(1 + zeros, 0);
        end.extend(bits.to_be_bytes());
        self.update(&end);
        self.state.map(|word| format!("{word:08x}")).concat()
    }

    fn take(&mut self, block: &[u8; BLOCK]) {
        let mut words = [0_u32; 80];
        for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        for at in 16..80 {
            let mixed = words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16];
            words[at] = mixed.rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = self.state;
        for (at, word) in words.into_iter().enumerate() {
            let (f, k) = match at {
                0..20 => ((b & c) | (!b & d), 0x5A82_7999),
                20..40 => (b ^ c ^ d, 0x6ED9_EBA1),
                40..60 => ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC),
                _ => (b ^ c ^ d, 0xCA62_C1D6),
            };
            let next = a
                .rotate_left(5)
                .wrapping_add(f)
                .wrapping_add(e)
                .wrapping_add(k)
                .wrapping_add(word);
            (e, d, c, b, a) = (d, c, b.rotate_left(30), a, next);
        }
        for (word, more) in self.state.iter_mut().zip([a, b, c, d, e]) {
            *word = word.wrapping_add(more);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standards_examples_have_their_digests() {
        // Source: FIPS 180-2, appendix A, and the digest of nothing.
        for (text, digest) in [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
            ),
        ] {
            assert_eq!(Sha1::of(text.as_bytes()), digest, "{text:?}");
        }
        let million = vec![b'a'; 1_000_000];
        assert_eq!(
            Sha1::of(&million),
            "34aa973cd4c4daa4f61eeb2bdbad27316534016f"
        );
    }

    #[test]
    fn pieces_of_any_size_give_the_digest_of_the_whole() {
        let bytes: Vec<u8> = (0..1000_u32).map(|n| (n * 7) as u8).collect();
        for size in [1, 63, 64, 65, 127, 999] {
            let mut sha1 = Sha1::default();
            bytes.chunks(size).for_each(|piece| sha1.update(piece));
            assert_eq!(sha1.hex(), Sha1::of(&bytes), "{size}");
        }
    }
}
