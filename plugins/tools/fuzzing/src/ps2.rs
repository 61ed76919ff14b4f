//! Targets of the PlayStation 2 crate.

use wonderwheel_ps2::clut;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::dma;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::law;
use wonderwheel_ps2::swizzle::{self, LevelSize};
use wonderwheel_ps2::upload::UploadPacket;
use wonderwheel_ps2::vif::VifReader;

/// A DMA source chain: the walk over its tags, and the VIF codes that it sends.
pub fn dma_chain(bytes: &[u8]) {
    law::read(bytes, walk_tags);
    law::read(bytes, walk_codes);
}

/// Whether a chain can be walked to its end, tags and codes.
pub fn is_dma_chain(bytes: &[u8]) -> bool {
    walk_tags(bytes).is_ok() && walk_codes(bytes).is_ok()
}

fn walk_tags(bytes: &[u8]) -> Result<()> {
    let mut steps = 0;
    for segment in dma::vif_stream(bytes) {
        segment?;
        steps += 1;
        // Every tag is read once: none can be met twice.
        assert!(steps <= bytes.len() / dma::QUADWORD, "a walk in a circle");
    }
    Ok(())
}

fn walk_codes(bytes: &[u8]) -> Result<()> {
    for packet in VifReader::new(bytes) {
        let packet = packet?;
        assert_eq!(packet.data.len(), packet.code.data_bytes());
    }
    Ok(())
}

/// The packet that carries texels into GS memory. The words of its tags that are not read are written as zeros.
pub fn upload(bytes: &[u8]) {
    let read = |bytes: &[u8]| {
        let packet = UploadPacket::read_from(&mut Cursor::new(bytes))?;
        let mut written = Vec::new();
        packet.write_to(&mut written);
        Ok(written)
    };
    law::settles(bytes, read, Vec::clone);
}

/// Texel order: the first byte chooses the size, the rest are stored texels.
pub fn swizzle(bytes: &[u8]) {
    let Some((&choice, stored)) = bytes.split_first() else {
        return;
    };
    // Sides of 4 to 64 texels, legal ones and others.
    let side = |bits: u8| 4_u32 << (bits & 7).min(4);
    let size = LevelSize::whole(side(choice), side(choice >> 3) + u32::from(choice >> 6));
    let texels = (size.width * size.height) as usize;
    let mut rows = vec![0; texels];
    if swizzle::unswizzle8(stored, size, &mut rows).is_ok() {
        let mut back = vec![0; texels];
        let stored_again = swizzle::swizzle8(&rows, size.width, size.height, &mut back);
        assert!(stored_again.is_ok());
        assert_eq!(stored.get(..texels), Some(back.as_slice()));
    }
    if swizzle::unswizzle4(stored, size, &mut rows).is_ok() {
        let mut back = vec![0; texels / 2];
        let stored_again = swizzle::swizzle4(&rows, size.width, size.height, &mut back);
        assert!(stored_again.is_ok());
        assert_eq!(stored.get(..texels / 2), Some(back.as_slice()));
    }
}

/// Palettes of 256 and of 16 colours.
pub fn palette(bytes: &[u8]) {
    if let Some(palette) = law::read(bytes, clut::palette_256) {
        let stored = clut::store_palette_256(&palette);
        assert_eq!(
            clut::palette_256(&stored).ok(),
            Some(palette),
            "a palette changes when it is stored"
        );
    }
    law::read(bytes, clut::palette_16);
}

/// Whether a palette of either size can be read.
pub fn is_palette(bytes: &[u8]) -> bool {
    clut::palette_256(bytes).is_ok() || clut::palette_16(bytes).is_ok()
}
