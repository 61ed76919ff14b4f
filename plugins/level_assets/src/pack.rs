//! `<level>_<k>.pak`: which resources a pack holds. What they are made of is read by what loads them.

use bevy::asset::{Asset, LoadContext};
use bevy::reflect::TypePath;
use wonderwheel_ps2::fault::Fault;
use wonderwheel_warriors::chunk::{ResourceSlice, Rules};
use wonderwheel_warriors::pack::PackSlice;

use crate::load::{FileAsset, SourceFile};

/// The index of a pack. Source: spec/chunks.md 1.3.
#[derive(Asset, TypePath, Debug, Clone)]
pub struct PackAsset {
    /// Its resources, in file order.
    pub resources: Vec<PackResource>,
    /// What is wrong with the file.
    pub faults: Vec<Fault>,
    /// Bytes of the file.
    pub byte_size: u64,
}

/// A resource of a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackResource {
    /// CRC-32 of its name.
    pub name_hash: u32,
    /// Type and payload bytes of its chunks, in file order.
    pub chunks: Vec<(u32, usize)>,
}

impl PackResource {
    /// Bytes of its chunks, as the header in front of them counts them.
    pub fn byte_size(&self) -> u64 {
        self.chunks.iter().map(|(_, bytes)| *bytes as u64).sum()
    }
}

impl From<&ResourceSlice<'_>> for PackResource {
    fn from(resource: &ResourceSlice<'_>) -> Self {
        let chunks = resource.chunks.iter();
        Self {
            name_hash: resource.name_hash,
            chunks: chunks
                .map(|chunk| (chunk.ty.value(), chunk.payload.remaining()))
                .collect(),
        }
    }
}

/// Loads `.pak` files.
impl FileAsset for PackAsset {
    const ENDINGS: &'static [&'static str] = &["pak"];

    fn from_file(file: &SourceFile, _: &mut LoadContext<'_>) -> Result<Self, Fault> {
        let (pack, noted) =
            PackSlice::read(&file.bytes, Rules::Forced).map_err(|error| file.fault(&error))?;
        Ok(PackAsset {
            resources: pack.resources.iter().map(PackResource::from).collect(),
            faults: noted.iter().map(|error| file.fault(error)).collect(),
            byte_size: file.size(),
        })
    }
}
