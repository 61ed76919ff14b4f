//! `play` and `view`: runs a level, in a window or in lockstep.

use std::path::Path;

use bevy::prelude::*;
use wonderwheel_commando_view::{CommandoLayers, CommandoSettings, TerrainLod};
use wonderwheel_disc::{output::FileTarget, places::recent};
use wonderwheel_game_files::{GameFiles, OpenedFiles, SharedFiles};
use wonderwheel_game_modes::{GameMode, LevelList, ModeCommand, StartLevel};
use wonderwheel_gs_render::adapter::describe;
use wonderwheel_gs_render::settings::{GsSettings, LayerSwitches};
use wonderwheel_player::{
    InputScript,
    lockstep::{LockstepPlugin, Outcome, Plan, RunFailure, RunOutcome, Shot},
    script::{MOST_BYTES, ScriptError},
};
use wonderwheel_ps2::plural::counted;
use wonderwheel_world_streaming::prelude::{PartEvent, StreamingMode, StreamingSettings};

use crate::{
    adapter,
    bounded_read::bounded_read,
    data::{self, KnownData, Origin},
    data_options::DataOptions,
    display,
    failure::{Code, Failure},
    forged::{self, ForgedLayer},
    game::{Game, Output, WINDOW_SIZE},
    interrupt::Running,
    level_name::{DEMO, LevelName},
    level_source,
    picker::PickerPlugin,
    report::{Preload, ReportPlugin, RunSummary, line},
    run_options::{RunOptions, Show},
    title,
    window_files::WindowFiles,
};

/// Frames of a headless run that says nothing about its length: ten seconds.
pub const HEADLESS_FRAMES: u64 = 300;

/// Runs a level.
pub fn run(
    level: &LevelName,
    options: &RunOptions,
    data: &DataOptions,
    verbose: u8,
) -> Result<Code, Failure> {
    if options.is_lockstep() {
        run_in_lockstep(level, options, data, verbose)
    } else {
        run_in_window(Some(level), options, data, verbose)
    }
}

/// Opens the window, with the menu beneath the level if one is named.
pub fn run_in_window(
    level: Option<&LevelName>,
    options: &RunOptions,
    data: &DataOptions,
    verbose: u8,
) -> Result<Code, Failure> {
    let WindowStart { files, begin } = window_start(level, options, data)?;
    display::expect("set DISPLAY, or run with --headless --screenshot out.png")?;
    let resources = adapter::find()?;
    bevy::log::debug!("{}", describe(&resources));
    drop(resources);

    let prepare = files.prepare_level();
    let built_in = vec![files.forged_level().to_owned()];
    let title = "Wonderwheel".into();
    let runs = Running::app();
    let output = Output::Window { title };
    let mut app = game(files.shared(), output, options, false, verbose).build();
    let summary = RunSummary::default();
    app.add_systems(Update, (title::follow, say_failed_parts));
    app.insert_resource(prepare)
        .insert_resource(files.clone())
        .insert_resource(LevelList {
            built_in,
            ..default()
        })
        .add_plugins((
            ReportPlugin {
                summary: summary.clone(),
                parts: None,
            },
            PickerPlugin {
                files,
                options: data.clone(),
                first: begin.page(),
            },
        ))
        .add_systems(
            Startup,
            move |mut modes: MessageWriter<ModeCommand>, mut levels: MessageWriter<StartLevel>| {
                let first = match &begin {
                    Begin::Page(_) => GameMode::Data,
                    Begin::Menu | Begin::Level(_) => GameMode::Menu,
                };
                modes.write(ModeCommand::Push(first));
                if let Begin::Level(name) = &begin {
                    levels.write(StartLevel { name: name.clone() });
                }
            },
        );
    let exit = app.run();
    drop(runs);
    let summary = summary.get();
    if !summary.level.is_empty() {
        for words in summary.lines() {
            line(words);
        }
    }
    match (exit, summary.failure) {
        // The error page has said why.
        (AppExit::Success, Some(kind)) => Ok(kind.into()),
        (AppExit::Success, None) if summary.has_findings() => Ok(Code::Findings),
        (AppExit::Success, None) => Ok(Code::Done),
        (AppExit::Error(code), _) => Err(ended(code.get())),
    }
}

