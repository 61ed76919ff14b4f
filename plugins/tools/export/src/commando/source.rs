//! What an export of Going Commando needs beside the exporter's body: the level, its lights, and what was made of it.

use std::collections::BTreeMap;
use std::fmt;

use glam::{Affine3A, Mat3, Quat, Vec3};
use serde_json::{Value, json};
use wonderwheel_commando::axes::columns_to_y_up;
use wonderwheel_commando::bounds::Columns;
use wonderwheel_commando::level::Level;

use super::budget::Budget;
use super::lights::Lights;
use super::parts::Arrays;
use super::textures::{cutoff, texel_alpha};
use crate::colour::{AlphaUse, GS_OPAQUE};
use crate::error::Result;
use crate::exporter::Exporter;
use crate::options::LevelOptions;
use crate::scene::{ImageId, Node, NodeId, Transform, number, numbers};

/// The exporter of a level.
pub(super) type LevelExporter<'a> = Exporter<'a, Source<'a>>;

/// A level and what was made of it.
pub(super) struct Source<'a> {
    pub level: &'a Level<'a>,
    /// What notes call it.
    pub file: &'a str,
    pub lights: Lights,
    /// Every texture that was asked for, by owner and index. `None`: it cannot be decoded.
    pub pictures: BTreeMap<(&'static str, usize), Option<ExportedPicture>>,
    pub budget: Budget,
}

/// A picture of the file, and what its alpha is for.
#[derive(Debug, Clone)]
pub(super) struct ExportedPicture {
    pub image: ImageId,
    pub alpha: AlphaUse,
    pub extras: Value,
    pub levels: usize,
}

impl<'a> LevelExporter<'a> {
    pub fn of_level(
        level: &'a Level<'a>,
        file: &'a str,
        options: &'a LevelOptions<'a>,
        progress: &'a mut dyn FnMut(&str),
    ) -> Self {
        let prelight = &options.prelight;
        let (lights, missing) = Lights::of(level, prelight);
        let extras = json!({
            "level": level.header.id,
            "lit": options.lit,
            "prelight_scale": number(prelight.scale()),
            "ambient": numbers(&prelight.ambient),
            "opaque_alpha": texel_alpha(options.alpha, GS_OPAQUE),
            "alpha_test": number(cutoff(options.alpha)),
        });
        let source = Source {
            level,
            file,
            lights,
            pictures: BTreeMap::new(),
            budget: Budget::of(level),
        };
        let mut exporter = Self::new(source, options, progress, extras);
        if options.lit && options.level {
            for (what, is_missing) in missing {
                exporter.notes.add(file, what, is_missing);
            }
        }
        exporter
    }

    /// Notes that something is wrong; the same thing once.
    pub fn note(&mut self, what: impl fmt::Display) {
        self.notes.wrong(self.game.file, what);
    }

    /// Notes what is not there.
    pub fn note_missing(&mut self, what: impl fmt::Display) {
        self.notes.missing(self.game.file, what);
    }

    /// What was read or made; what went wrong is noted.
    pub fn noted<T, E: fmt::Display>(&mut self, made: Result<T, E>) -> Option<T> {
        self.noted_in(self.game.file, made)
    }

    /// Adds a node that shows a mesh of these arrays; none when there are none, or when glTF cannot have it.
    ///
    /// # Errors
    /// None but those of nodes with numbers that files cannot have.
    pub fn arrays_node(&mut self, node: Node, arrays: &[Arrays]) -> Result<Option<NodeId>> {
        let primitives: Vec<_> = arrays.iter().map(Arrays::primitive).collect();
        self.mesh_node(self.game.file, node, &primitives)
    }

    /// Where an instance stands, of the columns of its matrix as the level has them. What glTF cannot say is noted: a sheared one
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
}
