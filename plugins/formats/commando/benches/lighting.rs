//! The directional pass, exact, on one core and on all, beside the same formula in the host's floats, whose bytes are often one
//! step off. 100,000 vertices; a level of the disc has 30,000.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use wonderwheel_commando::lighting::{
    DirectionalPass, LightBank, LightRecord, NormalTable, color_from_5551,
};
use wonderwheel_fuzzing::seeds::commando::scenery::light_bank;

const VERTICES: usize = 100_000;

fn main() {
    divan::main();
}

fn bank() -> LightBank {
    LightBank::read(&light_bank()[0]).expect("two suns")
}

/// Records whose neighbours mostly have the same sets, every fourth patch blended.
fn records() -> Vec<LightRecord> {
    (0..VERTICES)
        .map(|i| LightRecord {
            position_offset: 0,
            azimuth: (i * 37) as u8,
            elevation: (i * 11 % 64) as u8,
            color: 0x8000 | (i % 32_768) as u16,
            select: [0, 0, 1, 0x8010][i / 45 % 4],
        })
        .collect()
}

#[divan::bench]
fn exact_on_one_core(bencher: Bencher<'_, '_>) {
    let (table, bank, records) = (NormalTable::rounded(), bank(), records());
    let pass = DirectionalPass::new(&table, &bank);
    bencher
        .counter(ItemsCount::new(VERTICES))
        .bench_local(|| pass.run(black_box(&records)));
}

#[divan::bench]
fn exact_on_all_cores(bencher: Bencher<'_, '_>) {
    let (table, bank, records) = (NormalTable::rounded(), bank(), records());
    let pass = DirectionalPass::new(&table, &bank);
    bencher
        .counter(ItemsCount::new(VERTICES))
        .bench_local(|| pass.run_parallel(black_box(&records)));
}

#[divan::bench]
fn host_floats_on_one_core(bencher: Bencher<'_, '_>) {
    let (bank, records) = (bank(), records());
    bencher.counter(ItemsCount::new(VERTICES)).bench_local(|| {
        let colors = black_box(&records).iter().map(|record| {
            let [first, second, weight] = match record.select {
                0x8010 => [0, 1, 128],
                set => [set, set, 0],
            };
            let (first, second) = (
                bank.sets[usize::from(first)],
                bank.sets[usize::from(second)],
            );
            let weight = f32::from(weight) / 256.0;
            let mix = |a: [f32; 4], b: [f32; 4]| -> [f32; 4] {
                std::array::from_fn(|i| a[i] * (1.0 - weight) + b[i] * weight)
            };
            let normal = record.normal();
            let add = |color: [f32; 4], direction: [f32; 4]| {
                let length = (0..3)
                    .map(|i| direction[i] * direction[i])
                    .sum::<f32>()
                    .sqrt();
                let d = -(0..3).map(|i| normal[i] * direction[i]).sum::<f32>() / length;
                let d = d.max(d * color[3]);
                std::array::from_fn::<_, 3, _>(|i| 128.0 * color[i] * d)
            };
            let a = add(
                mix(first.color_a, second.color_a),
                mix(first.direction_a, second.direction_a),
            );
            let b = add(
                mix(first.color_b, second.color_b),
                mix(first.direction_b, second.direction_b),
            );
            let mut color = color_from_5551(record.color);
            for i in 0..3 {
                color[i] = (f32::from(color[i]) + a[i] + b[i]) as u8;
            }
            color
        });
        colors.collect::<Vec<_>>()
    });
}
