//! What can go wrong while a level is forged.

use wonderwheel_ps2::error::FormatError;

/// Why a recipe could not be forged.
#[derive(Debug, thiserror::Error)]
pub enum ForgeError {
    /// The recipe's text is not a recipe.
    #[error("recipe: {0}")]
    Recipe(#[from] Box<ron::error::SpannedError>),
    /// The table of the retail levels has a line that cannot be read.
    #[error("retail table, line {line}: {found:?} is not `name,6 numbers,bytes`")]
    Table {
        /// Line number, the heading is line 1.
        line: usize,
        /// The line.
        found: String,
    },
    /// The recipe names a level that the table does not have.
    #[error("retail table: no level named {0:?}; see assets/recipes/retail_levels.csv")]
    UnknownLevel(String),
    /// A number of the recipe cannot be met.
    #[error("recipe: {0}")]
    Impossible(String),
    /// A produced value broke a rule of the format.
    #[error(transparent)]
    Format(#[from] FormatError),
}

/// Result of the forge.
pub type Result<T, E = ForgeError> = std::result::Result<T, E>;
