//! The panels, one file each.

mod both_games;
pub mod budget;
pub mod commando;
pub mod faults;
pub mod frame;
pub(crate) mod listing;
pub mod log;
pub mod map;
pub mod sectors;
pub mod switches;
pub mod world;

use crate::panel::Panel;

use self::commando::{classes, level, lights, patches, textures};

/// All panels of the house, in the order of the menu.
pub(crate) fn all() -> Vec<Box<dyn Panel>> {
    vec![
        Box::new(map::MapPanel::default()),
        Box::new(level::LevelPanel),
        Box::new(lights::LightsPanel::default()),
        Box::new(switches::SwitchesPanel),
        Box::new(budget::BudgetPanel),
        Box::new(frame::FramePanel),
        Box::new(log::LogPanel::default()),
        Box::new(sectors::SectorsPanel::default()),
        Box::new(patches::PatchesPanel::default()),
        Box::new(classes::ClassesPanel::default()),
        Box::new(textures::TexturesPanel::default()),
        Box::new(faults::FaultsPanel),
        Box::new(world::WorldPanel::default()),
    ]
}
