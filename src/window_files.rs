//! The files of a window: what was chosen, a level that the program writes beside it, the overlay over both. All of it can
//! change while the window is open.

use std::sync::{Arc, Mutex, PoisonError};

use wonderwheel_game_files::{MemoryFiles, SharedFiles, SwitchedFiles};
use wonderwheel_game_modes::PrepareLevel;

use crate::{
    cli::DataOptions,
    data,
    failure::Failure,
    forged::{ForgedLayer, LayeredFiles},
};

/// The files of a window.
#[derive(Clone)]
pub struct WindowFiles {
    switched: SwitchedFiles,
    /// The person's own, once there are any.
    own: Arc<Mutex<Option<SharedFiles>>>,
    forged: ForgedLayer,
    options: DataOptions,
}

impl WindowFiles {
    /// Begins with the person's own files, if there are any.
    pub fn new(
        own: Option<SharedFiles>,
        forged: ForgedLayer,
        options: &DataOptions,
    ) -> Result<Self, Failure> {
        let files = Self {
            switched: SwitchedFiles::new(SharedFiles::new(MemoryFiles::default())),
            own: Arc::default(),
            forged,
            options: options.clone(),
        };
        files.take(own)?;
        Ok(files)
    }

    /// Takes other files of the person's own, or none. Only while no level is loaded.
    pub fn take(&self, own: Option<SharedFiles>) -> Result<(), Failure> {
        let layered = SharedFiles::new(LayeredFiles {
            base: own.clone(),
            forged: self.forged.clone(),
        });
        let files = data::with_overlay(layered, &self.options)?;
        *self.own.lock().unwrap_or_else(PoisonError::into_inner) = own;
        self.forged.forget_base();
        self.switched.switch(files);
        Ok(())
    }

    /// The store that the app reads, whatever is taken later.
    pub fn shared(&self) -> SharedFiles {
        SharedFiles::new(self.switched.clone())
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
