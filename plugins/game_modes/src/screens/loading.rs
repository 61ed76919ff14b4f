//! The loading screen: the level's pictures and a bar.
//!
//! The original's bar is a clock of 23 seconds, because its load cannot be measured; ours shows the load's own progress.
//! Pictures, fades, places and colours are the original's. Source: spec/loading-screen.md 2 to 8.

use std::time::Duration;

use bevy::{
    asset::LoadState,
    prelude::*,
    tasks::{IoTaskPool, Task, block_on},
};
use wonderwheel_game_files::{GameFiles, SharedFiles, asset_path};
use wonderwheel_level_assets::{LevelFaults, LoadingPicture, load_fault};
use wonderwheel_world_streaming::prelude::Lockstep;

use crate::{
    drive::{ModeHook, ModeOwned},
    loading::{LoadingPhase, LoadingState, LoadingSystems},
    mode::GameMode,
    pictures::loading_pictures,
    theme,
};

/// Both fades, ms. The way out is cut 30 ms before its end. Source: spec/loading-screen.md 4 and 8.
const FADE_MS: u64 = 200;
/// How long the way out lasts, ms.
const FADE_OUT_MS: u64 = 170;
/// A picture fainter than this is not drawn. Source: spec/loading-screen.md 4.
const FAINTEST: u8 = 10;

/// Where the picture lies on the 4:3 screen, as fractions: left, top, right, bottom. Source: spec/loading-screen.md 5, row 1.
const PICTURE: [f32; 4] = [-0.0340, -0.0056, 1.0340, 1.0056];
/// The bar's corner and full size on the 4:3 screen, as fractions. Source: spec/loading-screen.md 6, row 1.
const BAR_CORNER: Vec2 = Vec2::new(0.5276, 0.8280);
const BAR_SIZE: Vec2 = Vec2::new(0.4266, 0.01786);

/// Level numbers whose bar is grey: the five flashbacks. Source: spec/loading-screen.md 6.
const FLASHBACKS: [&str; 5] = ["level11", "level20", "level82", "level83", "level92"];

/// The loading screen's state.
#[derive(Resource, Debug, Default)]
pub struct LoadingScreen {
    /// The names of the pictures, being looked for.
    search: Option<Task<Vec<String>>>,
    /// The pictures that it shows.
    pictures: Vec<ShownPicture>,
    started: Duration,
    leaving: Option<Duration>,
}

/// A picture of the screen.
#[derive(Debug, Default)]
struct ShownPicture {
    file: String,
    picture: Handle<LoadingPicture>,
    /// Whether its file is noted as broken.
    is_noted: bool,
}

impl LoadingScreen {
    /// A screen that begins now.
    fn begin(&mut self, now: Duration) {
        *self = Self {
            started: now,
            ..Self::default()
        };
    }

    /// Looks for the pictures that the level has, on a task.
    pub(crate) fn find_pictures(&mut self, level: &str, files: &SharedFiles) {
        let (level, files) = (level.to_owned(), files.clone());
        let search = async move { loading_pictures(&level, |name| files.exists(name)) };
        self.search = Some(IoTaskPool::get().spawn(search));
    }

    /// Whether nothing of its pictures is being looked for or read.
    pub(crate) fn is_settled(&self, server: &AssetServer) -> bool {
        let is_settled = |shown: &ShownPicture| {
            let state = server.load_state(&shown.picture);
            state.is_loaded() || state.is_failed()
        };
        self.search.is_none() && self.pictures.iter().all(is_settled)
    }

    /// Begins the way out.
    pub(crate) fn fade_out(&mut self, now: Duration) {
        self.leaving = Some(now);
    }

    /// Whether the way out has begun.
    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.is_some()
    }

    /// Whether the way out has ended.
    pub(crate) fn is_gone(&self, now: Duration) -> bool {
        self.leaving
            .is_some_and(|since| milliseconds(now, since) >= FADE_OUT_MS)
    }

    /// How strong picture and bar are, 0 to 255.
    fn alpha(&self, now: Duration) -> u8 {
        let shown = match self.leaving {
            Some(since) => FADE_MS.saturating_sub(milliseconds(now, since)),
            None => milliseconds(now, self.started),
        };
        (255 * shown.min(FADE_MS) / FADE_MS) as u8
    }

    /// Which picture is up: they share the way evenly.
    fn picture(&self, progress: f32) -> Option<&ShownPicture> {
        let last = self.pictures.len().checked_sub(1)?;
        let index = last.min((progress * self.pictures.len() as f32) as usize);
        self.pictures.get(index)
    }
}

fn milliseconds(now: Duration, since: Duration) -> u64 {
    now.saturating_sub(since).as_millis() as u64
}

