//! Targets of Going Commando's formats that are no files, and how much its files hold.

use std::sync::LazyLock;

use wonderwheel_commando::core::{
    BillboardTexture, EffectTexture, ParticleDefinitions, ParticleTexture, TextureEntry,
};
use wonderwheel_commando::fuzz::{expanded, stream_size};
use wonderwheel_commando::level::{self, ChunkFile, DataExtent, LevelFile, Overlay};
use wonderwheel_commando::lighting::{
    BlendRule, ClassLights, DirectionalPass, LightBank, LightRecord, NormalTable, PointLight,
    Selection,
};
use wonderwheel_commando::lz;
use wonderwheel_commando::texture::TextureSource;
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};
use wonderwheel_ps2::law::{self, validated};

static SINES: LazyLock<NormalTable> = LazyLock::new(NormalTable::rounded);

/// Any bytes: compressed and stored they are streams that keep the rules for writers, and hold the bytes.
pub fn wad_compress(bytes: &[u8]) {
    for stream in [lz::compress(bytes), lz::store(bytes)] {
        match lz::decompress(&stream) {
            Ok(plain) => assert!(plain == bytes, "other bytes come back"),
            Err(error) => panic!("a compressor's stream cannot be read: {error}"),
        }
        validated(|findings| {
            lz::validate(&stream, findings);
            assert!(findings.is_empty(), "{:?}", findings.as_slice());
        });
        let header = lz::StreamHeader::read(&mut Cursor::new(&stream));
        assert!(header.is_ok_and(|(header, _)| header.compressed_size as usize == stream.len()));
    }
}

/// A level's code: its sections, and the table of sines that is looked for in it.
pub fn overlay(bytes: &[u8]) {
    law::keeps(bytes, |bytes| Ok(Overlay::read(bytes)), Overlay::write);
    if let Some(Some((table, at))) = law::read(bytes, NormalTable::find) {
        let stored = bytes.get(at..at + NormalTable::BYTES);
        assert_eq!(stored, Some(table.to_bytes().as_slice()));
    }
    law::shows_inside(&level::outline_overlay(bytes), bytes.len() as u64);
}

/// Whether it has a table of sines.
pub fn is_overlay(bytes: &[u8]) -> bool {
    let _ = Overlay::read(bytes);
    NormalTable::find(bytes).is_ok_and(|table| table.is_some())
}

/// A sound bank, of which only the look is known.
pub fn sound_bank(bytes: &[u8]) {
    let is_bank = wonderwheel_commando::sound_bank::is_sound_bank(bytes);
    assert!(
        !is_bank || bytes.len() >= 0x27,
        "known by what is not there"
    );
}

/// A texture table with its two buffers, as nothing on the disc has them: how many entries, the entries, how many 256 bytes of
/// texels, the texels, the GS memory image.
pub fn gs_textures(bytes: &[u8]) {
    let Ok((entries, pixels, gs_ram)) = cut_textures(bytes) else {
        return;
    };
    let source = TextureSource::of(&entries, pixels, gs_ram);
    validated(|findings| {
        for entry in &entries {
            source.validate(entry, false, findings);
        }
    });
    let mut records = Cursor::new(bytes.get(1..).unwrap_or_default());
    // Entries may all name the same texels: as many are read as there are bytes.
    let mut texels = 0;
    for entry in &entries {
        let billboard = records.clone().record::<BillboardTexture>();
        let particle = records.clone().record::<ParticleTexture>();
        let effect = records.record::<EffectTexture>();
        let read = [
            source.texture(entry).ok(),
            billboard
                .and_then(|entry| source.billboard(&entry))
                .ok()
                .flatten(),
            particle
                .and_then(|entry| TextureSource::particle(&entry, pixels))
                .ok(),
            effect
                .and_then(|entry| TextureSource::effect(&entry, pixels))
                .ok()
                .flatten(),
        ];
        for texture in read.iter().flatten() {
            texels += expanded(texture);
        }
        if texels > bytes.len() {
            break;
        }
    }
    law::read(bytes, ParticleDefinitions::read);
}

