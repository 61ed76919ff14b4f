//! `<world>_ms<i>.sec`: the meshes of some sectors and the textures only they use.

mod salvage;

use std::collections::HashSet;

use bevy::asset::io::Reader;
use bevy::asset::{Asset, AssetLoader, Handle, LoadContext};
use bevy::reflect::TypePath;
use wonderwheel_ps2::error::{FormatError, Within};
use wonderwheel_warriors::part::Part;

use crate::error::LevelAssetError;
use crate::load::SourceFile;
use crate::mesh::{self, SceneryMesh};
use crate::part::salvage::{Salvaged, salvage};
use crate::texture::{NamedTexture, add_dictionary, remarks};

/// A part. It travels whole: one file, one load, one charge on the budget.
#[derive(Asset, TypePath, Debug, Clone)]
pub struct PartAsset {
    /// The textures that only this part brings.
    pub textures: Vec<NamedTexture>,
    /// The sectors it brings, in file order.
    pub sectors: Vec<PartSector>,
    /// Streamed-sector indices whose atomics could not be used.
    pub broken_sectors: Vec<u32>,
    /// What is wrong with the file, in words: file, path, offset, reason.
    pub faults: Vec<String>,
    /// Bytes of the file.
    pub byte_size: u64,
}

/// A sector as a part brings it.
#[derive(Debug, Clone)]
pub struct PartSector {
    /// Streamed-sector index, as the world's leaves have it.
    pub index: u32,
    /// Its mesh, about the leaf's origin.
    pub mesh: Handle<SceneryMesh>,
    /// Triangles of the mesh.
    pub triangles: u32,
}

/// Reads a part; when something in it is malformed, what is left of it.
fn read(bytes: &[u8]) -> Result<Salvaged, FormatError> {
    match Part::read(bytes) {
        Ok(part) => Ok(Salvaged {
            numbers: (0..part.atomics.len()).collect(),
            part,
            faults: Vec::new(),
            broken_sectors: Vec::new(),
        }),
        Err(error) => salvage(bytes).ok_or(error),
    }
}

/// Loads `.sec` files. Meshes become `sector/<index>`, textures `texture/<name>`.
///
/// A malformed atomic or texture costs only itself: it is told in [`PartAsset::faults`]. A file whose framing is broken
/// is refused as a whole, and so is one that the game's read buffer does not take.
#[derive(TypePath, Default)]
pub struct PartLoader;

impl AssetLoader for PartLoader {
    type Asset = PartAsset;
    type Settings = ();
    type Error = LevelAssetError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        context: &mut LoadContext<'_>,
    ) -> Result<PartAsset, LevelAssetError> {
        let file = SourceFile::read(reader, context).await?;
        let (most, found) = (u64::from(Part::MAX_FILE_BYTES), file.size());
        if found > most {
            let limit = FormatError::limit(most, "size of a part file", most, found);
            return Err(limit.within(file.name).into());
        }
        let Salvaged {
            part,
            numbers,
            faults,
            mut broken_sectors,
        } = read(&file.bytes).within(|| file.name.clone())?;
        let mut told = Vec::new();
        let mut fault = |error: FormatError| told.push(error.within(file.name.clone()).to_string());
        faults.into_iter().for_each(&mut fault);
        // The game loads a part under any name; somebody who renamed one will want to know.
        part.check_name(&file.name).unwrap_or_else(&mut fault);
        let words = part.mip_words();
        let textures = add_dictionary(context, &part.dictionary, &words, "", |error| {
            fault(error.within("part"));
        });

        let mut sectors = Vec::with_capacity(part.atomics.len());
        let mut seen = broken_sectors.iter().copied().collect::<HashSet<_>>();
        for (i, entry) in numbers.into_iter().zip(&part.atomics) {
            let index = entry.sector_index;
            if !seen.insert(index) {
                let twice = FormatError::malformed(
                    mesh::offset_of(&entry.atomic),
                    "a sector index that no atomic before it has",
                    index,
                );
                fault(twice.within(format!("atomic[{i}]")).within("part"));
                continue;
            }
            match mesh::from_atomic(&entry.atomic) {
                Ok(mut mesh) => {
                    let geometry = entry.atomic.geometry.as_ref();
                    let materials = geometry.map_or(&[][..], |geometry| &geometry.materials);
                    mesh.settle_mip_words(materials, &words);
                    sectors.push(PartSector {
                        index,
                        triangles: mesh.triangle_count,
                        mesh: context.add_labeled_asset(format!("sector/{index}"), mesh),
                    });
                }
                Err(error) => {
                    fault(
                        error
                            .within(format!("atomic[{i}] of sector {index}"))
                            .within("part"),
                    );
                    broken_sectors.push(index);
                }
            }
        }
        told.extend(remarks(&file.name, &part.dictionary, &words));
        Ok(PartAsset {
            textures,
            sectors,
            broken_sectors,
            byte_size: file.size(),
            faults: told,
        })
    }

    fn extensions(&self) -> &[&str] {
        &["sec"]
    }
}
