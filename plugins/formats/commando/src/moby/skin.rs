//! Which joints move a vertex: a replay of what happens in matrix memory.

use super::{MobyVertex, VertexTable};

/// Up to three joints with their weights, 256ths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Blend {
    /// Joints.
    pub joints: [u8; 3],
    /// Their weights; a joint of weight 0 does not count.
    pub weights: [u16; 3],
}

/// A weight of 1.
const WHOLE: u16 = 256;

/// The address that means "nowhere".
pub(super) const NO_STORE: u8 = 0xF4;

impl Blend {
    /// One joint alone.
    pub fn joint(joint: u8) -> Self {
        Self {
            joints: [joint, 0, 0],
            weights: [WHOLE, 0, 0],
        }
    }

    /// A mix of blends, the weights of equal joints added; whether it is exact: false when more than three joints take part, of
    /// which the three heaviest stay.
    pub(super) fn mix(parts: &[(Self, u8)]) -> (Self, bool) {
        let mut joints: Vec<(u8, u32)> = Vec::new();
        for (blend, part) in parts {
            for (&joint, &weight) in blend.joints.iter().zip(&blend.weights) {
                let weight = u32::from(weight) * u32::from(*part);
                match joints.iter_mut().find(|(known, _)| *known == joint) {
                    _ if weight == 0 => {}
                    Some((_, sum)) => *sum += weight,
                    None => joints.push((joint, weight)),
                }
            }
        }
        let exact = joints.len() <= 3;
        if !exact {
            joints.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        }
        let mut mixed = Self::default();
        let places = mixed.joints.iter_mut().zip(&mut mixed.weights);
        for ((joint, weight), (from, sum)) in places.zip(joints) {
            *joint = from;
            *weight = u16::try_from((sum + 128) / 256).unwrap_or(u16::MAX);
        }
        (mixed, exact)
    }
}

/// Matrix memory while the packets of a list are replayed.
///
/// A vertex first stores the joint that it names, where it says so, then takes what it needs from memory, and stores the mix
/// where it says so. Source: spec/commando-assets.md 8.4.
#[derive(Debug, Clone)]
pub(super) struct MatrixMemory {
    matrices: [Option<Blend>; 256],
    /// Vertices that needed a matrix that nothing has stored, or more than three joints.
    pub(super) inexact: u32,
}

impl MatrixMemory {
    pub(super) fn new() -> Self {
        Self {
            matrices: [None; 256],
            inexact: 0,
        }
    }

    /// Replays a table: one blend for each of its vertices.
    pub(super) fn replay(&mut self, table: &VertexTable) -> Vec<Blend> {
        for &[joint, address] in &table.transfers {
            self.store(address, Blend::joint(joint));
        }
        let two_way = table.header.two_way as usize;
        let three_way = two_way.saturating_add(table.header.three_way as usize);
        let vertices = table.vertices.iter().enumerate();
        vertices
            .map(|(i, vertex)| {
                if i < two_way {
                    self.two_way(vertex)
                } else if i < three_way {
                    self.three_way(vertex)
                } else {
                    self.main(vertex)
                }
            })
            .collect()
    }

    fn two_way(&mut self, vertex: &MobyVertex) -> Blend {
        let [load_1, load_2, weight_1, weight_2, transferred, blended] = vertex.skin;
        self.store(transferred, Blend::joint(vertex.joint()));
        self.mix(&[(load_1, weight_1), (load_2, weight_2)], blended)
    }

    fn three_way(&mut self, vertex: &MobyVertex) -> Blend {
        let [load_1, load_2, weight_1, weight_2, weight_3, blended] = vertex.skin;
        // Seven bits times two: an address of a byte.
        let load_3 = vertex.joint() << 1;
        self.mix(
            &[(load_1, weight_1), (load_2, weight_2), (load_3, weight_3)],
            blended,
        )
    }

    fn main(&mut self, vertex: &MobyVertex) -> Blend {
        let [load, transferred, ..] = vertex.skin;
        self.store(transferred, Blend::joint(vertex.joint()));
        self.load(load)
    }

    fn mix(&mut self, parts: &[(u8, u8)], blended: u8) -> Blend {
        let inexact = self.inexact;
        let parts: Vec<_> = parts
            .iter()
            .map(|&(address, weight)| (self.load(address), weight))
            .collect();
        let (mixed, exact) = Blend::mix(&parts);
        // A vertex counts once.
        self.inexact = inexact + u32::from(!exact || self.inexact > inexact);
        self.store(blended, mixed);
        mixed
    }

    fn load(&mut self, address: u8) -> Blend {
        let stored = self.matrices.get(usize::from(address)).copied().flatten();
        self.inexact += u32::from(stored.is_none());
        stored.unwrap_or(Blend::joint(0))
    }

    fn store(&mut self, address: u8, blend: Blend) {
        if address != NO_STORE
            && let Some(place) = self.matrices.get_mut(usize::from(address))
        {
            *place = Some(blend);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::VertexHeader;
    use super::*;

    fn vertex(joint: u16, skin: [u8; 6]) -> MobyVertex {
        MobyVertex {
            low: joint << 9,
            skin,
            ..MobyVertex::default()
        }
    }

    #[test]
    fn vertices_take_and_leave_matrices_in_their_order() {
        let table = VertexTable {
            header: VertexHeader {
                two_way: 1,
                three_way: 1,
                main: 3,
                ..VertexHeader::default()
            },
            transfers: vec![[5, 0], [6, 4]],
            vertices: vec![
                // Joint 7 goes to 8; half of 0 and half of 8; the mix goes to 12.
                vertex(7, [0, 8, 128, 128, 8, 12]),
                // 0, 4 and (twice 6) 12.
                vertex(6, [0, 4, 64, 64, 128, NO_STORE]),
                vertex(0, [12, NO_STORE, 0, 0, 0, 0]),
                // Joint 9 goes to 16, from where it is taken at once.
                vertex(9, [16, 16, 0, 0, 0, 0]),
                vertex(0, [20, NO_STORE, 0, 0, 0, 0]),
            ],
            ..VertexTable::default()
        };
        let mut memory = MatrixMemory::new();
        let blends = memory.replay(&table);
        let half = Blend {
            joints: [5, 7, 0],
            weights: [128, 128, 0],
        };
        assert_eq!(blends[0], half);
        // 64 of 5; 64 of 6; 128 of the mix of 5 and 7.
        assert_eq!(
            (blends[1].joints, blends[1].weights),
            ([5, 6, 7], [128, 64, 64])
        );
        assert_eq!(blends[2], half);
        assert_eq!(blends[3], Blend::joint(9));
        // Nothing has been stored at 20.
        assert_eq!((blends[4], memory.inexact), (Blend::joint(0), 1));
    }

    #[test]
    fn the_three_heaviest_of_more_joints_stay() {
        let pair = |joints: [u8; 2], weights: [u16; 2]| Blend {
            joints: [joints[0], joints[1], 0],
            weights: [weights[0], weights[1], 0],
        };
        let (mixed, exact) = Blend::mix(&[
            (pair([1, 2], [192, 64]), 128),
            (pair([3, 4], [128, 128]), 128),
        ]);
        assert!(!exact);
        assert_eq!((mixed.joints, mixed.weights), ([1, 3, 4], [96, 64, 64]));
    }
}
