//! Textures: a grid of small pictures by owner, and one of them large with its mip levels.

use std::collections::HashMap;
use std::sync::Arc;

use bevy::prelude::World;
use bevy_egui::egui::{
    self, Color32, ColorImage, Context, Rect, RichText, Sense, Stroke, StrokeKind, TextureFilter,
    TextureHandle, TextureOptions, Ui, Vec2, pos2, vec2,
};
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::scene::pictures::{Picture, PictureOwner};

use crate::in_play::{Game, MadeFrom, scene};
use crate::panel::{Panel, PanelRow, Place};
use crate::selection::Selection;
use crate::style;
use crate::widgets::no_level;

/// Side of a small picture, points.
const THUMB: f32 = 64.0;
/// Room around it, with its number below.
const CELL: Vec2 = vec2(THUMB + 10.0, THUMB + 24.0);
/// Textures of egui that are kept at most.
const MOST_KEPT: usize = 256;
/// Side of a square of the checker behind what shines through, points.
const CHECK: f32 = 8.0;
const CHECKER: [Color32; 2] = [Color32::from_gray(70), Color32::from_gray(110)];
/// Texels of a level are drawn this many times as large.
const ZOOMS: [u32; 5] = [1, 2, 4, 8, 16];

/// Sizes of a picture's level.
pub fn level_size(picture: &Picture, level: usize) -> [usize; 2] {
    [picture.width, picture.height].map(|side| (side as usize >> level).max(1))
}

/// A level's texels for egui, whose alpha is 255 where the GS's is 0x80; none when it has not as many texels as it should.
pub fn image(picture: &Picture, level: usize) -> Option<ColorImage> {
    let texels = picture.levels.get(level)?;
    let size = level_size(picture, level);
    let [width, height] = size;
    if texels.len() != width * height * 4 {
        return None;
    }
    let mut rgba = texels.clone();
    for texel in rgba.as_chunks_mut::<4>().0 {
        texel[3] = alpha_of_255(texel[3]);
    }
    Some(ColorImage::from_rgba_unmultiplied(size, &rgba))
}

/// 0x80 is opaque.
fn alpha_of_255(gs: u8) -> u8 {
    (u16::from(gs) * 255 / 128).min(255) as u8
}

/// The level that is drawn small: the smallest that is not smaller than that.
fn thumb_level(picture: &Picture) -> usize {
    let fits = |level: &usize| {
        let [width, height] = level_size(picture, *level);
        width.max(height) >= THUMB as usize
    };
    (0..picture.levels.len()).rev().find(fits).unwrap_or(0)
}

/// What a picture's alpha is, in words.
pub fn alpha_words(picture: &Picture) -> String {
    if picture.is_opaque() {
        "opaque".into()
    } else {
        format!("alpha from 0x{:02x}", picture.min_alpha)
    }
}

/// Textures of egui, made when they are looked at; the one that was not looked at for the longest goes first.
#[derive(Default)]
pub struct TextureStore {
    of_level: MadeFrom,
    clock: u64,
    textures: HashMap<(usize, usize), (u64, TextureHandle)>,
}

impl std::fmt::Debug for TextureStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TextureStore")
            .field("textures", &self.textures.len())
            .finish_non_exhaustive()
    }
}

impl TextureStore {
    /// Forgets the pictures of another level.
    fn of(&mut self, scene: &Arc<LevelScene>) {
        self.clock += 1;
        if !self.of_level.is(scene) {
            self.of_level = MadeFrom::of(scene);
            self.textures.clear();
        }
    }

    /// How many there are.
    pub fn kept(&self) -> usize {
        self.textures.len()
    }

    fn texture(
        &mut self,
        context: &Context,
        scene: &LevelScene,
        at: usize,
        level: usize,
    ) -> Option<&TextureHandle> {
        let key = (at, level);
        if !self.textures.contains_key(&key) {
            let image = image(scene.pictures.get(at)?, level)?;
            let most = context.input(|input| input.max_texture_side);
            if image.width().max(image.height()) > most {
                return None;
            }
            if self.textures.len() >= MOST_KEPT {
                self.drop_oldest();
            }
            let options = TextureOptions {
                magnification: TextureFilter::Nearest,
                minification: TextureFilter::Linear,
                ..TextureOptions::NEAREST
            };
            let handle =
                context.load_texture(format!("level texture {at}.{level}"), image, options);
            self.textures.insert(key, (self.clock, handle));
        }
        let (used, handle) = self.textures.get_mut(&key)?;
        *used = self.clock;
        Some(handle)
    }

