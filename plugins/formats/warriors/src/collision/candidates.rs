//! Which triangles a query has to look at.

use wonderwheel_ps2::steps;

use super::header::MeshHeader;
use super::mesh::CollisionMesh;
use super::triangle::Triangle;

/// What a query remembers while it runs: which triangles it has looked at. One a thread serves every mesh; it grows to the
/// largest mesh's triangle count and allocates nothing after that.
#[derive(Debug, Clone, Default)]
pub struct Scratch {
    checked: BitSet,
    steps: u64,
}

impl Scratch {
    /// An empty one.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many cells and list words the last query went through: its work, for tests and statistics.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    #[cfg(test)]
    pub(super) fn capacity(&self) -> usize {
        self.checked.0.capacity()
    }
}

/// A walk through cells that hands each triangle to `visit` once.
pub(super) struct Walk<'m, 's, V> {
    mesh: &'m CollisionMesh,
    scratch: &'s mut Scratch,
    visit: V,
    budget: u64,
}

impl<'m, 's, V: FnMut(u16, &'m Triangle)> Walk<'m, 's, V> {
    pub(super) fn new(mesh: &'m CollisionMesh, scratch: &'s mut Scratch, visit: V) -> Self {
        scratch.checked.clear(mesh.triangles.len());
        scratch.steps = 0;
        Self {
            mesh,
            scratch,
            visit,
            budget: (mesh.grid.len() + mesh.lists.len()) as u64,
        }
    }

    /// Looks at one cell. `false` when the walk has gone through more than all cells with lists of their own could hold:
    /// cells share lists, and walking on could cost their product. The rest is then taken without the grid, which gives the
    /// same nearest triangle.
    #[must_use]
    pub(super) fn cell(&mut self, cell: [usize; 3]) -> bool {
        let Some(&offset) = self.mesh.grid.get(self.mesh.header.cell_index(cell)) else {
            return true;
        };
        let list = self.mesh.list_at(offset);
        let looked_at = 1 + list.len() as u64;
        self.scratch.steps += looked_at;
        steps::count(looked_at);
        if self.scratch.steps > self.budget {
            return false;
        }
        for &number in list {
            self.triangle(number);
        }
        true
    }

    /// Every cell of a block, borders included.
    pub(super) fn block(mut self, low: [usize; 3], high: [usize; 3]) {
        for z in low[2]..=high[2] {
            for y in low[1]..=high[1] {
                for x in low[0]..=high[0] {
                    if !self.cell([x, y, z]) {
                        return self.without_grid();
                    }
                }
            }
        }
    }

    /// Every triangle that has not been looked at.
    pub(super) fn without_grid(mut self) {
        self.scratch.steps += self.mesh.triangles.len() as u64;
        steps::count(self.mesh.triangles.len() as u64);
        for number in 0..=u16::MAX {
            if usize::from(number) >= self.mesh.triangles.len() {
                break;
            }
            self.triangle(number);
        }
    }

    fn triangle(&mut self, number: u16) {
        let Some(triangle) = self.mesh.triangles.get(usize::from(number)) else {
            return;
        };
        if self.scratch.checked.insert(usize::from(number)) {
            (self.visit)(number, triangle);
        }
    }
}

impl CollisionMesh {
    /// Hands every triangle that the cells of a box list to `visit`, each once. Both corners become cells as points do.
    pub(super) fn each_candidate_in_box<'m>(
        &'m self,
        min: [f32; 3],
        max: [f32; 3],
        scratch: &mut Scratch,
        visit: impl FnMut(u16, &'m Triangle),
    ) {
        let cell = |point: [f32; 3]| {
            let header: &MeshHeader = &self.header;
            header.cell(header.grid_point(point.map(f64::from)))
        };
        let (a, b) = (cell(min), cell(max));
        // A matrix that mirrors an axis swaps its corners.
        let low = std::array::from_fn(|i| axis(&a, i).min(axis(&b, i)));
        let high = std::array::from_fn(|i| axis(&a, i).max(axis(&b, i)));
        Walk::new(self, scratch, visit).block(low, high);
    }
}

fn axis(cell: &[usize; 3], i: usize) -> usize {
    cell.get(i).copied().unwrap_or(0)
}

/// Bits by number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct BitSet(Vec<u64>);

impl BitSet {
    /// `count` bits, all set.
    pub(super) fn filled(count: usize) -> Self {
        let mut words = vec![u64::MAX; count.div_ceil(64)];
        if let (Some(last), 1..) = (words.last_mut(), count % 64) {
            *last = (1 << (count % 64)) - 1;
        }
        Self(words)
    }

    /// Room for `count` bits, none set. Memory that is there is kept.
    fn clear(&mut self, count: usize) {
        self.0.clear();
        self.0.resize(count.div_ceil(64), 0);
    }

    pub(super) fn get(&self, at: usize) -> bool {
        self.0
            .get(at / 64)
            .is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    pub(super) fn set(&mut self, at: usize, on: bool) {
        if let Some(word) = self.0.get_mut(at / 64) {
            let bit = 1 << (at % 64);
            *word = if on { *word | bit } else { *word & !bit };
        }
    }

    /// Sets a bit; whether it was clear.
    fn insert(&mut self, at: usize) -> bool {
        let Some(word) = self.0.get_mut(at / 64) else {
            return false;
        };
        let bit = 1 << (at % 64);
        let was_clear = *word & bit == 0;
        *word |= bit;
        was_clear
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filled_set_has_as_many_bits_as_asked_for() {
        for count in [0, 1, 63, 64, 65, 130] {
            let set = BitSet::filled(count);
            assert!((0..count).all(|at| set.get(at)));
            assert!((count..count + 130).all(|at| !set.get(at)));
        }
    }
}
