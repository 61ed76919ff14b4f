//! What to do about a container's broken redundancy: fail, or go past it as the game does and say so.

use std::borrow::Cow;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::finding::Findings;

/// How much of a container's redundancy must agree. Source: spec/chunks.md 2.4 and 2.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// Every rule holds, as in all 4,246 resources and 881 packs of the disc. Anything else is not a container.
    Strict,
    /// The caller knows from the file's name that it is one: what the game ignores is only noted.
    Forced,
}

/// Gathers the broken rules that [`Rules::Forced`] goes past.
#[derive(Debug)]
pub(crate) struct RuleBreaks {
    rules: Rules,
    breaks: Vec<RuleBreak>,
}

#[derive(Debug)]
struct RuleBreak {
    rule: &'static str,
    error: FormatError,
    /// Worth a warning, and not only a finding.
    is_warning: bool,
}

impl RuleBreaks {
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            breaks: Vec::new(),
        }
    }

    /// Fails under strict rules; under forced ones the error is a finding and a warning.
    pub fn allow(&mut self, rule: &'static str, error: FormatError) -> Result<()> {
        self.go_past(rule, error, true)
    }

    /// Fails under strict rules; under forced ones the error is a finding, but no warning.
    pub fn ignore(&mut self, rule: &'static str, error: FormatError) -> Result<()> {
        self.go_past(rule, error, false)
    }

    pub fn allow_trailing(&mut self, cursor: &Cursor<'_>) -> Result<()> {
        match cursor.finish() {
            Ok(()) => Ok(()),
            Err(error) => self.allow("container-trailing-bytes", error),
        }
    }

    /// Runs `read`; its error and those that it went past get the path segment.
    pub fn within<T>(
        &mut self,
        segment: impl Fn() -> Cow<'static, str>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let before = self.breaks.len();
        let result = read(self);
        for broken in self.breaks.iter_mut().skip(before) {
            broken.error = broken.error.clone().within(segment());
        }
        result.map_err(|error| error.within(segment()))
    }

    /// The warnings among them.
    pub fn into_noted(self) -> Vec<FormatError> {
        let warnings = self.breaks.into_iter().filter(|broken| broken.is_warning);
        warnings.map(|broken| broken.error).collect()
    }

    /// All of them as findings.
    pub fn report(self, findings: &mut Findings) {
        for RuleBreak { rule, error, .. } in self.breaks {
            let report = |findings: &mut Findings| {
                findings.report_at(rule, error.offset(), error.words());
            };
            if error.path().is_empty() {
                report(findings);
            } else {
                findings.within(error.path().to_string(), report);
            }
        }
    }

    fn go_past(&mut self, rule: &'static str, error: FormatError, is_warning: bool) -> Result<()> {
        match self.rules {
            Rules::Strict => Err(error),
            Rules::Forced => {
                self.breaks.push(RuleBreak {
                    rule,
                    error,
                    is_warning,
                });
                Ok(())
            }
        }
    }
}
