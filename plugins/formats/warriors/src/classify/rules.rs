//! The rules over content, in their order. Source: spec/archives.md 5.2.

use wonderwheel_ps2::content::{Content, Stop};
use wonderwheel_renderware::section::id;
use wonderwheel_renderware::stamp::STAMP;

use super::kind::FileKind;
use super::resource_shape::ResourceShape;
use crate::chunk::{ResourceSlice, Rules};
use crate::manifest::Manifest;
use crate::pack::{MARKER, PackSlice};

/// The order of the rules, after the one for containers. Two kinds that the disc does not have stand at the end.
pub(super) const ORDER: [FileKind; 13] = [
    FileKind::Lua,
    FileKind::SceneRecord,
    FileKind::OlderRenderWare,
    FileKind::WorldPart,
    FileKind::WorldStream,
    FileKind::FontMetrics,
    FileKind::Bitmap,
    FileKind::Icon,
    FileKind::BankIndex,
    FileKind::ObjectList,
    FileKind::Manifest,
    FileKind::TextureDictionary,
    FileKind::Clump,
];

/// The stamp of the five streams that the game's own RenderWare would refuse. Source: spec/archives.md 5.1.
const OLDER_STAMP: u32 = 0x1803_FFFF;

/// The largest bank index that is looked for. Source: spec/archives.md 5.2.
const LARGEST_BANK_INDEX: u64 = 65_536;

/// What a container is, by an exact parse, or by the sums of its header when not all is at hand: then its shape is
/// [`ResourceShape::Other`]. Source: spec/chunks.md 2.4.
pub(super) fn container(content: Content<'_>) -> Option<FileKind> {
    let [first, second, zero, hash] = [0, 4, 8, 12].map(|at| content.u32(at).ok());
    let (first, second, hash) = (first?, second?, hash?);
    if zero != Some(0) || first == 0 {
        return None;
    }
    if hash == MARKER {
        let sum = u64::from(second) + 16 == content.size();
        let exact = || PackSlice::read(content.bytes(), Rules::Strict).is_ok();
        return (sum && (!content.is_whole() || exact())).then_some(FileKind::Pack);
    }
    if u64::from(second) + 16 * (u64::from(first) + 1) != content.size() {
        return None;
    }
    if !content.is_whole() {
        return Some(FileKind::Resource(ResourceShape::Other));
    }
    let (resource, _) = ResourceSlice::read(content.bytes(), Rules::Strict).ok()?;
    let types = resource.chunks.iter().map(|chunk| chunk.ty);
    Some(FileKind::Resource(ResourceShape::of(types)))
}

pub(crate) fn pack(content: Content<'_>) -> Result<bool, Stop> {
    Ok(container(content) == Some(FileKind::Pack))
}

pub(crate) fn resource(content: Content<'_>, shape: ResourceShape) -> Result<bool, Stop> {
    Ok(match container(content) {
        // Without all chunks the shape is not known.
        Some(FileKind::Resource(found)) => found == shape || !content.is_whole(),
        _ => false,
    })
}

/// Bank samples and what is unknown have no rule, so everything passes.
pub(crate) fn anything(_: Content<'_>) -> Result<bool, Stop> {
    Ok(true)
}

pub(crate) fn scene_record(content: Content<'_>) -> Result<bool, Stop> {
    Ok(content.size() >= 8 && u64::from(content.u32(0)?) == content.size())
}

pub(crate) fn older_renderware(content: Content<'_>) -> Result<bool, Stop> {
    let at = |at| -> Result<bool, Stop> {
        Ok(content.u32(at)? == id::TEXTURE_DICTIONARY && content.u32(at + 8)? == OLDER_STAMP)
    };
    Ok(at(0)? || at(4)?)
}

pub(crate) fn world_part(content: Content<'_>) -> Result<bool, Stop> {
    for (at, word) in [(0, 1), (4, 0), (8, 0)] {
        if content.u32(at)? != word {
            return Ok(false);
        }
    }
    let Some(mut at) = section(content, 16, id::TEXTURE_DICTIONARY)? else {
        return Ok(false);
    };
    let count = content.u32(at)?;
    at += 4;
    // Each takes 16 bytes at the least, so a count that lies comes to the end of the file soon.
    for _ in 0..count {
        match section(content, at + 4, id::ATOMIC)? {
            Some(end) => at = end,
            None => return Ok(false),
        }
    }
    Ok(content.is_zero_from(at))
}

pub(crate) fn world_stream(content: Content<'_>) -> Result<bool, Stop> {
    let Some(world) = section(content, 4, id::TEXTURE_DICTIONARY)? else {
        return Ok(false);
    };
    match section(content, world, id::WORLD)? {
        Some(end) => Ok(content.is_zero_from(end)),
        None => Ok(false),
    }
}

pub(crate) fn lone_section(content: Content<'_>, wanted: u32) -> Result<bool, Stop> {
    match section(content, 0, wanted)? {
        Some(end) => Ok(content.is_zero_from(end)),
        None => Ok(false),
    }
}

/// The end of the section at `at`, when it is one of the type wanted, of the disc's own RenderWare, that the file holds.
fn section(content: Content<'_>, at: u64, wanted: u32) -> Result<Option<u64>, Stop> {
    if content.u32(at)? != wanted || content.u32(at + 8)? != STAMP {
        return Ok(None);
    }
    let end = at + 12 + u64::from(content.u32(at + 4)?);
    Ok(Some(end).filter(|end| *end <= content.size()))
}

pub(crate) fn bitmap(content: Content<'_>) -> Result<bool, Stop> {
    Ok(content.starts_with(b"BM")? && u64::from(content.u32(2)?) == content.size())
}

pub(crate) fn bank_index(content: Content<'_>) -> Result<bool, Stop> {
    let size = content.size();
    if size == 0 || !size.is_multiple_of(8) || size > LARGEST_BANK_INDEX {
        return Ok(false);
    }
    let mut last = None;
    for at in (0..size).step_by(8) {
        let [hash, offset] = [content.u32(at)?, content.u32(at + 4)?];
        match last {
            // The first pair has offset 0; one of two zeros would be a bank without samples.
            None if offset != 0 || hash == 0 => return Ok(false),
            Some(_) if hash == 0 && offset == 0 => return Ok(content.is_zero_from(at)),
            Some(last) if offset <= last || !offset.is_multiple_of(16) => return Ok(false),
            _ => last = Some(offset),
        }
    }
    Ok(false)
}

pub(crate) fn object_list(content: Content<'_>) -> Result<bool, Stop> {
    let bytes = content.bytes();
    let used = bytes
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1);
    let text = bytes.get(..used).unwrap_or_default();
    let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\r' | b'\n');
    Ok(text.first().is_some_and(u8::is_ascii_digit) && text.iter().all(is_text))
}

pub(crate) fn manifest(content: Content<'_>) -> Result<bool, Stop> {
    let [size, heap, count] = [content.u32(0)?, content.u32(4)?, content.u32(8)?];
    let end = 12 + 8 * u64::from(count);
    Ok((1..=Manifest::MAX_PARTS).contains(&count)
        && size > 0
        && heap >= size / 2
        && end <= content.size()
        && content.is_zero_from(end))
}
