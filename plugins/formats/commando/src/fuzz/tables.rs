//! What a level's directories lead to: the core index, instances; and textures.

use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::law::{self, validated};

use super::shown;
use crate::core::{self, CoreIndex, Regions};
use crate::gameplay::{self, BlockKind, Gameplay, read_class_list};
use crate::lighting::LightBank;
use crate::occlusion::OcclusionMappings;
use crate::texture::Texture;

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

/// All levels of a texture as colours, which are as many as they say; how many texels that are.
pub fn expanded(texture: &Texture) -> usize {
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
