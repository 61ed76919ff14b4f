//! Flat containers: cutting bytes into chunks, and putting them together again.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::limits::{Limits, check};

use super::rules::{RuleBreaks, Rules};
use super::types::ChunkType;
use crate::padding::align16;

/// A chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// What it holds.
    pub ty: ChunkType,
    /// CRC-32 of a name; never read by the game.
    pub hash: u32,
    /// The payload, header excluded. Written with zeros up to a multiple of 16.
    pub bytes: Vec<u8>,
}

impl Chunk {
    /// A chunk whose payload is `bytes` with zeros up to a multiple of 16, so that reading gives the same value back.
    pub fn new(ty: ChunkType, hash: u32, mut bytes: Vec<u8>) -> Self {
        bytes.resize(align16(bytes.len()), 0);
        Self { ty, hash, bytes }
    }
}

/// A flat container. Source: spec/chunks.md 1.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Resource {
    /// CRC-32 of the resource's name with its letter case; its decimal text is the name of a standalone one's file.
    pub name_hash: u32,
    /// The chunks in file order.
    pub chunks: Vec<Chunk>,
}

impl Resource {
    /// A container of these chunks.
    pub fn new(name_hash: u32, chunks: impl IntoIterator<Item = Chunk>) -> Self {
        Self {
            name_hash,
            chunks: chunks.into_iter().collect(),
        }
    }

    /// Reads a whole flat container, strictly.
    ///
    /// # Errors
    /// `Malformed` when the bytes break one of the rules of [`Rules::Strict`].
    pub fn read(bytes: &[u8]) -> Result<Self> {
        // Chunk by chunk: a list of slices beside the list of copies would take too much of a file of many empty chunks.
        let mut breaks = RuleBreaks::new(Rules::Strict);
        let cursor = &mut Cursor::new(bytes);
        let (name_hash, chunks) = read_resource(cursor, &mut breaks, &ChunkSlice::into_chunk)?;
        breaks.allow_trailing(cursor)?;
        Ok(Self { name_hash, chunks })
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.size());
        self.write_to(&mut out);
        out
    }

    /// Appends header and chunks.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let data_size: usize = self
            .chunks
            .iter()
            .map(|chunk| align16(chunk.bytes.len()))
            .sum();
        push_header(out, self.chunks.len(), data_size, self.name_hash);
        for chunk in &self.chunks {
            let size = align16(chunk.bytes.len());
            push_header(out, chunk.ty.value() as usize, size, chunk.hash);
            out.extend_from_slice(&chunk.bytes);
            out.resize(out.len() + size - chunk.bytes.len(), 0);
        }
    }

    /// Bytes that [`Self::write`] gives.
    pub fn size(&self) -> usize {
        HEADER
            + self
                .chunks
                .iter()
                .map(|chunk| HEADER + align16(chunk.bytes.len()))
                .sum::<usize>()
    }
}

/// A flat container that borrows its bytes.
#[derive(Debug, Clone)]
pub struct ResourceSlice<'a> {
    /// CRC-32 of the resource's name.
    pub name_hash: u32,
    /// The chunks in file order.
    pub chunks: Vec<ChunkSlice<'a>>,
}

/// A chunk that borrows its bytes.
#[derive(Debug, Clone)]
pub struct ChunkSlice<'a> {
    /// What it holds.
    pub ty: ChunkType,
    /// CRC-32 of a name.
    pub hash: u32,
    /// The payload: a window of exactly the chunk's size, so that no reader can leave it.
    pub payload: Cursor<'a>,
}

impl<'a> ResourceSlice<'a> {
    /// Cuts a whole flat container into chunks. The list holds what [`Rules::Forced`] went past.
    ///
    /// # Errors
    /// `Malformed` when a chunk type does not exist, a chunk is larger than what is left, or a strict rule is broken.
    pub fn read(bytes: &'a [u8], rules: Rules) -> Result<(Self, Vec<FormatError>)> {
        Self::read_with(Cursor::new(bytes), rules)
    }

    /// As [`Self::read`], of what is left of a cursor, with its limits.
    ///
    /// # Errors
    /// As [`Self::read`]; `Limit` when there are more chunks than the cursor's `chunks` or `items`.
    pub fn read_with(mut cursor: Cursor<'a>, rules: Rules) -> Result<(Self, Vec<FormatError>)> {
        let mut breaks = RuleBreaks::new(rules);
        let resource = Self::read_all(&mut cursor, &mut breaks)?;
        Ok((resource, breaks.into_noted()))
    }

