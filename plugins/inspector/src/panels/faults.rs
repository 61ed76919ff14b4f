//! What is wrong with the level: its files, its parts, the shaders on disk.

use bevy::prelude::World;
use bevy_egui::egui;
use wonderwheel_game_modes::LoadingState;
use wonderwheel_gs_render::ShaderFaults;
use wonderwheel_level_assets::LevelFaults;
use wonderwheel_ps2::fault::Fault;
use wonderwheel_world_streaming::core::slots::world_word;
use wonderwheel_world_streaming::prelude::FailedSectors;

use super::listing::{self, Entry};
use crate::colours::SectorLook;
use crate::panel::{Panel, PanelRow, Place};
use crate::selection::Selection;
use crate::text;
use crate::widgets::colour;

/// A fault in words, under the heading of what it concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultLine {
    /// What it concerns.
    pub about: String,
    /// What is wrong.
    pub words: String,
}

/// Everything that is wrong now, each fault once, in a fixed order: the level that failed, the parts that are missing, what
/// else is known of the level, the shaders.
pub fn faults(world: &World) -> Vec<FaultLine> {
    let level = world.get_resource::<LoadingState>();
    let failure = level.and_then(LoadingState::failure);
    let mut about: Vec<(String, &Fault)> = failure
        .into_iter()
        .map(|fault| ("level".to_owned(), fault))
        .collect();
    let mut add = |heading: String, fault| {
        if about.iter().all(|(_, known)| *known != fault) {
            about.push((heading, fault));
        }
    };
    let failed = world.get_resource::<FailedSectors>();
    for sector in failed.map_or(&[][..], |failed| &failed.sectors) {
        let heading = format!("{} part {}", world_word(sector.slot), sector.part);
        add(heading, &*sector.fault);
    }
    let known = world.get_resource::<LevelFaults>();
    for fault in known.map_or(&[][..], LevelFaults::as_slice) {
        add("files".into(), fault);
    }
    let line = |fault: &Fault| known.map_or_else(|| fault.to_string(), |known| known.line(fault));
    let of_level = about.into_iter().map(|(about, fault)| FaultLine {
        about,
        words: line(fault),
    });
    let shaders = world.get_resource::<ShaderFaults>();
    let shaders = shaders.map_or(&[][..], |shaders| &shaders.0);
    let shaders = shaders.iter().map(|(file, why)| FaultLine {
        about: file.clone(),
        words: why.clone(),
    });
    of_level.chain(shaders).collect()
}

/// The tab's title, with the number of faults when there are any.
fn title(world: &World) -> String {
    match faults(world).len() {
        0 => "Faults".into(),
        count => format!("Faults ({count})"),
    }
}

/// What is wrong with the level's files.
pub struct FaultsPanel;

impl Panel for FaultsPanel {
    fn row(&self) -> PanelRow {
        PanelRow::new("Faults", Place::Below).filling()
    }

    fn tab(&self, world: &World) -> String {
        title(world)
    }

    fn show(&mut self, ui: &mut egui::Ui, _: &mut Option<Selection>, world: &mut World) {
        let faults = faults(world);
        if faults.is_empty() {
            ui.centered_and_justified(|ui| ui.weak("Nothing is wrong."));
            return;
        }
        let words: Vec<_> = faults
            .iter()
            .map(|fault| text::plain(&fault.words))
            .collect();
        let ordinary = ui.visuals().text_color();
        let entries: Vec<Entry> = faults
            .iter()
            .zip(&words)
            .map(|(fault, words)| Entry {
                label: &fault.about,
                label_colour: colour(SectorLook::Failed.colour()),
                words,
                colour: ordinary,
            })
            .collect();
        listing::show(ui, &entries, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_ps2::fault::FaultKind;
    use wonderwheel_renderware::world::Aabb;
    use wonderwheel_warriors::names::WorldSlot;
    use wonderwheel_world_streaming::prelude::FailedSector;

    #[test]
    fn a_part_that_could_not_be_read_is_one_fault_however_many_sectors_it_has() {
        let mut world = World::new();
        let fault = |file: &str, words: &str| Fault::of_file(file, FaultKind::Malformed, words);
        let of_part = |part| fault(&format!("x_ms{part}.sec"), "expected 0x10");
        let failed = |sector, part| FailedSector {
            slot: WorldSlot::Scenery,
            sector,
            part,
            bounds: Aabb::default(),
            fault: of_part(part).into(),
        };
        world.insert_resource(FailedSectors {
            sectors: vec![failed(4, 2), failed(5, 2), failed(9, 3)],
        });
        let mut faults = LevelFaults::default();
        faults.note(of_part(2));
        faults.note(fault("x.lev", "not found"));
        faults.keep_last_good(of_part(3));
        world.insert_resource(faults);
        let found = super::faults(&world);
        let about: Vec<_> = found.iter().map(|fault| fault.about.as_str()).collect();
        assert_eq!(about, ["scenery part 2", "scenery part 3", "files"]);
        assert_eq!(title(&world), "Faults (3)");
        assert!(found[1].words.ends_with("(the last good version stays)"));
    }
}
