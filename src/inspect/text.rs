//! The tree as text: offset, size and name of each node, its fields behind or beneath it.

use std::fmt::Write;

use wonderwheel_ps2::outline::Node;

use super::Inspection;

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
const SHOWN_BYTES: usize = 64;
/// Bytes in a line of those.
const BYTES_IN_LINE: usize = 16;
/// Columns of offset and size in front of a name.
const MARGIN: usize = 22;
/// Columns that a level of the tree is moved to the right.
const STEP: usize = 2;

/// The whole text, ending in a line feed.
pub fn to_text(inspection: &Inspection, layout: Layout) -> String {
    let mut text = String::new();
    let bytes = inspection.bytes;
    push(
        &mut text,
        format_args!(
            "{}: {} ({}, {}), {} bytes",
            inspection.path,
            inspection.kind.description(),
            inspection.kind.name(),
            inspection.recognised.words(),
            bytes.len()
        ),
    );
    for node in &inspection.outline.nodes {
        write_node(&mut text, node, bytes, 0, layout);
    }
    if let Some(error) = &inspection.outline.error {
        push(&mut text, format_args!("error: {error}"));
    }
    match inspection.findings.len() {
        0 => {}
        1 => push(&mut text, format_args!("1 finding:")),
        count => push(&mut text, format_args!("{count} findings:")),
    }
    for finding in &inspection.findings {
        push(&mut text, format_args!("  {finding}"));
    }
    text
}

fn push(text: &mut String, line: std::fmt::Arguments) {
    let start = text.len();
    // Writing into a string cannot fail.
    let _ = text.write_fmt(line);
    // A file's own text must not command the terminal, nor begin lines of its own.
    if text[start..].chars().any(char::is_control) {
        let shown: String = text[start..]
            .chars()
            .flat_map(|letter| match letter.is_control() {
                true => letter.escape_default().collect::<Vec<_>>(),
                false => vec![letter],
            })
            .collect();
        text.replace_range(start.., &shown);
    }
    text.push('\n');
}

fn write_node(text: &mut String, node: &Node, bytes: &[u8], level: usize, layout: Layout) {
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
    let fields: Vec<_> = node
        .decoded
        .iter()
        .map(|(name, value)| format!("{name} {value}"))
        .collect();
    write_fields(text, head, &fields, MARGIN + indent + STEP, layout.width);
    if let Some(error) = &node.error {
        push(text, format_args!("{:MARGIN$}{:indent$}! {error}", "", ""));
    }
    if layout.bytes && node.children.is_empty() {
        write_bytes(text, node, bytes, indent);
    }
    if !hidden {
        for child in &node.children {
            write_node(text, child, bytes, level + 1, layout);
        }
    }
}

/// The fields behind the head where they fit, else beneath it, as many to a line as fit.
fn write_fields(text: &mut String, head: String, fields: &[String], indent: usize, width: usize) {
    let mut line = head;
    let mut separator = ": ";
    for field in fields {
        let end = line.chars().count() + separator.len() + field.chars().count();
        if end > width && line.trim_end().chars().count() > indent {
            push(text, format_args!("{line}"));
            line = " ".repeat(indent);
            separator = "";
        }
        line.push_str(separator);
        line.push_str(field);
        separator = ", ";
    }
    push(text, format_args!("{line}"));
}

fn write_bytes(text: &mut String, node: &Node, bytes: &[u8], indent: usize) {
    let start = usize::try_from(node.offset).unwrap_or(usize::MAX);
    let size = usize::try_from(node.size).unwrap_or(usize::MAX);
    let rest = bytes.get(start..).unwrap_or_default();
    let shown = &rest[..size.min(SHOWN_BYTES).min(rest.len())];
    for (at, row) in shown.chunks(BYTES_IN_LINE).enumerate() {
        let hex: String = row.iter().map(|byte| format!("{byte:02x} ")).collect();
        let letters: String = row
            .iter()
            .map(|&byte| match byte {
                b' '..=b'~' => char::from(byte),
                _ => '.',
            })
            .collect();
        let offset = start + at * BYTES_IN_LINE;
        push(
            text,
            format_args!(
                "{offset:#010x} {:>10} {:indent$}  {hex:<48}{letters}",
                "", ""
            ),
        );
    }
    if size.min(rest.len()) > SHOWN_BYTES {
        let more = size.min(rest.len()) - SHOWN_BYTES;
        push(
            text,
            format_args!("{:MARGIN$}{:indent$}  and {more} more bytes", "", ""),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::Recognised;
    use wonderwheel_ps2::{error::FormatError, finding::Findings, outline::Outline};
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
        let mut findings = Findings::new();
        findings.report("one-rule", "expected 2, found 3");
        Inspection {
            path: "a.dff",
            bytes,
            kind: FileKind::Clump,
            recognised: Recognised::ByName,
            outline: Outline {
                nodes: vec![outer],
                error: Some(FormatError::malformed(24, "a section", "the end")),
            },
            findings: findings.into_vec(),
        }
    }

    #[test]
    fn nodes_stand_one_a_line_with_offset_size_fields_and_faults() {
        let bytes = [0; 24];
        assert_eq!(
            to_text(&inspection(&bytes), LAYOUT),
            "a.dff: RenderWare clump (rw-dff, by its name, and the content agrees), 24 bytes\n\
             0x00000000         24 clump 0x10: atomics 1\n\
             \u{20}                       a field that is quite long and a value\n\
             0x00000004         20   plugin 0x182\n\
             \u{20}                       ! input at 0x8: expected 4 bytes, found 3\n\
             error: input at 0x18: expected a section, found the end\n\
             1 finding:\n\
             \u{20} file: expected 2, found 3 [one-rule]\n"
        );
    }

    #[test]
    fn control_characters_of_a_file_are_shown_and_not_obeyed() {
        let bytes = [0; 24];
        let mut inspection = inspection(&bytes);
        inspection.path = "a\u{1b}[31m\nb";
        inspection.outline.nodes[0].field("caption", "x\u{7}");
        let text = to_text(&inspection, LAYOUT);
        assert!(
            text.starts_with("a\\u{1b}[31m\\nb: RenderWare clump"),
            "{text}"
        );
        assert!(text.contains("caption x\\u{7}\n"), "{text}");
    }

    #[test]
    fn what_lies_deeper_than_asked_is_counted() {
        let layout = Layout { depth: 1, ..LAYOUT };
        let text = to_text(&inspection(&[0; 24]), layout);
        assert!(
            text.contains("clump 0x10 (1 inside): atomics 1\n"),
            "{text}"
        );
        assert!(!text.contains("plugin"), "{text}");
    }

    #[test]
    fn bytes_are_those_of_the_file_at_the_nodes_place() {
        let bytes: Vec<u8> = (0x41..0x59).collect();
        let layout = Layout {
            bytes: true,
            ..LAYOUT
        };
        let text = to_text(&inspection(&bytes), layout);
        assert!(
            text.contains("45 46 47 48 49 4a 4b 4c 4d 4e 4f 50 51 52 53 54 EFGHIJKLMNOPQRST\n"),
            "{text}"
        );
        assert!(text.contains("0x00000014"), "{text}");
    }
}
