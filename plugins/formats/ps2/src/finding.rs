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
}

impl Findings {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
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
        self.found.push(Finding {
            rule,
            path: self.path.join("/"),
            offset,
            message,
        });
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
