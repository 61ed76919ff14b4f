//! The block: cells in flat arrays, hero groups, and where all that stood.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::limits;
use wonderwheel_ps2::steps;

use super::face::{Face, PackedVertex, STEPS, to_units};
use super::hero::{self, HeroGroup};
use super::tree::{self, LeafPlace};
use crate::gaps::Gaps;
use crate::lanes::zip;
use crate::places::{Claims, align, block_reader, fit, put, unsigned};
use crate::record::{all, bytes_of};

/// The edge of a cell, units.
pub(super) const CELL_UNITS: i32 = 4;
/// Where the mesh begins in a block of [`Collision::write`], and what the hero groups begin at a multiple of.
const BLOCK_ALIGN: usize = 0x40;

/// Less than a cell with a triangle takes, which is 36 bytes with its slot. Cells without faces take 8: a block has no more
/// cells than one with faces of its length would, but for a few.
const CELL_BYTES: u64 = 32;
const FEW_CELLS: u64 = 4096;

/// The collision of a level or chunk.
///
/// A block that was read remembers where its parts stood, as long as that is not where [`Collision::write`] would put them anyway.
/// Cells and faces cannot be added to it: make a [`super::CollisionMesh`] of it, and build a new one. Types can be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Collision {
    /// Ascending by z, then y, then x.
    pub(super) cells: Vec<StoredCell>,
    pub(super) vertices: Vec<PackedVertex>,
    pub(super) faces: Vec<Face>,
    hero: Option<Vec<HeroGroup>>,
    /// The least and greatest coordinates of the cells.
    bounds: Option<([i32; 3], [i32; 3])>,
    layout: Option<Layout>,
}

/// A cell in the flat arrays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StoredCell {
    pub(super) cell: [i32; 3],
    pub(super) first_vertex: u32,
    pub(super) first_face: u32,
    pub(super) face_count: u16,
    pub(super) vertex_count: u8,
    pub(super) quad_count: u8,
}

/// Where things stood.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Layout {
    /// One a cell, from the block's start.
    leaves: Vec<u32>,
    hero: hero::Places,
    rest: Gaps,
}

/// The faces of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell<'a> {
    /// x, y and z in cells of 4 units from the origin.
    pub cell: [i32; 3],
    /// What the faces name.
    pub vertices: &'a [PackedVertex],
    /// Quads first.
    pub faces: &'a [Face],
    /// How many of the faces are quads.
    pub quad_count: u8,
    /// Index of the first face among all faces of the block.
    pub first_face: u32,
}

impl<'a> Cell<'a> {
    /// The middle of the cell in 1/64 unit.
    fn middle(&self) -> [i32; 3] {
        self.cell
            .map(|at| (at * CELL_UNITS + CELL_UNITS / 2) * STEPS)
    }

    /// A vertex's place in 1/64 unit.
    pub(super) fn steps(&self, vertex: PackedVertex) -> [i32; 3] {
        let ([mx, my, mz], [x, y, z]) = (self.middle(), vertex.steps());
        [mx + x, my + y, mz + z]
    }

    /// A vertex's place in the world, units.
    pub fn position(&self, vertex: PackedVertex) -> [f32; 3] {
        to_units(self.steps(vertex))
    }

    /// The corners of a face in 1/64 unit and, of a quad, the fourth. `None` for a face of another cell.
    pub(super) fn corners(&self, index: usize) -> Option<([[i32; 3]; 3], Option<[i32; 3]>)> {
        let corner = |vertex: u8| {
            let vertex = self.vertices.get(usize::from(vertex))?;
            Some(self.steps(*vertex))
        };
        let [a, b, c, d] = self.faces.get(index)?.corners;
        let fourth = (index < usize::from(self.quad_count)).then(|| corner(d));
        Some(([corner(a)?, corner(b)?, corner(c)?], fourth.flatten()))
    }
}

block_reader!(Collision);

