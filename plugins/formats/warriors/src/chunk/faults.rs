//! What to do about a container's broken redundancy: fail, or go past it as the game does and say so.

use std::borrow::Cow;

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FieldPath, FormatError, Result};
use wonderwheel_ps2::finding::Findings;

/// How much of a container's redundancy must agree. Source: spec/chunks.md 2.4 and 2.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// Every rule holds, as in all 4,246 resources and 881 packs of the disc. Anything else is not a container.
    Strict,
    /// The caller knows from the file's name that it is one: what the game ignores is only noted.
    Forced,
}

/// Gathers the faults that [`Rules::Forced`] goes past.
#[derive(Debug)]
pub(crate) struct Faults {
    rules: Rules,
    gone_past: Vec<Fault>,
}

#[derive(Debug)]
struct Fault {
    rule: &'static str,
    error: FormatError,
    /// Worth a warning, and not only a finding.
    is_warning: bool,
}

impl Faults {
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            gone_past: Vec::new(),
        }
    }

    /// Fails under strict rules, notes the fault under forced ones.
    pub fn allow(&mut self, rule: &'static str, error: FormatError) -> Result<()> {
        self.go_past(rule, error, true)
    }

    /// Fails under strict rules; under forced ones the fault is a finding, but no warning.
    pub fn ignore(&mut self, rule: &'static str, error: FormatError) -> Result<()> {
        self.go_past(rule, error, false)
    }

    pub fn allow_trailing(&mut self, cursor: &Cursor<'_>) -> Result<()> {
        match cursor.finish() {
            Ok(()) => Ok(()),
            Err(error) => self.allow("container-trailing-bytes", error),
        }
    }

    /// Runs `read`; its error and the faults it went past get the path segment.
    pub fn within<T>(
        &mut self,
        segment: impl Fn() -> Cow<'static, str>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let before = self.gone_past.len();
        let result = read(self);
        for fault in self.gone_past.iter_mut().skip(before) {
            fault.error = fault.error.clone().within(segment());
        }
        result.map_err(|error| error.within(segment()))
    }

    /// The warnings among them.
    pub fn into_noted(self) -> Vec<FormatError> {
        let faults = self.gone_past.into_iter();
        let warnings = faults.filter(|fault| fault.is_warning);
        warnings.map(|fault| fault.error).collect()
    }

    /// All of them as findings.
    pub fn report(self, findings: &mut Findings) {
        for fault in self.gone_past {
            let (offset, path) = (fault.error.offset(), fault.error.path().clone());
            let message = match fault.error {
                FormatError::Malformed {
                    expected, found, ..
                } => format!("expected {expected}, found {found}"),
                other => other.to_string(),
            };
            if path == FieldPath::default() {
                findings.report_at(fault.rule, offset, message);
            } else {
                findings.within(path.to_string(), |findings| {
                    findings.report_at(fault.rule, offset, message);
                });
            }
        }
    }

    fn go_past(&mut self, rule: &'static str, error: FormatError, is_warning: bool) -> Result<()> {
        match self.rules {
            Rules::Strict => Err(error),
            Rules::Forced => {
                self.gone_past.push(Fault {
                    rule,
                    error,
                    is_warning,
                });
                Ok(())
            }
        }
    }
}