    /// Reads a whole flat container as the game does, and reports what it does not look at: `container-zero-word`,
    /// `container-empty`, `container-data-size`, `chunk-size-multiple`, `container-trailing-bytes`.
    ///
    /// # Errors
    /// As [`Self::read`] under [`Rules::Forced`]. What was met before the error is in `findings`.
    pub fn inspect(bytes: &'a [u8], findings: &mut Findings) -> Result<Self> {
        let mut breaks = RuleBreaks::new(Rules::Forced);
        let resource = Self::read_all(&mut Cursor::new(bytes), &mut breaks);
        breaks.report(findings);
        resource
    }

    fn read_all(cursor: &mut Cursor<'a>, breaks: &mut RuleBreaks) -> Result<Self> {
        let (name_hash, chunks) = read_resource(cursor, breaks, &|chunk| chunk)?;
        breaks.allow_trailing(cursor)?;
        Ok(Self { name_hash, chunks })
    }

    /// A copy that owns its bytes.
    pub fn to_resource(&self) -> Resource {
        Resource::new(
            self.name_hash,
            self.chunks.iter().cloned().map(ChunkSlice::into_chunk),
        )
    }
}

/// Reads a header and its chunks: the name hash, and what `make` makes of each chunk.
fn read_resource<'a, T>(
    cursor: &mut Cursor<'a>,
    breaks: &mut RuleBreaks,
    make: &impl Fn(ChunkSlice<'a>) -> T,
) -> Result<(u32, Vec<T>)> {
    let offset = cursor.offset();
    let header = breaks.within(
        || "resource header".into(),
        |breaks| Header::read(cursor, breaks),
    )?;
    let chunks = read_chunks(&header, offset, cursor, breaks, &mut 0, make)?;
    Ok((header.hash, chunks))
}

/// Reads the chunks that follow a header; `offset` is where the header stands. `chunks_before` counts the chunks of the whole
/// file.
pub(crate) fn read_chunks<'a, T>(
    header: &Header,
    offset: u64,
    cursor: &mut Cursor<'a>,
    breaks: &mut RuleBreaks,
    chunks_before: &mut u64,
    make: &impl Fn(ChunkSlice<'a>) -> T,
) -> Result<Vec<T>> {
    if header.first == 0 {
        let fault = FormatError::malformed(offset, "at least one chunk", 0);
        breaks.allow("container-empty", fault)?;
    }
    let count = cursor
        .check_count(u64::from(header.first), HEADER as u64)
        .within(|| "chunks")?;
    *chunks_before += count as u64;
    let max = cursor.limits().chunks.min(cursor.limits().items);
    check("chunks", *chunks_before, u64::from(max), offset)?;
    let mut chunks = Vec::with_capacity(count);
    let mut data_size = 0_u64;
    for i in 0..count {
        let chunk = breaks.within(
            || format!("chunk[{i}]").into(),
            |breaks| ChunkSlice::read_from(cursor, breaks),
        )?;
        data_size += chunk.payload.remaining() as u64;
        chunks.push(make(chunk));
    }
    if data_size != u64::from(header.second) {
        let wanted = format!("the sum of the chunk sizes, {data_size}");
        let fault = FormatError::malformed(offset + 4, wanted, header.second);
        breaks.allow("container-data-size", fault)?;
    }
    Ok(chunks)
}

impl<'a> ChunkSlice<'a> {
    /// What it is called in the path of an error.
    pub(crate) fn name(&self, number: usize) -> String {
        format!("chunk[{number}] {}", self.ty)
    }

    /// A copy that owns its bytes.
    pub(crate) fn into_chunk(self) -> Chunk {
        Chunk {
            ty: self.ty,
            hash: self.hash,
            bytes: self.payload.rest().to_vec(),
        }
    }

    fn read_from(cursor: &mut Cursor<'a>, breaks: &mut RuleBreaks) -> Result<Self> {
        let offset = cursor.offset();
        let header = Header::read(cursor, breaks)?;
        let ty = ChunkType::from_u32(header.first).ok_or_else(|| {
            FormatError::malformed(
                offset,
                "a chunk type below 0x54",
                format!("{:#x}", header.first),
            )
        })?;
        let size = header.second as usize;
        if size > cursor.remaining() {
            return Err(FormatError::malformed(
                offset + 4,
                format!("a {ty} chunk that fits"),
                format!("size {size} with {} bytes left", cursor.remaining()),
            ));
        }
        if !size.is_multiple_of(ALIGNMENT) {
            let wanted = format!("a multiple of 16 as the size of a {ty} chunk");
            let fault = FormatError::malformed(offset + 4, wanted, size);
            breaks.allow("chunk-size-multiple", fault)?;
        }
        Ok(Self {
            ty,
            hash: header.hash,
            payload: cursor.window(size)?,
        })
    }
}

