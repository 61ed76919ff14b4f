//! Packs and resources: chunk containers.

use std::collections::BTreeSet;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Within;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_warriors::animation::Animation;
use wonderwheel_warriors::character::AnimRangeList;
use wonderwheel_warriors::chunk::{ChunkSlice, ChunkType, ResourceSlice};
use wonderwheel_warriors::classify::ResourceShape;
use wonderwheel_warriors::names::crc32;
use wonderwheel_warriors::pack::PackSlice;
use wonderwheel_warriors::sprite_sheet::SheetPage;

use super::entry::is_decimal_shape;
use super::{level, lists, model, sections};
use crate::files::GameFile;
use crate::known::{Count, Spread};
use crate::sheet::Sheet;
use crate::tally::{Tally, digest};

/// Bytes of a container's and of a chunk's header.
const HEADER: u64 = 16;

/// A pack: its resources as far as they can be cut out.
pub fn pack(sheet: &mut Sheet, bytes: &[u8]) {
    let (pack, outcome) = PackSlice::inspect(bytes, &mut sheet.findings);
    pack.validate(&mut sheet.findings);
    let stated = super::entry::word(bytes, 0).unwrap_or(0);
    sheet.tally.add(Count::PackResources, stated.into());
    sheet.tally.range(Spread::PackResourcesEach, stated.into());
    let mut shapes = BTreeSet::new();
    for (i, resource) in pack.resources.iter().enumerate() {
        let shape = Shape::of(resource);
        shapes.insert(shape);
        let tally = &mut sheet.tally;
        match shape {
            Shape::Model => tally.one(Count::PackModels),
            Shape::Dictionary => tally.one(Count::PackDictionaries),
            Shape::SkinnedModel => tally.one(Count::PackSkinnedModels),
            Shape::Animation => tally.one(Count::PackAnimations),
            Shape::Character => tally.one(Count::PackCharacters),
            Shape::Sheet => tally.one(Count::PackSheets),
            Shape::Other => {}
        }
        chunks(sheet, resource, bytes, &format!("pack/resource[{i}]"));
    }
    let tally = &mut sheet.tally;
    tally.one_if(
        shapes.contains(&Shape::Character),
        Count::PackWithCharacters,
    );
    let has_skinned = shapes.contains(&Shape::SkinnedModel);
    tally.one_if(has_skinned, Count::PackWithSkinnedModels);
    sheet.attempt(|_| outcome);
}

/// A resource that is a file of its own.
pub fn resource(sheet: &mut Sheet, file: &GameFile, shape: ResourceShape, bytes: &[u8]) {
    let inspected = sheet.attempt(|sheet| ResourceSlice::inspect(bytes, &mut sheet.findings));
    let Some(resource) = inspected else {
        return;
    };
    resource.validate(&mut sheet.findings);
    if !file.is_unnamed {
        resource.validate_name(&file.name, &mut sheet.findings);
    }
    sheet.tally.one(Count::ResourceEntries);
    standalone(&mut sheet.tally, file, shape, &resource);
    chunks(sheet, &resource, bytes, "resource");
    match shape {
        ResourceShape::Level => level::level(sheet, file, &resource, bytes),
        ResourceShape::Global => {
            sheet.attempt(|sheet| lists::global(sheet, file, bytes));
        }
        ResourceShape::SceneList => lists::scenes(&mut sheet.tally, &resource),
        ResourceShape::Model => model::standalone(sheet, &resource),
        _ => {}
    }
}

/// The combinations of chunk types that the disc's packs and decimal files consist of. Source: spec/chunks.md 1.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Model,
    SkinnedModel,
    Dictionary,
    Sheet,
    Animation,
    Character,
    Other,
}

impl Shape {
    fn of(resource: &ResourceSlice<'_>) -> Self {
        let types = || resource.chunks.iter().map(|chunk| chunk.ty);
        match ResourceShape::of(types()) {
            ResourceShape::Model if types().any(|ty| ty == ChunkType::ChunkBoneOffsets) => {
                Self::SkinnedModel
            }
            ResourceShape::Model => Self::Model,
            ResourceShape::TextureDictionary => Self::Dictionary,
            ResourceShape::SpriteSheet => Self::Sheet,
            ResourceShape::Animation => Self::Animation,
            ResourceShape::Character => Self::Character,
            _ => Self::Other,
        }
    }
}

fn standalone(
    tally: &mut Tally,
    file: &GameFile,
    shape: ResourceShape,
    resource: &ResourceSlice<'_>,
) {
    if is_decimal_shape(shape) {
        match Shape::of(resource) {
            Shape::Dictionary => tally.one(Count::ResourceDictionaries),
            Shape::Model => tally.one(Count::ResourceModels),
            Shape::Sheet => tally.one(Count::ResourceSheets),
            Shape::SkinnedModel => tally.one(Count::ResourceSkinnedModels),
            Shape::Character => tally.one(Count::ResourceCharacters),
            Shape::Animation | Shape::Other => {}
        }
    }
    if shape == ResourceShape::Animation && !file.is_unnamed {
        let is_own = resource.name_hash == crc32(&file.name);
        tally.one_if(is_own, Count::AnmNamedLikeFile);
    }
}

