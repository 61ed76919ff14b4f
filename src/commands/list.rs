//! `list`: the levels and files of a disc or a folder.

use std::{path::PathBuf, sync::Arc};

use serde_json::{Value, json};
use wonderwheel_game_files::{GameFiles, GuestLevel, MemoryFiles, guest_levels, levels};

use crate::{
    catalogue::{self, Choice, Item},
    cli::DataOptions,
    commands::forge,
    data::{self, Origin},
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
    #[arg(long, value_name = "KIND", value_parser = catalogue::kind_names(), hide_possible_values = true)]
    pub kind: Vec<String>,
    /// Also number, offset, name hash, kind, and the resource in it
    #[arg(short, long)]
    pub long: bool,
    /// For programs
    #[arg(long, conflicts_with = "long")]
    pub json: bool,
}

/// What there is.
struct Listed {
    described: String,
    levels: Vec<String>,
    /// Those of the second guest.
    guests: Vec<GuestLevel>,
    items: Vec<Item>,
}

impl Listed {
    fn of(files: &dyn GameFiles, described: String, items: Vec<Item>) -> Self {
        Self {
            described,
            levels: levels(files),
            guests: guest_levels(files),
            items,
        }
    }
}

/// Prints levels, then files with their sizes. Where no data are known they are those of the demo.
pub fn list(options: &ListOptions, data: &DataOptions) -> Result<Code, Failure> {
    let choice = Choice::new(&options.kind, &options.only)?;
    let listed = listed(options, data)?;
    let chosen = listed.items.iter().filter(|item| choice.takes_item(item));
    if options.json {
        let value = json!({
            "data": listed.described,
            "levels": listed.levels,
            "guest_levels": listed.guests.iter().map(guest_value).collect::<Vec<_>>(),
            "files": chosen.map(value).collect::<Vec<_>>(),
        });
        line(format_args!("{value:#}"));
        return Ok(Code::Done);
    }
    line(&listed.described);
    for level in &listed.levels {
        line(format!("level {level}"));
    }
    for level in &listed.guests {
        line(format!("level {}", guest_words(level)));
    }
    let (mut files, mut bytes) = (0_usize, 0);
    for item in chosen {
        files += 1;
        bytes += item.size;
        line(match options.long {
            true => long(item),
            false => format!("{:>12} {}", item.size, item.name),
        });
    }
    line(format!("{bytes:>12} bytes in {files} files"));
    Ok(Code::Done)
}

fn listed(options: &ListOptions, data: &DataOptions) -> Result<Listed, Failure> {
    let known = match &options.folder {
        Some(folder) => Some((folder.clone(), Origin::CommandLine)),
        None => data::folder(data)?,
    };
    let Some((path, origin)) = known else {
        let demo = forge::make(&forged::recipe(DEMO, None)?)?;
        let files = MemoryFiles::new(demo.game.files);
        let words = "the demo, written by the program itself (name your own data with --data)";
        let items = catalogue::of_files(&files);
        return Ok(Listed::of(&files, words.into(), items));
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
    let items = match is_alone {
        true => catalogue::of_opened(&opened),
        false => catalogue::of_files(&*files),
    };
    data::say_unusual(&path, &opened.identity);
    Ok(Listed::of(&*files, files.describe(), items))
}

/// A level of the second guest, for people.
pub fn guest_words(level: &GuestLevel) -> String {
    let GuestLevel { name, file, id } = level;
    match id {
        Some(id) => format!("{name} (Going Commando, number {id})"),
        None => format!("{name} (Going Commando; {file} does not begin as a level does)"),
    }
}

/// The same for programs.
pub fn guest_value(level: &GuestLevel) -> Value {
    json!({ "name": level.name, "file": level.file, "id": level.id })
}

fn long(item: &Item) -> String {
    let number = item.number.map_or("-".into(), |number| number.to_string());
    let offset = item
        .offset
        .map_or("-".into(), |offset| format!("{offset:#010x}"));
    let resource = match &item.resource {
        Some(resource) => format!(" ({resource})"),
        None => String::new(),
    };
    format!(
        "{number:>6} {offset:>10} {:>10} {:08x} {:<14} {}{resource}",
        item.size,
        item.hash,
        item.kind.name(),
        item.name
    )
}

fn value(item: &Item) -> Value {
    json!({
        "name": item.name,
        "named": item.is_named,
        "resource": item.resource,
        "kind": item.kind.name(),
        "size": item.size,
        "hash": format!("{:08x}", item.hash),
        "entry": item.number,
        "offset": item.offset,
    })
}
