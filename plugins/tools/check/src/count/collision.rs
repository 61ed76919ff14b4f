//! The collision mesh of a level file, chunks 0x52, 0x07 and 0x04 to 0x03.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_warriors::chunk::{ChunkSlice, ChunkType, ResourceSlice};
use wonderwheel_warriors::collision::{
    CollisionMesh, CollisionPayloads, EnabledTriangles, Filter, MeshHeader, Ray, Scratch, Triangle,
};

use super::entry::size;
use crate::known::{Count, Spread};
use crate::sheet::Sheet;
use crate::tally::Tally;

/// The most frequent material of the disc. Source: spec/collision.md 3.3.
const FREQUENT_MATERIAL: u8 = 116;

/// Cells and list words that each of two walks goes through at most. Cells may share lists, so that a few bytes may stand for
/// more work than any file of the disc.
const MOST_STEPS: u64 = 1 << 24;

/// The mesh of a level's resource, if it has all six chunks.
pub fn collision(sheet: &mut Sheet, resource: &ResourceSlice<'_>) -> Result<()> {
    let chunk = |ty| resource.chunks.iter().find(|chunk| chunk.ty == ty);
    let (Some(checked), Some(vertices), Some(triangles), Some(grid), Some(lists), Some(mesh)) = (
        chunk(ChunkType::CollisionChecked),
        chunk(ChunkType::CollisionVertexBuffer),
        chunk(ChunkType::CollisionTriangles),
        chunk(ChunkType::CollisionGrid),
        chunk(ChunkType::CollisionStrings),
        chunk(ChunkType::CollisionMesh),
    ) else {
        return Ok(());
    };
    sheet.tally.one(Count::CollisionMeshes);
    sheet.tally.add(Count::CollisionGridBytes, size(grid));
    sheet.tally.add(Count::CollisionListBytes, size(lists));
    fn payload<'a>(chunk: &ChunkSlice<'a>) -> Cursor<'a> {
        chunk.payload.clone()
    }
    let mesh = CollisionMesh::read(CollisionPayloads {
        checked: payload(checked),
        vertices: payload(vertices),
        triangles: payload(triangles),
        grid: payload(grid),
        lists: payload(lists),
        mesh: payload(mesh),
    })?;
    sheet
        .findings
        .within("collision", |findings| mesh.validate(findings));
    header(&mut sheet.tally, &mesh.header);
    triangle_words(&mut sheet.tally, &mesh);
    directions(&mut sheet.tally, &mesh);
    cells(&mut sheet.tally, &mesh);
    Ok(())
}

fn header(tally: &mut Tally, header: &MeshHeader) {
    let counts = header.counts;
    let [x, y, z] = counts.cells.map(u64::from);
    tally.add(Count::CollisionTriangles, counts.triangles.into());
    tally.add(Count::CollisionVertices, counts.vertices.into());
    tally.range(Spread::CollisionTrianglesEach, counts.triangles.into());
    tally.range(Spread::CollisionVerticesEach, counts.vertices.into());
    tally.range(Spread::CollisionCellsXEach, x);
    tally.range(Spread::CollisionCellsYEach, y);
    tally.range(Spread::CollisionCellsZEach, z);
    tally.one_if(z == 1, Count::CollisionFlatGrids);
    tally.one_if(z == 2, Count::CollisionDoubleGrids);
}

/// Flags with a row of their own. Source: spec/collision.md 3.1.
const FLAGS: [(u16, Count); 11] = [
    (0x0002, Count::CollisionTwoSided),
    (0x0004, Count::CollisionClimb),
    (0x0008, Count::CollisionFlag0008),
    (0x0010, Count::CollisionHiding),
    (0x0020, Count::CollisionFlag0020),
    (0x0040, Count::CollisionFlag0040),
    (0x0080, Count::CollisionFlag0080),
    (0x0100, Count::CollisionFlag0100),
    (0x0200, Count::CollisionNoCamera),
    (0x0400, Count::CollisionFlag0400),
    (0x0800, Count::CollisionFlag0800),
];

fn triangle_words(tally: &mut Tally, mesh: &CollisionMesh) {
    for triangle in &mesh.triangles {
        for (bit, id) in FLAGS {
            tally.one_if(triangle.flags.has(bit), id);
        }
        let material = triangle.material.0;
        tally.distinct(Count::CollisionMaterials, material.into());
        tally.one_if(material == FREQUENT_MATERIAL, Count::CollisionMaterial116);
        tally.range(Spread::CollisionAreaEach, triangle.area.into());
    }
}

