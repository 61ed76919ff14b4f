//! What is wrong, summed up: findings by rule, failed files one by one.

use std::collections::BTreeMap;

/// How many places of a rule are named.
pub const NAMED: usize = 3;

/// The rule that a part's materials and textures agree on K and L. What holds is known, so it is only a remark.
pub const MIP_WORD: &str = "part-mip-word";
/// A file that cannot be read to its end.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Failure {
    /// Number of the file.
    pub file: usize,
    /// The way to the field; empty when the file as a whole failed.
    pub path: String,
    /// Byte offset in the file, where one is known.
    pub offset: Option<u64>,
    /// What is wrong, in one line.
    pub error: String,
}

impl Failure {
    /// Of a file as a whole.
    pub fn of_file(file: usize, error: String) -> Self {
        Self {
            file,
            path: String::new(),
            offset: None,
            error,
        }
    }
}

/// A place where a rule is broken. Ordered by file, then in the order in which it was met.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Number of the file.
    pub file: usize,
    /// Which of the file's findings it is.
    pub number: usize,
    /// Where in the file, and what was expected and found.
    pub words: String,
}

/// All places of one rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleSum {
    /// How many.
    pub count: u64,
    /// The first few.
    pub first: Vec<Place>,
    /// Whether it is only worth a remark.
    pub is_note: bool,
}

/// Findings by rule. The sum does not depend on the order in which files are added.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleSums(BTreeMap<&'static str, RuleSum>);

impl RuleSums {
    /// Adds a place; `is_note` when it is only worth a remark.
    pub fn add(&mut self, rule: &'static str, place: Place, is_note: bool) {
        let sum = RuleSum {
            count: 1,
            first: vec![place],
            is_note,
        };
        self.add_sum(rule, sum);
    }

    /// Adds all that other sums have.
    pub fn absorb(&mut self, other: Self) {
        for (rule, sum) in other.0 {
            self.add_sum(rule, sum);
        }
    }

    /// The rules by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &RuleSum)> {
        self.0.iter().map(|(rule, sum)| (*rule, sum))
    }

    /// Adds so many places, of which the first are given.
    pub fn add_sum(&mut self, rule: &'static str, by: RuleSum) {
        let sum = self.0.entry(rule).or_insert(RuleSum {
            count: 0,
            first: Vec::new(),
            is_note: true,
        });
        sum.count += by.count;
        sum.is_note &= by.is_note;
        sum.first.extend(by.first);
        sum.first.sort();
        sum.first.truncate(NAMED);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(file: usize, number: usize) -> Place {
        Place {
            file,
            number,
            words: format!("{file}.{number}"),
        }
    }

    #[test]
    fn the_first_three_places_are_named_whatever_the_order() {
        let all: Vec<_> = [(4, 0), (1, 1), (3, 0), (1, 0), (2, 5)].into();
        let sums = |order: &mut dyn Iterator<Item = &(usize, usize)>| {
            let mut sums = RuleSums::default();
            for &(file, number) in order {
                sums.add("rule", place(file, number), false);
            }
            sums
        };
        let forwards = sums(&mut all.iter());
        assert_eq!(forwards, sums(&mut all.iter().rev()));
        let (_, sum) = forwards.iter().next().unwrap();
        assert_eq!(sum.count, 5);
        assert_eq!(sum.first, [place(1, 0), place(1, 1), place(2, 5)]);
    }

    #[test]
    fn some_rules_and_some_places_are_only_remarks() {
        let mut sums = RuleSums::default();
        sums.add("pvs-opaque", place(0, 0), true);
        sums.add("part-unused", place(0, 1), true);
        sums.add("kind", place(0, 2), false);
        let notes: Vec<_> = sums.iter().map(|(rule, sum)| (rule, sum.is_note)).collect();
        let expected = [("kind", false), ("part-unused", true), ("pvs-opaque", true)];
        assert_eq!(notes, expected);
    }
}
