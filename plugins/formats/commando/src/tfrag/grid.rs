//! Patches from heights over a grid, with all three levels of detail.

use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::limits;

use super::data::PatchData;
use super::mesh::{MeshVertex, centre, relative};
use super::records::{AdGif, BASE_COLOR, PLACEHOLDER, StripRecord, VertexInfo, records_of};
use crate::lighting::LightRecord;

/// Cells of LOD 0 along a side of a cell of LOD 2.
const COARSE: usize = 4;
/// Cells of LOD 0 along a side of a cell of LOD 1.
const MIDDLE: usize = 2;
/// A rectangle of ground: positions over a grid whose sides are multiples of four cells. Cells of four by four are the squares
/// of LOD 2, of two by two those of LOD 1.
///
/// Everything by position goes row by row, x first.
#[derive(Debug, Clone, PartialEq)]
pub struct GridPatch {
    /// Cells along x and y, multiples of four. The vector unit's memory holds eight by eight with one ad-gif, eight by four with
    /// several.
    pub cells: [usize; 2],
    /// Raw units, in the world.
    pub positions: Vec<[i32; 3]>,
    /// Texture coordinates, 4,096ths.
    pub uvs: Vec<[i16; 2]>,
    /// Light records. Where their positions stand is filled in.
    pub lights: Vec<LightRecord>,
    /// Textures.
    pub ad_gifs: Vec<AdGif>,
    /// The ad-gif of each square of LOD 2.
    pub square_ad_gifs: Vec<u8>,
    /// Between which corners the middle of a square arrives.
    pub centre_parents: CentreParents,
    /// The patch's place in the occlusion words.
    pub occlusion_index: u16,
}

/// The parents of a vertex in the middle of a coarser square: two opposite corners.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CentreParents {
    /// Those that the coarser level's triangles share: the vertex arrives on the coarser surface, whatever its shape.
    #[default]
    SharedEdge,
    /// The other two: it arrives on the coarser surface where that is flat.
    LowToHigh,
}

impl GridPatch {
    /// A grid whose vertices a function gives, by column and row. All squares use the first ad-gif.
    pub fn from_fn(
        cells: [usize; 2],
        ad_gifs: Vec<AdGif>,
        mut vertex: impl FnMut([usize; 2]) -> MeshVertex,
    ) -> Self {
        let [columns, rows] = cells;
        let mut grid = Self {
            cells,
            positions: Vec::new(),
            uvs: Vec::new(),
            lights: Vec::new(),
            ad_gifs,
            square_ad_gifs: vec![0; (columns / COARSE) * (rows / COARSE)],
            centre_parents: CentreParents::default(),
            occlusion_index: 0,
        };
        for row in 0..=rows {
            for column in 0..=columns {
                let MeshVertex {
                    position,
                    uv,
                    light,
                } = vertex([column, row]);
                grid.positions.push(position);
                grid.uvs.push(uv);
                grid.lights.push(light);
            }
        }
        grid
    }

    /// Level ground around `center` (raw units), with cells of `step` raw units and a texture over every four cells.
    pub fn flat(center: [i32; 3], step: i32, cells: [usize; 2]) -> Self {
        let [x, y, z] = center;
        let [columns, rows] = cells;
        let place = |index: usize, count: usize, center: i32| {
            let half_cells = 2 * index as i32 - count as i32;
            center.saturating_add(half_cells.saturating_mul(step) / 2)
        };
        let ad_gifs = vec![AdGif::new(0, -137, [false; 2])];
        Self::from_fn(cells, ad_gifs, |[column, row]| MeshVertex {
            position: [place(column, columns, x), place(row, rows, y), z],
            uv: [column, row].map(|i| (i * 1024) as i16),
            light: LightRecord::from_normal([0.0, 0.0, 1.0], BASE_COLOR, 0),
        })
    }

    /// The patch: LOD 2 of every fourth position, LOD 1 of every second, LOD 0 of all.
    ///
    /// # Errors
    /// `Malformed` when sides are no multiples of four, an array has another length than the grid, or positions lie further
    /// apart than a patch can say; `Limit` when there are too many cells.
    pub fn build(&self) -> Result<PatchData> {
        self.check()?;
        let order = self.order();
        let origin = centre(&self.positions);
        let mut by_place = vec![0_u8; self.positions.len()];
        let mut data = PatchData {
            origin,
            mip_distance: PatchData::MIP_DISTANCE,
            occlusion_index: self.occlusion_index,
            ad_gifs: self.ad_gifs.clone(),
            ..PatchData::default()
        };
        for (index, (_, [x, y])) in order.iter().enumerate() {
            if let Some(slot) = by_place.get_mut(self.place(*x, *y)) {
                *slot = index as u8;
            }
        }
        let vertex = |[x, y]: [usize; 2]| by_place.get(self.place(x, y)).copied().unwrap_or(0);
        for (tier, [x, y]) in &order {
            let place = self.place(*x, *y);
            let [first, second] = match tier {
                0 => [0, 0],
                1 => self.parents(*x, *y, MIDDLE).map(vertex),
                _ => self.parents(*x, *y, 1).map(vertex),
            };
            let at = |index| relative(origin, &self.positions, index);
            let [s, t] = self.uvs.get(place).copied().unwrap_or_default();
            let (Some(positions), Some(infos)) = (
                data.positions.get_mut(*tier),
                data.vertex_infos.get_mut(*tier),
            ) else {
                continue;
            };
            positions.push(at(place).within(|| format!("position[{place}]"))?);
            infos.push(VertexInfo {
                s,
                t,
                parent: 2 * i16::from(second),
                vertex: 2 * i16::from(vertex([*x, *y])),
            });
            if let Some(parents) = tier
                .checked_sub(1)
                .and_then(|i| data.first_parents.get_mut(i))
            {
                parents.push(first);
            }
            data.lights
                .push(self.lights.get(place).copied().unwrap_or_default());
            data.colors.push(PLACEHOLDER);
        }
        for (lod, step) in [1, MIDDLE, COARSE].into_iter().enumerate() {
            let (strips, indices) = self.strips(step, vertex);
            if let (Some(to_strips), Some(to_indices)) =
                (data.strips.get_mut(lod), data.indices.get_mut(lod))
            {
                *to_strips = strips;
                *to_indices = indices;
            }
        }
        data.set_bounds();
        Ok(data)
    }

