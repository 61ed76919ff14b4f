//! The tree of planes of a streamed world.

use wonderwheel_renderware::world::{Aabb, AtomicSector, Node, Plane, StreamedSector, World};

use crate::kit::partition::Tree;

/// Planes and leaves in the order in which the stream has them.
#[derive(Debug, Default)]
pub struct Bsp {
    planes: Vec<Plane>,
    leaves: Vec<AtomicSector>,
}

/// A subtree with its box.
pub type Subtree = (Node, Aabb);

impl Bsp {
    /// Adds a partition's tree. `sector` gives the box of each sector and what it streams; one that it does not have is empty.
    pub fn tree(
        &mut self,
        tree: &Tree,
        sector: &dyn Fn(u32) -> Option<(Aabb, StreamedSector)>,
    ) -> Subtree {
        match tree {
            Tree::Sector(k) => match sector(*k) {
                Some((bounds, streamed)) => self.leaf(bounds, Some(streamed)),
                None => self.leaf(Aabb::default(), None),
            },
            Tree::Plane {
                axis,
                value,
                left,
                right,
            } => {
                let plane = self.plane(*axis, *value);
                let left = self.tree(left, sector);
                let right = self.tree(right, sector);
                self.close(plane, left, right)
            }
        }
    }

    /// Adds a leaf, an empty one when it streams nothing.
    pub fn leaf(&mut self, bounds: Aabb, streamed: Option<StreamedSector>) -> Subtree {
        self.leaves.push(AtomicSector::streamed(bounds, streamed));
        (Node::Sector(self.leaves.len() as u32 - 1), bounds)
    }

    /// Adds a plane. Planes stand before their subtrees in the stream, so a place is taken first and filled by [`Self::close`].
    pub fn plane(&mut self, axis: u8, value: f32) -> u32 {
        let placeholder = Node::Sector(0);
        self.planes.push(Plane {
            axis,
            value,
            left_extent: value,
            right_extent: value,
            left: placeholder,
            right: placeholder,
        });
        self.planes.len() as u32 - 1
    }

    /// Gives a plane its two sides.
    pub fn close(&mut self, plane: u32, left: Subtree, right: Subtree) -> Subtree {
        let ((left, left_box), (right, right_box)) = (left, right);
        if let Some(plane) = self.planes.get_mut(plane as usize) {
            let axis = usize::from(plane.axis);
            (plane.left, plane.right) = (left, right);
            (plane.left_extent, plane.right_extent) = (left_box.max[axis], right_box.min[axis]);
        }
        (Node::Plane(plane), left_box.union(&right_box))
    }

    /// The world under this root.
    pub fn world(self, format: u32, root: Node) -> World {
        World::new(format, Vec::new(), self.planes, self.leaves, root)
    }
}
