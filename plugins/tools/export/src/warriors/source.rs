//! What an export of The Warriors needs beside the exporter's body: where files come from, and what was read of them.

use std::collections::BTreeMap;

use serde_json::json;
use wonderwheel_warriors::names::WorldSlot;
use wonderwheel_warriors::world_stream::WorldStream;

use super::files::LevelFiles;
use crate::colour::{AlphaUse, GS_ALPHA_TEST, GS_OPAQUE, PrelightTable};
use crate::exporter::Exporter;
use crate::options::LevelOptions;
use crate::scene::{TextureId, number, numbers};

/// The exporter of a level.
pub(super) type LevelExporter<'a> = Exporter<'a, Source<'a>>;

/// Files and what was found in them.
pub(super) struct Source<'a> {
    pub files: &'a dyn LevelFiles,
    pub table: PrelightTable,
    /// Every texture that was asked for, by file and lower-case name. `None`: it cannot be decoded.
    pub looks: BTreeMap<(String, String), Option<Look>>,
    /// The part files of the level, in order.
    pub part_files: Vec<String>,
    /// Which part file brings each texture; made when the first one is missed.
    pub in_parts: Option<BTreeMap<String, String>>,
}

/// A texture as materials use it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub texture: TextureId,
    pub alpha: AlphaUse,
}

/// A streamed world that could be read.
pub(super) struct WorldSource {
    pub slot: WorldSlot,
    pub name: String,
    pub file: String,
    pub stream: WorldStream,
}

impl<'a> LevelExporter<'a> {
    pub fn of_level(
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
            "opaque_alpha": options.alpha.of(GS_OPAQUE),
            "alpha_test": options.alpha.of(GS_ALPHA_TEST),
        });
        let source = Source {
            files,
            table: prelight.table(),
            looks: BTreeMap::new(),
            part_files: Vec::new(),
            in_parts: None,
        };
        Self::new(source, options, progress, extras)
    }

    /// A file's bytes; what is wrong with it is noted.
    pub fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        self.progress(name);
        let bytes = self.game.files.read(name);
        self.noted_in(name, bytes)
    }
}
