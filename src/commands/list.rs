//! `list`: the levels and files of a disc or a folder.

use std::{path::PathBuf, sync::Arc};

use clap::builder::PossibleValuesParser;
use wonderwheel_disc::{
    catalogue::{self, Choice, kind_names},
    listing::Listing,
};
use wonderwheel_game_files::{GameFiles, MemoryFiles};

use crate::{
    data::{self, Origin},
    data_options::DataOptions,
    failure::{Code, Failure},
    forged,
    level_name::DEMO,
    report::line,
};

/// What is listed, and how.
#[derive(clap::Args, Clone, Debug)]
pub struct ListOptions {
    /// A disc image or a folder; without it the known data
    #[arg(value_name = "DATA")]
    pub folder: Option<PathBuf>,
    /// Only files whose name this pattern fits (`*`, `?`, `[a-z]`, `{a,b}`); may stand several times
    #[arg(long, value_name = "GLOB")]
    pub only: Vec<String>,
    /// Only files of this kind; may stand several times
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(kind_names()), hide_possible_values = true)]
    pub kind: Vec<String>,
    /// Also number, offset, name hash, kind, and the resource in it
    #[arg(short, long)]
    pub long: bool,
    /// For programs
    #[arg(long, conflicts_with = "long")]
    pub json: bool,
}

/// Prints levels, then files with their sizes. Where no data are known they are those of the demo.
pub fn list(options: &ListOptions, data: &DataOptions) -> Result<Code, Failure> {
    let choice = Choice::new(&options.kind, &options.only)?;
    let listing = listing(options, data)?;
    if options.json {
        line(format_args!("{:#}", listing.value(&choice)));
    } else {
        listing.lines(&choice, options.long).for_each(line);
    }
    Ok(Code::Done)
}

fn listing(options: &ListOptions, data: &DataOptions) -> Result<Listing, Failure> {
    let known = match &options.folder {
        Some(folder) => Some((folder.clone(), Origin::CommandLine)),
        None => data::folder(data)?,
    };
    let Some((path, origin)) = known else {
        let demo = forged::make(&forged::recipe(DEMO, None)?)?;
        let files = MemoryFiles::new(demo.game.files);
        let words = "the demo, written by the program itself (name your own data with --data)";
        let items = catalogue::of_files(&files);
        return Ok(Listing::of(&files, words.into(), items));
    };
    let opened = data::open_any(&path, origin, data)?;
    // A place that is named is listed as it is, without what lies over the known data.
    let files = match options.folder {
        Some(_) => opened.files.clone(),
        None => data::with_overlay(opened.files.clone(), data)?,
    };
    let is_alone = Arc::ptr_eq(&files.0, &opened.files.0);
    if opened.archive.is_none() {
        // Any folder is one of loose files: without a level it is most likely the wrong one.
        data::expect_levels(&*files)?;
    }
    let items = if is_alone {
        catalogue::of_opened(&opened)
    } else {
        catalogue::of_files(&*files)
    };
    data::say_unusual(&path, &opened.identity);
    Ok(Listing::of(&*files, files.describe(), items))
}
