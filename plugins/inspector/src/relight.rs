//! Lights a level of Ratchet & Clank 2 again when its lights have changed.

use bevy::prelude::*;
use wonderwheel_commando_view::ShownLevel;

use crate::overlay::Overlay;
use crate::panels::commando::lights::LightsPanel;

/// Lights the level again when lights have changed: once a frame, however often the overlay is drawn in it.
pub fn relight(overlay: Option<ResMut<Overlay>>, shown: Option<ResMut<ShownLevel>>) {
    let (Some(mut overlay), Some(mut shown)) = (overlay, shown) else {
        return;
    };
    if let Some(lights) = overlay.panel_mut::<LightsPanel>()
        && std::mem::take(&mut lights.changed)
    {
        shown.relight();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn the_level_is_lit_once_however_often_it_was_asked_for() {
        let mut app = App::new();
        let scene = wonderwheel_commando_view::scene::LevelScene::default();
        app.insert_resource(ShownLevel {
            scene: Some(Arc::new(scene)),
            ..default()
        })
        .init_resource::<Overlay>()
        .add_systems(Last, relight);
        app.world_mut()
            .resource_mut::<Overlay>()
            .panel_mut::<LightsPanel>()
            .expect("it is registered")
            .changed = true;
        let colours = |app: &App| app.world().resource::<ShownLevel>().colours.clone();
        let dark = colours(&app);
        app.update();
        let lit = colours(&app);
        assert!(!Arc::ptr_eq(&dark, &lit));
        app.update();
        assert!(Arc::ptr_eq(&lit, &colours(&app)));
    }
}
