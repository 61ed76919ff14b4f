//! `info`: what a disc, or a level of Going Commando, is and what it holds.

use std::path::PathBuf;

use serde_json::json;
use wonderwheel_disc::{catalogue, info, level_facts::LevelFacts};
use wonderwheel_game_files::{GameFiles, OpenedFiles, commando_levels, identity::Medium};

use crate::{
    data::{self, Origin},
    data_options::DataOptions,
    failure::{Code, Failure},
    progress,
    report::{complain, line},
    source,
};

/// What is looked at.
#[derive(clap::Args, Clone, Debug)]
pub struct InfoOptions {
    /// A disc image, a folder, or a level of Going Commando, `LEVEL<n>.WAD`; with --data the name of one in the data
    pub disc: PathBuf,
    /// Of a level: so many rows of each table
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub rows: usize,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// Prints it. Damage is a finding.
pub fn info(options: &InfoOptions, data: &DataOptions) -> Result<Code, Failure> {
    if data.data.is_some() && !options.disc.exists() {
        return level_in_data(options, data);
    }
    let opened = data::open_any(&options.disc, Origin::CommandLine, data)?;
    let spinner = progress::spinner("looking into the files");
    let items = catalogue::of_opened(&opened);
    let index = info::index_sha1(&opened);
    let level = level(&opened)?;
    let facts = level.as_deref().map(LevelFacts::read);
    spinner.finish_and_clear();
    if options.json {
        let mut value = info::value(&opened, &items, index.as_deref());
        if let Some(Ok(facts)) = &facts {
            value["level"] = facts.value();
        }
        line(format_args!("{value:#}"));
    } else {
        let lines = info::lines(&opened, &items, index.as_deref());
        lines.into_iter().for_each(line);
        if let Some(Ok(facts)) = &facts {
            facts.lines(options.rows).into_iter().for_each(line);
        }
    }
    let is_whole = facts.is_none_or(|facts| match facts {
        Ok(facts) => say_faults(&options.disc.display().to_string(), &facts),
        Err(error) => {
            complain(format_args!("{}: {error}", options.disc.display()));
            false
        }
    });
    Ok(Code::of(is_whole && opened.identity.warnings.is_empty()))
}

/// The bytes of a single level.
fn level(opened: &OpenedFiles) -> Result<Option<Vec<u8>>, Failure> {
    let mut levels = commando_levels(&*opened.files).into_iter();
    match levels.next() {
        Some(level) if opened.identity.medium == Medium::SingleFile => {
            Ok(Some(opened.files.read(&level.file)?))
        }
        _ => Ok(None),
    }
}

/// A level by the name of its file in the data.
fn level_in_data(options: &InfoOptions, data: &DataOptions) -> Result<Code, Failure> {
    let source = source::find(&options.disc, data)?;
    let shown = &source.shown;
    let facts = LevelFacts::read(&source.bytes).map_err(|error| {
        let advice = "name a level container, LEVEL<n>.WAD; wonderwheel inspect shows how far it can be read";
        Failure::new((&error).into(), format!("{shown}: {error}; {advice}"))
    })?;
    if options.json {
        line(format!(
            "{:#}",
            json!({ "path": shown, "level": facts.value() })
        ));
    } else {
        line(shown);
        facts.lines(options.rows).into_iter().for_each(line);
    }
    Ok(Code::of(say_faults(shown, &facts)))
}

/// Says on stderr what cannot be read; answers whether there is nothing to say.
fn say_faults(shown: &str, facts: &LevelFacts<'_>) -> bool {
    let faults = facts
        .faults()
        .map(|fault| complain(format_args!("{shown}: {fault}")));
    faults.count() == 0
}
