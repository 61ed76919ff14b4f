//! The whole level: what is asked for, what comes out, and the way between.

use std::fmt;

use glam::{Affine3A, Mat3, Quat, Vec3};
use serde_json::json;
use wonderwheel_commando::axes::columns_to_y_up;
use wonderwheel_commando::bounds::Columns;
use wonderwheel_commando::level::{ClassKind, Level};
use wonderwheel_ps2::error::Within;

use super::lights::Lights;
use super::look::{Looks, cutoff};
use super::terrain::LODS;
use super::textures::{kind_name, texel_alpha};
use crate::GENERATOR;
use crate::colour::{Alpha, GS_OPAQUE, Prelight};
use crate::error::{ExportError, Result};
use crate::glb::{Glb, GlbBuilder};
use crate::note::{Note, Notes};
use crate::scene::{MeshId, NodeId, Primitive, Transform, number, numbers};

/// What is exported of a level, and how.
#[derive(Clone, Copy)]
pub struct LevelOptions<'a> {
    /// The level itself: terrain, ties, shrubs, mobys, and the scenes of the terrain's coarser levels of detail and of the sky.
    pub level: bool,
    /// Scenes of the collision mesh.
    pub collision: bool,
    /// Which level of each texture; the last one stands for those that it does not have.
    pub mip: u32,
    /// The measure of the pictures' alpha.
    pub alpha: Alpha,
    /// Whether terrain, ties and shrubs have the colours that the level's lights give them; else textures are as they are.
    pub lit: bool,
    /// Light that is added to those colours, display-encoded, 0 to 1.
    pub ambient: [f32; 3],
    /// Which nodes are exported, by names such as `terrain/high`, `ties/1200/0`, `sky/0`, `collision`, `chunk0/terrain/low`; `None`
    /// for all.
    pub select: Option<&'a dyn Fn(&str) -> bool>,
}

impl Default for LevelOptions<'_> {
    /// Everything, lit, in the measures that other programs expect.
    fn default() -> Self {
        Self {
            level: true,
            collision: true,
            mip: 0,
            alpha: Alpha::default(),
            lit: true,
            ambient: [0.0; 3],
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
    /// Terrain patches, those of chunks too; each once.
    pub patches: usize,
    /// Ties, those without a mesh too, as the next two.
    pub ties: usize,
    /// Shrubs.
    pub shrubs: usize,
    /// Mobys.
    pub mobys: usize,
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

/// A class of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassName {
    /// Its kind.
    pub kind: ClassKind,
    /// Its number.
    pub number: i32,
}

impl fmt::Display for ClassName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", kind_name(self.kind.into()), self.number)
    }
}

/// Exports a level's file, `LEVEL<n>.WAD`. Notes call it by `name`. `progress` is told each part in a few words.
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
    progress("reading the level");
    let (level, faults) = Level::read_lenient(file)?;
    let mut context = Context::new(&level, name, options, progress);
    for fault in faults {
        context.note(fault);
    }
    if options.level {
        context.level_scenes()?;
    }
    if options.collision {
        context.collision_scene("", level.collision())?;
    }
    for (i, chunk) in level.chunks.iter().enumerate() {
        let Some(chunk) = chunk else { continue };
        let name = format!("chunk{i}");
        let prefix = format!("{name}/");
        let what = || name.clone();
        if options.level
            && let Some(block) = context.noted(chunk.decompress_tfrags().within(what))
        {
            let [high, coarser @ ..] = context.terrain(&prefix, &block)?;
            context.glb.scene(&name, high.as_slice(), None)?;
            context.coarser_scenes(&format!("{name} "), coarser)?;
        }
        if options.collision
            && let Some(block) = context.noted(chunk.decompress_collision().within(what))
        {
            context.collision_scene(&prefix, &block)?;
        }
    }
    context.finish()
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
    progress("reading the level");
    let (level, faults) = Level::read_lenient(file)?;
    let mut context = Context::new(&level, name, options, progress);
    for fault in faults {
        context.note(fault);
    }
    let entry = level
        .classes(class.kind)
        .find(|entry| entry.class == class.number);
    let Some(entry) = entry else {
        const SHOWN: usize = 24;
        let mut numbers: Vec<i32> = level.classes(class.kind).map(|entry| entry.class).collect();
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
    context.class_scenes(class, entry)?;
    context.finish()
}

/// Nodes of a file, at most: a few thousand is what levels need.
const MOST_NODES: usize = 1 << 18;
/// Colours of ties and shrubs beyond those of their classes, at most; each takes eight bytes.
const MOST_COLOURS: usize = 1 << 23;

/// What may still be made of the bytes of a level, which can name the same ones again and again.
#[derive(Debug)]
pub(super) struct Budget {
    texels: usize,
    /// Vertices and triangles of classes.
    corners: usize,
    colours: usize,
    nodes: usize,
}

impl Budget {
    fn of(level: &Level<'_>) -> Self {
        let bytes = level.core_data.len() + level.data.members.gs_ram.len();
        Self {
            // A texel of the largest level takes a byte, and its file may have it as a picture and in a chunk's.
            texels: 2 * bytes + (1 << 16),
            // A vertex takes twenty bytes and a triangle one, more or less.
            corners: bytes / 2 + (1 << 16),
            colours: MOST_COLOURS,
            nodes: MOST_NODES,
        }
    }

    pub fn take_texels(&mut self, count: usize) -> bool {
        take(&mut self.texels, count)
    }

