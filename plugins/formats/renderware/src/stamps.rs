//! The library stamps of a whole stream, kept so that a stream of another RenderWare is written back as it was.
//!
//! Objects do not remember the stamp of every header that they were read from. Instead the stream's own top object keeps
//! them all, in stream order and run by run, and puts them into the headers again after it is written. Sections that
//! are not interpreted keep their stamps themselves ([`RawSection`](crate::section::RawSection)) and do not count here.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::limits::{self, Limits};
use wonderwheel_ps2::steps;

use crate::extension::of;
use crate::geometry::format;
use crate::section::header::SectionHeader;
use crate::section::id;
use crate::stamp::STAMP;

/// The stamps of a stream. The default is the disc's own stamp, [`STAMP`], in every header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stamps(Vec<Run>);

/// Headers in a row with the same stamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    stamp: u32,
    headers: u32,
}

impl Stamps {
    /// Most changes of the stamp in one stream, unless its limits say otherwise ([`Limits::stamp_changes`]). Even a
    /// stream glued together from many has few.
    pub const MAX_RUNS: u64 = Limits::DEFAULT.stamp_changes as u64;

    /// The same stamp in every header.
    pub fn uniform(stamp: u32) -> Self {
        if stamp == STAMP {
            return Self::default();
        }
        Self(vec![Run {
            stamp,
            headers: u32::MAX,
        }])
    }

    /// The different stamps, each once, in the order of their first header.
    pub fn distinct(&self) -> Vec<u32> {
        if self.0.is_empty() {
            return vec![STAMP];
        }
        let mut stamps = Vec::new();
        for run in &self.0 {
            // Streams have one or two stamps; a hostile one stops being searched at sixteen.
            if stamps.len() < 16 && !stamps.contains(&run.stamp) {
                stamps.push(run.stamp);
            }
        }
        stamps
    }

    /// The stamps of the section that begins with `header` and holds `payload`.
    pub(crate) fn read(header: &SectionHeader, payload: &Cursor<'_>) -> Result<Self> {
        let bytes = payload.rest();
        let all = || {
            let mut walker = Walker::inside(header.id, bytes, 0);
            let inner = std::iter::from_fn(move || walker.next(bytes))
                .map(|at| word(bytes, at + 8).unwrap_or(STAMP));
            std::iter::once(header.stamp).chain(inner)
        };
        let mut changes = 0;
        let mut last = header.stamp;
        for stamp in all() {
            changes += u64::from(stamp != last);
            last = stamp;
        }
        if changes == 0 {
            return Ok(Self::uniform(last));
        }
        limits::check(
            "changes of the library stamp",
            changes + 1,
            u64::from(payload.limits().stamp_changes),
            payload.offset(),
        )?;
        let mut runs: Vec<Run> = Vec::with_capacity(changes as usize + 1);
        for stamp in all() {
            match runs.last_mut() {
                Some(run) if run.stamp == stamp => run.headers += 1,
                _ => runs.push(Run { stamp, headers: 1 }),
            }
        }
        Ok(Self(runs))
    }

    /// Puts the stamps into the headers of the section that was written at `start`. When it has more or fewer headers
    /// than the stream it was read from, it is not known which header is which: then all take the first stamp.
    pub(crate) fn apply(&self, out: &mut [u8], start: usize) {
        let Some(first) = self.0.first() else {
            return;
        };
        let Some(section) = word(out, start) else {
            return;
        };
        let walk = |out: &[u8]| Walker::inside(section, out, start + SectionHeader::BYTES);
        let mut headers = 1u64;
        let mut counting = walk(out);
        while counting.next(out).is_some() {
            headers += 1;
        }
        let kept: u64 = self.0.iter().map(|run| u64::from(run.headers)).sum();
        let mut stamps = self
            .0
            .iter()
            .filter(|_| kept == headers)
            .flat_map(|run| std::iter::repeat_n(run.stamp, run.headers as usize));
        let mut put = |out: &mut [u8], at: usize| {
            let stamp = stamps.next().unwrap_or(first.stamp);
            if let Some(field) = out.get_mut(at + 8..at + 12) {
                field.copy_from_slice(&stamp.to_le_bytes());
            }
        };
        let mut walker = walk(out);
        put(out, start);
        while let Some(at) = walker.next(out) {
            put(out, at);
        }
    }
}

/// Walks the headers of a stream that this crate's objects write: everything but uninterpreted plugins.
struct Walker {
    open: Vec<Level>,
}

/// A section whose children are being walked.
#[derive(Clone, Copy)]
struct Level {
    at: usize,
    end: usize,
    kind: Kind,
    /// Whether the section is (or belongs to) a PS2-native geometry.
    native: bool,
}

#[derive(Clone, Copy)]
enum Kind {
    /// Children of the section of that id.
    Children(u32),
    /// The plugins of an object of that id. Bits of the known ones that have been met.
    Extension(u32, u8),
    /// A lone header whose size means nothing: the struct inside native data.
    Header,
}

impl Walker {
    /// The headers inside a section `parent` whose payload runs from `at` to the end of `bytes`.
    fn inside(parent: u32, bytes: &[u8], at: usize) -> Self {
        Self {
            open: vec![Level {
                at,
                end: bytes.len(),
                kind: Kind::Children(parent),
                native: false,
            }],
        }
    }

