//! Frame time, and what the renderer counts.

use bevy::diagnostic::DiagnosticsStore;
use bevy::prelude::World;
use bevy_egui::egui;
use egui_plot::{HLine, Line, PlotPoints};
use wonderwheel_commando_view::CommandoFrame;
use wonderwheel_gs_render::stats::{GsReady, GsStats};

use crate::colours::Rgb;
use crate::history::Histories;
use crate::panel::{Panel, PanelRow, Place};
use crate::selection::Selection;
use crate::text::grouped;
use crate::widgets::{colour, legends, small_plot};

/// Milliseconds of a frame at 60 Hz.
const FRAME_60_HZ: f64 = 1_000.0 / 60.0;
const FRAME: Rgb = [120, 190, 240];
const LINE_60_HZ: Rgb = [226, 150, 70];

/// Frame time, and what the renderer counts.
pub struct FramePanel;

impl Panel for FramePanel {
    fn row(&self) -> PanelRow {
        PanelRow::new("Frame", Place::SideBelow)
    }

    fn show(&mut self, ui: &mut egui::Ui, _: &mut Option<Selection>, world: &mut World) {
        if let Some(histories) = world.get_resource::<Histories>() {
            let frames = &histories.frame_ms;
            let mean = frames.mean();
            let rate = if mean > 0.0 { 1_000.0 / mean } else { 0.0 };
            ui.label(format!(
                "{mean:.2} ms a frame ({rate:.0} Hz), worst {:.2} ms",
                frames.highest()
            ));
            legends(ui, &[(FRAME, "frame"), (LINE_60_HZ, "60 Hz")]);
            small_plot("frame times", 120.0)
                .y_axis_label("ms")
                .show(ui, |plot| {
                    let points = PlotPoints::from(frames.points(1.0));
                    plot.line(Line::new("frame", points).color(colour(FRAME)));
                    plot.hline(HLine::new("60 Hz", FRAME_60_HZ).color(colour(LINE_60_HZ)));
                });
        }
        egui::Grid::new("renderer counts")
            .num_columns(2)
            .striped(true)
            .show(ui, |ui| {
                let mut line = |name: &str, value: String| {
                    ui.label(name);
                    ui.monospace(value);
                    ui.end_row();
                };
                if let Some(stats) = world.get_resource::<GsStats>() {
                    line("draw calls", stats.draw_calls.to_string());
                    line("triangles", grouped(u64::from(stats.triangles)));
                    match world.get_resource::<CommandoFrame>() {
                        Some(frame) if frame.eye.is_some() => {
                            line("chosen in", format!("{:.2} ms", frame.choose_ms));
                        }
                        _ => line("sectors drawn", stats.sectors.to_string()),
                    }
                    line("plan and record", format!("{:.2} ms", stats.cpu_ms));
                }
                if let Some(ready) = world.get_resource::<GsReady>() {
                    line("frames", ready.frames.to_string());
                    line("pipelines to come", ready.pipelines_pending.to_string());
                    line("meshes to come", ready.meshes_pending.to_string());
                    line("textures to come", ready.textures_pending.to_string());
                }
            });
        if let Some(store) = world.get_resource::<DiagnosticsStore>() {
            let mut measured: Vec<_> = store
                .iter()
                .filter_map(|diagnostic| {
                    Some((
                        diagnostic.path().as_str(),
                        diagnostic.smoothed()?,
                        &diagnostic.suffix,
                    ))
                })
                .collect();
            measured.sort_unstable_by_key(|(path, ..)| *path);
            egui::CollapsingHeader::new("measurements").show(ui, |ui| {
                egui::Grid::new("measurements")
                    .num_columns(2)
                    .striped(true)
                    .show(ui, |ui| {
                        for (path, value, suffix) in measured {
                            ui.label(path);
                            ui.monospace(format!("{value:.2} {suffix}"));
                            ui.end_row();
                        }
                    });
            });
        }
    }
}
