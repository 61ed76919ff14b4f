//! The decision log: what was decided in which step, and why.

use bevy::prelude::World;
use bevy_egui::egui;
use wonderwheel_world_streaming::core::decision::Decision;
use wonderwheel_world_streaming::core::decision_log::DecisionLog;

use super::listing::{self, Entry};
use crate::colours::{Rgb, SectorLook};
use crate::in_play::Game;
use crate::panel::{Panel, PanelRow, Place};
use crate::selection::Selection;
use crate::{text, widgets};

/// The log's own state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogPanel {
    /// Words that a line must hold, or must not with a minus.
    pub filter: String,
    /// Waiting and idling are left out.
    pub only_actions: bool,
    /// The newest line stays in sight.
    pub follow: bool,
}

impl Default for LogPanel {
    fn default() -> Self {
        Self {
            filter: String::new(),
            only_actions: true,
            follow: true,
        }
    }
}

impl LogPanel {
    /// The lines that the filter lets through, oldest first.
    pub fn lines(&self, log: &DecisionLog) -> Vec<(Decision, String)> {
        log.iter()
            .filter(|entry| !self.only_actions || text::is_action(&entry.first.decision))
            .map(|entry| (entry.first.decision, text::log_line(entry)))
            .filter(|(_, line)| text::matches(&self.filter, line))
            .collect()
    }
}

impl Panel for LogPanel {
    fn row(&self) -> PanelRow {
        PanelRow::new("Decisions", Place::Below)
            .only_of(Game::Warriors)
            .filling()
    }

    fn show(&mut self, ui: &mut egui::Ui, _: &mut Option<Selection>, world: &mut World) {
        let Some(log) = world.get_resource::<DecisionLog>() else {
            widgets::no_level(ui);
            return;
        };
        let lines = self.lines(log);
        ui.horizontal(|ui| {
            widgets::filter(ui, &mut self.filter, "filter: free -detail");
            ui.checkbox(&mut self.only_actions, "only actions");
            ui.checkbox(&mut self.follow, "follow");
            ui.weak(format!("{} of {}", lines.len(), log.len()));
        });
        let entries: Vec<Entry> = lines
            .iter()
            .map(|(decision, line)| {
                let colour = widgets::colour(colour_of(decision));
                Entry {
                    label: "",
                    label_colour: colour,
                    words: line,
                    colour,
                }
            })
            .collect();
        listing::show(ui, &entries, self.follow);
    }
}

/// Reads are green, frees orange, want of room magenta.
fn colour_of(decision: &Decision) -> Rgb {
    match decision {
        Decision::Request { .. } | Decision::OtherRequest { .. } => SectorLook::Seen.colour(),
        Decision::Free { .. } | Decision::Shrink { .. } | Decision::OtherFree { .. } => {
            SectorLook::Leaving.colour()
        }
        Decision::ShortOfRoom { .. } => SectorLook::Hole.colour(),
        Decision::Busy | Decision::Idle => [150, 150, 150],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_warriors::names::WorldSlot;

    #[test]
    fn waiting_is_left_out_and_the_filter_looks_into_the_reasons() {
        let free = |slot| Decision::Free {
            slot,
            part: 4,
            distance_sq: 900.0,
            wanted_sq: 1.0,
        };
        let mut log = DecisionLog::default();
        log.push(1, Decision::Idle);
        log.push(2, free(WorldSlot::Scenery));
        log.push(3, free(WorldSlot::Detail));
        let mut panel = LogPanel::default();
        assert_eq!(panel.lines(&log).len(), 2);
        panel.filter = "30.0 -detail".into();
        let lines = panel.lines(&log);
        assert_eq!(lines.len(), 1);
        assert!(
            lines[0].1.starts_with("2  free scenery part 4"),
            "{}",
            lines[0].1
        );
        panel = LogPanel {
            only_actions: false,
            ..LogPanel::default()
        };
        assert_eq!(panel.lines(&log).len(), 3);
    }
}