    /// Where the next header stands.
    fn next(&mut self, bytes: &[u8]) -> Option<usize> {
        loop {
            steps::count(1);
            let level = self.open.last_mut()?;
            let at = level.at;
            if at + SectionHeader::BYTES > level.end {
                self.open.pop();
                continue;
            }
            let section = word(bytes, at)?;
            let size = word(bytes, at + 4)? as usize;
            let start = at + SectionHeader::BYTES;
            let end = start.saturating_add(size).min(level.end);
            level.at = end;
            let native = level.native;
            match &mut level.kind {
                Kind::Header => {
                    self.open.pop();
                    return Some(at);
                }
                Kind::Children(parent) => {
                    let parent = *parent;
                    self.enter(bytes, parent, section, start..end, native);
                    return Some(at);
                }
                Kind::Extension(owner, met) => {
                    let owner = *owner;
                    let known = plugins_of(owner).iter().position(|&id| id == section);
                    let is_kept_raw =
                        section == id::NATIVE_DATA && owner == id::GEOMETRY && !native;
                    let Some(bit) = known.map(|place| 1 << place).filter(|_| !is_kept_raw) else {
                        continue;
                    };
                    if *met & bit != 0 {
                        continue;
                    }
                    *met |= bit;
                    self.enter_plugin(bytes, owner, section, start..end);
                    return Some(at);
                }
            }
        }
    }

    /// Opens the section's children, when it has some.
    fn enter(
        &mut self,
        bytes: &[u8],
        parent: u32,
        section: u32,
        payload: std::ops::Range<usize>,
        native: bool,
    ) {
        let (kind, native) = match section {
            id::EXTENSION => (Kind::Extension(parent, 0), native),
            // A native texture has two structs: its own fields, and the raster's, which holds two more.
            id::STRUCT if parent == id::NATIVE_TEXTURE && payload.len() > 8 => {
                (Kind::Children(id::STRUCT), false)
            }
            id::GEOMETRY => {
                // The format word is the first one of the geometry's struct.
                let bits = word(bytes, payload.start + SectionHeader::BYTES).unwrap_or(0);
                (Kind::Children(section), bits & format::NATIVE != 0)
            }
            id::TEXTURE
            | id::MATERIAL
            | id::MATERIAL_LIST
            | id::ATOMIC_SECTOR
            | id::PLANE_SECTOR
            | id::WORLD
            | id::FRAME_LIST
            | id::CLUMP
            | id::ATOMIC
            | id::NATIVE_TEXTURE
            | id::TEXTURE_DICTIONARY
            | id::GEOMETRY_LIST => (Kind::Children(section), false),
            _ => return,
        };
        self.open.push(Level {
            at: payload.start,
            end: payload.end,
            kind,
            native,
        });
    }

    /// Opens the headers inside a plugin's payload.
    fn enter_plugin(
        &mut self,
        bytes: &[u8],
        owner: u32,
        section: u32,
        payload: std::ops::Range<usize>,
    ) {
        match section {
            id::NATIVE_DATA => self.open.push(Level {
                at: payload.start,
                end: payload.end,
                kind: Kind::Header,
                native: true,
            }),
            id::MATFX if owner == id::MATERIAL => {
                let references = effect_references(bytes, payload);
                let levels = references.into_iter().flatten().map(|(at, end)| Level {
                    at,
                    end,
                    kind: Kind::Children(id::MATFX),
                    native: false,
                });
                // The last one pushed is walked first.
                self.open.extend(levels.rev());
            }
            _ => {}
        }
    }
}

/// Where the texture references of a material effect stand, in stream order. Source: spec/renderware.md 8.1.
fn effect_references(bytes: &[u8], payload: std::ops::Range<usize>) -> [Option<(usize, usize)>; 4] {
    let mut found = [None; 4];
    let mut free = found.iter_mut();
    let mut at = payload.start + 4;
    for _ in 0..2 {
        // Words before the first flag, and how many flags the slot has.
        let (words, references) = match word(bytes, at) {
            Some(1) => (1, 2),
            Some(2) => (2, 1),
            Some(4) => (2, 1),
            Some(_) => (0, 0),
            None => break,
        };
        at += 4 + 4 * words;
        for _ in 0..references {
            let is_there = word(bytes, at).unwrap_or(0) != 0;
            at += 4;
            let (true, Some(size)) = (is_there, word(bytes, at + 4)) else {
                continue;
            };
            let end = (at + SectionHeader::BYTES).saturating_add(size as usize);
            if end > payload.end {
                return found;
            }
            if let Some(place) = free.next() {
                *place = Some((at, end));
            }
            at = end;
        }
    }
    found
}

fn plugins_of(owner: u32) -> &'static [u32] {
    match owner {
        id::TEXTURE | id::NATIVE_TEXTURE => of::TEXTURE,
        id::MATERIAL => of::MATERIAL,
        id::FRAME_LIST => of::FRAME,
        id::GEOMETRY => of::GEOMETRY,
        id::ATOMIC => of::ATOMIC,
        id::ATOMIC_SECTOR => of::ATOMIC_SECTOR,
        id::WORLD => of::WORLD,
        _ => of::NOTHING,
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    bytes.first_chunk().copied().map(u32::from_le_bytes)
}
