//! Worlds: the manifest, the stream and the parts of each, held against each other.

use std::collections::BTreeMap;

use wonderwheel_renderware::world::AtomicSector;
use wonderwheel_warriors::check::{Finding, PartFacts, WorldCheck};
use wonderwheel_warriors::manifest::Manifest;
use wonderwheel_warriors::names;
use wonderwheel_warriors::world_stream::WorldStream;

use super::tally::Tally;
use crate::known::{Count, Spread};

/// Which of a level's worlds one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// `s`.
    Scenery,
    /// `d`.
    Detail,
    /// The only one.
    Single,
}

/// The world of a manifest's or a stream's name.
pub fn world_of(name: &str) -> Option<&str> {
    let stem = name
        .strip_suffix(".wld")
        .or_else(|| name.strip_suffix(".mem"))?;
    stem.strip_suffix("_sec").filter(|world| !world.is_empty())
}

/// The world and the number of a part's name.
pub fn part_of(name: &str) -> Option<(&str, u32)> {
    let (world, number) = name.strip_suffix(".sec")?.rsplit_once("_ms")?;
    let parsed = number.parse().ok()?;
    (names::part(world, parsed) == name).then_some((world, parsed))
}

/// The level of a world, and which world of it.
pub fn slot_of(world: &str) -> (&str, Slot) {
    if let Some(level) = world.strip_suffix('s').filter(|level| !level.is_empty()) {
        (level, Slot::Scenery)
    } else if let Some(level) = world.strip_suffix('d').filter(|level| !level.is_empty()) {
        (level, Slot::Detail)
    } else {
        (world, Slot::Single)
    }
}

/// A part as its world sees it.
#[derive(Debug)]
pub struct PartFile {
    /// The world.
    pub world: String,
    /// The number.
    pub number: u32,
    /// Bytes of the file.
    pub size: u64,
    /// What its world has to know of it; `None` for one that cannot be read.
    pub part: Option<PartFacts>,
}

/// What is known of a world.
#[derive(Debug, Default)]
struct World {
    manifest: Option<Manifest>,
    /// The stream without texels, the size of its file and its number.
    stream: Option<(WorldStream, u64, usize)>,
    has_broken_stream: bool,
    /// Leaves by sector index.
    leaves: BTreeMap<u32, usize>,
}

/// All worlds, by name.
#[derive(Debug, Default)]
pub struct Worlds(BTreeMap<String, World>);

impl Worlds {
    /// Adds a manifest.
    pub fn add_manifest(&mut self, world: &str, manifest: Manifest) {
        self.world(world).manifest = Some(manifest);
    }

    /// Adds a stream, of which nothing but the BSP is needed; `file` is its file's number.
    pub fn add_stream(&mut self, world: &str, stream: WorldStream, size: u64, file: usize) {
        let entry = self.world(world);
        let leaves = stream.world.sectors.iter().enumerate();
        entry.leaves = leaves
            .filter_map(|(at, leaf)| Some((u32::try_from(leaf.streamed?.index).ok()?, at)))
            .collect();
        entry.stream = Some((stream, size, file));
    }

    /// Notes that a world has a stream that cannot be read.
    pub fn add_broken_stream(&mut self, world: &str) {
        self.world(world).has_broken_stream = true;
    }

    fn world(&mut self, name: &str) -> &mut World {
        self.0.entry(name.to_owned()).or_default()
    }

    /// Whether a world's manifest, or else its stream, counts a part. Of a world that has neither every part is taken for used.
    pub fn is_used(&self, world: &str, number: u32) -> bool {
        let Some(world) = self.0.get(world) else {
            return true;
        };
        let manifest = world.manifest.as_ref();
        let count = manifest.map(|manifest| manifest.parts.len() as u64);
        let stream = world.stream.as_ref();
        let count = count.or_else(|| Some(stream?.0.part_count.into()));
        count.is_none_or(|count| (1..=count).contains(&number.into()))
    }

    /// The leaf of a sector index.
    pub fn leaf(&self, world: &str, index: u32) -> Option<&AtomicSector> {
        let world = self.0.get(world)?;
        let (stream, ..) = world.stream.as_ref()?;
        stream.world.sectors.get(*world.leaves.get(&index)?)
    }

