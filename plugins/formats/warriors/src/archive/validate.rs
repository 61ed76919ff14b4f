//! The rules that the disc's own index keeps.

use std::collections::HashMap;

use wonderwheel_ps2::finding::{Findings, places, remark_few, report_few};

use super::{ArchiveIndex, SECTOR};

impl ArchiveIndex {
    /// Says what the disc's own index does not do. `archive_size`, where it is known, is that of the archive in bytes.
    ///
    /// | Rule | Broken by |
    /// | --- | --- |
    /// | `archive-padding-word` | bytes other than zero after the count |
    /// | `archive-offset-multiple` | a file that begins within a sector |
    /// | `archive-order` | a file that lies before its predecessor |
    /// | `archive-overlap` | a file that begins before another ends |
    /// | `archive-gap` | whole sectors that belong to no file |
    /// | `archive-duplicate-hash` | a name hash for the second time: that file is never found |
    /// | `archive-empty-file` | a file of no bytes |
    /// | `archive-beyond-end` | a file that ends after the archive |
    /// | `archive-size-multiple` | an archive that ends within a sector |
    pub fn validate(&self, archive_size: Option<u64>, findings: &mut Findings) {
        findings.within("archive index", |findings| {
            findings.remark_unless(
                self.padding == [0; 12],
                "archive-padding-word",
                || "expected zeros after the count",
            );
            self.validate_entries(findings);
            self.validate_places(findings);
            if let Some(size) = archive_size {
                self.validate_size(size, findings);
            }
        });
    }

    fn validate_entries(&self, findings: &mut Findings) {
        let odd = places("entry", &self.entries, |entry| {
            let is_odd = !u64::from(entry.offset).is_multiple_of(SECTOR);
            is_odd.then(|| format!("expected a multiple of 2,048, found {:#x}", entry.offset))
        });
        report_few(findings, "archive-offset-multiple", odd);
        let firsts = std::iter::once(None).chain(self.entries.iter().map(Some));
        let unordered = places("entry", firsts.zip(&self.entries), |(first, second)| {
            let (first, second) = (first?.offset, second.offset);
            let message =
                || format!("expected an offset of {first:#x} at least, found {second:#x}");
            (second < first).then(message)
        });
        remark_few(findings, "archive-order", unordered);
        let empty = places("entry", &self.entries, |entry| {
            (entry.size == 0).then(|| "the file has no bytes".to_owned())
        });
        remark_few(findings, "archive-empty-file", empty);
        let mut first_with = HashMap::with_capacity(self.entries.len());
        let repeated = places(
            "entry",
            self.entries.iter().enumerate(),
            |(number, entry)| {
                let hash = entry.name_hash;
                let first = *first_with.entry(hash).or_insert(number);
                let message =
                    || format!("name hash {hash:#010x} is entry {first}'s, which is the one found");
                (first != number).then(message)
            },
        );
        report_few(findings, "archive-duplicate-hash", repeated);
    }

    /// Overlaps and gaps, whatever the records' order.
    fn validate_places(&self, findings: &mut Findings) {
        let mut by_offset: Vec<_> = self.entries.iter().enumerate().collect();
        by_offset.sort_by_key(|(number, entry)| (entry.offset, *number));
        let (mut overlaps, mut gaps) = (Vec::new(), Vec::new());
        let mut end = 0;
        let mut padded_end = 0;
        for (number, entry) in by_offset {
            let offset = u64::from(entry.offset);
            let place = format!("entry[{number}]");
            if offset < end {
                let message = format!("begins at {offset:#x}, before another file's end {end:#x}");
                overlaps.push((place, message));
            } else if offset > padded_end {
                let message = format!("bytes {padded_end:#x} to {offset:#x} belong to no file");
                gaps.push((place, message));
            }
            end = end.max(entry.end());
            padded_end = padded_end.max(entry.padded_end());
        }
        remark_few(findings, "archive-overlap", overlaps);
        remark_few(findings, "archive-gap", gaps);
    }

    fn validate_size(&self, size: u64, findings: &mut Findings) {
        findings.remark_unless(size.is_multiple_of(SECTOR), "archive-size-multiple", || {
            format!("expected an archive of whole sectors of 2,048, found {size} bytes")
        });
        let beyond = places("entry", &self.entries, |entry| {
            let end = entry.end();
            (end > size).then(|| format!("ends at {end:#x}, after the archive's {size:#x}"))
        });
        report_few(findings, "archive-beyond-end", beyond);
    }
}
