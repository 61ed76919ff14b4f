//! The exporter's body, which both games share: the file in the making, its notes and counts, what is selected, progress.

use std::fmt;

use serde_json::Value;

use crate::GENERATOR;
use crate::error::Result;
use crate::glb::{Glb, GlbBuilder};
use crate::note::{Note, Notes};
use crate::options::LevelOptions;
use crate::scene::{MeshId, Node, NodeId, Primitive};

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

/// What an exported level holds; 0 of what its game does not have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// The Warriors: streamed sectors with a mesh.
    pub sectors: usize,
    /// The Warriors: objects, those without a model too.
    pub objects: usize,
    /// Going Commando: terrain patches, those of chunks too; each once.
    pub patches: usize,
    /// Going Commando: ties, those without a mesh too, as the next two.
    pub ties: usize,
    /// Going Commando: shrubs.
    pub shrubs: usize,
    /// Going Commando: mobys.
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

/// What an export has with it on its way through a level; `game` is what only that game's limbs need.
pub(crate) struct Exporter<'a, G> {
    pub game: G,
    pub options: &'a LevelOptions<'a>,
    pub glb: GlbBuilder,
    pub notes: Notes,
    pub counts: Counts,
    progress: &'a mut dyn FnMut(&str),
}

impl<'a, G> Exporter<'a, G> {
    /// An exporter of a file with these extras.
    pub fn new(
        game: G,
        options: &'a LevelOptions<'a>,
        progress: &'a mut dyn FnMut(&str),
        extras: Value,
    ) -> Self {
        Self {
            game,
            options,
            glb: GlbBuilder::new(GENERATOR, Some(extras)),
            notes: Notes::default(),
            counts: Counts::default(),
            progress,
        }
    }

    /// Whether a node of that name is wanted.
    pub fn wants(&self, name: &str) -> bool {
        self.options.select.is_none_or(|select| select(name))
    }

    /// Says what comes next.
    pub fn progress(&mut self, what: &str) {
        (self.progress)(what);
    }

    /// Adds a mesh, and counts what is in it.
    ///
    /// # Errors
    /// As [`GlbBuilder::mesh`].
    pub fn mesh(
        &mut self,
        name: &str,
        primitives: &[Primitive<'_>],
        extras: Option<Value>,
    ) -> Result<MeshId> {
        let mesh = self.glb.mesh(name, primitives, extras)?;
        for primitive in primitives {
            self.counts.vertices += primitive.positions.len();
            self.counts.triangles += primitive.triangles();
        }
        Ok(mesh)
    }

    /// Adds a node that shows a mesh of its own name; none when there is nothing to show. A mesh that glTF cannot have is noted
    /// with the file that it is of.
    ///
    /// # Errors
    /// As [`GlbBuilder::node`].
    pub fn mesh_node(
        &mut self,
        file: &str,
        node: Node,
        primitives: &[Primitive<'_>],
    ) -> Result<Option<NodeId>> {
        if primitives.is_empty() {
            return Ok(None);
        }
        let mesh = self.mesh(&node.name, primitives, None);
        let mesh = self.noted_in(file, mesh);
        mesh.map(|mesh| {
            self.glb.node(&Node {
                mesh: Some(mesh),
                ..node
            })
        })
        .transpose()
    }

    /// What was read or made; what went wrong is noted with the file that it is of.
    pub fn noted_in<T, E: fmt::Display>(&mut self, file: &str, made: Result<T, E>) -> Option<T> {
        made.map_err(|error| self.notes.wrong(file, error)).ok()
    }

    /// The file.
    ///
    /// # Errors
    /// As [`GlbBuilder::finish`].
    pub fn finish(self) -> Result<Exported> {
        let [scenes, nodes, meshes, materials, images] = self.glb.counts();
        Ok(Exported {
            glb: self.glb.finish()?,
            counts: Counts {
                scenes,
                nodes,
                meshes,
                materials,
                images,
                ..self.counts
            },
            notes: self.notes.into_list(),
        })
    }
}