    /// Holds all parts against their worlds: what does not fit, with the number of the file it is reported for (the stream), and
    /// whether it is only worth a remark. Worlds in the order of their names.
    pub fn check(&self, tally: &mut Tally, parts: &[PartFile]) -> Vec<(usize, Finding)> {
        let mut by_world = BTreeMap::<&str, Vec<&PartFile>>::new();
        for part in parts {
            by_world.entry(&part.world).or_default().push(part);
        }
        let mut found = Vec::new();
        for (name, world) in &self.0 {
            let Some((stream, size, file)) = &world.stream else {
                continue;
            };
            let mut parts = by_world.remove(name.as_str()).unwrap_or_default();
            parts.sort_by_key(|part| part.number);
            let mut check = WorldCheck::new(name, world.manifest.as_ref(), stream, *size);
            for part in parts {
                match &part.part {
                    Some(read) => check.part_facts(part.number, part.size, read),
                    None => check.broken_part(part.number, part.size),
                }
            }
            // The part's own file reports that; a part may lie here without its world.
            let findings = check.finish().into_iter();
            let findings = findings.filter(|finding| !matches!(finding, Finding::MipWord { .. }));
            found.extend(findings.map(|finding| (*file, finding)));
        }
        self.levels(tally, parts);
        found
    }

    /// What a level's two worlds are together.
    fn levels(&self, tally: &mut Tally, parts: &[PartFile]) {
        let mut bytes = BTreeMap::<&str, u64>::new();
        let mut sectors = BTreeMap::<&str, [Option<usize>; 2]>::new();
        for (name, world) in &self.0 {
            let Some((_, size, _)) = &world.stream else {
                continue;
            };
            let (level, slot) = slot_of(name);
            *bytes.entry(level).or_default() += size;
            let both = sectors.entry(level).or_default();
            match slot {
                Slot::Scenery => both[0] = Some(world.leaves.len()),
                Slot::Detail => both[1] = Some(world.leaves.len()),
                Slot::Single => {}
            }
        }
        for part in parts {
            let (level, _) = slot_of(&part.world);
            if let Some(bytes) = bytes.get_mut(level)
                && self.is_used(&part.world, part.number)
            {
                *bytes += part.size;
            }
        }
        for bytes in bytes.into_values() {
            tally.range(Spread::WorldLevelBytes, bytes);
        }
        for both in sectors.into_values() {
            let [scenery, detail] = both;
            let has_more = scenery.is_some() && detail > scenery;
            tally.one_if(has_more, Count::WorldMoreDetail);
        }
    }

    /// Worlds of which there is a manifest and no stream.
    pub fn without_stream(&self) -> impl Iterator<Item = &str> {
        let worlds = self.0.iter();
        worlds
            .filter(|(_, world)| world.stream.is_none() && !world.has_broken_stream)
            .map(|(name, _)| name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_worlds_parts_and_levels() {
        assert_eq!(world_of("level2s_sec.wld"), Some("level2s"));
        assert_eq!(world_of("objarena_sec.mem"), Some("objarena"));
        assert_eq!(world_of("level2s_ms1.sec"), None);
        assert_eq!(part_of("level2s_ms12.sec"), Some(("level2s", 12)));
        for other in ["level2s_ms.sec", "level2s_ms01.sec", "level2s_ms1.wld"] {
            assert_eq!(part_of(other), None, "{other}");
        }
        assert_eq!(slot_of("level2s"), ("level2", Slot::Scenery));
        assert_eq!(slot_of("level2d"), ("level2", Slot::Detail));
        assert_eq!(slot_of("objarena"), ("objarena", Slot::Single));
    }

    #[test]
    fn a_part_is_used_when_the_manifest_reaches_it() {
        let mut worlds = Worlds::default();
        worlds.add_manifest("a", Manifest::measured(1, &[1, 1]));
        assert!(worlds.is_used("a", 2));
        assert!(!worlds.is_used("a", 3));
        assert!(!worlds.is_used("a", 0));
        assert!(worlds.is_used("b", 9));
        assert_eq!(worlds.without_stream().collect::<Vec<_>>(), ["a"]);
    }
}
