//! Packs, `.pak`: grouped chunk containers.
//!
//! ```text
//! pack header      {resource count, bytes after this header, 0, crc32("package")}
//! resource header  {chunk count, sum of the chunk sizes, 0, name hash}    then its chunks
//! resource header  ...
//! ```

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::chunk::container::{Faults, HEADER, Header, push_header};
use crate::chunk::stacks::Stacks;
use crate::chunk::{HandlerTable, Resource, ResourceSlice, Rules};

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
        let (pack, _) = PackSlice::read(bytes, Rules::Strict)?;
        Ok(Self {
            resources: pack
                .resources
                .iter()
                .map(ResourceSlice::to_resource)
                .collect(),
        })
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
#[derive(Debug, Clone)]
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

impl<'a> PackSlice<'a> {
    /// Cuts a whole pack into resources and chunks. The list holds what [`Rules::Forced`] went past.
    ///
    /// # Errors
    /// `Malformed` when the marker is not [`MARKER`], a resource is cut short, or a strict rule is broken.
    pub fn read(bytes: &'a [u8], rules: Rules) -> Result<(Self, Vec<FormatError>)> {
        let mut faults = Faults::new(rules);
        let pack = Self::read_from(&mut Cursor::new(bytes), &mut faults).within(|| "pack")?;
        Ok((pack, faults.noted))
    }

    fn read_from(cursor: &mut Cursor<'a>, faults: &mut Faults) -> Result<Self> {
        let header = Header::read(cursor, faults).within(|| "header")?;
        if header.hash != MARKER {
            return Err(FormatError::malformed(
                12,
                format!("the pack marker {MARKER:#010x}"),
                format!("{:#010x}", header.hash),
            ));
        }
        if header.second as usize != cursor.remaining() {
            faults.allow(FormatError::malformed(
                4,
                format!("the bytes after the header, {}", cursor.remaining()),
                header.second,
            ))?;
        }
        if header.first == 0 {
            faults.allow(FormatError::malformed(0, "at least one resource", 0))?;
        }
        let count = cursor
            .check_count(u64::from(header.first), HEADER as u64)
            .within(|| "resources")?;
        let mut resources = Vec::with_capacity(count);
        for i in 0..count {
            let offset = cursor.offset();
            let resource =
                ResourceSlice::read_from(cursor, faults).within(|| format!("resource[{i}]"))?;
            if resource.name_hash == 0 {
                // The game stops here.
                faults.allow(FormatError::malformed(
                    offset + 12,
                    "a name hash that is not 0",
                    0,
                ))?;
                return Ok(Self { resources });
            }
            resources.push(resource);
        }
        faults.allow_trailing(cursor)?;
        Ok(Self { resources })
    }

    /// Loads every resource on stacks of its own. One that fails is reported in its place; the rest of the pack loads.
    /// Source: spec/chunks.md 2.5.
    pub fn load<'s>(
        &'s self,
        handlers: &'s HandlerTable,
    ) -> impl Iterator<Item = LoadedGroup<'a>> + 's {
        self.resources.iter().enumerate().map(|(i, resource)| {
            let mut stacks = Stacks::default();
            let outcome = handlers.load_group(resource, &mut stacks).map(|()| stacks);
            LoadedGroup {
                name_hash: resource.name_hash,
                outcome: outcome.within(|| format!("resource[{i}]")),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::{Chunk, ChunkType};
    use crate::names::crc32;

    fn pack() -> Pack {
        Pack {
            resources: vec![
                Resource {
                    name_hash: 0x0A,
                    chunks: vec![Chunk::new(ChunkType::Music, 1, vec![1; 16])],
                },
                Resource {
                    name_hash: 0x0B,
                    chunks: vec![
                        Chunk::new(ChunkType::Fonts, 2, vec![2; 32]),
                        Chunk::new(ChunkType::SubwayMap, 3, Vec::new()),
                    ],
                },
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
