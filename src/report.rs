//! What a run prints: results to stdout, one fact a line.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use bevy::prelude::*;
use wonderwheel_commando_view::{CommandoFrame, ShownLevel, summary};
use wonderwheel_disc::private::without_names;
use wonderwheel_game_modes::{LoadingState, STREAMED_LEVELS};
use wonderwheel_level_assets::{LevelFaults, LevelNote};
use wonderwheel_player::PlayFrames;
use wonderwheel_ps2::{fault::FaultKind, plural::counted, system::system_words};
use wonderwheel_world_streaming::prelude::{
    CurrentLevel, PartEvent, RunHash, SectorBudget, StreamClock, StreamingDecision,
    StreamingSettings, StreamingStats,
};

/// Frames of a second of play.
const FRAMES_A_SECOND: f32 = 30.0;

/// Writes a line to stdout. That nothing reads it, or that the disk below it is full, changes neither the work nor how it ends.
pub fn line(words: impl std::fmt::Display) {
    let _ = writeln!(io::stdout(), "{words}");
}

/// Writes a line to stderr, without private names. As with [`line()`], the work does not depend on a reader.
pub fn complain(words: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{}", without_names(&words.to_string()));
}

/// Writes to stdout what is too long to be made before it is written. A reader that went away ends it early; what else it met
/// is said on stderr.
pub fn write(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
    let mut out = io::BufWriter::new(io::stdout().lock());
    if let Err(error) = write(&mut out).and_then(|()| out.flush())
        && error.kind() != io::ErrorKind::BrokenPipe
    {
        let why = system_words(&error);
        complain(format!(
            "wonderwheel: the output could not be written: {why}"
        ));
    }
}

/// What is known about a run when it ends.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// Level name.
    pub level: String,
    /// Why the level could not be loaded, if it could not.
    pub failure: Option<FaultKind>,
    /// Game time, seconds: a pause holds it.
    pub seconds: f32,
    /// Streaming mode, in words.
    pub mode: String,
    /// Counts.
    pub stats: StreamingStats,
    /// Bytes of the budget; `None` without a limit.
    pub budget: Option<u64>,
    /// The run's hash.
    pub hash: String,
    /// What was wrong with files, a line each.
    pub findings: Vec<String>,
    /// What the level did without, because there is no file of it.
    pub notes: Vec<LevelNote>,
    /// Of a level of Going Commando: what it is and what was drawn of it, a line each.
    pub commando: Vec<String>,
}

impl Summary {
    /// Whether something was found wrong: the exit code says so.
    pub fn has_findings(&self) -> bool {
        self.stats.failed > 0 || !self.findings.is_empty()
    }

    /// The report, a line each.
    pub fn lines(&self) -> Vec<String> {
        let findings = self.findings.iter();
        let findings = findings.map(|finding| format!("finding: {finding}"));
        let notes = self.notes.iter().map(|note| format!("note: {note}"));
        if !self.commando.is_empty() {
            let lines = self.commando.iter().cloned();
            return lines.chain(notes).chain(findings).collect();
        }
        let stats = &self.stats;
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        let mut lines = vec![
            format!(
                "streaming ({}): {} parts asked for, {} arrived, {} freed, {} failed; {:.1} MB read",
                self.mode,
                stats.requests,
                stats.arrivals,
                stats.frees,
                stats.failed,
                megabytes(stats.bytes_read)
            ),
            format!(
                "at the end: {} parts and {} sectors resident, {} sectors in sight; most sectors at once {}",
                stats.resident_parts,
                stats.resident_sectors,
                stats.visible_sectors,
                stats.most_resident_sectors
            ),
            format!(
                "budget: {:.2} MB used, at most {:.2} of {}; {} short of room, {} waiting for a read",
                megabytes(stats.used_bytes),
                megabytes(stats.peak_bytes),
                self.budget
                    .map_or_else(|| "no limit".into(), |b| format!("{:.2} MB", megabytes(b))),
                counted(stats.short_frames as usize, "frame"),
                stats.busy_frames
            ),
        ];
        lines.extend(notes);
        lines.extend(findings);
        lines.push(format!("run {}", self.hash));
        lines
    }
}

/// The newest summary, readable after the app is gone.
#[derive(Resource, Clone, Default)]
pub struct RunSummary(Arc<Mutex<Summary>>);

impl RunSummary {
    /// Looks at it.
    pub fn get(&self) -> MutexGuard<'_, Summary> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How the parts are reported that are read before a level is shown.
#[derive(Resource, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Preload {
    /// Whether each gets a line.
    pub each: bool,
    /// Parts asked for and not reported yet.
    parts: u32,
    /// Their heap sizes, bytes.
    bytes: u64,
}