    fn drop_oldest(&mut self) {
        let oldest = self.textures.iter().min_by_key(|(_, (used, _))| *used);
        if let Some(key) = oldest.map(|(key, _)| *key) {
            self.textures.remove(&key);
        }
    }
}

/// The page's own state.
#[derive(Debug)]
pub struct TexturesPanel {
    /// The one that is shown large: its place among the level's.
    pub selected: Option<usize>,
    /// How many times as large a texel is.
    pub zoom: u32,
    /// All levels as large as the first.
    pub same_size: bool,
    /// What egui has.
    pub store: TextureStore,
}

impl Default for TexturesPanel {
    fn default() -> Self {
        Self {
            selected: None,
            zoom: 2,
            same_size: false,
            store: TextureStore::default(),
        }
    }
}

impl Panel for TexturesPanel {
    fn row(&self) -> PanelRow {
        PanelRow::new("Textures", Place::Below)
            .only_of(Game::Commando)
            .filling()
    }

    fn show(&mut self, ui: &mut Ui, _: &mut Option<Selection>, world: &mut World) {
        match scene(world) {
            Some(scene) => show(ui, self, &scene),
            None => no_level(ui),
        }
    }
}

fn show(ui: &mut Ui, panel: &mut TexturesPanel, scene: &Arc<LevelScene>) {
    panel.store.of(scene);
    if panel.selected.is_some_and(|at| at >= scene.pictures.len()) {
        panel.selected = None;
    }
    if let Some(at) = panel.selected {
        let half = ui.available_height() * 0.55;
        egui::Panel::top("large texture")
            .resizable(true)
            .default_size(half)
            .size_range(80.0..=(ui.available_height() - 60.0).max(81.0))
            .frame(egui::Frame::new())
            .show_inside(ui, |ui| show_large(ui, panel, scene, at));
    }
    egui::ScrollArea::vertical()
        .id_salt("textures")
        .auto_shrink(false)
        .show(ui, |ui| show_grid(ui, panel, scene));
}

/// The pictures of an owner: their places.
fn of_owner(scene: &LevelScene, owner: PictureOwner) -> Vec<usize> {
    let pictures = scene.pictures.iter().enumerate();
    let own = pictures.filter(|(_, picture)| picture.owner == owner);
    own.map(|(at, _)| at).collect()
}

fn show_grid(ui: &mut Ui, panel: &mut TexturesPanel, scene: &LevelScene) {
    if scene.pictures.is_empty() {
        ui.weak("The level has no textures.");
    }
    ui.spacing_mut().item_spacing.y = 2.0;
    let columns = ((ui.available_width() / CELL.x) as usize).max(1);
    for owner in PictureOwner::ALL {
        let own = of_owner(scene, owner);
        if own.is_empty() {
            continue;
        }
        ui.horizontal(|ui| {
            ui.label(RichText::new(owner.name()).strong());
            ui.weak(own.len().to_string());
        });
        for row in own.chunks(columns) {
            let (area, _) =
                ui.allocate_exact_size(vec2(ui.available_width(), CELL.y), Sense::hover());
            for (column, at) in row.iter().enumerate() {
                let corner = area.min + vec2(column as f32 * CELL.x, 0.0);
                show_small(ui, panel, scene, *at, Rect::from_min_size(corner, CELL));
            }
        }
    }
}

fn show_small(ui: &mut Ui, panel: &mut TexturesPanel, scene: &LevelScene, at: usize, cell: Rect) {
    let Some(picture) = scene.pictures.get(at) else {
        return;
    };
    let response = ui.interact(cell, ui.id().with(("texture", at)), Sense::click());
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if response.clicked() {
        panel.selected = (panel.selected != Some(at)).then_some(at);
    }
    if !ui.is_rect_visible(cell) {
        return;
    }
    let selected = panel.selected == Some(at);
    if selected || response.hovered() || response.has_focus() {
        let visuals = ui.visuals();
        let fill = if selected {
            visuals.selection.bg_fill
        } else {
            visuals.widgets.hovered.weak_bg_fill
        };
        ui.painter().rect_filled(cell.shrink(1.0), 3.0, fill);
    }
    let longer = picture.width.max(picture.height).max(1) as f32;
    let size = vec2(picture.width as f32, picture.height as f32) * (THUMB / longer);
    let middle = pos2(cell.center().x, cell.top() + 4.0 + THUMB * 0.5);
    let area = Rect::from_center_size(middle, size);
    let context = ui.ctx().clone();
    let texture = panel
        .store
        .texture(&context, scene, at, thumb_level(picture));
    paint(ui, texture, picture.is_opaque(), area);
    ui.painter().text(
        pos2(cell.center().x, cell.bottom() - 3.0),
        egui::Align2::CENTER_BOTTOM,
        format!("{} {}x{}", picture.index, picture.width, picture.height),
        egui::TextStyle::Small.resolve(ui.style()),
        if selected {
            style::BRIGHT
        } else {
            style::FAINT
        },
    );
    response.on_hover_text(facts(picture));
}

