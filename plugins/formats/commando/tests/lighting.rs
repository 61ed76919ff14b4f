//! Light banks over damaged bytes: what can be read is written back, validated and lights something.

use wonderwheel_commando::lighting::{
    BlendRule, ClassLights, DirectionalPass, LightBank, LightRecord, LightSet, NormalTable,
    PointLight, Selection,
};
use wonderwheel_ps2::finding::Findings;

use crate::tfrag::Random;

#[test]
fn twenty_thousand_damaged_light_banks_do_no_harm() {
    let sun = LightSet {
        color_a: [0.97, 0.86, 0.52, -0.2],
        direction_a: [0.0, -0.6, -0.8, 0.0],
        color_b: [0.1, 0.1, 0.1, 0.0],
        direction_b: [0.0, 0.0, 1.0, 0.0],
    };
    let sample = LightBank::new(vec![sun; 3]).write().unwrap();
    let table = NormalTable::rounded();
    let mut random = Random(0x51ED_2701);
    let mut readable = 0;
    for _ in 0..20_000 {
        let mut bytes = sample.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = random.next() as u8;
        }
        let Ok(bank) = LightBank::read(&bytes) else {
            continue;
        };
        readable += 1;
        assert_eq!(bank.write().unwrap(), bytes);
        bank.validate(&mut Findings::new());
        bank.outline(0);
        let record = LightRecord {
            azimuth: random.next() as u8,
            elevation: random.next() as u8,
            color: random.next() as u16,
            select: random.next() as u16,
            position_offset: 0,
        };
        let color = DirectionalPass::new(&table, &bank).color(&record);
        // Directions may be of any length, factors of any sign: the console's floats hold it all, and alpha stays.
        assert_eq!(color[3], (record.color >> 15 << 7) as u8);
        let lamp = PointLight {
            color: bank.sets[0].color_a,
            position: [0.0; 3],
            radius: bank.sets[0].direction_a[1],
        };
        lamp.light(&table, &record, [i32::MAX; 3], [i16::MIN; 3], color);
        let axes = [[1.0, 0.0, 0.0], [0.0; 3], [f32::MAX; 3]];
        let selection = Selection::of(record.select);
        let lights = ClassLights::new(&bank, selection, axes, BlendRule::BackFactorsAdded);
        let lights = lights.with_point_lights(&[lamp, lamp], [0.5; 3], axes);
        lights.color([i16::MIN; 3], color);
    }
    assert!((1_000..19_900).contains(&readable), "{readable}");
}
