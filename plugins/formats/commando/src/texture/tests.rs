use wonderwheel_ps2::error::FormatError;
use wonderwheel_ps2::finding::Findings;

use super::*;
use crate::core::{CoreIndex, CoreTables, EffectTexture, ParticleTexture, TextureEntry};

/// A picture of up to 200 colours, opaque but for every ninth texel.
fn picture(width: u16, height: u16) -> Vec<u8> {
    let texel = |i: usize| {
        let shade = (i * 7 % 200) as u8;
        [
            shade,
            255 - shade,
            shade / 2,
            if shade.is_multiple_of(9) { 64 } else { 255 },
        ]
    };
    (0..usize::from(width) * usize::from(height))
        .flat_map(texel)
        .collect()
}

fn texture(width: u16, height: u16) -> Texture {
    Texture::from_rgba(width, height, &picture(width, height)).unwrap()
}

#[test]
fn alpha_doubles_and_128_and_above_are_opaque() {
    assert_eq!(
        [0, 1, 63, 64, 127, 128, 129, 255].map(picture_alpha),
        [0, 2, 126, 128, 254, 255, 255, 255]
    );
    assert_eq!(
        [0, 2, 126, 128, 254, 255].map(gs_alpha),
        [0, 1, 63, 64, 127, 128]
    );
    assert!((0..=128).all(|alpha| gs_alpha(picture_alpha(alpha)) == alpha));
}

#[test]
fn a_picture_comes_back_from_its_texture() {
    let rgba = picture(32, 16);
    assert_eq!(texture(32, 16).to_rgba(0).unwrap(), rgba);
    assert_eq!(texture(32, 16).to_rgba(1), None);
}

#[test]
fn pictures_that_fit_no_texture_are_refused() {
    assert!(Texture::from_rgba(12, 8, &[0; 12 * 8 * 4]).is_err());
    assert!(Texture::from_rgba(8, 8, &[0; 255]).is_err());
    let colours: Vec<u8> = (0..512_u32)
        .flat_map(|i| [(i / 2) as u8, i as u8, 0, 255])
        .collect();
    let error = Texture::from_rgba(32, 16, &colours).unwrap_err();
    assert!(matches!(error, FormatError::Limit { max: 256, .. }));
}

#[test]
fn mips_halve_as_long_as_both_sides_have_eight_texels() {
    let levels = |width, height| texture(width, height).with_mips().level_count();
    assert_eq!(
        [(8, 8), (16, 16), (32, 32), (64, 64), (256, 256)].map(|(w, h)| levels(w, h)),
        [1, 2, 3, 4, 4]
    );
    assert_eq!(levels(256, 16), 2);
}

#[test]
fn a_mip_is_the_nearest_colour_to_the_average() {
    // Columns of 0 and 100, and a corner that is all 200: averages of 50 are as near to both, 200 stays.
    let mut rgba = Vec::new();
    for y in 0..16 {
        for x in 0..16 {
            let shade = if x < 2 && y < 2 { 200 } else { x % 2 * 100 };
            rgba.extend([shade, shade, shade, 255]);
        }
    }
    rgba[8..12].copy_from_slice(&[60, 60, 60, 255]);
    let mips = Texture::from_rgba(16, 16, &rgba).unwrap().with_mips();
    let level = mips.to_rgba(1).unwrap();
    assert_eq!(level[..4], [200, 200, 200, 255]);
    // (60 + 100 + 0 + 100) / 4 = 65: nearest to 60.
    assert_eq!(level[4..8], [60, 60, 60, 255]);
    // 50: nearest to 60.
    assert_eq!(level[8..12], [60, 60, 60, 255]);
}

/// A store of those, and what their entries are.
fn store(textures: &[Texture]) -> (TextureStore, Vec<TextureEntry>) {
    let mut store = TextureStore::new();
    let entries = textures
        .iter()
        .map(|texture| store.add(texture).unwrap())
        .collect();
    (store, entries)
}

#[test]
fn textures_come_back_from_their_store() {
    let textures: Vec<Texture> = [(64, 64), (8, 8), (16, 8), (32, 32), (128, 16), (8, 64)]
        .map(|(width, height)| texture(width, height).with_mips())
        .into();
    let mut textures = textures;
    // One without mips at the end, where no other texture shows that level 1 is absent.
    textures.push(texture(32, 32));
    let (store, entries) = store(&textures);
    let source = TextureSource::of(&entries, &store.pixels, &store.gs_ram);
    for (entry, texture) in entries.iter().zip(&textures) {
        assert_eq!(source.texture(entry).as_ref(), Ok(texture));
        let findings = Findings::of(|all| source.validate(entry, false, all));
        assert_eq!(findings.as_slice(), []);
    }
    assert!(
        store
            .gs_entries
            .iter()
            .all(|entry| entry.address % 0x100 == 0 && entry.format().is_some())
    );
    // 64 x 64: palette, levels 2 and 3.
    assert_eq!(
        (entries[0].palette, entries[0].level_2, entries[0].level_3),
        (0, 4, 5)
    );
    assert_eq!(
        (store.gs_entries[1].width, store.gs_entries[2].width),
        (16, 8)
    );
    assert_eq!(
        (
            entries[0].level_count,
            entries[1].level_count,
            entries[1].data_offset
        ),
        (4, 1, 0x1400)
    );
}

