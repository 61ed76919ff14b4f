//! The whole level: what is asked for, what comes out, and the way between.

use std::fmt;

use serde_json::json;
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::names::{self, WorldSlot};
use wonderwheel_warriors::world_stream::WorldStream;

use super::files::LevelFiles;
use super::look::Looks;
use crate::GENERATOR;
use crate::colour::{Alpha, GS_ALPHA_TEST, Prelight, PrelightTable};
use crate::error::{ExportError, Result};
use crate::glb::{Glb, GlbBuilder};
use crate::note::{Note, Notes};
use crate::scene::{MeshId, Primitive, number, numbers};

/// What is exported of a level, and how.
#[derive(Clone, Copy)]
pub struct LevelOptions<'a> {
    /// The level itself: worlds, background, glow, objects.
    pub level: bool,
    /// A scene of the collision mesh.
    pub collision: bool,
    /// A scene of the path data.
    pub paths: bool,
    /// Which level of each texture; the last one stands for those that it does not have.
    pub mip: u32,
    /// The measure of the pictures' alpha.
    pub alpha: Alpha,
    /// What becomes of vertex colours.
    pub prelight: Prelight,
    /// Which nodes are exported, by names such as `level2s/12`, `background/sky`, `glow`, `objects/dyn_crate`, `collision`,
    /// `paths`; `None` for all.
    pub select: Option<&'a dyn Fn(&str) -> bool>,
}

impl Default for LevelOptions<'_> {
    /// Everything, in the measures that other programs expect.
    fn default() -> Self {
        Self {
            level: true,
            collision: true,
            paths: true,
            mip: 0,
            alpha: Alpha::default(),
            prelight: Prelight::default(),
            select: None,
        }
    }
}

/// An exported level.
#[derive(Debug, Clone)]
pub struct Exported {
    /// The file.
    pub glb: Glb,
    /// What is in it.
    pub counts: Counts,
    /// What is not in it, and why.
    pub notes: Vec<Note>,
}

/// What an exported level holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Streamed sectors with a mesh.
    pub sectors: usize,
    /// Objects, those without a model too.
    pub objects: usize,
    /// Vertices of all meshes.
    pub vertices: usize,
    /// Triangles of all meshes.
    pub triangles: usize,
    /// glTF scenes.
    pub scenes: usize,
    /// glTF nodes.
    pub nodes: usize,
    /// glTF meshes; several nodes can show one.
    pub meshes: usize,
    /// glTF materials.
    pub materials: usize,
    /// Pictures.
    pub images: usize,
}

/// Exports a level, or a streamed world by its own name. `progress` is told each file in a few words.
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
    let mut context = Context::new(files, options, progress, &level);
    let lev = if has_level_file {
        context.level_file(&level_file)
    } else {
        context.note_missing(
            &level_file,
            "there is no such file: no background, glow, collision or paths",
        );
        None
    };
    if options.level {
        let streams = context.world_streams(worlds);
        context.level_scene(&level, &streams, lev.as_ref())?;
    }
    if let Some(lev) = &lev {
        if options.collision {
            context.collision(&level_file, lev)?;
        }
        if options.paths {
            context.paths(&level_file, lev)?;
        }
    }
    context.finish()
}

/// A streamed world that could be read.
pub(super) struct World {
    pub slot: WorldSlot,
    pub name: String,
    pub file: String,
    pub stream: WorldStream,
}

/// What an export has with it on its way through the files.
pub(super) struct Context<'a> {
    pub files: &'a dyn LevelFiles,
    pub options: &'a LevelOptions<'a>,
    pub progress: &'a mut dyn FnMut(&str),
    pub table: PrelightTable,
    pub glb: GlbBuilder,
    pub looks: Looks,
    pub counts: Counts,
    notes: Notes,
}

impl<'a> Context<'a> {
    fn new(
        files: &'a dyn LevelFiles,
        options: &'a LevelOptions<'a>,
        progress: &'a mut dyn FnMut(&str),
        level: &str,
    ) -> Self {
        let prelight = &options.prelight;
        let extras = json!({
            "level": level,
            "prelight_scale": number(prelight.scale()),
            "ambient": numbers(&prelight.ambient),
            "opaque_alpha": options.alpha.of(crate::colour::GS_OPAQUE),
            "alpha_test": options.alpha.of(GS_ALPHA_TEST),
        });
        Self {
            files,
            options,
            progress,
            table: prelight.table(),
            glb: GlbBuilder::new(GENERATOR, Some(extras)),
            looks: Looks::default(),
            counts: Counts::default(),
            notes: Notes::default(),
        }
    }

    /// Tells that something is wrong with a file; the same thing once.
    pub fn note(&mut self, file: &str, what: impl fmt::Display) {
        self.notes.add(file, what, false);
    }

    /// Notes what is not there.
    pub fn note_missing(&mut self, file: &str, what: impl fmt::Display) {
        self.notes.add(file, what, true);
    }

    /// Whether a node of that name is wanted.
    pub fn wants(&self, name: &str) -> bool {
        self.options.select.is_none_or(|select| select(name))
    }

    /// A file's bytes; what is wrong with it is told.
    pub fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        (self.progress)(name);
        match self.files.read(name) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                self.note(name, error);
                None
            }
        }
    }

    /// Adds a mesh, and counts what is in it.
    ///
    /// # Errors
    /// As [`GlbBuilder::mesh`].
    pub fn mesh(
        &mut self,
        name: &str,
        primitives: &[Primitive<'_>],
        extras: Option<serde_json::Value>,
    ) -> Result<MeshId> {
        let mesh = self.glb.mesh(name, primitives, extras)?;
        for primitive in primitives {
            self.counts.vertices += primitive.positions.len();
            self.counts.triangles += primitive.triangles();
        }
        Ok(mesh)
    }

    fn level_file(&mut self, name: &str) -> Option<LevelFile> {
        let bytes = self.read(name)?;
        match LevelFile::read_forced(&bytes) {
            Ok((level, noted)) => {
                for fault in noted {
                    self.note(name, fault);
                }
                Some(level)
            }
            Err(error) => {
                self.note(name, error);
                None
            }
        }
    }

    fn world_streams(&mut self, worlds: Vec<(WorldSlot, String)>) -> Vec<World> {
        let mut read = Vec::new();
        for (slot, name) in worlds {
            let file = names::world_stream(&name);
            let Some(bytes) = self.read(&file) else {
                continue;
            };
            match WorldStream::read(&bytes) {
                Ok(stream) => read.push(World {
                    slot,
                    name,
                    file,
                    stream,
                }),
                Err(error) => self.note(&file, error),
            }
        }
        let parts = read.iter().flat_map(|world| {
            (1..=world.stream.part_count).map(|number| names::part(&world.name, number))
        });
        self.looks.part_files = parts.collect();
        read
    }

    fn level_scene(
        &mut self,
        level: &str,
        worlds: &[World],
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

    fn finish(mut self) -> Result<Exported> {
        let [scenes, nodes, meshes, materials, images] = self.glb.counts();
        self.counts = Counts {
            scenes,
            nodes,
            meshes,
            materials,
            images,
            ..self.counts
        };
        Ok(Exported {
            glb: self.glb.finish()?,
            counts: self.counts,
            notes: self.notes.into_list(),
        })
    }
}
