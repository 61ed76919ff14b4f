//! The weight of a bone on a vertex.

/// One of the four weights of a vertex: a float whose lowest ten bits hold a bone instead.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct BoneWeight(pub u32);

impl BoneWeight {
    /// The bits that hold the bone.
    const BONE_BITS: u32 = 0x3FF;

    /// A weight for a bone (0..=254); the weight's lowest ten bits are lost.
    pub fn new(bone: u8, weight: f32) -> Self {
        let number = (u32::from(bone) + 1) << 2;
        Self(weight.to_bits() & !Self::BONE_BITS | number & Self::BONE_BITS)
    }

    /// How much the bone moves the vertex; the weights of a vertex add up to 1.
    pub fn weight(self) -> f32 {
        f32::from_bits(self.0 & !Self::BONE_BITS)
    }

    /// The bone; `None` for a place that is not used.
    pub fn bone(self) -> Option<u8> {
        ((self.0 & Self::BONE_BITS) >> 2)
            .checked_sub(1)
            .and_then(|bone| u8::try_from(bone).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weight_is_a_float_with_the_bone_in_its_lowest_bits() {
        // 0.5 = 0x3F000000; bone 31 is stored as 32 << 2 = 0x80.
        let weight = BoneWeight::new(31, 0.5);
        assert_eq!(weight.0, 0x3F00_0080);
        assert_eq!((weight.weight(), weight.bone()), (0.5, Some(31)));
        assert_eq!((BoneWeight(0).weight(), BoneWeight(0).bone()), (0.0, None));
    }
}
