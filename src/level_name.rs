//! What a level is called on the command line.

use std::{
    ffi::{OsStr, OsString},
    fmt,
    path::{Path, PathBuf},
};

use clap::builder::{OsStringValueParser, TypedValueParser, ValueParserFactory};

/// The level that is there without any data: `demo` is short for `forge:demo`, unless the data hold a level of that name
/// (a forged folder that somebody is working on).
pub const DEMO: &str = "demo";

/// A level of the data, or one that the program writes itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LevelName {
    /// A level or world by name, in lower case.
    Named(String),
    /// `forge:RECIPE`; the text after the colon.
    Forged(String),
    /// A path: one level of Going Commando as a file, `LEVEL0.WAD`, or a file of a level among loose files. Also what else is there
    /// on disk, to be answered with how it is named.
    File(PathBuf),
}

impl LevelName {
    /// [`DEMO`].
    pub fn demo() -> Self {
        Self::Named(DEMO.into())
    }
}

impl LevelName {
    /// What somebody has typed. A path need not be text.
    ///
    /// # Errors
    /// What is missing.
    pub fn read(typed: &OsStr) -> Result<Self, &'static str> {
        let Some(text) = typed.to_str() else {
            return Ok(Self::File(typed.into()));
        };
        if text.trim().is_empty() {
            return Err("a level has a name");
        }
        Ok(match text.split_once(':') {
            Some((forge, recipe)) if forge.eq_ignore_ascii_case("forge") => {
                Self::Forged(recipe.into())
            }
            _ if is_file(text) => Self::File(text.into()),
            _ => Self::Named(text.to_ascii_lowercase()),
        })
    }
}

impl ValueParserFactory for LevelName {
    type Parser = clap::builder::ValueParser;

    fn value_parser() -> Self::Parser {
        let parser = OsStringValueParser::new();
        parser.try_map(|typed: OsString| Self::read(&typed)).into()
    }
}

/// A `.wad`, there or not, or a path to something that is there. A bare word is a level's name, a bare number the hash of a file's.
fn is_file(text: &str) -> bool {
    let path = Path::new(text);
    let extension = path.extension();
    let is_wad = extension.is_some_and(|extension| extension.eq_ignore_ascii_case("wad"));
    let is_hash = text.bytes().all(|letter| letter.is_ascii_digit());
    let is_path = is_hash || extension.is_some() || text.contains(['/', '\\']);
    is_wad || (is_path && path.exists())
}

impl fmt::Display for LevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(name) => f.write_str(name),
            Self::Forged(recipe) => write!(f, "forge:{recipe}"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_forge_is_a_recipe_and_anything_else_a_name() {
        let named = |text: &str| LevelName::read(text.as_ref()).ok();
        assert_eq!(
            named("forge:retail_shape:level70"),
            Some(LevelName::Forged("retail_shape:level70".into()))
        );
        assert_eq!(named("LEVEL99"), Some(LevelName::Named("level99".into())));
        assert_eq!(named("demo"), Some(LevelName::demo()));
        let file = named("a folder/LEVEL0.WAD");
        assert_eq!(file, Some(LevelName::File("a folder/LEVEL0.WAD".into())));
        assert_eq!(named(" "), None);
    }
}
