//! Findings of long lists: the first few places, then how many more there are.

use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::steps;

/// Places that are named one by one.
const NAMED: usize = 8;

/// Reports each place that breaks one rule, the ninth and all after it as one finding: a file whose every record is wrong
/// would otherwise need more memory to complain about than to hold.
pub(crate) fn report_few(
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
