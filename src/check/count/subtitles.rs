//! Subtitles, chunk 0x51 of a level file.

use wonderwheel_ps2::error::Result;
use wonderwheel_warriors::chunk::ChunkSlice;
use wonderwheel_warriors::names::Language;
use wonderwheel_warriors::subtitles::{RecordKind, Subtitles};

use super::level::size;
use crate::check::file::Sheet;
use crate::check::tally::digest;

/// Captions by language and scene.
pub fn subtitles(sheet: &mut Sheet, level: Option<u32>, chunk: &ChunkSlice<'_>) -> Result<()> {
    let tally = &mut sheet.tally;
    tally.file("subtitle-chunks", "subtitle-bytes", size(chunk));
    if level == Some(1) {
        let length = chunk.payload.clone().u16()?;
        tally.add("subtitle-level1-bytes", length.into());
    }
    let subtitles = Subtitles::read_from(&mut chunk.payload.clone())?;
    subtitles.validate(&mut sheet.findings);
    let tally = &mut sheet.tally;
    for record in subtitles.records() {
        let is_caption = record.kind.shown_as() == Some(RecordKind::Caption);
        match record.kind {
            RecordKind::Language => tally.distinct("subtitle-languages", digest(&record.text)),
            RecordKind::Emphasised if level == Some(99) => {
                tally.one("subtitle-level99-emphasised");
            }
            _ if is_caption && level == Some(1) => tally.one("subtitle-level1-captions"),
            _ if is_caption && level == Some(99) => tally.one("subtitle-level99-captions"),
            _ => {}
        }
    }
    let english = subtitles.language(Language::English);
    let scenes = english.iter().flat_map(|language| language.scenes());
    for scene in scenes.filter(|scene| scene.name.to_ascii_lowercase().ends_with(b"_sub")) {
        tally.add("subtitle-movie-captions", scene.captions.len() as u64);
    }
    Ok(())
}
