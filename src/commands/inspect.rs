//! `inspect`: the tree of a file.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use wonderwheel_inspect::{
    Inspection, json,
    kind::{Kind, Recognition, recognise},
    nodes_for,
    text::{self, Layout},
};

use wonderwheel_level_assets::settings;

use crate::{
    data_options::DataOptions,
    failure::{Code, Failure},
    report, source,
};

/// Columns of a line where the terminal does not say.
const WIDTH: usize = 120;
/// Fewer columns than these are no width that a tree fits into.
const LEAST_WIDTH: usize = 40;

/// How a tree is asked for.
#[derive(clap::Args, Clone, Debug)]
pub struct InspectOptions {
    /// The file; with --data, or when there is no such file here, the name of one in the data
    pub file: PathBuf,
    /// A disc image, disc folder or folder of loose files in which FILE is looked up, without extraction
    #[arg(long, value_name = "PATH")]
    pub data: Option<PathBuf>,
    /// With --data: go on with a disc that is not the supported one
    #[arg(long)]
    pub force: bool,
    /// What the file is, whatever its name and content say
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    pub kind: Option<String>,
    /// For programs; see below
    #[arg(long)]
    pub json: bool,
    /// So many levels of the tree
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
    /// So many nodes at most [default: 65,536, and one for every 48 bytes of the file]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub nodes: Option<u32>,
    /// Also the first 64 bytes of what has nothing inside
    #[arg(long)]
    pub bytes: bool,
}

fn kinds() -> PossibleValuesParser {
    PossibleValuesParser::new(Kind::all().map(Kind::name))
}

/// Prints the tree, then the fault that ended it, then what the validation found.
pub fn inspect(options: &InspectOptions, before: &DataOptions) -> Result<Code, Failure> {
    // The options may stand before the command too.
    let data = DataOptions {
        data: options.data.clone().or_else(|| before.data.clone()),
        force: options.force || before.force,
        ..before.clone()
    };
    let source = source::find(&options.file, &data)?;
    let name = source.name.as_deref();
    let (kind, recognised) = match options.kind.as_deref().and_then(Kind::by_name) {
        Some(asked) => (asked, Recognition::ByOption),
        None => recognise(name, &source.bytes),
    };
    let nodes = options.nodes.map(u64::from);
    let nodes = nodes.unwrap_or_else(|| nodes_for(source.bytes.len()));
    let inspection = Inspection::new(
        &source.shown,
        name,
        &source.bytes,
        (kind, recognised),
        nodes,
        settings::outline,
    );
    let depth = options.depth.map_or(usize::MAX, |depth| {
        usize::try_from(depth).unwrap_or(usize::MAX)
    });
    let bytes = options.bytes;
    report::write(|out| {
        if options.json {
            json::write(out, &inspection, json::Options { depth, bytes })
        } else {
            text::write(
                out,
                &inspection,
                Layout {
                    depth,
                    bytes,
                    width: width(),
                },
            )
        }
    });
    Ok(match inspection.fault() {
        Some(error) => Code::from(error),
        None if recognised == Recognition::Not => Code::Unsupported,
        None if inspection.finding_count() == 0 => Code::Done,
        None => Code::Findings,
    })
}

/// Columns of a line, as the shell says.
fn width() -> usize {
    let columns = std::env::var("COLUMNS").ok();
    let columns = columns.and_then(|columns| columns.trim().parse().ok());
    columns
        .filter(|&columns| columns >= LEAST_WIDTH)
        .unwrap_or(WIDTH)
}
