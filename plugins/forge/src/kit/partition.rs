//! From pieces to sectors and parts: a tree of planes halves the city until every leaf is a sector; whole subtrees are parts.

use glam::Vec3;

use crate::error::{ForgeError, Result};

/// What the partition knows of a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Item {
    /// Middle of its box.
    pub middle: Vec3,
    /// About how many bytes it takes.
    pub weight: u32,
}

/// One streamed sector. Its index is its place in [`Partition::sectors`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectorPlan {
    /// Part number, from 1.
    pub part: u32,
    /// Its pieces, by number.
    pub pieces: Vec<usize>,
}

/// The tree over the sectors.
#[derive(Debug, Clone, PartialEq)]
pub enum Tree {
    /// Left lies below `value` on the axis (0 x, 2 z), by the pieces' middles.
    Plane {
        /// 0 or 2.
        axis: u8,
        /// Where it cuts.
        value: f32,
        /// Below.
        left: Box<Tree>,
        /// Above.
        right: Box<Tree>,
    },
    /// A sector.
    Sector(u32),
}

/// A world's division.
#[derive(Debug, Clone, PartialEq)]
pub struct Partition {
    /// Sectors in tree order.
    pub sectors: Vec<SectorPlan>,
    /// The tree.
    pub tree: Tree,
    /// Number of parts.
    pub parts: u32,
}

impl Partition {
    /// The sectors of a part with their indices.
    pub fn of_part(&self, part: u32) -> impl Iterator<Item = (usize, &SectorPlan)> {
        let sectors = self.sectors.iter().enumerate();
        sectors.filter(move |(_, sector)| sector.part == part)
    }
}

/// Divides pieces into `sectors` sectors of about the same weight in `parts` parts.
///
/// # Errors
/// Fewer pieces than sectors, or pieces that no plane separates.
pub fn divide(items: &[Item], parts: u32, sectors: u32) -> Result<Partition> {
    if parts == 0 || sectors < parts || items.len() < sectors as usize {
        return Err(ForgeError::Impossible(format!(
            "{} pieces cannot make {sectors} sectors in {parts} parts",
            items.len()
        )));
    }
    let mut builder = Builder {
        items,
        sectors: Vec::new(),
        next_part: 1,
    };
    let tree = builder.parts((0..items.len()).collect(), parts, sectors)?;
    Ok(Partition {
        sectors: builder.sectors,
        tree,
        parts,
    })
}

struct Builder<'a> {
    items: &'a [Item],
    sectors: Vec<SectorPlan>,
    next_part: u32,
}

/// A plane, and the pieces below and above.
struct Cut {
    axis: u8,
    value: f32,
    sides: [Vec<usize>; 2],
}

impl Cut {
    /// The plane over its two sides; `tree` divides each further.
    fn plane(self, mut tree: impl FnMut(usize, Vec<usize>) -> Result<Tree>) -> Result<Tree> {
        let [left, right] = self.sides;
        Ok(Tree::Plane {
            axis: self.axis,
            value: self.value,
            left: Box::new(tree(0, left)?),
            right: Box::new(tree(1, right)?),
        })
    }
}

