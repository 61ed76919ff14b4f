//! The trees of texts that no reader knows: their lines.

use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::outline::{Node, Outline};

use crate::kind::Kind;

/// Lines, and what is no text.
pub fn text(bytes: &[u8]) -> Outline {
    let mut node = Node::new(0, bytes.len() as u64, Kind::Text.name());
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => {
            node.field("lines", text.lines().count());
            None
        }
        Err(error) => Some(FormatError::malformed(
            error.valid_up_to() as u64,
            "UTF-8 text",
            "another byte",
        )),
    };
    Outline {
        nodes: vec![node],
        error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_lines() {
        assert_eq!(text(b"a\nb").nodes[0].get("lines"), Some("2"));
        let error = text(b"a\xFF").error.expect("no text");
        assert_eq!(error.offset(), 1);
    }
}
