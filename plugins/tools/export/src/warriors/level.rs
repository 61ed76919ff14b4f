//! The whole level: what is asked for, what comes out, and the way between.

use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::names::{self, WorldSlot};
use wonderwheel_warriors::world_stream::WorldStream;

use super::files::LevelFiles;
use super::source::{LevelExporter, WorldSource};
use crate::error::{ExportError, Result};
use crate::exporter::Exported;
use crate::options::LevelOptions;

/// Exports a level, or a streamed world by its own name. `progress` gets each file in a few words.
///
/// # Errors
/// `NoSuchLevel` when there is neither a level file nor a world stream of that name, `Limit` when the file would be larger
/// than glTF allows. Whatever is wrong with a part of the level is in [`Exported::notes`].
pub fn export_level(
    files: &dyn LevelFiles,
    level: &str,
    options: &LevelOptions<'_>,
    progress: &mut dyn FnMut(&str),
) -> Result<Exported> {
    let level = level.to_ascii_lowercase();
    let level_file = names::level_file(&level);
    let worlds = names::worlds_of(&level, |name| files.exists(name));
    let has_level_file = files.exists(&level_file);
    if worlds.is_empty() && !has_level_file {
        return Err(ExportError::NoSuchLevel { level });
    }
    let mut exporter = LevelExporter::of_level(files, options, progress, &level);
    let lev = if has_level_file {
        exporter.level_file(&level_file)
    } else {
        exporter.notes.missing(
            &level_file,
            "there is no such file: no background, glow, collision or paths",
        );
        None
    };
    if options.level {
        let streams = exporter.world_streams(worlds);
        exporter.level_scene(&level, &streams, lev.as_ref())?;
    }
    if let Some(lev) = &lev {
        if options.collision {
            exporter.collision(&level_file, lev)?;
        }
        if options.paths {
            exporter.paths(&level_file, lev)?;
        }
    }
    exporter.finish()
}

impl LevelExporter<'_> {
    fn level_file(&mut self, name: &str) -> Option<LevelFile> {
        let bytes = self.read(name)?;
        let (level, noted) = self.noted_in(name, LevelFile::read_forced(&bytes))?;
        for fault in noted {
            self.notes.wrong(name, fault);
        }
        Some(level)
    }

    fn world_streams(&mut self, worlds: Vec<(WorldSlot, String)>) -> Vec<WorldSource> {
        let mut read = Vec::new();
        for (slot, name) in worlds {
            let file = names::world_stream(&name);
            let bytes = self.read(&file);
            let stream = bytes.and_then(|bytes| self.noted_in(&file, WorldStream::read(&bytes)));
            read.extend(stream.map(|stream| WorldSource {
                slot,
                name,
                file,
                stream,
            }));
        }
        let parts = read.iter().flat_map(|world| {
            (1..=world.stream.part_count).map(|number| names::part(&world.name, number))
        });
        self.game.part_files = parts.collect();
        read
    }

    fn level_scene(
        &mut self,
        level: &str,
        worlds: &[WorldSource],
        lev: Option<&LevelFile>,
    ) -> Result<()> {
        let mut nodes = Vec::new();
        for world in worlds {
            nodes.extend(self.world(world, worlds)?);
        }
        if let Some(lev) = lev {
            nodes.extend(self.background(&names::level_file(level), lev, worlds)?);
            nodes.extend(self.glow(&names::level_file(level), lev)?);
        }
        nodes.extend(self.objects(level)?);
        self.glb.scene(level, &nodes, None)
    }
}
