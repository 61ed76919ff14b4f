//! The light bank: its sets, to be changed while the level is looked at.

use std::f32::consts::{FRAC_PI_2, PI, TAU};

use bevy::prelude::*;
use bevy_egui::egui::{self, DragValue, Sense, Slider, Stroke, Ui, vec2};
use wonderwheel_commando::lighting::{LightBank, LightSet, RUN_TIME_SETS};
use wonderwheel_commando_view::scene::lighting::SetUses;
use wonderwheel_commando_view::{CommandoSettings, ShownLevel};

use super::level::light_warning;
use crate::in_play::{Game, MadeFrom};
use crate::panel::{Panel, PanelRow, Place};
use crate::selection::Selection;
use crate::text::grouped;
use crate::widgets::{button, colour, no_level, warn};

/// The dial's width, points.
const DIAL: f32 = 68.0;
/// The sliders' width, points: a row fits into a small window's panel.
const SLIDER: f32 = 90.0;
/// Brightest light that the sliders set.
const MOST_INTENSITY: f32 = 4.0;
/// Farthest back factor that can be set.
const MOST_BACK: f32 = 4.0;

/// The page's own state.
#[derive(Debug, Default)]
pub struct LightsPanel {
    /// Lights have changed since the level was lit.
    pub changed: bool,
    /// How many things each set of a level shines on.
    uses: Option<(MadeFrom, SetUses)>,
}

/// A light's colour as a person thinks of it: the brightest channel is 255, and how bright that is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shade {
    /// Red, green, blue.
    pub rgb: [u8; 3],
    /// 1 for 128 steps on a surface that faces the light.
    pub intensity: f32,
}

impl Shade {
    /// Of a light's colour; the fourth lane is the back factor.
    pub fn of([r, g, b, _]: [f32; 4]) -> Self {
        let intensity = r.max(g).max(b).max(0.0);
        let part = |channel: f32| {
            if intensity > 0.0 {
                (channel.max(0.0) / intensity * 255.0).round() as u8
            } else {
                0
            }
        };
        Self {
            rgb: [r, g, b].map(part),
            intensity,
        }
    }

    /// The same with the hue of another colour. How bright that one is says nothing: the intensity stays, but a dark light
    /// shines from then on.
    pub fn recoloured(self, picked: [u8; 3]) -> Self {
        let hue = Self::of([picked[0], picked[1], picked[2], 0].map(f32::from));
        match (hue.intensity > 0.0, self.intensity > 0.0) {
            (false, _) => self,
            (true, true) => Self {
                rgb: hue.rgb,
                ..self
            },
            (true, false) => Self {
                intensity: 1.0,
                ..hue
            },
        }
    }

    /// The light's colour, with this back factor.
    pub fn colour(self, back: f32) -> [f32; 4] {
        let [r, g, b] = self
            .rgb
            .map(|channel| f32::from(channel) / 255.0 * self.intensity);
        [r, g, b, back]
    }
}

/// Where a light comes from, radians: azimuth from x towards y, elevation from the ground up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heading {
    /// -pi to pi.
    pub azimuth: f32,
    /// -pi/2 to pi/2; the light stands below the ground when it is negative.
    pub elevation: f32,
}

impl Heading {
    /// Of the way the light travels; one of no length comes from straight above.
    pub fn of([x, y, z, _]: [f32; 4]) -> Self {
        let from = -Vec3::new(x, y, z);
        let flat = from.truncate().length();
        if flat == 0.0 && from.z == 0.0 {
            return Self {
                azimuth: 0.0,
                elevation: FRAC_PI_2,
            };
        }
        Self {
            azimuth: from.y.atan2(from.x),
            elevation: from.z.atan2(flat),
        }
    }

    /// The way the light travels, of length 1, with this fourth lane.
    pub fn direction(self, fourth: f32) -> [f32; 4] {
        let (sin, cos) = self.elevation.sin_cos();
        let (y, x) = self.azimuth.sin_cos();
        [-x * cos, -y * cos, -sin, fourth]
    }

