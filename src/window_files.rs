//! The files of a window: what was chosen, a level that the program writes beside it, the overlay over both. All of it can
//! change while the window is open.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
};

use bevy::prelude::Resource;
use wonderwheel_game_files::{FallbackFiles, MemoryFiles, OpenedFiles, SharedFiles, SwitchedFiles};
use wonderwheel_game_modes::PrepareLevel;

use crate::{data, data_options::DataOptions, failure::Failure, forged::ForgedLayer};

/// The files of a window.
#[derive(Resource, Clone)]
pub struct WindowFiles {
    switched: SwitchedFiles,
    /// The person's own, once there are any.
    own: Arc<Mutex<Option<SharedFiles>>>,
    /// Whether they are a disc's that is not known to be the supported one.
    unverified: Arc<AtomicBool>,
    forged: ForgedLayer,
    options: DataOptions,
}

impl WindowFiles {
    /// Begins with the person's own files, if there are any.
    pub fn new(
        own: Option<OpenedFiles>,
        forged: ForgedLayer,
        options: &DataOptions,
    ) -> Result<Self, Failure> {
        let files = Self {
            switched: SwitchedFiles::new(SharedFiles::new(MemoryFiles::default())),
            own: Arc::default(),
            unverified: Arc::default(),
            forged,
            options: options.clone(),
        };
        files.take(own)?;
        Ok(files)
    }

    /// Takes other files of the person's own, or none. Only while no level is loaded.
    pub fn take(&self, own: Option<OpenedFiles>) -> Result<(), Failure> {
        let is_unverified =
            |opened: &OpenedFiles| opened.archive.is_some() && !opened.identity.verified;
        let unverified = own.as_ref().is_some_and(is_unverified);
        let own = own.map(|opened| opened.files);
        let forged = self.forged.clone();
        let layered = SharedFiles::new(FallbackFiles {
            base: own.clone(),
            fallback: move || forged.files(),
            described: "the demo (name your own data with --data)",
        });
        let files = data::with_overlay(layered, &self.options)?;
        *self.own.lock().unwrap_or_else(PoisonError::into_inner) = own;
        self.unverified.store(unverified, Ordering::Relaxed);
        self.forged.forget_base();
        self.switched.switch(files);
        Ok(())
    }

    /// The store that the app reads, whatever is taken later.
    pub fn shared(&self) -> SharedFiles {
        SharedFiles::new(self.switched.clone())
    }

    /// Whether the files are a disc's that is not known to be the supported one.
    pub fn are_unverified(&self) -> bool {
        self.unverified.load(Ordering::Relaxed)
    }

    /// The level that the program writes.
    pub fn forged_level(&self) -> &str {
        self.forged.level()
    }

    /// Answers the loading screen: writes the forged level when it is asked for and the person's files do not have it.
    pub fn prepare_level(&self) -> PrepareLevel {
        let (forged, own) = (self.forged.clone(), self.own.clone());
        PrepareLevel::new(move |level| {
            let own = own.lock().unwrap_or_else(PoisonError::into_inner).clone();
            forged.prepare(level, own.as_ref())
        })
    }
}
