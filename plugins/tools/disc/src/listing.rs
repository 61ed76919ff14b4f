//! The levels and files of what was opened, in words and for programs.

use serde_json::{Value, json};
use wonderwheel_game_files::{CommandoLevel, GameFiles, commando_levels, levels};
use wonderwheel_ps2::plural::counted;

use crate::catalogue::{Choice, Item};

/// What there is.
pub struct Listing {
    /// Where it is, for people.
    pub described: String,
    /// Levels of The Warriors.
    pub levels: Vec<String>,
    /// Levels of Going Commando.
    pub commando_levels: Vec<CommandoLevel>,
    /// The files.
    pub items: Vec<Item>,
}

impl Listing {
    /// The levels of a store, with the files that are known of it.
    pub fn of(files: &dyn GameFiles, described: String, items: Vec<Item>) -> Self {
        Self {
            described,
            levels: levels(files),
            commando_levels: commando_levels(files),
            items,
        }
    }

    /// Levels, then the chosen files, with all that is known of each when `is_long`.
    pub fn lines<'a>(
        &'a self,
        choice: &'a Choice,
        is_long: bool,
    ) -> impl Iterator<Item = String> + 'a {
        let levels = self.levels.iter().map(|level| format!("level {level}"));
        let others = self.commando_levels.iter();
        let others = others.map(|level| format!("level {}", level_words(level)));
        let chosen = || self.chosen(choice);
        let bytes: u64 = chosen().map(|item| item.size).sum();
        let sum = format!("{bytes:>12} bytes in {}", counted(chosen().count(), "file"));
        let files = chosen().map(move |item| {
            if is_long {
                long(item)
            } else {
                format!("{:>12} {}", item.size, item.name)
            }
        });
        let head = std::iter::once(self.described.clone());
        head.chain(levels).chain(others).chain(files).chain([sum])
    }

    /// The same for programs.
    pub fn value(&self, choice: &Choice) -> Value {
        json!({
            "data": self.described,
            "levels": self.levels,
            "commando_levels": self.commando_levels.iter().map(level_value).collect::<Vec<_>>(),
            "files": self.chosen(choice).map(item_value).collect::<Vec<_>>(),
        })
    }

    fn chosen<'a>(&'a self, choice: &'a Choice) -> impl Iterator<Item = &'a Item> {
        self.items.iter().filter(|item| choice.takes_item(item))
    }
}

/// A level of Going Commando, for people.
pub fn level_words(level: &CommandoLevel) -> String {
    let CommandoLevel { name, file, id } = level;
    match id {
        Some(id) => format!("{name} (Going Commando, number {id})"),
        None => format!("{name} (Going Commando; {file} does not begin as a level does)"),
    }
}

/// The same for programs.
pub fn level_value(level: &CommandoLevel) -> Value {
    json!({ "name": level.name, "file": level.file, "id": level.id })
}

fn long(item: &Item) -> String {
    let number = item.number.map_or("-".into(), |number| number.to_string());
    let offset = item.offset.map_or("-".into(), |at| format!("{at:#010x}"));
    let resource = item.resource.as_ref();
    let resource = resource.map_or(String::new(), |name| format!(" ({name})"));
    format!(
        "{number:>6} {offset:>10} {:>10} {:08x} {:<14} {}{resource}",
        item.size,
        item.hash,
        item.kind.name(),
        item.name
    )
}

fn item_value(item: &Item) -> Value {
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
