//! Subtitles, chunk 0x51 of a level file.

use wonderwheel_ps2::error::Result;
use wonderwheel_warriors::chunk::ChunkSlice;
use wonderwheel_warriors::names::Language;
use wonderwheel_warriors::subtitles::{RecordKind, Subtitles};

use super::entry::size;
use crate::known::Count;
use crate::sheet::Sheet;
use crate::tally::digest;

/// Captions by language and scene.
pub fn subtitles(sheet: &mut Sheet, level: Option<u32>, chunk: &ChunkSlice<'_>) -> Result<()> {
    let tally = &mut sheet.tally;
    tally.file(Count::SubtitleChunks, Count::SubtitleBytes, size(chunk));
    if level == Some(1) {
        let length = chunk.payload.clone().u16()?;
        tally.add(Count::SubtitleLevel1Bytes, length.into());
    }
    let subtitles = Subtitles::read_from(&mut chunk.payload.clone())?;
    subtitles.validate(&mut sheet.findings);
    let tally = &mut sheet.tally;
    for record in subtitles.records() {
        let is_caption = record.kind.shown_as() == Some(RecordKind::Caption);
        match record.kind {
            RecordKind::Language => tally.distinct(Count::SubtitleLanguages, digest(&record.text)),
            RecordKind::Emphasised if level == Some(99) => {
                tally.one(Count::SubtitleLevel99Emphasised);
            }
            _ if is_caption && level == Some(1) => tally.one(Count::SubtitleLevel1Captions),
            _ if is_caption && level == Some(99) => tally.one(Count::SubtitleLevel99Captions),
            _ => {}
        }
    }
    let english = subtitles.language(Language::English);
    let scenes = english.iter().flat_map(|language| language.scenes());
    for scene in scenes.filter(|scene| scene.name.to_ascii_lowercase().ends_with(b"_sub")) {
        tally.add(Count::SubtitleMovieCaptions, scene.captions.len() as u64);
    }
    Ok(())
}
