//! Every check of one file: for each kind the strict read of a whole file and the passes that exist for what is in it.
//!
//! ```
//! use wonderwheel_ps2::finding::Findings;
//! use wonderwheel_warriors::classify::FileKind;
//!
//! // A world of 1,000 bytes that is charged with 100, and one part.
//! let words = [1000_u32, 100, 1, 48, 64];
//! let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
//! let mut findings = Findings::new();
//! FileKind::Manifest.row().file(&bytes).validate(&mut findings)?;
//! assert_eq!(findings.as_slice()[0].rule, "manifest-heap");
//! # Ok::<(), wonderwheel_ps2::error::FormatError>(())
//! ```
//!
//! With the file's name `part-name` and `resource-name` are looked at too: a part carries the hash of its own file name, and a
//! resource is called by the decimal of its own hash (16 of the disc's 3,615 are not). Beside the rules of the values' own
//! `validate` there are `part-file-size` for a part that the game's read buffer does not take, and `resource-unloadable` for
//! a resource of a pack whose chunks do not belong together.
//!
//! What several files say about each other is a matter of [`crate::check`].

#[cfg(test)]
mod tests;

use wonderwheel_ps2::content::Content;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::kind::{File, checked};

use crate::chunk::{HandlerTable, ResourceSlice, Rules};
use crate::level_file::LevelFile;
use crate::pack::PackSlice;
use crate::padding::read_zeros;
use crate::part::Part;

/// A pack, whose resources are loaded.
pub(crate) fn pack(file: &File<'_>, findings: Option<&mut Findings>) -> Result<()> {
    let read = PackSlice::read_with(file.cursor(), Rules::Strict);
    checked(read, findings, |(pack, _), findings| {
        pack.validate(findings);
        for group in pack.load(&HandlerTable::default()) {
            if let Err(error) = group.outcome {
                findings.error("resource-unloadable", &error);
            }
        }
    })
}

/// A level file.
pub(crate) fn level(file: &File<'_>, findings: Option<&mut Findings>) -> Result<()> {
    let resource = container(file)?;
    let read = LevelFile::read_with(file.cursor());
    checked(read, findings, |level, findings| {
        resource.validate(findings);
        level.validate_links(findings);
        validate_name(file, &resource, findings);
    })
}

/// Any other container, whose content `read` reads.
pub(crate) fn resource(
    file: &File<'_>,
    findings: Option<&mut Findings>,
    read: impl FnOnce(&ResourceSlice<'_>) -> Result<()>,
) -> Result<()> {
    let resource = container(file)?;
    checked(read(&resource), findings, |(), findings| {
        resource.validate(findings);
        validate_name(file, &resource, findings);
    })
}

/// A container whose chunks go through the handlers.
pub(crate) fn loaded(file: &File<'_>, findings: Option<&mut Findings>) -> Result<()> {
    resource(file, findings, |resource| {
        let loaded = HandlerTable::default().load_flat(resource);
        loaded.map(drop).within(|| file.kind.name)
    })
}

fn container<'a>(file: &File<'a>) -> Result<ResourceSlice<'a>> {
    let read = ResourceSlice::read_with(file.cursor(), Rules::Strict);
    Ok(read.within(|| file.kind.name)?.0)
}

fn validate_name(file: &File<'_>, resource: &ResourceSlice<'_>, findings: &mut Findings) {
    if let Some(name) = file.name {
        resource.validate_name(name, findings);
    }
}

/// A part of a streamed world.
pub(crate) fn part(file: &File<'_>, findings: Option<&mut Findings>) -> Result<()> {
    checked(
        Part::read_with(file.cursor()),
        findings,
        |part, findings| {
            part.validate(findings);
            let most = u64::from(Part::MAX_FILE_BYTES);
            let size = file.bytes.len() as u64;
            findings.expect(size <= most, "part-file-size", || {
                format!("expected at most {most} bytes, found {size}")
            });
            if let Some(name) = file.name {
                part.validate_name(name, findings);
            }
        },
    )
}

/// A RenderWare section that stands alone, and zeros behind it.
pub(crate) fn lone_section<T>(
    file: &File<'_>,
    read: impl FnOnce(&mut Cursor<'_>) -> Result<T>,
) -> Result<T> {
    let mut cursor = file.cursor();
    let value = read(&mut cursor)?;
    read_zeros(&mut cursor)?;
    Ok(value)
}

/// A file of which there is no more to say than that it looks like one of its kind.
pub(crate) fn shape(file: &File<'_>, _: Option<&mut Findings>) -> Result<()> {
    if file.kind.fits(Content::whole(file.bytes)) {
        return Ok(());
    }
    let found = "a file of another shape";
    Err(FormatError::malformed(0, file.kind.description, found))
}
