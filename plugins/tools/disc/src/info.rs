//! What a disc is and what it holds, in words and for programs.

use serde_json::{Value, json};
use sha1_smol::Sha1;
use wonderwheel_game_files::{GameFiles, OpenedFiles, commando_levels, levels};
use wonderwheel_ps2::plural::counted;

use crate::catalogue::{self, Item};
use crate::listing::{level_value, level_words};

/// The SHA-1 of an archive's index.
pub fn index_sha1(opened: &OpenedFiles) -> Option<String> {
    let archive = opened.archive.as_ref()?;
    Some(Sha1::from(archive.index().write()).hexdigest())
}

/// What a disc is and holds, for people.
pub fn lines(opened: &OpenedFiles, items: &[Item], index: Option<&str>) -> Vec<String> {
    let identity = &opened.identity;
    let mut lines = vec![
        format!("{}: {}", opened.files.describe(), identity.medium.words()),
        identity.line(),
    ];
    if let Some(advice) = identity.title.advice() {
        lines.push(advice.into());
    }
    let in_bytes = |bytes: u64| format!("{bytes} bytes");
    let named = items.iter().filter(|item| item.is_named).count();
    let names = format!("{named} known, {} not", items.len() - named);
    for (name, value) in [
        ("serial", identity.serial.clone()),
        ("boot file", identity.boot_file.clone()),
        ("index", identity.index_bytes.map(in_bytes)),
        (
            "index CRC-32",
            identity.index_crc32.map(|crc| format!("{crc:08x}")),
        ),
        ("index SHA-1", index.map(str::to_owned)),
        ("archive", identity.archive_bytes.map(in_bytes)),
        ("entries", identity.entries.map(|count| count.to_string())),
        ("files", Some(items.len().to_string())),
        ("names", Some(names)),
    ] {
        lines.extend(value.map(|value| format!("{name:<14} {value}")));
    }
    for (kind, (files, bytes)) in catalogue::by_kind(items) {
        lines.push(format!("{files:>8} {bytes:>13}  {}", kind.name()));
    }
    let bytes: u64 = items.iter().map(|item| item.size).sum();
    lines.push(format!("{:>8} {bytes:>13}  bytes in all", items.len()));
    let levels = levels(&*opened.files);
    let commando = commando_levels(&*opened.files);
    let commando: Vec<_> = commando.iter().map(level_words).collect();
    for levels in [&levels, &commando]
        .into_iter()
        .filter(|levels| !levels.is_empty())
    {
        let count = counted(levels.len(), "level");
        lines.push(format!("{count}: {}", levels.join(", ")));
    }
    if levels.is_empty() && commando.is_empty() {
        lines.push("no level".into());
    }
    let warnings = identity.warnings.iter();
    lines.extend(warnings.map(|warning| format!("finding: {warning}")));
    lines
}

/// The same for programs.
pub fn value(opened: &OpenedFiles, items: &[Item], index: Option<&str>) -> Value {
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
        "commando_levels": commando_levels(&*opened.files).iter().map(level_value).collect::<Vec<_>>(),
        "findings": identity.warnings,
    })
}
