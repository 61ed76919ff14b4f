//! Packs, `.pak`: grouped chunk containers.
//!
//! ```text
//! pack header      {resource count, bytes after this header, 0, crc32("package")}
//! resource header  {chunk count, sum of the chunk sizes, 0, name hash}    then its chunks
//! resource header  ...
//! ```

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;

use crate::chunk::container::{HEADER, Header, push_header, read_chunks};
use crate::chunk::stacks::Stacks;
use crate::chunk::{ChunkSlice, HandlerTable, Resource, ResourceSlice, RuleBreaks, Rules};

/// The fourth word of every pack: `crc32("package")`. Source: spec/chunks.md 1.3.
pub const MARKER: u32 = 0xDE68_6795;

/// A grouped container. Source: spec/chunks.md 1.3.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pack {
    /// The resources in file order. A name hash is never 0: to the game that ends the pack.
    pub resources: Vec<Resource>,
}

impl Pack {
    /// Reads a whole pack, strictly.
    ///
    /// # Errors
    /// `Malformed` when the bytes break one of the rules of [`Rules::Strict`].
    pub fn read(bytes: &[u8]) -> Result<Self> {
        // Chunk by chunk: see `Resource::read`.
        let mut pack = Self::default();
        let read = read_pack(
            Cursor::new(bytes),
            &mut RuleBreaks::new(Rules::Strict),
            &mut pack.resources,
            ChunkSlice::into_chunk,
            Resource::new,
        );
        read.within(|| "pack")?;
        Ok(pack)
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let size: usize = self.resources.iter().map(Resource::size).sum();
        let mut out = Vec::with_capacity(HEADER + size);
        push_header(&mut out, self.resources.len(), size, MARKER);
        for resource in &self.resources {
            resource.write_to(&mut out);
        }
        out
    }
}

/// A grouped container that borrows its bytes.
#[derive(Debug, Clone, Default)]
pub struct PackSlice<'a> {
    /// The resources in file order.
    pub resources: Vec<ResourceSlice<'a>>,
}

/// What became of one resource of a pack.
#[derive(Debug)]
pub struct LoadedGroup<'a> {
    /// CRC-32 of the resource's name.
    pub name_hash: u32,
    /// What its chunks left on the stacks, or why it could not be loaded.
    pub outcome: Result<Stacks<'a>>,
}

/// What becomes of one resource of a pack that a resource manager chooses from.
#[derive(Debug)]
pub enum Group<'a> {
    /// Its chunks went through their handlers.
    Loaded(LoadedGroup<'a>),
    /// Its chunks were passed over; the hash is the resource's.
    Skipped(u32, SkipReason),
}

/// What a resource manager wants to be done with a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupChoice {
    /// Load it.
    Load,
    /// Pass over it.
    Skip(SkipReason),
}

/// Why a group is passed over, in the order in which the game asks. Source: spec/resources.md 3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipReason {
    /// No list knows the resource.
    Unknown,
    /// It is loaded already.
    Resident,
    /// There is no room for it and 16,384 bytes, and none came to be within 200 ms.
    NoRoom,
    /// The lists give it a size of 0.
    Empty,
}

impl<'a> PackSlice<'a> {
    /// Cuts a whole pack into resources and chunks. The list holds what [`Rules::Forced`] went past.
    ///
    /// # Errors
    /// `Malformed` when the marker is not [`MARKER`], a resource is cut short, or a strict rule is broken.
    pub fn read(bytes: &'a [u8], rules: Rules) -> Result<(Self, Vec<FormatError>)> {
        Self::read_with(Cursor::new(bytes), rules)
    }

    /// As [`Self::read`], of what is left of a cursor, with its limits.
    ///
    /// # Errors
    /// As [`Self::read`]; `Limit` when there are more chunks or resources than the cursor's `items`, or more chunks than
    /// its `chunks`.
    pub fn read_with(cursor: Cursor<'a>, rules: Rules) -> Result<(Self, Vec<FormatError>)> {
        let mut breaks = RuleBreaks::new(rules);
        let mut pack = Self::default();
        let read = pack.read_from(cursor, &mut breaks);
        read.within(|| "pack")?;
        Ok((pack, breaks.into_noted()))
    }