/// A part that cannot be read is reported when it happens; a run in lockstep reports it at its end.
fn say_failed_parts(mut events: MessageReader<PartEvent>) {
    for event in events.read() {
        if let PartEvent::Failed { fault, .. } = event {
            bevy::log::warn!("{fault}; its place is drawn as a box");
        }
    }
}

/// With what a window begins.
struct WindowStart {
    files: WindowFiles,
    begin: Begin,
}

/// What a window shows first.
enum Begin {
    /// The levels.
    Menu,
    /// This level, with the menu beneath it.
    Level(String),
    /// The page that asks where the data are, because of this; empty when it has not asked yet.
    Page(String),
}

impl Begin {
    fn page(&self) -> Option<String> {
        match self {
            Self::Page(why) => Some(why.clone()),
            Self::Menu | Self::Level(_) => None,
        }
    }
}

fn window_start(
    level: Option<&LevelName>,
    options: &RunOptions,
    data: &DataOptions,
) -> Result<WindowStart, Failure> {
    if let Some(LevelName::Forged(recipe)) = level {
        // A forged level is shown alone, so that none of the person's own files takes the place of one of its.
        let layer = ForgedLayer::new(forged::recipe(recipe, options.seed)?);
        let begin = Begin::Level(layer.level().to_owned());
        let files = WindowFiles::new(None, layer, data)?;
        return Ok(WindowStart { files, begin });
    }
    if let Some(LevelName::File(path)) = level {
        let (opened, name) = level_source::open_level_file(path, data)?;
        let layer = ForgedLayer::new(forged::recipe(DEMO, options.seed)?);
        let files = WindowFiles::new(Some(opened), layer, data)?;
        let begin = Begin::Level(name);
        return Ok(WindowStart { files, begin });
    }
    let (own, nothing) = own_files(data)?;
    let begin = match level {
        Some(LevelName::Named(name)) if name != DEMO => match own.as_ref() {
            Some(opened) => Begin::Level(level_source::known_level(name, &opened.files)?),
            None => return Err(level_source::no_data(name)),
        },
        Some(_) => Begin::Level(DEMO.to_owned()),
        None => match (&own, nothing) {
            (Some(_), _) => Begin::Menu,
            (None, Some(why)) => Begin::Page(why),
            (None, None) => Begin::Level(DEMO.to_owned()),
        },
    };
    let layer = ForgedLayer::new(forged::recipe(DEMO, options.seed)?);
    let files = WindowFiles::new(own, layer, data)?;
    Ok(WindowStart { files, begin })
}

/// The person's own files, or why there are none to play from; neither when the demo is wanted.
fn own_files(data: &DataOptions) -> Result<(Option<OpenedFiles>, Option<String>), Failure> {
    let (path, origin) = match data::known(data)? {
        KnownData::Here(path, origin) => (path, origin),
        KnownData::Demo(_) => return Ok((None, None)),
        KnownData::OneOf(_) => return Ok((None, Some("Several discs were found.".into()))),
        KnownData::Nothing => return Ok((None, Some(String::new()))),
    };
    match data::open_identified(&path, origin, data) {
        Ok(opened) => {
            recent::remember(&path);
            Ok((Some(opened), None))
        }
        // It was not named for this run.
        Err(failure) if matches!(origin, Origin::LastUsed | Origin::Found) => {
            Ok((None, Some(failure.message)))
        }
        Err(failure) => Err(failure),
    }
}

