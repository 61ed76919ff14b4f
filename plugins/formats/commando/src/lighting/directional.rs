//! The directional pass over terrain, run once when a level is loaded.

use rayon::prelude::*;
use wonderwheel_ps2::ee_float::{add, min, mul, sub};
use wonderwheel_ps2::steps;

use super::bank::{BlendRule, LightBank, LightPair};
use super::normal_table::NormalTable;
use super::record::{LightRecord, color_from_5551};
use super::vector::{WHITE, Words3, color_word, dot, scale, sum, with_back};

/// Vertices a task, when the pass runs on all cores.
const TASK: usize = 4096;

/// Turns light records into colours: the base colour, and what two directional lights add to it.
///
/// Every addition is cut off to whole 128ths of the light's colour and clamped at 255; alpha is the record's own. The result
/// replaces the patch's stored colours, which the game never shows; 0x80 is a texture's full brightness.
///
/// Source: spec/commando-lighting.md 5.
#[derive(Debug, Clone)]
pub struct DirectionalPass<'a> {
    table: &'a NormalTable,
    bank: &'a LightBank,
    /// What the select words without a blend mean. Most records use those.
    single: [LightPair; 16],
}

/// The outcome of a pass.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PassColors {
    /// Red, green, blue, alpha of each record in order.
    pub colors: Vec<[u8; 4]>,
    /// Records whose select word names a set that the bank has. When this is 0 and there are records, nothing was lit, and
    /// people should know.
    pub lit: usize,
}

impl<'a> DirectionalPass<'a> {
    /// A pass with a level's table and bank.
    pub fn new(table: &'a NormalTable, bank: &'a LightBank) -> Self {
        let single = std::array::from_fn(|select| {
            bank.pair(
                LightRecord::default()
                    .with_select(select as u16)
                    .selection(),
                BlendRule::AllLanes,
            )
        });
        Self {
            table,
            bank,
            single,
        }
    }

    /// The colour of one record.
    pub fn color(&self, record: &LightRecord) -> [u8; 4] {
        self.lit_by(record, &self.pair(record.select))
    }

    /// The colours of all records, on this core alone.
    pub fn run(&self, records: &[LightRecord]) -> PassColors {
        let mut colors = vec![[0; 4]; records.len()];
        let lit = self.task(records, &mut colors);
        PassColors { colors, lit }
    }

    /// The colours of all records, on all cores. The same bits as [`Self::run`].
    pub fn run_parallel(&self, records: &[LightRecord]) -> PassColors {
        let mut colors = vec![[0; 4]; records.len()];
        let lit = records
            .par_chunks(TASK)
            .zip(colors.par_chunks_mut(TASK))
            .map(|(records, colors)| self.task(records, colors))
            .sum();
        PassColors { colors, lit }
    }

    fn task(&self, records: &[LightRecord], colors: &mut [[u8; 4]]) -> usize {
        let Some(first) = records.first() else {
            return 0;
        };
        steps::count(records.len() as u64);
        // Neighbours mostly select the same sets.
        let mut select = first.select;
        let mut pair = self.pair(select);
        let mut has = self.bank.has(first.selection());
        let mut lit = 0;
        for (record, color) in records.iter().zip(colors) {
            if record.select != select {
                select = record.select;
                pair = self.pair(select);
                has = self.bank.has(record.selection());
            }
            lit += usize::from(has);
            *color = self.lit_by(record, &pair);
        }
        lit
    }

    fn pair(&self, select: u16) -> LightPair {
        match self.single.get(usize::from(select & 15)) {
            Some(pair) if select >> 8 == 0 => *pair,
            _ => {
                let selection = LightRecord::default().with_select(select).selection();
                self.bank.pair(selection, BlendRule::AllLanes)
            }
        }
    }

    fn lit_by(&self, record: &LightRecord, pair: &LightPair) -> [u8; 4] {
        let normal = inward_normal(self.table, record);
        let a = with_back(dot(normal, pair.a.direction), pair.a.back);
        let b = with_back(dot(normal, pair.b.direction), pair.b.back);
        let [r, g, b_base, alpha] = color_from_5551(record.color);
        let lit = [r, g, b_base].map(color_word);
        let lit = sum(lit, scale(pair.a.color, a));
        let lit = sum(lit, scale(pair.b.color, b));
        let [r, g, b] = lit.map(|lane| min(lane, WHITE) as u8);
        // The lights' fourth lanes are zeroed before they are added.
        [r, g, b, alpha]
    }
}