/// Which way triangles face, and whether one that faces up is the first that a ray from above meets.
fn directions(tally: &mut Tally, mesh: &CollisionMesh) {
    /// cos 15 degrees.
    const UP: f32 = 0.965_925_8;
    /// Metres over the centre that the ray starts at, and its length.
    const OVER: f32 = 1.0;
    const LENGTH: f32 = 2.0;
    let enabled = EnabledTriangles::all(mesh);
    let scratch = &mut Scratch::new();
    let mut steps = 0;
    for (number, triangle) in (0..=u16::MAX).zip(&mesh.triangles) {
        match mesh.normal(number) {
            Some([_, _, z]) if z > UP => {
                tally.one(Count::CollisionUp);
                let Some([x, y, z]) = centre(mesh, triangle).filter(|_| steps < MOST_STEPS) else {
                    continue;
                };
                let ray = Ray::down([x, y, z + OVER], LENGTH);
                let hit = mesh.ray_cast(&ray, Filter::ALL, &enabled, scratch);
                steps += scratch.steps();
                let is_own = hit.is_some_and(|hit| hit.triangle == number);
                tally.one_if(is_own, Count::CollisionUpOwn);
            }
            Some([_, _, z]) if z < -UP => tally.one(Count::CollisionDown),
            _ => tally.one(Count::CollisionWalls),
        }
    }
}

fn corners(mesh: &CollisionMesh, triangle: &Triangle) -> Option<[[f32; 3]; 3]> {
    let corner = |index: u16| {
        let &[x, y, z, _] = mesh.vertices.get(usize::from(index))?;
        Some([x, y, z])
    };
    let [a, b, c] = triangle.vertices;
    Some([corner(a)?, corner(b)?, corner(c)?])
}

fn centre(mesh: &CollisionMesh, triangle: &Triangle) -> Option<[f32; 3]> {
    let [a, b, c] = corners(mesh, triangle)?;
    Some(std::array::from_fn(|i| (a[i] + b[i] + c[i]) / 3.0))
}

/// The cells of a triangle's box, first and last.
type Block = [[usize; 3]; 2];

/// Whether lists name exactly the triangles whose box touches a cell. Source: spec/collision.md 4.3.
fn cells(tally: &mut Tally, mesh: &CollisionMesh) {
    let blocks: Vec<Option<Block>> = mesh
        .triangles
        .iter()
        .map(|triangle| Some(block(&mesh.header, corners(mesh, triangle)?)))
        .collect();
    let mut inside = vec![0_u64; blocks.len()];
    let [nx, ny, nz] = mesh.header.counts.cells;
    let mut longest = 0;
    let (mut steps, mut outside) = (0_u64, 0_u64);
    for z in 0..nz {
        for y in 0..ny {
            for x in 0..nx {
                let list = mesh.cell_list([x, y, z]);
                longest = longest.max(list.len() as u64);
                steps += 1 + list.len() as u64;
                if steps > MOST_STEPS {
                    return;
                }
                for &number in list {
                    let number = usize::from(number);
                    let Some(Some(block)) = blocks.get(number) else {
                        continue;
                    };
                    if holds(block, [x, y, z].map(usize::from)) {
                        inside[number] += 1;
                    } else {
                        outside += 1;
                    }
                }
            }
        }
    }
    tally.range(Spread::CollisionLongestListEach, longest);
    tally.add(Count::CollisionListOutside, outside);
    let missing = blocks.iter().zip(inside).filter(|(block, inside)| {
        let cells = |[low, high]: &Block| -> u64 {
            let side = |i: usize| (high[i] - low[i] + 1) as u64;
            side(0) * side(1) * side(2)
        };
        block.as_ref().is_some_and(|block| *inside < cells(block))
    });
    tally.add(Count::CollisionListMissing, missing.count() as u64);
}

fn holds([low, high]: &Block, cell: [usize; 3]) -> bool {
    (0..3).all(|i| (low[i]..=high[i]).contains(&cell[i]))
}

/// The cells of the box around three corners.
fn block(header: &MeshHeader, corners: [[f32; 3]; 3]) -> Block {
    let [first, second, third] = corners.map(|corner| grid_cell(header, corner));
    [
        std::array::from_fn(|i| first[i].min(second[i]).min(third[i])),
        std::array::from_fn(|i| first[i].max(second[i]).max(third[i])),
    ]
}

/// The cell of a point: its place in the grid, clamped to the file's box, the fraction cut off.
fn grid_cell(header: &MeshHeader, point: [f32; 3]) -> [usize; 3] {
    let point = point.map(f64::from);
    std::array::from_fn(|axis| {
        let column = header.grid_from_world.map(|row| f64::from(row[axis]));
        let at = point[0] * column[0] + point[1] * column[1] + point[2] * column[2] + column[3];
        let low = f64::from(header.clamp_min[axis]);
        let high = f64::from(header.clamp_max[axis]);
        let cells = usize::from(header.counts.cells[axis]);
        // Not `clamp`, which panics when the file's box is inside out.
        (at.min(high).max(low) as usize).min(cells.max(1) - 1)
    })
}
