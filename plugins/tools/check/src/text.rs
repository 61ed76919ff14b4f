//! The report as text: a table a group, findings by rule, failed files.

use wonderwheel_inspect::tame;
use wonderwheel_ps2::plural;

use super::report::{ChunkRow, Completeness, Group, RangeRow, Report, Row, Rule};
use super::tally::Range;

/// How the text looks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    /// Colours, for terminals.
    pub colours: bool,
    /// Also rows of which nothing is here, or which are not counted.
    pub all: bool,
}

/// How many failed pieces of one file are written out.
const PIECES: usize = 3;

/// The lines of a report: first the counts, last what is wrong, where a person at a terminal sees it, and the sum.
pub fn lines(report: &Report, style: Style) -> Vec<String> {
    let mut lines = Vec::from_iter(report.disc.clone());
    lines.push(completeness(report));
    lines.extend(counts(report, style));
    lines.extend(rules("notes", &report.notes, style));
    lines.extend(others(report));
    lines.extend(wrong(report, style));
    lines.push(String::new());
    lines.push(summary(report, style));
    lines
}

/// The lines about what is wrong alone: findings, damage and failures. None when all is well.
pub fn wrong(report: &Report, style: Style) -> Vec<String> {
    let mut lines = rules("findings", &report.findings, style);
    if !report.damage.is_empty() {
        let words = "wrong with the image or its archive";
        lines.extend([String::new(), painted(words, YELLOW, style)]);
        lines.extend(report.damage.iter().map(|damage| format!("  {damage}")));
    }
    lines.extend(failures(report, style));
    lines
}

/// The table of counts, and that of chunks.
fn counts(report: &Report, style: Style) -> Vec<String> {
    let completeness = report.completeness;
    let mut lines = vec![String::new()];
    lines.extend(table(&report.groups, completeness, style));
    let chunks = report.chunks.iter();
    let chunks: Vec<_> = chunks.filter(|row| row.here.0 > 0 || style.all).collect();
    if !chunks.is_empty() {
        lines.push(String::new());
        lines.extend(chunk_table(&chunks, completeness, style));
    }
    let rows = report.groups.iter().flat_map(|group| &group.rows);
    let hidden = rows.filter(|row| !row.is_telling(completeness)).count();
    if hidden > 0 && !style.all {
        let hidden = counted(hidden as u64, "count");
        let words = format!("not shown: {hidden} of which nothing is here; --all shows them");
        lines.extend([String::new(), words]);
    }
    lines
}

fn completeness(report: &Report) -> String {
    let share = &report.share;
    let (here, all) = (number(share.here), number(share.all));
    let share = format!("{here} of the {all} {}", share.of);
    let what = match report.completeness {
        Completeness::Whole => "as many as the disc has; counts that differ are marked",
        Completeness::Nearly => "some are missing; counts that differ are marked",
        Completeness::Part => "a part of it; counts stand beside the disc's and are not judged",
    };
    format!("{share}: {what}")
}

/// A cell and the side that it is set to.
enum Cell {
    Left(String),
    Right(String),
    /// Takes the rest of its line, and no column is made wider for it.
    Whole(String),
}

fn left(text: impl Into<String>) -> Cell {
    Cell::Left(text.into())
}

fn right(text: impl Into<String>) -> Cell {
    Cell::Right(text.into())
}

/// What stands for a number that there is not.
fn or_dash(text: Option<String>) -> Cell {
    Cell::Right(text.unwrap_or_else(|| "-".to_owned()))
}

