//! Everything that can be switched while the game runs. It writes settings and nothing else.

use bevy::prelude::World;
use bevy_egui::egui::{DragValue, Slider, Ui};
use wonderwheel_gs_render::settings::{GsSettings, PrelightScale};
use wonderwheel_world_streaming::core::budget::{BudgetModel, SECTOR_POOL_BYTES};
use wonderwheel_world_streaming::prelude::{
    BudgetSize, DrawDistance, StreamingMode, StreamingSettings, first_camera,
};
use wonderwheel_world_streaming::view::camera::GameCamera;
use wonderwheel_world_streaming::view::draw_distance::HIGHEST;

use crate::in_play::Game;
use crate::lines::{BoxLines, KeptCamera, LineSwitches};
use crate::panel::{Panel, PanelRow, Place};
use crate::panels::both_games::{internal_scale, selected_lines};
use crate::panels::commando;
use crate::selection::Selection;
use crate::text::megabytes;
use crate::widgets::{choice, edited, switches};

/// Switches of the game whose level is in play.
pub struct SwitchesPanel;

impl Panel for SwitchesPanel {
    fn row(&self) -> PanelRow {
        PanelRow::new("Switches", Place::SideBelow)
    }

    fn show(&mut self, ui: &mut Ui, _: &mut Option<Selection>, world: &mut World) {
        match Game::in_play(world) {
            Game::Commando => commando::switches::show(ui, world),
            Game::Warriors => show(ui, world),
        }
    }
}

fn show(ui: &mut Ui, world: &mut World) {
    let current = world
        .get_resource::<DrawDistance>()
        .map(|distance| distance.current);
    let camera = first_camera(world);
    edited(ui, world, "Streaming", |ui, settings| {
        streaming(ui, settings, current)
    });
    edited(ui, world, "Lines in the frame", |ui, lines_on| {
        lines(ui, lines_on, camera, current)
    });
    edited(ui, world, "Picture", picture);
}

fn streaming(ui: &mut Ui, settings: &mut StreamingSettings, draw_distance: Option<f32>) {
    ui.checkbox(&mut settings.frozen, "freeze")
        .on_hover_text("Nothing is asked for and nothing freed.");
    choice(
        ui,
        "mode",
        &mut settings.mode,
        &[
            (StreamingMode::Faithful, "faithful"),
            (StreamingMode::Improved, "improved"),
        ],
    );
    fixed_draw_distance(ui, settings, draw_distance);
    budget(ui, settings);
    choice(
        ui,
        "budget model",
        &mut settings.budget_model,
        &[(BudgetModel::Sum, "sum"), (BudgetModel::Blocks, "blocks")],
    );
    ui.checkbox(&mut settings.occluders, "occluders hide");
    ui.checkbox(&mut settings.preload, "preload at level start");
    ui.add_enabled_ui(settings.mode == StreamingMode::Improved, |ui| {
        ui.add(Slider::new(&mut settings.reads_in_flight, 1..=16).text("reads in flight"));
        ui.add(Slider::new(&mut settings.look_ahead_seconds, 0.0..=5.0).text("look ahead, s"));
    });
    ui.add(Slider::new(&mut settings.start_height, 0.0..=50.0).text("start height, m"));
}

fn fixed_draw_distance(ui: &mut Ui, settings: &mut StreamingSettings, current: Option<f32>) {
    let mut held = settings.fixed_draw_distance.is_some();
    ui.horizontal(|ui| {
        if ui.checkbox(&mut held, "hold draw distance").changed() {
            settings.fixed_draw_distance = held.then(|| current.unwrap_or(100.0).round());
        }
        if let Some(distance) = &mut settings.fixed_draw_distance {
            ui.add(Slider::new(distance, 10.0..=HIGHEST).suffix(" m"));
        }
    });
}

fn budget(ui: &mut Ui, settings: &mut StreamingSettings) {
    let mut kind = BudgetKind::of(settings.budget);
    if choice(ui, "budget", &mut kind, &BudgetKind::NAMES) {
        settings.budget = kind.size(settings.budget);
    }
    match &mut settings.budget {
        BudgetSize::Scaled(factor) => {
            let slider = Slider::new(factor, 0.1..=8.0).logarithmic(true);
            ui.add(slider.text("x the original's"));
        }
        BudgetSize::Bytes(bytes) => {
            ui.horizontal(|ui| {
                ui.add(DragValue::new(bytes).speed(16_384.0).suffix(" bytes"));
                ui.weak(megabytes(*bytes));
            });
        }
        BudgetSize::OfTheLevel | BudgetSize::Original | BudgetSize::Unlimited => {}
    }
}

/// The kinds of [`BudgetSize`], without their values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BudgetKind {
    OfTheLevel,
    Original,
    Scaled,
    Bytes,
    Unlimited,
}

