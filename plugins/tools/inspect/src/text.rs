//! The tree as text: offset, size and name of each node, its fields behind or beneath it.

use std::{
    borrow::Cow,
    fmt::Write as _,
    io::{self, Write},
};

use wonderwheel_ps2::outline::{Field, Node, ValueKind};

use crate::inspection::Inspection;
use crate::tame::tame;

/// What to print of a tree.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Levels of the tree; what lies deeper is only counted.
    pub depth: usize,
    /// Whether the first bytes of each node without children are shown.
    pub bytes: bool,
    /// Columns of a line.
    pub width: usize,
}

/// Bytes shown of a node.
pub const SHOWN_BYTES: usize = 64;
/// Bytes in a line of those.
const BYTES_IN_LINE: usize = 16;
/// Columns of offset and size in front of a name.
const MARGIN: usize = 22;
/// Columns that a level of the tree is moved to the right.
const STEP: usize = 2;
/// Findings of a rule that are written out.
const SHOWN_FINDINGS: usize = 5;
/// Columns that are left for words, however deep a node lies.
const LEAST_COLUMNS: usize = 30;

/// Writes the whole text as the tree is walked.
pub fn write(out: &mut dyn Write, inspection: &Inspection<'_>, layout: Layout) -> io::Result<()> {
    let bytes = inspection.bytes;
    let mut lines = Lines {
        out,
        width: layout.width,
    };
    let (path, size) = (inspection.path, bytes.len());
    let (what, kind) = (inspection.kind.description(), inspection.kind.name());
    let known = inspection.recognised.words();
    let head = format!("{path}: {what} ({kind}, {known}), {size} bytes");
    lines.wrapped(STEP, &head)?;
    for node in &inspection.outline.nodes {
        write_node(&mut lines, node, bytes, 0, layout)?;
    }
    if let Some(error) = inspection.outline.error.as_ref().or(inspection.fault()) {
        lines.wrapped(STEP, &format!("error: {error}"))?;
    }
    if let Some(nodes) = inspection.cut_at {
        let end = format!("the tree ends after {nodes} nodes; --nodes takes a larger number");
        lines.wrapped(STEP, &end)?;
    }
    write_findings(&mut lines, inspection)
}

/// A sink of lines.
struct Lines<'a> {
    out: &'a mut dyn Write,
    width: usize,
}

impl Lines<'_> {
    /// One line as it is. A file's own text must not command the terminal, nor begin lines of its own.
    fn plain(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{}", tame(line))
    }

    /// A line that goes on beneath itself where it is too long, `hang` columns to the right. It breaks between words.
    fn wrapped(&mut self, hang: usize, line: &str) -> io::Result<()> {
        if line.chars().count() <= self.width {
            return self.plain(line);
        }
        let hang = hang.min(self.width.saturating_sub(LEAST_COLUMNS));
        let start = line.len() - line.trim_start().len();
        let mut row = line[..start].to_owned();
        let mut is_empty = true;
        for word in line[start..].split(' ') {
            let end = row.chars().count() + usize::from(!is_empty) + word.chars().count();
            if !is_empty && end > self.width {
                self.plain(row.trim_end())?;
                row = " ".repeat(hang);
                is_empty = true;
            }
            if !is_empty {
                row.push(' ');
            }
            row.push_str(word);
            is_empty = false;
        }
        self.plain(row.trim_end())
    }
}

fn write_node(
    lines: &mut Lines<'_>,
    node: &Node,
    bytes: &[u8],
    level: usize,
    layout: Layout,
) -> io::Result<()> {
    let indent = level * STEP;
    let mut head = format!(
        "{:#010x} {:>10} {:indent$}{}",
        node.offset, node.size, "", node.name
    );
    // A name that already says its number is not followed by it once more.
    if let Some(id) = node.id
        && !node.name.contains("0x")
    {
        let _ = write!(head, " {id:#x}");
    }
    let hidden = level + 1 >= layout.depth && !node.children.is_empty();
    if hidden {
        let _ = write!(head, " ({} inside)", node.children.len());
    }
    let fields = node.decoded.iter();
    let fields = fields.map(|field| format!("{} {}", field.name, value(&field)));
    write_fields(lines, head, fields, MARGIN + indent + STEP)?;
    if let Some(error) = &node.error {
        let line = format!("{:MARGIN$}{:indent$}! {error}", "", "");
        lines.wrapped(MARGIN + indent + STEP, &line)?;
    }
    if layout.bytes && node.children.is_empty() {
        write_bytes(lines, node, bytes, indent)?;
    }
    if !hidden {
        for child in &node.children {
            write_node(lines, child, bytes, level + 1, layout)?;
        }
    }
    Ok(())
}

