//! Every check of one file, by its kind.
//!
//! ```
//! use wonderwheel_warriors::classify::FileKind;
//! use wonderwheel_warriors::validate::validate;
//!
//! // A world of 1,000 bytes that is charged with 100, and one part.
//! let words = [1000_u32, 100, 1, 48, 64];
//! let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
//! let findings = validate(FileKind::Manifest, None, &bytes, Default::default())?;
//! assert_eq!(findings[0].rule, "manifest-heap");
//! # Ok::<(), wonderwheel_ps2::error::FormatError>(())
//! ```
//!
//! What several files say about each other is a matter of [`crate::check`].

#[cfg(test)]
mod tests;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::{Finding, Findings};
use wonderwheel_ps2::limits::Limits;
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::native_data::ChainLayout;

use crate::bank_index::BankIndex;
use crate::chunk::stacks::Stacks;
use crate::chunk::{HandlerTable, ResourceSlice, Rules};
use crate::classify::{Content, FileKind, ResourceShape};
use crate::level_file::LevelFile;
use crate::lists::GlobalLists;
use crate::lua::LuaChunk;
use crate::manifest::Manifest;
use crate::object_list::ObjectList;
use crate::pack::PackSlice;
use crate::padding::read_zeros;
use crate::part::Part;
use crate::picture::Picture;
use crate::world_stream::WorldStream;

/// Reads a file strictly as one of that kind, and runs every pass that exists for what is in it.
///
/// With the file's name `part-name` and `resource-name` are looked at too: a part carries the hash of its own file name, and a
/// resource is called by the decimal of its own hash (16 of the disc's 3,615 are not). Beside the rules of the values' own
/// `validate` there are `part-file-size` for a part that the game's read buffer does not take, and `resource-unloadable` for
/// a resource of a pack whose chunks do not belong together.
///
/// Of kinds that have no reader only the shape that they are recognised by is checked. Anything is a file of
/// [`FileKind::Unknown`] or [`FileKind::BankSamples`].
///
/// # Errors
/// Those of the kind's reader, with the way to the fault.
pub fn validate(
    kind: FileKind,
    name: Option<&str>,
    bytes: &[u8],
    limits: Limits,
) -> Result<Vec<Finding>> {
    let mut findings = Findings::new();
    validate_into(kind, name, bytes, limits, &mut findings)?;
    Ok(findings.into_vec())
}

/// [`validate`], into findings that are there already: such as keep only a few of each rule ([`Findings::few`]).
///
/// # Errors
/// Those of the kind's reader, with the way to the fault.
pub fn validate_into(
    kind: FileKind,
    name: Option<&str>,
    bytes: &[u8],
    limits: Limits,
    findings: &mut Findings,
) -> Result<()> {
    let parsed = ParsedFile::read(kind, bytes, limits)?;
    parsed.validate(findings);
    if let ParsedFile::Part(_) = parsed {
        let most = u64::from(Part::MAX_FILE_BYTES);
        let size = bytes.len() as u64;
        findings.expect(size <= most, "part-file-size", || {
            format!("expected at most {most} bytes, found {size}")
        });
    }
    if let Some(name) = name {
        parsed.validate_name(name, findings);
    }
    Ok(())
}

/// The strict read alone.
pub(crate) fn check(kind: FileKind, bytes: &[u8], limits: Limits) -> Result<()> {
    ParsedFile::read(kind, bytes, limits).map(drop)
}

