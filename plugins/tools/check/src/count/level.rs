//! Level files: occluders, background models, the glow world; paths, collision and subtitles have modules of their own.

use std::collections::BTreeSet;

use wonderwheel_ps2::error::{Result, Within};
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::default_chain::decode_default;
use wonderwheel_renderware::packed_chain::{PackedMesh, decode_packed};
use wonderwheel_renderware::world::World;
use wonderwheel_warriors::chunk::{ChunkSlice, ChunkType, ResourceSlice};
use wonderwheel_warriors::level_file::LevelFile;
use wonderwheel_warriors::names::crc32;
use wonderwheel_warriors::names::levels::level_number;
use wonderwheel_warriors::occluder::OccluderTable;

use super::entry::size;
use super::sections::{self, WorldHeader};
use super::{collision, path, subtitles};
use crate::files::GameFile;
use crate::known::{Count, Spread};
use crate::sheet::Sheet;
use crate::tally::Tally;

/// A level file whose chunks have been cut apart.
pub fn level(sheet: &mut Sheet, file: &GameFile, resource: &ResourceSlice<'_>, bytes: &[u8]) {
    let stem = file.name.strip_suffix(".lev").unwrap_or(&file.name);
    let level = level_number(stem);
    let tally = &mut sheet.tally;
    let of_type = |ty| resource.chunks.iter().filter(move |chunk| chunk.ty == ty);
    let number = |ty| of_type(ty).count() as u64;
    tally.add(Count::LevChunks, resource.chunks.len() as u64);
    tally.add(
        Count::LevDictionaries,
        number(ChunkType::RenderwareTextureDic),
    );
    tally.add(Count::LevModels, number(ChunkType::PreinstanceObject));
    tally.one_if(resource.name_hash == crc32(stem), Count::LevNamedLikeLevel);
    // The passes over the container have been run.
    sheet.attempt(|sheet| {
        let (level, _) = LevelFile::read_forced(bytes)?;
        level.validate(&mut sheet.findings);
        Ok(())
    });
    for chunk in of_type(ChunkType::Occluders) {
        sheet.attempt(|sheet| occluders(sheet, chunk).within(|| "occluders"));
    }
    backgrounds(sheet, of_type(ChunkType::PreinstanceObject));
    for chunk in of_type(ChunkType::SectorBspData) {
        sheet.attempt(|sheet| glow(sheet, chunk).within(|| "glow world"));
    }
    for chunk in of_type(ChunkType::PathData) {
        sheet.attempt(|sheet| path::paths(sheet, level, chunk).within(|| "path data"));
    }
    sheet.attempt(|sheet| collision::collision(sheet, resource).within(|| "collision"));
    for chunk in of_type(ChunkType::Subtitles) {
        sheet.attempt(|sheet| subtitles::subtitles(sheet, level, chunk));
    }
}

fn occluders(sheet: &mut Sheet, chunk: &ChunkSlice<'_>) -> Result<()> {
    let tally = &mut sheet.tally;
    tally.file(Count::OccluderLists, Count::OccluderBytes, size(chunk));
    let stated = chunk.payload.clone().u32()?;
    tally.add(Count::Occluders, stated.into());
    tally.range(Spread::OccludersEach, stated.into());
    let table = OccluderTable::read(&mut chunk.payload.clone())?;
    sheet
        .findings
        .within("occluders", |findings| table.validate(findings));
    for occluder in table.occluders() {
        let [p0, p1, p2, p3] = occluder.points;
        let stands = |low: [f32; 3], high: [f32; 3]| {
            let [x, y, z] = std::array::from_fn(|i| f64::from(high[i]) - f64::from(low[i]));
            x == 0.0 && y == 0.0 && (z - 1.0_f64).abs() < 1e-3
        };
        sheet
            .tally
            .one_if(stands(p0, p2) && stands(p1, p3), Count::OccludersUpright);
    }
    Ok(())
}

/// Where the triangles of the three background models go, in file order: skyline, sky, clouds.
const BACKGROUNDS: [(&str, Count, Spread); 3] = [
    (
        "skyline",
        Count::SkylineTriangles,
        Spread::SkylineTrianglesEach,
    ),
    ("sky", Count::SkyBoxTriangles, Spread::SkyBoxTrianglesEach),
    ("clouds", Count::CloudTriangles, Spread::CloudTrianglesEach),
];

fn backgrounds<'a, 'b: 'a>(sheet: &mut Sheet, chunks: impl Iterator<Item = &'a ChunkSlice<'b>>) {
    for ((name, sum, each), chunk) in BACKGROUNDS.into_iter().zip(chunks) {
        // An error in the clump itself is known from the pass over all chunks.
        let Ok(clump) = Clump::read_from(&mut chunk.payload.clone()) else {
            continue;
        };
        sheet.attempt(|sheet| {
            let triangles = triangles(&clump).within(|| name)?;
            sheet.tally.add(sum, triangles);
            sheet.tally.range(each, triangles);
            let is_placeholder = name == "skyline" && triangles == 2;
            sheet
                .tally
                .one_if(is_placeholder, Count::SkylinePlaceholders);
            Ok(())
        });
    }
}

/// Triangles of a clump's strips, degenerate ones left out.
fn triangles(clump: &Clump) -> Result<u64> {
    let mut sum = 0;
    for (i, (_, geometry)) in clump.atomic_geometries().enumerate() {
        let strip = geometry.bin_mesh.is_strip();
        for (j, (mesh, chain)) in geometry.chains().enumerate() {
            let mut decoded = PackedMesh::default();
            decode_packed(chain, strip, mesh.vertex_count, &mut decoded)
                .within(|| format!("atomic[{i}]/mesh[{j}]"))?;
            sum += decoded.triangles(strip).count() as u64;
        }
    }
    Ok(sum)
}

fn glow(sheet: &mut Sheet, chunk: &ChunkSlice<'_>) -> Result<()> {
    let tally = &mut sheet.tally;
    tally.file(Count::GlowWorlds, Count::GlowBytes, size(chunk));
    sections::count(tally, chunk.payload.clone());
    if let Some(header) = WorldHeader::find(chunk.payload.clone()) {
        tally.add(Count::GlowPlanes, header.planes.into());
        tally.add(Count::GlowLeaves, header.leaves.into());
        tally.add(Count::GlowTrianglesHeader, header.triangles.into());
        tally.range(Spread::GlowTrianglesEach, header.triangles.into());
    }
    let world = World::read_from(&mut chunk.payload.clone())?;
    sheet
        .findings
        .within("glow world", |findings| world.validate(findings));
    glow_triangles(&mut sheet.tally, &world)?;
    let names = world
        .materials
        .iter()
        .flat_map(|material| material.references());
    let names: BTreeSet<_> = names
        .map(|texture| texture.name.to_ascii_lowercase())
        .collect();
    match names.len() {
        1 => sheet.tally.one(Count::GlowOneTexture),
        2 => sheet.tally.one(Count::GlowTwoTextures),
        _ => {}
    }
    Ok(())
}

fn glow_triangles(tally: &mut Tally, world: &World) -> Result<()> {
    for (i, sector) in world.sectors.iter().enumerate() {
        let strip = sector.bin_mesh.as_ref().is_none_or(|mesh| mesh.is_strip());
        for (j, (mesh, chain)) in sector.chains().enumerate() {
            let decoded = decode_default(chain, strip, mesh.vertex_count)
                .within(|| format!("sector[{i}]/mesh[{j}]"))?;
            tally.add(
                Count::GlowTriangles,
                decoded.triangles(strip).count() as u64,
            );
        }
    }
    Ok(())
}
