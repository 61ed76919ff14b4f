//! The BSP of a world: plane sectors 0x0A and their leaves, read, walked and written without recursion.

use binrw::binrw;
use wonderwheel_ps2::cursor::{Cursor, push_record};
use wonderwheel_ps2::error::{FormatError, Result, Within};

use crate::atomic_sector::AtomicSector;
use crate::section::{self, SectionHeader, id};
use crate::stamp;

/// A node of the BSP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node {
    /// Index into [`World::planes`](crate::world::World::planes).
    Plane(u32),
    /// Index into [`World::sectors`](crate::world::World::sectors).
    Sector(u32),
}

/// A plane sector. The left subtree lies below `value` on `axis`, the right one above; a point on it goes right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    /// 0 = x, 1 = y, 2 = z.
    pub axis: u8,
    /// Where the plane cuts the axis.
    pub value: f32,
    /// Highest coordinate of the left side; may cross `value`.
    pub left_extent: f32,
    /// Lowest coordinate of the right side; may cross `value`.
    pub right_extent: f32,
    /// Below.
    pub left: Node,
    /// Above.
    pub right: Node,
}

/// The 24 bytes of a plane sector's struct. Source: spec/renderware.md 9.2.
#[binrw]
#[brw(little)]
#[derive(Debug, Clone, Copy)]
struct PlaneStruct {
    axis_offset: u32,
    value: f32,
    left_is_sector: u32,
    right_is_sector: u32,
    left_extent: f32,
    right_extent: f32,
}

/// A tree as it is read.
#[derive(Debug)]
pub(crate) struct Tree {
    pub planes: Vec<Plane>,
    pub sectors: Vec<AtomicSector>,
    pub root: Node,
}

/// A plane sector whose children are still being read. A hostile tree may have one of these for every plane.
struct OpenPlane {
    /// Offset of its payload's end in the outermost input.
    end: u64,
    index: u32,
    left_is_read: bool,
    right_is_sector: bool,
}

impl Tree {
    /// Reads the tree at the cursor. The header's plane count bounds its size, the limits bound its depth.
    pub fn read(
        world: &mut Cursor<'_>,
        root_is_sector: bool,
        plane_count: u32,
        materials: usize,
    ) -> Result<Self> {
        /// Two headers and the struct.
        const PLANE_BYTES: u64 = 12 * 2 + 24;
        let plane_count =
            section::bounded(world, "plane sectors", u64::from(plane_count), PLANE_BYTES)
                .within(|| "plane count")?;
        let mut tree = Self {
            planes: Vec::with_capacity(plane_count),
            sectors: Vec::with_capacity(plane_count + 1),
            root: Node::Sector(0),
        };
        let mut open: Vec<OpenPlane> = Vec::new();
        let mut is_sector = root_is_sector;
        loop {
            // What is left of the innermost open plane, or of the world.
            let mut parent = world.clone();
            if let Some(plane) = open.last() {
                let left = plane.end.saturating_sub(world.offset());
                parent = parent.window(left as usize)?;
            }
            if is_sector {
                let mut node = tree.read_sector(&mut parent, materials)?;
                advance(world, &parent)?;
                // Closes every plane that this leaf was the last one of.
                loop {
                    let Some(plane) = open.last_mut() else {
                        tree.root = node;
                        return Ok(tree);
                    };
                    #[expect(
                        clippy::indexing_slicing,
                        reason = "a plane is pushed when it is opened"
                    )]
                    let children = &mut tree.planes[plane.index as usize];
                    if !plane.left_is_read {
                        children.left = node;
                        plane.left_is_read = true;
                        is_sector = plane.right_is_sector;
                        break;
                    }
                    children.right = node;
                    if plane.end != world.offset() {
                        return Err(FormatError::malformed(
                            world.offset(),
                            "the end",
                            format!("{} more bytes", plane.end - world.offset()),
                        )
                        .within(format!("plane[{}]", plane.index)));
                    }
                    node = Node::Plane(plane.index);
                    open.pop();
                }
            } else {
                let index = tree.planes.len();
                if index == plane_count {
                    return Err(FormatError::malformed(
                        parent.offset(),
                        format!("at most {plane_count} planes"),
                        "one more",
                    ));
                }
                world.limits().check_depth(
                    "depth of the sector tree",
                    open.len() as u32 + 1,
                    world.offset(),
                )?;
                let opened = open_plane(&mut parent).within(|| format!("plane[{index}]"))?;
                advance(world, &opened.payload)?;
                tree.planes.push(opened.plane);
                open.push(OpenPlane {
                    end: opened.payload.offset() + opened.payload.remaining() as u64,
                    index: index as u32,
                    left_is_read: false,
                    right_is_sector: opened.right_is_sector,
                });
                is_sector = opened.left_is_sector;
            }
        }
    }

    fn read_sector(&mut self, parent: &mut Cursor<'_>, materials: usize) -> Result<Node> {
        let index = self.sectors.len();
        let mut read = || {
            expect_child(parent, id::ATOMIC_SECTOR)?;
            AtomicSector::read_from(parent, materials)
        };
        self.sectors
            .push(read().within(|| format!("sector[{index}]"))?);
        Ok(Node::Sector(index as u32))
    }
}

/// Moves a cursor to where another one of the same input stands.
fn advance(cursor: &mut Cursor<'_>, to: &Cursor<'_>) -> Result<()> {
    let bytes = to.offset().saturating_sub(cursor.offset());
    cursor.take(bytes as usize).map(drop)
}

/// A plane sector whose struct has been read.
struct Opened<'a> {
    /// Its children are not known yet.
    plane: Plane,
    /// What follows the struct.
    payload: Cursor<'a>,
    left_is_sector: bool,
    right_is_sector: bool,
}