/// The most chunks that one file may have, unless its reader says otherwise: [`Limits::chunks`]. The packs of the disc have
/// 109,094 chunks all together, and no resource has more than 1,190; the game's stack holds 2,048.
pub const MAX_CHUNKS: u32 = Limits::DEFAULT.chunks;

/// Bytes of each of the three headers.
pub(crate) const HEADER: usize = 16;

/// What every chunk size is a multiple of.
const ALIGNMENT: usize = 16;

/// The shape that the three headers share. Source: spec/chunks.md 1.
pub(crate) struct Header {
    /// Chunk type, chunk count or resource count.
    pub first: u32,
    /// A size; what it counts differs.
    pub second: u32,
    /// CRC-32 of a name, or the pack marker.
    pub hash: u32,
}

impl Header {
    pub fn read(cursor: &mut Cursor<'_>, breaks: &mut RuleBreaks) -> Result<Self> {
        let offset = cursor.offset();
        let [first, second, zero, hash] =
            [cursor.u32()?, cursor.u32()?, cursor.u32()?, cursor.u32()?];
        // It is what gives away files that look like containers by chance.
        if zero != 0 {
            let fault = FormatError::malformed(offset + 8, "0", format!("{zero:#x}"));
            breaks.ignore("container-zero-word", fault)?;
        }
        Ok(Self {
            first,
            second,
            hash,
        })
    }
}