/// Sets rows of cells in columns, two blanks apart.
fn columns(rows: &[Vec<Cell>]) -> Vec<String> {
    let length = |cell: &Cell| match cell {
        Cell::Left(text) | Cell::Right(text) => text.chars().count(),
        Cell::Whole(_) => 0,
    };
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(length).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let line = |row: &Vec<Cell>| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| match cell {
            Cell::Left(text) => format!("{text:<width$}"),
            Cell::Right(text) => format!("{text:>width$}"),
            Cell::Whole(text) => text.clone(),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// One table for all groups, so that numbers stand beneath each other: a line for each group's name, then its rows.
fn table(groups: &[Group], completeness: Completeness, style: Style) -> Vec<String> {
    let head = [left(""), left("from"), right("here"), right("retail disc")];
    let mut rows = vec![Vec::from(head)];
    let mut headings = vec![0];
    for group in groups {
        let own: Vec<_> = own_rows(group, completeness, style).collect();
        if !own.is_empty() {
            headings.push(rows.len());
            rows.push(vec![Cell::Whole(group.title.to_owned())]);
            rows.extend(own);
        }
    }
    dressed(columns(&rows), &headings, style)
}

fn own_rows(
    group: &Group,
    completeness: Completeness,
    style: Style,
) -> impl Iterator<Item = Vec<Cell>> {
    let counts = group.rows.iter();
    let counts = counts.filter(move |row| style.all || row.is_telling(completeness));
    let counts = counts.map(move |row| {
        vec![
            left(format!("  {}", row.what)),
            left(row.basis),
            or_dash(row.here.map(number)),
            right(number(row.retail)),
            left(mark(row, completeness)),
        ]
    });
    let ranges = group.ranges.iter();
    let ranges = ranges.filter(move |range| range.here.is_some() || style.all);
    let ranges = ranges.map(move |range| {
        let here = range.here.map_or_else(|| "-".to_owned(), whole_span);
        let (least, most) = range.retail;
        let mark = range_mark(range, completeness);
        let disc = span(least, most);
        let words = format!("  {}: {here} (disc: {disc})  {mark}", range.what);
        vec![Cell::Whole(words.trim_end().to_owned())]
    });
    counts.chain(ranges)
}

fn chunk_table(chunks: &[&ChunkRow], completeness: Completeness, style: Style) -> Vec<String> {
    let head = [
        "here",
        "retail disc",
        "bytes here",
        "retail disc",
        "sizes here",
        "retail disc",
    ];
    let mut rows = vec![vec![left("chunks by type")]];
    rows[0].extend(head.map(right));
    rows.extend(chunks.iter().map(|row| {
        let (count, bytes) = row.here;
        let is_same = count == row.retail && bytes == row.retail_bytes;
        vec![
            left(format!("  0x{:02X} {}", row.ty, row.name)),
            right(number(count)),
            right(number(row.retail)),
            right(number(bytes)),
            right(number(row.retail_bytes)),
            or_dash(row.sizes.map(whole_span)),
            or_dash(row.retail_sizes.map(whole_span)),
            left(judged(is_same, completeness)),
        ]
    }));
    dressed(columns(&rows), &[0], style)
}

/// Headings bold, lines that differ in yellow.
fn dressed(lines: Vec<String>, headings: &[usize], style: Style) -> Vec<String> {
    let dress = |(at, line): (usize, String)| {
        if headings.contains(&at) {
            painted(&line, BOLD, style)
        } else if line.ends_with(DIFFERS) {
            painted(&line, YELLOW, style)
        } else {
            line
        }
    };
    lines.into_iter().enumerate().map(dress).collect()
}

const BOLD: &str = "1";
const RED: &str = "31";
const YELLOW: &str = "33";
const GREEN: &str = "32";

fn painted(text: &str, colour: &str, style: Style) -> String {
    if style.colours {
        format!("\x1b[{colour}m{text}\x1b[0m")
    } else {
        text.to_owned()
    }
}

const DIFFERS: &str = "differs";

fn judged(is_same: bool, completeness: Completeness) -> &'static str {
    match (is_same, completeness.is_judged()) {
        (true, _) => "same",
        (false, true) => DIFFERS,
        (false, false) => "",
    }
}

/// How a count stands to the disc's: where that is judged a word, else its share.
fn mark(row: &Row, completeness: Completeness) -> String {
    match (row.here, row.retail) {
        (None, _) => String::new(),
        (Some(here), retail) if here == retail || completeness.is_judged() => {
            judged(here == retail, completeness).to_owned()
        }
        (Some(0), _) => String::new(),
        (Some(here), retail) if here > retail => "more".to_owned(),
        (Some(here), retail) => match here as f64 * 100.0 / retail as f64 {
            ..1.0 => "< 1 %".to_owned(),
            share => format!("{} %", share as u64),
        },
    }
}

fn range_mark(row: &RangeRow, completeness: Completeness) -> &'static str {
    let Some(here) = row.here else { return "" };
    let (least, most) = row.retail;
    let is_same = here.most == most && least.is_none_or(|least| here.least == least);
    match completeness.is_judged() {
        _ if !row.is_within() => "outside",
        true => judged(is_same, completeness),
        false => "within",
    }
}