/// Whether the first texture of such a table can be read.
pub fn is_gs_textures(bytes: &[u8]) -> bool {
    cut_textures(bytes).is_ok_and(|(entries, pixels, gs_ram)| {
        let source = TextureSource::of(&entries, pixels, gs_ram);
        let first = entries.first().map(|entry| source.texture(entry));
        first.is_some_and(|texture| texture.is_ok())
    })
}

fn cut_textures(bytes: &[u8]) -> Result<(Vec<TextureEntry>, &[u8], &[u8])> {
    let mut cursor = Cursor::new(bytes);
    let count = cursor.u8()?;
    let entries = (0..count).map(|_| cursor.record()).collect::<Result<_>>()?;
    let size = 0x100 * usize::from(cursor.u8()?);
    let rest = cursor.rest();
    let (pixels, gs_ram) = rest.split_at_checked(size).ok_or_else(|| {
        FormatError::malformed(
            cursor.offset(),
            format!("{size} bytes of texels"),
            rest.len(),
        )
    })?;
    Ok((entries, pixels, gs_ram))
}

/// A level's light sets.
pub fn light_bank(bytes: &[u8]) {
    if let Some(bank) = law::keeps_all(bytes, LightBank::read, LightBank::write) {
        validated(|findings| bank.validate(findings));
        assert_eq!(bank.outline(0).size, bytes.len() as u64);
        let pass = DirectionalPass::new(&SINES, &bank);
        let lamp = bank.sets.first().map(|set| PointLight {
            color: set.color_a,
            position: [0.0; 3],
            radius: set.direction_a.iter().sum(),
        });
        let axes = [[1.0, 0.0, 0.0], [0.0; 3], [f32::MAX; 3]];
        // A set, two blended, one that there is not.
        for select in [0, 0x8010, 15] {
            let record = LightRecord::from_normal([0.6, 0.0, 0.8], 0xABCD, select);
            let color = pass.color(&record);
            // Directions may be of any length, factors of any sign: the console's floats hold it all, and alpha stays.
            let [.., alpha] = color;
            assert_eq!(alpha, 0x80);
            let selection = Selection::of(select);
            let mut lights = ClassLights::new(&bank, selection, axes, BlendRule::BackFactorsAdded);
            if let Some(lamp) = lamp {
                lamp.light(&SINES, &record, [i32::MAX; 3], [i16::MIN; 3], color);
                lights = lights.with_point_lights(&[lamp, lamp], [0.5; 3], axes);
            }
            lights.color([i16::MIN; 3], color);
        }
    }
}

/// The bytes of a level's file, and those that come out of its streams.
pub fn level_size(bytes: &[u8]) -> usize {
    let Ok(file) = LevelFile::read(bytes) else {
        return bytes.len();
    };
    let members = file.members;
    let inner = [data_size(members.data), stream_size(members.gameplay)];
    let outer = [members.data.len(), members.gameplay.len()];
    let chunks = members
        .chunks
        .iter()
        .map(|chunk| chunk_size(chunk) - chunk.len());
    bytes.len() + inner.iter().sum::<usize>() - outer.iter().sum::<usize>() + chunks.sum::<usize>()
}

/// The bytes of a data extent, and those that come out of its core data.
pub fn data_size(bytes: &[u8]) -> usize {
    let Ok(data) = DataExtent::read(bytes) else {
        return bytes.len();
    };
    let stream = data.members.core_data;
    bytes.len() + stream_size(stream) - stream.len()
}

/// The bytes of a chunk file, and those that come out of its streams.
pub fn chunk_size(bytes: &[u8]) -> usize {
    let Ok(chunk) = ChunkFile::read(bytes) else {
        return bytes.len();
    };
    let streams = [chunk.tfrags, chunk.collision];
    let held = streams.map(|stream| stream_size(stream) - stream.len());
    bytes.len() + held.iter().sum::<usize>()
}

/// Whether a chunk file and its streams can be read.
pub fn is_chunk_file(bytes: &[u8]) -> bool {
    ChunkFile::read(bytes).is_ok_and(|chunk| {
        chunk.decompress_tfrags().is_ok() && chunk.decompress_collision().is_ok()
    })
}
