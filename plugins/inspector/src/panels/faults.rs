//! What is wrong with the level: its files, its parts, the shaders on disk.

use bevy::asset::Assets;
use bevy::prelude::World;
use bevy_egui::egui;
use wonderwheel_commando_view::ShownLevel;
use wonderwheel_game_modes::{GuestLevel, GuestPhase};
use wonderwheel_gs_render::ShaderFaults;
use wonderwheel_level_assets::LevelAsset;
use wonderwheel_world_streaming::core::slots::world_word;
use wonderwheel_world_streaming::prelude::{CurrentLevel, FailedSectors, LevelPhase, Worlds};

use super::listing::{self, Entry};
use crate::colours::SectorLook;
use crate::text;

/// A fault in words, under the heading of what it concerns.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// What it concerns.
    pub about: String,
    /// What is wrong.
    pub words: String,
}

/// Everything that is wrong now, each fault once, in a fixed order. What is told of a part and of its file is told of the
/// part.
pub fn faults(world: &World) -> Vec<Fault> {
    let mut found = Vec::new();
    if let Some(level) = world.get_resource::<CurrentLevel>()
        && let LevelPhase::Failed(why) = &level.phase
    {
        add(&mut found, "level", &why.message);
    }
    if let Some(failed) = world.get_resource::<FailedSectors>() {
        for sector in &failed.sectors {
            let about = format!("{} part {}", world_word(sector.slot), sector.part);
            add(&mut found, &about, &sector.error);
        }
    }
    if let Some(worlds) = world.get_resource::<Worlds>() {
        for tables in worlds.iter() {
            for fault in tables.faults() {
                add(
                    &mut found,
                    &format!("{} world", world_word(tables.slot())),
                    fault,
                );
            }
        }
    }
    if let Some(level) = world.get_resource::<CurrentLevel>() {
        let asset = world
            .get_resource::<Assets<LevelAsset>>()
            .and_then(|levels| levels.get(level.level.as_ref()?));
        for fault in asset.map_or(&[][..], |asset| &asset.faults) {
            add(&mut found, "level file", fault);
        }
        for warning in &level.warnings {
            add(&mut found, "files", warning);
        }
    }
    add_of_commando(&mut found, world);
    if let Some(shaders) = world.get_resource::<ShaderFaults>() {
        for (file, why) in &shaders.0 {
            add(&mut found, file, why);
        }
    }
    found
}

/// What is wrong with a level of Ratchet & Clank 2.
fn add_of_commando(found: &mut Vec<Fault>, world: &World) {
    if let Some(guest) = world.get_resource::<GuestLevel>()
        && let GuestPhase::Failed(why) = &guest.phase
    {
        add(found, "level", &why.message);
    }
    let Some(shown) = world.get_resource::<ShownLevel>() else {
        return;
    };
    if !shown.stale.is_empty() {
        add(
            found,
            "files",
            &format!("{} (the last good version stays)", shown.stale),
        );
    }
    // Told once each already, and there may be hundreds.
    let told = shown.scene.iter().flat_map(|scene| &scene.faults);
    found.extend(told.map(|words| Fault {
        about: shown.name.clone(),
        words: words.clone(),
    }));
}

/// Adds a fault unless it is known. The same words with a remark behind them are the same fault: the longer ones stay.
fn add(found: &mut Vec<Fault>, about: &str, words: &str) {
    for known in &mut *found {
        if known.words.starts_with(words) {
            return;
        }
        if words.starts_with(&known.words) {
            known.words = words.into();
            return;
        }
    }
    found.push(Fault {
        about: about.into(),
        words: words.into(),
    });
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
        ui.centered_and_justified(|ui| ui.weak("Nothing is wrong."));
        return;
    }
    let words: Vec<_> = faults
        .iter()
        .map(|fault| text::plain(&fault.words))
        .collect();
    let colour = ui.visuals().text_color();
    let entries: Vec<Entry> = faults
        .iter()
        .zip(&words)
        .map(|(fault, words)| Entry {
            label: &fault.about,
            label_colour: super::colour(SectorLook::Failed.colour()),
            words,
            colour,
        })
        .collect();
    listing::show(ui, &entries, false);
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_renderware::world::Aabb;
    use wonderwheel_warriors::names::WorldSlot;
    use wonderwheel_world_streaming::prelude::FailedSector;

    #[test]
    fn a_part_that_could_not_be_read_is_one_fault_however_many_sectors_and_warnings_it_has() {
        let mut world = World::new();
        let failed = |sector, part| FailedSector {
            slot: WorldSlot::Scenery,
            sector,
            part,
            bounds: Aabb::default(),
            error: format!("x_ms{part}.sec: at 0x10: expected 0x10").into(),
        };
        world.insert_resource(FailedSectors {
            sectors: vec![failed(4, 2), failed(5, 2), failed(9, 3)],
        });
        let mut level = CurrentLevel::default();
        level.warnings = vec![
            "x_ms2.sec: at 0x10: expected 0x10".into(),
            "x.lev: not found".into(),
            "x_ms3.sec: at 0x10: expected 0x10 (the last good version stays)".into(),
        ];
        world.insert_resource(level);
        let found = faults(&world);
        let about: Vec<_> = found.iter().map(|fault| fault.about.as_str()).collect();
        assert_eq!(about, ["scenery part 2", "scenery part 3", "files"]);
        assert_eq!(title(&world), "Faults (3)");
        assert!(found[1].words.ends_with("(the last good version stays)"));
    }
}
