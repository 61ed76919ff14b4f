//! `<world>_ms<i>.sec`: the meshes of some sectors and the textures only they use.

mod salvage;

use std::collections::HashSet;

use bevy::asset::{Asset, Handle, LoadContext};
use bevy::reflect::TypePath;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::fault::Fault;
use wonderwheel_warriors::part::Part;

use crate::label::AssetLabel;
use crate::load::{FileAsset, SourceFile};
use crate::mesh::{self, SceneryMesh};
use crate::texture::{NamedTexture, add_dictionary, remarks};

use self::salvage::{SalvagedPart, salvage};

/// A part. It travels whole: one file, one load, one charge on the budget.
#[derive(Asset, TypePath, Debug, Clone)]
pub struct PartAsset {
    /// The textures that only this part brings.
    pub textures: Vec<NamedTexture>,
    /// The sectors it brings, in file order.
    pub sectors: Vec<PartSector>,
    /// Sectors whose atomics could not be used.
    pub broken_sectors: Vec<BrokenSector>,
    /// What is wrong with the file, broken sectors included.
    pub faults: Vec<Fault>,
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

/// A sector that a part should bring and cannot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenSector {
    /// Streamed-sector index.
    pub index: u32,
    /// Why.
    pub fault: Fault,
}

/// Reads a part; when something in it is malformed, what is left of it.
fn read(bytes: &[u8]) -> Result<SalvagedPart, FormatError> {
    match Part::read(bytes) {
        Ok(part) => Ok(SalvagedPart {
            numbers: (0..part.atomics.len()).collect(),
            part,
            faults: Vec::new(),
        }),
        Err(error) => salvage(bytes).ok_or(error),
    }
}

/// Loads `.sec` files. Meshes become `sector/<index>`, textures `texture/<name>`.
///
/// A malformed atomic or texture costs only itself: it is in [`PartAsset::faults`]. A file whose framing is broken
/// is refused as a whole. One that is larger than the game's read buffer takes more reads there, and none here.
impl FileAsset for PartAsset {
    const ENDINGS: &'static [&'static str] = &["sec"];

    fn from_file(file: &SourceFile, context: &mut LoadContext<'_>) -> Result<Self, Fault> {
        let SalvagedPart {
            part,
            numbers,
            faults: met,
        } = read(&file.bytes).map_err(|error| file.fault(&error))?;
        let (mut faults, mut broken_sectors) = (Vec::new(), Vec::new());
        let mut fault = |costs_sector: Option<u32>, error: FormatError| {
            let fault = file.fault(&error);
            broken_sectors.extend(costs_sector.map(|index| BrokenSector {
                index,
                fault: fault.clone(),
            }));
            faults.push(fault);
        };
        let mut seen = HashSet::new();
        for (costs_sector, error) in met {
            seen.extend(costs_sector);
            fault(costs_sector, error.within("part"));
        }
        // The game loads a part under any name, but a renamed one is worth knowing about.
        part.check_name(&file.name)
            .unwrap_or_else(|error| fault(None, error));
        let words = part.mip_words();
        let textures = add_dictionary(context, &part.dictionary, &words, None, |error| {
            fault(None, error.within("part"));
        });

        let mut sectors = Vec::with_capacity(part.atomics.len());
        for (i, entry) in numbers.into_iter().zip(&part.atomics) {
            let index = entry.sector_index;
            if !seen.insert(index) {
                let twice = FormatError::malformed(
                    mesh::offset_of(&entry.atomic),
                    "a sector index that no atomic before it has",
                    index,
                );
                fault(None, twice.within(format!("atomic[{i}]")).within("part"));
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
                        mesh: context
                            .add_labeled_asset(AssetLabel::Sector(index).to_string(), mesh),
                    });
                }
                Err(error) => {
                    let error = error.within(format!("atomic[{i}] of sector {index}"));
                    fault(Some(index), error.within("part"));
                }
            }
        }
        faults.extend(remarks(&file.name, &part.dictionary, &words));
        Ok(PartAsset {
            textures,
            sectors,
            broken_sectors,
            byte_size: file.size(),
            faults,
        })
    }
}
