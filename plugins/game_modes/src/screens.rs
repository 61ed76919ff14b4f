//! What each mode draws of its own: Bevy UI on the presenting camera.

mod data;
mod error;
mod loading;
mod menu;
mod pause;

use bevy::prelude::*;

pub use data::{ChooseData, DataPage, DataPlace};
pub use error::ErrorPage;
pub use loading::LoadingScreen;
pub use menu::LevelList;
pub use pause::PauseFade;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        menu::plugin,
        data::plugin,
        loading::plugin,
        pause::plugin,
        error::plugin,
    ));
}
