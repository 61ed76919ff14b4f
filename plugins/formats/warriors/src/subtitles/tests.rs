use super::*;
use crate::names::Language;

/// Source: spec/paths-subtitles.md B6, padded to a chunk.
fn example() -> Vec<u8> {
    let mut bytes = vec![0x2E, 0];
    for (kind, text) in [
        (0, "ENGLISH"),
        (1, "t1"),
        (3, "Hi"),
        (0, "GERMAN"),
        (1, "t1"),
    ] {
        bytes.extend([kind, 0, 0, 0]);
        bytes.extend(text.as_bytes());
        bytes.push(0);
    }
    assert_eq!(bytes.len(), 0x2E);
    bytes.resize(0x30, 0);
    bytes
}

fn rules(subtitles: &Subtitles) -> Vec<(&'static str, Option<u64>)> {
    let findings = Findings::of(|f| subtitles.validate(f));
    findings
        .as_slice()
        .iter()
        .map(|finding| (finding.rule, finding.offset))
        .collect()
}

/// Five languages with the same scenes.
fn whole() -> Subtitles {
    let mut subtitles = Subtitles::new();
    for language in Language::SUBTITLE_ORDER {
        let marker = language.subtitle_marker();
        subtitles.push(RecordKind::Language, marker).unwrap();
        for scene in ["l1_in_sub", "l1_c1"] {
            subtitles.push(RecordKind::Scene, scene).unwrap();
            let text = format!("{scene} {marker}");
            subtitles.push(RecordKind::Caption, text).unwrap();
            subtitles.push(RecordKind::Emphasised, "!").unwrap();
        }
    }
    subtitles
}

#[test]
fn the_example_is_two_languages_with_a_scene_each() {
    let bytes = example();
    let subtitles = Subtitles::read(&bytes).unwrap();
    assert_eq!(subtitles.records().len(), 5);
    let languages: Vec<_> = subtitles.languages().collect();
    assert_eq!(
        languages.iter().map(|l| l.name).collect::<Vec<_>>(),
        [&b"ENGLISH"[..], b"GERMAN"]
    );
    assert_eq!(
        languages
            .iter()
            .map(|l| l.scenes().count())
            .collect::<Vec<_>>(),
        [1, 1]
    );
    assert_eq!(
        languages
            .iter()
            .map(SubtitleLanguage::caption_count)
            .collect::<Vec<_>>(),
        [1, 0]
    );
    assert_eq!(subtitles.write(), bytes);
}

#[test]
fn captions_are_found_by_language_and_scene() {
    let subtitles = Subtitles::read(&example()).unwrap();
    let english = subtitles.captions(Language::English, "t1").unwrap();
    assert_eq!(
        english.iter().map(Record::to_text).collect::<Vec<_>>(),
        ["Hi"]
    );
    assert_eq!(subtitles.captions(Language::German, "t1"), Some(&[][..]));
    assert_eq!(subtitles.captions(Language::French, "t1"), None);
    assert_eq!(subtitles.captions(Language::English, "t2"), None);
}

#[test]
fn a_scene_that_a_language_lacks_is_taken_from_a_later_one() {
    let mut subtitles = Subtitles::new();
    for (kind, text) in [
        (RecordKind::Language, "ENGLISH"),
        (RecordKind::Language, "GERMAN"),
        (RecordKind::Scene, "t1"),
        (RecordKind::Caption, "Hallo"),
    ] {
        subtitles.push(kind, text).unwrap();
    }
    let captions = subtitles.captions(Language::English, "t1").unwrap();
    assert_eq!(captions[0].to_text(), "Hallo");
    assert_eq!(
        subtitles
            .language(Language::English)
            .unwrap()
            .scenes()
            .count(),
        0
    );
}

#[test]
fn no_text_is_sixteen_zeros() {
    assert_eq!(Subtitles::new().write(), [0; 16]);
    assert_eq!(Subtitles::read(&[0; 16]).unwrap(), Subtitles::new());
    assert_eq!(
        crate::level_file::empty_subtitles(),
        Subtitles::new().write()
    );
    assert!(rules(&Subtitles::new()).is_empty());
}

#[test]
fn a_length_without_its_own_two_bytes_reads_the_same_records() {
    let mut bytes = example();
    bytes[0] = 0x2C;
    let subtitles = Subtitles::read(&bytes).unwrap();
    assert_eq!(
        subtitles.records(),
        Subtitles::read(&example()).unwrap().records()
    );
    assert_eq!(subtitles.write(), bytes);
}

