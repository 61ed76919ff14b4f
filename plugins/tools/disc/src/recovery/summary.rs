//! Recovered names as a text for other runs, and what came of the search in words.

use sha1_smol::Sha1;
use wonderwheel_game_files::ArchiveFiles;
use wonderwheel_ps2::plural;

use super::accept::RecoveredNames;

impl RecoveredNames {
    /// The names as a text that can be given back, one a line; the first line says which archive they are of.
    pub fn text(&self, archive: &ArchiveFiles) -> String {
        format!(
            "# Names of {} files and {} resources, for --names; index {}\n{}",
            self.book.files().count(),
            self.resources,
            Sha1::from(archive.index().write()).hexdigest(),
            self.book.to_text()
        )
    }

    /// How many names were found, by where they come from, and what stays without one.
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self
            .files
            .iter()
            .map(|(source, count)| format!("{count:>8} files named: {}", source.words()))
            .collect();
        lines.push(format!("{:>8} resources named", self.resources));
        let nameless = self.nameless.iter();
        let nameless: Vec<_> = nameless
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        let count: usize = self.nameless.values().sum();
        if count > 0 {
            let kinds = nameless.join(", ");
            let verb = if count == 1 { "stays" } else { "stay" };
            let files = plural::of(count as u64, "file");
            lines.push(format!("{count:>8} {files} {verb} without a name: {kinds}"));
        }
        if self.disbelieved > 0 {
            let why = if self.is_ordered {
                "kind or place"
            } else {
                "kind"
            };
            lines.push(format!(
                "{:>8} names had the right hash and were not believed: the file's {why} spoke against them",
                self.disbelieved
            ));
        }
        if !self.is_ordered {
            lines.push("the files do not lie in the order of their names, so that only their kinds speak for a name".into());
        }
        lines
    }
}