/// Size, levels, alpha.
pub fn facts(picture: &Picture) -> String {
    format!(
        "{} {}: {} x {}, {} {}, {}",
        picture.owner.name(),
        picture.index,
        picture.width,
        picture.height,
        picture.levels.len(),
        if picture.levels.len() == 1 {
            "level"
        } else {
            "levels"
        },
        alpha_words(picture)
    )
}

/// A texture, with the checker behind it when something shines through.
fn paint(ui: &Ui, texture: Option<&TextureHandle>, opaque: bool, area: Rect) {
    let Some(texture) = texture else {
        let stroke = Stroke::new(1.0, style::FAINT);
        ui.painter()
            .rect_stroke(area, 0.0, stroke, StrokeKind::Inside);
        return;
    };
    if !opaque {
        checker(ui, area);
    }
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter()
        .image(texture.id(), area, whole, Color32::WHITE);
}

fn checker(ui: &Ui, area: Rect) {
    let seen = area.intersect(ui.clip_rect());
    if !seen.is_positive() {
        return;
    }
    let painter = ui.painter().with_clip_rect(seen);
    painter.rect_filled(area, 0.0, CHECKER[0]);
    let first = |from: f32, start: f32| ((from - start) / CHECK).floor().max(0.0) as i32;
    let last = |to: f32, start: f32| ((to - start) / CHECK).ceil().max(0.0) as i32;
    for y in first(seen.top(), area.top())..last(seen.bottom(), area.top()) {
        for x in first(seen.left(), area.left())..last(seen.right(), area.left()) {
            if (x + y) % 2 == 1 {
                let corner = area.min + vec2(x as f32, y as f32) * CHECK;
                let square = Rect::from_min_size(corner, Vec2::splat(CHECK));
                painter.rect_filled(square.intersect(area), 0.0, CHECKER[1]);
            }
        }
    }
}

fn show_large(ui: &mut Ui, panel: &mut TexturesPanel, scene: &LevelScene, at: usize) {
    let Some(picture) = scene.pictures.get(at) else {
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(facts(picture)).color(style::BRIGHT));
        let users = users(scene, at);
        ui.weak(format!("materials {}", users.0));
        if !users.1.is_empty() {
            ui.weak(users.1);
        }
        ui.add_space(8.0);
        for zoom in ZOOMS {
            ui.selectable_value(&mut panel.zoom, zoom, format!("{zoom}x"));
        }
        ui.checkbox(&mut panel.same_size, "equal sizes")
            .on_hover_text("All levels as large as the first.");
        if ui.button("Close").clicked() {
            panel.selected = None;
        }
    });
    egui::ScrollArea::both()
        .id_salt(("levels of", at))
        .auto_shrink(false)
        .show(ui, |ui| {
            let context = ui.ctx().clone();
            let origin = ui.cursor().min;
            let mut left = 0.0_f32;
            let mut tallest = 0.0_f32;
            let caption = ui.text_style_height(&egui::TextStyle::Small) + 3.0;
            for level in 0..picture.levels.len() {
                let [width, height] = level_size(picture, level);
                let shown = level_size(picture, if panel.same_size { 0 } else { level });
                let size = vec2(shown[0] as f32, shown[1] as f32) * panel.zoom as f32;
                let area = Rect::from_min_size(origin + vec2(left, caption), size);
                let font = egui::TextStyle::Small.resolve(ui.style());
                let words = format!("{level}: {width}x{height}");
                let galley = ui.painter().layout_no_wrap(words, font, style::FAINT);
                let words_width = galley.size().x;
                ui.painter()
                    .galley(origin + vec2(left, 0.0), galley, style::FAINT);
                let texture = panel.store.texture(&context, scene, at, level);
                paint(ui, texture, picture.is_opaque(), area);
                let response = ui.interact(area, ui.id().with(("level", level)), Sense::hover());
                if let Some(pointer) = response.hover_pos() {
                    let part = (pointer - area.min) / size;
                    let texel = [(part.x, width), (part.y, height)]
                        .map(|(part, side)| ((part * side as f32) as usize).min(side - 1));
                    if let Some(words) = texel_words(picture, level, texel) {
                        response.on_hover_text_at_pointer(words);
                    }
                }
                left += size.x.max(words_width) + 10.0;
                tallest = tallest.max(size.y);
            }
            ui.allocate_space(vec2(left, tallest + caption));
        });
}