fn rules(title: &str, rules: &[Rule], style: Style) -> Vec<String> {
    if rules.is_empty() {
        return Vec::new();
    }
    let sum: u64 = rules.iter().map(|rule| rule.count).sum();
    let heading = format!("{title}: {} (by rule)", number(sum));
    let mut lines = vec![String::new(), painted(&heading, BOLD, style)];
    for rule in rules {
        lines.push(format!("  {} ({})", rule.rule, number(rule.count)));
        let first = rule.first.iter();
        lines.extend(first.map(|(file, words)| format!("    {}: {}", tame(file), tame(words))));
        let named = rule.first.len() as u64;
        if rule.count > named {
            lines.push(format!("    and {} more", number(rule.count - named)));
        }
    }
    lines
}

fn failures(report: &Report, style: Style) -> Vec<String> {
    if !report.has_failures() {
        return Vec::new();
    }
    let heading = format!("cannot be read: {}", unread(report));
    let mut lines = vec![String::new(), painted(&heading, RED, style)];
    for pieces in report.failures.chunk_by(|a, b| a.file == b.file) {
        for piece in pieces.iter().take(PIECES) {
            let path = Some(tame(&piece.path)).filter(|path| !path.is_empty());
            let path = path.map(|path| format!(" {path}"));
            let offset = piece.offset.map(|at| format!(" at {at:#x}"));
            let place = String::from_iter(path.into_iter().chain(offset));
            let colon = if place.is_empty() { "" } else { ":" };
            let (file, error) = (tame(&piece.file), tame(&piece.error));
            lines.push(format!("  {file}:{place}{colon} {error}"));
        }
        let file = &pieces[0].file;
        let counted = report.more_failures.iter().find(|(more, _)| more == file);
        let all = pieces.len() as u64 + counted.map_or(0, |(_, count)| *count);
        let more = all.saturating_sub(PIECES as u64);
        if more > 0 {
            lines.push(format!("  {}: and {} more", tame(file), number(more)));
        }
    }
    let blocked = report.blocked.iter();
    lines.extend(blocked.map(|(path, why)| format!("  {}: {}", tame(path), tame(why))));
    lines
}

/// What was not checked.
fn others(report: &Report) -> Vec<String> {
    const SHOWN: usize = 8;
    let mut lines = Vec::new();
    let mut add = |line: String| lines.extend([String::new(), line]);
    if !report.unknown.is_empty() {
        let first = report.unknown.iter().take(SHOWN).map(|name| tame(name));
        let first = first.collect::<Vec<_>>().join(", ");
        let more = match report.unknown.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let count = counted(report.unknown.len() as u64, "file");
        add(format!("of no known kind: {count}: {first}{more}"));
    }
    let files = |count: usize| counted(count as u64, "file");
    if report.unchecked > 0 {
        let count = files(report.unchecked);
        add(format!("not checked: {count} that hold no level"));
    }
    if report.skipped_folders > 0 {
        let count = report.skipped_folders;
        add(format!("folders that were not looked into: {count}"));
    }
    if report.side_files > 0 {
        let count = files(report.side_files);
        add(format!(
            "not looked at: {count} that a system or an editor left"
        ));
    }
    lines
}