    /// Its place on the dial, seen from above with x to the right and y up: the middle is straight above, the rim the horizon,
    /// and what is below the ground is as far from the rim as its mirror image.
    pub fn on_dial(self) -> [f32; 2] {
        let out = 1.0 - self.elevation.abs() / FRAC_PI_2;
        let (sin, cos) = self.azimuth.sin_cos();
        [cos * out, sin * out]
    }

    /// The heading of a place on the dial, on the side of the ground that this one is on.
    pub fn from_dial(self, [x, y]: [f32; 2]) -> Self {
        let out = x.hypot(y).min(1.0);
        let elevation = (1.0 - out) * FRAC_PI_2;
        Self {
            azimuth: if out > 0.0 { y.atan2(x) } else { self.azimuth },
            elevation: elevation.copysign(self.elevation),
        }
    }
}

/// A set for a bank that has room for one more: a white sun from above.
pub fn new_set() -> LightSet {
    LightSet {
        color_a: [0.8, 0.8, 0.8, 0.0],
        direction_a: [0.0, 0.0, -1.0, 0.0],
        color_b: [0.0; 4],
        direction_b: [0.0, 0.0, -1.0, 0.0],
    }
}

impl Panel for LightsPanel {
    fn row(&self) -> PanelRow {
        PanelRow::new("Lights", Place::Side).only_of(Game::Commando)
    }

    fn show(&mut self, ui: &mut Ui, _: &mut Option<Selection>, world: &mut World) {
        let unlit = world
            .get_resource::<CommandoSettings>()
            .is_some_and(|settings| !settings.lit);
        let Some(mut shown) = world.get_resource_mut::<ShownLevel>() else {
            return no_level(ui);
        };
        let Some(scene) = shown.scene.clone() else {
            return no_level(ui);
        };
        let uses = match &self.uses {
            Some((from, uses)) if from.is(&scene) => *uses,
            _ => scene.lighting.set_uses(),
        };
        self.uses = Some((MadeFrom::of(&scene), uses));
        let own = &scene.lighting.bank;
        let mut bank = shown.bank.clone();
        ui.horizontal_wrapped(|ui| {
            let room = bank.sets.len() < RUN_TIME_SETS;
            let add = button(ui, room, "Add set");
            if add
                .on_hover_text("A level's records can name sixteen.")
                .clicked()
            {
                bank.sets.push(new_set());
            }
            let touched = bank != *own;
            if button(ui, touched, "Reset all").clicked() {
                bank.clone_from(own);
            }
            ui.weak(if touched {
                "changed"
            } else {
                "as in the level"
            });
            if unlit {
                ui.weak("The picture is unlit: see Switches.");
            }
        });
        if let Some(warning) = light_warning(shown.colours.lit, scene.lighting.terrain.len()) {
            warn(ui, warning);
        }
        if bank.sets.is_empty() {
            ui.weak("The bank has no sets.");
        }
        show_sets(ui, &mut bank, own, &uses);
        dark_sets(ui, &bank, &uses);
        if bank != shown.bank {
            shown.bank = bank;
            self.changed = true;
        }
    }
}

fn show_sets(ui: &mut Ui, bank: &mut LightBank, own: &LightBank, uses: &SetUses) {
    let mut removed = false;
    let count = bank.sets.len();
    for (at, set) in bank.sets.iter_mut().enumerate() {
        let [terrain, instances] = used(uses, at);
        let words = format!(
            "Set {at}    {} positions, {} instances",
            grouped(terrain as u64),
            grouped(instances as u64)
        );
        egui::CollapsingHeader::new(words)
            .id_salt(("light set", at))
            .default_open(terrain + instances > 0 || at >= own.sets.len())
            .show(ui, |ui| {
                light(ui, "A", &mut set.color_a, &mut set.direction_a);
                light(ui, "B", &mut set.color_b, &mut set.direction_b);
                match own.sets.get(at) {
                    Some(own) => {
                        if button(ui, set != own, "Reset").clicked() {
                            *set = *own;
                        }
                    }
                    // Numbers of sets must not move: only the last can go.
                    None => removed |= button(ui, at + 1 == count, "Remove").clicked(),
                }
            });
    }
    if removed {
        bank.sets.pop();
    }
}