#[test]
fn a_level_1_is_there_only_with_room_for_it() {
    let (store, entries) = store(&[texture(16, 16)]);
    let mut pixels = store.pixels.clone();
    pixels.extend([7; 64]);
    let source = |pixels| {
        TextureSource::of(&entries, pixels, &store.gs_ram)
            .texture(&entries[0])
            .unwrap()
    };
    assert_eq!(source(&pixels[..]).levels[1], [7; 64]);
    assert!(source(&pixels[..0x100 + 63]).levels[1].is_empty());
}

#[test]
fn a_texture_outside_its_buffers_is_refused() {
    let (store, entries) = store(&[texture(64, 64).with_mips()]);
    let source = TextureSource::of(&entries, &store.pixels, &store.gs_ram);
    let changes: [fn(&mut TextureEntry); 9] = [
        |it| it.width = 48,
        |it| it.width = 0,
        |it| it.height = -8,
        |it| it.data_offset = -1,
        |it| it.data_offset = 0x1000,
        |it| it.palette = -1,
        |it| it.palette = 3,
        |it| it.level_2 = 6,
        |it| it.level_3 = 6,
    ];
    for change in changes {
        let mut bad = entries[0];
        change(&mut bad);
        assert!(source.texture(&bad).is_err(), "{bad:?}");
        let rules = Findings::of(|all| source.validate(&bad, false, all)).rules();
        assert_eq!(rules[0], "texture-broken");
    }
}

#[test]
fn billboards_stand_in_the_gs_memory_image_alone() {
    let mut store = TextureStore::new();
    store.add(&texture(8, 8)).unwrap();
    let billboard = texture(64, 32).with_mips();
    let entry = store.add_billboard(&billboard).unwrap();
    assert_eq!(store.pixels.len(), 0x100);
    let source = TextureSource::of([], &[], &store.gs_ram);
    assert_eq!(source.billboard(&entry), Ok(Some(billboard)));
    assert_eq!(source.billboard(&Default::default()), Ok(None));
}

#[test]
fn a_resident_texture_is_counted_from_the_resident_area() {
    let (store, entries) = store(&[texture(16, 16)]);
    let mut index = CoreIndex {
        tables: CoreTables {
            moby_textures: entries.clone(),
            gs_ram: store.gs_entries.clone(),
            ..CoreTables::default()
        },
        ..CoreIndex::default()
    };
    let mut gs_ram = store.gs_ram.clone();
    let resident = gs_ram.len();
    gs_ram.extend([3; 0x200]);
    index.header.gs_ram.count = 1;
    index.tables.gs_ram.push(crate::core::GsRamEntry {
        address: resident as i32,
        ..Default::default()
    });
    let source = TextureSource::new(&index, &[], &gs_ram);
    let read = source.resident_texture(&entries[0]).unwrap();
    assert_eq!(read.levels[0], [3; 256]);
    assert!(read.levels[1].is_empty());
    index.header.gs_ram.count = 2;
    assert!(
        TextureSource::new(&index, &[], &gs_ram)
            .resident_texture(&entries[0])
            .is_err()
    );
}

#[test]
fn particles_and_effects_are_read_from_their_banks() {
    let mut bank = vec![0x80; 0x400];
    bank.extend([5; 64]);
    let particle = ParticleTexture {
        palette: 0,
        zero: 0,
        pixels: 0x400,
        side: 8,
    };
    assert_eq!(
        TextureSource::particle(&particle, &bank).unwrap().levels[0],
        [5; 64]
    );
    let effect = EffectTexture {
        palette: 0,
        pixels: 0x400,
        width: 16,
        height: 4,
    };
    let read = TextureSource::effect(&effect, &bank).unwrap().unwrap();
    assert_eq!(read.to_rgba(0).unwrap()[..4], [0x80, 0x80, 0x80, 255]);
    let absent = EffectTexture {
        palette: -1,
        pixels: -1,
        width: -1,
        height: -1,
    };
    assert_eq!(TextureSource::effect(&absent, &bank), Ok(None));
    assert!(
        TextureSource::particle(
            &ParticleTexture {
                side: 16,
                ..particle
            },
            &bank
        )
        .is_err()
    );
}