    fn check(&self) -> Result<()> {
        let [columns, rows] = self.cells;
        let whole = |cells: usize| cells > 0 && cells.is_multiple_of(COARSE);
        if !whole(columns) || !whole(rows) {
            return Err(FormatError::malformed(
                0,
                "sides of a multiple of four cells",
                format!("{columns} by {rows}"),
            ));
        }
        let positions = (columns + 1).saturating_mul(rows + 1);
        limits::check("positions of a patch", positions as u64, 127, 0)?;
        let squares = (columns / COARSE) * (rows / COARSE);
        for (name, found, expected) in [
            ("positions", self.positions.len(), positions),
            ("texture coordinates", self.uvs.len(), positions),
            ("light records", self.lights.len(), positions),
            ("ad-gifs of squares", self.square_ad_gifs.len(), squares),
        ] {
            if found != expected {
                return Err(FormatError::malformed(
                    0,
                    format!("{expected} {name}"),
                    found,
                ));
            }
        }
        Ok(())
    }

    fn place(&self, x: usize, y: usize) -> usize {
        let [columns, _] = self.cells;
        y * (columns + 1) + x
    }

    /// All positions with their tiers, in the order of the patch: corners of LOD 2's squares; of LOD 1's the middles of edges,
    /// then of squares; the rest.
    fn order(&self) -> Vec<(usize, [usize; 2])> {
        let [columns, rows] = self.cells;
        let rank = |x: usize, y: usize| match (x % COARSE, y % COARSE) {
            (0, 0) => (0, 0),
            (MIDDLE, MIDDLE) => (1, 1),
            (0 | MIDDLE, 0 | MIDDLE) => (1, 0),
            _ => (2, 0),
        };
        let mut order: Vec<_> = (0..=rows)
            .flat_map(|y| (0..=columns).map(move |x| [x, y]))
            .map(|[x, y]| (rank(x, y), [x, y]))
            .collect();
        // Stable: row by row within a rank.
        order.sort_by_key(|(rank, _)| *rank);
        order
            .into_iter()
            .map(|((tier, _), place)| (tier, place))
            .collect()
    }

    /// The ends of the edge, or two corners of the square, that the position is in the middle of.
    fn parents(&self, x: usize, y: usize, step: usize) -> [[usize; 2]; 2] {
        let odd = |value: usize| (value / step) % 2 == 1;
        match (odd(x), odd(y), self.centre_parents) {
            (true, true, CentreParents::LowToHigh) => [[x - step, y - step], [x + step, y + step]],
            (true, true, CentreParents::SharedEdge) => [[x - step, y + step], [x + step, y - step]],
            (true, false, _) => [[x - step, y], [x + step, y]],
            _ => [[x, y.saturating_sub(step)], [x, y + step]],
        }
    }

    /// A strip for each row of cells and stretch of one ad-gif, ordered by ad-gif.
    fn strips(
        &self,
        step: usize,
        vertex: impl Fn([usize; 2]) -> u8,
    ) -> (Vec<StripRecord>, Vec<u8>) {
        let [columns, rows] = self.cells;
        let squares = columns / COARSE;
        let mut runs: Vec<(u8, Vec<u8>)> = Vec::new();
        for y in (0..rows).step_by(step) {
            let row = y / COARSE * squares;
            let of_row = self.square_ad_gifs.get(row..row + squares);
            let mut start = 0;
            for stretch in of_row.unwrap_or_default().chunk_by(|a, b| a == b) {
                let end = start + stretch.len() * COARSE;
                let run = (start..=end)
                    .step_by(step)
                    .flat_map(|x| [[x, y], [x, y + step]])
                    .map(&vertex)
                    .collect();
                runs.push((stretch.first().copied().unwrap_or_default(), run));
                start = end;
            }
        }
        runs.sort_by_key(|(ad_gif, _)| *ad_gif);
        records_of(&runs)
    }
}
