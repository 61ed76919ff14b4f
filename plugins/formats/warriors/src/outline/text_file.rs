//! Text, line by line.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::limits::Limits;
use wonderwheel_ps2::outline::Budget;

use super::{Maker, Node, Outline};
use crate::classify::TextFile;

/// Characters of a line that are shown.
const SHOWN: usize = 120;

/// The tree of a text file that is not the disc's: one node for the file, in it one for each line that is not blank. A file
/// that is no UTF-8 is shown up to the first byte that is not.
pub fn outline_text(kind: TextFile, bytes: &[u8], limits: Limits) -> Outline {
    let mut maker = Maker {
        budget: Budget::new(&limits),
    };
    let cursor = &mut Cursor::new(bytes).limited(limits);
    let mut file = Node::new(0, bytes.len() as u64, kind.name());
    let filled = maker.text(cursor, &mut file);
    maker.budget.close(&mut file, filled);
    Outline {
        nodes: vec![file],
        error: maker.budget.refusal().cloned(),
    }
}

impl Maker {
    fn text(&mut self, cursor: &mut Cursor<'_>, node: &mut Node) -> Result<()> {
        let text = match std::str::from_utf8(cursor.rest()) {
            Ok(text) => text,
            Err(error) => {
                let end = error.valid_up_to();
                let found = "another byte";
                node.fault(FormatError::malformed(end as u64, "UTF-8 text", found));
                let valid = cursor.rest().get(..end).unwrap_or_default();
                std::str::from_utf8(valid).unwrap_or_default()
            }
        };
        node.field("lines", text.lines().count());
        for (number, line) in (1..).zip(text.split_inclusive('\n')) {
            let offset = cursor.offset();
            let bytes = cursor.take(line.len())?;
            if line.trim().is_empty() {
                continue;
            }
            self.budget.spend(offset)?;
            let mut child = Node::new(offset, bytes.len() as u64, format!("line {number}"));
            let shown = line.trim_end().chars().take(SHOWN);
            child.field("text", shown.collect::<String>());
            node.children.push(child);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_numbers_and_places_and_blank_ones_are_passed_over() {
        let tree = outline_text(TextFile::Settings, b"(\r\n\n  fog: 1,\n)", Limits::DEFAULT);
        let file = &tree.nodes[0];
        assert_eq!(
            (file.name.as_ref(), file.get("lines")),
            ("settings", Some("4"))
        );
        let lines: Vec<_> = file
            .children
            .iter()
            .map(|line| (line.offset, line.size, line.name.as_ref(), line.get("text")))
            .collect();
        assert_eq!(
            lines,
            [
                (0, 3, "line 1", Some("(")),
                (4, 10, "line 3", Some("  fog: 1,")),
                (14, 1, "line 4", Some(")"))
            ]
        );
        assert_eq!(tree.errors().next(), None);
    }

    #[test]
    fn what_is_no_text_is_shown_up_to_there() {
        let tree = outline_text(TextFile::Plain, b"one\ntwo\xFF", Limits::DEFAULT);
        assert_eq!(tree.nodes[0].children.len(), 2);
        assert_eq!(tree.errors().next().map(FormatError::offset), Some(7));
    }

    #[test]
    fn a_text_of_many_lines_ends_at_the_limit() {
        let limits = Limits {
            items: 2,
            ..Limits::DEFAULT
        };
        let tree = outline_text(TextFile::Plain, b"1\n2\n3\n4\n", limits);
        assert_eq!(tree.nodes[0].children.len(), 2);
        assert!(tree.error.is_some_and(|error| error.offset() == 4));
    }
}
