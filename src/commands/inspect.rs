//! `inspect`: the tree of a file.

use std::{
    fs,
    io::{IsTerminal, stdout},
    path::Path,
};

use clap::builder::PossibleValuesParser;
use wonderwheel_game_files::files::MAX_FILE_BYTES;
use wonderwheel_ps2::limits::Limits;
use wonderwheel_warriors::{
    classify::{Classified, Content, FileKind},
    outline::outline,
    validate::validate,
};

use crate::{
    bounded_read::bounded_read,
    failure::{Code, Failure},
    inspect::{Inspection, Layout, Recognised, to_json, to_text},
    report::line,
};

/// Columns of a line where the terminal does not say.
const WIDTH: usize = 120;

/// How a tree is asked for.
#[derive(clap::Args, Clone, Debug)]
pub struct InspectOptions {
    /// The file
    pub file: std::path::PathBuf,
    /// What the file is, whatever its name and content say
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    pub kind: Option<String>,
    /// For programs
    #[arg(long)]
    pub json: bool,
    /// So many levels of the tree
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// Also the first bytes of what has nothing inside
    #[arg(long, conflicts_with = "json")]
    pub bytes: bool,
}

fn kinds() -> PossibleValuesParser {
    let named = FileKind::ALL.into_iter();
    let named = named.filter(|kind| *kind != FileKind::Unknown);
    PossibleValuesParser::new(named.map(FileKind::name))
}

/// Prints the tree, then the fault that ended it, then what the validation found.
pub fn inspect(options: &InspectOptions) -> Result<Code, Failure> {
    let path = &options.file;
    let shown = path.display().to_string();
    let bytes = read(path)?;
    let (kind, recognised) = recognise(path, &bytes, options.kind.as_deref());
    let limits = Limits::DEFAULT;
    let name = path.file_name().and_then(|name| name.to_str());
    let inspection = Inspection {
        path: &shown,
        bytes: &bytes,
        kind,
        recognised,
        outline: outline(kind, &bytes, limits),
        // A file that cannot be read has no findings: its fault stands in the tree.
        findings: validate(kind, name, &bytes, limits).unwrap_or_default(),
    };
    let depth = options.depth.map_or(usize::MAX, |depth| {
        usize::try_from(depth).unwrap_or(usize::MAX)
    });
    if options.json {
        line(format_args!("{:#}", to_json(&inspection, depth)));
    } else {
        let width = terminal_width().unwrap_or(WIDTH);
        let bytes = options.bytes;
        let text = to_text(
            &inspection,
            Layout {
                depth,
                bytes,
                width,
            },
        );
        line(text.trim_end());
    }
    let broken = inspection.outline.errors().next();
    Ok(match broken {
        Some(error) => Code::from(error),
        None if recognised == Recognised::Not => Code::Unsupported,
        None if inspection.findings.is_empty() => Code::Done,
        None => Code::Findings,
    })
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let io = |error| Failure::io(path, &error);
    let data = fs::metadata(path).map_err(io)?;
    if data.is_dir() {
        let shown = path.display();
        return Err(Failure::new(
            Code::Usage,
            format!("{shown}: a folder; `wonderwheel check {shown}` goes through all of its files"),
        ));
    }
    bounded_read(path, MAX_FILE_BYTES, "is it a disc image?")
}

fn recognise(path: &Path, bytes: &[u8], asked: Option<&str>) -> (FileKind, Recognised) {
    if let Some(kind) = asked.and_then(FileKind::by_name) {
        return (kind, Recognised::ByOption);
    }
    let name = path.file_name().and_then(|name| name.to_str());
    let named = Classified::of(name, Content::whole(bytes), false);
    match (named.by_name, named.agrees) {
        (true, true) => (named.kind, Recognised::ByName),
        (true, false) => {
            // A file under a wrong name is shown as what it is.
            match FileKind::from_content(bytes) {
                FileKind::Unknown => (named.kind, Recognised::ByNameOnly),
                found => (found, Recognised::ByContent),
            }
        }
        (false, true) => (named.kind, Recognised::ByContent),
        (false, false) => (FileKind::Unknown, Recognised::Not),
    }
}

/// Columns of the terminal, when the output goes to one that says.
fn terminal_width() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok()?.parse().ok()?;
    (stdout().is_terminal() && columns >= 40).then_some(columns)
}