/// What cannot be read, in words: files and the places in them are different numbers.
fn unread(report: &Report) -> String {
    let mut words = Vec::new();
    if report.broken_files() > 0 {
        let places = counted(report.broken_pieces(), "place");
        words.push(format!(
            "{}, in {places}",
            counted(report.broken_files(), "file")
        ));
    }
    match report.blocked.len() as u64 {
        0 => {}
        1 => words.push("1 thing that is no file of the game".to_owned()),
        more => words.push(format!(
            "{} things that are no files of the game",
            number(more)
        )),
    }
    words.join("; ")
}

fn summary(report: &Report, style: Style) -> String {
    let notes: u64 = report.notes.iter().map(|rule| rule.count).sum();
    let read = if report.has_failures() {
        format!("cannot be read: {}", unread(report))
    } else {
        "all read".to_owned()
    };
    let words = format!(
        "{}, {}: {read}; {}, {}",
        counted(report.files, "file"),
        counted(report.bytes, "byte"),
        counted(report.finding_count(), "finding"),
        counted(notes, "note")
    );
    let colour = match (report.has_failures(), report.finding_count()) {
        (true, _) => RED,
        (false, 0) => GREEN,
        (false, _) => YELLOW,
    };
    painted(&words, colour, style)
}

fn whole_span(range: Range) -> String {
    span(Some(range.least), range.most)
}

fn span(least: Option<u64>, most: u64) -> String {
    match least {
        Some(least) if least == most => number(most),
        Some(least) => format!("{} to {}", number(least), number(most)),
        None => format!("up to {}", number(most)),
    }
}

/// A number of things.
fn counted(value: u64, thing: &str) -> String {
    format!("{} {}", number(value), plural::of(value, thing))
}

