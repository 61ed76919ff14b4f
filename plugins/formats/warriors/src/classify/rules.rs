//! The rules over content, in their order. Source: spec/archives.md 5.2.

use wonderwheel_renderware::section::id;
use wonderwheel_renderware::stamp::STAMP;

use super::content::{Content, Stop};
use super::kind::FileKind;
use crate::manifest::Manifest;

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

impl Content<'_> {
    /// Whether the content passes the rule of a kind. Bank samples and what is unknown have none, so everything passes.
    pub fn is(self, kind: FileKind) -> bool {
        match kind {
            FileKind::Pack => self.kind_of_container() == Some(FileKind::Pack),
            FileKind::Resource(shape) => match self.kind_of_container() {
                // Without all chunks the shape is not known.
                Some(FileKind::Resource(found)) => found == shape || !self.is_whole(),
                _ => false,
            },
            _ if self.is_too_short() => false,
            _ => holds(kind, self),
        }
    }
}

/// Whether a kind's rule holds, as far as can be seen.
fn holds(kind: FileKind, content: Content<'_>) -> bool {
    let rule = match kind {
        FileKind::Lua => content.starts_with(b"\x1BLua\x40"),
        FileKind::SceneRecord => scene_record(content),
        FileKind::OlderRenderWare => older_renderware(content),
        FileKind::WorldPart => world_part(content),
        FileKind::WorldStream => world_stream(content),
        FileKind::FontMetrics => content.starts_with(b"METRICS1"),
        FileKind::Bitmap => bitmap(content),
        FileKind::Icon => content.starts_with(&[0, 0, 1, 0]),
        FileKind::BankIndex => bank_index(content),
        FileKind::ObjectList => Ok(object_list(content)),
        FileKind::Manifest => manifest(content),
        FileKind::TextureDictionary => lone_section(content, id::TEXTURE_DICTIONARY),
        FileKind::Clump => lone_section(content, id::CLUMP),
        FileKind::BankSamples | FileKind::Unknown => Ok(true),
        // Containers have no rule here: theirs is an exact parse.
        FileKind::Pack | FileKind::Resource(_) => Ok(false),
    };
    rule.unwrap_or_else(|stop| stop == Stop::Unseen)
}

fn scene_record(content: Content<'_>) -> Result<bool, Stop> {
    Ok(content.size() >= 8 && u64::from(content.u32(0)?) == content.size())
}

fn older_renderware(content: Content<'_>) -> Result<bool, Stop> {
    let at = |at| -> Result<bool, Stop> {
        Ok(content.u32(at)? == id::TEXTURE_DICTIONARY && content.u32(at + 8)? == OLDER_STAMP)
    };
    Ok(at(0)? || at(4)?)
}

fn world_part(content: Content<'_>) -> Result<bool, Stop> {
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

fn world_stream(content: Content<'_>) -> Result<bool, Stop> {
    let Some(world) = section(content, 4, id::TEXTURE_DICTIONARY)? else {
        return Ok(false);
    };
    match section(content, world, id::WORLD)? {
        Some(end) => Ok(content.is_zero_from(end)),
        None => Ok(false),
    }
}

fn lone_section(content: Content<'_>, wanted: u32) -> Result<bool, Stop> {
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

fn bitmap(content: Content<'_>) -> Result<bool, Stop> {
    Ok(content.starts_with(b"BM")? && u64::from(content.u32(2)?) == content.size())
}

fn bank_index(content: Content<'_>) -> Result<bool, Stop> {
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

fn object_list(content: Content<'_>) -> bool {
    let bytes = content.bytes();
    let used = bytes
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1);
    let text = bytes.get(..used).unwrap_or_default();
    text.first().is_some_and(u8::is_ascii_digit)
        && text
            .iter()
            .all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\r' | b'\n'))
}

fn manifest(content: Content<'_>) -> Result<bool, Stop> {
    let [size, heap, count] = [content.u32(0)?, content.u32(4)?, content.u32(8)?];
    let end = 12 + 8 * u64::from(count);
    Ok((1..=Manifest::MAX_PARTS).contains(&count)
        && size > 0
        && heap >= size / 2
        && end <= content.size()
        && content.is_zero_from(end))
}
