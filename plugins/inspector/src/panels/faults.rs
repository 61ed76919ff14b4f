//! What is wrong with the level: its files, its parts, the shaders on disk.

use bevy::asset::Assets;
use bevy::prelude::World;
use bevy_egui::egui;
use wonderwheel_gs_render::ShaderFaults;
use wonderwheel_level_assets::LevelAsset;
use wonderwheel_world_streaming::decision::world_word;
use wonderwheel_world_streaming::prelude::{CurrentLevel, FailedSectors, LevelPhase, Worlds};

use crate::colours::SectorLook;

/// A fault in words, under the heading of what it concerns.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// What it concerns.
    pub about: String,
    /// What is wrong.
    pub words: String,
}

/// Everything that is wrong now, each fault once, in a fixed order.
pub fn faults(world: &World) -> Vec<Fault> {
    let mut found = Vec::new();
    let mut add = |about: &str, words: &str| {
        let fault = Fault {
            about: about.into(),
            words: words.into(),
        };
        if !found.contains(&fault) {
            found.push(fault);
        }
    };
    if let Some(level) = world.get_resource::<CurrentLevel>() {
        if let LevelPhase::Failed(why) = &level.phase {
            add("level", why);
        }
        for warning in &level.warnings {
            add("files", warning);
        }
        let asset = world
            .get_resource::<Assets<LevelAsset>>()
            .and_then(|levels| levels.get(level.level.as_ref()?));
        for fault in asset.map_or(&[][..], |asset| &asset.faults) {
            add("level file", fault);
        }
    }
    if let Some(worlds) = world.get_resource::<Worlds>() {
        for tables in worlds.iter() {
            for fault in tables.faults() {
                add(&format!("{} world", world_word(tables.slot())), fault);
            }
        }
    }
    if let Some(failed) = world.get_resource::<FailedSectors>() {
        for sector in &failed.sectors {
            add(
                &format!("{} part {}", world_word(sector.slot), sector.part),
                &sector.error,
            );
        }
    }
    if let Some(shaders) = world.get_resource::<ShaderFaults>() {
        for (file, why) in &shaders.0 {
            add(file, why);
        }
    }
    found
}

/// The tab's title, with the number of faults when there are any.
pub(crate) fn title(world: &World) -> String {
    match faults(world).len() {
        0 => "Faults".into(),
        count => format!("Faults ({count})"),
    }
}

pub(crate) fn show(ui: &mut egui::Ui, world: &World) {
    let faults = faults(world);
    if faults.is_empty() {
        ui.label("Nothing is wrong.");
        return;
    }
    let mut about = "";
    for fault in &faults {
        if fault.about != about {
            ui.strong(&fault.about);
            about = &fault.about;
        }
        ui.colored_label(super::colour(SectorLook::Failed.colour()), &fault.words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_renderware::world::Aabb;
    use wonderwheel_warriors::names::WorldSlot;
    use wonderwheel_world_streaming::prelude::FailedSector;

    #[test]
    fn a_part_that_could_not_be_read_is_one_fault_however_many_sectors_it_has() {
        let mut world = World::new();
        let failed = |sector, part| FailedSector {
            slot: WorldSlot::Scenery,
            sector,
            part,
            bounds: Aabb::default(),
            error: "x_ms2.sec: at 0x10: expected 0x10".into(),
        };
        world.insert_resource(FailedSectors {
            sectors: vec![failed(4, 2), failed(5, 2), failed(9, 3)],
        });
        let mut level = CurrentLevel::default();
        level.warnings.push("x.lev: not found".into());
        world.insert_resource(level);
        let found = faults(&world);
        let about: Vec<_> = found.iter().map(|fault| fault.about.as_str()).collect();
        assert_eq!(about, ["files", "scenery part 2", "scenery part 3"]);
        assert_eq!(title(&world), "Faults (3)");
    }
}