fn used(uses: &SetUses, set: usize) -> [usize; 2] {
    [&uses.terrain, &uses.instances].map(|uses| uses.get(set).copied().unwrap_or_default())
}

/// Sets that are named and are not there: they are dark.
fn dark_sets(ui: &mut Ui, bank: &LightBank, uses: &SetUses) {
    for set in bank.sets.len()..RUN_TIME_SETS {
        let [terrain, instances] = used(uses, set);
        if terrain + instances > 0 {
            ui.weak(format!(
                "Set {set} is not in the bank and dark: {} positions, {} instances name it.",
                grouped(terrain as u64),
                grouped(instances as u64)
            ));
        }
    }
}

fn light(ui: &mut Ui, name: &str, colour: &mut [f32; 4], direction: &mut [f32; 4]) {
    let [.., mut back] = *colour;
    let mut shade = Shade::of(*colour);
    let mut heading = Heading::of(*direction);
    let (before_shade, before_heading, before_back) = (shade, heading, back);
    ui.horizontal(|ui| {
        dial(ui, name, &mut heading, shade);
        ui.vertical(|ui| {
            ui.horizontal(|ui| {
                ui.spacing_mut().slider_width = SLIDER;
                ui.strong(name);
                let mut picked = shade.rgb;
                if ui.color_edit_button_srgb(&mut picked).changed() {
                    shade = shade.recoloured(picked);
                }
                ui.add(Slider::new(&mut shade.intensity, 0.0..=MOST_INTENSITY).clamping(egui::SliderClamping::Edits).max_decimals(2));
            });
            ui.horizontal(|ui| {
                let mut degrees = [heading.azimuth, heading.elevation].map(degrees);
                let [azimuth, elevation] = &mut degrees;
                ui.label("from");
                let turned = ui
                    .add(DragValue::new(azimuth).speed(1.0).max_decimals(1).suffix(" deg"))
                    .on_hover_text("Azimuth: 0 is x, 90 is y.")
                    .changed();
                ui.label("up");
                let lifted = ui
                    .add(DragValue::new(elevation).speed(0.5).max_decimals(1).suffix(" deg"))
                    .on_hover_text("Elevation: 90 is straight above, below 0 is from under the ground.")
                    .changed();
                if turned || lifted {
                    heading.azimuth = (degrees[0].to_radians() + PI).rem_euclid(TAU) - PI;
                    heading.elevation = degrees[1].clamp(-90.0, 90.0).to_radians();
                }
            });
            ui.horizontal(|ui| {
                ui.label("back");
                // What a level has is left as it is, however much it is.
                let range = DragValue::new(&mut back)
                    .speed(0.005)
                    .range(-MOST_BACK..=MOST_BACK)
                    .clamp_existing_to_range(false);
                ui.add(range).on_hover_text(
                    "What a surface that faces away gets: this times the cosine, which is below 0. At most 0 in every level.",
                );
            });
        });
    });
    // Written only when a person changed it: what is shown is rounded.
    if (shade, back) != (before_shade, before_back) {
        if shade.rgb == [0; 3] {
            // A light without a colour that is made brighter.
            shade.rgb = [255; 3];
        }
        *colour = if shade == before_shade {
            [colour[0], colour[1], colour[2], back]
        } else {
            shade.colour(back)
        };
    }
    if heading != before_heading {
        *direction = heading.direction(direction[3]);
    }
}

/// Degrees of an angle, without the minus that a rounded 0 would have.
fn degrees(angle: f32) -> f32 {
    match angle.to_degrees() {
        degrees if degrees.abs() < 0.05 => 0.0,
        degrees => degrees,
    }
}

