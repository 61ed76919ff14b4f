//! `index.tsv` and `source.txt`. Source: spec/archives.md 7.
//!
//! A line of the index has, with tabs between them: number, name hash (8 hexadecimal digits), offset, size, kind, path, and the
//! name of the resource in it or `-`.

use std::fmt::Write as _;

use super::row::{NAMED, Row, UNNAMED};

/// The name of the index.
pub const INDEX: &str = "index.tsv";
/// The name of the text that says which disc the files are from.
pub const SOURCE: &str = "source.txt";
/// The first line of that text, up to the version of the layout.
const HEAD: &str = "wonderwheel extract ";
/// The layout that this module writes.
const VERSION: u32 = 1;

/// The text of the index.
pub fn text<'a>(rows: impl IntoIterator<Item = &'a Row>) -> String {
    let mut text = String::new();
    for row in rows {
        let item = &row.item;
        let resource = item.resource.as_deref().unwrap_or("-");
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}\t{:08x}\t{}\t{}\t{}\t{}\t{resource}",
            row.number,
            item.hash,
            row.offset(),
            item.size,
            item.kind.name(),
            row.path
        );
    }
    text
}

/// A line of an index as it is read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Hash of the file's name.
    pub hash: u32,
    /// Bytes.
    pub size: u64,
    /// Folder and file: never anything that leads elsewhere.
    pub path: String,
}

/// Reads an index back. A line may come from anyone, so that a path which is none of ours is refused.
///
/// # Errors
/// The number of the line, from 1, and what is wrong with it.
pub fn read(text: &str) -> Result<Vec<Line>, (usize, String)> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| read_line(line).map_err(|words| (number + 1, words)))
        .collect()
}

fn read_line(line: &str) -> Result<Line, String> {
    let fields: Vec<_> = line.split('\t').collect();
    let [_, hash, _, size, _, path, _] = *fields.as_slice() else {
        return Err(format!("expected 7 fields, found {}", fields.len()));
    };
    let hash = match hash.len() {
        8 => u32::from_str_radix(hash, 16).ok(),
        _ => None,
    };
    let hash = hash.ok_or("expected 8 hexadecimal digits in the second field")?;
    let size = size
        .parse()
        .map_err(|_| "expected a size in bytes in the fourth field")?;
    let is_ours = path.split_once('/').is_some_and(|(folder, file)| {
        let leads_away = |sign: char| matches!(sign, '/' | '\\') || sign.is_control();
        [NAMED, UNNAMED].contains(&folder)
            && !matches!(file, "" | "." | "..")
            && !file.contains(leads_away)
    });
    if is_ours {
        Ok(Line {
            hash,
            size,
            path: path.to_owned(),
        })
    } else {
        Err(format!("{path:?} is no path in {NAMED} or {UNNAMED}"))
    }
}

/// Which disc files are from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Source {
    /// SHA-1 of the program that the console starts, and its name.
    pub executable: Option<(String, String)>,
    /// SHA-1 of the index.
    pub index_sha1: String,
    /// Entries of the index.
    pub entries: usize,
}

impl Source {
    /// The text that stands beside the files.
    pub fn text(&self) -> String {
        let executable = match &self.executable {
            Some((sha1, name)) => format!("executable {sha1} {name}\n"),
            None => "executable -\n".into(),
        };
        format!(
            "{HEAD}{VERSION}\n{executable}index {}\nentries {}\n",
            self.index_sha1, self.entries
        )
    }

    /// The SHA-1 of the index that such a text names; `None` when it is none of ours.
    pub fn index_of(text: &str) -> Option<&str> {
        let mut lines = text.lines();
        let version: u32 = lines.next()?.strip_prefix(HEAD)?.parse().ok()?;
        if version != VERSION {
            return None;
        }
        lines.find_map(|line| line.strip_prefix("index "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Item;
    use std::sync::Arc;
    use wonderwheel_game_files::read_at::Extent;
    use wonderwheel_inspect::kind::Kind;
    use wonderwheel_warriors::classify::FileKind;

    #[test]
    fn an_index_has_a_line_an_entry_and_is_read_back() {
        let item = |number, hash, resource: Option<&str>| Item {
            number: Some(number),
            offset: Some(2048),
            hash,
            size: 7,
            kind: Kind::Game(FileKind::Pack),
            name: String::new(),
            is_named: true,
            resource: resource.map(str::to_owned),
        };
        let row = |number, hash, path: &str, resource| Row {
            number,
            item: item(number, hash, resource),
            holder: Extent::new(Arc::new(Vec::new()), 0, 4096),
            at: 2048,
            path: path.into(),
        };
        let rows = [
            row(0, 0x0E51_81F8, "ee_files/level99_1.pak", None),
            row(1, 0xAB, "unnamed/000000ab.pak", Some("dyn_bat")),
        ];
        let text = text(&rows);
        assert_eq!(
            text,
            "0\t0e5181f8\t2048\t7\tpack\tee_files/level99_1.pak\t-\n\
             1\t000000ab\t2048\t7\tpack\tunnamed/000000ab.pak\tdyn_bat\n"
        );
        let lines = read(&text).unwrap();
        assert_eq!(lines[0].path, "ee_files/level99_1.pak");
        assert_eq!((lines[1].hash, lines[1].size), (0xAB, 7));
    }

    #[test]
    fn an_index_that_leads_elsewhere_is_refused() {
        for path in [
            "ee_files/../../secret",
            "/etc/passwd",
            "ee_files/",
            "ee_files/..",
            "other/a",
            "ee_files/a/b",
            "ee_files/a\\b",
            "a",
        ] {
            let text = format!("\n0\t0e5181f8\t0\t7\tpack\t{path}\t-\n");
            let (line, words) = read(&text).unwrap_err();
            assert_eq!(line, 2, "{path}");
            assert!(words.contains("no path in"), "{words}");
        }
        assert_eq!(read("0\t1\n").unwrap_err().0, 1);
    }

    #[test]
    fn a_source_names_its_disc_and_no_time() {
        let source = Source {
            executable: Some(("ab".into(), "SLUS_212.15".into())),
            index_sha1: "cd".into(),
            entries: 3,
        };
        let text = source.text();
        assert_eq!(
            text,
            "wonderwheel extract 1\nexecutable ab SLUS_212.15\nindex cd\nentries 3\n"
        );
        assert_eq!(Source::index_of(&text), Some("cd"));
        for other in ["", "hello", "wonderwheel extract 2\nindex cd\n"] {
            assert_eq!(Source::index_of(other), None);
        }
    }
}
