//! The BSP of a streamed world: its leaves are boxes, some of them streamed sectors.
//!
//! The walk visits the far side of each plane first, so the last leaves that it names are the nearest ones. The left
//! subtree lies below the plane's value on its axis, the right one above. Source: spec/world-addenda.md 3.2;
//! spec/renderware.md 9.2, 9.5.

use bevy::math::Vec3;
use wonderwheel_renderware::world::{Aabb, Node, Plane};

/// A leaf: a box, and what streams into it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeafShape {
    /// Streamed-sector index; `None` when nothing is ever drawn there.
    pub sector: Option<u32>,
    /// Part that brings the sector, from 1; 0 without a sector.
    pub part: u32,
    /// Where the sector's atomic is placed, RenderWare axes, metres.
    pub origin: Vec3,
    /// The leaf's box, RenderWare axes, metres.
    pub bounds: Aabb,
}

/// Why planes and leaves are no tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TreeFault {
    /// A child number that names no plane or leaf.
    #[error("a plane names {0:?}, which does not exist")]
    Missing(Node),
    /// A plane or leaf that two parents name.
    #[error("{0:?} hangs in the tree twice")]
    Twice(Node),
    /// An axis other than 0, 1 or 2.
    #[error("plane {0} cuts along no axis")]
    Axis(u32),
}

/// A checked tree, ready to be walked without allocating.
#[derive(Debug, Clone, PartialEq)]
pub struct Bsp {
    planes: Vec<Plane>,
    leaves: Vec<LeafShape>,
    root: Node,
    /// Box around the streamed leaves below each plane; `None` where there are none.
    streamed_below: Vec<Option<Aabb>>,
    /// Room for the walk: never more entries than planes + 1.
    stack: Vec<Node>,
}

impl Bsp {
    /// Checks the tree and measures its subtrees.
    pub fn new(planes: Vec<Plane>, leaves: Vec<LeafShape>, root: Node) -> Result<Self, TreeFault> {
        let order = planes_parents_first(&planes, &leaves, root)?;
        let mut tree = Self {
            streamed_below: vec![None; planes.len()],
            stack: Vec::with_capacity(planes.len() + 2),
            planes,
            leaves,
            root,
        };
        for &plane in order.iter().rev() {
            let Plane { left, right, .. } = tree.planes[plane as usize];
            let boxes = [left, right].map(|node| tree.streamed_box(node));
            let boxes = boxes.into_iter().flatten();
            tree.streamed_below[plane as usize] = boxes.reduce(|a, b| a.union(&b));
        }
        Ok(tree)
    }

    /// The leaves in stream order.
    pub fn leaves(&self) -> &[LeafShape] {
        &self.leaves
    }

    /// The planes in stream order.
    pub fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// The leaf that holds a point; a point on a plane belongs to its right side.
    pub fn leaf_at(&self, point: Vec3) -> u32 {
        let (mut node, point) = (self.root, point.to_array());
        loop {
            match node {
                Node::Sector(leaf) => return leaf,
                Node::Plane(plane) => {
                    let plane = &self.planes[plane as usize];
                    node = if plane.is_left(point) {
                        plane.left
                    } else {
                        plane.right
                    };
                }
            }
        }
    }

    /// Visits every leaf with a streamed sector whose box is `seen`, the far side of each plane first.
    pub fn walk(
        &mut self,
        eye: Vec3,
        seen: impl Fn(&Aabb) -> bool,
        mut visit: impl FnMut(u32, &LeafShape),
    ) {
        let eye = eye.to_array();
        self.stack.clear();
        self.stack.push(self.root);
        while let Some(node) = self.stack.pop() {
            match node {
                Node::Sector(index) => {
                    let leaf = &self.leaves[index as usize];
                    if leaf.sector.is_some() && seen(&leaf.bounds) {
                        visit(index, leaf);
                    }
                }
                Node::Plane(index) => {
                    let Some(bounds) = &self.streamed_below[index as usize] else {
                        continue;
                    };
                    if !seen(bounds) {
                        continue;
                    }
                    let plane = &self.planes[index as usize];
                    let (near, far) = if plane.is_left(eye) {
                        (plane.left, plane.right)
                    } else {
                        (plane.right, plane.left)
                    };
                    self.stack.push(near);
                    self.stack.push(far);
                }
            }
        }
    }

    fn streamed_box(&self, node: Node) -> Option<Aabb> {
        match node {
            Node::Sector(leaf) => {
                let leaf = &self.leaves[leaf as usize];
                leaf.sector.map(|_| leaf.bounds)
            }
            Node::Plane(plane) => self.streamed_below[plane as usize],
        }
    }
}

