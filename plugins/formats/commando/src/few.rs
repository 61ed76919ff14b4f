//! Findings of long lists: the first few places, then how many more there are.

use wonderwheel_ps2::finding::Findings;

/// Places that are named one by one.
const NAMED: usize = 8;

/// Reports each place that breaks one rule, the ninth and all after it as one finding: a file whose every record is wrong
/// would otherwise need more memory to complain about than to hold.
pub(crate) fn report_few(
    findings: &mut Findings,
    rule: &'static str,
    broken: impl IntoIterator<Item = (String, String)>,
) {
    let mut broken = broken.into_iter();
    for (place, message) in broken.by_ref().take(NAMED) {
        findings.within(place, |findings| findings.report(rule, message));
    }
    let more = broken.count();
    if more > 0 {
        findings.report(rule, format!("{more} more places"));
    }
}