    pub fn take_corners(&mut self, count: usize) -> bool {
        take(&mut self.corners, count)
    }

    pub fn take_colours(&mut self, count: usize) -> bool {
        take(&mut self.colours, count)
    }

    pub fn take_nodes(&mut self, count: usize) -> bool {
        take(&mut self.nodes, count)
    }
}

/// Takes so many, when there are so many; else there are none any more.
fn take(left: &mut usize, count: usize) -> bool {
    let rest = left.checked_sub(count);
    *left = rest.unwrap_or(0);
    rest.is_some()
}

/// What an export has with it on its way through the level.
pub(super) struct Context<'a> {
    pub level: &'a Level<'a>,
    file: &'a str,
    pub options: &'a LevelOptions<'a>,
    progress: &'a mut dyn FnMut(&str),
    pub glb: GlbBuilder,
    pub lights: Lights,
    pub looks: Looks,
    pub budget: Budget,
    pub counts: Counts,
    notes: Notes,
}

impl<'a> Context<'a> {
    fn new(
        level: &'a Level<'a>,
        file: &'a str,
        options: &'a LevelOptions<'a>,
        progress: &'a mut dyn FnMut(&str),
    ) -> Self {
        let (lights, missing) = Lights::of(level, options.ambient);
        let extras = json!({
            "level": level.header.id,
            "lit": options.lit,
            "prelight_scale": number(Prelight::default().scale()),
            "ambient": numbers(&options.ambient),
            "opaque_alpha": texel_alpha(options.alpha, GS_OPAQUE),
            "alpha_test": number(cutoff(options.alpha)),
        });
        let mut context = Self {
            level,
            file,
            options,
            progress,
            glb: GlbBuilder::new(GENERATOR, Some(extras)),
            lights,
            looks: Looks::default(),
            budget: Budget::of(level),
            counts: Counts::default(),
            notes: Notes::default(),
        };
        if options.lit && options.level {
            for (what, is_missing) in missing {
                context.notes.add(file, what, is_missing);
            }
        }
        context
    }

    /// Tells that something is wrong; the same thing once.
    pub fn note(&mut self, what: impl fmt::Display) {
        self.notes.add(self.file, what, false);
    }

    /// Notes what is not there.
    pub fn note_missing(&mut self, what: impl fmt::Display) {
        self.notes.add(self.file, what, true);
    }

    /// What was read or made; what went wrong is noted.
    pub fn noted<T, E: fmt::Display>(&mut self, made: Result<T, E>) -> Option<T> {
        made.map_err(|error| self.note(error)).ok()
    }

    /// Whether a node of that name is wanted.
    pub fn wants(&self, name: &str) -> bool {
        self.options.select.is_none_or(|select| select(name))
    }

    pub fn progress(&mut self, what: &str) {
        (self.progress)(what);
    }

    /// Adds a mesh and counts what is in it; one that glTF cannot have is noted.
    pub fn mesh(
        &mut self,
        name: &str,
        primitives: &[Primitive<'_>],
        extras: Option<serde_json::Value>,
    ) -> Option<MeshId> {
        let mesh = self.glb.mesh(name, primitives, extras);
        let mesh = self.noted(mesh)?;
        for primitive in primitives {
            self.counts.vertices += primitive.positions.len();
            self.counts.triangles += primitive.triangles();
        }
        Some(mesh)
    }

    /// Where an instance stands, of the columns of its matrix as the level has them. What glTF cannot say is told: a sheared one
    /// keeps the turn of its first axis, one of numbers that are none stands nowhere.
    pub fn place(&mut self, name: &str, columns: Columns) -> Option<Transform> {
        let [x, y, z, translation] =
            columns_to_y_up(columns).map(|[x, y, z, _]| Vec3::new(x, y, z));
        let matrix = Affine3A::from_mat3_translation(Mat3::from_cols(x, y, z), translation);
        if let Some(transform) = Transform::from_affine(matrix) {
            return Some(transform);
        }
        let lengths = Vec3::new(x.length(), y.length(), z.length());
        if !translation.is_finite() || !lengths.is_finite() {
            self.note(format!(
                "{name}: a matrix of numbers that are none: left out"
            ));
            return None;
        }
        self.note(format!(
            "{name}: a matrix that shears or flattens: stands without that"
        ));
        let first = x.normalize_or(Vec3::X);
        let second = (y - first * first.dot(y)).normalize_or(first.any_orthonormal_vector());
        let third = first.cross(second);
        let mirrored = third.dot(z) < 0.0;
        let rotation = Quat::from_mat3(&Mat3::from_cols(first, second, third)).normalize();
        Some(Transform {
            translation: translation.to_array(),
            rotation: rotation.to_array(),
            scale: [
                lengths.x,
                lengths.y,
                if mirrored { -lengths.z } else { lengths.z },
            ],
        })
    }

    /// The scenes of the level itself, the one to show first.
    fn level_scenes(&mut self) -> Result<()> {
        let level = self.level;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_once_too_much_leaves_nothing_for_the_next() {
        let mut left = 10;
        assert!(take(&mut left, 4) && take(&mut left, 6));
        assert!(take(&mut left, 0) && !take(&mut left, 1));
        let mut left = 3;
        assert!(!take(&mut left, 4) && !take(&mut left, 1));
    }

    #[test]
    fn a_class_is_told_by_kind_and_number() {
        let class = ClassName {
            kind: ClassKind::Moby,
            number: 500,
        };
        assert_eq!(class.to_string(), "moby 500");
    }
}
