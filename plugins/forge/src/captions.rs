//! Subtitles in the five languages.

use wonderwheel_warriors::names::Language;
use wonderwheel_warriors::subtitles::{RecordKind, Subtitles};

use crate::error::Result;

/// What scenes ask for it by, and one line a caption, in the order of [`Language::SUBTITLE_ORDER`]; a caption that ends with `!`
/// stands in the screen's centre.
pub type Scene<'a> = (&'a str, &'a [[&'a str; 5]]);

/// What the demo and forged games say: Latin-1, as far as the game's code page is known.
pub const LINES: [[&str; 5]; 6] = [
    [
        "The last train has left.",
        "Der letzte Zug ist weg.",
        "El último tren se ha ido.",
        "Le dernier train est parti.",
        "L'ultimo treno è partito.",
    ],
    [
        "Then we walk to the shore.",
        "Dann gehen wir zu Fuß zum Strand.",
        "Entonces vamos a pie a la playa.",
        "Alors on marche jusqu'à la plage.",
        "Allora andiamo a piedi alla spiaggia.",
    ],
    ["Run!", "Lauft!", "¡Corred!", "Courez!", "Correte!"],
    [
        "The wheel is still turning.",
        "Das Rad dreht sich noch.",
        "La noria sigue girando.",
        "La roue tourne encore.",
        "La ruota gira ancora.",
    ],
    [
        "Nobody is on it.",
        "Niemand sitzt darin.",
        "No hay nadie en ella.",
        "Il n'y a personne dedans.",
        "Non c'è nessuno.",
    ],
    [
        "Wait for the morning here.",
        "Wartet hier auf den Morgen.",
        "Esperad aquí la mañana.",
        "Attendez le matin ici.",
        "Aspettate qui il mattino.",
    ],
];

/// The captions of a level's scene on the way in and of two scenes in it, named as the game names them (`l99_in_sub`, `l99_c1`).
///
/// # Errors
/// More text than the format counts.
pub fn of_level(level: &str) -> Result<Subtitles> {
    let short = level.replacen("level", "l", 1);
    let names = ["in_sub", "c1", "c2"].map(|end| format!("{short}_{end}"));
    let [first, middle, last] = &names;
    let (before, after) = LINES.split_at(3);
    subtitles(&[(first, &LINES), (middle, before), (last, after)])
}

/// Subtitles of these scenes; each language holds all of them. Source: spec/paths-subtitles.md B1.
///
/// # Errors
/// More text than the format counts.
pub fn subtitles(scenes: &[Scene<'_>]) -> Result<Subtitles> {
    let mut subtitles = Subtitles::new();
    for (place, language) in Language::SUBTITLE_ORDER.into_iter().enumerate() {
        subtitles.push(RecordKind::Language, language.subtitle_marker())?;
        for (name, captions) in scenes {
            subtitles.push(RecordKind::Scene, *name)?;
            for caption in *captions {
                // English decides for all, so that the languages agree.
                let kind = if caption.first().is_some_and(|text| text.ends_with('!')) {
                    RecordKind::Emphasised
                } else {
                    RecordKind::Caption
                };
                let text = caption.get(place).copied().unwrap_or_default();
                subtitles.push(kind, latin1(text))?;
            }
        }
    }
    Ok(subtitles)
}

/// One byte a character; what Latin-1 does not have becomes `?`.
fn latin1(text: &str) -> Vec<u8> {
    let byte = |c: char| u8::try_from(u32::from(c)).unwrap_or(b'?');
    text.chars().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_ps2::finding::Findings;

    #[test]
    fn every_language_has_every_scene_and_accents_are_one_byte() {
        let scenes = [("demo_in_sub", &LINES[..3]), ("demo_c1", &LINES[3..])];
        let subtitles = subtitles(&scenes).unwrap();
        // Five times a language, two scenes and six captions.
        assert_eq!(subtitles.records().len(), 5 * (1 + 2 + 6));
        assert_eq!(subtitles.records()[4].kind, RecordKind::Emphasised);
        let spanish = &subtitles.records()[2 * 9 + 2];
        assert_eq!(spanish.text.len(), "El ultimo tren se ha ido.".len());
        assert_eq!(spanish.to_text(), LINES[0][2]);
        let mut findings = Findings::new();
        subtitles.validate(&mut findings);
        assert!(findings.is_empty(), "{findings:?}");
    }
}