    /// Reads as much of a pack as the game would have loaded before it came to a fault: the resources in front of it, and the
    /// error that ended the walk. What the game does not look at is reported: the rules of [`ResourceSlice::inspect`],
    /// `pack-size`, `pack-empty`, `pack-ended-early`.
    pub fn inspect(bytes: &'a [u8], findings: &mut Findings) -> (Self, Result<()>) {
        let mut breaks = RuleBreaks::new(Rules::Forced);
        let mut pack = Self::default();
        let read = pack.read_from(Cursor::new(bytes), &mut breaks);
        breaks.report(findings);
        (pack, read.within(|| "pack"))
    }

    fn read_from(&mut self, cursor: Cursor<'a>, breaks: &mut RuleBreaks) -> Result<()> {
        let resource = |name_hash, chunks| ResourceSlice { name_hash, chunks };
        read_pack(cursor, breaks, &mut self.resources, |chunk| chunk, resource)
    }

    /// Loads every resource on stacks of its own. One that fails is reported in its place; the rest of the pack loads.
    /// Source: spec/chunks.md 2.5.
    pub fn load<'s>(
        &'s self,
        handlers: &'s HandlerTable,
    ) -> impl Iterator<Item = LoadedGroup<'a>> + 's {
        let groups = self.load_chosen(handlers, |_| GroupChoice::Load);
        groups.filter_map(|group| match group {
            Group::Loaded(group) => Some(group),
            Group::Skipped(..) => None,
        })
    }

    /// Loads the resources that `choose`, the resource manager, asks for, each on stacks of its own, one for each step of the
    /// iterator. Source: spec/chunks.md 2.3; 0x00144398.
    ///
    /// The manager is asked right before its group is loaded, so what the caller did with the groups before counts: the
    /// place between two steps is where the game ends a group, which is building the resource
    /// ([`Stacks::take_resource`]) and registering it.
    pub fn load_chosen<'s>(
        &'s self,
        handlers: &'s HandlerTable,
        mut choose: impl FnMut(&ResourceSlice<'a>) -> GroupChoice + 's,
    ) -> impl Iterator<Item = Group<'a>> + 's {
        self.resources.iter().enumerate().map(move |(i, resource)| {
            if let GroupChoice::Skip(reason) = choose(resource) {
                return Group::Skipped(resource.name_hash, reason);
            }
            let outcome = handlers.load_group(resource);
            Group::Loaded(LoadedGroup {
                name_hash: resource.name_hash,
                outcome: outcome.within(|| format!("resource[{i}]")),
            })
        })
    }

    /// Reports what no pack of the disc has: `pack-resource-count` outside of 2 to 351, and the rules of every resource.
    pub fn validate(&self, findings: &mut Findings) {
        let count = self.resources.len();
        findings.remark_unless((2..=351).contains(&count), "pack-resource-count", || {
            format!("expected 2 to 351 resources, found {count}")
        });
        findings.each("resource", &self.resources, |resource, findings| {
            resource.validate(findings)
        });
    }
}

/// Reads a whole pack into `resources`, which has what stands before a fault: what `make_chunk` makes of each chunk, and
/// `make_resource` of each name hash and its chunks.
fn read_pack<'a, T, R>(
    mut cursor: Cursor<'a>,
    breaks: &mut RuleBreaks,
    resources: &mut Vec<R>,
    make_chunk: impl Fn(ChunkSlice<'a>) -> T,
    make_resource: impl Fn(u32, Vec<T>) -> R,
) -> Result<()> {
    let cursor = &mut cursor;
    let start = cursor.offset();
    let header = breaks.within(|| "header".into(), |breaks| Header::read(cursor, breaks))?;
    if header.hash != MARKER {
        return Err(FormatError::malformed(
            start + 12,
            format!("the pack marker {MARKER:#010x}"),
            format!("{:#010x}", header.hash),
        ));
    }
    if header.second as usize != cursor.remaining() {
        let wanted = format!("the bytes after the header, {}", cursor.remaining());
        let fault = FormatError::malformed(start + 4, wanted, header.second);
        breaks.allow("pack-size", fault)?;
    }
    if header.first == 0 {
        let fault = FormatError::malformed(start, "at least one resource", 0);
        breaks.allow("pack-empty", fault)?;
    }
    // An early end makes the count larger than what is there: the game stops all the same.
    let count = u64::from(header.first);
    let fitting = cursor.remaining() / HEADER;
    let (count, too_many) = match cursor.check_count(count, HEADER as u64) {
        Ok(count) => (count, None),
        Err(error) => (fitting, Some(error.within("resources"))),
    };
    cursor
        .limits()
        .check_items("resources", count as u64, start)?;
    resources.reserve_exact(count);
    let mut chunks = 0;
    for i in 0..count {
        let more = breaks.within(
            || format!("resource[{i}]").into(),
            |breaks| read_group(cursor, breaks, &mut chunks, &make_chunk),
        )?;
        match more {
            Some((name_hash, chunks)) => resources.push(make_resource(name_hash, chunks)),
            None => return Ok(()),
        }
    }
    too_many.map_or(Ok(()), Err)?;
    breaks.allow_trailing(cursor)
}

