//! The whole level, or a class of it: what is asked for, what comes out, and the way between.

use wonderwheel_commando::level::{ChunkFile, Level};
use wonderwheel_ps2::error::{FormatError, Within};

use super::class_name::ClassName;
use super::source::LevelExporter;
use super::terrain::LODS;
use crate::error::{ExportError, Result};
use crate::exporter::Exported;
use crate::options::LevelOptions;
use crate::scene::NodeId;

/// Exports a level's file, `LEVEL<n>.WAD`. Notes call it by `name`. `progress` gets each part in a few words.
///
/// # Errors
/// `Format` when it is no level's file or its directory or geometry cannot be read, `Limit` when the export would be larger than
/// glTF allows. Whatever else is wrong with a part of the level is in [`Exported::notes`].
pub fn export_level(
    file: &[u8],
    name: &str,
    options: &LevelOptions<'_>,
    progress: &mut dyn FnMut(&str),
) -> Result<Exported> {
    exported(file, name, options, progress, |exporter| {
        let level = exporter.game.level;
        if options.level {
            exporter.level_scenes()?;
        }
        if options.collision {
            exporter.collision_scene("", level.collision())?;
        }
        for (i, chunk) in level.chunks.iter().enumerate() {
            let Some(chunk) = chunk else { continue };
            if i == 0 && repeats_core(chunk, level) {
                continue;
            }
            let name = format!("chunk{i}");
            let prefix = format!("{name}/");
            let what = || name.clone();
            if options.level
                && let Some(block) = exporter.noted(chunk.decompress_tfrags().within(what))
            {
                let [high, coarser @ ..] = exporter.terrain(&prefix, &block)?;
                exporter.glb.scene(&name, high.as_slice(), None)?;
                exporter.coarser_scenes(&format!("{name} "), coarser)?;
            }
            if options.collision
                && let Some(block) = exporter.noted(chunk.decompress_collision().within(what))
            {
                exporter.collision_scene(&prefix, &block)?;
            }
        }
        Ok(())
    })
}

/// Whether a file in slot 0 says again what the core has, as it should. Source: spec/commando-container.md 9.1.
fn repeats_core(chunk: &ChunkFile<'_>, level: &Level<'_>) -> bool {
    let is_same = |block: Result<Vec<u8>, FormatError>, core: &[u8]| {
        block.is_ok_and(|block| core.starts_with(&block))
    };
    is_same(chunk.decompress_tfrags(), level.tfrags())
        && is_same(chunk.decompress_collision(), level.collision())
}

/// Exports a class of a level by itself: a scene for each level of detail, and for each optional part of a moby.
///
/// # Errors
/// As [`export_level`]; `NoSuchClass` when the level has no such class, `Format` when it cannot be read.
pub fn export_class(
    file: &[u8],
    name: &str,
    class: ClassName,
    options: &LevelOptions<'_>,
    progress: &mut dyn FnMut(&str),
) -> Result<Exported> {
    exported(file, name, options, progress, |exporter| {
        let level = exporter.game.level;
        let entry = level
            .classes(class.kind)
            .find(|entry| entry.class == class.number);
        let Some(entry) = entry else {
            const SHOWN: usize = 24;
            let mut numbers: Vec<i32> =
                level.classes(class.kind).map(|entry| entry.class).collect();
            numbers.sort_unstable();
            let rest = numbers.len().saturating_sub(SHOWN);
            let shown: Vec<String> = numbers.iter().take(SHOWN).map(i32::to_string).collect();
            return Err(ExportError::NoSuchClass {
                class: class.to_string(),
                known: match (shown.is_empty(), rest) {
                    (true, _) => "none".to_owned(),
                    (false, 0) => shown.join(", "),
                    (false, rest) => format!("{} and {rest} more", shown.join(", ")),
                },
            });
        };
        exporter.class_scenes(class, entry)
    })
}

/// What `export` makes of a level, whose faults are noted first.
fn exported(
    file: &[u8],
    name: &str,
    options: &LevelOptions<'_>,
    progress: &mut dyn FnMut(&str),
    export: impl FnOnce(&mut LevelExporter<'_>) -> Result<()>,
) -> Result<Exported> {
    progress("reading the level");
    let (level, faults) = Level::read_lenient(file)?;
    let mut exporter = LevelExporter::of_level(&level, name, options, progress);
    for fault in faults {
        exporter.note(fault);
    }
    export(&mut exporter)?;
    exporter.finish()
}

impl LevelExporter<'_> {
    /// The scenes of the level itself, the one to show first.
    fn level_scenes(&mut self) -> Result<()> {
        let level = self.game.level;
        let [high, coarser @ ..] = self.terrain("", level.tfrags())?;
        let mut nodes: Vec<NodeId> = high.into_iter().collect();
        nodes.extend(self.ties()?);
        nodes.extend(self.shrubs()?);
        nodes.extend(self.mobys()?);
        let name = format!("level{}", level.header.id);
        self.glb.scene(&name, &nodes, None)?;
        self.coarser_scenes("", coarser)?;
        let sky = self.sky()?;
        self.glb.scene("sky", sky.as_slice(), None)
    }

    /// Scenes of the terrain's coarser levels of detail.
    fn coarser_scenes(&mut self, prefix: &str, nodes: [Option<NodeId>; 2]) -> Result<()> {
        for ((_, name), node) in LODS.into_iter().skip(1).zip(nodes) {
            let name = format!("{prefix}terrain {name}");
            self.glb.scene(&name, node.as_slice(), None)?;
        }
        Ok(())
    }
}
