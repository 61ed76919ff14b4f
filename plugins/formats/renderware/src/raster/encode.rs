//! From an indexed picture to a raster's packets. Source: spec/renderware.md 4.2 to 4.5.

use wonderwheel_ps2::clut;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::mip;
use wonderwheel_ps2::swizzle;
use wonderwheel_ps2::upload::{HEADER as PACKET_HEADER, UploadPacket};

use super::{IndexedImage, MAX_SIDE, Raster, format};

impl Raster {
    /// Makes a raster of an indexed picture. Source: spec/renderware.md 4.2 to 4.5.
    ///
    /// # Errors
    /// `Malformed` for sizes, palettes, indices or alphas that no raster has, `Limit` for a level that is too large for
    /// one upload packet.
    pub fn encode(image: &IndexedImage, mip_word: u32) -> Result<Self> {
        let depth = check_image(image)?;
        let level_count = image.levels.len() as u32;
        let mut pixels = Vec::new();
        for (i, level) in (0..).zip(&image.levels) {
            let width = mip::level_side(image.width, i);
            let height = mip::level_side(image.height, i);
            push_level(&mut pixels, level, width, height, depth)
                .within(|| format!("level[{i}]"))?;
        }
        let placement = Placement::of(image.width, image.height, depth);
        let (palette_bit, psm) = if depth == 8 {
            (format::PAL8, 0x13)
        } else {
            (format::PAL4, 0x14)
        };
        let mip_bit = if level_count > 1 { format::MIPMAPS } else { 0 };
        Ok(Self {
            width: image.width,
            height: image.height,
            depth,
            format: format::TEXTURE | format::COLOUR_8888 | palette_bit | mip_bit,
            tex0: tex0(image.width, image.height, psm),
            palette_block_offset: placement.palette_block_offset,
            tex1_low: mip::tex1_low(level_count),
            mip_tbp1: MIP_TBP,
            mip_tbp2: MIP_TBP,
            total_gs_words: placement.total_gs_words,
            mip_word,
            pixels: pixels.into(),
            palette: palette_packet(&image.palette)?.into(),
        })
    }
}

/// MIPTBP1 and MIPTBP2 of a texture without levels: widths of 64, bases 0. No reader looks at them.
const MIP_TBP: u64 = 1 << 14 | 1 << 34 | 1 << 54;

/// Smallest rectangle that is sent for a level.
fn stored_size(width: u32, height: u32, depth: u32) -> (u32, u32) {
    let least_width = if depth == 8 { 16 } else { 32 };
    (width.max(least_width), height.max(4))
}

fn check_image(image: &IndexedImage) -> Result<u32> {
    let depth = match image.palette.len() {
        16 => 4,
        256 => 8,
        other => return Err(FormatError::malformed(0, "16 or 256 colours", other)),
    };
    if let Some(colour) = image.palette.iter().find(|colour| colour[3] > 128) {
        return Err(FormatError::malformed(0, "alphas of 0 to 128", colour[3]));
    }
    for side in [image.width, image.height] {
        if !side.is_power_of_two() || side > MAX_SIDE {
            return Err(FormatError::malformed(
                0,
                "sides that are powers of two up to 1024",
                side,
            ));
        }
    }
    if image.levels.is_empty() || image.levels.len() > mip::MAX_MXL as usize + 1 {
        return Err(FormatError::malformed(
            0,
            "1 to 7 levels",
            image.levels.len(),
        ));
    }
    for (i, level) in (0..).zip(&image.levels) {
        let texels =
            mip::level_side(image.width, i) as usize * mip::level_side(image.height, i) as usize;
        if level.len() != texels {
            return Err(FormatError::malformed(
                0,
                format!("{texels} indices in level {i}"),
                level.len(),
            ));
        }
        if let Some(index) = level
            .iter()
            .find(|&&index| usize::from(index) >= image.palette.len())
        {
            return Err(FormatError::malformed(
                0,
                "indices inside the palette",
                index,
            ));
        }
    }
    Ok(depth)
}

fn push_level(
    out: &mut Vec<u8>,
    indices: &[u8],
    width: u32,
    height: u32,
    depth: u32,
) -> Result<()> {
    let (stored_width, stored_height) = stored_size(width, height, depth);
    let mut plain = vec![0; stored_width as usize * stored_height as usize];
    for (to, from) in plain
        .chunks_exact_mut(stored_width as usize)
        .zip(indices.chunks_exact(width as usize))
    {
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
    }
    let bytes = plain.len() * depth as usize / 8;
    let mut image = vec![0; bytes];
    if depth == 8 {
        swizzle::swizzle8(&plain, stored_width, stored_height, &mut image)?;
    } else {
        swizzle::swizzle4(&plain, stored_width, stored_height, &mut image)?;
    }
    image.resize(bytes.next_multiple_of(16), 0);
    UploadPacket::new((stored_width / 2, stored_height / 2), &image)?.write_to(out);
    Ok(())
}

fn palette_packet(palette: &[[u8; 4]]) -> Result<Vec<u8>> {
    let (size, image) = match palette.first_chunk::<256>() {
        Some(colours) => ((16, 16), clut::store_palette_256(colours).to_vec()),
        None => {
            // The third row of eight is sent and never used.
            let mut image = palette.concat();
            image.resize(8 * 3 * 4, 0);
            ((8, 3), image)
        }
    };
    let mut out = Vec::with_capacity(PACKET_HEADER + image.len());
    UploadPacket::new(size, &image)?.write_to(&mut out);
    Ok(out)
}

/// TEX0 with both bases 0. Source: spec/renderware.md 4.2.
fn tex0(width: u32, height: u32, psm: u64) -> u64 {
    let buffer_width = u64::from(width.max(128) / 64);
    let log2 = |side: u32| u64::from(side.trailing_zeros());
    buffer_width << 14 | psm << 20 | log2(width) << 26 | log2(height) << 30 | 1 << 34 | 1 << 61
}

/// Where texels and palette would lie in GS memory without levels. For diagnostics; no reader depends on it.
struct Placement {
    palette_block_offset: u32,
    total_gs_words: u32,
}

impl Placement {
    /// Source: spec/renderware.md 4.5.
    fn of(width: u32, height: u32, depth: u32) -> Self {
        const PAGE_WORDS: u32 = 2048;
        let page_height = if depth == 8 { 64 } else { 128 };
        let total = width.div_ceil(128) * height.div_ceil(page_height) * PAGE_WORDS;
        let fills_pages = width.is_multiple_of(128) && height.is_multiple_of(page_height);
        if fills_pages {
            Self {
                palette_block_offset: total / 64,
                total_gs_words: total + PAGE_WORDS,
            }
        } else {
            Self {
                palette_block_offset: (total - 256) / 64,
                total_gs_words: total,
            }
        }
    }
}