/// The planes, each before those below it. Fails unless every plane and leaf is reached at most once.
fn planes_parents_first(
    planes: &[Plane],
    leaves: &[LeafShape],
    root: Node,
) -> Result<Vec<u32>, TreeFault> {
    let mut order = Vec::with_capacity(planes.len());
    let mut plane_seen = vec![false; planes.len()];
    let mut leaf_seen = vec![false; leaves.len()];
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let seen = match node {
            Node::Plane(index) => plane_seen.get_mut(index as usize),
            Node::Sector(index) => leaf_seen.get_mut(index as usize),
        };
        if std::mem::replace(seen.ok_or(TreeFault::Missing(node))?, true) {
            return Err(TreeFault::Twice(node));
        }
        if let Node::Plane(index) = node {
            let plane = &planes[index as usize];
            if plane.axis > 2 {
                return Err(TreeFault::Axis(index));
            }
            order.push(index);
            open.push(plane.right);
            open.push(plane.left);
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_2;

    use super::*;
    use crate::view::camera::GameCamera;

    fn plane(value: f32, left: Node, right: Node) -> Plane {
        Plane {
            axis: 0,
            value,
            left_extent: value,
            right_extent: value,
            left,
            right,
        }
    }

    /// Four boxes of 10 m along x, halved twice: planes 0 at x = 20, 1 at 10, 2 at 30. Leaf 1 streams nothing.
    fn row() -> Bsp {
        let leaf = |at: u32, sector: Option<u32>| LeafShape {
            sector,
            part: sector.map_or(0, |_| 1),
            origin: Vec3::ZERO,
            bounds: Aabb {
                min: [at as f32 * 10.0, 0.0, 0.0],
                max: [at as f32 * 10.0 + 10.0, 10.0, 10.0],
            },
        };
        Bsp::new(
            vec![
                plane(20.0, Node::Plane(1), Node::Plane(2)),
                plane(10.0, Node::Sector(0), Node::Sector(1)),
                plane(30.0, Node::Sector(2), Node::Sector(3)),
            ],
            vec![
                leaf(0, Some(0)),
                leaf(1, None),
                leaf(2, Some(1)),
                leaf(3, Some(2)),
            ],
            Node::Plane(0),
        )
        .expect("a tree")
    }

    fn walked(tree: &mut Bsp, camera: &GameCamera) -> Vec<u32> {
        walked_up_to(tree, camera, 500.0)
    }

    fn walked_up_to(tree: &mut Bsp, camera: &GameCamera, far: f32) -> Vec<u32> {
        let mut leaves = Vec::new();
        let frustum = camera.frustum(far);
        let seen = |bounds: &Aabb| frustum.meets(bounds);
        tree.walk(camera.position, seen, |leaf, _| leaves.push(leaf));
        leaves
    }

    /// A camera above z = 5, turned that far.
    fn camera(x: f32, yaw: f32) -> GameCamera {
        GameCamera::new(Vec3::new(x, 5.0, 5.0), yaw, 0.0)
    }

    #[test]
    fn the_far_side_of_each_plane_is_visited_first() {
        let mut tree = row();
        let along_x = camera(-5.0, FRAC_PI_2);
        assert_eq!(
            walked(&mut tree, &along_x),
            [3, 2, 0],
            "leaf 1 streams nothing and is not visited"
        );
        let against_x = camera(45.0, -FRAC_PI_2);
        assert_eq!(walked(&mut tree, &against_x), [0, 2, 3]);
    }

    #[test]
    fn leaves_outside_the_frustum_are_not_visited() {
        let from_the_middle = camera(25.0, FRAC_PI_2);
        assert_eq!(walked(&mut row(), &from_the_middle), [3, 2]);
    }

    #[test]
    fn a_walk_visits_the_same_leaves_as_a_flat_test_of_every_box() {
        let mut tree = row();
        for step in 0..64 {
            let place = Vec3::new(step as f32 - 10.0, 4.0, -12.0);
            let camera = GameCamera::new(place, step as f32 * 0.1, 0.0);
            let mut got = walked_up_to(&mut tree, &camera, 30.0);
            got.sort_unstable();
            let frustum = camera.frustum(30.0);
            let seen = |leaf: &u32| frustum.meets(&tree.leaves[*leaf as usize].bounds);
            let flat: Vec<u32> = [0, 2, 3].into_iter().filter(seen).collect();
            assert_eq!(got, flat);
        }
    }

    #[test]
    fn a_point_on_a_plane_belongs_to_the_right_side() {
        let tree = row();
        for (x, leaf) in [(9.9, 0), (10.0, 1), (20.0, 2), (1e9, 3)] {
            assert_eq!(tree.leaf_at(Vec3::X * x), leaf, "{x}");
        }
    }

    #[test]
    fn a_tree_that_bites_its_tail_or_names_nothing_is_refused() {
        let leaf = row().leaves()[0];
        let plane = |left, right| plane(0.0, left, right);
        let build =
            |planes: Vec<Plane>, leaves| Bsp::new(planes, leaves, Node::Plane(0)).unwrap_err();
        let (root, leaf_0, leaf_9) = (Node::Plane(0), Node::Sector(0), Node::Sector(9));
        for (left, right, fault) in [
            (root, leaf_0, TreeFault::Twice(root)),
            (leaf_0, leaf_0, TreeFault::Twice(leaf_0)),
            (leaf_0, leaf_9, TreeFault::Missing(leaf_9)),
        ] {
            assert_eq!(build(vec![plane(left, right)], vec![leaf]), fault);
        }
        let skewed = Plane {
            axis: 3,
            ..plane(Node::Sector(0), Node::Sector(1))
        };
        assert_eq!(build(vec![skewed], vec![leaf, leaf]), TreeFault::Axis(0));
    }

    #[test]
    fn a_world_of_one_leaf_has_no_plane() {
        let leaf = row().leaves()[0];
        let mut tree = Bsp::new(Vec::new(), vec![leaf], Node::Sector(0)).expect("a tree");
        let before_it = GameCamera::new(Vec3::new(5.0, 5.0, -9.0), 0.0, 0.0);
        assert_eq!(walked(&mut tree, &before_it), [0]);
    }
}