/// How many materials sample a picture, and how they clamp it.
fn users(scene: &LevelScene, at: usize) -> (usize, &'static str) {
    let materials = &scene.materials;
    let sampled = materials.list.iter().filter_map(|material| {
        let sampled = materials.textures.get(material.texture?)?;
        (sampled.picture == at).then_some(sampled.clamp)
    });
    let (mut count, mut s, mut t) = (0, false, false);
    for clamp in sampled {
        count += 1;
        s |= clamp[0];
        t |= clamp[1];
    }
    let words = match (s, t) {
        (false, false) => "",
        (true, false) => "clamps s",
        (false, true) => "clamps t",
        (true, true) => "clamps s and t",
    };
    (count, words)
}

/// A texel's place and value, as the GS has it.
pub fn texel_words(picture: &Picture, level: usize, [x, y]: [usize; 2]) -> Option<String> {
    let [width, _] = level_size(picture, level);
    let texels = picture.levels.get(level)?.as_chunks::<4>().0;
    let [r, g, b, a] = texels.get(y * width + x)?;
    Some(format!("{x}, {y}: {r:02x} {g:02x} {b:02x}, alpha {a:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture() -> Picture {
        Picture {
            owner: PictureOwner::Tie,
            index: 7,
            width: 4,
            height: 2,
            levels: vec![
                (0..8).flat_map(|i| [i, 0, 0, 0x80]).collect(),
                vec![1, 2, 3, 0x40, 4, 5, 6, 0x00],
            ],
            min_alpha: 0,
        }
    }

    #[test]
    fn alpha_0x80_is_opaque_and_nothing_is_more() {
        assert_eq!([0, 0x40, 0x80, 0xFF].map(alpha_of_255), [0, 127, 255, 255]);
        let image = image(&picture(), 1).expect("two texels");
        assert_eq!(image.size, [2, 1]);
        assert_eq!(image.pixels[0].a(), 127);
        assert_eq!(image.pixels[1].a(), 0);
    }

    #[test]
    fn a_level_without_all_of_its_texels_is_not_shown() {
        let mut picture = picture();
        picture.levels[0].pop();
        assert!(image(&picture, 0).is_none() && image(&picture, 9).is_none());
    }

    #[test]
    fn facts_and_texels_are_those_of_the_picture() {
        let picture = picture();
        assert_eq!(facts(&picture), "ties 7: 4 x 2, 2 levels, alpha from 0x00");
        assert_eq!(
            texel_words(&picture, 0, [1, 1]).as_deref(),
            Some("1, 1: 05 00 00, alpha 80")
        );
        assert_eq!(
            texel_words(&picture, 1, [1, 0]).as_deref(),
            Some("1, 0: 04 05 06, alpha 00")
        );
        assert_eq!(texel_words(&picture, 1, [0, 1]), None);
    }

    #[test]
    fn no_more_textures_are_kept_than_fit_and_the_oldest_goes_first() {
        let context = Context::default();
        let scene = LevelScene {
            pictures: vec![picture(); MOST_KEPT + 1],
            ..LevelScene::default()
        };
        let scene = Arc::new(scene);
        let mut store = TextureStore::default();
        for at in 0..=MOST_KEPT {
            store.of(&scene);
            assert!(store.texture(&context, &scene, 0, 0).is_some());
            assert!(store.texture(&context, &scene, at, 0).is_some());
        }
        assert_eq!(store.kept(), MOST_KEPT);
        assert!(store.textures.contains_key(&(0, 0)) && !store.textures.contains_key(&(1, 0)));
        store.of(&Arc::new(LevelScene::default()));
        assert!(store.textures.is_empty(), "another level");
    }
}
