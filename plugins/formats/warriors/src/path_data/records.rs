//! The records of chunk 0x40.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

use crate::record::{Field, record};

record! {
    /// How many route nodes an area has, 16 bytes. Source: spec/paths-subtitles.md A1, "A record".
    #[derive(Eq)]
    pub struct AreaRecord: 16, "areas" {
        /// Route nodes; the game reads the lower half, the upper one is 0.
        pub node_count: u32,
        /// 0x04: unknown.
        pub unknown_04: u32,
        /// Said to be the index of the first node, but not always the running one, and sometimes past the last: not read.
        pub first_node: u32,
        /// 0x0C: unknown.
        pub unknown_0c: u32,
    }
}

record! {
    /// A corner of a path, 16 bytes.
    pub struct PathVertex: 16, "vertices" {
        /// x and y, metres.
        pub position: [f32; 2],
        /// 0x08: unknown, perhaps z and w.
        pub unknown_08: [u32; 2],
    }
}

/// A box in plan, metres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlanBox {
    /// Least x and y.
    pub min: [f32; 2],
    /// Greatest x and y.
    pub max: [f32; 2],
}

record! {
    /// A polygon: an area's outline or one of its holes, 0x50 bytes.
    pub struct Path: 0x50, "paths" {
        /// Vertices; each path takes the next that many.
        pub vertex_count: i16,
        /// Not 0: on the graph of routes between areas. Holes add theirs to their outline's.
        pub on_graph: i16,
        /// 0x04: overwritten with a pointer to the vertices.
        pub vertex_pointer: u32,
        /// The box of its vertices.
        pub bounds: PlanBox,
        /// 0x18: unknown.
        pub unknown_18: [u32; 2],
        /// Not 0: the next path belongs to the same area. Overwritten with a pointer to it.
        pub continues: u32,
        /// 0x24: overwritten with a pointer to the next area's outline.
        pub next_area_pointer: u32,
        /// Where the edge list of each of 16 slabs of y starts in [`super::PathData::slab_lists`]; -1 for none. When the first is
        /// negative, the path has no lists.
        pub slab_starts: [i16; 16],
        /// [`Path::HOLE_KINDS`], [`Path::DOOR`], [`Path::IGNORED`], [`Path::CLEARED`].
        pub flags: u16,
        /// Number of the ground area, compared with the area byte of the collision triangle under a point.
        pub ground_area: u16,
        /// Not 0: takes the next area record. Overwritten with a pointer to it.
        pub area_record: u32,
    }
}

record! {
    /// A place that routes lead through, 32 bytes.
    pub struct RouteNode: 32, "nodes" {
        /// Metres.
        pub position: [f32; 3],
        /// Bits of the fourth coordinate: 1.0 from a writer.
        pub w_bits: u32,
        /// 0x10: overwritten with a pointer to the edges.
        pub edge_pointer: u32,
        /// Edges; each node takes the next that many.
        pub edge_count: i16,
        /// 0x16: f, g and h of the search.
        pub search: [u16; 3],
        /// 0x1C: parent in the search.
        pub parent: u16,
        /// 0x1E: unknown.
        pub unknown_1e: u8,
        /// 0x1F: routes through the node, cleared at load.
        pub routes_through: u8,
    }
}

record! {
    /// A step between two nodes, 8 bytes.
    ///
    /// Quirk: an edge that is stored on node N and names node M is the step from M to N.
    #[derive(Eq)]
    pub struct RouteEdge: 8, "edges" {
        /// Index of the node that the step comes from.
        pub from: u32,
        /// Kind in the lower half, [`RouteEdge::AVOID`] at the top.
        pub word: u32,
    }
}

impl Path {
    /// Flag bits 0 and 1: two kinds of holes.
    pub const HOLE_KINDS: u16 = 0x0003;
    /// A hole that a door can open.
    pub const DOOR: u16 = 0x0004;
    /// Tests pass over the path. On none of the disc; a door that opens sets it.
    pub const IGNORED: u16 = 0x0008;
    /// The inside test passes over the path. Cleared at load.
    pub const CLEARED: u16 = 0x0010;
    /// What a writer stores for a hole.
    pub const ORDINARY_HOLE: u16 = 0x0007;

    /// The slab of a height: 16 of the same width over the box, the ends clamped. A box without height has one.
    pub fn slab(&self, y: f32) -> usize {
        let ([_, low], [_, high]) = (self.bounds.min, self.bounds.max);
        // A cast turns what is no number into 0 and what is below into 0.
        (((y - low) * 16.0 / (high - low)).floor() as usize).min(15)
    }
}

impl PlanBox {
    /// Whether a point lies inside, borders included.
    pub fn holds(&self, point: [f32; 2]) -> bool {
        self.meets(&Self::at(point))
    }

    /// Whether two boxes share a point.
    pub fn meets(&self, other: &Self) -> bool {
        let ([x0, y0], [x1, y1]) = (self.min, self.max);
        let ([ox0, oy0], [ox1, oy1]) = (other.min, other.max);
        x0 <= ox1 && ox0 <= x1 && y0 <= oy1 && oy0 <= y1
    }

    /// The box with a margin around it.
    #[must_use]
    pub fn grown(&self, margin: f32) -> Self {
        Self {
            min: self.min.map(|value| value - margin),
            max: self.max.map(|value| value + margin),
        }
    }

