//! What may still be made of the bytes of a level, which can name the same ones again and again.

use wonderwheel_commando::level::Level;

/// Nodes of a file, at most: a few thousand is what levels need.
const MOST_NODES: usize = 1 << 18;
/// Colours of ties and shrubs beyond those of their classes, at most; each takes eight bytes.
const MOST_COLOURS: usize = 1 << 23;

/// What may still be made of the bytes of a level, which can name the same ones again and again.
#[derive(Debug)]
pub(super) struct Budget {
    texels: usize,
    /// Vertices and triangles of classes.
    corners: usize,
    colours: usize,
    nodes: usize,
}

impl Budget {
    pub fn of(level: &Level<'_>) -> Self {
        let bytes = level.core_data.len() + level.data.members.gs_ram.len();
        Self {
            // A texel of the largest level takes a byte, and its file may have it as a picture and in a chunk's.
            texels: 2 * bytes + (1 << 16),
            // A vertex takes twenty bytes and a triangle one, more or less.
            corners: bytes / 2 + (1 << 16),
            colours: MOST_COLOURS,
            nodes: MOST_NODES,
        }
    }

    pub fn take_texels(&mut self, count: usize) -> bool {
        take(&mut self.texels, count)
    }

    pub fn take_corners(&mut self, count: usize) -> bool {
        take(&mut self.corners, count)
    }

    pub fn take_colours(&mut self, count: usize) -> bool {
        take(&mut self.colours, count)
    }

    pub fn take_nodes(&mut self, count: usize) -> bool {
        take(&mut self.nodes, count)
    }
}

/// Takes so many, when there are so many; else there are none any more.
fn take(left: &mut usize, count: usize) -> bool {
    let rest = left.checked_sub(count);
    *left = rest.unwrap_or(0);
    rest.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_once_too_much_leaves_nothing_for_the_next() {
        let mut left = 10;
        assert!(take(&mut left, 4) && take(&mut left, 6));
        assert!(take(&mut left, 0) && !take(&mut left, 1));
        let mut left = 3;
        assert!(!take(&mut left, 4) && !take(&mut left, 1));
    }
}
