//! Rasters: header, levels, palette. Source: spec/renderware.md 4.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::mip::{self, MipWord};
use wonderwheel_ps2::outline::Node;
use wonderwheel_ps2::upload::UploadPacket;

use super::faults::{expect_size, finish, noted};
use super::state::{Head, Maker};
use crate::raster::format;

/// Decodes the 64 bytes of a raster's header.
pub(super) fn head(node: &mut Node, payload: &mut Cursor<'_>) -> Result<Head> {
    expect_size(node, payload, 64);
    let [width, height, depth] = [payload.u32()?, payload.u32()?, payload.u32()?];
    node.field("width", width);
    node.field("height", height);
    node.field("depth", depth);
    let bits = payload.u16()?;
    node.field("format", format!("{bits:#06x}"));
    node.field("layout", payload.u16()?);
    node.field("TEX0", format!("{:#018x}", payload.u64()?));
    node.field("palette block offset", payload.u32()?);
    let tex1_low = payload.u32()?;
    node.field("TEX1", format!("{tex1_low:#x}"));
    let levels = if bits & format::MIPMAPS != 0 {
        1 + mip::mxl(tex1_low)
    } else {
        1
    };
    node.field("levels", levels);
    node.field("MIPTBP1", format!("{:#018x}", payload.u64()?));
    node.field("MIPTBP2", format!("{:#018x}", payload.u64()?));
    let pixel_bytes = payload.u32()?;
    node.field("pixel bytes", pixel_bytes);
    node.field("palette bytes", payload.u32()?);
    node.field("GS words", payload.u32()?);
    mip_word(node, payload.u32()?);
    Ok(Head {
        width,
        height,
        levels,
        pixel_bytes,
    })
}

/// K and L.
pub(super) fn mip_word(node: &mut Node, word: u32) {
    node.field("mip word", format!("{word:#06x}"));
    node.field("K", MipWord(word).k());
    node.field("L", MipWord(word).l());
}

impl Maker<'_> {
    /// Decodes the struct of texel packets and palette packet.
    pub(super) fn raster_data(
        &mut self,
        node: &mut Node,
        payload: &mut Cursor<'_>,
        head: Option<Head>,
    ) -> Result<()> {
        node.field("bytes", payload.remaining());
        let Some(head) = head else {
            return Ok(());
        };
        let pixels = payload.window(head.pixel_bytes as usize);
        let Some(mut pixels) = noted(node, pixels) else {
            return Ok(());
        };
        for level in 0..head.levels {
            let size = (
                mip::level_side(head.width, level),
                mip::level_side(head.height, level),
            );
            let whole = self.packet(node, &mut pixels, format!("level[{level}]"), Some(size))?;
            if !whole {
                break;
            }
        }
        self.packet(node, payload, "palette".into(), None)?;
        finish(node, payload);
        Ok(())
    }

    /// One upload packet; false when it cannot be read.
    fn packet(
        &mut self,
        node: &mut Node,
        cursor: &mut Cursor<'_>,
        name: String,
        size: Option<(u32, u32)>,
    ) -> Result<bool> {
        let offset = cursor.offset();
        let left = cursor.remaining() as u64;
        let mut packet = self.record(offset, left, name)?;
        let read = noted(&mut packet, UploadPacket::read_from(cursor));
        if let Some(read) = &read {
            packet.size = read.size() as u64;
            if let Some((width, height)) = size {
                packet.field("texels", format!("{width} x {height}"));
            }
            packet.field("sent", format!("{} x {}", read.trxreg.0, read.trxreg.1));
            packet.field("at", format!("{}, {}", read.trxpos.0, read.trxpos.1));
            packet.field("quadwords", read.nloop);
        }
        node.children.push(packet);
        Ok(read.is_some())
    }
}