/// The colour of the bar. Source: spec/loading-screen.md 6.
fn bar_colour(level: &str, alpha: u8) -> Color {
    let [r, g, b] = if FLASHBACKS.contains(&level) {
        [223, 223, 223]
    } else {
        [170, 43, 43]
    };
    Color::srgba_u8(r, g, b, alpha)
}

/// The bar's way: where it will be when everything is there.
const TRACK: Color = Color::srgba(1.0, 1.0, 1.0, 0.16);

/// The whole window.
#[derive(Component)]
struct Page;
/// The 4:3 area in its middle.
#[derive(Component)]
struct Stage;
#[derive(Component)]
struct PictureNode;
#[derive(Component)]
struct BarNode;
#[derive(Component)]
struct NoteNode;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<LoadingScreen>()
        .add_systems(ModeHook::enter(GameMode::Loading), open_screen)
        .add_systems(
            Update,
            (
                load_pictures.after(LoadingSystems::Follow),
                fit_stage,
                show_picture,
                show_bar,
                show_note,
            )
                .chain()
                .run_if(in_state(GameMode::Loading)),
        )
        .add_systems(Update, note_broken_pictures.after(load_pictures));
}

fn open_screen(mut commands: Commands, mut screen: ResMut<LoadingScreen>, time: Res<Time<Real>>) {
    screen.begin(time.elapsed());
    commands
        .spawn((
            Name::new("loading screen"),
            Page,
            ModeOwned(GameMode::Loading),
            Node {
                position_type: PositionType::Absolute,
                width: percent(100),
                height: percent(100),
                align_items: AlignItems::Center,
                justify_content: JustifyContent::Center,
                ..default()
            },
            BackgroundColor(Color::BLACK),
            // Above the debug overlay of other modes.
            GlobalZIndex(10),
        ))
        .with_children(|page| {
            page.spawn((
                Stage,
                Node {
                    overflow: Overflow::clip(),
                    flex_shrink: 0.0,
                    ..default()
                },
            ))
            .with_children(|stage| {
                let [left, top, right, bottom] = PICTURE.map(|n| n * 100.0);
                stage.spawn((
                    PictureNode,
                    ImageNode::default(),
                    Visibility::Hidden,
                    absolute(left, top, right - left, bottom - top),
                ));
                let (corner, size) = (BAR_CORNER * 100.0, BAR_SIZE * 100.0);
                stage.spawn((
                    BackgroundColor(TRACK),
                    absolute(corner.x, corner.y, size.x, size.y),
                ));
                stage.spawn((
                    BarNode,
                    BackgroundColor(Color::NONE),
                    absolute(corner.x, corner.y, 0.0, size.y),
                ));
                stage.spawn((
                    NoteNode,
                    theme::text("", theme::SMALL_SIZE, theme::FAINT),
                    absolute(5.0, 90.0, 90.0, 6.0),
                ));
            });
        });
}

fn absolute(left: f32, top: f32, width: f32, height: f32) -> Node {
    Node {
        position_type: PositionType::Absolute,
        left: percent(left),
        top: percent(top),
        width: percent(width),
        height: percent(height),
        ..default()
    }
}

/// Asks for the pictures once it is known which there are. A lockstep run waits for them: what it finds must not depend on
/// what is faster.
fn load_pictures(
    mut screen: ResMut<LoadingScreen>,
    server: Option<Res<AssetServer>>,
    lockstep: Option<Res<Lockstep>>,
) {
    let lockstep = lockstep.is_some_and(|lockstep| lockstep.0);
    let Some(search) = screen
        .search
        .take_if(|search| lockstep || search.is_finished())
    else {
        return;
    };
    let wanted = block_on(search);
    let Some(server) = server else { return };
    let shown = wanted.into_iter().map(|file| ShownPicture {
        picture: server.load(asset_path(&file)),
        file,
        is_noted: false,
    });
    screen.pictures = shown.collect();
}

/// A picture that cannot be shown is a fault of the level; a mended one is none any more.
fn note_broken_pictures(
    mut screen: ResMut<LoadingScreen>,
    server: Option<Res<AssetServer>>,
    state: Res<LoadingState>,
    faults: Option<ResMut<LevelFaults>>,
) {
    let (Some(server), Some(mut faults)) = (server, faults) else {
        return;
    };
    // Before its source is at work the level's list may still be emptied.
    if !matches!(state.phase, LoadingPhase::Loading | LoadingPhase::Ready) {
        return;
    }
    for shown in &mut screen.bypass_change_detection().pictures {
        match (server.load_state(&shown.picture), shown.is_noted) {
            (LoadState::Failed(error), false) => {
                let fault = load_fault(&shown.file, &error);
                warn!("loading picture {fault}");
                faults.note(fault);
                shown.is_noted = true;
            }
            (LoadState::Loaded, true) => {
                faults.read(&shown.file, []);
                shown.is_noted = false;
            }
            _ => {}
        }
    }
}

