//! `<world>_sec.wld`: the tables of a streamed world and the textures it shares with its parts.

use std::collections::HashMap;

use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, LoadContext};
use bevy::math::Vec3;
use bevy::reflect::TypePath;
use wonderwheel_ps2::error::{FormatError, Result as FormatResult, Within};
use wonderwheel_renderware::world::{Aabb, AtomicSector, Node, Plane};
use wonderwheel_warriors::world_stream::WorldStream;

use crate::error::LevelAssetError;
use crate::load::SourceFile;
use crate::texture::{NamedTexture, add_dictionary};

/// A streamed world: where its sectors lie and which part brings each.
#[derive(Asset, TypePath, Debug, Clone)]
pub struct WorldAsset {
    /// Parts are numbered 1 to this.
    pub part_count: u32,
    /// The planes of the BSP, in stream order.
    pub planes: Vec<Plane>,
    /// The leaves of the BSP, in stream order.
    pub leaves: Vec<Leaf>,
    /// The root of the BSP.
    pub root: Node,
    /// The world's box.
    pub bounds: Aabb,
    /// Its textures.
    pub textures: Vec<NamedTexture>,
    /// Whether the file carries visibility data. Its layout is unknown.
    pub has_pvs: bool,
    /// Bytes of the file.
    pub byte_size: u64,
    /// What is wrong with the file, in words.
    pub faults: Vec<String>,
}

/// A sector of a streamed world. Source: spec/renderware.md 8.6.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Leaf {
    /// Streamed-sector index, unique in the world. `None`: the leaf has no atomic.
    pub sector: Option<u32>,
    /// Part that brings the atomic, from 1; 0 without one.
    pub part: u32,
    /// Where the atomic's own origin lies; RenderWare axes, metres.
    pub origin: Vec3,
    /// The sector's box.
    pub bounds: Aabb,
}

impl Leaf {
    fn new(sector: &AtomicSector) -> Self {
        let streamed = sector.streamed.as_ref();
        let index = streamed.and_then(|streamed| u32::try_from(streamed.index).ok());
        Self {
            sector: index,
            part: streamed
                .filter(|_| index.is_some())
                .map_or(0, |streamed| streamed.part),
            origin: streamed.map_or(Vec3::ZERO, |streamed| streamed.origin.into()),
            bounds: sector.bounds(),
        }
    }
}

/// Checks what the tables of the stream rely on: parts 1 to `part_count`, and sector indices 0 to K - 1, each once.
/// Source: spec/renderware.md 8.6.
fn check_leaves(leaves: &[Leaf], part_count: u32) -> FormatResult<()> {
    let streamed = leaves.iter().filter(|leaf| leaf.sector.is_some()).count();
    let mut owners = HashMap::new();
    for (i, leaf) in leaves.iter().enumerate() {
        let Some(sector) = leaf.sector else { continue };
        let wrong = |expected: String, found: u32| {
            Err(FormatError::malformed(0, expected, found)
                .within("plugin 0x3f1")
                .within(format!("sector[{i}]"))
                .within("world"))
        };
        if sector as usize >= streamed {
            return wrong(format!("a sector index below {streamed}"), sector);
        }
        if let Some(owner) = owners.insert(sector, i) {
            return wrong(
                format!("a sector index that sector[{owner}] does not have"),
                sector,
            );
        }
        if leaf.part == 0 || leaf.part > part_count {
            return wrong(format!("a part from 1 to {part_count}"), leaf.part);
        }
    }
    Ok(())
}

/// Loads `.wld` files. Textures become `texture/<name>`.
#[derive(TypePath, Default)]
pub struct WorldLoader;

impl AssetLoader for WorldLoader {
    type Asset = WorldAsset;
    type Settings = ();
    type Error = LevelAssetError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<WorldAsset, LevelAssetError> {
        let file = SourceFile::read(reader, context).await?;
        let stream = WorldStream::read(&file.bytes).within(|| file.name.clone())?;
        let leaves = stream
            .world
            .sectors
            .iter()
            .map(Leaf::new)
            .collect::<Vec<_>>();
        check_leaves(&leaves, stream.part_count).within(|| file.name.clone())?;
        let mut faults = Vec::new();
        let textures = add_dictionary(context, &stream.dictionary, "", |error| {
            faults.push(error.within(file.name.clone()).to_string());
        });
        Ok(WorldAsset {
            part_count: stream.part_count,
            leaves,
            root: stream.world.root,
            bounds: stream.world.bounds(),
            has_pvs: stream.world.has_pvs(),
            planes: stream.world.planes,
            textures,
            byte_size: file.size(),
            faults,
        })
    }

    fn extensions(&self) -> &[&str] {
        &["wld"]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(sector: Option<u32>, part: u32) -> Leaf {
        Leaf {
            sector,
            part,
            origin: Vec3::ZERO,
            bounds: Aabb::default(),
        }
    }

    fn refused(leaves: &[Leaf]) -> String {
        check_leaves(leaves, 2).unwrap_err().to_string()
    }

    #[test]
    fn leaves_without_an_atomic_need_no_part() {
        let leaves = [leaf(Some(1), 2), leaf(None, 0), leaf(Some(0), 1)];
        assert_eq!(check_leaves(&leaves, 2), Ok(()));
    }

    #[test]
    fn a_repeated_index_a_gap_and_an_unknown_part_are_refused_where_they_stand() {
        let twice = refused(&[leaf(Some(0), 1), leaf(Some(0), 1)]);
        assert!(twice.starts_with("world/sector[1]/plugin 0x3f1"), "{twice}");
        let gap = refused(&[leaf(Some(0), 1), leaf(Some(2), 1)]);
        assert!(gap.starts_with("world/sector[1]/plugin 0x3f1"), "{gap}");
        for part in [0, 3] {
            let error = refused(&[leaf(None, 0), leaf(Some(0), part)]);
            assert!(error.contains("from 1 to 2"), "{error}");
        }
    }
}