/// A file of any kind.
enum ParsedFile<'a> {
    Pack(PackSlice<'a>),
    Level(ResourceSlice<'a>, Box<LevelFile>),
    Resource(ResourceSlice<'a>),
    Lua(LuaChunk),
    ObjectList(ObjectList),
    BankIndex(BankIndex),
    Manifest(Manifest),
    WorldStream(Box<WorldStream>),
    Part(Box<Part>),
    Dictionary(Box<TextureDictionary>),
    Clump(Box<Clump>),
    /// There is no more to say about it than that it is one.
    Other,
}

impl<'a> ParsedFile<'a> {
    fn read(kind: FileKind, bytes: &'a [u8], limits: Limits) -> Result<Self> {
        let mut cursor = Cursor::new(bytes).limited(limits);
        Ok(match kind {
            FileKind::Pack => Self::Pack(PackSlice::read_with(cursor, Rules::Strict)?.0),
            FileKind::Resource(shape) => Self::read_resource(shape, cursor)?,
            FileKind::Lua => Self::Lua(LuaChunk::read_from(&mut cursor)?),
            FileKind::ObjectList => Self::ObjectList(ObjectList::read_from(&mut cursor)?),
            FileKind::BankIndex => Self::BankIndex(BankIndex::read_with(cursor)?),
            FileKind::Manifest => Self::Manifest(Manifest::read_with(cursor)?),
            FileKind::WorldStream => Self::WorldStream(Box::new(WorldStream::read_with(cursor)?)),
            FileKind::WorldPart => Self::Part(Box::new(Part::read_with(cursor)?)),
            FileKind::TextureDictionary => {
                let dictionary = TextureDictionary::read_from(&mut cursor)?;
                read_zeros(&mut cursor)?;
                Self::Dictionary(Box::new(dictionary))
            }
            FileKind::Clump => {
                let clump = Clump::read_from(&mut cursor)?;
                read_zeros(&mut cursor)?;
                Self::Clump(Box::new(clump))
            }
            FileKind::SceneRecord
            | FileKind::OlderRenderWare
            | FileKind::FontMetrics
            | FileKind::Bitmap
            | FileKind::Icon
            | FileKind::BankSamples
            | FileKind::Unknown => {
                if !Content::whole(bytes).is(kind) {
                    let found = "a file of another shape";
                    return Err(FormatError::malformed(0, kind.description(), found));
                }
                Self::Other
            }
        })
    }

    fn read_resource(shape: ResourceShape, cursor: Cursor<'a>) -> Result<Self> {
        let (resource, _) =
            ResourceSlice::read_with(cursor.clone(), Rules::Strict).within(|| shape.name())?;
        match shape {
            ResourceShape::Level => {
                let level = LevelFile::read_with(cursor)?;
                return Ok(Self::Level(resource, Box::new(level)));
            }
            ResourceShape::Global => drop(GlobalLists::read_with(cursor)?),
            ResourceShape::SpriteSheet => drop(Picture::read_with(cursor)?),
            ResourceShape::SceneList
            | ResourceShape::Character
            | ResourceShape::Animation
            | ResourceShape::Model
            | ResourceShape::TextureDictionary => {
                let handlers = HandlerTable::default();
                let loaded = handlers.load_flat(&resource, &mut Stacks::default());
                loaded.within(|| shape.name())?;
            }
            // What belongs together in one is not known.
            ResourceShape::Other => {}
        }
        Ok(Self::Resource(resource))
    }

    fn validate(&self, findings: &mut Findings) {
        match self {
            Self::Pack(pack) => {
                pack.validate(findings);
                for group in pack.load(&HandlerTable::default()) {
                    if let Err(error) = group.outcome {
                        findings.report_at(
                            "resource-unloadable",
                            error.offset(),
                            error.to_string(),
                        );
                    }
                }
            }
            Self::Level(resource, level) => {
                resource.validate(findings);
                level.validate_links(findings);
            }
            Self::Resource(resource) => resource.validate(findings),
            Self::Lua(chunk) => chunk.validate(findings),
            Self::ObjectList(list) => list.validate(findings),
            Self::BankIndex(index) => index.validate(findings),
            Self::Manifest(manifest) => manifest.validate(findings),
            Self::WorldStream(stream) => stream.validate(findings),
            Self::Part(part) => part.validate(findings),
            Self::Dictionary(dictionary) => dictionary.validate(findings),
            Self::Clump(clump) => clump.validate(ChainLayout::Packed, findings),
            Self::Other => {}
        }
    }

    fn validate_name(&self, name: &str, findings: &mut Findings) {
        match self {
            Self::Part(part) => part.validate_name(name, findings),
            Self::Resource(resource) | Self::Level(resource, _) => {
                resource.validate_name(name, findings);
            }
            _ => {}
        }
    }
}