#[test]
fn a_length_that_ends_inside_is_kept_and_found() {
    let mut bytes = example();
    bytes[0] = 0x1D;
    let subtitles = Subtitles::read(&bytes).unwrap();
    // 0x1C is the last start that lies before 0x1D - 1 ... and it does not.
    assert_eq!(subtitles.records().len(), 3);
    assert_eq!(subtitles.write(), bytes);
    assert!(rules(&subtitles).contains(&("subtitle-length", Some(0))));
    bytes[0] = 0x1E;
    assert_eq!(Subtitles::read(&bytes).unwrap().records().len(), 4);
}

#[test]
fn a_length_beyond_the_chunk_is_refused() {
    let mut bytes = example();
    bytes[0] = 0x31;
    assert_eq!(Subtitles::read(&bytes).unwrap_err().offset(), 0);
    assert!(Subtitles::read(&[0]).is_err());
}

#[test]
fn a_record_without_its_end_stays_what_it_was() {
    let mut bytes = example();
    bytes.truncate(0x2D);
    bytes[0] = 0x2D;
    let subtitles = Subtitles::read(&bytes).unwrap();
    assert_eq!(subtitles.records().len(), 4);
    assert_eq!(subtitles.write(), bytes);
    assert!(rules(&subtitles).contains(&("subtitle-record-cut", Some(0x27))));
}

#[test]
fn a_chunk_cut_anywhere_is_an_error_or_keeps_its_bytes() {
    let whole = example();
    for length in 0..whole.len() {
        let mut bytes = whole[..length].to_vec();
        assert_eq!(Subtitles::read(&bytes).is_ok(), length >= 0x2E, "{length}");
        if length >= 2 {
            bytes[0] = length as u8;
            assert_eq!(Subtitles::read(&bytes).unwrap().write(), bytes);
        }
    }
}

#[test]
fn numbers_above_6_are_ordinary_captions() {
    let shown = |value| RecordKind::from_value(value).shown_as();
    assert_eq!(shown(2), Some(RecordKind::Emphasised));
    assert_eq!([4, 5, 6].map(shown), [None; 3]);
    assert_eq!([7, u32::MAX].map(shown), [Some(RecordKind::Caption); 2]);
}

#[test]
fn accents_are_latin_1() {
    let record = Record {
        kind: RecordKind::Caption,
        text: vec![b'L', 0xE4, b'u', b'f', b't'],
    };
    assert_eq!(record.to_text(), "L\u{e4}uft");
}

#[test]
fn a_text_that_cannot_be_stored_is_not_added() {
    let mut subtitles = Subtitles::new();
    assert!(subtitles.push(RecordKind::Caption, "a\0b").is_err());
    // 2 + 4 + 65,528 + 1 = 65,535.
    subtitles
        .push(RecordKind::Caption, vec![b'x'; 65_528])
        .unwrap();
    let error = subtitles.push(RecordKind::Caption, "").unwrap_err();
    assert!(matches!(
        error,
        FormatError::Limit {
            max: 65_535,
            found: 65_540,
            ..
        }
    ));
    assert_eq!(Subtitles::read(&subtitles.write()).unwrap(), subtitles);
}

#[test]
fn a_level_that_tells_the_same_in_five_languages_has_no_findings() {
    let subtitles = whole();
    assert!(rules(&subtitles).is_empty());
    assert_eq!(Subtitles::read(&subtitles.write()).unwrap(), subtitles);
}

#[test]
fn what_the_disc_never_has_is_found() {
    let example = Subtitles::read(&example()).unwrap();
    assert_eq!(
        rules(&example),
        [("subtitle-languages", None), ("subtitle-scenes", None)]
    );
    let mut lost = Subtitles::new();
    lost.push(RecordKind::Caption, "nobody's").unwrap();
    assert_eq!(rules(&lost), [("subtitle-order", Some(2))]);
    let mut odd = whole();
    odd.push(RecordKind::Other(9), "").unwrap();
    assert_eq!(
        rules(&odd)
            .iter()
            .map(|(rule, _)| *rule)
            .collect::<Vec<_>>(),
        ["subtitle-kind", "subtitle-scenes"]
    );
    let mut padded = Subtitles::new().write();
    padded.resize(32, 0);
    let padded = Subtitles::read(&padded).unwrap();
    assert_eq!(rules(&padded), [("subtitle-padding", Some(2))]);
}
