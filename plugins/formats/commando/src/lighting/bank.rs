//! The level's light sets.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::ee_float::{ONE, add, sub};
use wonderwheel_ps2::error::{FormatError, Result, Within};
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::outline::Node;

use super::record::Selection;
use super::vector::{normalized, scale, sum, words};
use crate::record::{bytes_of, record};

/// Sets that a select word can name.
pub const RUN_TIME_SETS: usize = 16;

record! {
    /// Two directional lights. 0x40 bytes.
    ///
    /// Source: spec/commando-lighting.md 3.
    #[derive(Copy, Default)]
    pub struct LightSet: u64 = 0x40 {
        /// 0x00: red, green and blue that light A adds to a surface facing it, where 1.0 is 128 steps; then the back factor: a
        /// surface that faces away at cosine `d < 0` gets `d` times this. At most 0 on every known disc.
        pub color_a: [f32; 4] as debug "color A, back factor",
        /// 0x10: the way the light of A travels: a sun has z < 0. The fourth value has no known meaning.
        pub direction_a: [f32; 4] as debug "direction A",
        /// 0x20: as for A.
        pub color_b: [f32; 4] as debug "color B, back factor",
        /// 0x30: as for A.
        pub direction_b: [f32; 4] as debug "direction B",
    }
}

impl LightSet {
    fn values(&self) -> impl Iterator<Item = f32> {
        [
            self.color_a,
            self.direction_a,
            self.color_b,
            self.direction_b,
        ]
        .into_iter()
        .flatten()
    }
}

/// The "lights" block of a level's gameplay data.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LightBank {
    /// Bytes 0x04..0x10, zero on the disc.
    pub unused: [u8; 12],
    /// The sets. A select word can name the first 16.
    pub sets: Vec<LightSet>,
}

impl LightBank {
    /// A bank of these sets.
    pub fn new(sets: Vec<LightSet>) -> Self {
        Self {
            unused: [0; 12],
            sets,
        }
    }

    /// Reads a whole block.
    ///
    /// # Errors
    /// As [`Self::read_from`]; `Malformed` also when bytes follow.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        let bank = Self::read_from(&mut cursor)?;
        cursor.finish()?;
        Ok(bank)
    }

    /// Reads a block where the cursor stands, and no further than its last set.
    ///
    /// # Errors
    /// `Malformed` when the count is negative, the sets do not fit, or a value is not finite; `Limit` when there are more sets
    /// than the cursor's limits allow.
    pub fn read_from(cursor: &mut Cursor<'_>) -> Result<Self> {
        let offset = cursor.offset();
        let count = cursor.i32()?;
        let count = u64::try_from(count)
            .map_err(|_| FormatError::malformed(offset, "a count of light sets", count))?;
        let unused = cursor.array()?;
        let fitting = cursor.check_count(count, LightSet::BYTES)?;
        cursor.limits().check_items("light sets", count, offset)?;
        let mut sets = Vec::with_capacity(fitting);
        for i in 0..fitting {
            let offset = cursor.offset();
            let set: LightSet = cursor.record()?;
            if let Some(value) = set.values().find(|value| !value.is_finite()) {
                let error = FormatError::malformed(offset, "finite numbers", value);
                return Err(error).within(|| format!("light set[{i}]"));
            }
            sets.push(set);
        }
        Ok(Self { unused, sets })
    }

    /// The block's bytes.
    ///
    /// # Errors
    /// `Limit` when there are more sets than a count can say.
    pub fn write(&self) -> Result<Vec<u8>> {
        let count = i32::try_from(self.sets.len()).map_err(|_| {
            FormatError::limit(0, "light sets", i32::MAX as u64, self.sets.len() as u64)
        })?;
        let mut out = Vec::with_capacity(0x10 + 0x40 * self.sets.len());
        out.extend(count.to_le_bytes());
        out.extend(self.unused);
        out.extend(bytes_of(&self.sets));
        Ok(out)
    }

    /// Rules that discs keep: at most 16 sets, no back factor above 0, directions of length 1, zeros behind the count.
    pub fn validate(&self, findings: &mut Findings) {
        findings.expect(self.unused == [0; 12], "light-bank-unused", || {
            format!("expected twelve zero bytes, found {:02x?}", self.unused)
        });
        let count = self.sets.len();
        findings.expect(count <= RUN_TIME_SETS, "light-bank-count", || {
            format!("expected at most {RUN_TIME_SETS} light sets, found {count}")
        });
        findings.each("light set", &self.sets, |set, findings| {
            validate_light("A", set.color_a, set.direction_a, findings);
            validate_light("B", set.color_b, set.direction_b, findings);
        });
    }

    /// The tree of the block for people.
    pub fn outline(&self, offset: u64) -> Node {
        let size = 0x10 + LightSet::BYTES * self.sets.len() as u64;
        let mut node = Node::new(offset, size, "light bank");
        node.field("sets", self.sets.len());
        for (i, set) in self.sets.iter().enumerate() {
            let at = offset + 0x10 + LightSet::BYTES * i as u64;
            let mut child = Node::new(at, LightSet::BYTES, format!("light set[{i}]"));
            set.show(&mut child);
            node.children.push(child);
        }
        node
    }

    /// The lights that a select word names. Sets that the bank does not have are dark: retail data names set 15 for that.
    pub fn pair(&self, selection: Selection, rule: BlendRule) -> LightPair {
        let set = |index: u8| {
            let set = self.sets.get(usize::from(index & 15));
            set.copied().unwrap_or_default()
        };
        match selection {
            Selection::One(index) => LightPair::of(&set(index)),
            Selection::Blend {
                first,
                second,
                second_weight,
            } => {
                let weight = Selection::weight_word(second_weight);
                LightPair::blend(&set(first), &set(second), weight, rule)
            }
        }
    }

    /// Whether the bank has a set that the selection names.
    pub(super) fn has(&self, selection: Selection) -> bool {
        let has = |index: u8| usize::from(index) < self.sets.len();
        match selection {
            Selection::One(index) => has(index),
            Selection::Blend { first, second, .. } => has(first) || has(second),
        }
    }
}

