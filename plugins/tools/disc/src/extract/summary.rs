//! What an extraction has done, in words and for programs.

use std::path::Path;

use serde_json::{Value, json};
use wonderwheel_ps2::plural::counted;

use super::row::Row;
use super::run::{BrokenEntry, Outcome};

/// So many entries that cannot be used are named one by one.
const NAMED_ENTRIES: usize = 20;

impl Outcome {
    /// Files that are there and whole.
    pub fn whole(&self) -> usize {
        self.written.0 + self.kept.0
    }

    /// What is kept though it differs, and what cannot be used, and why: the first of them, and how many more there are.
    pub fn trouble(&self, rows: &[(Row, bool)]) -> Vec<String> {
        let lists = [
            (&self.different, "are kept"),
            (&self.broken, "cannot be used"),
        ];
        let mut lines = Vec::new();
        for (list, what) in lists {
            lines.extend(list.iter().take(NAMED_ENTRIES).filter_map(|broken| {
                let (row, _) = rows.get(broken.row)?;
                Some(format!("{}: {}", row.path, broken.words))
            }));
            if let Some(more) = list.len().checked_sub(NAMED_ENTRIES + 1) {
                let more = counted(more + 1, "file");
                lines.push(format!("and {more} more that {what}"));
            }
        }
        lines
    }

    /// Why it ended early and what to do, when nothing more could be written.
    pub fn refusal(&self, rows: &[(Row, bool)]) -> Option<String> {
        let refused = self.refused.as_ref()?;
        let path = refused.path.display();
        if !refused.is_full() {
            return Some(refused.to_string());
        }
        let wanted = rows.iter().filter(|(_, wanted)| *wanted);
        let (all, bytes) = wanted.fold((0, 0), |(all, bytes), (row, _)| {
            (all + 1, bytes + row.item.size)
        });
        let left = bytes.saturating_sub(self.written.1 + self.kept.1);
        Some(format!(
            "{path}: the disk is full after {} of {all} files; make room for {:.1} MB more, then run the same command again",
            self.whole(),
            megabytes(left)
        ))
    }

    /// What was done, a line a kind of file and the sums.
    pub fn lines(&self, out: &Path, is_verified: bool, seconds: f64) -> Vec<String> {
        let kinds = self.kinds.iter();
        let mut lines: Vec<String> = kinds
            .map(|(kind, (files, bytes))| format!("{files:>8} {bytes:>13}  {}", kind.name()))
            .collect();
        let (files, bytes) = self.written;
        let verified = if is_verified {
            ", read back and compared"
        } else {
            ""
        };
        let out = out.display();
        lines.push(match files {
            0 => format!("no file had to be written to {out}"),
            _ => format!(
                "{}, {:.1} MB written to {out} in {seconds:.1} s ({:.1} MB/s){verified}",
                counted(files, "file"),
                megabytes(bytes),
                megabytes(bytes) / seconds.max(0.001)
            ),
        });
        if self.kept.0 > 0 {
            let renamed = match self.renamed {
                0 => String::new(),
                count => format!(", {count} of them under a name that was not known before"),
            };
            lines.push(format!(
                "{}, {:.1} MB, were there already, as on the disc{renamed}",
                counted(self.kept.0, "file"),
                megabytes(self.kept.1)
            ));
        }
        if !self.different.is_empty() {
            let kept = self.different.len();
            lines.push(format!("{kept} kept that differ; --overwrite replaces"));
        }
        if !self.broken.is_empty() {
            let broken = counted(self.broken.len(), "file");
            lines.push(format!("{broken} cannot be used"));
        }
        lines
    }

    /// The same for programs.
    pub fn value(&self, rows: &[(Row, bool)], out: &Path, is_verified: bool) -> Value {
        let kinds = self.kinds.iter().map(|(kind, (files, bytes))| {
            let value = json!({ "files": files, "bytes": bytes });
            (kind.name().to_owned(), value)
        });
        let list = |list: &[BrokenEntry]| -> Vec<Value> {
            let named = list.iter().filter_map(|broken| {
                let (row, _) = rows.get(broken.row)?;
                Some(json!({ "entry": row.number, "path": row.path, "error": broken.words }))
            });
            named.collect()
        };
        json!({
            "out": out.display().to_string(),
            "written": { "files": self.written.0, "bytes": self.written.1 },
            "kept": { "files": self.kept.0, "bytes": self.kept.1, "renamed": self.renamed },
            "verified": is_verified,
            "kinds": kinds.collect::<serde_json::Map<_, _>>(),
            "different": list(&self.different),
            "failures": list(&self.broken),
        })
    }
}

fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}