/// With a comma every three digits.
fn number(value: u64) -> String {
    let mut text = value.to_string();
    for at in (1..text.len()).rev() {
        if (text.len() - at) % 4 == 3 {
            text.insert(at, ',');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(here: Option<u64>, retail: u64) -> Row {
        Row {
            id: "a",
            what: "things",
            basis: "header",
            here,
            retail,
            why_not: None,
        }
    }

    #[test]
    fn numbers_have_a_comma_every_three_digits() {
        let values = [0, 999, 1_000, 1_484_729_244];
        assert_eq!(values.map(number), ["0", "999", "1,000", "1,484,729,244"]);
    }

    #[test]
    fn a_count_of_a_part_of_the_disc_is_a_share_and_no_difference() {
        use Completeness::{Nearly, Part, Whole};
        for (here, retail, completeness, expected) in [
            (Some(5), 5, Part, "same"),
            (Some(1), 8, Part, "12 %"),
            (Some(1), 101, Part, "< 1 %"),
            (Some(9), 8, Part, "more"),
            (Some(0), 8, Part, ""),
            (None, 8, Part, ""),
            (Some(1), 8, Nearly, "differs"),
            (Some(0), 8, Whole, "differs"),
            (Some(8), 8, Whole, "same"),
        ] {
            assert_eq!(mark(&row(here, retail), completeness), expected, "{here:?}");
        }
    }

    fn groups() -> [Group; 2] {
        let group = |id, title, rows, ranges| Group {
            id,
            title,
            rows,
            ranges,
        };
        let range = RangeRow {
            id: "r",
            what: "sizes",
            here: Some(Range { least: 3, most: 9 }),
            retail: (None, 8),
        };
        [
            group(
                "wld",
                "world streams",
                vec![row(Some(1_234), 12_340), row(None, 7), row(Some(0), 7)],
                vec![range],
            ),
            group("sec", "world parts", vec![row(Some(0), 5)], Vec::new()),
        ]
    }

    #[test]
    fn a_table_is_set_in_columns_and_has_no_rows_of_nothing() {
        assert_eq!(
            table(&groups(), Completeness::Part, Style::default()),
            [
                "          from     here  retail disc",
                "world streams",
                "  things  header  1,234       12,340  10 %",
                "  sizes: 3 to 9 (disc: up to 8)  outside",
            ]
        );
    }

    #[test]
    fn rows_of_nothing_are_shown_when_asked_and_where_the_disc_has_something() {
        let all = Style {
            all: true,
            ..Style::default()
        };
        let shown = table(&groups(), Completeness::Part, all);
        assert_eq!(
            shown[3..],
            [
                "  things  header      -            7",
                "  things  header      0            7",
                "  sizes: 3 to 9 (disc: up to 8)  outside",
                "world parts",
                "  things  header      0            5",
            ]
        );
        let whole = table(&groups(), Completeness::Whole, Style::default());
        assert!(whole.contains(&"  things  header      0            5  differs".to_owned()));
        assert!(!whole.iter().any(|line| line.contains(" - ")), "{whole:?}");
    }

    #[test]
    fn headings_are_bold_and_what_differs_is_yellow() {
        let style = Style {
            colours: true,
            ..Style::default()
        };
        let lines = table(&groups(), Completeness::Whole, style);
        assert!(lines[1].starts_with("\x1b[1mworld"), "{}", lines[1]);
        assert!(lines[2].starts_with("\x1b[33m"), "{}", lines[2]);
        let plain = table(&groups(), Completeness::Part, style);
        assert!(!plain[2].contains('\x1b'), "{}", plain[2]);
    }

    fn report() -> Report {
        let failed = |file: &str| crate::report::FailedPiece {
            file: file.into(),
            path: "pack".into(),
            offset: Some(16),
            error: "is wrong".into(),
        };
        let failures = [["a.pak"; 5].as_slice(), &["b.pak"]].concat();
        Report {
            files: 9,
            bytes: 1_000,
            failures: failures.into_iter().map(failed).collect(),
            more_failures: vec![("a.pak".into(), 1_000)],
            ..Report::default()
        }
    }

    #[test]
    fn files_and_places_that_cannot_be_read_are_counted_apart() {
        let style = Style::default();
        let mut report = report();
        assert_eq!(
            summary(&report, style),
            "9 files, 1,000 bytes: cannot be read: 2 files, in 1,006 places; 0 findings, 0 notes"
        );
        assert_eq!(
            wrong(&report, style),
            [
                "",
                "cannot be read: 2 files, in 1,006 places",
                "  a.pak: pack at 0x10: is wrong",
                "  a.pak: pack at 0x10: is wrong",
                "  a.pak: pack at 0x10: is wrong",
                "  a.pak: and 1,002 more",
                "  b.pak: pack at 0x10: is wrong",
            ]
        );
        report.blocked.push(("c".into(), "no regular file".into()));
        report.failures.clear();
        report.more_failures.clear();
        let sum = summary(&report, style);
        let words = "cannot be read: 1 thing that is no file of the game;";
        assert!(sum.contains(words), "{sum}");
        report.blocked.clear();
        assert!(summary(&report, style).contains(": all read;"));
        assert!(wrong(&report, style).is_empty());
    }

    #[test]
    fn rules_name_their_first_places_and_count_the_rest() {
        let rule = Rule {
            rule: "chunk-count",
            count: 1_002,
            first: vec![("a.lev".into(), "chunk[3]: expected 1, found 2".into())],
        };
        assert_eq!(
            rules("findings", &[rule], Style::default()),
            [
                "",
                "findings: 1,002 (by rule)",
                "  chunk-count (1,002)",
                "    a.lev: chunk[3]: expected 1, found 2",
                "    and 1,001 more",
            ]
        );
        assert!(rules("findings", &[], Style::default()).is_empty());
    }
}
