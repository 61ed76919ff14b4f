//! What a validation pass has to say about a file that can be read.

use std::borrow::Cow;
use std::fmt;

use crate::steps;

/// Something that can be read and yet breaks a rule that the disc's own files keep. Findings do not stop reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's short name, the same for every place it is broken at (`chunk-size-multiple`): findings are summed by it.
    pub rule: &'static str,
    /// The way to the field, outermost name first (`world/sector[12]/plugin 0x3f1`).
    pub path: String,
    /// Byte offset in the file, where one is known.
    pub offset: Option<u64>,
    /// What was expected and what was found, in one line.
    pub message: Cow<'static, str>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str("file")?,
            path => f.write_str(path)?,
        }
        if let Some(offset) = self.offset {
            write!(f, " at {offset:#x}")?;
        }
        write!(f, ": {} [{}]", self.message, self.rule)
    }
}

/// Gathers findings; knows where in the file the pass is.
///
/// A pass enters a field with [`Findings::within`], and every rule broken inside carries the way there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    found: Vec<Finding>,
    path: Vec<Cow<'static, str>>,
    /// Places of each rule, kept or not, in the order in which the rules were met first.
    counts: Vec<(&'static str, u64)>,
    /// Of how many places of a rule a finding is kept.
    most: Option<u64>,
}

impl Findings {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// None yet; of each rule only the first `most` will be kept, and the others counted ([`Self::counts`]). A file whose every
    /// record breaks a rule would otherwise need more memory to complain about than to hold.
    ///
    /// ```
    /// use wonderwheel_ps2::finding::Findings;
    ///
    /// let mut findings = Findings::few(1);
    /// findings.report("chunk-count", "expected 1, found 2");
    /// findings.report("chunk-count", "expected 1, found 3");
    /// assert_eq!(findings.as_slice().len(), 1);
    /// assert_eq!(findings.counts(), [("chunk-count", 2)]);
    /// ```
    pub fn few(most: u64) -> Self {
        Self {
            most: Some(most),
            ..Self::default()
        }
    }

    /// Runs `pass` one level deeper, inside the field of that name.
    pub fn within(&mut self, segment: impl Into<Cow<'static, str>>, pass: impl FnOnce(&mut Self)) {
        steps::count(1);
        self.path.push(segment.into());
        pass(self);
        self.path.pop();
    }

    /// A rule is broken here.
    pub fn report(&mut self, rule: &'static str, message: impl Into<Cow<'static, str>>) {
        self.push(rule, None, message.into());
    }

    /// A rule is broken at a byte offset of the file.
    pub fn report_at(
        &mut self,
        rule: &'static str,
        offset: u64,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.push(rule, Some(offset), message.into());
    }

    /// Reports only when `holds` is false; the message is made only then.
    pub fn expect<M: Into<Cow<'static, str>>>(
        &mut self,
        holds: bool,
        rule: &'static str,
        message: impl FnOnce() -> M,
    ) {
        steps::count(1);
        if !holds {
            self.push(rule, None, message().into());
        }
    }

    fn push(&mut self, rule: &'static str, offset: Option<u64>, message: Cow<'static, str>) {
        steps::count(1);
        if !self.count(rule) {
            return;
        }
        self.found.push(Finding {
            rule,
            path: self.path.join("/"),
            offset,
            message,
        });
    }

    /// Counts a place of a rule; whether it is to be kept.
    fn count(&mut self, rule: &'static str) -> bool {
        let known = self.counts.iter_mut().find(|(known, _)| *known == rule);
        let count = match known {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.counts.push((rule, 1));
                1
            }
        };
        self.most.is_none_or(|most| count <= most)
    }

    /// How many places break each rule, those of which no finding was kept among them. The rules stand in the order in which they
    /// were met.
    pub fn counts(&self) -> &[(&'static str, u64)] {
        &self.counts
    }

    /// All of them, in the order they were met.
    pub fn into_vec(self) -> Vec<Finding> {
        self.found
    }

    /// All of them, in the order they were met.
    pub fn as_slice(&self) -> &[Finding] {
        &self.found
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }
}

/// Places that are named one by one.
const NAMED: usize = 8;

/// For long lists: reports each place that breaks one rule, the ninth and all after it as one finding: a file whose every record is wrong
/// would otherwise need more memory to complain about than to hold.
pub fn report_few(
    findings: &mut Findings,
    rule: &'static str,
    broken: impl IntoIterator<Item = (String, String)>,
) {
    let mut broken = broken.into_iter().inspect(|_| steps::count(1));
    for (place, message) in broken.by_ref().take(NAMED) {
        findings.within(place, |findings| findings.report(rule, message));
    }
    let more = broken.count();
    if more > 0 {
        findings.report(rule, format!("{more} more places"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_each_rule_the_first_are_kept_and_all_are_counted() {
        let mut findings = Findings::few(2);
        for i in 0..5 {
            findings.report("often", format!("{i}"));
            findings.expect(i != 3, "once", || "three");
        }
        let kept: Vec<_> = findings
            .as_slice()
            .iter()
            .map(|one| &*one.message)
            .collect();
        assert_eq!(kept, ["0", "1", "three"]);
        assert_eq!(findings.counts(), [("often", 5), ("once", 1)]);
        let mut all = Findings::new();
        (0..9).for_each(|_| all.report("often", "x"));
        assert_eq!((all.as_slice().len(), all.counts()[0].1), (9, 9));
    }

    #[test]
    fn a_finding_carries_the_way_from_the_outside_in() {
        let mut findings = Findings::new();
        findings.within("world", |findings| {
            findings.within(format!("sector[{}]", 12), |findings| {
                findings.report_at("sector-index", 0x40, "expected below 3, found 7");
            });
            findings.expect(true, "never", || "never made");
        });
        findings.expect(false, "whole", || "expected one world");
        let shown: Vec<_> = findings
            .into_vec()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            shown,
            [
                "world/sector[12] at 0x40: expected below 3, found 7 [sector-index]",
                "file: expected one world [whole]"
            ]
        );
    }

    #[test]
    fn eight_places_are_named_and_the_rest_counted() {
        let mut findings = Findings::new();
        let places = (0..10).map(|i| (format!("cell[{i}]"), "is wrong".to_owned()));
        report_few(&mut findings, "rule", places);
        let shown: Vec<_> = findings
            .as_slice()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(shown.len(), 9);
        assert_eq!(shown[7], "cell[7]: is wrong [rule]");
        assert_eq!(shown[8], "file: 2 more places [rule]");
    }
}
