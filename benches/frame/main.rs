//! A frame's CPU time without a window, beside the obvious way to draw the same scene.
//!
//! **Scene.** The demo level, streamed in lockstep until everything in sight is there, from 1.7 m over its start, where
//! the camera looks down a street. Nothing moves but the clouds and the lamps.
//!
//! **Ways**, in one app, turn by turn in blocks of frames, so that a busy machine is busy for all of them:
//!
//! * `planned`: this workspace's frame. Records of all draws in shared storage buffers, one bind group for the frame,
//!   FAIL draws left out where nothing can fail, repeated state not set again.
//! * `offsets`: the obvious way that is not naive. All that a draw reads lies in one uniform buffer, written once a frame,
//!   and every draw of every mesh, in the order of the list, sets its own offset into it, its pipeline, its texture and
//!   its buffers; every first pass is drawn as PASS and FAIL.
//! * `own buffers`: what one writes first. The same, but every draw has a uniform buffer and a bind group of its own, kept
//!   from frame to frame, and writes its buffer each frame; each write takes wgpu a staging buffer.
//! * `nothing`: the planned way with an empty scene, for what the engine takes by itself.
//!
//! All of them collect the scene from the streamed world. The two plain ways draw with the same shader text (its storage
//! buffers turned into one uniform) into the same image, and the bench stops unless both pictures are alike: it is the
//! same scene that is compared. Stock mesh entities would be the other obvious way; they need bevy_pbr, which this
//! workspace does without.
//!
//! **Figures**, medians over the blocks:
//!
//! * `prepare`, `record`: wall time on one thread inside the two stages, writing of buffers included. A driver that draws
//!   on the CPU does so in neither: work begins when the frame is submitted.
//! * `update`: CPU time of the whole `app.update()` on all threads but the driver's own (those that opening the device
//!   started), from `/proc/self/task/*/schedstat`; where there is none, wall time. `over nothing` is what the way adds to
//!   an empty frame.

mod plain;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::render_resource::PollType;
use bevy::render::renderer::RenderDevice;
use bevy::render::settings::RenderCreation;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_game_files::prelude::*;
use wonderwheel_gs_render::headless;
use wonderwheel_gs_render::prelude::*;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_world_streaming::prelude::*;

use crate::plain::PlainStats;

const BLOCKS: usize = 8;
const FRAMES: usize = 20;
/// Frames after a change of way that are not measured.
const SETTLING: usize = 4;
/// Longest that the bench runs; with fewer blocks where frames are slow.
const TIME_LIMIT: Duration = Duration::from_secs(35);

/// How the scene is drawn.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Way {
    #[default]
    Planned,
    Offsets,
    OwnBuffers,
    Nothing,
}

const WAYS: [(Way, &str); 4] = [
    (Way::Planned, "planned"),
    (Way::Offsets, "offsets"),
    (Way::OwnBuffers, "own buffers"),
    (Way::Nothing, "nothing"),
];

fn main() {
    let before = threads().unwrap_or_default();
    let Some(renderer) = headless::find_renderer() else {
        println!("skipped: no adapter");
        return;
    };
    let mut driver = threads().unwrap_or_default();
    driver.retain(|thread| !before.contains(thread));
    let mut app = street(renderer);
    compare_pictures(&mut app);
    let start = Instant::now();
    let mut measured: [Vec<Block>; 4] = Default::default();
    for _ in 0..BLOCKS {
        for ((way, _), blocks) in WAYS.iter().zip(&mut measured) {
            blocks.push(measure(&mut app, *way, &driver));
        }
        if start.elapsed() > TIME_LIMIT {
            break;
        }
    }
    report(&measured);
}

/// The demo level with the camera at its start, once nothing is on its way any more.
fn street(renderer: RenderCreation) -> App {
    let recipe = Recipe::builtin("demo").expect("the demo travels with the program");
    let game = forge(&recipe, &mut |_| {}).expect("the demo can be forged");
    let mut app = App::new();
    app.add_plugins(GameFilesPlugin {
        files: SharedFiles::new(MemoryFiles::new(game.files)),
        watch: false,
    });
    app.add_plugins((
        headless::plugins(renderer).disable::<LogPlugin>(),
        LevelAssetsPlugin,
        WorldStreamingPlugin,
        GsRenderPlugin {
            present: Present::None,
        },
        plain::plugin,
    ));
    wonderwheel_world_streaming::level::lockstep::enter(&mut app);
    headless::start(&mut app);
    // The plain ways draw no tint.
    app.world_mut().resource_mut::<GsSettings>().overlay = false;
    app.world_mut().spawn(GameCamera::default());
    app.world_mut()
        .write_message(LoadLevel { name: game.level });
    while !app.world().resource::<CurrentLevel>().is_ready() {
        let phase = &app.world().resource::<CurrentLevel>().phase;
        assert!(!matches!(phase, LevelPhase::Failed(_)), "{phase:?}");
        headless::step(&mut app).expect("a frame");
    }
    let start = app.world().resource::<CurrentLevel>().start;
    let (start, yaw) = start.expect("the demo has a start");
    let mut cameras = app.world_mut().query::<&mut GameCamera>();
    for mut camera in cameras.iter_mut(app.world_mut()) {
        *camera = GameCamera::new(start + Vec3::Y * 1.7, yaw, 0.0);
    }
    // Two seconds: one part a step until all are there, and a second to fade in.
    for _ in 0..60 {
        headless::step(&mut app).expect("a frame");
    }
    app
}