impl Collision {
    /// Reads the rest of a cursor as a block.
    ///
    /// # Errors
    /// `Malformed` when a node, leaf or hero group lies outside of the block, a face names a vertex that its cell has not, or two
    /// parts share bytes; `Limit` when there are more cells, faces or vertices than [`wonderwheel_ps2::limits::Limits`] allows, or
    /// more than 4,096 cells and one for every 32 bytes.
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let base = cursor.offset();
        let limits = *cursor.limits();
        let (mesh_offset, hero_offset) = offsets(&mut cursor.clone())?;
        let block = cursor.take(cursor.remaining())?;
        let mut claims = Claims::new(block, base, 0)?;
        claims.keep(0, 8, "the block's head")?;
        let mesh = mesh_cursor(block, base, mesh_offset, &limits)?;
        let mut collision = Self::of_parts(Vec::new(), Vec::new(), Vec::new(), None);
        let most_cells = FEW_CELLS + block.len() as u64 / CELL_BYTES;
        let mut leaves = Vec::new();
        tree::walk(&mesh, mesh_offset, &mut claims, |claims, cell, place| {
            let at = mesh_offset + u64::from(place.offset);
            let cells = leaves.len() as u64 + 1;
            limits.check_items("collision cells", cells, base + at)?;
            limits::check("collision cells", cells, most_cells, base + at)?;
            let size = collision.read_leaf(&mesh, cell, place)?;
            leaves.push(at as u32);
            claims.take(at, size, "a leaf").map(drop)
        })?;
        let mut hero_places = hero::Places::default();
        if hero_offset != 0 {
            let (groups, places) =
                hero::read(base, hero_offset, &mut claims, &limits).within(|| "hero groups")?;
            collision.hero = Some(groups);
            hero_places = places;
        }
        claims.check_disjoint()?;
        // What is laid out again to compare it takes as much as all of this.
        let rest = claims.into_rest();
        collision.cells.shrink_to_fit();
        collision.vertices.shrink_to_fit();
        collision.faces.shrink_to_fit();
        collision.bounds = bounds(&collision.cells);
        if !collision.write().is_ok_and(|fresh| fresh == block) {
            collision.layout = Some(Layout {
                leaves,
                hero: hero_places,
                rest,
            });
        }
        Ok(collision)
    }

    /// Appends a leaf; gives back how many bytes its arrays take.
    fn read_leaf(&mut self, mesh: &Cursor<'_>, cell: [i32; 3], place: LeafPlace) -> Result<u64> {
        let mut cursor = tree::at(mesh, place.offset);
        let start = cursor.offset();
        let (face_count, vertex_count, quad_count) = leaf_head(&mut cursor)?;
        let needed = leaf_size(vertex_count.into(), face_count.into(), quad_count.into());
        if needed > place.size as usize {
            return Err(FormatError::malformed(
                start,
                format!("a leaf of up to {} bytes", place.size),
                format!("arrays of {needed}"),
            ));
        }
        let limits = *cursor.limits();
        let stored = StoredCell {
            cell,
            first_vertex: self.vertices.len() as u32,
            first_face: self.faces.len() as u32,
            face_count,
            vertex_count,
            quad_count,
        };
        let vertices = all(cursor.take(4 * usize::from(vertex_count))?);
        let at = cursor.offset();
        let faces = cursor.take(4 * usize::from(face_count))?.as_chunks().0;
        let fourths = cursor.take(quad_count.into())?;
        self.vertices.extend(vertices.map(PackedVertex));
        let all_faces = self.faces.len() as u64 + u64::from(face_count);
        limits.check_items("collision faces", all_faces, start)?;
        let all_vertices = self.vertices.len() as u64;
        limits::check(
            "collision vertices",
            all_vertices,
            limits.vertices.into(),
            start,
        )?;
        steps::count(u64::from(vertex_count) + u64::from(face_count));
        for (i, [v0, v1, v2, ty]) in faces.iter().copied().enumerate() {
            let fourth = fourths.get(i).copied();
            let corners = [v0, v1, v2, fourth.unwrap_or(0)];
            let highest = [v0, v1, v2].into_iter().chain(fourth).fold(0, u8::max);
            if highest >= vertex_count {
                return Err(FormatError::malformed(
                    at + 4 * i as u64,
                    format!("vertices below {vertex_count}"),
                    highest,
                )
                .within(format!("face[{i}]")));
            }
            self.faces.push(Face { corners, ty });
        }
        self.cells.push(stored);
        Ok(needed as u64)
    }

    /// The block's bytes: exactly those that were read, with changed types, or, for a block that was built, the tree level by level,
    /// the leaves, then the hero groups.
    ///
    /// # Errors
    /// `Limit` when something is larger than its field: a cell of 4,080 bytes, the tree's 16-bit and 24-bit offsets.
    pub fn write(&self) -> Result<Vec<u8>> {
        let (mut out, places, hero_places) = match &self.layout {
            Some(layout) => {
                let places = layout.leaves.iter().map(|&place| place as usize);
                (
                    layout.rest.canvas().0,
                    places.collect(),
                    layout.hero.clone(),
                )
            }
            None => self.lay_out()?,
        };
        for (cell, place) in self.cells().zip(places) {
            put(&mut out, place, &leaf_bytes(&cell));
        }
        hero::write(
            self.hero.as_deref().unwrap_or_default(),
            &hero_places,
            &mut out,
        );
        Ok(out)
    }

    /// A block with everything but the leaves' and groups' own bytes, and where those go.
    fn lay_out(&self) -> Result<(Vec<u8>, Vec<usize>, hero::Places)> {
        let sizes: Vec<_> = self
            .cells()
            .map(|cell| {
                let quads = cell.quad_count.into();
                (
                    cell.cell,
                    leaf_size(cell.vertices.len(), cell.faces.len(), quads),
                )
            })
            .collect();
        let mut out = vec![0; BLOCK_ALIGN];
        let mut leaves = tree::lay_out(&sizes, &mut out)?;
        drop(sizes);
        for leaf in &mut leaves {
            *leaf += BLOCK_ALIGN;
        }
        put(&mut out, 0, &(BLOCK_ALIGN as u32).to_le_bytes());
        let mut places = hero::Places::default();
        if let Some(groups) = &self.hero {
            align(&mut out, BLOCK_ALIGN);
            let offset: u32 = fit(out.len(), "bytes of collision", i32::MAX as u32)?;
            put(&mut out, 4, &offset.to_le_bytes());
            places = hero::lay_out(groups, offset, &mut out)?;
        }
        Ok((out, leaves, places))
    }

    /// A block of parts that hang together.
    pub(super) fn of_parts(
        cells: Vec<StoredCell>,
        vertices: Vec<PackedVertex>,
        faces: Vec<Face>,
        hero: Option<Vec<HeroGroup>>,
    ) -> Self {
        Self {
            bounds: bounds(&cells),
            cells,
            vertices,
            faces,
            hero,
            layout: None,
        }
    }

    /// Whether everything fits its field.
    pub(super) fn check_size(&self) -> Result<()> {
        self.lay_out().map(drop)
    }

    /// The least and greatest coordinates of the cells; `None` without cells.
    pub fn cell_bounds(&self) -> Option<([i32; 3], [i32; 3])> {
        self.bounds
    }

    /// Every cell that has a leaf, ascending by z, then y, then x.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell<'_>> {
        self.cells.iter().map(|stored| self.view(stored))
    }

    /// The cell at coordinates (x, y and z in cells), when it has a leaf.
    pub fn cell(&self, [x, y, z]: [i32; 3]) -> Option<Cell<'_>> {
        let key = |stored: &StoredCell| {
            let [x, y, z] = stored.cell;
            [z, y, x]
        };
        let found = self.cells.binary_search_by_key(&[z, y, x], key).ok()?;
        self.cells.get(found).map(|stored| self.view(stored))
    }

    /// The coordinates of the cell that a point lies in: a quarter of it, rounded down.
    pub fn cell_of(position: [f32; 3]) -> [i32; 3] {
        position.map(|value| (value / CELL_UNITS as f32).floor() as i32)
    }

    /// The types of all faces in file order, to be changed. A face that several cells share has one entry for each.
    pub fn types_mut(&mut self) -> impl Iterator<Item = &mut u8> {
        self.faces.iter_mut().map(|face| &mut face.ty)
    }

    /// What only the player runs into; `None` when the block has no such section, not even an empty one.
    pub fn hero_groups(&self) -> Option<&[HeroGroup]> {
        self.hero.as_deref()
    }

    /// Whether [`Collision::write`] puts everything back where it was read, rather than where it would put it itself.
    pub fn has_own_layout(&self) -> bool {
        self.layout.is_some()
    }

    fn view(&self, stored: &StoredCell) -> Cell<'_> {
        let (vertex, face) = (stored.first_vertex as usize, stored.first_face as usize);
        let vertices = vertex..vertex + usize::from(stored.vertex_count);
        let faces = face..face + usize::from(stored.face_count);
        Cell {
            cell: stored.cell,
            vertices: self.vertices.get(vertices).unwrap_or_default(),
            faces: self.faces.get(faces).unwrap_or_default(),
            quad_count: stored.quad_count,
            first_face: stored.first_face,
        }
    }
}

