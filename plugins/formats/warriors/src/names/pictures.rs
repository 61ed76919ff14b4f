//! Loading pictures and the other pictures that are asked for by name.

use super::{DEFAULT_PICTURE, Language, decimal};

/// In which form a picture is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PictureForm {
    /// 16:9: names get `_w`.
    pub wide: bool,
    /// Names get the language's suffix, after `_w`.
    pub language: Language,
}

impl PictureForm {
    /// The ten forms: both widths in five languages, the plain one first.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|wide| {
            Language::ALL
                .into_iter()
                .map(move |language| Self { wide, language })
        })
    }

    /// `name` in this form: `level99_ls_0_w_fr`.
    pub fn of(self, name: &str) -> String {
        format!("{name}{}{}", self.width(), self.language.suffix())
    }

    fn without_language(self, name: &str) -> String {
        format!("{name}{}", self.width())
    }

    fn width(self) -> &'static str {
        if self.wide { "_w" } else { "" }
    }
}

/// How many pictures a level can have. Source: spec/loading-screen.md 3.
pub const PER_LEVEL: u32 = 3;

/// The resource names of the pictures that a level's loading screen shows. `exists` is asked about resource names; see
/// [`picture_exists`]. At least one is returned, [`DEFAULT_PICTURE`] at the last, which is not asked about.
///
/// The list ends at the first name that is the one before it again, so a level without a third picture shows two.
/// Source: spec/loading-screen.md 3; 0x00163270.
pub fn level_pictures(
    level: &str,
    form: PictureForm,
    exists: impl Fn(&str) -> bool,
) -> Vec<String> {
    let mut pictures: Vec<String> = Vec::new();
    for n in 0..PER_LEVEL {
        let base = format!("{level}_ls_{n}");
        let names = [
            form.of(&base),
            form.without_language(&base),
            form.without_language(&format!("{level}_ls_0")),
        ];
        // Quirk: the fall-back is picture 0, and only the name just before is compared. So a level with the pictures 0
        // (French), 0 and 1 shows three, the last of them picture 0 again.
        let name = first_existing(names, &exists);
        if pictures.last() == Some(&name) {
            break;
        }
        pictures.push(name);
    }
    pictures
}

/// The resource name of a Rumble game's loading picture: `rumble_<g>_ls_0` in the form wanted, without the language, or
/// [`DEFAULT_PICTURE`]. Source: spec/loading-screen.md 3; 0x001635d0.
pub fn rumble_picture(game: u32, form: PictureForm, exists: impl Fn(&str) -> bool) -> String {
    let base = format!("rumble_{game}_ls_0");
    first_existing([form.of(&base), form.without_language(&base)], &exists)
}

/// Asks for a picture's file, whose name is the decimal hash of the picture's. Source: spec/loading-screen.md 3.
pub fn picture_exists(file_exists: impl Fn(&str) -> bool) -> impl Fn(&str) -> bool {
    move |name| file_exists(&decimal(name))
}

fn first_existing<const N: usize>(names: [String; N], exists: impl Fn(&str) -> bool) -> String {
    names
        .into_iter()
        .find(|name| exists(name))
        .unwrap_or_else(|| DEFAULT_PICTURE.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: PictureForm = PictureForm {
        wide: false,
        language: Language::English,
    };
    const WIDE: PictureForm = PictureForm {
        wide: true,
        ..PLAIN
    };

    fn shown(level: &str, form: PictureForm, has: &[&str]) -> Vec<String> {
        level_pictures(level, form, |name| has.contains(&name))
    }

    #[test]
    fn the_width_comes_before_the_language() {
        let form = PictureForm {
            wide: true,
            language: Language::French,
        };
        assert_eq!(form.of("level99_ls_0"), "level99_ls_0_w_fr");
        assert_eq!(PictureForm::all().count(), 10);
        assert_eq!(PictureForm::all().next(), Some(PLAIN));
    }

    #[test]
    fn hashes_of_picture_names_match_the_table() {
        // Source: spec/loading-screen.md 3.
        for (name, file) in [
            ("level99_ls_0_w", "233724353"),
            ("level100_ls_0", "3544341896"),
            ("rumble_12_ls_0", "1398144263"),
            ("memory_card_screen", "1828093317"),
            ("memory_card_screen_w", "3671833218"),
            ("memory_card_loading_w", "342231102"),
        ] {
            assert_eq!(decimal(name), file, "{name}");
        }
    }

    // The rows of the search's table in spec/loading-screen.md 3.

    #[test]
    fn a_level_with_three_pictures_shows_three() {
        let three = ["level99_ls_0", "level99_ls_1", "level99_ls_2"];
        assert_eq!(shown("level99", PLAIN, &three), three);
        let wide = ["level99_ls_0_w", "level99_ls_1_w", "level99_ls_2_w"];
        assert_eq!(shown("level99", WIDE, &wide), wide);
    }

    #[test]
    fn a_level_with_one_picture_shows_one() {
        assert_eq!(shown("level60", PLAIN, &["level60_ls_0"]), ["level60_ls_0"]);
        assert_eq!(shown("x", PLAIN, &["x_ls_0", "x_ls_2"]), ["x_ls_0"]);
    }

    #[test]
    fn a_wide_screen_never_shows_a_narrow_picture() {
        assert_eq!(shown("level60", WIDE, &["level60_ls_0"]), [DEFAULT_PICTURE]);
    }

    #[test]
    fn picture_0_comes_back_when_another_stood_between() {
        let french = PictureForm {
            language: Language::French,
            ..PLAIN
        };
        assert_eq!(
            shown("x", french, &["x_ls_0_fr", "x_ls_0", "x_ls_1"]),
            ["x_ls_0_fr", "x_ls_1", "x_ls_0"]
        );
    }

    #[test]
    fn a_level_without_pictures_shows_the_default_once() {
        assert_eq!(shown("level100", PLAIN, &[]), [DEFAULT_PICTURE]);
    }

    #[test]
    fn an_arena_shows_its_games_picture_or_the_default() {
        let has = |name: &str| name == "rumble_12_ls_0";
        assert_eq!(rumble_picture(12, PLAIN, has), "rumble_12_ls_0");
        assert_eq!(rumble_picture(7, PLAIN, has), DEFAULT_PICTURE);
    }

    #[test]
    fn a_picture_exists_when_its_decimal_file_does() {
        let exists = picture_exists(|file| file == "2241419303");
        assert!(exists("level99_ls_0"));
        assert!(!exists("level99_ls_1"));
    }
}
