//! `info`: what a disc is and what it holds.

use std::path::PathBuf;

use serde_json::{Value, json};
use sha1_smol::Sha1;
use wonderwheel_game_files::{GameFiles, Opened, guest_levels, levels};

use crate::{
    catalogue::{self, Item},
    cli::DataOptions,
    commands::list::{guest_value, guest_words},
    data::{self, Origin},
    failure::{Code, Failure},
    progress,
    report::{counted, line},
};

/// Which disc.
#[derive(clap::Args, Clone, Debug)]
pub struct InfoOptions {
    /// A disc image or a folder
    pub disc: PathBuf,
    /// For programs
    #[arg(long)]
    pub json: bool,
}

/// Prints it. Damage is a finding.
pub fn info(options: &InfoOptions, data: &DataOptions) -> Result<Code, Failure> {
    let opened = data::open_any(&options.disc, Origin::CommandLine, data)?;
    let spinner = progress::spinner("looking into the files");
    let items = catalogue::of_opened(&opened);
    let index = opened.archive.as_ref();
    let index = index.map(|archive| Sha1::from(archive.index().write()).hexdigest());
    spinner.finish_and_clear();
    if options.json {
        let value = value(&opened, &items, index.as_deref());
        line(format_args!("{value:#}"));
    } else {
        text(&opened, &items, index.as_deref())
            .into_iter()
            .for_each(line);
    }
    Ok(match opened.identity.warnings.is_empty() {
        true => Code::Done,
        false => Code::Findings,
    })
}

fn text(opened: &Opened, items: &[Item], index: Option<&str>) -> Vec<String> {
    let identity = &opened.identity;
    let mut lines = vec![
        format!("{}: {}", opened.files.describe(), identity.medium.words()),
        identity.line(),
    ];
    if let Some(advice) = identity.title.advice() {
        lines.push(advice.into());
    }
    let mut fact = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            lines.push(format!("{name:<14} {value}"));
        }
    };
    fact("serial", identity.serial.clone());
    fact("boot file", identity.boot_file.clone());
    fact(
        "index",
        identity.index_bytes.map(|bytes| format!("{bytes} bytes")),
    );
    fact(
        "index CRC-32",
        identity.index_crc32.map(|crc| format!("{crc:08x}")),
    );
    fact("index SHA-1", index.map(str::to_owned));
    fact(
        "archive",
        identity.archive_bytes.map(|bytes| format!("{bytes} bytes")),
    );
    fact("entries", identity.entries.map(|count| count.to_string()));
    let named = items.iter().filter(|item| item.is_named).count();
    fact("files", Some(items.len().to_string()));
    fact(
        "names",
        Some(format!("{named} known, {} not", items.len() - named)),
    );
    for (kind, (files, bytes)) in catalogue::by_kind(items) {
        lines.push(format!("{files:>8} {bytes:>13}  {}", kind.name()));
    }
    let bytes: u64 = items.iter().map(|item| item.size).sum();
    lines.push(format!("{:>8} {bytes:>13}  bytes in all", items.len()));
    let levels = levels(&*opened.files);
    let guests = guest_levels(&*opened.files);
    match (levels.as_slice(), guests.as_slice()) {
        ([], []) => lines.push("no level".into()),
        ([], _) => {}
        (levels, _) => lines.push(format!(
            "{}: {}",
            counted(levels.len(), "level"),
            levels.join(", ")
        )),
    }
    if !guests.is_empty() {
        let words: Vec<_> = guests.iter().map(guest_words).collect();
        lines.push(format!(
            "{}: {}",
            counted(guests.len(), "level"),
            words.join(", ")
        ));
    }
    let warnings = identity.warnings.iter();
    lines.extend(warnings.map(|warning| format!("finding: {warning}")));
    lines
}

fn value(opened: &Opened, items: &[Item], index: Option<&str>) -> Value {
    let identity = &opened.identity;
    let kinds = catalogue::by_kind(items);
    let kinds = kinds.into_iter().map(|(kind, (files, bytes))| {
        let value = json!({ "files": files, "bytes": bytes });
        (kind.name().to_owned(), value)
    });
    json!({
        "path": opened.files.describe(),
        "medium": identity.medium.words(),
        "title": identity.title.sentence(),
        "verified": identity.verified,
        "serial": identity.serial,
        "boot_file": identity.boot_file,
        "index_bytes": identity.index_bytes,
        "index_crc32": identity.index_crc32.map(|crc| format!("{crc:08x}")),
        "index_sha1": index,
        "archive_bytes": identity.archive_bytes,
        "entries": identity.entries,
        "files": items.len(),
        "bytes": items.iter().map(|item| item.size).sum::<u64>(),
        "named": items.iter().filter(|item| item.is_named).count(),
        "kinds": kinds.collect::<serde_json::Map<_, _>>(),
        "levels": levels(&*opened.files),
        "guest_levels": guest_levels(&*opened.files).iter().map(guest_value).collect::<Vec<_>>(),
        "findings": identity.warnings,
    })
}
