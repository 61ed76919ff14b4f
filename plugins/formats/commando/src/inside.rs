//! Trees for people stay inside of what they show.

use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::outline::{Node, Outline};

/// A tree over `bytes`: what a file places beyond its end is cut there. Its fault says where it was said to be.
pub(crate) fn inside(mut nodes: Vec<Node>, error: Option<FormatError>, bytes: &[u8]) -> Outline {
    cut(&mut nodes, bytes.len() as u64);
    Outline { nodes, error }
}

fn cut(nodes: &mut [Node], end: u64) {
    for node in nodes {
        node.offset = node.offset.min(end);
        node.size = node.size.min(end - node.offset);
        // Trees of these files are five deep at most.
        cut(&mut node.children, end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_end_where_the_bytes_do() {
        let mut node = Node::new(2, 9, "from 2 on");
        node.children = vec![Node::new(7, 1, "behind"), Node::new(3, 1, "inside")];
        let outline = inside(vec![node], None, &[0; 4]);
        let places: Vec<_> = outline.all().map(|node| (node.offset, node.size)).collect();
        assert_eq!(places, [(2, 2), (4, 0), (3, 1)]);
    }
}