fn validate_light(name: &str, color: [f32; 4], direction: [f32; 4], findings: &mut Findings) {
    let [.., back] = color;
    findings.expect(back <= 0.0, "light-back-factor", || {
        format!("expected a back factor of light {name} of at most 0, found {back}")
    });
    let [x, y, z, _] = direction;
    let length = (x * x + y * y + z * z).sqrt();
    let dark = color[..3] == [0.0; 3];
    findings.expect(
        dark || (length - 1.0).abs() < 0.01,
        "light-direction",
        || format!("expected a direction of light {name} of length 1, found length {length}"),
    );
}

/// What blending two sets does to back factors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlendRule {
    /// Terrain and ties: all four lanes of a colour are weighted.
    AllLanes,
    // Quirk: the first game's shrub routine weights three lanes and adds the fourth as it is. Source:
    // spec/commando-lighting.md 7.
    /// Shrubs: the back factors are added without weights.
    BackFactorsAdded,
}

/// Two lights as words, ready to be added to surfaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LightPair {
    /// Light A.
    pub a: Light,
    /// Light B.
    pub b: Light,
}

/// One directional light as the console's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Light {
    /// Red, green, blue.
    pub color: [u32; 3],
    /// The way the light travels, or, for classes, towards it.
    pub direction: [u32; 3],
    /// Back factor.
    pub back: u32,
}

impl LightPair {
    fn of(set: &LightSet) -> Self {
        let light = |color, direction| {
            let ([r, g, b, back], [x, y, z, _]) = (words(color), words(direction));
            Light {
                color: [r, g, b],
                direction: [x, y, z],
                back: add(0, back),
            }
        };
        Self {
            a: light(set.color_a, set.direction_a),
            b: light(set.color_b, set.direction_b),
        }
    }