/// Runs a level in lockstep and prints its report.
pub fn run_in_lockstep(
    level: &LevelName,
    options: &RunOptions,
    data: &DataOptions,
    verbose: u8,
) -> Result<Code, Failure> {
    let script = options
        .input_script
        .as_deref()
        .map(read_script)
        .transpose()?;
    let frames = options.frames.unwrap_or_else(|| {
        let script_end = script.as_ref().and_then(InputScript::last_frame);
        script_end.map_or(HEADLESS_FRAMES, |last| last + 1)
    });
    if let Some(path) = &options.screenshot {
        check_picture_path(path)?;
    }
    let shots = options.screenshot.iter().map(|path| Shot {
        frame: frames,
        path: path.clone(),
    });
    let flight = Flight {
        frames,
        shots: shots.collect(),
        script,
        announce: &|_| {},
    };
    lockstep(level, flight, options, data, verbose)
}

/// Makes sure before a run that its picture can be written after it.
fn check_picture_path(path: &Path) -> Result<(), Failure> {
    let is_png = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if !is_png {
        let words = "pictures are PNG files; name one that ends in .png";
        let words = format!("{}: {words}", path.display());
        return Err(Failure::new(Code::Usage, words));
    }
    // It is there again when the run is over.
    drop(FileTarget::begin(path, true)?);
    Ok(())
}

/// What a lockstep run is to do.
pub struct Flight<'a> {
    /// Frames of play.
    pub frames: u64,
    /// Pictures to take.
    pub shots: Vec<Shot>,
    /// What plays the pad.
    pub script: Option<InputScript>,
    /// Called with the level's name in words once it is sure that the run begins.
    pub announce: &'a dyn Fn(&str),
}

/// A lockstep run with any number of pictures.
pub fn lockstep(
    level: &LevelName,
    flight: Flight<'_>,
    options: &RunOptions,
    data: &DataOptions,
    verbose: u8,
) -> Result<Code, Failure> {
    let Flight {
        frames,
        shots,
        script,
        announce,
    } = flight;
    let (files, name) = level_source::level_files(level, options.seed, data)?;
    let output = lockstep_output(options)?;
    match files.watch_roots().first() {
        Some(folder) => announce(&format!("level {name} of {}", folder.display())),
        None => announce(&format!("level {name}")),
    }
    let headless = !matches!(output, Output::Window { .. });
    let unwritten = shots.first().map(|shot| shot.path.display().to_string());
    let runs = Running::app();
    let mut app = game(files, output, options, true, verbose).build();
    let (summary, outcome) = (RunSummary::default(), RunOutcome::default());
    app.add_plugins((
        ReportPlugin {
            summary: summary.clone(),
            parts: Some(Preload::new(verbose > 0)),
        },
        LockstepPlugin {
            plan: Plan {
                level: name,
                frames,
                shots,
                window: options.inspector.then_some(WINDOW_SIZE.into()),
            },
            outcome: outcome.clone(),
        },
    ));
    if let Some(script) = script {
        app.insert_resource(script);
    }
    let exit = if headless {
        run_headless(&mut app)?
    } else {
        app.run()
    };
    drop(app);
    drop(runs);
    let outcome = std::mem::take(&mut *outcome.get());
    let mut failure = match (exit, &outcome.end) {
        (AppExit::Error(code), _) => ended(code.get()),
        (AppExit::Success, Some(Ok(()))) => return print_report(&outcome, &summary, frames),
        (AppExit::Success, Some(Err(RunFailure::Level(fault)))) => fault.into(),
        (AppExit::Success, Some(Err(RunFailure::Run(why)))) => Failure::new(Code::Findings, why),
        (AppExit::Success, None) => {
            Failure::new(Code::Findings, "the run was ended before its last frame")
        }
    };
    // What is known of a run that began comes before the reason why it did not end.
    if let Some(missing) = unwritten {
        failure.message += &format!("; {missing} was not written");
    }
    let summary = summary.get();
    if summary.failure.is_none() && summary.seconds > 0.0 {
        summary.lines().into_iter().for_each(line);
    }
    Err(failure)
}