/// Opens a plane sector and reads its struct.
fn open_plane<'a>(parent: &mut Cursor<'a>) -> Result<Opened<'a>> {
    expect_child(parent, id::PLANE_SECTOR)?;
    let stamp_at = parent.offset() + 8;
    let (header, mut payload) = SectionHeader::open(parent)?;
    stamp::check(stamp_at, header.stamp)?;
    let fields = section::read(&mut payload, id::STRUCT, |fields| {
        section::expect_size(fields, 24)?;
        let at = fields.offset();
        let fields = fields.record::<PlaneStruct>()?;
        section::finite(at, &[fields.value, fields.left_extent, fields.right_extent])?;
        if !matches!(fields.axis_offset, 0 | 4 | 8) {
            return Err(FormatError::malformed(
                at,
                "an axis of 0, 4 or 8",
                fields.axis_offset,
            ));
        }
        for (offset, flag) in [(8, fields.left_is_sector), (12, fields.right_is_sector)] {
            if flag > 1 {
                return Err(FormatError::malformed(at + offset, "0 or 1", flag));
            }
        }
        Ok(fields)
    })?;
    let plane = Plane {
        axis: (fields.axis_offset / 4) as u8,
        value: fields.value,
        left_extent: fields.left_extent,
        right_extent: fields.right_extent,
        left: Node::Sector(0),
        right: Node::Sector(0),
    };
    Ok(Opened {
        plane,
        payload,
        left_is_sector: fields.left_is_sector != 0,
        right_is_sector: fields.right_is_sector != 0,
    })
}

/// A child must be what its plane's flag says.
fn expect_child(parent: &Cursor<'_>, id: u32) -> Result<()> {
    match section::peek(parent) {
        Some(found) if found == id => Ok(()),
        found => Err(FormatError::malformed(
            parent.offset(),
            section::name(id),
            found.map_or_else(|| "the end of the parent".into(), section::name),
        )),
    }
}

/// Appends the tree. Nodes that do not exist are left out, and a hand-made cycle ends after every section was written.
pub(crate) fn write(out: &mut Vec<u8>, planes: &[Plane], sectors: &[AtomicSector], root: Node) {
    enum Step {
        Node(Node),
        Close(usize),
    }
    let mut left_to_write = planes.len() + sectors.len();
    let mut steps = vec![Step::Node(root)];
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::Close(start) => {
                section::end(out, start);
                continue;
            }
            Step::Node(node) => node,
        };
        if left_to_write == 0 {
            continue;
        }
        left_to_write -= 1;
        match node {
            Node::Sector(index) => {
                if let Some(sector) = sectors.get(index as usize) {
                    sector.write_to(out);
                }
            }
            Node::Plane(index) => {
                if let Some(plane) = planes.get(index as usize) {
                    let start = section::begin(out, id::PLANE_SECTOR, stamp::STAMP);
                    write_struct(out, plane);
                    steps.extend([
                        Step::Close(start),
                        Step::Node(plane.right),
                        Step::Node(plane.left),
                    ]);
                }
            }
        }
    }
}

fn write_struct(out: &mut Vec<u8>, plane: &Plane) {
    let is_sector = |node: Node| u32::from(matches!(node, Node::Sector(_)));
    section::write(out, id::STRUCT, |out| {
        push_record(
            out,
            &PlaneStruct {
                axis_offset: u32::from(plane.axis) * 4,
                value: plane.value,
                left_is_sector: is_sector(plane.left),
                right_is_sector: is_sector(plane.right),
                left_extent: plane.left_extent,
                right_extent: plane.right_extent,
            },
        );
    });
}

/// The leaf on whose side of every plane a point lies. Source: spec/renderware.md 9.5.
pub(crate) fn leaf_at(planes: &[Plane], root: Node, point: [f32; 3]) -> Option<u32> {
    let mut node = root;
    // No path is longer than the number of planes.
    for _ in 0..=planes.len() {
        match node {
            Node::Sector(index) => return Some(index),
            Node::Plane(index) => {
                let plane = planes.get(index as usize)?;
                node = if plane.is_left(point) {
                    plane.left
                } else {
                    plane.right
                };
            }
        }
    }
    None
}

/// Visits every leaf, far sides first. Source: spec/renderware.md 9.5.
pub(crate) fn back_to_front(
    planes: &[Plane],
    root: Node,
    eye: [f32; 3],
    visit: &mut impl FnMut(u32),
) {
    let mut nodes = vec![root];
    let mut left_to_visit = 2 * planes.len() + 1;
    while let Some(node) = nodes.pop() {
        if left_to_visit == 0 {
            return;
        }
        left_to_visit -= 1;
        match node {
            Node::Sector(index) => visit(index),
            Node::Plane(index) => {
                let Some(plane) = planes.get(index as usize) else {
                    continue;
                };
                let (near, far) = if plane.is_left(eye) {
                    (plane.left, plane.right)
                } else {
                    (plane.right, plane.left)
                };
                nodes.extend([near, far]);
            }
        }
    }
}

impl Plane {
    /// A plane that nothing crosses: both sides end at its value.
    pub fn at(axis: u8, value: f32, left: Node, right: Node) -> Self {
        Self {
            axis,
            value,
            left_extent: value,
            right_extent: value,
            left,
            right,
        }
    }

    /// Whether a point lies on the left: below the value. On the plane it lies right.
    pub fn is_left(&self, point: [f32; 3]) -> bool {
        point
            .get(usize::from(self.axis))
            .is_some_and(|&coordinate| coordinate < self.value)
    }
}