impl LightRecord {
    /// The same record with another select word.
    #[must_use]
    pub const fn with_select(mut self, select: u16) -> Self {
        self.select = select;
        self
    }
}

/// The normal that the console works with. It points into the surface, so that its product with the way a light travels is
/// above zero where the light falls on the surface.
#[inline]
pub(super) fn inward_normal(table: &NormalTable, record: &LightRecord) -> Words3 {
    let [azimuth_cos, azimuth_sin] = table.cos_sin(record.azimuth);
    let [cos, sin] = table.cos_sin(record.elevation);
    [
        sub(0, mul(azimuth_cos, cos)),
        sub(0, mul(azimuth_sin, cos)),
        sub(0, add(0, sin)),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::LightSet;
    use super::*;
    use crate::record::Stored;
    use proptest::prelude::*;
    use wonderwheel_ps2::ee_float::to_f64;

    /// Elevation 64: straight up. Colour: five per channel, alpha bit.
    const UP: LightRecord = LightRecord {
        position_offset: 0,
        azimuth: 0,
        elevation: 64,
        color: 0x94A5,
        select: 0,
    };

    fn sun(color: [f32; 4], direction: [f32; 3]) -> LightBank {
        let [x, y, z] = direction;
        LightBank::new(vec![LightSet {
            color_a: color,
            direction_a: [x, y, z, 0.0],
            ..LightSet::default()
        }])
    }

    fn color(bank: &LightBank, record: LightRecord) -> [u8; 4] {
        DirectionalPass::new(&NormalTable::rounded(), bank).color(&record)
    }

    #[test]
    fn the_worked_vertex_gets_132_and_102() {
        let bank = sun([0.9, 0.97, 0.0, 0.0], [0.0, -0.6, -0.8]);
        // 40 + floor(128 * 0.72), 40 + floor(128 * 0.776)
        assert_eq!(color(&bank, UP), [132, 139, 40, 128]);
        // d = 0.5 exactly: 40 + floor(62.08).
        let bank = sun([0.97, 0.97, 0.97, 0.0], [0.0, 0.0, -0.5]);
        assert_eq!(color(&bank, UP), [102, 102, 102, 128]);
        assert_eq!(mul(0x3F78_51EC, 0x3F00_0000), 0x3EF8_51EC);
        assert_eq!(add(color_word(40), 0x3EF8_51EC), 0x4780_0066);
    }

    #[test]
    fn terrain_is_clamped_at_255() {
        let bank = sun([9.0; 4].map(|c: f32| c), [0.0, 0.0, -1.0]);
        assert_eq!(color(&bank, UP), [255, 255, 255, 128]);
        assert_eq!(min(0x4780_0138, WHITE), 0x4780_00FF);
    }

    #[test]
    fn a_surface_that_faces_away_gets_the_back_factor_s_part() {
        let down = LightRecord {
            elevation: 192,
            ..UP
        };
        let dark = sun([1.0, 1.0, 1.0, 0.0], [0.0, 0.0, -0.8]);
        assert_eq!(color(&dark, down), [40, 40, 40, 128]);
        // d = -0.8, d * w = 0.2: 128 * 0.2 = 25.6.
        let back = sun([1.0, 1.0, 1.0, -0.25], [0.0, 0.0, -0.8]);
        assert_eq!(color(&back, down), [65, 65, 65, 128]);
    }

    #[test]
    fn a_set_beyond_the_bank_gives_exactly_the_base_colour() {
        let bank = sun([1.0, 1.0, 1.0, -1.0], [0.0, 0.0, -1.0]);
        for select in [1, 7, 15, 0x0FFF] {
            let record = UP.with_select(select);
            assert_eq!(color(&bank, record), [40, 40, 40, 128], "{select}");
        }
        let table = NormalTable::rounded();
        let pass = DirectionalPass::new(&table, &bank);
        let lit = pass.run(&[UP, UP.with_select(15), UP.with_select(0x8001)]);
        assert_eq!(lit.lit, 2);
        assert_eq!(
            DirectionalPass::new(&table, &LightBank::default())
                .run(&[UP])
                .lit,
            0
        );
    }

    #[test]
    fn the_angle_byte_is_unsigned() {
        // 200 is beyond half a turn; as a signed byte it would be -56, which is the same turn and another entry.
        let record = LightRecord {
            azimuth: 200,
            elevation: 0,
            ..UP
        };
        let [x, y, z] = inward_normal(&NormalTable::rounded(), &record);
        assert_eq!([x, y], [0xBE47_C5C2, 0x3F7B_14BE]);
        assert_eq!(z, 0);
    }

    #[test]
    fn a_blend_weights_the_second_set() {
        let light = |color| LightSet {
            color_a: color,
            direction_a: [0.0, 0.0, -1.0, 0.0],
            ..LightSet::default()
        };
        let bank = LightBank::new(vec![
            LightSet::default(),
            light([0.0; 4]),
            light([1.0, 0.0, 0.0, 0.0]),
        ]);
        // First set 1, second set 2 at a quarter: 40 + 32.
        assert_eq!(color(&bank, UP.with_select(0x4021)), [72, 40, 40, 128]);
    }

    fn record() -> impl Strategy<Value = LightRecord> {
        any::<[u8; 8]>().prop_map(|bytes| LightRecord::of(&bytes))
    }

    fn bank() -> impl Strategy<Value = LightBank> {
        let color = (0.0..2.0_f32, 0.0..2.0_f32, 0.0..2.0_f32, -1.0..=0.0_f32)
            .prop_map(|(r, g, b, w)| [r, g, b, w]);
        let direction = prop::array::uniform3(-1.0..1.0_f32).prop_map(|[x, y, z]| {
            let length = (x * x + y * y + z * z).sqrt().max(1e-3);
            [x / length, y / length, z / length, 0.0]
        });
        let set = (color.clone(), direction.clone(), color, direction).prop_map(
            |(color_a, direction_a, color_b, direction_b)| LightSet {
                color_a,
                direction_a,
                color_b,
                direction_b,
            },
        );
        prop::collection::vec(set, 0..6).prop_map(LightBank::new)
    }

    proptest! {
        #[test]
        fn more_light_never_darkens_and_alpha_stays(
            bank in bank(), record in record(), lane in 0..3_usize, more in 0.0..1.0_f32,
        ) {
            let before = color(&bank, record);
            let mut brighter = bank;
            for set in &mut brighter.sets {
                set.color_a[lane] += more;
                set.color_b[lane] += more;
            }
            let after = color(&brighter, record);
            for lane in 0..3 {
                prop_assert!(after[lane] >= before[lane]);
            }
            prop_assert_eq!(before[3], color_from_5551(record.color)[3]);
            prop_assert_eq!(after[3], before[3]);
        }

        #[test]
        fn each_light_adds_whole_128ths_of_its_product(bank in bank(), record in record()) {
            let table = NormalTable::rounded();
            let pair = bank.pair(record.selection(), BlendRule::AllLanes);
            let normal = inward_normal(&table, &record);
            let base = color_from_5551(record.color);
            let expected: Vec<u8> = (0..3).map(|lane| {
                let added = [pair.a, pair.b].map(|light| {
                    let d = with_back(dot(normal, light.direction), light.back);
                    (128.0 * to_f64(mul(light.color[lane], d))).floor() as u32
                });
                (u32::from(base[lane]) + added[0] + added[1]).min(255) as u8
            }).collect();
            prop_assert_eq!(&color(&bank, record)[..3], &expected[..]);
        }

    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn all_cores_give_the_same_bits(
            bank in bank(), records in prop::collection::vec(record(), 0..300),
        ) {
            let table = NormalTable::rounded();
            let pass = DirectionalPass::new(&table, &bank);
            let many: Vec<_> = records.iter().copied().cycle().take(records.len() * 40).collect();
            let serial = pass.run(&many);
            prop_assert_eq!(&pass.run_parallel(&many), &serial);
            for (record, found) in records.iter().zip(serial.colors) {
                prop_assert_eq!(pass.color(record), found);
            }
        }
    }
}
