//! Loading a level, whole and in parts. `open` beside `decompress_only` shows what the directory, the regions and the instances
//! cost beside their two streams; `load` is all that stands between a file and its first picture; compare it with the
//! sum of `open`, `all_textures_to_rgba` and `terrain_lit_on_one_core`, which is the same one after the other on one core.

use divan::{Bencher, black_box};
use wonderwheel_commando::gameplay::{BlockKind, Gameplay, InstanceTable, TieInstance};
use wonderwheel_commando::level::{
    DataExtent, Level, LevelFile, NewClass, NewLevel, NewTextures, TextureKind,
};
use wonderwheel_commando::lighting::{DirectionalPass, LightBank, NormalTable};
use wonderwheel_commando::lz;
use wonderwheel_commando::texture::Texture;
use wonderwheel_commando::tfrag::TfragBlock;
use wonderwheel_fuzzing::seeds::commando::scenery::{large_tfrag, light_bank};

fn main() {
    divan::main();
}

/// A level of 4 MiB with 833 patches as level 0 of the disc, 60 textures, 80 classes and 2,000 ties.
fn level() -> Vec<u8> {
    let mut state = 0x2545_F491_u32;
    let mut noise = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state >> 8
    };
    let mut block = |size: usize| -> Vec<u8> {
        let record = |_| {
            let mut record = [0_u8; 16];
            record[..2].copy_from_slice(&((noise() % 200) as u16).to_le_bytes());
            record[4] = (noise() % 16) as u8;
            record
        };
        (0..size / 16).flat_map(record).collect()
    };
    let texture = |i: u32| {
        let texel = |texel: u32| [(texel % 16) as u8, (texel / 1024) as u8, i as u8, 255];
        let rgba: Vec<u8> = (0..128 * 128).flat_map(texel).collect();
        Texture::from_rgba(128, 128, &rgba).map(Texture::with_mips)
    };
    let ties = vec![TieInstance::default(); 2000];
    let new = NewLevel {
        tfrags: large_tfrag().expect("patches within every limit"),
        collision: block(1 << 20),
        textures: NewTextures {
            tfrag: (0..60)
                .map(texture)
                .collect::<Result<_, _>>()
                .expect("16 x 16 colours"),
            ..NewTextures::default()
        },
        tie_classes: (0..80)
            .map(|class| NewClass {
                class,
                textures: vec![0],
                bytes: block(12_000),
            })
            .collect(),
        gameplay: Gameplay::lay_out([(BlockKind::TieInstances, InstanceTable::new(ties).write())])
            .expect("a small block"),
        ..NewLevel::default()
    };
    new.write().expect("pieces within every limit")
}

fn suns() -> LightBank {
    LightBank::read(&light_bank()[0]).expect("two suns")
}

#[divan::bench]
fn open(bencher: Bencher<'_, '_>) {
    let file = level();
    bencher.bench_local(|| {
        let level = Level::read(black_box(&file)).expect("a sound level");
        (
            level.core_data.len(),
            level.gameplay.tie_instances().map(|ties| ties.len()),
        )
    });
}

#[divan::bench]
fn decompress_only(bencher: Bencher<'_, '_>) {
    let file = level();
    let members = LevelFile::read(&file).expect("a sound level").members;
    let data = DataExtent::read(members.data)
        .expect("a sound extent")
        .members;
    bencher.bench_local(|| {
        [data.core_data, members.gameplay]
            .map(|stream| lz::decompress(black_box(stream)).map(|out| out.len()))
    });
}

#[divan::bench]
fn all_textures_to_rgba(bencher: Bencher<'_, '_>) {
    let file = level();
    let level = Level::read(&file).expect("a sound level");
    bencher.bench_local(|| texels(black_box(&level)));
}

fn texels(level: &Level<'_>) -> usize {
    let all = 0..level.textures(TextureKind::Tfrag).len();
    all.filter_map(|i| level.texture(TextureKind::Tfrag, i).ok()?.to_rgba(0))
        .map(|rgba| rgba.len())
        .sum()
}

#[divan::bench]
fn terrain_lit_on_one_core(bencher: Bencher<'_, '_>) {
    let file = level();
    let level = Level::read(&file).expect("a sound level");
    let (table, bank) = (NormalTable::rounded(), suns());
    bencher.bench_local(|| {
        let terrain = TfragBlock::read(black_box(level.tfrags())).expect("sound terrain");
        DirectionalPass::new(&table, &bank).run(terrain.lights())
    });
}

#[divan::bench]
fn load(bencher: Bencher<'_, '_>) {
    let file = level();
    let (table, bank) = (NormalTable::rounded(), suns());
    bencher.bench_local(|| {
        let level = Level::read(black_box(&file)).expect("a sound level");
        let texels = texels(&level);
        let terrain = TfragBlock::read(level.tfrags()).expect("sound terrain");
        let lit = DirectionalPass::new(&table, &bank).run_parallel(terrain.lights());
        (texels, lit.lit)
    });
}
