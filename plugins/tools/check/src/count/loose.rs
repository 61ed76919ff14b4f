//! Streams that stand alone, outside of containers and parts: two kinds that the disc does not have, and those of an older
//! RenderWare.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::native_data::ChainLayout;
use wonderwheel_renderware::section::{SectionHeader, id};
use wonderwheel_warriors::classify::FileKind;

use super::entry::word;
use super::sections;
use crate::known::Count;
use crate::sheet::Sheet;

/// A dictionary or a clump.
pub fn section(sheet: &mut Sheet, kind: FileKind, bytes: &[u8]) {
    sections::count(&mut sheet.tally, Cursor::new(bytes));
    sheet.attempt(|sheet| {
        if kind == FileKind::Clump {
            Clump::read(bytes)?.validate(ChainLayout::Packed, &mut sheet.findings);
        } else {
            TextureDictionary::read(bytes)?.validate(&mut sheet.findings);
        }
        Ok(())
    });
}

/// A stream of an older RenderWare: whether its sections can be walked. Source: spec/renderware.md 1.1.
pub fn older(sheet: &mut Sheet, bytes: &[u8]) {
    let mut cursor = Cursor::new(bytes);
    if word(bytes, 0) != Some(id::TEXTURE_DICTIONARY) {
        // A word stands before it.
        let _ = cursor.u32();
    }
    let mut is_whole = true;
    while !cursor.rest().iter().all(|byte| *byte == 0) {
        if SectionHeader::open(&mut cursor).is_err() {
            is_whole = false;
            break;
        }
    }
    sheet.tally.one_if(!is_whole, Count::OlderBroken);
}