impl Preload {
    /// Nothing reported yet.
    pub fn new(each: bool) -> Self {
        Self { each, ..default() }
    }
}

/// Keeps the summary up to date; with `parts`, says each part that comes or goes.
pub struct ReportPlugin {
    /// Where the summary is kept.
    pub summary: RunSummary,
    /// A line for each part asked for, freed or failed; the preload is one line, unless more is wanted.
    pub parts: Option<Preload>,
}

impl Plugin for ReportPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(self.summary.clone()).add_systems(
            Last,
            (summarise, summarise_world, summarise_commando).chain(),
        );
        if let Some(preload) = self.parts {
            app.insert_resource(preload).add_systems(Last, say_parts);
        }
    }
}

fn summarise(summary: Res<RunSummary>, level: Res<LoadingState>, faults: Res<LevelFaults>) {
    // After the level was left its last summary stays.
    if level.name.is_empty() {
        return;
    }
    let mut summary = summary.get();
    summary.level.clone_from(&level.name);
    summary.failure = level.failure().map(|fault| fault.kind);
    summary.findings = faults.lines();
    summary.notes = faults.notes().to_vec();
}

fn summarise_world(
    summary: Res<RunSummary>,
    level: Res<LoadingState>,
    settings: Res<StreamingSettings>,
    stats: Res<StreamingStats>,
    budget: Res<SectorBudget>,
    hash: Res<RunHash>,
    clock: Res<StreamClock>,
) {
    if !level.is_of(&STREAMED_LEVELS) {
        return;
    }
    let mut summary = summary.get();
    summary.commando.clear();
    summary.seconds = clock.seconds();
    summary.mode = format!("{:?}", settings.mode).to_lowercase();
    summary.stats.clone_from(&stats);
    summary.budget = (!budget.is_unlimited()).then(|| budget.capacity());
    summary.hash = hash.to_string();
}

fn summarise_commando(
    summary: Res<RunSummary>,
    shown: Res<ShownLevel>,
    frame: Res<CommandoFrame>,
    frames: Res<PlayFrames>,
) {
    let Some(scene) = &shown.scene else { return };
    let mut summary = summary.get();
    summary.stats = StreamingStats::default();
    summary.seconds = frames.count as f32 / FRAMES_A_SECOND;
    summary.commando = summary::lines(scene, &shown, &frame.chosen);
}

fn say_parts(
    mut preload: ResMut<Preload>,
    level: Res<CurrentLevel>,
    mut decisions: MessageReader<StreamingDecision>,
    mut parts: MessageReader<PartEvent>,
) {
    use wonderwheel_world_streaming::prelude::Decision;
    for made in decisions.read() {
        let StreamingDecision { step, decision } = made;
        if matches!(
            decision,
            Decision::Request { .. } | Decision::Free { .. } | Decision::Shrink { .. }
        ) {
            if !made.is_preload() {
                line(format!("step {step}: {decision}"));
            } else if preload.each {
                line(format!("preload: {decision}"));
            } else if let Decision::Request { heap_size, .. } = decision {
                preload.parts += 1;
                preload.bytes += u64::from(*heap_size);
            }
        }
    }
    if preload.parts > 0 && level.is_ready() {
        line(format!(
            "preload: {} parts with {:.1} MB, nearest first (-v lists them)",
            preload.parts,
            preload.bytes as f64 / 1e6
        ));
        (preload.parts, preload.bytes) = (0, 0);
    }
    for event in parts.read() {
        if let PartEvent::Failed { slot, part, fault } = event {
            line(format!("part {part} of the {slot:?} world failed: {fault}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_part_or_a_fault_is_a_finding() {
        assert!(!Summary::default().has_findings());
        let failed = Summary {
            stats: StreamingStats {
                failed: 1,
                ..default()
            },
            ..default()
        };
        assert!(failed.has_findings());
        let warned = Summary {
            findings: vec!["a.sec: bad".into()],
            ..default()
        };
        assert!(warned.has_findings());
        assert!(warned.lines().contains(&"finding: a.sec: bad".into()));
    }

    #[test]
    fn what_a_level_does_without_is_a_note_and_no_finding() {
        let noted = Summary {
            notes: vec![LevelNote::Missing {
                file: "a.lev".into(),
                words: "no sky".into(),
            }],
            ..default()
        };
        assert!(!noted.has_findings());
        assert!(
            noted
                .lines()
                .contains(&"note: a.lev: not there; no sky".into())
        );
    }
}
