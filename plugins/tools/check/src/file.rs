//! One file: what it is, what is in it, what is wrong with it.

use std::num::NonZero;

use wonderwheel_commando::kinds::CommandoKind;
use wonderwheel_ps2::content::Content;
use wonderwheel_ps2::error::FormatError;
use wonderwheel_warriors::classify::{Classification, FileKind};

use super::count;
use super::files::GameFile;
use super::sheet::Sheet;
use super::worlds::Worlds;

/// The rule of meshes that cannot be drawn.
const UNDECODABLE: &str = "chain-decodes";

/// Whether a file says how others are to be read, so that it is read before them.
pub fn comes_first(file: &GameFile) -> bool {
    matches!(
        FileKind::from_name(&file.name),
        Some(FileKind::Manifest | FileKind::WorldStream)
    )
}

/// Checks a file whose bytes are at hand. Parts are held against the world that they belong to; a level of Going Commando is
/// taken apart by so many workers.
pub fn examine(file: &GameFile, bytes: &[u8], worlds: &Worlds, jobs: NonZero<usize>) -> Sheet {
    let mut sheet = Sheet::default();
    let content = Content::whole(bytes);
    let Classification {
        mut kind,
        agrees,
        by_name,
    } = Classification::of(Some(&file.name), content, false);
    // Notes that lie beside the game's files, and marks without contents: a text that begins with a digit looks like a list of
    // objects, and nothing at all like anything.
    let is_note = bytes.is_empty() || kind == FileKind::ObjectList;
    // What is left of a level of Going Commando may look like anything.
    let is_commandos = CommandoKind::from_name(&file.name, content).is_some();
    if is_commandos || (!by_name && !file.is_unnamed && is_note) {
        kind = FileKind::Unknown;
    }
    if kind == FileKind::Unknown
        && let Some(kind) = CommandoKind::of(&file.name, bytes)
    {
        sheet.is_commando = true;
        match kind {
            CommandoKind::Level => count::commando::level(&mut sheet, bytes, jobs),
            kind => count::commando::member(&mut sheet, kind, bytes),
        }
        return sheet;
    }
    count::entry::entry(&mut sheet, file, kind, agrees, bytes);
    if bytes.is_empty() && kind != FileKind::Unknown {
        let empty = FormatError::malformed(0, "the bytes of a file", "none");
        sheet.fail(empty);
        return sheet;
    }
    let errors_before = sheet.errors.len();
    match kind {
        FileKind::Pack => count::container::pack(&mut sheet, bytes),
        FileKind::Resource(shape) => count::container::resource(&mut sheet, file, shape, bytes),
        FileKind::WorldStream => count::world::stream(&mut sheet, file, bytes),
        FileKind::Manifest => count::world::manifest(&mut sheet, bytes),
        FileKind::WorldPart => count::part::part(&mut sheet, file, worlds, bytes),
        FileKind::Lua => count::script::script(&mut sheet, file, bytes),
        FileKind::ObjectList => count::objects::objects(&mut sheet, file, bytes),
        FileKind::TextureDictionary | FileKind::Clump => {
            count::loose::section(&mut sheet, kind, bytes);
        }
        FileKind::OlderRenderWare => count::loose::older(&mut sheet, bytes),
        FileKind::Unknown => sheet.is_unknown = true,
        FileKind::SceneRecord
        | FileKind::FontMetrics
        | FileKind::Bitmap
        | FileKind::Icon
        | FileKind::BankIndex
        | FileKind::BankSamples => {}
    }
    if !agrees && kind != FileKind::Unknown && sheet.errors.len() == errors_before {
        disagrees(&mut sheet, kind);
    }
    let broken = sheet.findings.counts().iter();
    let broken: u64 = broken
        .filter(|(rule, _)| *rule == UNDECODABLE)
        .map(|(_, count)| count)
        .sum();
    if broken > 0 {
        let found = format!("{broken} that do not ({UNDECODABLE} says which)");
        sheet.fail(FormatError::malformed(
            0,
            "vertex chains that decode",
            found,
        ));
    }
    sheet
}

/// The content breaks the rule of the kind that the name says. Where a reader went through it all the same that is a
/// remark; where there is no reader the rule is all there is.
fn disagrees(sheet: &mut Sheet, kind: FileKind) {
    let has_reader = !matches!(
        kind,
        FileKind::SceneRecord
            | FileKind::FontMetrics
            | FileKind::Bitmap
            | FileKind::Icon
            | FileKind::BankIndex
    );
    let wanted = format!("the content of a file of kind {kind}, as its name says");
    if has_reader {
        sheet
            .findings
            .report("kind-by-content", format!("expected {wanted}"));
    } else {
        sheet.fail(FormatError::malformed(0, wanted, "something else"));
    }
}
