//! Targets of The Warriors' crate that are no whole files, or all kinds of them.

mod chunks;
mod tools;

use wonderwheel_ps2::content::Content;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::law::{self, validated};
use wonderwheel_warriors::archive::ArchiveIndex;
use wonderwheel_warriors::chunk::{HandlerTable, Rules};
use wonderwheel_warriors::classify::{Classification, FileKind};
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::names::{NameBook, generate};
use wonderwheel_warriors::occluder::{self, Occluder};
use wonderwheel_warriors::pack::PackSlice;
use wonderwheel_warriors::sprite_sheet::SpriteSheet;
use wonderwheel_warriors::subtitles::Subtitles;

pub use chunks::*;
pub use tools::*;

/// The archive's index, whose files are looked up. All its bytes have a place in the value.
pub fn archive_index(bytes: &[u8]) {
    if let Some(index) = law::keeps(bytes, ArchiveIndex::read, ArchiveIndex::write) {
        let lookup = index.lookup();
        for entry in &index.entries {
            let first = lookup.number(entry.name_hash);
            let first = first.and_then(|number| index.entries.get(number));
            assert_eq!(first.map(|first| first.name_hash), Some(entry.name_hash));
        }
        let end = index.entries.iter().map(|entry| entry.end()).max();
        assert!(index.check_bounds(end.unwrap_or(0)).is_ok());
        validated(|findings| index.validate(end, findings));
        validated(|findings| index.validate(None, findings));
    }
}

/// A level file whose container is forced.
pub fn level_forced(bytes: &[u8]) {
    let read = |bytes: &[u8]| Ok(LevelFile::read_forced(bytes)?.0);
    law::settles(bytes, read, LevelFile::write);
}

/// A forced pack whose resources are loaded.
pub fn pack_loaded(bytes: &[u8]) {
    let load = |bytes: &[u8]| {
        let (pack, _) = PackSlice::read(bytes, Rules::Forced)?;
        let handlers = HandlerTable::default();
        let failed = pack
            .load(&handlers)
            .filter(|group| group.outcome.is_err())
            .count();
        assert!(failed <= pack.resources.len());
        Ok(())
    };
    law::read(bytes, load);
}

pub(crate) fn read_occluders(bytes: &[u8]) -> Result<Vec<Occluder>> {
    occluder::read_chunk(&mut Cursor::new(bytes))
}

/// Chunk 0x4C.
pub fn rectangles(bytes: &[u8]) {
    law::settles(bytes, read_rectangles, |sheet| {
        let mut out = Vec::new();
        sheet.write_chunk(&mut out);
        out
    });
}

pub(crate) fn read_rectangles(bytes: &[u8]) -> Result<SpriteSheet> {
    SpriteSheet::read_chunk(&mut Cursor::new(bytes))
}

/// Chunk 0x51. Whatever can be read is kept byte for byte.
pub fn subtitles(bytes: &[u8]) {
    if let Some(subtitles) = law::keeps(bytes, Subtitles::read, Subtitles::write) {
        for language in subtitles.languages() {
            language.scenes().for_each(drop);
            language.caption_count();
        }
        validated(|findings| subtitles.validate(findings));
    }
}

/// The classifier, over whole files and over their first bytes.
pub fn classify(bytes: &[u8]) {
    let kind = FileKind::from_content(bytes);
    let whole = Content::whole(bytes);
    assert!(
        kind.row().fits(whole),
        "a kind whose own rule does not hold: {kind}"
    );
    let head = bytes.get(..Content::SMALLEST_HEAD).unwrap_or(bytes);
    let head = Content::head(head, bytes.len() as u64);
    let seen = FileKind::of_content(head);
    // Less is known from less, so a kind that shows in the first bytes stands at the same rule or an earlier one. What is
    // seen there as nothing is nothing.
    assert!(seen != FileKind::Unknown || kind == FileKind::Unknown);
    for name in ["863681355", "w.sec", "w_objs.txt", "level1.lev"] {
        Classification::of(Some(name), whole, true);
        Classification::of(Some(name), head, true);
    }
}

/// A list of names, and the names that its words could be.
pub fn names(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut book = NameBook::new();
    book.add_text(text);
    let mut again = NameBook::new();
    again.add_text(&book.to_text());
    assert!(again == book, "a book changes when it is written");
    for line in text.lines() {
        generate::harvested(line).for_each(drop);
    }
}
