//! Where the things in the core data begin and end.

use std::ops::Range;

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use super::class_entry::ClassEntry;
use super::hero::find_hero_sequence;
use super::index::CoreIndex;

/// The regions of a level's decompressed core data. A region that is absent is empty. Regions end where the next thing
/// begins, so zeros may follow what is in them. Source: spec/commando-container.md 6.1, 9.2.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Regions {
    /// The terrain block.
    pub tfrags: Range<usize>,
    /// The occlusion grid.
    pub occlusion: Range<usize>,
    /// The sky.
    pub sky: Range<usize>,
    /// The collision mesh.
    pub collision: Range<usize>,
    /// Large mip levels of the textures.
    pub textures: Range<usize>,
    /// What follows the last class: the hero's animations. Empty when nothing shows where they begin.
    pub hero_sequences: Range<usize>,
    /// What showed where the hero's animations begin.
    pub hero_bound: HeroBound,
    /// Every known begin, in rising order, and the end of all.
    boundaries: Vec<usize>,
}

/// What the end of the last class is known by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum HeroBound {
    /// Nothing: the last class ends with the data.
    #[default]
    None,
    /// The hero's table has an entry behind the last class.
    Table(usize),
    /// Only the header's word at 0x7C lies behind the last class.
    SceneViewSize(usize),
    /// Only an animation's header was found by what it looks like.
    Signature(usize),
}

impl HeroBound {
    /// The place.
    pub fn place(self) -> Option<usize> {
        match self {
            Self::None => None,
            Self::Table(at) | Self::SceneViewSize(at) | Self::Signature(at) => Some(at),
        }
    }
}

impl Regions {
    /// Finds the regions.
    ///
    /// # Errors
    /// `Malformed` when the data has another length than the index says, a place lies outside it, or terrain, occlusion, sky,
    /// collision and textures do not stand in this order.
    pub fn find(index: &CoreIndex, core_data: &[u8]) -> Result<Self> {
        Self::find_regions(index, core_data).within(|| "core regions")
    }

    fn find_regions(index: &CoreIndex, core_data: &[u8]) -> Result<Self> {
        let (header, length) = (&index.header, core_data.len());
        if usize::try_from(header.assets_decompressed_size) != Ok(length) {
            let expected = format!("{} bytes of core data", header.assets_decompressed_size);
            return Err(FormatError::malformed(0x8C, expected, length));
        }
        check_order(index, length)?;
        let mut boundaries = known_places(index, length)?;
        let last_class = last_class(index);
        // What lies before the textures' end is no end of classes.
        let behind = last_class.max(usize::try_from(header.textures_base).unwrap_or_default());
        let hero_bound = hero_bound(index, core_data, behind);
        boundaries.extend(hero_bound.place());
        boundaries.push(length);
        boundaries.sort_unstable();
        boundaries.dedup();
        let mut regions = Self {
            tfrags: 0..0,
            occlusion: 0..0,
            sky: 0..0,
            collision: 0..0,
            textures: 0..0,
            hero_sequences: hero_bound.place().map_or(0..0, |start| start..length),
            hero_bound,
            boundaries,
        };
        let place = |offset: i32| match usize::try_from(offset) {
            Ok(0) | Err(_) => 0..0,
            Ok(start) => regions.from(start),
        };
        let [occlusion, sky, collision, textures] = [
            place(header.occlusion),
            place(header.sky),
            place(header.collision),
            place(header.textures_base),
        ];
        // Streaming leaves nothing between the terrain and the next of the three.
        let first = [&occlusion, &sky, &collision]
            .into_iter()
            .find(|region| !region.is_empty());
        let tfrags = usize::try_from(header.tfrags).unwrap_or_default();
        regions.tfrags = match first {
            Some(next) => tfrags..next.start,
            None => regions.from(tfrags),
        };
        (regions.occlusion, regions.sky) = (occlusion, sky);
        (regions.collision, regions.textures) = (collision, textures);
        Ok(regions)
    }

    /// The bytes from a known begin to the next one.
    pub fn from(&self, start: usize) -> Range<usize> {
        let next = self
            .boundaries
            .partition_point(|boundary| *boundary <= start);
        start..self.boundaries.get(next).copied().unwrap_or(start)
    }

