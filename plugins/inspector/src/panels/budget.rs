//! The budget: a bar by owner, and its last minute.

use bevy::prelude::World;
use bevy_egui::egui;
use egui_plot::{HLine, Line, PlotPoints};
use wonderwheel_world_streaming::core::budget::{BudgetModel, Owner, SectorBudget};
use wonderwheel_world_streaming::core::clock::STEPS_PER_SECOND;
use wonderwheel_world_streaming::core::slots::world_word;

use crate::colours::{OwnerGroup, Rgb};
use crate::history::Histories;
use crate::in_play::Game;
use crate::panel::{Panel, PanelRow, Place};
use crate::panels::map::{DISTANCE, MISSING};
use crate::selection::Selection;
use crate::text::{grouped, megabytes};
use crate::widgets::{colour, legend, legends, no_level, small_plot};

const FREE: Rgb = [34, 36, 42];
const OVER: Rgb = [226, 60, 60];
const USED: Rgb = [120, 190, 240];
const BAR_HEIGHT: f32 = 26.0;

/// A charge's place on the bar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segment {
    /// Whose it is.
    pub owner: Owner,
    /// Bytes.
    pub bytes: u64,
    /// Where it begins and ends, 0 to 1 of the bar.
    pub span: [f32; 2],
}

/// Lays charges side by side, groups together, on a bar that stands for the capacity, or for what is used where that
/// is more or there is no limit.
pub fn segments(charges: &[(Owner, u64)], capacity: u64) -> Vec<Segment> {
    let used: u64 = charges.iter().map(|(_, bytes)| bytes).sum();
    let whole = if capacity == u64::MAX {
        used
    } else {
        capacity.max(used)
    }
    .max(1) as f64;
    let mut before = 0_u64;
    let mut laid = Vec::with_capacity(charges.len());
    for group in OwnerGroup::ALL {
        for &(owner, bytes) in charges
            .iter()
            .filter(|(owner, _)| OwnerGroup::of(*owner) == group)
        {
            let span = [before, before + bytes].map(|at| (at as f64 / whole) as f32);
            laid.push(Segment { owner, bytes, span });
            before += bytes;
        }
    }
    laid
}

/// A charge's owner in words.
pub fn owner_name(owner: Owner) -> String {
    match owner {
        Owner::GlobalData => "global data".into(),
        Owner::GenericResources => "generic resources".into(),
        Owner::LevelFile => "level file".into(),
        Owner::World(slot) => format!("{} world", world_word(slot)),
        Owner::Part(slot, part) => format!("{} part {part}", world_word(slot)),
        Owner::Resource(hash) => format!("resource {hash:08x}"),
        Owner::Other => "other".into(),
    }
}

/// The bar by owner and its history.
pub struct BudgetPanel;

impl Panel for BudgetPanel {
    fn row(&self) -> PanelRow {
        PanelRow::new("Budget", Place::SideBelow).only_of(Game::Warriors)
    }

    fn show(&mut self, ui: &mut egui::Ui, _: &mut Option<Selection>, world: &mut World) {
        let Some(budget) = world.get_resource::<SectorBudget>() else {
            no_level(ui);
            return;
        };
        let (used, capacity) = (budget.used(), budget.capacity());
        let charges = budget.by_owner();
        let limit = (!budget.is_unlimited()).then_some(capacity);
        if limit.is_none() {
            ui.label(format!("{} used, no limit", megabytes(used)));
        } else {
            ui.label(format!(
                "{} of {} used, {} free, peak {}",
                megabytes(used),
                megabytes(capacity),
                megabytes(budget.free()),
                megabytes(budget.peak())
            ));
            if budget.over() > 0 {
                let over = format!("{} beyond the budget", megabytes(budget.over()));
                ui.colored_label(colour(OVER), over);
            }
            if budget.model() == BudgetModel::Blocks {
                let largest = megabytes(budget.largest_free());
                ui.label(format!("largest free run {largest}"));
            }
        }
        show_bar(ui, &segments(&charges, capacity), used, limit);
        show_groups(ui, &charges);
        if let Some(histories) = world.get_resource::<Histories>() {
            show_history(ui, histories, limit);
        }
    }
}