fn bounds(cells: &[StoredCell]) -> Option<([i32; 3], [i32; 3])> {
    let corners = cells.iter().map(|stored| (stored.cell, stored.cell));
    corners.reduce(|(low, high), (cell, _)| (zip(low, cell, i32::min), zip(high, cell, i32::max)))
}

/// Where the mesh and the hero groups are; the latter 0 for none.
pub(super) fn offsets(cursor: &mut Cursor<'_>) -> Result<(u64, u64)> {
    let base = cursor.offset();
    let mesh = unsigned(cursor.i32()?, base, "an offset of the mesh of 0 or more")?;
    let hero = unsigned(
        cursor.i32()?,
        base + 4,
        "an offset of hero groups of 0 or more",
    )?;
    Ok((mesh, hero))
}

/// A cursor at the mesh.
pub(super) fn mesh_cursor<'a>(
    block: &'a [u8],
    base: u64,
    mesh_offset: u64,
    limits: &limits::Limits,
) -> Result<Cursor<'a>> {
    let size = (block.len() as u64).saturating_sub(mesh_offset);
    let mesh = crate::places::slice(block, base, mesh_offset, size, "the mesh")?;
    Ok(Cursor::at_base(mesh, base + mesh_offset).limited(*limits))
}

/// Faces, vertices and quads of a leaf.
pub(super) fn leaf_head(cursor: &mut Cursor<'_>) -> Result<(u16, u8, u8)> {
    let start = cursor.offset();
    let (faces, vertices, quads) = (cursor.u16()?, cursor.u8()?, cursor.u8()?);
    if u16::from(quads) > faces {
        let expected = format!("at most {faces} quads, the faces of the leaf");
        return Err(FormatError::malformed(start + 3, expected, quads));
    }
    Ok((faces, vertices, quads))
}

/// Bytes of a leaf without padding.
pub(super) fn leaf_size(vertices: usize, faces: usize, quads: usize) -> usize {
    4 + 4 * vertices + 4 * faces + quads
}

fn leaf_bytes(cell: &Cell<'_>) -> Vec<u8> {
    let quads = usize::from(cell.quad_count);
    let mut out = Vec::with_capacity(leaf_size(cell.vertices.len(), cell.faces.len(), quads));
    out.extend((cell.faces.len() as u16).to_le_bytes());
    out.extend([cell.vertices.len() as u8, cell.quad_count]);
    out.extend(bytes_of(cell.vertices.iter().map(|vertex| &vertex.0)));
    for face in cell.faces {
        let [v0, v1, v2, _] = face.corners;
        out.extend([v0, v1, v2, face.ty]);
    }
    out.extend(cell.faces.iter().take(quads).map(|face| face.corners[3]));
    out
}