    /// Reports where the three ways to find the end of the classes disagree (`core-hero-bound`): the hero's table, the word at
    /// 0x7C, the look of the data. Reports places outside the data that reading passes over (`core-place-outside`).
    pub fn validate(&self, index: &CoreIndex, core_data: &[u8], findings: &mut Findings) {
        let length = core_data.len();
        for offset in less_sure(index).filter(|offset| place_in(*offset, length).is_none()) {
            let message = format!(
                "expected a place inside {length:#x} bytes of core data, found {offset:#x}"
            );
            findings.report("core-place-outside", message);
        }
        let HeroBound::Table(table) = self.hero_bound else {
            return;
        };
        let last_class = last_class(index);
        let signature = find_hero_sequence(core_data, last_class);
        for (what, place) in [
            ("the first animation's look", signature),
            (
                "the word at 0x7c",
                scene_view_size(index, last_class, core_data.len()),
            ),
        ] {
            findings.expect(
                place.is_none_or(|place| place == table),
                "core-hero-bound",
                || {
                    format!(
                        "expected {what} at {table:#x}, found it at {:#x}",
                        place.unwrap_or_default()
                    )
                },
            );
        }
    }
}

/// Terrain before occlusion before sky before collision before textures, where there is one; on all 27 levels.
fn check_order(index: &CoreIndex, length: usize) -> Result<()> {
    let header = &index.header;
    let mut before = i64::from(header.tfrags);
    if before < 0 {
        return Err(FormatError::malformed(8, "a place", before).within("tfrags"));
    }
    for (name, field, offset) in [
        ("occlusion", 0x0C, header.occlusion),
        ("sky", 0x10, header.sky),
        ("collision", 0x14, header.collision),
        ("textures", 0x60, header.textures_base),
    ] {
        let offset = i64::from(offset);
        if offset == 0 {
            continue;
        }
        if offset <= before || offset > length as i64 {
            let expected = format!("a place behind {before:#x} and up to {length:#x}");
            let error = FormatError::malformed(field, expected, format!("{offset:#x}"));
            return Err(error.within(name));
        }
        before = offset;
    }
    Ok(())
}

fn classes(index: &CoreIndex) -> impl Iterator<Item = &ClassEntry> {
    let tables = &index.tables;
    let shrubs = tables.shrub_classes.iter().map(|entry| &entry.class);
    let others = tables.moby_classes.iter().chain(&tables.tie_classes);
    others.chain(shrubs)
}

/// Where the last class with geometry begins.
fn last_class(index: &CoreIndex) -> usize {
    let places = classes(index).filter_map(ClassEntry::geometry);
    places.max().unwrap_or_default()
}

/// Everything that is known to begin somewhere, but for the word at 0x7C.
fn known_places(index: &CoreIndex, length: usize) -> Result<Vec<usize>> {
    let header = &index.header;
    let regions = [
        header.tfrags,
        header.occlusion,
        header.sky,
        header.collision,
        header.textures_base,
    ];
    let sure = regions
        .into_iter()
        .chain(classes(index).map(|class| class.offset));
    let mut places = Vec::new();
    for offset in sure.filter(|offset| *offset != 0) {
        let place = place_in(offset, length).ok_or_else(|| {
            let expected = format!("a place inside {length:#x} bytes of core data");
            FormatError::malformed(0, expected, format!("{offset:#x}"))
        })?;
        places.push(place);
    }
    places.extend(less_sure(index).filter_map(|offset| place_in(offset, length)));
    Ok(places)
}

/// Places that no measurement has confirmed: those outside the data are passed over.
fn less_sure(index: &CoreIndex) -> impl Iterator<Item = i32> {
    let header = &index.header;
    let single = [
        header.particle_bank,
        header.effect_bank,
        header.occlusion_octants,
    ];
    let sequences = index.tables.hero_sequences.iter().copied();
    single
        .into_iter()
        .chain(sequences)
        .filter(|offset| *offset != 0)
}

fn place_in(offset: i32, length: usize) -> Option<usize> {
    usize::try_from(offset)
        .ok()
        .filter(|place| *place <= length)
}

fn hero_bound(index: &CoreIndex, core_data: &[u8], last_class: usize) -> HeroBound {
    let sequences = index.tables.hero_sequences.iter();
    let sequences = sequences.filter_map(|offset| place_in(*offset, core_data.len()));
    if let Some(first) = sequences.filter(|offset| *offset > last_class).min() {
        return HeroBound::Table(first);
    }
    if let Some(found) = find_hero_sequence(core_data, last_class) {
        return HeroBound::Signature(found);
    }
    scene_view_size(index, last_class, core_data.len())
        .map_or(HeroBound::None, HeroBound::SceneViewSize)
}

/// The word at 0x7C, if it can be the end of the last class.
fn scene_view_size(index: &CoreIndex, last_class: usize, length: usize) -> Option<usize> {
    let place = usize::try_from(index.header.scene_view_size).ok()?;
    (place > last_class && place <= length).then_some(place)
}
