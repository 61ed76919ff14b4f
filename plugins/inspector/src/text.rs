//! Numbers and decisions as the overlay writes them.

use std::borrow::Cow;

use wonderwheel_world_streaming::core::decision::Decision;
use wonderwheel_world_streaming::core::decision_log::LogEntry;
use wonderwheel_world_streaming::core::distance::NOTHING_MISSING;

/// Megabytes (10^6 bytes) with two decimals.
pub fn megabytes(bytes: u64) -> String {
    format!("{:.2} MB", bytes as f64 / 1e6)
}

/// Bytes with a comma after every three digits.
pub fn grouped(bytes: u64) -> String {
    let digits = bytes.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Milliseconds, with a decimal below 100.
pub fn milliseconds(ms: f32) -> String {
    if ms < 99.95 {
        format!("{ms:.1} ms")
    } else {
        format!("{ms:.0} ms")
    }
}

/// Metres with one decimal; a dash where there is no distance.
pub fn metres(distance: f32) -> String {
    if distance < NOTHING_MISSING {
        format!("{distance:.1} m")
    } else {
        "-".into()
    }
}

/// Metres of a squared distance.
pub fn metres_of_sq(distance_sq: f32) -> String {
    metres(if distance_sq < NOTHING_MISSING {
        distance_sq.sqrt()
    } else {
        NOTHING_MISSING
    })
}

/// A line of the decision log: step or steps, how often, reason.
pub fn log_line(entry: &LogEntry) -> String {
    let first = entry.first.step;
    let decision = &entry.first.decision;
    if entry.first.is_preload() && entry.last_step == 0 {
        format!("preload  {decision}")
    } else if entry.count > 1 {
        format!("{first}-{} ({}x)  {decision}", entry.last_step, entry.count)
    } else {
        format!("{first}  {decision}")
    }
}

/// Whether a decision moved anything, or wanted to.
pub fn is_action(decision: &Decision) -> bool {
    !matches!(decision, Decision::Busy | Decision::Idle)
}

/// Whether every word of the filter occurs in the text, in any letter case. A word with a leading minus must not occur.
pub fn matches(filter: &str, text: &str) -> bool {
    let text = text.to_lowercase();
    filter
        .to_lowercase()
        .split_whitespace()
        .all(|word| match word.strip_prefix('-') {
            Some("") => true,
            Some(word) => !text.contains(word),
            None => text.contains(word),
        })
}

/// A text in characters that the overlay's fonts have: compilers frame their messages with lines that they lack. A tab takes
/// four columns.
pub fn plain(text: &str) -> Cow<'_, str> {
    let is_plain = |letter| !matches!(letter, '\t' | '\u{2500}'..='\u{257F}');
    if text.chars().all(is_plain) {
        return text.into();
    }
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\t' => plain.push_str("    "),
            '─' | '━' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍' | '╴' | '╶' | '╸' | '╺' | '╼' | '╾' =>
            {
                plain.push('-');
            }
            '│' | '┃' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' | '║' | '╵' | '╷' | '╹' | '╻' | '╽'
            | '╿' => {
                plain.push('|');
            }
            '═' => plain.push('='),
            '╱' => plain.push('/'),
            '╲' => plain.push('\\'),
            '╳' => plain.push('x'),
            // Corners and crossings.
            '\u{2500}'..='\u{257F}' => plain.push('+'),
            _ => plain.push(letter),
        }
    }
    plain.into()
}

/// Cuts a text into rows, at least one: at its own line ends, where a row is full at a space, and inside of words that are
/// longer than a row. The first row has room for `first` characters, the others for `others`.
pub fn wrap(text: &str, first: usize, others: usize) -> Vec<&str> {
    let mut rows = Vec::new();
    for mut rest in text.trim_end().split('\n') {
        loop {
            let room = if rows.is_empty() { first } else { others };
            let (row, next) = cut(rest, room.max(1));
            rows.push(row);
            if next.is_empty() {
                break;
            }
            rest = next;
        }
    }
    rows
}