/// Keeps the stage the largest 4:3 area of what the page has for itself.
fn fit_stage(page: Single<&ComputedNode, With<Page>>, mut stage: Single<&mut Node, With<Stage>>) {
    let area = page.content_box().size() * page.inverse_scale_factor();
    let height = area.y.min(area.x * 0.75);
    stage.width = px(height / 0.75);
    stage.height = px(height);
}

fn show_picture(
    screen: Res<LoadingScreen>,
    state: Res<LoadingState>,
    time: Res<Time<Real>>,
    pictures: Res<Assets<LoadingPicture>>,
    images: Res<Assets<Image>>,
    node: Single<(&mut ImageNode, &mut Visibility), With<PictureNode>>,
) {
    let (mut node, mut visibility) = node.into_inner();
    let alpha = screen.alpha(time.elapsed());
    let picture = screen
        .picture(state.progress)
        .and_then(|shown| pictures.get(&shown.picture))
        .filter(|_| alpha > FAINTEST);
    *visibility = if picture.is_some() {
        Visibility::Inherited
    } else {
        Visibility::Hidden
    };
    let Some(picture) = picture else { return };
    if node.image != picture.image {
        node.image = picture.image.clone();
    }
    if let Some(size) = images.get(&picture.image).map(Image::size_f32) {
        let [u0, v0, u1, v1] = picture.uv;
        node.rect = Some(Rect::new(
            u0 * size.x,
            v0 * size.y,
            u1 * size.x,
            v1 * size.y,
        ));
    }
    node.color = Color::srgba_u8(255, 255, 255, alpha);
}

fn show_bar(
    screen: Res<LoadingScreen>,
    state: Res<LoadingState>,
    time: Res<Time<Real>>,
    pictures: Res<Assets<LoadingPicture>>,
    bar: Single<(&mut Node, &mut BackgroundColor), With<BarNode>>,
) {
    let (mut node, mut colour) = bar.into_inner();
    let resident = screen
        .picture(state.progress)
        .is_some_and(|shown| pictures.contains(&shown.picture));
    // While there is no picture to fade with, the bar is at full strength. Source: spec/loading-screen.md 4, step 5.
    let alpha = if resident {
        screen.alpha(time.elapsed())
    } else {
        255
    };
    node.width = percent(BAR_SIZE.x * 100.0 * state.progress.clamp(0.0, 1.0));
    colour.0 = bar_colour(&state.name, alpha);
}

fn show_note(state: Res<LoadingState>, mut note: Single<&mut Text, With<NoteNode>>) {
    let words = theme::printable(&state.note);
    if note.0 != words {
        note.0 = words;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_screen_fades_in_over_200_ms() {
        let mut screen = LoadingScreen::default();
        screen.begin(ms(1000));
        // spec/loading-screen.md 10.1 and 13.
        for (t, alpha) in [
            (0, 0),
            (8, 10),
            (9, 11),
            (40, 51),
            (100, 127),
            (199, 253),
            (200, 255),
            (5000, 255),
        ] {
            assert_eq!(screen.alpha(ms(1000 + t)), alpha, "t = {t}");
        }
    }

    #[test]
    fn the_screen_fades_out_and_is_cut_after_170_ms() {
        let mut screen = LoadingScreen::default();
        screen.begin(ms(0));
        screen.fade_out(ms(3000));
        // spec/loading-screen.md 10.3.
        for (d, alpha) in [(0, 255), (50, 191), (100, 127), (150, 63), (170, 38)] {
            assert_eq!(screen.alpha(ms(3000 + d)), alpha, "d = {d}");
        }
        assert!(!screen.is_gone(ms(3169)));
        assert!(screen.is_gone(ms(3170)));
    }

    #[test]
    fn three_pictures_share_the_way_evenly() {
        let picture = |number: usize| ShownPicture {
            file: number.to_string(),
            ..default()
        };
        let mut screen = LoadingScreen {
            pictures: (0..3).map(picture).collect(),
            ..default()
        };
        let file = |screen: &LoadingScreen, progress| {
            screen.picture(progress).map(|shown| shown.file.clone())
        };
        for (progress, index) in [
            (0.0, "0"),
            (0.33, "0"),
            (0.34, "1"),
            (0.5, "1"),
            (0.67, "2"),
            (1.0, "2"),
        ] {
            assert_eq!(
                file(&screen, progress).as_deref(),
                Some(index),
                "{progress}"
            );
        }
        screen.pictures.clear();
        assert_eq!(file(&screen, 1.0), None);
    }

    #[test]
    fn flashbacks_have_a_grey_bar() {
        assert_eq!(
            bar_colour("level82", 255),
            Color::srgba_u8(223, 223, 223, 255)
        );
        assert_eq!(bar_colour("demo", 9), Color::srgba_u8(170, 43, 43, 9));
    }
}
