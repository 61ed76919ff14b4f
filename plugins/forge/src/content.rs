//! What a recipe leads to.

use crate::error::Result;
use crate::kit::encode::Files;

/// A recipe's own part of the forge.
pub trait Content {
    /// Name of the level that comes out, of several the one to start.
    fn level(&self) -> &str;

    /// What everything random follows from.
    fn seed_mut(&mut self) -> &mut u64;

    /// Makes the files. `progress` gets each step in a few words.
    ///
    /// # Errors
    /// A recipe that cannot be met.
    fn files(&self, progress: &mut dyn FnMut(&str)) -> Result<Files>;

    /// Makes the files one after the other, as far as that saves memory, and gives each to `take`.
    ///
    /// # Errors
    /// As [`Content::files`].
    fn each_file(
        &self,
        progress: &mut dyn FnMut(&str),
        take: &mut dyn FnMut(&str, Vec<u8>),
    ) -> Result<()> {
        for (name, bytes) in self.files(progress)? {
            take(&name, bytes);
        }
        Ok(())
    }
}
