//! Models: clumps of chunk 0x47.

use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::skinned_chain::decode_skinned;
use wonderwheel_warriors::chunk::{ChunkType, ResourceSlice};

use crate::known::{Count, Spread};
use crate::sheet::Sheet;
use crate::tally::{Fact, Tally};

/// The skins of a clump.
pub fn bones(tally: &mut Tally, clump: &Clump) -> Result<()> {
    for geometry in &clump.geometries {
        if let Some(skin) = geometry.skin()? {
            tally.range(Spread::ModelBonesEach, skin.inverse_bind.len() as u64);
        }
    }
    Ok(())
}

/// A model that is a file of its own, with or without bone offsets.
pub fn standalone(sheet: &mut Sheet, resource: &ResourceSlice<'_>) {
    sheet.tally.one(Count::ModelFiles);
    let has = |ty| resource.chunks.iter().find(|chunk| chunk.ty == ty);
    let is_skinned = has(ChunkType::ChunkBoneOffsets).is_some();
    let Some(chunk) = has(ChunkType::PreinstanceObject) else {
        return;
    };
    // The chunk was read before, and an error in it is known.
    let Ok(clump) = Clump::read_from(&mut chunk.payload.clone()) else {
        return;
    };
    let atomics = clump.atomics.len();
    sheet.tally.fact(Fact::Model {
        hash: resource.name_hash,
        atomics: u32::try_from(atomics).unwrap_or(u32::MAX),
    });
    if atomics > 1 {
        sheet
            .tally
            .range(Spread::ModelCarAtomicsEach, atomics as u64);
    }
    if is_skinned {
        sheet.attempt(|sheet| skin_vertices(&mut sheet.tally, &clump));
    }
}

/// Vertices of the strips that have weights.
fn skin_vertices(tally: &mut Tally, clump: &Clump) -> Result<()> {
    for (i, geometry) in clump.geometries.iter().enumerate() {
        let strip = geometry.bin_mesh.is_strip();
        for (j, (mesh, chain)) in geometry.chains().enumerate() {
            let skinned = decode_skinned(chain, strip, mesh.vertex_count)
                .within(|| format!("clump/geometry[{i}]/mesh[{j}]"))?;
            tally.add(Count::ModelSkinVertices, skinned.weights.len() as u64);
        }
    }
    Ok(())
}