/// A value so that its end is seen: rows in parentheses, no words in quotes.
fn value<'a>(field: &Field<'a>) -> Cow<'a, str> {
    match field.kind {
        ValueKind::List if field.value.contains(", ") => format!("({})", field.value).into(),
        ValueKind::Text | ValueKind::List if field.value.is_empty() => "\"\"".into(),
        _ => field.value.into(),
    }
}

/// The fields behind the head where they fit, else beneath it, as many to a line as fit.
fn write_fields(
    lines: &mut Lines<'_>,
    head: String,
    fields: impl Iterator<Item = String>,
    indent: usize,
) -> io::Result<()> {
    let indent = indent.min(lines.width.saturating_sub(LEAST_COLUMNS));
    let mut line = head;
    let mut separator = ": ";
    for field in fields {
        let end = line.chars().count() + separator.len() + field.chars().count();
        if end > lines.width && !line.trim().is_empty() {
            lines.wrapped(indent, &line)?;
            line = " ".repeat(indent);
            separator = "";
        }
        line.push_str(separator);
        line.push_str(&field);
        separator = ", ";
    }
    lines.wrapped(indent, &line)
}

/// The first bytes of a node.
pub fn first_bytes<'a>(node: &Node, bytes: &'a [u8]) -> (&'a [u8], usize) {
    let start = usize::try_from(node.offset).unwrap_or(usize::MAX);
    let size = usize::try_from(node.size).unwrap_or(usize::MAX);
    let rest = bytes.get(start..).unwrap_or_default();
    let own = rest.get(..size).unwrap_or(rest);
    own.split_at_checked(SHOWN_BYTES)
        .map_or((own, 0), |(shown, more)| (shown, more.len()))
}

fn write_bytes(lines: &mut Lines<'_>, node: &Node, bytes: &[u8], indent: usize) -> io::Result<()> {
    let (shown, more) = first_bytes(node, bytes);
    for (at, row) in shown.chunks(BYTES_IN_LINE).enumerate() {
        let hex: String = row.iter().map(|byte| format!("{byte:02x} ")).collect();
        let letter = |&byte: &u8| match byte {
            b' '..=b'~' => char::from(byte),
            _ => '.',
        };
        let letters: String = row.iter().map(letter).collect();
        let offset = node.offset + (at * BYTES_IN_LINE) as u64;
        let place = format!("{offset:#010x} {:>10} {:indent$}", "", "");
        lines.plain(&format!("{place}  {hex:<48}{letters}"))?;
    }
    if more > 0 {
        let place = format!("{:MARGIN$}{:indent$}", "", "");
        lines.plain(&format!("{place}  and {more} more bytes"))?;
    }
    Ok(())
}