/// The sky from above: a drag moves the light.
fn dial(ui: &mut Ui, name: &str, heading: &mut Heading, shade: Shade) {
    let (area, response) = ui.allocate_exact_size(vec2(DIAL, DIAL), Sense::click_and_drag());
    let radius = DIAL * 0.5 - 4.0;
    if let Some(pointer) = response.interact_pointer_pos() {
        let way = (pointer - area.center()) / radius;
        *heading = heading.from_dial([way.x, -way.y]);
    }
    let painter = ui.painter();
    let visuals = ui.style().interact(&response);
    let centre = area.center();
    painter.circle_filled(centre, radius, ui.visuals().extreme_bg_color);
    painter.circle_stroke(centre, radius, Stroke::new(1.0, visuals.fg_stroke.color));
    let faint = Stroke::new(1.0, ui.visuals().widgets.noninteractive.bg_stroke.color);
    painter.circle_stroke(centre, radius * 0.5, faint);
    painter.hline(centre.x - radius..=centre.x + radius, centre.y, faint);
    painter.vline(centre.x, centre.y - radius..=centre.y + radius, faint);
    let [x, y] = heading.on_dial();
    let place = centre + vec2(x, -y) * radius;
    let mut ring = colour(shade.rgb);
    if heading.elevation >= 0.0 {
        painter.circle_filled(place, 4.5, ring);
        ring = visuals.fg_stroke.color;
    }
    painter.circle_stroke(place, 4.5, Stroke::new(1.5, ring));
    response.on_hover_text(format!(
        "Where light {name} comes from, seen from above: x to the right, y up, the rim is the horizon. A ring comes from below."
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: [f32; 4], b: [f32; 4], by: f32) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() <= by)
    }

    #[test]
    fn a_shade_and_its_intensity_are_the_lights_colour() {
        let colour = [0.92, 0.46, 0.0, -0.08];
        let shade = Shade::of(colour);
        assert_eq!((shade.rgb, shade.intensity), ([255, 128, 0], 0.92));
        assert!(near(shade.colour(-0.08), colour, 0.002));
        assert_eq!(Shade::of([0.0; 4]).intensity, 0.0);
    }

    #[test]
    fn a_colour_that_is_held_in_the_picker_does_not_darken_the_light_frame_by_frame() {
        let mut colour = [0.9, 0.3, 0.0, 0.0];
        for _ in 0..10 {
            colour = Shade::of(colour).recoloured([0, 64, 32]).colour(0.0);
        }
        assert!(near(colour, [0.0, 0.9, 0.45, 0.0], 0.005), "{colour:?}");
        let dark = Shade::of([0.0; 4]);
        assert_eq!(dark.recoloured([0; 3]), dark);
        assert_eq!(dark.recoloured([0, 0, 9]).colour(0.0), [0.0, 0.0, 1.0, 0.0]);
    }

    #[test]
    fn headings_say_where_light_comes_from() {
        // It travels along -x and down: it comes from +x, halfway up.
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let heading = Heading::of([-half, 0.0, -half, 9.0]);
        assert!(heading.azimuth.abs() < 1e-6 && (heading.elevation - PI / 4.0).abs() < 1e-6);
        assert!(near(heading.direction(9.0), [-half, 0.0, -half, 9.0], 1e-6));
        assert_eq!(Heading::of([0.0; 4]).elevation, FRAC_PI_2);
    }

    #[test]
    fn a_place_on_the_dial_is_the_heading_it_shows() {
        for (azimuth, elevation) in [(0.0, 0.7), (2.5, 0.1), (-1.0, -0.6)] {
            let heading = Heading { azimuth, elevation };
            let back = heading.from_dial(heading.on_dial());
            assert!((back.azimuth - azimuth).abs() < 1e-5, "{back:?}");
            assert!((back.elevation - elevation).abs() < 1e-5, "{back:?}");
        }
        let up = Heading {
            azimuth: 1.0,
            elevation: 0.3,
        }
        .from_dial([0.0, 0.0]);
        assert_eq!((up.azimuth, up.elevation), (1.0, FRAC_PI_2));
        let rim = up.from_dial([0.0, 7.0]);
        assert_eq!((rim.azimuth, rim.elevation), (FRAC_PI_2, 0.0));
    }
}