pub(crate) fn push_header(out: &mut Vec<u8>, first: usize, second: usize, hash: u32) {
    let word = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
    for word in [word(first), word(second), 0, hash] {
        out.extend_from_slice(&word.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two chunks of 0x20 bytes, types 0x37 and 0x30. Source: spec/chunks.md 7, file 1.
    fn two_chunks() -> Vec<u8> {
        let mut bytes = Vec::new();
        let words = |bytes: &mut Vec<u8>, words: [u32; 4]| {
            for word in words {
                bytes.extend_from_slice(&word.to_le_bytes());
            }
        };
        words(&mut bytes, [2, 0x40, 0, 0x1111_1111]);
        words(&mut bytes, [0x37, 0x20, 0, 0x2222_2222]);
        bytes.extend(0..0x20);
        words(&mut bytes, [0x30, 0x20, 0, 0x3333_3333]);
        bytes.extend(0x20..0x40);
        bytes
    }

    #[test]
    fn the_minimal_file_has_112_bytes_and_two_chunks() {
        let bytes = two_chunks();
        assert_eq!(bytes.len(), 112);
        let resource = Resource::read(&bytes).unwrap();
        assert_eq!(resource.name_hash, 0x1111_1111);
        assert_eq!(
            resource.chunks,
            [
                Chunk {
                    ty: ChunkType::Fonts,
                    hash: 0x2222_2222,
                    bytes: (0..0x20).collect()
                },
                Chunk {
                    ty: ChunkType::GbhScript,
                    hash: 0x3333_3333,
                    bytes: (0x20..0x40).collect()
                },
            ]
        );
        assert_eq!(resource.write(), bytes);
        assert_eq!(resource.size(), 112);
    }

    #[test]
    fn a_chunk_is_written_with_zeros_up_to_a_multiple_of_16() {
        let resource = Resource::new(
            7,
            vec![Chunk {
                ty: ChunkType::Music,
                hash: 0,
                bytes: vec![0xFF; 5],
            }],
        );
        let bytes = resource.write();
        assert_eq!(bytes.len(), 48);
        assert_eq!(bytes[20], 16);
        assert_eq!(
            bytes[32..],
            [
                0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
            ]
        );
    }

    #[test]
    fn a_payload_keeps_its_place_in_the_file() {
        let bytes = two_chunks();
        let (resource, _) = ResourceSlice::read(&bytes, Rules::Strict).unwrap();
        assert_eq!(resource.chunks[0].payload.offset(), 0x20);
        assert_eq!(resource.chunks[1].payload.offset(), 0x50);
    }

    /// What each rule set makes of a patched file: the offset of the error or of the note.
    fn outcome(patch: impl FnOnce(&mut Vec<u8>)) -> (Option<u64>, Result<Vec<u64>, u64>) {
        let mut bytes = two_chunks();
        patch(&mut bytes);
        let strict = ResourceSlice::read(&bytes, Rules::Strict)
            .err()
            .map(|error| error.offset());
        let forced = ResourceSlice::read(&bytes, Rules::Forced)
            .map(|(_, noted)| noted.iter().map(FormatError::offset).collect())
            .map_err(|error| error.offset());
        (strict, forced)
    }

    /// Every way to break a container, with the offset that strict rules name, and what forced ones note or refuse.
    #[test]
    fn each_fault_is_refused_or_gone_past_as_the_game_does() {
        // Source: spec/chunks.md 2.5.
        type Patch = fn(&mut Vec<u8>);
        let faults: [(Patch, u64, Result<&[u64], u64>); 10] = [
            // A type from 0x54 on.
            (|bytes| bytes[16] = 0x54, 16, Err(16)),
            (|bytes| bytes[19] = 0x80, 16, Err(16)),
            // A size past the end.
            (|bytes| bytes[0x44] = 0x30, 0x44, Err(0x44)),
            (|bytes| bytes[0x47] = 0xFF, 0x44, Err(0x44)),
            // A zero word that is not zero makes it no container, unless it is forced.
            (|bytes| bytes[8] = 1, 8, Ok(&[])),
            (|bytes| bytes[24] = 1, 24, Ok(&[])),
            (|bytes| bytes[0x4B] = 1, 0x48, Ok(&[])),
            // A wrong sum of sizes, and bytes after the last chunk.
            (|bytes| bytes[4] = 0x50, 4, Ok(&[4])),
            (|bytes| bytes.extend([0; 16]), 112, Ok(&[112])),
            // A size that is no multiple of 16.
            (
                |bytes| {
                    (bytes[0x44], bytes[4]) = (0x1F, 0x3F);
                    bytes.pop();
                },
                0x44,
                Ok(&[0x44]),
            ),
        ];
        for (i, (patch, strict, forced)) in faults.into_iter().enumerate() {
            let forced = forced.map(<[u64]>::to_vec);
            assert_eq!(outcome(patch), (Some(strict), forced), "fault {i}");
        }
        let (strict, forced) = outcome(|bytes| bytes[3] = 0xFF);
        assert!(strict.is_some() && forced.is_err(), "a count past the end");
    }

    #[test]
    fn what_is_gone_past_is_found_with_its_rule_and_its_path() {
        let mut bytes = two_chunks();
        bytes[4] = 0x50; // The sum of the chunk sizes.
        bytes[8] = 1;
        bytes[0x48] = 1; // The zero word of the second chunk.
        bytes.extend([9; 3]);
        let mut findings = Findings::new();
        assert!(ResourceSlice::inspect(&bytes, &mut findings).is_ok());
        assert_eq!(
            findings.shown(),
            [
                "resource header at 0x8: expected 0, found 0x1 [container-zero-word]",
                "chunk[1] at 0x48: expected 0, found 0x1 [container-zero-word]",
                "file at 0x4: expected the sum of the chunk sizes, 64, found 80 [container-data-size]",
                "file at 0x70: expected the end, found 3 more bytes [container-trailing-bytes]",
            ]
        );
    }

    #[test]
    fn chunks_of_no_bytes_take_no_more_memory_than_allowed() {
        // A file of headers alone: 16 bytes a chunk in the file, four times that and 1 MiB in memory.
        let chunks = MAX_CHUNKS as usize;
        assert!(chunks * size_of::<ChunkSlice<'_>>() <= 4 * 16 * chunks + (1 << 20));
        let mut bytes = Vec::new();
        push_header(&mut bytes, chunks + 1, 0, 1);
        bytes.resize(16 * (chunks + 2), 0);
        let error = ResourceSlice::read(&bytes, Rules::Strict).unwrap_err();
        assert!(matches!(
            error,
            FormatError::Limit {
                limit: "chunks",
                ..
            }
        ));
    }

    #[test]
    fn no_chunks_is_invalid_only_under_strict_rules() {
        let empty = Resource::default().write();
        assert!(Resource::read(&empty).is_err());
        assert!(ResourceSlice::read(&empty, Rules::Forced).is_ok());
    }
}