fn print_report(outcome: &Outcome, summary: &RunSummary, frames: u64) -> Result<Code, Failure> {
    let summary = summary.get();
    line(format!(
        "{} of {}, {:.1} s of game time",
        counted(frames as usize, "frame"),
        summary.level,
        summary.seconds
    ));
    for words in summary.lines() {
        line(words);
    }
    for taken in &outcome.taken {
        let path = &taken.shot.path;
        let png = taken.picture.png();
        let png = png.map_err(|error| Failure::new(Code::Io, error))?;
        FileTarget::begin(path, true)?.write(|out| out.write_all(&png))?;
        let (width, height) = (taken.picture.width, taken.picture.height);
        line(format!(
            "picture {} of frame {}: {width} x {height}, hash {:016x}, {} of {} pixels are not background",
            path.display(),
            taken.shot.frame,
            taken.hash(),
            taken.drawn_pixels(),
            width * height
        ));
    }
    Ok(Code::of(!summary.has_findings()))
}

fn lockstep_output(options: &RunOptions) -> Result<Output, Failure> {
    if options.no_render {
        return Ok(Output::Nothing);
    }
    if options.headless {
        return Ok(Output::Images {
            device: Box::new(adapter::find()?),
            overlay: options.inspector,
        });
    }
    display::expect("add --headless to run without one")?;
    drop(adapter::find()?);
    Ok(Output::Window {
        title: "Wonderwheel (lockstep)".into(),
    })
}

fn game(
    files: SharedFiles,
    output: Output,
    options: &RunOptions,
    lockstep: bool,
    verbose: u8,
) -> Game {
    let default_mode = if lockstep {
        StreamingMode::Faithful
    } else {
        StreamingMode::Improved
    };
    let shows = |what| options.show.contains(&what);
    Game {
        files,
        output,
        streaming: StreamingSettings {
            mode: options.mode.map_or(default_mode, Into::into),
            budget: options.budget.0,
            fixed_draw_distance: options.draw_distance,
            ..default()
        },
        drawing: GsSettings {
            internal_scale: options.scale,
            fog: !shows(Show::NoFog),
            lights: !shows(Show::Unlit),
            layers: LayerSwitches {
                sky: !shows(Show::NoSky),
                ..default()
            },
            ..default()
        },
        commando: CommandoSettings {
            lit: !shows(Show::Unlit),
            lod_tint: shows(Show::LodTint),
            collision: shows(Show::Collision),
            occlusion: !shows(Show::NoOcclusion),
            all_chunks: shows(Show::AllChunks),
            fog: true,
            terrain_lod: match () {
                () if shows(Show::Finest) => TerrainLod::Finest,
                () if shows(Show::Middle) => TerrainLod::Middle,
                () if shows(Show::Coarsest) => TerrainLod::Coarsest,
                () => TerrainLod::ByDepth,
            },
            layers: CommandoLayers {
                sky: !shows(Show::NoSky),
                terrain: !shows(Show::NoTerrain),
                ties: !shows(Show::NoTies),
                shrubs: !shows(Show::NoShrubs),
                mobys: !shows(Show::NoMobys),
            },
        },
        start: options.at,
        verbose,
    }
}

/// Runs an app without an event loop, waiting for the GPU after each frame.
fn run_headless(app: &mut App) -> Result<AppExit, Failure> {
    wonderwheel_gs_render::headless::start(app);
    loop {
        let frame = wonderwheel_gs_render::headless::frame(app);
        let stopped = |error| Failure::new(Code::NoAdapter, format!("the GPU stopped: {error}"));
        if let Some(exit) = frame.map_err(stopped)? {
            return Ok(exit);
        }
    }
}

/// What the engine's own end of a run means.
fn ended(code: u8) -> Failure {
    if code == Code::Interrupted as u8 {
        Failure::new(Code::Interrupted, "interrupted")
    } else {
        Failure::new(
            Code::NoAdapter,
            "the graphics device reported an error and drawing stopped; see the log above",
        )
    }
}

fn read_script(path: &Path) -> Result<InputScript, Failure> {
    let bytes = bounded_read(path, MOST_BYTES, "is it an input script?")?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        let words = format!("{}: line {line}: this is no UTF-8 text", path.display());
        Failure::new(Code::Malformed, words)
    })?;
    InputScript::parse(&text).map_err(|error: ScriptError| {
        Failure::new(Code::Malformed, format!("{}: {error}", path.display()))
    })
}