/// Reads one group: its name hash and chunks. `None` when the hash is 0, which is where the game stops; it does not look at
/// what follows.
fn read_group<'a, T>(
    cursor: &mut Cursor<'a>,
    breaks: &mut RuleBreaks,
    chunks_before: &mut u64,
    make_chunk: &impl Fn(ChunkSlice<'a>) -> T,
) -> Result<Option<(u32, Vec<T>)>> {
    let offset = cursor.offset();
    let header = breaks.within(
        || "resource header".into(),
        |breaks| Header::read(cursor, breaks),
    )?;
    if header.hash == 0 {
        let fault = FormatError::malformed(offset + 12, "a name hash that is not 0", 0);
        breaks.allow("pack-ended-early", fault)?;
        return Ok(None);
    }
    let chunks = read_chunks(&header, offset, cursor, breaks, chunks_before, make_chunk)?;
    Ok(Some((header.hash, chunks)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::{Chunk, ChunkType};
    use crate::names::crc32;

    fn pack() -> Pack {
        Pack {
            resources: vec![
                Resource::new(0x0A, vec![Chunk::new(ChunkType::GameMap, 1, vec![1; 16])]),
                Resource::new(
                    0x0B,
                    vec![
                        Chunk::new(ChunkType::Fonts, 2, vec![2; 32]),
                        Chunk::new(ChunkType::SubwayMap, 3, Vec::new()),
                    ],
                ),
            ],
        }
    }

    #[test]
    fn the_marker_is_the_hash_of_package() {
        assert_eq!(crc32("package"), MARKER);
    }

    #[test]
    fn sizes_count_nested_headers_in_the_pack_but_not_in_a_resource() {
        let bytes = pack().write();
        // Headers: 1 pack, 2 resources, 3 chunks; payloads 16 + 32 + 0.
        assert_eq!(bytes.len(), 6 * 16 + 48);
        assert_eq!(bytes[..8], [2, 0, 0, 0, 128, 0, 0, 0]);
        assert_eq!(bytes[12..16], [0x95, 0x67, 0x68, 0xDE]);
        assert_eq!(bytes[16..24], [1, 0, 0, 0, 16, 0, 0, 0]);
        assert_eq!(bytes[64..72], [2, 0, 0, 0, 32, 0, 0, 0]);
        assert_eq!(Pack::read(&bytes).unwrap(), pack());
        assert_eq!(Pack::read(&bytes).unwrap().write(), bytes);
    }

    #[test]
    fn a_flat_container_is_no_pack() {
        let flat = pack().resources.remove(0).write();
        assert_eq!(Pack::read(&flat).unwrap_err().offset(), 12);
        assert!(PackSlice::read(&flat, Rules::Forced).is_err());
    }

    #[test]
    fn a_pack_is_no_flat_container() {
        assert!(Resource::read(&pack().write()).is_err());
    }

    #[test]
    fn a_wrong_pack_size_is_noted_when_forced() {
        let mut bytes = pack().write();
        bytes[4] = 127;
        assert_eq!(Pack::read(&bytes).unwrap_err().offset(), 4);
        assert_eq!(PackSlice::read(&bytes, Rules::Forced).unwrap().1.len(), 1);
    }

    #[test]
    fn a_name_hash_of_zero_ends_a_forced_pack() {
        let mut bytes = pack().write();
        bytes[64 + 12] = 0;
        assert!(Pack::read(&bytes).is_err());
        let (pack, noted) = PackSlice::read(&bytes, Rules::Forced).unwrap();
        assert_eq!(pack.resources.len(), 1);
        assert_eq!(noted.len(), 1);
    }

    #[test]
    fn a_pack_may_end_in_a_header_whose_hash_is_zero() {
        // The count says more; the game looks no further.
        let mut bytes = pack().write();
        bytes[0] = 9;
        bytes.extend([0xFF; 12]);
        bytes.extend([0; 4]);
        bytes.extend([0xAB; 7]);
        let (pack, _) = PackSlice::read(&bytes, Rules::Forced).unwrap();
        assert_eq!(pack.resources.len(), 2);
        let mut findings = Findings::new();
        let (pack, end) = PackSlice::inspect(&bytes, &mut findings);
        assert!(end.is_ok());
        assert_eq!(pack.resources.len(), 2);
        let rules = findings.rules();
        assert_eq!(
            rules,
            ["pack-size", "container-zero-word", "pack-ended-early"]
        );
        assert_eq!(findings.as_slice()[2].path, "resource[2]");
    }

    #[test]
    fn a_fault_in_the_middle_leaves_the_resources_before_it() {
        let mut bytes = pack().write();
        bytes[80] = 0x54; // The type of the second resource's first chunk.
        let (pack, end) = PackSlice::inspect(&bytes, &mut Findings::new());
        assert_eq!(pack.resources.len(), 1);
        assert_eq!(end.unwrap_err().path(), "pack/resource[1]/chunk[0]");
    }

    #[test]
    fn a_manager_chooses_group_by_group() {
        let bytes = pack().write();
        let (slice, _) = PackSlice::read(&bytes, Rules::Strict).unwrap();
        let handlers = HandlerTable::default();
        let groups: Vec<_> = slice
            .load_chosen(&handlers, |group| match group.name_hash {
                0x0A => GroupChoice::Skip(SkipReason::Resident),
                _ => GroupChoice::Load,
            })
            .collect();
        assert!(matches!(
            groups[0],
            Group::Skipped(0x0A, SkipReason::Resident)
        ));
        let Group::Loaded(loaded) = &groups[1] else {
            panic!("not loaded");
        };
        assert_eq!(loaded.outcome.as_ref().unwrap().left_over(), 2);
        let none = slice.load_chosen(&handlers, |_| GroupChoice::Skip(SkipReason::Empty));
        assert_eq!(none.count(), 2);
    }

    #[test]
    fn the_limit_of_chunks_counts_the_whole_pack() {
        let bytes = pack().write();
        let limits = wonderwheel_ps2::limits::Limits::with(|limits| limits.items = 2);
        let cursor = Cursor::new(&bytes).limited(limits);
        let error = PackSlice::read_with(cursor, Rules::Strict).unwrap_err();
        assert!(matches!(
            error,
            FormatError::Limit {
                limit: "chunks",
                found: 3,
                ..
            }
        ));
    }

    #[test]
    fn a_resource_that_fails_leaves_the_rest_of_the_pack_alone() {
        let mut broken = pack();
        broken.resources[0].chunks.push(Chunk::new(
            ChunkType::RenderwareTextureDic,
            0,
            vec![0xFF; 32],
        ));
        let bytes = broken.write();
        let (slice, _) = PackSlice::read(&bytes, Rules::Strict).unwrap();
        let handlers = HandlerTable::default();
        let groups: Vec<_> = slice.load(&handlers).collect();
        let error = groups[0].outcome.as_ref().unwrap_err();
        assert!(
            error
                .path()
                .to_string()
                .starts_with("resource[0]/chunk[1] 0x2A Renderware Texture Dic")
        );
        assert_eq!(groups[1].name_hash, 0x0B);
        assert_eq!(groups[1].outcome.as_ref().unwrap().left_over(), 2);
    }
}
