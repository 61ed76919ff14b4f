//! Strip lists: how records become runs of vertices.

use wonderwheel_ps2::steps;

use super::records::StripRecord;

/// One strip of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Index among the patch's ad-gifs.
    pub ad_gif: u8,
    /// Its first index, among the level's indices.
    pub first: usize,
    /// Its indices: at least 3.
    pub count: usize,
    /// The vector unit sends what it has after this run.
    pub ends_packet: bool,
}

impl Run {
    /// Triangles of the run, those without area too.
    pub const fn triangles(&self) -> usize {
        self.count.saturating_sub(2)
    }
}

/// Why a strip list cannot be walked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StripFault {
    /// Index of the record.
    pub record: usize,
    pub expected: &'static str,
    pub found: String,
}

/// Walks a list to its end record. Ends after the first fault.
#[derive(Debug, Clone)]
pub(super) struct Runs<'a> {
    records: &'a [StripRecord],
    at: usize,
    ad_gif: u8,
    ad_gifs: usize,
    /// First index of the next run, and how many there are.
    cursor: usize,
    indices: usize,
    done: bool,
}

impl<'a> Runs<'a> {
    pub(super) fn new(records: &'a [StripRecord], ad_gifs: usize, indices: usize) -> Self {
        Self {
            records,
            at: 0,
            ad_gif: 0,
            ad_gifs,
            cursor: 0,
            indices,
            done: false,
        }
    }

    /// Records walked, the end record included once it has been met.
    pub(super) fn records_used(&self) -> usize {
        self.at
    }

    /// Indices that the runs so far use.
    pub(super) fn indices_used(&self) -> usize {
        self.cursor
    }

    #[inline]
    fn step(&mut self) -> Result<Option<Run>, StripFault> {
        steps::count(1);
        let Some(record) = self.records.get(self.at) else {
            return Err(self.fault("a record, or the end record", "the end of the array"));
        };
        let opens = self.at == 0;
        if record.count == 0 && !opens {
            self.at += 1;
            return Ok(None);
        }
        // Quirk: the first record's count always has 128 taken off, whatever its sign. Source: spec/commando-tfrag.md 5.
        let biased = opens || record.count < 0;
        let bias = if biased { 128 } else { 0 };
        let count = usize::try_from(i16::from(record.count) + bias).unwrap_or_default();
        if count < 3 {
            return Err(self.fault("a run of at least 3 vertices", count));
        }
        if opens && record.ad_gif < 0 {
            return Err(self.fault("an ad-gif in the first record", record.ad_gif));
        }
        // Whether the record also ends a packet makes no difference to that.
        if biased && record.ad_gif >= 0 {
            let offset = record.ad_gif.cast_unsigned();
            if offset % 5 != 0 || usize::from(offset / 5) >= self.ad_gifs {
                return Err(self.fault("five times the index of an ad-gif", offset));
            }
            self.ad_gif = offset / 5;
        }
        let first = self.cursor;
        let end = first + count;
        if end > self.indices {
            return Err(self.fault(
                "runs within the index array",
                format_args!("{end} of {} indices", self.indices),
            ));
        }
        self.cursor = end;
        self.at += 1;
        Ok(Some(Run {
            ad_gif: self.ad_gif,
            first,
            count,
            ends_packet: biased && record.kick < 0,
        }))
    }

    #[cold]
    fn fault(&self, expected: &'static str, found: impl std::fmt::Display) -> StripFault {
        StripFault {
            record: self.at,
            expected,
            found: found.to_string(),
        }
    }
}

impl Iterator for Runs<'_> {
    type Item = Result<Run, StripFault>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let step = self.step().transpose();
        self.done = !matches!(step, Some(Ok(_)));
        step
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(records: &[[i8; 3]], ad_gifs: usize, indices: usize) -> Result<Vec<Run>, StripFault> {
        let records: Vec<_> = records
            .iter()
            .map(|[count, kick, ad_gif]| StripRecord {
                count: *count,
                kick: *kick,
                ad_gif: *ad_gif,
                unused: 0,
            })
            .collect();
        Runs::new(&records, ad_gifs, indices).collect()
    }

    fn runs(records: &[[i8; 3]]) -> Vec<(u8, usize, usize, bool)> {
        let runs = walk(records, 3, 255).unwrap();
        runs.iter()
            .map(|run| (run.ad_gif, run.first, run.count, run.ends_packet))
            .collect()
    }

    #[test]
    fn records_are_read_as_the_page_says() {
        let found = runs(&[
            [-116, 0, 5],   // 12 vertices, ad-gif 1
            [10, 0, 0],     // 10, keeps it
            [-124, 0, -1],  // 4, biased, keeps it, no kick
            [-120, -1, -1], // 8, kick, keeps it
            [-123, -1, 10], // 5, kick, and ad-gif 2
            [0, 0, 0],
        ]);
        assert_eq!(
            found,
            [
                (1, 0, 12, false),
                (1, 12, 10, false),
                (1, 22, 4, false),
                (1, 26, 8, true),
                (2, 34, 5, true)
            ]
        );
        // The first count is biased although it is above 0.
        assert_eq!(runs(&[[5, 0, 0], [0, 0, 0]]), [(0, 0, 133, false)]);
        // What follows the end record is padding.
        assert_eq!(runs(&[[-125, 0, 0], [0, 0, 0], [1, 2, 3]]).len(), 1);
    }

    #[test]
    fn broken_lists_are_refused() {
        for (records, record) in [
            (&[[-124, 0, -1], [0, 0, 0]][..], 0),
            (&[[-124, 0, 3], [0, 0, 0]], 0),
            (&[[-124, 0, 15], [0, 0, 0]], 0),
            (&[[-126, 0, 0], [0, 0, 0]], 0),
            (&[[-124, 0, 0], [2, 0, 0], [0, 0, 0]], 1),
            (&[[-124, 0, 0], [4, 0, 0]], 2),
            (&[[-124, 0, 0], [7, 0, 0], [0, 0, 0]], 1),
            (&[], 0),
        ] {
            assert_eq!(
                walk(records, 3, 10).unwrap_err().record,
                record,
                "{records:?}"
            );
        }
    }
}
