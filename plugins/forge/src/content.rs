//! What a recipe leads to.

use crate::error::Result;

/// A recipe's own part of the forge.
pub trait Content {
    /// Name of the level that comes out, of several the one to start.
    fn level(&self) -> &str;

    /// What everything random follows from.
    fn seed_mut(&mut self) -> &mut u64;

    /// Makes the files, and gives each, by its flat, lower-case name, to `take`. `progress` gets each step in a few words.
    ///
    /// # Errors
    /// A recipe that cannot be met.
    fn each_file(
        &self,
        progress: &mut dyn FnMut(&str),
        take: &mut dyn FnMut(&str, Vec<u8>),
    ) -> Result<()>;
}