fn show_bar(ui: &mut egui::Ui, segments: &[Segment], used: u64, limit: Option<u64>) {
    let size = egui::vec2(ui.available_width().max(80.0), BAR_HEIGHT);
    let (place, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let painter = ui.painter_at(place);
    painter.rect_filled(place, 2.0, colour(FREE));
    let at = |unit: f32| place.left() + unit * place.width();
    for segment in segments {
        let [from, to] = segment.span.map(at);
        // A gap of a pixel parts neighbours, where there is room for one.
        let gap = if to - from > 2.0 { 1.0 } else { 0.0 };
        let rect = egui::Rect::from_x_y_ranges(from..=to - gap, place.y_range());
        painter.rect_filled(rect, 0.0, colour(OwnerGroup::of(segment.owner).legend().1));
    }
    if let Some(capacity) = limit.filter(|capacity| used > *capacity) {
        let x = at((capacity as f64 / used as f64) as f32);
        painter.vline(x, place.y_range(), egui::Stroke::new(2.0, colour(OVER)));
    }
    if let Some(pointer) = response.hover_pos() {
        let unit = (pointer.x - place.left()) / place.width();
        let under = segments
            .iter()
            .find(|segment| unit >= segment.span[0] && unit < segment.span[1]);
        let words = match under {
            Some(segment) => format!(
                "{}: {} bytes",
                owner_name(segment.owner),
                grouped(segment.bytes)
            ),
            None => "free".into(),
        };
        response.on_hover_text(words);
    }
}

fn show_groups(ui: &mut egui::Ui, charges: &[(Owner, u64)]) {
    egui::Grid::new("budget groups")
        .num_columns(3)
        .show(ui, |ui| {
            for group in OwnerGroup::ALL {
                let of_group = charges
                    .iter()
                    .filter(|(owner, _)| OwnerGroup::of(*owner) == group);
                let (count, bytes) =
                    of_group.fold((0, 0), |(count, sum), (_, bytes)| (count + 1, sum + bytes));
                if count == 0 {
                    continue;
                }
                let (name, rgb) = group.legend();
                ui.horizontal(|ui| legend(ui, rgb, name));
                ui.small(format!("{count} x"));
                ui.small(megabytes(bytes));
                ui.end_row();
            }
        });
}

fn show_history(ui: &mut egui::Ui, histories: &Histories, capacity: Option<u64>) {
    let step = 1.0 / STEPS_PER_SECOND as f64;
    let line = |name: &str, history: &crate::history::History, rgb: Rgb| {
        Line::new(name.to_owned(), PlotPoints::from(history.points(step))).color(colour(rgb))
    };
    let mut names = vec![(USED, "used")];
    if capacity.is_some() {
        names.push((OVER, "capacity"));
    }
    legends(ui, &names);
    small_plot("budget history", 110.0)
        .y_axis_label("MB")
        .show(ui, |plot| {
            plot.line(line("used", &histories.used_mb, USED));
            if let Some(capacity) = capacity {
                plot.hline(HLine::new("capacity", capacity as f64 / 1e6).color(colour(OVER)));
            }
        });
    let names = [(DISTANCE, "draw distance"), (MISSING, "nearest missing")];
    legends(ui, &names);
    small_plot("distance history", 110.0)
        .y_axis_label("m")
        .show(ui, |plot| {
            let [(distance, distance_name), (missing, missing_name)] = names;
            plot.line(line(distance_name, &histories.draw_distance, distance));
            plot.line(line(missing_name, &histories.nearest_missing, missing));
        });
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_warriors::names::WorldSlot::{Detail, Scenery};

    #[test]
    fn charges_lie_side_by_side_with_their_group() {
        let charges = [
            (Owner::Part(Detail, 1), 100),
            (Owner::Part(Scenery, 9), 300),
            (Owner::LevelFile, 200),
            (Owner::Part(Scenery, 2), 150),
        ];
        let laid = segments(&charges, 1_000);
        let owners: Vec<_> = laid.iter().map(|segment| segment.owner).collect();
        assert_eq!(
            owners,
            [
                Owner::LevelFile,
                Owner::Part(Scenery, 9),
                Owner::Part(Scenery, 2),
                Owner::Part(Detail, 1)
            ]
        );
        let spans: Vec<_> = laid.iter().map(|segment| segment.span).collect();
        assert_eq!(spans, [[0.0, 0.2], [0.2, 0.5], [0.5, 0.65], [0.65, 0.75]]);
    }

    #[test]
    fn a_bar_without_a_limit_or_beyond_it_is_full() {
        let charges = [(Owner::LevelFile, 300), (Owner::Other, 100)];
        for capacity in [u64::MAX, 200, 0] {
            let laid = segments(&charges, capacity);
            assert_eq!(
                laid.last().map(|segment| segment.span),
                Some([0.75, 1.0]),
                "{capacity}"
            );
        }
        assert!(segments(&[], 0).is_empty());
    }
}