/// The chunks of a resource. `place` is the way to it.
fn chunks(sheet: &mut Sheet, resource: &ResourceSlice<'_>, bytes: &[u8], place: &str) {
    let tally = &mut sheet.tally;
    tally.one(Count::ResourceOccurrences);
    let count = resource.chunks.len() as u64;
    tally.add(Count::ChunkCount, count);
    tally.range(Spread::ResourceChunksEach, count);
    if let Some(own) = bytes_of(resource, bytes) {
        tally.resource(resource.name_hash, digest(own));
    }
    let has = |ty| resource.chunks.iter().any(|chunk| chunk.ty == ty);
    let is_skinned = has(ChunkType::ChunkBoneOffsets);
    let is_character = has(ChunkType::CharacterData);
    let mut before: Option<&ChunkSlice<'_>> = None;
    for (i, chunk) in resource.chunks.iter().enumerate() {
        let size = chunk.payload.remaining() as u64;
        sheet.tally.add(Count::ChunkDataBytes, size);
        sheet.tally.chunk(chunk.ty.value(), size);
        let way = || format!("{place}/chunk[{i}] {}", chunk.ty);
        sheet.attempt(|sheet| {
            let read = match chunk.ty {
                ChunkType::RenderwareTextureDic | ChunkType::TextureDictionaryTid => {
                    let is_own = chunk.hash == resource.name_hash;
                    sheet.tally.one_if(is_own, Count::TxdNamedLikeResource);
                    dictionary(sheet, chunk)
                }
                ChunkType::PreinstanceObject => {
                    let is_own = chunk.hash == resource.name_hash;
                    sheet.tally.one(Count::ModelOccurrences);
                    sheet
                        .tally
                        .one_if(is_skinned, Count::ModelSkinnedOccurrences);
                    sheet.tally.one_if(is_own, Count::ModelNamedLikeResource);
                    clump(sheet, chunk)
                }
                ChunkType::AnimData => {
                    sheet.tally.one_if(is_character, Count::CharacterAnimations);
                    animation(sheet, chunk, before)
                }
                ChunkType::CharacterData => {
                    sheet.tally.one(Count::CharacterOccurrences);
                    Ok(())
                }
                ChunkType::AnimRangeList => {
                    let ranges = AnimRangeList::read_from(&mut chunk.payload.clone())?;
                    let slots = ranges.records.len() as u64;
                    sheet.tally.range(Spread::CharacterSlotsEach, slots);
                    Ok(())
                }
                ChunkType::ParticlePage => sheet_page(sheet, chunk),
                _ => Ok(()),
            };
            read.within(way)
        });
        before = Some(chunk);
    }
}

/// The bytes of a resource from its header to its last chunk.
fn bytes_of<'a>(resource: &ResourceSlice<'_>, bytes: &'a [u8]) -> Option<&'a [u8]> {
    let (first, last) = (resource.chunks.first()?, resource.chunks.last()?);
    let start = first.payload.offset().checked_sub(2 * HEADER)?;
    let end = last.payload.offset() + last.payload.remaining() as u64;
    bytes.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
}

type Read = wonderwheel_ps2::error::Result<()>;

fn dictionary(sheet: &mut Sheet, chunk: &ChunkSlice<'_>) -> Read {
    let tally = &mut sheet.tally;
    tally.one(Count::TxdInChunks);
    sections::count(tally, chunk.payload.clone());
    // Its findings are among those of the container.
    TextureDictionary::read_from(&mut chunk.payload.clone()).map(drop)
}

fn clump(sheet: &mut Sheet, chunk: &ChunkSlice<'_>) -> Read {
    sections::count(&mut sheet.tally, chunk.payload.clone());
    let clump = Clump::read_from(&mut chunk.payload.clone())?;
    model::bones(&mut sheet.tally, &clump)
}

fn animation(sheet: &mut Sheet, chunk: &ChunkSlice<'_>, before: Option<&ChunkSlice<'_>>) -> Read {
    let keys = before.filter(|before| before.ty == ChunkType::AnimRotKeyframes);
    if let Some(keys) = keys {
        let mut keys: Cursor<'_> = keys.payload.clone();
        Animation::read_from(&mut chunk.payload.clone(), &mut keys)?;
        sheet.tally.one(Count::AnmPairs);
    }
    Ok(())
}

fn sheet_page(sheet: &mut Sheet, chunk: &ChunkSlice<'_>) -> Read {
    let tally = &mut sheet.tally;
    tally.one(Count::SheetPages);
    let SheetPage { sheet: page, .. } = SheetPage::read_chunk(&mut chunk.payload.clone())?;
    tally.range(Spread::SheetRectanglesEach, page.rectangles.len() as u64);
    tally.one(match page.font_rectangle {
        None => Count::SheetNoFont,
        Some(_) => Count::SheetFonts,
    });
    Ok(())
}