impl BudgetKind {
    const NAMES: [(Self, &'static str); 5] = [
        (Self::OfTheLevel, "of the level"),
        (Self::Original, "original"),
        (Self::Scaled, "scaled"),
        (Self::Bytes, "bytes"),
        (Self::Unlimited, "unlimited"),
    ];

    fn of(size: BudgetSize) -> Self {
        match size {
            BudgetSize::OfTheLevel => Self::OfTheLevel,
            BudgetSize::Original => Self::Original,
            BudgetSize::Scaled(_) => Self::Scaled,
            BudgetSize::Bytes(_) => Self::Bytes,
            BudgetSize::Unlimited => Self::Unlimited,
        }
    }

    /// A size of this kind, starting from what `before` came to.
    fn size(self, before: BudgetSize) -> BudgetSize {
        let bytes = match before.bytes(None) {
            u64::MAX => SECTOR_POOL_BYTES,
            bytes => bytes,
        };
        match self {
            Self::OfTheLevel => BudgetSize::OfTheLevel,
            Self::Original => BudgetSize::Original,
            Self::Scaled => BudgetSize::Scaled((bytes as f64 / SECTOR_POOL_BYTES as f64) as f32),
            Self::Bytes => BudgetSize::Bytes(bytes),
            Self::Unlimited => BudgetSize::Unlimited,
        }
    }
}

fn lines(ui: &mut Ui, lines: &mut LineSwitches, camera: Option<GameCamera>, far: Option<f32>) {
    choice(
        ui,
        "sector boxes",
        &mut lines.sectors,
        &[
            (BoxLines::Off, "off"),
            (BoxLines::All, "all"),
            (BoxLines::Seen, "seen"),
            (BoxLines::Loaded, "loaded"),
            (BoxLines::Missing, "missing"),
        ],
    );
    ui.horizontal(|ui| {
        ui.checkbox(&mut lines.parts, "part boxes");
        ui.checkbox(&mut lines.scenery, "scenery");
        ui.checkbox(&mut lines.detail, "detail");
    });
    ui.horizontal(|ui| {
        ui.checkbox(&mut lines.frustum, "frustum");
        if lines.kept.is_some() {
            if ui.button("let go").clicked() {
                lines.kept = None;
            }
        } else if let (Some(camera), Some(far)) = (camera, far) {
            let keep = ui.button("keep this one");
            if keep
                .on_hover_text("Leaves it standing while the camera flies on.")
                .clicked()
            {
                lines.kept = Some(KeptCamera { camera, far });
                lines.frustum = true;
            }
        }
    });
    ui.checkbox(&mut lines.occluders, "occluders");
    selected_lines(ui, lines);
}

fn picture(ui: &mut Ui, settings: &mut GsSettings) {
    choice(
        ui,
        "prelight scale",
        &mut settings.prelight_scale,
        &[
            (PrelightScale::Half, "0x80 is full"),
            (PrelightScale::Full, "255 is full"),
        ],
    );
    internal_scale(ui, settings);
    switches(
        ui,
        ("picture", 2),
        [
            (&mut settings.fog, "fog"),
            (&mut settings.lights, "lights"),
            (&mut settings.alpha_test, "alpha test"),
            (&mut settings.dual_pass, "dual textures"),
            (&mut settings.mip, "mip levels"),
            (&mut settings.overlay, "level tint"),
            (&mut settings.line_blend, "line blend"),
            (&mut settings.smooth, "smooth"),
            (&mut settings.failed_boxes, "boxes of failed parts"),
            (&mut settings.layers.sky, "sky, clouds"),
            (&mut settings.layers.skyline, "skyline"),
            (&mut settings.layers.glow, "glow"),
            (&mut settings.layers.scenery, "scenery"),
            (&mut settings.layers.detail, "detail"),
        ],
    );
    ui.horizontal(|ui| {
        ui.add(DragValue::new(&mut settings.upload_bytes_per_frame).speed(65_536.0));
        ui.label("bytes uploaded a frame, 0 no limit");
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_kind_of_budget_starts_with_the_size_of_the_one_before() {
        let half = BudgetSize::Scaled(0.5);
        let twice = BudgetSize::Bytes(34_433_024);
        assert_eq!(BudgetKind::Bytes.size(half), BudgetSize::Bytes(8_608_256)); // 17,216,512 / 2
        assert_eq!(BudgetKind::Scaled.size(twice), BudgetSize::Scaled(2.0));
        let all = BudgetKind::Bytes.size(BudgetSize::Unlimited);
        assert_eq!(all, BudgetSize::Bytes(17_216_512));
        for (kind, _) in BudgetKind::NAMES {
            assert_eq!(BudgetKind::of(kind.size(half)), kind);
        }
    }
}