/// What of a line goes into a row, and what is left of it.
fn cut(line: &str, room: usize) -> (&str, &str) {
    let Some((end, _)) = line.char_indices().nth(room) else {
        return (line, "");
    };
    let (full, rest) = line.split_at(end);
    if rest.starts_with(' ') {
        return (full, rest.trim_start());
    }
    match full.rfind(' ').map(|space| line.split_at(space)) {
        // Spaces that a line begins with are no place to cut it.
        Some((row, rest)) if !row.trim().is_empty() => (row, rest.trim_start()),
        _ => (full, rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_world_streaming::core::decision_log::StreamingDecision;

    #[test]
    fn bytes_are_grouped_by_three_digits() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(17_216_512), "17,216,512");
    }

    #[test]
    fn the_originals_pool_is_17_22_megabytes() {
        assert_eq!(megabytes(17_216_512), "17.22 MB");
    }

    #[test]
    fn slow_frames_need_no_decimals() {
        assert_eq!(milliseconds(16.66), "16.7 ms");
        assert_eq!(milliseconds(99.999), "100 ms");
        assert_eq!(milliseconds(1_234.5), "1234 ms");
    }

    #[test]
    fn a_distance_that_means_nothing_is_a_dash() {
        assert_eq!(metres(f32::MAX), "-");
        assert_eq!(metres_of_sq(f32::MAX), "-");
        assert_eq!(metres_of_sq(152.2756), "12.3 m"); // 12.34 squared
    }

    #[test]
    fn a_row_of_equal_decisions_shows_its_steps_and_count() {
        let first = StreamingDecision {
            step: 12,
            decision: Decision::Idle,
        };
        let one = LogEntry {
            first,
            last_step: 12,
            count: 1,
        };
        let row = LogEntry {
            first,
            last_step: 30,
            count: 19,
        };
        let reason = Decision::Idle.to_string();
        assert_eq!(log_line(&one), format!("12  {reason}"));
        assert_eq!(log_line(&row), format!("12-30 (19x)  {reason}"));
        let preload = LogEntry {
            first: StreamingDecision { step: 0, ..first },
            last_step: 0,
            count: 1,
        };
        assert_eq!(log_line(&preload), format!("preload  {reason}"));
    }

    #[test]
    fn a_compilers_frame_is_drawn_in_ascii() {
        let message = "error: no\n  ┌─ a.wgsl:3:1\n3 │ ╭ let ö = ·;\n  │ ╰─^ here\n  ╞═ ╳";
        let expected = "error: no\n  +- a.wgsl:3:1\n3 | + let ö = ·;\n  | +-^ here\n  += x";
        assert_eq!(plain(message), expected);
        assert_eq!(plain("\tlet"), "    let");
        assert!(matches!(plain("as it is: ö"), Cow::Borrowed(_)));
        let every: String = ('\u{2500}'..='\u{257F}').collect();
        assert!(plain(&every).is_ascii());
        assert_eq!(plain(&every).len(), 128, "columns stay where they are");
    }

    #[test]
    fn a_long_text_is_cut_at_spaces_and_nothing_of_it_is_lost() {
        assert_eq!(wrap("", 9, 9), [""]);
        assert_eq!(wrap("free part", 9, 9), ["free part"]);
        assert_eq!(wrap("free part 4", 9, 9), ["free part", "4"]);
        assert_eq!(wrap("free part 4", 8, 9), ["free", "part 4"]);
        assert_eq!(wrap("abcdefgh ij", 3, 4), ["abc", "defg", "h ij"]);
        assert_eq!(wrap("äöüß éè", 4, 4), ["äöüß", "éè"]);
        assert_eq!(wrap("a b", 0, 0), ["a", "b"]);
    }

    #[test]
    fn the_lines_of_a_text_stay_lines_with_the_spaces_before_them() {
        assert_eq!(
            wrap("error\n\n  |\n      ^ here\n\n", 80, 12),
            ["error", "", "  |", "      ^ here"]
        );
        assert_eq!(wrap("x\n      abcdefgh", 8, 8), ["x", "      ab", "cdefgh"]);
    }

    #[test]
    fn a_filter_wants_every_word_and_none_with_a_minus() {
        let text = "free scenery part 3: unseen and farthest";
        assert!(matches("", text));
        assert!(matches("PART free", text));
        assert!(!matches("free detail", text));
        assert!(matches("free -detail", text));
        assert!(!matches("free -scenery", text));
        assert!(
            matches("free -", text),
            "a minus alone is still being typed"
        );
    }
}