/// Stops the bench unless the plain ways draw what the planned one does.
fn compare_pictures(app: &mut App) {
    let [planned, offsets, own_buffers] =
        [Way::Planned, Way::Offsets, Way::OwnBuffers].map(|way| {
            app.insert_resource(way);
            headless::complete_picture(app, 60).expect("a complete picture");
            headless::next_picture(app).expect("a picture")
        });
    let of = (planned.width * planned.height) as usize;
    let fog = app.world().resource::<CurrentLevel>().settings.fog_bytes();
    assert!(planned.count_unlike(fog) * 10 > of * 9, "an empty street");
    for plain in [offsets, own_buffers] {
        let pixels = planned.rgba.chunks(4).zip(plain.rgba.chunks(4));
        let differ = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 2);
        let differing = pixels.filter(differ).count();
        // The clouds turn and the lamps flicker from one picture to the other.
        assert!(
            differing * 100 < of,
            "not the same scene: {differing} of {of} pixels differ"
        );
    }
}

/// What one block of frames took, milliseconds a frame.
#[derive(Clone, Copy)]
struct Block {
    collect: f64,
    prepare: f64,
    record: f64,
    update: f64,
    draw_calls: usize,
}

fn measure(app: &mut App, way: Way, driver: &[PathBuf]) -> Block {
    app.insert_resource(way);
    for _ in 0..SETTLING {
        headless::step(app).expect("a frame");
    }
    let mut stages = [const { Vec::new() }; 3];
    let mut wall = Duration::ZERO;
    let mut draw_calls = 0;
    let cpu = cpu_time(driver);
    for _ in 0..FRAMES {
        let start = Instant::now();
        app.update();
        wall += start.elapsed();
        // The device has nothing left to do when the next frame begins.
        let device = app.world().resource::<RenderDevice>();
        device
            .poll(PollType::wait_indefinitely())
            .expect("a device that works");
        assert_eq!(app.should_exit(), None);
        // Of the frame before, as `SETTLING` has seen to that there is one.
        let ours = app.world().resource::<GsStats>();
        let plain = app.world().resource::<PlainStats>().read();
        let prepare;
        let record;
        (prepare, record, draw_calls) = match way {
            Way::Planned | Way::Nothing => (
                ours.prepare_ms,
                ours.cpu_ms - ours.prepare_ms,
                ours.draw_calls as usize,
            ),
            Way::Offsets | Way::OwnBuffers => (plain.prepare_ms, plain.record_ms, plain.draw_calls),
        };
        for (stage, ms) in stages.iter_mut().zip([ours.collect_ms, prepare, record]) {
            stage.push(f64::from(ms));
        }
    }
    let update = match (cpu, cpu_time(driver)) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => wall,
    };
    let [collect, prepare, record] = stages.map(median);
    Block {
        collect,
        prepare,
        record,
        update: update.as_secs_f64() * 1000.0 / FRAMES as f64,
        draw_calls,
    }
}

/// CPU time so far of this process's threads but the driver's.
fn cpu_time(driver: &[PathBuf]) -> Option<Duration> {
    let mut sum = 0;
    for thread in threads()?.iter().filter(|thread| !driver.contains(thread)) {
        let times = std::fs::read_to_string(thread.join("schedstat")).ok()?;
        sum += times.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(sum))
}

/// The threads of this process, as the system's folders of them.
fn threads() -> Option<Vec<PathBuf>> {
    let folders = std::fs::read_dir("/proc/self/task").ok()?;
    folders.map(|folder| Some(folder.ok()?.path())).collect()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn report(measured: &[Vec<Block>; 4]) {
    let of =
        |way: usize, figure: fn(&Block) -> f64| median(measured[way].iter().map(figure).collect());
    let both = |block: &Block| block.prepare + block.record;
    let update = |block: &Block| block.update;
    let nothing = of(3, update);
    let clock = match threads() {
        Some(_) => "CPU time of all threads but the driver's",
        None => "wall time",
    };
    let blocks = measured[0].len();
    println!("{blocks} blocks of {FRAMES} frames a way; milliseconds a frame; update is {clock}");
    println!("             draws  collect  prepare   record     both   update  over nothing");
    for (way, (_, name)) in WAYS.iter().enumerate() {
        println!(
            "{name:12} {:5} {:8.3} {:8.3} {:8.3} {:8.3} {:8.3} {:8.3}",
            measured[way].last().map_or(0, |block| block.draw_calls),
            of(way, |block| block.collect),
            of(way, |block| block.prepare),
            of(way, |block| block.record),
            of(way, both),
            of(way, update),
            of(way, update) - nothing,
        );
    }
    for way in [1, 2] {
        println!(
            "planned against {}: prepare and record 1 : {:.1}, update 1 : {:.2}, update over nothing 1 : {:.2}",
            WAYS[way].1,
            of(way, both) / of(0, both),
            of(way, update) / of(0, update),
            (of(way, update) - nothing) / (of(0, update) - nothing),
        );
    }
}
