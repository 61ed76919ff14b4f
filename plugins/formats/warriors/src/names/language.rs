//! The five languages, as names and subtitles spell them.

/// A language of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Language {
    /// English: no suffix.
    #[default]
    English,
    /// Spanish.
    Spanish,
    /// French.
    French,
    /// Italian.
    Italian,
    /// German.
    German,
}

impl Language {
    /// All five, in the order of the game's codes.
    pub const ALL: [Self; 5] = [
        Self::English,
        Self::Spanish,
        Self::French,
        Self::Italian,
        Self::German,
    ];

    /// The five in the order in which subtitles hold them. Source: spec/paths-subtitles.md B1.
    pub const SUBTITLE_ORDER: [Self; 5] = [
        Self::English,
        Self::German,
        Self::Spanish,
        Self::French,
        Self::Italian,
    ];

    /// The language of a code of the game's state; 0 and 5 are English. Source: spec/loading-screen.md 3.
    pub const fn from_code(code: u32) -> Option<Self> {
        match code {
            0 | 5 => Some(Self::English),
            1 => Some(Self::Spanish),
            2 => Some(Self::French),
            3 => Some(Self::Italian),
            4 => Some(Self::German),
            _ => None,
        }
    }

    /// What a picture's name ends with. Source: spec/loading-screen.md 3.
    pub const fn suffix(self) -> &'static str {
        match self {
            Self::English => "",
            Self::Spanish => "_sp",
            Self::French => "_fr",
            Self::Italian => "_it",
            Self::German => "_ge",
        }
    }

    /// The text of the record that begins this language in subtitles. Source: spec/paths-subtitles.md B1.
    pub const fn subtitle_marker(self) -> &'static str {
        match self {
            Self::English => "ENGLISH",
            Self::Spanish => "SPANISH",
            Self::French => "FRENCH",
            Self::Italian => "ITALIAN",
            Self::German => "GERMAN",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_follow_the_suffix_table_and_5_is_english_again() {
        let suffixes: Vec<_> = (0..=6)
            .map(|code| Language::from_code(code).map(Language::suffix))
            .collect();
        assert_eq!(
            suffixes,
            [
                Some(""),
                Some("_sp"),
                Some("_fr"),
                Some("_it"),
                Some("_ge"),
                Some(""),
                None
            ]
        );
    }
}
