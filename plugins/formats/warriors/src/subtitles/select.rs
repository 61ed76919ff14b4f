//! Finding captions by language and scene.

use wonderwheel_ps2::finding::Findings;

use super::{LENGTH, Record, RecordKind, Subtitles};
use crate::names::Language;

/// A language of a level's subtitles: its marker, and everything up to the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubtitleLanguage<'a> {
    /// The marker's text, such as `ENGLISH`.
    pub name: &'a [u8],
    /// The records after the marker.
    pub records: &'a [Record],
}

/// A scene in one language: its marker, and its captions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubtitleScene<'a> {
    /// The marker's text, such as `l99_c1`.
    pub name: &'a [u8],
    /// The captions in the order in which events show them.
    pub captions: &'a [Record],
}

impl Subtitles {
    /// The languages in file order.
    pub fn languages(&self) -> impl Iterator<Item = SubtitleLanguage<'_>> {
        groups(self.records(), |kind| kind == RecordKind::Language)
            .map(|(name, records)| SubtitleLanguage { name, records })
    }

    /// A language.
    pub fn language(&self, language: Language) -> Option<SubtitleLanguage<'_>> {
        let marker = language.subtitle_marker().as_bytes();
        self.languages().find(|language| language.name == marker)
    }

    /// The captions of a scene in a language, found as the game finds them. Source: spec/paths-subtitles.md B2.
    pub fn captions(&self, language: Language, scene: &str) -> Option<&[Record]> {
        let is = |record: &Record, kind, text: &str| {
            record.kind == kind && record.text == text.as_bytes()
        };
        let marker = language.subtitle_marker();
        let after = |records: &'_ [Record], kind, text: &str| {
            records.iter().position(|record| is(record, kind, text))
        };
        let start = after(self.records(), RecordKind::Language, marker)? + 1;
        let rest = self.records().get(start..)?;
        // Quirk: the search does not stop at the next language, so a scene that only a later one has is shown in that.
        let scene = after(rest, RecordKind::Scene, scene)? + 1;
        Some(up_to_marker(rest.get(scene..)?))
    }

    /// The order of records, and that all languages say the same.
    pub(super) fn validate_records(&self, findings: &mut Findings) {
        check_order(self, findings);
        let languages: Vec<_> = self.languages().collect();
        let expected: Vec<_> = Language::SUBTITLE_ORDER
            .map(|language| language.subtitle_marker().as_bytes())
            .into();
        let found: Vec<_> = languages.iter().map(|language| language.name).collect();
        findings.remark_unless(
            found.is_empty() || found == expected,
            "subtitle-languages",
            || "expected ENGLISH, GERMAN, SPANISH, FRENCH and ITALIAN in this order",
        );
        let Some((first, others)) = languages.split_first() else {
            return;
        };
        let scenes = |language: &SubtitleLanguage<'_>| -> Vec<(Vec<u8>, usize)> {
            language
                .scenes()
                .map(|scene| (scene.name.to_vec(), scene.captions.len()))
                .collect()
        };
        let wanted = scenes(first);
        for language in others {
            let name = String::from_utf8_lossy(language.name).into_owned();
            findings.within(name, |findings| {
                findings.remark_unless(
                    scenes(language) == wanted,
                    "subtitle-scenes",
                    || "expected the first language's scenes, with as many captions each",
                );
            });
        }
    }
}

impl<'a> SubtitleLanguage<'a> {
    /// The scenes in file order.
    pub fn scenes(&self) -> impl Iterator<Item = SubtitleScene<'a>> + use<'a> {
        groups(self.records, |kind| kind == RecordKind::Scene)
            .map(|(name, captions)| SubtitleScene { name, captions })
    }

    /// How many captions its scenes have together.
    pub fn caption_count(&self) -> usize {
        self.scenes().map(|scene| scene.captions.len()).sum()
    }
}

/// Markers of a kind, each with the records up to the next one.
fn groups(
    records: &[Record],
    is_marker: impl Fn(RecordKind) -> bool + Copy,
) -> impl Iterator<Item = (&[u8], &[Record])> {
    let mut rest = records;
    std::iter::from_fn(move || {
        let at = rest.iter().position(|record| is_marker(record.kind))?;
        let (marker, after) = rest.get(at..)?.split_first()?;
        let length = after
            .iter()
            .position(|record| is_marker(record.kind))
            .unwrap_or(after.len());
        let (members, next) = after.split_at_checked(length)?;
        rest = next;
        Some((marker.text.as_slice(), members))
    })
}

fn up_to_marker(records: &[Record]) -> &[Record] {
    let length = records
        .iter()
        .position(|record| record.kind.is_marker())
        .unwrap_or(records.len());
    records.get(..length).unwrap_or_default()
}

fn check_order(subtitles: &Subtitles, findings: &mut Findings) {
    let mut place = 0;
    let mut offset = LENGTH as u64;
    for record in subtitles.records() {
        // A language can begin anywhere, a scene inside a language, a caption inside a scene.
        let (needed, reached) = match record.kind {
            RecordKind::Language => (0, 1),
            RecordKind::Scene => (1, 2),
            _ => (2, 2),
        };
        if place < needed {
            findings.report_at(
                "subtitle-order",
                offset,
                "expected language, scene and captions in this order",
            );
        }
        if let RecordKind::Other(value) = record.kind {
            findings.report_at(
                "subtitle-kind",
                offset,
                format!("expected a kind of 0 to 3, found {value}"),
            );
        }
        place = reached.max(needed);
        offset += record.size() as u64;
    }
}
