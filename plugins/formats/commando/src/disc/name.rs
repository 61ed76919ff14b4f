//! Files of the disc by their names.

/// A file of the disc that levels are found by. Source: spec/commando-container.md 2.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DiscFile {
    /// `RC2.HDR`, the table of contents.
    TableOfContents,
    /// `LEVEL<n>.WAD`. The number is the file's, not the level's: see [`crate::level::LevelHeader::id`].
    Level(u32),
    /// `AUDIO<n>.WAD`: speech of that level.
    Audio(u32),
    /// `SCENE<n>.WAD`: films of that level.
    Scene(u32),
    /// Another archive.
    Global,
}

impl DiscFile {
    /// The number of a level's file, `LEVEL<n>.WAD`, by its name.
    pub fn level(name: &str) -> Option<u32> {
        match Self::from_name(name) {
            Some(Self::Level(number)) => Some(number),
            _ => None,
        }
    }

    /// What a file of that name is: case does not count, nor does a version (`;1`), nor the folder.
    pub fn from_name(name: &str) -> Option<Self> {
        let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
        let name = file.split(';').next().unwrap_or(file).to_ascii_uppercase();
        if name == "RC2.HDR" {
            return Some(Self::TableOfContents);
        }
        let stem = name.strip_suffix(".WAD")?;
        let number = |prefix: &str| {
            let digits = stem.strip_prefix(prefix)?;
            let decimal = digits.bytes().all(|byte| byte.is_ascii_digit());
            if decimal { digits.parse().ok() } else { None }
        };
        let numbered = number("LEVEL").map(Self::Level);
        let numbered = numbered.or_else(|| number("AUDIO").map(Self::Audio));
        Some(
            numbered
                .or_else(|| number("SCENE").map(Self::Scene))
                .unwrap_or(Self::Global),
        )
    }
}
