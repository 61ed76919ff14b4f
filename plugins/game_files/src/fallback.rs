//! Files that may come later, and stand in for what a store does not have.

use std::sync::Arc;

use crate::error::GameFileError;
use crate::files::{GameFiles, SharedFiles};
use crate::memory::MemoryFiles;

/// A store, where there is one, and files in memory for the names that it does not have.
pub struct FallbackFiles<F> {
    /// The store. Its files win.
    pub base: Option<SharedFiles>,
    /// What stands in, once it is made.
    pub fallback: F,
    /// What a person is shown where there is no store.
    pub described: &'static str,
}

impl<F: Fn() -> Option<Arc<MemoryFiles>> + Send + Sync + 'static> FallbackFiles<F> {
    /// The layer that answers for a name.
    fn layer_of(&self, name: &str) -> Result<Arc<dyn GameFiles>, GameFileError> {
        let base = self.base.as_ref().map(|files| files.0.clone());
        match (base, (self.fallback)()) {
            (Some(base), Some(fallback)) if !base.exists(name) => Ok(fallback),
            (Some(base), _) => Ok(base),
            (None, Some(fallback)) => Ok(fallback),
            (None, None) => Err(GameFileError::not_found("memory", name)),
        }
    }

    /// The names of both layers, each once, in ascending order.
    fn names_of(&self, of: impl Fn(&dyn GameFiles) -> Vec<String>) -> Vec<String> {
        let base = self.base.as_ref().map(|files| of(&*files.0));
        let fallback = (self.fallback)().map(|files| of(&*files));
        let mut names: Vec<_> = [base, fallback].into_iter().flatten().flatten().collect();
        names.sort();
        names.dedup();
        names
    }
}

impl<F: Fn() -> Option<Arc<MemoryFiles>> + Send + Sync + 'static> GameFiles for FallbackFiles<F> {
    fn beneath(&self) -> Option<Arc<dyn GameFiles>> {
        self.base.as_ref().map(|files| files.0.clone())
    }

    fn size(&self, name: &str) -> Option<u64> {
        self.layer_of(name).ok()?.size(name)
    }

    fn exists(&self, name: &str) -> bool {
        self.layer_of(name).is_ok_and(|layer| layer.exists(name))
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, GameFileError> {
        self.layer_of(name)?.read(name)
    }

    fn read_range(&self, name: &str, offset: u64, length: usize) -> Result<Vec<u8>, GameFileError> {
        self.layer_of(name)?.read_range(name, offset, length)
    }

    fn names_at_hand(&self) -> Vec<String> {
        self.names_of(|files| files.names_at_hand())
    }

    fn names(&self) -> Vec<String> {
        self.names_of(|files| files.names())
    }

    fn describe(&self) -> String {
        let base = self.base.as_ref();
        base.map_or_else(|| self.described.into(), |files| files.describe())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stores_own_file_wins_and_what_it_does_not_have_stands_in_once_it_is_made() {
        let own = MemoryFiles::default().with("own.lev", vec![1]);
        let made = MemoryFiles::default()
            .with("own.lev", vec![2])
            .with("demo.lev", vec![3]);
        let made = Arc::new(made);
        for (is_made, names, demo) in [
            (false, vec!["own.lev"], None),
            (true, vec!["demo.lev", "own.lev"], Some(vec![3])),
        ] {
            let made = made.clone();
            let files = FallbackFiles {
                base: Some(SharedFiles::new(own.clone())),
                fallback: move || is_made.then(|| made.clone()),
                described: "nothing",
            };
            assert_eq!(files.names(), names);
            assert_eq!(files.read("OWN.LEV").ok(), Some(vec![1]));
            assert_eq!(files.read("demo.lev").ok(), demo);
            assert_eq!(files.exists("demo.lev"), is_made);
        }
    }
}
