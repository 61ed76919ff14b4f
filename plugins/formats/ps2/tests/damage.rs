//! Damaged chains and upload packets: an error or a value, never a panic, and never more work than the bytes ask for.
#![allow(missing_docs, reason = "tests")]

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::dma::{DmaTag, quadword};
use wonderwheel_ps2::upload::UploadPacket;
use wonderwheel_ps2::vif::{FLUSH, ITOP, MSCALF, NOP, STCYCL_4_1, Unpack, UnpackFormat, VifReader};
use wonderwheel_ps2::{clut, swizzle};

/// A xorshift generator: the same damage in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn damage(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut damaged = bytes.to_vec();
        for _ in 0..=self.below(6) {
            let at = self.below(bytes.len());
            match self.below(4) {
                0 => damaged[at] ^= 1 << self.below(8),
                1 => damaged[at] = self.below(256) as u8,
                2 => damaged.truncate(at.max(1)),
                _ => damaged.extend_from_within(..at.min(damaged.len())),
            }
            if damaged.len() < bytes.len() {
                break;
            }
        }
        damaged
    }
}

/// Two references to one array, a count, a start.
fn chain() -> Vec<u8> {
    let unpack = Unpack::new(UnpackFormat::V4_16, 0, 4, false).word();
    let mut chain = Vec::new();
    DmaTag::reference(2, 4, [STCYCL_4_1, unpack]).write_to(&mut chain);
    DmaTag::cnt(0, [NOP, NOP]).write_to(&mut chain);
    DmaTag::ret(1, [NOP, NOP]).write_to(&mut chain);
    chain.extend(quadword([ITOP | 4, MSCALF, FLUSH, FLUSH]));
    chain.extend((0..32).collect::<Vec<u8>>());
    chain
}

#[test]
fn chains() {
    let good = chain();
    assert!(VifReader::new(&good).all(|packet| packet.is_ok()));
    let mut random = Random(0x5EED_0010);
    for _ in 0..20_000 {
        let damaged = random.damage(&good);
        // Two codes a tag, and as many as fit what it sends: at most 64 times the chain.
        let most = damaged.len() / 16 * 2 + damaged.len() * 64 / 4 + 1;
        assert!(VifReader::new(&damaged).count() <= most);
    }
}

#[test]
fn upload_packets_and_what_they_carry() {
    let image: Vec<u8> = (0..=255).cycle().take(1024).collect();
    let mut good = Vec::new();
    UploadPacket::new((16, 16), &image)
        .unwrap()
        .write_to(&mut good);
    let mut random = Random(0x5EED_0011);
    for _ in 0..20_000 {
        let damaged = random.damage(&good);
        let Ok(packet) = UploadPacket::read_from(&mut Cursor::new(&damaged)) else {
            continue;
        };
        let (width, height) = packet.trxreg;
        let _ = clut::palette_256(packet.image);
        let _ = clut::palette_16(packet.image);
        // The caller bounds the picture; a side of 1,024 is the largest that a texture has.
        if width <= 512 && height <= 512 {
            let size = swizzle::LevelSize::whole(width * 2, height * 2);
            let mut indices = vec![0; packet.image.len()];
            let _ = swizzle::unswizzle8(packet.image, size, &mut indices);
        }
    }
}
