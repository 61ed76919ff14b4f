//! What a validation pass has to say about a file that can be read.

use std::borrow::Cow;
use std::fmt;

use crate::error::FormatError;
use crate::steps;

/// Something that can be read and yet breaks a rule that the disc's own files keep. Findings do not stop reading.
///
/// Most rules are kept by every sound writer: what breaks one is wrong. Where a sound writer may do otherwise (it pads,
/// orders or rounds in another way, or goes beyond what the disc happens to have) it is only a *remark*. A rule is one or the
/// other, wherever it is broken.
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
    /// Whether a sound writer may break the rule.
    pub is_remark: bool,
}

impl Finding {
    /// Place and message, without the rule.
    pub fn line(&self) -> String {
        let path = match self.path.as_str() {
            "" => "file",
            path => path,
        };
        match self.offset {
            Some(offset) => format!("{path} at {offset:#x}: {}", self.message),
            None => format!("{path}: {}", self.message),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remark = if self.is_remark { ", a remark" } else { "" };
        write!(f, "{} [{}{remark}]", self.line(), self.rule)
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
    /// The rules among them that are remarks.
    remarks: Vec<&'static str>,
    /// Of how many places of a rule a finding is kept.
    most: Option<u64>,
}

/// Makes the ways to say that a rule of one kind is broken.
macro_rules! says {
    ($is_remark:literal, $rule:literal, $here:ident, $at:ident, $unless:ident) => {
        #[doc = concat!($rule, " is broken here.")]
        pub fn $here(&mut self, rule: &'static str, message: impl Into<Cow<'static, str>>) {
            self.push(rule, None, message.into(), $is_remark);
        }

        #[doc = concat!($rule, " is broken at a byte offset of the file.")]
        pub fn $at(
            &mut self,
            rule: &'static str,
            offset: u64,
            message: impl Into<Cow<'static, str>>,
        ) {
            self.push(rule, Some(offset), message.into(), $is_remark);
        }

        #[doc = concat!($rule, " is broken unless it `holds`; the message is made only then.")]
        pub fn $unless<M: Into<Cow<'static, str>>>(
            &mut self,
            holds: bool,
            rule: &'static str,
            message: impl FnOnce() -> M,
        ) {
            steps::count(1);
            if !holds {
                self.push(rule, None, message().into(), $is_remark);
            }
        }
    };
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

    /// What a pass finds.
    pub fn of(pass: impl FnOnce(&mut Self)) -> Self {
        let mut findings = Self::new();
        pass(&mut findings);
        findings
    }

    /// Runs `pass` one level deeper, inside the field of that name.
    pub fn within(&mut self, segment: impl Into<Cow<'static, str>>, pass: impl FnOnce(&mut Self)) {
        steps::count(1);
        self.path.push(segment.into());
        pass(self);
        self.path.pop();
    }

    /// Runs `pass` for each of a list, inside `name[i]`.
    pub fn each<T>(
        &mut self,
        name: &str,
        list: impl IntoIterator<Item = T>,
        mut pass: impl FnMut(T, &mut Self),
    ) {
        for (i, one) in list.into_iter().enumerate() {
            self.within(format!("{name}[{i}]"), |findings| pass(one, findings));
        }
    }

    /// Something that a rule is about cannot be read.
    pub fn error(&mut self, rule: &'static str, error: &FormatError) {
        self.report_at(rule, error.offset(), error.to_string());
    }

    says! { false, "A rule", report, report_at, expect }

    says! { true, "A rule that a sound writer may break", remark, remark_at, remark_unless }

    /// Takes a finding of another pass, whose path begins where this pass is.
    pub fn add(&mut self, finding: Finding) {
        let Finding {
            rule,
            path,
            offset,
            message,
            is_remark,
        } = finding;
        if path.is_empty() {
            self.push(rule, offset, message, is_remark);
        } else {
            self.within(path, |findings| {
                findings.push(rule, offset, message, is_remark);
            });
        }
    }

    fn push(
        &mut self,
        rule: &'static str,
        offset: Option<u64>,
        message: Cow<'static, str>,
        is_remark: bool,
    ) {
        steps::count(1);
        if is_remark && !self.is_remark(rule) {
            self.remarks.push(rule);
        }
        if !self.count(rule) {
            return;
        }
        self.found.push(Finding {
            rule,
            path: self.path.join("/"),
            offset,
            message,
            is_remark,
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

    /// Whether a rule that was met is one that sound writers may break.
    pub fn is_remark(&self, rule: &str) -> bool {
        self.remarks.contains(&rule)
    }

    /// All of them, in the order they were met.
    pub fn into_vec(self) -> Vec<Finding> {
        self.found
    }

    /// The rule of each, in the order they were met.
    pub fn rules(&self) -> Vec<&'static str> {
        self.found.iter().map(|finding| finding.rule).collect()
    }

    /// The rule and the path of each, in the order they were met.
    pub fn rules_at(&self) -> Vec<(&'static str, &str)> {
        let found = self.found.iter();
        found.map(|one| (one.rule, one.path.as_str())).collect()
    }

    /// All of them as people read them.
    pub fn shown(&self) -> Vec<String> {
        self.found.iter().map(ToString::to_string).collect()
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

/// The elements of a list that a rule is broken at, as [`report_few`] takes them: `name[i]`, and what `wrong` says of one.
pub fn places<'a, T: 'a>(
    name: &'a str,
    list: impl IntoIterator<Item = T> + 'a,
    mut wrong: impl FnMut(T) -> Option<String> + 'a,
) -> impl Iterator<Item = (String, String)> + 'a {
    let numbered = list.into_iter().enumerate();
    numbered.filter_map(move |(i, one)| Some((format!("{name}[{i}]"), wrong(one)?)))
}

/// For long lists: reports each place that breaks one rule, the ninth and all after it as one finding: a file whose every record is wrong
/// would otherwise need more memory to complain about than to hold.
pub fn report_few(
    findings: &mut Findings,
    rule: &'static str,
    broken: impl IntoIterator<Item = (String, String)>,
) {
    few(findings, rule, broken, false);
}

/// As [`report_few`], for a rule that a sound writer may break.
pub fn remark_few(
    findings: &mut Findings,
    rule: &'static str,
    broken: impl IntoIterator<Item = (String, String)>,
) {
    few(findings, rule, broken, true);
}

fn few(
    findings: &mut Findings,
    rule: &'static str,
    broken: impl IntoIterator<Item = (String, String)>,
    is_remark: bool,
) {
    let mut broken = broken.into_iter().inspect(|_| steps::count(1));
    for (place, message) in broken.by_ref().take(NAMED) {
        findings.within(place, |findings| {
            findings.push(rule, None, message.into(), is_remark);
        });
    }
    let more = broken.count();
    if more > 0 {
        findings.push(rule, None, format!("{more} more places").into(), is_remark);
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
        assert_eq!(
            findings.shown(),
            [
                "world/sector[12] at 0x40: expected below 3, found 7 [sector-index]",
                "file: expected one world [whole]"
            ]
        );
    }

    #[test]
    fn a_remark_says_that_it_is_one_and_stays_one_in_another_pass() {
        let mut inner = Findings::new();
        inner.remark_at("padding", 4, "expected none");
        inner.remark_unless(true, "never", || "never made");
        inner.expect(false, "counts", || "expected 1");
        assert!(inner.is_remark("padding") && !inner.is_remark("counts"));
        let mut outer = Findings::few(1);
        outer.within("level", |outer| {
            inner.into_vec().into_iter().for_each(|one| outer.add(one));
            outer.within("grid", |outer| outer.remark("padding", "more"));
        });
        assert!(outer.is_remark("padding"));
        assert_eq!(outer.counts(), [("padding", 2), ("counts", 1)]);
        assert_eq!(
            outer.shown(),
            [
                "level at 0x4: expected none [padding, a remark]",
                "level: expected 1 [counts]"
            ]
        );
        assert_eq!(outer.as_slice()[0].line(), "level at 0x4: expected none");
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