    /// The smallest box that holds all points; `None` without any.
    pub fn around(points: impl IntoIterator<Item = [f32; 2]>) -> Option<Self> {
        points.into_iter().map(Self::at).reduce(|a, b| {
            let ([ax0, ay0], [ax1, ay1]) = (a.min, a.max);
            let ([bx0, by0], [bx1, by1]) = (b.min, b.max);
            Self {
                min: [ax0.min(bx0), ay0.min(by0)],
                max: [ax1.max(bx1), ay1.max(by1)],
            }
        })
    }

    fn at(point: [f32; 2]) -> Self {
        Self {
            min: point,
            max: point,
        }
    }
}

impl RouteEdge {
    /// Walked.
    pub const WALK: u16 = 0x01;
    /// Walked; how it differs from the first is unknown.
    pub const WALK_OTHER: u16 = 0x02;
    /// A jump; there are jumps down without a way back.
    pub const JUMP: u16 = 0x04;
    /// A fence or wall to climb.
    pub const CLIMB: u16 = 0x08;
    /// A door: walked when it is open, which clears [`RouteEdge::AVOID`]; every one of the disc has that bit.
    pub const DOOR: u16 = 0x10;
    /// A charge at a breakable door or pane. In no file.
    pub const CHARGE: u16 = 0x40;
    /// A climb taken at a run.
    pub const RUNNING_CLIMB: u16 = 0x80;
    /// Outside the default mask. In no file.
    pub const OUTSIDE: u16 = 0x100;
    /// The kinds that files have, of which an edge has exactly one.
    pub const STORED_KINDS: [u16; 6] = [
        Self::WALK,
        Self::WALK_OTHER,
        Self::JUMP,
        Self::CLIMB,
        Self::DOOR,
        Self::RUNNING_CLIMB,
    ];
    /// Bit 31 of the word: routes go elsewhere if they can.
    pub const AVOID: u32 = 0x8000_0000;

    /// The kind bits.
    pub fn kind(&self) -> u16 {
        self.word as u16
    }

    /// Whether bit 31 is set.
    pub fn is_avoided(&self) -> bool {
        self.word & Self::AVOID != 0
    }
}

/// Least and greatest x, then least and greatest y.
impl Field for PlanBox {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let [x0, x1, y0, y1] = Field::read(cursor)?;
        Ok(Self {
            min: [x0, y0],
            max: [x1, y1],
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        let ([x0, y0], [x1, y1]) = (self.min, self.max);
        [x0, x1, y0, y1].write(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_0x50_bytes_with_its_fields_where_the_spec_says() {
        let path = Path {
            vertex_count: 4,
            on_graph: -2,
            vertex_pointer: 0x0403_0201,
            bounds: PlanBox {
                min: [1.0, 3.0],
                max: [2.0, 4.0],
            },
            unknown_18: [5, 6],
            continues: 1,
            next_area_pointer: 7,
            slab_starts: [-1; 16],
            flags: 0x0007,
            ground_area: 12,
            area_record: 1,
        };
        let mut bytes = Vec::new();
        path.write(&mut bytes);
        assert_eq!(bytes.len(), 0x50);
        assert_eq!(bytes[..8], [4, 0, 0xFE, 0xFF, 1, 2, 3, 4]);
        let float = |at: usize| f32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        // x before y: least and greatest x, then least and greatest y.
        assert_eq!([0x08, 0x0C, 0x10, 0x14].map(float), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!((bytes[0x20], bytes[0x24]), (1, 7));
        assert!(bytes[0x28..0x48].iter().all(|&byte| byte == 0xFF));
        assert_eq!(bytes[0x48..], [7, 0, 12, 0, 1, 0, 0, 0]);
        assert_eq!(Path::read(&mut Cursor::new(&bytes)).unwrap(), path);
    }

    #[test]
    fn a_node_has_32_bytes_with_its_fields_where_the_spec_says() {
        let node = RouteNode {
            position: [1.0, 2.0, 3.0],
            w_bits: 1_f32.to_bits(),
            edge_pointer: 4,
            edge_count: 5,
            search: [6, 7, 8],
            parent: 9,
            unknown_1e: 10,
            routes_through: 11,
        };
        let mut bytes = Vec::new();
        node.write(&mut bytes);
        assert_eq!(bytes.len(), 32);
        assert_eq!(
            bytes[0x10..],
            [4, 0, 0, 0, 5, 0, 6, 0, 7, 0, 8, 0, 9, 0, 10, 11]
        );
        assert_eq!(RouteNode::read(&mut Cursor::new(&bytes)).unwrap(), node);
    }

    #[test]
    fn slabs_are_sixteenths_of_the_box_clamped_at_both_ends() {
        let path = Path {
            bounds: PlanBox {
                min: [0.0, 0.0],
                max: [1.0, 16.0],
            },
            ..Path::default()
        };
        let slabs = [-5.0, 0.0, 0.99, 1.0, 15.5, 16.0, 99.0].map(|y| path.slab(y));
        assert_eq!(slabs, [0, 0, 0, 1, 15, 15, 15]);
        assert_eq!(Path::default().slab(0.0), 0);
    }
}
