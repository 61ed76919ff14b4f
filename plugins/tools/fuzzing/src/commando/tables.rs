//! What a level's directories lead to: the core index, textures, instances.

use wonderwheel_commando::core::{
    self, BillboardTexture, CoreIndex, EffectTexture, ParticleDefinitions, ParticleTexture,
    Regions, TextureEntry,
};
use wonderwheel_commando::gameplay::{self, BlockKind, Gameplay, read_class_list};
use wonderwheel_commando::lighting::LightBank;
use wonderwheel_commando::occlusion::OcclusionMappings;
use wonderwheel_commando::texture::{Texture, TextureSource};
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Result};

use super::{shown, validated};
use crate::law;

/// The directory of a level's core, with its tables in any order, over core data of zeros.
pub fn core_index(bytes: &[u8]) {
    law::read(bytes, CoreIndex::read);
    if let Some(index) = law::keeps_all(bytes, CoreIndex::read_forced, CoreIndex::write) {
        validated(|findings| index.validate(findings));
        let size = usize::try_from(index.header.assets_decompressed_size).unwrap_or_default();
        let core_data = vec![0; size.min(bytes.len())];
        if let Ok(regions) = Regions::find(&index, &core_data) {
            validated(|findings| regions.validate(&index, &core_data, findings));
            for region in [&regions.tfrags, &regions.textures, &regions.hero_sequences] {
                assert!(region.end <= core_data.len(), "{region:?}");
            }
        }
    }
    shown(bytes, core::outline);
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

/// All levels of a texture as colours, which are as many as they say; how many texels that are.
pub(super) fn expanded(texture: &Texture) -> usize {
    let mut texels = 0;
    for level in 0..texture.levels.len() {
        let (width, height) = texture.size(level);
        if let Some(rgba) = texture.to_rgba(level) {
            assert_eq!(rgba.len(), 4 * width * height, "level {level}");
            texels += width * height;
        }
    }
    texels
}

/// What the gameplay stream holds: its blocks, and those of them that are decoded.
pub fn gameplay(bytes: &[u8]) {
    if let Some(gameplay) = law::keeps_all(bytes, Gameplay::read, Gameplay::write) {
        validated(|findings| gameplay.validate(findings));
        if let Ok(Some(settings)) = gameplay.settings() {
            settings.chunk_at([0.0; 3]);
        }
        for kind in [
            BlockKind::TieClasses,
            BlockKind::ShrubClasses,
            BlockKind::MobyClasses,
        ] {
            law::read(gameplay.block(kind).unwrap_or_default(), read_class_list);
        }
        let block = gameplay.block(BlockKind::OcclusionMappings);
        law::read(block.unwrap_or_default(), OcclusionMappings::read);
        let lights = Cursor::new(gameplay.block(BlockKind::Lights).unwrap_or_default());
        let _ = LightBank::read_from(&mut lights.clone());
    }
    shown(bytes, gameplay::outline);
}