impl Builder<'_> {
    fn parts(&mut self, members: Vec<usize>, parts: u32, sectors: u32) -> Result<Tree> {
        if parts == 1 {
            let part = self.next_part;
            self.next_part += 1;
            return self.sectors(members, sectors, part);
        }
        let left_parts = parts / 2;
        // The sectors are dealt to the parts as evenly as whole numbers allow.
        let left_sectors = (sectors * left_parts)
            .div_ceil(parts)
            .clamp(left_parts, sectors - (parts - left_parts));
        let shares = [left_parts, parts - left_parts];
        let pieces = [left_sectors, sectors - left_sectors];
        let cut = self.cut(members, shares, pieces)?;
        cut.plane(|side, members| self.parts(members, shares[side], pieces[side]))
    }

    fn sectors(&mut self, members: Vec<usize>, sectors: u32, part: u32) -> Result<Tree> {
        if sectors == 1 {
            let index = self.sectors.len() as u32;
            self.sectors.push(SectorPlan {
                part,
                pieces: members,
            });
            return Ok(Tree::Sector(index));
        }
        let shares = [sectors / 2, sectors - sectors / 2];
        let cut = self.cut(members, shares, shares)?;
        cut.plane(|side, members| self.sectors(members, shares[side], part))
    }

    /// The plane that shares the weight as `shares` asks and leaves each side at least `pieces`. The longer side is cut unless the other one shares clearly better.
    fn cut(&self, members: Vec<usize>, shares: [u32; 2], pieces: [u32; 2]) -> Result<Cut> {
        let extent = |axis: u8| {
            let values = members.iter().map(|i| self.along(axis, *i));
            values.clone().fold(f32::MIN, f32::max) - values.fold(f32::MAX, f32::min)
        };
        let [x, z] = [extent(0).max(1.0), extent(2).max(1.0)];
        let cuts = [(0_u8, x, z), (2, z, x)].map(|(axis, this, other)| {
            let lopsided = f64::from((other / this - 1.0).max(0.0));
            self.best_cut(axis, &members, shares, pieces)
                .map(|(miss, sorted, at)| (miss + 0.04 * lopsided, axis, sorted, at))
        });
        let best = cuts
            .into_iter()
            .flatten()
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, axis, mut sorted, at)) = best else {
            let what = "pieces that no plane separates".to_owned();
            return Err(ForgeError::Impossible(what));
        };
        let right = sorted.split_off(at);
        let (low, high) = (
            sorted.last().copied().unwrap_or(0),
            right.first().copied().unwrap_or(0),
        );
        let value = (self.along(axis, low) + self.along(axis, high)) * 0.5;
        Ok(Cut {
            axis,
            value,
            sides: [sorted, right],
        })
    }

    fn along(&self, axis: u8, i: usize) -> f32 {
        self.items
            .get(i)
            .map_or(0.0, |item| item.middle[usize::from(axis)])
    }

    /// The members in order along an axis and the place where a cut misses the shares least; how much it misses, of all.
    fn best_cut(
        &self,
        axis: u8,
        members: &[usize],
        shares: [u32; 2],
        pieces: [u32; 2],
    ) -> Option<(f64, Vec<usize>, usize)> {
        let mut sorted = members.to_vec();
        sorted.sort_by(|a, b| {
            self.along(axis, *a)
                .total_cmp(&self.along(axis, *b))
                .then(a.cmp(b))
        });
        let weight = |i: usize| f64::from(self.items.get(i).map_or(0, |item| item.weight));
        let total: f64 = sorted.iter().map(|i| weight(*i)).sum();
        let target = total * f64::from(shares[0]) / f64::from(shares[0] + shares[1]);
        let mut below = 0.0;
        let mut best: Option<(f64, usize)> = None;
        for (at, pair) in sorted.windows(2).enumerate() {
            below += weight(pair[0]);
            let enough = at + 1 >= pieces[0] as usize && sorted.len() - at > pieces[1] as usize;
            let miss = (below - target).abs() / total.max(1.0);
            let apart = self.along(axis, pair[0]) < self.along(axis, pair[1]);
            if enough && apart && best.is_none_or(|(other, _)| miss < other) {
                best = Some((miss, at + 1));
            }
        }
        best.map(|(miss, at)| (miss, sorted, at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn items() -> Vec<Item> {
        let mut rng = crate::kit::rng::Rng::new(3, "partition test");
        (0..400)
            .map(|_| Item {
                middle: Vec3::new(rng.range(-160.0, 160.0), 0.0, rng.range(-120.0, 120.0)),
                weight: 1 + rng.below(50),
            })
            .collect()
    }

    fn check(tree: &Tree, partition: &Partition, items: &[Item], members: &mut Vec<usize>) {
        match tree {
            Tree::Sector(k) => members.extend(&partition.sectors[*k as usize].pieces),
            Tree::Plane {
                axis,
                value,
                left,
                right,
            } => {
                let (mut l, mut r) = (Vec::new(), Vec::new());
                check(left, partition, items, &mut l);
                check(right, partition, items, &mut r);
                let at = |i: &usize| items[*i].middle[usize::from(*axis)];
                assert!(l.iter().all(|i| at(i) <= *value));
                assert!(r.iter().all(|i| at(i) >= *value));
                members.extend(l);
                members.extend(r);
            }
        }
    }

    #[test]
    fn every_piece_is_in_one_sector_and_left_lies_below() {
        let items = items();
        let partition = divide(&items, 24, 150).unwrap();
        assert_eq!(partition.sectors.len(), 150);
        let mut members = Vec::new();
        check(&partition.tree, &partition, &items, &mut members);
        members.sort_unstable();
        assert_eq!(members, (0..400).collect::<Vec<_>>());
    }

    #[test]
    fn parts_are_numbered_from_one_without_a_gap() {
        let partition = divide(&items(), 24, 150).unwrap();
        let mut parts: Vec<u32> = partition.sectors.iter().map(|s| s.part).collect();
        assert!(parts.is_sorted());
        parts.dedup();
        assert_eq!(parts, (1..=24).collect::<Vec<_>>());
    }

    #[test]
    fn too_few_pieces_are_an_error() {
        assert!(divide(&items(), 24, 401).is_err());
    }
}