/// What breaks a rule, summed by rule: the first places of each, and how many more there are.
fn write_findings(lines: &mut Lines<'_>, inspection: &Inspection<'_>) -> io::Result<()> {
    match inspection.finding_count() {
        0 => return Ok(()),
        1 => lines.plain("1 finding:")?,
        count => lines.plain(&format!("{count} findings, by rule:"))?,
    }
    for &(rule, count) in inspection.findings.counts() {
        lines.plain(&format!("  {rule} ({count})"))?;
        let kept = inspection.findings.as_slice().iter();
        let kept = kept.filter(|finding| finding.rule == rule);
        for finding in kept.take(SHOWN_FINDINGS) {
            let words = finding.to_string();
            // Its rule stands above it.
            let end = format!(" [{rule}]");
            let words = words.strip_suffix(&end).unwrap_or(&words);
            lines.wrapped(3 * STEP, &format!("    {words}"))?;
        }
        let more = count.saturating_sub(SHOWN_FINDINGS as u64);
        if more > 0 {
            lines.plain(&format!("    and {more} more"))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::{Kind, Recognition};
    use wonderwheel_ps2::{
        error::FormatError,
        finding::Findings,
        outline::{Outline, ValueList},
    };
    use wonderwheel_warriors::classify::FileKind;

    const LAYOUT: Layout = Layout {
        depth: 9,
        bytes: false,
        width: 60,
    };

    fn inspection(bytes: &[u8]) -> Inspection<'_> {
        let mut inner = Node::new(4, 20, "plugin 0x182").with_id(0x182);
        inner.fault(FormatError::malformed(8, "4 bytes", 3));
        let mut outer = Node::new(0, 24, "clump").with_id(0x10);
        outer.field("atomics", 1);
        outer.field("a field that is quite long", "and a value");
        outer.children.push(inner);
        let mut findings = Findings::few(6);
        findings.report("one-rule", "expected 2, found 3");
        for i in 0..9 {
            findings.report_at("other-rule", i, "is wrong");
        }
        Inspection {
            path: "a.dff",
            bytes,
            kind: Kind::Game(FileKind::Clump),
            recognised: Recognition::ByName,
            outline: Outline {
                nodes: vec![outer],
                error: Some(FormatError::malformed(24, "a section", "the end")),
            },
            findings,
            cut_at: None,
        }
    }

    #[track_caller]
    fn shows(text: &str, part: &str) {
        assert!(text.contains(part), "{text}");
    }

    fn text(inspection: &Inspection<'_>, layout: Layout) -> String {
        let mut text = Vec::new();
        write(&mut text, inspection, layout).expect("memory takes all");
        String::from_utf8(text).expect("it is text")
    }

    #[test]
    fn nodes_stand_one_a_line_with_offset_size_fields_and_faults() {
        let bytes = [0; 24];
        assert_eq!(
            text(&inspection(&bytes), LAYOUT),
            "a.dff: RenderWare clump (rw-dff, by its name, and the\n\
             \u{20} content agrees), 24 bytes\n\
             0x00000000         24 clump 0x10: atomics 1\n\
             \u{20}                       a field that is quite long and a\n\
             \u{20}                       value\n\
             0x00000004         20   plugin 0x182\n\
             \u{20}                       ! input at 0x8: expected 4 bytes,\n\
             \u{20}                         found 3\n\
             error: input at 0x18: expected a section, found the end\n\
             10 findings, by rule:\n\
             \u{20} one-rule (1)\n\
             \u{20}   file: expected 2, found 3\n\
             \u{20} other-rule (9)\n\
             \u{20}   file at 0x0: is wrong\n\
             \u{20}   file at 0x1: is wrong\n\
             \u{20}   file at 0x2: is wrong\n\
             \u{20}   file at 0x3: is wrong\n\
             \u{20}   file at 0x4: is wrong\n\
             \u{20}   and 4 more\n"
        );
    }

    #[test]
    fn no_line_is_longer_than_the_terminal_is_wide_where_it_can_be_broken() {
        let mut deep = Node::new(0, 8, "innermost");
        deep.field("words", "one two three four five six seven eight nine ten");
        for _ in 0..40 {
            let mut around = Node::new(0, 8, "around");
            around.children.push(deep);
            deep = around;
        }
        let mut inspection = inspection(&[0; 24]);
        inspection.outline.nodes = vec![deep];
        let depth = 99;
        let text = text(&inspection, Layout { depth, ..LAYOUT });
        for line in text.lines().filter(|line| !line.contains("around")) {
            let is_head = line.contains("innermost");
            assert!(is_head || line.chars().count() <= 60, "{line}");
        }
    }

    #[test]
    fn rows_and_empty_words_have_an_end() {
        let mut inspection = inspection(&[0; 24]);
        let node = &mut inspection.outline.nodes[0];
        node.field("at", ValueList::new([1, 2], ", "));
        node.field("mask", "");
        let text = text(&inspection, LAYOUT);
        shows(&text, "at (1, 2), mask \"\"\n");
    }

    #[test]
    fn control_characters_of_a_file_are_shown_and_not_obeyed() {
        let bytes = [0; 24];
        let mut inspection = inspection(&bytes);
        inspection.path = "a\u{1b}[31m\nb";
        inspection.outline.nodes[0].field("caption", "x\u{7}");
        let text = text(&inspection, LAYOUT);
        let is_tame = text.starts_with("a\\u{1b}[31m\\nb: RenderWare clump");
        assert!(is_tame, "{text}");
        shows(&text, "caption x\\u{7}\n");
    }

    #[test]
    fn what_lies_deeper_than_asked_is_counted() {
        let layout = Layout { depth: 1, ..LAYOUT };
        let text = text(&inspection(&[0; 24]), layout);
        shows(&text, "clump 0x10 (1 inside): atomics 1\n");
        assert!(!text.contains("plugin"), "{text}");
    }

    #[test]
    fn bytes_are_those_of_the_file_at_the_nodes_place() {
        let bytes: Vec<u8> = (0x41..0x59).collect();
        let layout = Layout {
            bytes: true,
            ..LAYOUT
        };
        let text = text(&inspection(&bytes), layout);
        let row = "45 46 47 48 49 4a 4b 4c 4d 4e 4f 50 51 52 53 54 EFGHIJKLMNOPQRST\n";
        shows(&text, row);
        shows(&text, "0x00000014");
    }

    #[test]
    fn a_tree_that_ends_early_says_how_to_see_more() {
        let mut inspection = inspection(&[0; 24]);
        inspection.cut_at = Some(7);
        let text = text(&inspection, LAYOUT);
        shows(&text, "ends after 7 nodes; --nodes");
    }
}
