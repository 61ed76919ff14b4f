//! What could not be read of a level.

use std::fmt::Display;

use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::fault::{Fault, FaultKind};

/// What could not be read; no more of it than a person reads.
#[derive(Debug, Clone, Default)]
pub struct Faults(pub Vec<Fault>);

/// Faults that are kept.
const MOST_FAULTS: usize = 200;

impl Faults {
    fn add(&mut self, fault: Fault) {
        match self.0.len() {
            MOST_FAULTS => self.0.push(of_level("there are more faults than these")),
            count if count < MOST_FAULTS => self.0.push(fault),
            _ => {}
        }
    }

    /// A sentence.
    pub fn say(&mut self, sentence: String) {
        self.add(of_level(sentence));
    }

    /// That something is broken.
    pub fn error(&mut self, what: impl Display, error: &FormatError) {
        self.add(Fault::of_error("", error).within(what.to_string()));
    }

    /// How many there are of something; nothing when there are none.
    pub fn count(&mut self, count: usize, of_what: &str) {
        if count > 0 {
            self.say(format!("{count} {of_what}"));
        }
    }

    /// What was read, or nothing, and the fault.
    pub fn read<T>(&mut self, what: impl Display, read: Result<T, FormatError>) -> Option<T> {
        read.map_err(|error| self.error(what, &error)).ok()
    }

    /// What was read, or the empty thing, and the fault.
    pub fn or_default<T: Default>(
        &mut self,
        what: impl Display,
        read: Result<T, FormatError>,
    ) -> T {
        self.read(what, read).unwrap_or_default()
    }
}

/// A fault of a level as a whole.
fn of_level(words: impl Into<String>) -> Fault {
    Fault::of_file("", FaultKind::Malformed, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_a_thousand_faults_lists_two_hundred_and_that_there_are_more() {
        let mut faults = Faults::default();
        (0..1000).for_each(|i| faults.say(format!("fault {i}")));
        assert_eq!(faults.0.len(), MOST_FAULTS + 1);
        let last = faults.0[MOST_FAULTS].to_string();
        assert_eq!(last, "there are more faults than these");
    }
}
