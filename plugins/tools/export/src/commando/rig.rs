//! Skeletons of mobys: joints, and how vertices hang on them. Source: spec/commando-assets.md 8.1.
//!
//! A joint stands where its record says, from its parent and without a turn. The matrices beside the records are not used: no
//! page says between which spaces they lead. The bind pose is the same either way, since a skin only says how far joints have gone
//! from there.

use wonderwheel_commando::axes::to_y_up;
use wonderwheel_commando::moby::{Blend, MobyClass};

use super::class::Flat;

/// A skeleton in its bind pose, y up, in class space.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Rig {
    pub joints: Vec<RigJoint>,
    /// From class space to each joint's.
    pub inverse_bind: Vec<[f32; 16]>,
    /// Joints with a parent that does not come before them: taken as roots.
    pub lost_parents: usize,
}

/// A joint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct RigJoint {
    /// A joint before it; none for a root.
    pub parent: Option<usize>,
    /// From its parent.
    pub translation: [f32; 3],
}

impl Rig {
    /// The skeleton of a class; none for one that does not bend.
    pub fn of(class: &MobyClass) -> Option<Self> {
        let count = usize::from(class.header.joint_count);
        if count == 0 {
            return None;
        }
        let scale = class.header.scale / 1024.0;
        let mut rig = Self::default();
        let mut places: Vec<[f32; 3]> = Vec::with_capacity(count);
        for i in 0..count {
            let joint = class.joints.get(i).copied().unwrap_or_default();
            let stored = usize::from(joint.parent());
            // A root names itself or the first joint.
            let parent = Some(stored).filter(|parent| *parent < i);
            rig.lost_parents += usize::from(parent.is_none() && stored > i);
            let translation = to_y_up(joint.translation.map(|value| finite(value * scale)));
            let origin = parent.and_then(|parent| places.get(parent)).copied();
            let ([x, y, z], [ox, oy, oz]) = (translation, origin.unwrap_or_default());
            let place = [x + ox, y + oy, z + oz].map(finite);
            rig.inverse_bind.push(moved(place.map(|value| 0.0 - value)));
            rig.joints.push(RigJoint {
                parent,
                translation,
            });
            places.push(place);
        }
        Some(rig)
    }

    /// Joints and weights of each vertex, and how many name a joint that is not there.
    pub fn weights(&self, flat: &Flat) -> (Vec<[u16; 4]>, Vec<[f32; 4]>, usize) {
        let mut lost = 0;
        let (joints, weights) = flat
            .blends
            .iter()
            .map(|blend| {
                weighted(blend, self.joints.len()).unwrap_or_else(|| {
                    lost += 1;
                    ([0; 4], [1.0, 0.0, 0.0, 0.0])
                })
            })
            .unzip();
        (joints, weights, lost)
    }
}

/// glTF's form of a blend; none when it has no weight or names a joint beyond the last.
fn weighted(blend: &Blend, joints: usize) -> Option<([u16; 4], [f32; 4])> {
    let sum: u32 = blend.weights.iter().map(|weight| u32::from(*weight)).sum();
    let mut out = ([0; 4], [0.0; 4]);
    let pairs = blend.joints.iter().zip(&blend.weights);
    for ((joint, weight), (to_joint, to_weight)) in pairs.zip(out.0.iter_mut().zip(&mut out.1)) {
        if *weight == 0 {
            continue;
        }
        if usize::from(*joint) >= joints {
            return None;
        }
        *to_joint = u16::from(*joint);
        *to_weight = f32::from(*weight) / sum as f32;
    }
    (sum > 0).then_some(out)
}

/// A matrix that moves. Its columns.
fn moved([x, y, z]: [f32; 3]) -> [f32; 16] {
    [
        1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, y, z, 1.0,
    ]
}

fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_commando::moby::{Joint, MobyHeader};

    fn class(joints: &[([f32; 3], u16)]) -> MobyClass {
        MobyClass {
            header: MobyHeader {
                joint_count: joints.len() as u8,
                scale: 2.0,
                ..MobyHeader::default()
            },
            joints: joints
                .iter()
                .map(|(translation, parent)| Joint {
                    translation: *translation,
                    parent_offset: parent * 0x40,
                    unknown_0e: 0x70,
                })
                .collect(),
            ..MobyClass::default()
        }
    }

    #[test]
    fn the_inverse_of_a_joint_undoes_its_way_from_the_root() {
        // Times 2 / 1024: 1 up, then 2 along y and 1 along x.
        let rig = Rig::of(&class(&[([0.0, 0.0, 512.0], 0), ([512.0, 1024.0, 0.0], 0)])).unwrap();
        assert_eq!(
            rig.joints,
            [
                RigJoint {
                    parent: None,
                    translation: [0.0, 1.0, 0.0]
                },
                RigJoint {
                    parent: Some(0),
                    translation: [1.0, 0.0, -2.0]
                },
            ]
        );
        assert_eq!(rig.inverse_bind[0][12..], [0.0, -1.0, 0.0, 1.0]);
        assert_eq!(rig.inverse_bind[1][12..], [-1.0, -1.0, 2.0, 1.0]);
        assert_eq!(rig.lost_parents, 0);
        assert_eq!(Rig::of(&class(&[])), None);
    }

    #[test]
    fn a_parent_that_comes_later_makes_a_root_and_no_circle() {
        let rig = Rig::of(&class(&[
            ([0.0; 3], 1),
            ([f32::NAN, 0.0, 0.0], 0),
            ([0.0; 3], 1000),
        ]))
        .unwrap();
        let parents: Vec<_> = rig.joints.iter().map(|joint| joint.parent).collect();
        assert_eq!(
            (parents.as_slice(), rig.lost_parents),
            ([None, Some(0), None].as_slice(), 2)
        );
        assert_eq!(rig.joints[1].translation, [0.0; 3]);
    }

    #[test]
    fn weights_add_up_to_one_whatever_they_were() {
        let blend = |joints, weights| Blend { joints, weights };
        let found = weighted(&blend([4, 1, 9], [192, 64, 0]), 5);
        assert_eq!(found, Some(([4, 1, 0, 0], [0.75, 0.25, 0.0, 0.0])));
        assert_eq!(
            weighted(&blend([4, 1, 2], [1, 1, 2]), 5).unwrap().1,
            [0.25, 0.25, 0.5, 0.0]
        );
        assert_eq!(weighted(&blend([5, 0, 0], [256, 0, 0]), 5), None);
        assert_eq!(weighted(&blend([0, 0, 0], [0, 0, 0]), 5), None);
    }
}
