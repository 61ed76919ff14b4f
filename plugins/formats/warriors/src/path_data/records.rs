//! The records of chunk 0x40.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;

/// How many route nodes an area has, 16 bytes. Source: spec/paths-subtitles.md A1, "A record".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AreaRecord {
    /// Route nodes; the game reads the lower half, the upper one is 0.
    pub node_count: u32,
    /// 0x04: unknown.
    pub unknown_04: u32,
    /// Said to be the index of the first node, but not always the running one, and sometimes past the last: not read.
    pub first_node: u32,
    /// 0x0C: unknown.
    pub unknown_0c: u32,
}

/// A corner of a path, 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PathVertex {
    /// x and y, metres.
    pub position: [f32; 2],
    /// 0x08: unknown, perhaps z and w.
    pub unknown_08: [u32; 2],
}

/// A box in plan, metres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PlanBox {
    /// Least x and y.
    pub min: [f32; 2],
    /// Greatest x and y.
    pub max: [f32; 2],
}

/// A polygon: an area's outline or one of its holes, 0x50 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Path {
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

/// A place that routes lead through, 32 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RouteNode {
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

/// A step between two nodes, 8 bytes.
///
/// Quirk: an edge that is stored on node N and names node M is the step from M to N.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RouteEdge {
    /// Index of the node that the step comes from.
    pub from: u32,
    /// Kind in the lower half, [`RouteEdge::AVOID`] at the top.
    pub word: u32,
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
        self.grown(0.0).meets(&Self {
            min: point,
            max: point,
        })
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
        points
            .into_iter()
            .map(|point| Self {
                min: point,
                max: point,
            })
            .reduce(|a, b| {
                let ([ax0, ay0], [ax1, ay1]) = (a.min, a.max);
                let ([bx0, by0], [bx1, by1]) = (b.min, b.max);
                Self {
                    min: [ax0.min(bx0), ay0.min(by0)],
                    max: [ax1.max(bx1), ay1.max(by1)],
                }
            })
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

/// A record of fixed size.
pub(crate) trait Record: Sized {
    const BYTES: usize;
    /// Names one in errors and findings.
    const NAME: &'static str;
    fn read(cursor: &mut Cursor<'_>) -> Result<Self>;
    fn write(&self, out: &mut Vec<u8>);
}

fn push<const N: usize>(out: &mut Vec<u8>, words: [u32; N]) {
    out.extend(words.iter().flat_map(|word| word.to_le_bytes()));
}

fn push_halves<const N: usize>(out: &mut Vec<u8>, halves: [u16; N]) {
    out.extend(halves.iter().flat_map(|half| half.to_le_bytes()));
}

fn signed(cursor: &mut Cursor<'_>) -> Result<i16> {
    Ok(cursor.u16()?.cast_signed())
}

impl Record for AreaRecord {
    const BYTES: usize = 16;
    const NAME: &'static str = "areas";

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        Ok(Self {
            node_count: cursor.u32()?,
            unknown_04: cursor.u32()?,
            first_node: cursor.u32()?,
            unknown_0c: cursor.u32()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        let Self {
            node_count,
            unknown_04,
            first_node,
            unknown_0c,
        } = *self;
        push(out, [node_count, unknown_04, first_node, unknown_0c]);
    }
}

impl Record for PathVertex {
    const BYTES: usize = 16;
    const NAME: &'static str = "vertices";

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        Ok(Self {
            position: [cursor.finite_f32()?, cursor.finite_f32()?],
            unknown_08: [cursor.u32()?, cursor.u32()?],
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        push(out, self.position.map(f32::to_bits));
        push(out, self.unknown_08);
    }
}

impl Record for Path {
    const BYTES: usize = 0x50;
    const NAME: &'static str = "paths";

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let vertex_count = signed(cursor)?;
        let on_graph = signed(cursor)?;
        let vertex_pointer = cursor.u32()?;
        let (x0, x1) = (cursor.finite_f32()?, cursor.finite_f32()?);
        let (y0, y1) = (cursor.finite_f32()?, cursor.finite_f32()?);
        let unknown_18 = [cursor.u32()?, cursor.u32()?];
        let continues = cursor.u32()?;
        let next_area_pointer = cursor.u32()?;
        let mut slab_starts = [0; 16];
        for start in &mut slab_starts {
            *start = signed(cursor)?;
        }
        Ok(Self {
            vertex_count,
            on_graph,
            vertex_pointer,
            bounds: PlanBox {
                min: [x0, y0],
                max: [x1, y1],
            },
            unknown_18,
            continues,
            next_area_pointer,
            slab_starts,
            flags: cursor.u16()?,
            ground_area: cursor.u16()?,
            area_record: cursor.u32()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        let counts = [self.vertex_count, self.on_graph];
        push_halves(out, counts.map(i16::cast_unsigned));
        push(out, [self.vertex_pointer]);
        let ([x0, y0], [x1, y1]) = (self.bounds.min, self.bounds.max);
        push(out, [x0, x1, y0, y1].map(f32::to_bits));
        push(out, self.unknown_18);
        push(out, [self.continues, self.next_area_pointer]);
        push_halves(out, self.slab_starts.map(i16::cast_unsigned));
        push_halves(out, [self.flags, self.ground_area]);
        push(out, [self.area_record]);
    }
}

impl Record for RouteNode {
    const BYTES: usize = 32;
    const NAME: &'static str = "nodes";

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let position = [
            cursor.finite_f32()?,
            cursor.finite_f32()?,
            cursor.finite_f32()?,
        ];
        Ok(Self {
            position,
            w_bits: cursor.u32()?,
            edge_pointer: cursor.u32()?,
            edge_count: signed(cursor)?,
            search: [cursor.u16()?, cursor.u16()?, cursor.u16()?],
            parent: cursor.u16()?,
            unknown_1e: cursor.u8()?,
            routes_through: cursor.u8()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        push(out, self.position.map(f32::to_bits));
        push(out, [self.w_bits, self.edge_pointer]);
        push_halves(out, [self.edge_count.cast_unsigned()]);
        push_halves(out, self.search);
        push_halves(out, [self.parent]);
        out.extend([self.unknown_1e, self.routes_through]);
    }
}

impl Record for RouteEdge {
    const BYTES: usize = 8;
    const NAME: &'static str = "edges";

    fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        Ok(Self {
            from: cursor.u32()?,
            word: cursor.u32()?,
        })
    }

    fn write(&self, out: &mut Vec<u8>) {
        push(out, [self.from, self.word]);
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