    fn blend(first: &LightSet, second: &LightSet, weight: u32, rule: BlendRule) -> Self {
        let rest = sub(ONE, weight);
        let light = |color: [[f32; 4]; 2], direction: [[f32; 4]; 2]| {
            let mixed = |[a, b]: [[f32; 4]; 2]| sum(scale(words(a), rest), scale(words(b), weight));
            let [r, g, b, mixed_back] = mixed(color);
            let [x, y, z, _] = mixed(direction);
            let back = match rule {
                BlendRule::AllLanes => mixed_back,
                BlendRule::BackFactorsAdded => {
                    let [[.., first], [.., second]] = color;
                    add(first.to_bits(), second.to_bits())
                }
            };
            Light {
                color: [r, g, b],
                direction: normalized([x, y, z]),
                back: add(0, back),
            }
        };
        Self {
            a: light(
                [first.color_a, second.color_a],
                [first.direction_a, second.direction_a],
            ),
            b: light(
                [first.color_b, second.color_b],
                [first.direction_b, second.direction_b],
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_ps2::ee_float::to_f64;

    fn set(x: f32, y: f32, back: f32) -> LightSet {
        LightSet {
            color_a: [1.0, 0.5, 0.25, back],
            direction_a: [x, y, 0.0, 7.0],
            ..LightSet::default()
        }
    }

    #[test]
    fn a_bank_comes_back_with_its_unused_bytes() {
        let mut bank = LightBank::new(vec![set(1.0, 0.0, -0.5), LightSet::default()]);
        bank.unused[3] = 9;
        let bytes = bank.write().unwrap();
        assert_eq!(bytes.len(), 0x90);
        assert_eq!(LightBank::read(&bytes), Ok(bank.clone()));
        for end in 0..bytes.len() {
            assert!(LightBank::read(&bytes[..end]).is_err());
        }
        let node = bank.outline(0x100);
        assert_eq!((node.size, node.children.len()), (0x90, 2));
        assert_eq!(node.children[1].offset, 0x150);
    }

    #[test]
    fn a_negative_count_and_values_without_a_size_are_refused() {
        let mut bytes = LightBank::new(vec![set(1.0, 0.0, 0.0)]).write().unwrap();
        bytes[0x1C..0x20].copy_from_slice(&0x7F80_0000_u32.to_le_bytes());
        let error = LightBank::read(&bytes).unwrap_err();
        assert_eq!(error.path().to_string(), "light set[0]");
        bytes[3] = 0x80;
        assert!(LightBank::read(&bytes).is_err());
    }

    #[test]
    fn odd_banks_are_reported() {
        wonderwheel_ps2::assert_breaks! { &LightBank::new(vec![set(1.0, 0.0, -0.5); 16]), LightBank::validate;
            "light-bank-unused" bank => bank.unused[0] = 1;
            "light-bank-count" bank => bank.sets.push(bank.sets[0]);
            "light-back-factor" bank => bank.sets[0].color_a[3] = 0.5;
            "light-direction" bank => bank.sets[0].direction_a[0] = 2.0;
        }
        let odd = LightBank::new(vec![set(2.0, 0.0, 0.5)]);
        let findings = Findings::of(|all| odd.validate(all));
        assert_eq!(findings.as_slice()[0].path, "light set[0]");
    }

    #[test]
    fn a_blended_direction_has_length_one_and_a_single_one_is_untouched() {
        let bank = LightBank::new(vec![set(1.0, 0.0, -0.5), set(0.0, 1.0, -0.25)]);
        let one = bank.pair(Selection::One(0), BlendRule::AllLanes);
        assert_eq!(one.a.direction, [0x3F80_0000, 0, 0]);
        let selection = Selection::Blend {
            first: 0,
            second: 1,
            second_weight: 0x80,
        };
        let blended = bank.pair(selection, BlendRule::AllLanes);
        // 1 / sqrt 2 is 0x3F3504F3.
        for lane in &blended.a.direction[..2] {
            assert!(lane.abs_diff(0x3F35_04F3) <= 2, "{lane:#x}");
        }
        assert_eq!(to_f64(blended.a.back), -0.375);
        assert_eq!(to_f64(blended.a.color[1]), 0.5);
        let shrub = bank.pair(selection, BlendRule::BackFactorsAdded);
        assert_eq!(to_f64(shrub.a.back), -0.75);
        assert_eq!(shrub.a.direction, blended.a.direction);
    }

    #[test]
    fn a_set_that_the_bank_does_not_have_is_dark() {
        let bank = LightBank::new(vec![set(1.0, 0.0, -0.5)]);
        let dark = bank.pair(Selection::One(15), BlendRule::AllLanes);
        assert_eq!(dark.a, Light::default());
        assert!(bank.has(Selection::of(0)) && !bank.has(Selection::of(15)));
        assert!(bank.has(Selection::of(0x010F)));
    }
}
