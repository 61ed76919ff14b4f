//! Textures on the GPU: raw bytes, the sampler the GS registers ask for, and the bind group of both.

use bevy::asset::{AssetId, RenderAssetUsages};
use bevy::ecs::system::SystemParamItem;
use bevy::ecs::system::lifetimeless::SRes;
use bevy::log::warn;
use bevy::render::render_asset::{AssetExtractionError, PrepareAssetError, RenderAsset};
use bevy::render::render_resource::{
    AddressMode, BindGroup, BindGroupEntries, Extent3d, FilterMode, MipmapFilterMode, Origin3d,
    PipelineCache, SamplerDescriptor, TexelCopyBufferLayout, TexelCopyTextureInfo, TextureAspect,
    TextureDescriptor, TextureDimension, TextureFormat, TextureUsages, TextureViewDescriptor,
};
use bevy::render::renderer::{RenderDevice, RenderQueue};
use wonderwheel_level_assets::texture::GsTexture;
use wonderwheel_ps2::gs::{Filtering, MinFilter};
use wonderwheel_renderware::texture::Addressing;

use crate::kit::texture_layout;

/// A texture that can be bound. Its [`GsTexture`] keeps everything but the texels.
#[derive(Debug)]
pub struct GpuGsTexture {
    /// Texture and sampler, as [`texture_layout`] has them.
    pub bind_group: BindGroup,
    /// What drawing must know besides.
    pub facts: TextureFacts,
}

/// What drawing must know of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextureFacts {
    /// Lowest alpha of all levels, 0..=128.
    pub min_alpha: u8,
    /// K and L.
    pub mip_word: u32,
    /// It has smaller levels and its filter uses them.
    pub mipped: bool,
}

impl RenderAsset for GpuGsTexture {
    type SourceAsset = GsTexture;
    type Param = (SRes<RenderDevice>, SRes<RenderQueue>, SRes<PipelineCache>);

    fn asset_usage(_: &GsTexture) -> RenderAssetUsages {
        RenderAssetUsages::RENDER_WORLD
    }

    fn take_gpu_data(
        texture: &mut GsTexture,
        _: Option<&Self>,
    ) -> Result<GsTexture, AssetExtractionError> {
        if texture.levels.is_empty() {
            return Err(AssetExtractionError::AlreadyExtracted);
        }
        let levels = std::mem::take(&mut texture.levels);
        Ok(GsTexture {
            levels,
            ..texture.clone()
        })
    }

    fn byte_len(texture: &GsTexture) -> Option<usize> {
        Some(texture.levels.iter().map(Vec::len).sum())
    }

    fn prepare_asset(
        texture: GsTexture,
        _: AssetId<GsTexture>,
        (device, queue, cache): &mut SystemParamItem<Self::Param>,
        _: Option<&Self>,
    ) -> Result<Self, PrepareAssetError<GsTexture>> {
        Ok(upload(&texture, device, queue, cache))
    }
}

impl GpuGsTexture {
    /// One opaque white texel, for draws without a texture.
    pub(crate) fn white(device: &RenderDevice, queue: &RenderQueue, cache: &PipelineCache) -> Self {
        let texture = GsTexture {
            width: 1,
            height: 1,
            levels: vec![vec![255, 255, 255, 128]],
            mip_word: 0,
            filter: 1,
            wrap_u: Addressing::Clamp,
            wrap_v: Addressing::Clamp,
            min_alpha: 128,
        };
        upload(&texture, device, queue, cache)
    }
}

fn upload(
    source: &GsTexture,
    device: &RenderDevice,
    queue: &RenderQueue,
    cache: &PipelineCache,
) -> GpuGsTexture {
    let levels = usable_levels(source);
    if levels.is_empty() {
        warn!(
            "a texture of {} x {} texels came without them",
            source.width, source.height
        );
    }
    let size = Extent3d {
        width: source.width.max(1),
        height: source.height.max(1),
        depth_or_array_layers: 1,
    };
    let level_count = levels.len().max(1) as u32;
    let texture = device.create_texture(&TextureDescriptor {
        label: Some("gs texture"),
        size,
        mip_level_count: level_count,
        sample_count: 1,
        dimension: TextureDimension::D2,
        // Not sRGB: the GS computes with the bytes as they are.
        format: TextureFormat::Rgba8Unorm,
        usage: TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_DST,
        view_formats: &[],
    });
    for (level, texels) in levels.iter().enumerate() {
        let level = level as u32;
        let (width, height) = level_size(source, level);
        queue.write_texture(
            TexelCopyTextureInfo {
                texture: &texture,
                mip_level: level,
                origin: Origin3d::ZERO,
                aspect: TextureAspect::All,
            },
            texels,
            TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(width * 4),
                rows_per_image: Some(height),
            },
            Extent3d {
                width,
                height,
                depth_or_array_layers: 1,
            },
        );
    }
    let view = texture.create_view(&TextureViewDescriptor::default());
    let sampler = device.create_sampler(&sampler(source));
    let layout = cache.get_bind_group_layout(&texture_layout());
    let bind_group = device.create_bind_group(
        "gs texture",
        &layout,
        &BindGroupEntries::sequential((&view, &sampler)),
    );
    let facts = TextureFacts {
        min_alpha: source.min_alpha,
        mip_word: source.mip_word,
        mipped: level_count > 1 && filtering(source).minify.uses_levels(),
    };
    GpuGsTexture { bind_group, facts }
}

fn level_size(texture: &GsTexture, level: u32) -> (u32, u32) {
    let side = |side: u32| side.checked_shr(level).unwrap_or(0).max(1);
    (side(texture.width), side(texture.height))
}

/// The levels that have as many bytes as their size says, up to the first that has not.
fn usable_levels(texture: &GsTexture) -> &[Vec<u8>] {
    let possible = 32 - texture.width.max(texture.height).leading_zeros();
    let good = texture
        .levels
        .iter()
        .zip(0..possible)
        .take_while(|(texels, level)| {
            let (width, height) = level_size(texture, *level);
            texels.len() as u64 == u64::from(width) * u64::from(height) * 4
        });
    &texture.levels[..good.count()]
}

/// RenderWare filter to sampler; an unknown filter counts as trilinear. Source: spec/gs-pipeline.md 8.1, 8.3.
fn sampler(texture: &GsTexture) -> SamplerDescriptor<'static> {
    let address = |addressing| match addressing {
        Addressing::Wrap => AddressMode::Repeat,
        Addressing::Clamp => AddressMode::ClampToEdge,
    };
    let filtering = filtering(texture);
    let within = if filtering.magnify_linear {
        FilterMode::Linear
    } else {
        FilterMode::Nearest
    };
    let between = match filtering.minify {
        MinFilter::NearestMipLinear | MinFilter::LinearMipLinear => MipmapFilterMode::Linear,
        _ => MipmapFilterMode::Nearest,
    };
    SamplerDescriptor {
        label: Some("gs texture"),
        address_mode_u: address(texture.wrap_u),
        address_mode_v: address(texture.wrap_v),
        mag_filter: within,
        min_filter: within,
        mipmap_filter: between,
        ..SamplerDescriptor::default()
    }
}

fn filtering(texture: &GsTexture) -> Filtering {
    Filtering::from_renderware(texture.filter).unwrap_or(Filtering::TRILINEAR)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texture(width: u32, height: u32, levels: &[usize]) -> GsTexture {
        GsTexture {
            width,
            height,
            levels: levels.iter().map(|texels| vec![0; texels * 4]).collect(),
            mip_word: 0,
            filter: 6,
            wrap_u: Addressing::Wrap,
            wrap_v: Addressing::Clamp,
            min_alpha: 0,
        }
    }

    #[test]
    fn levels_end_at_the_first_of_a_wrong_size() {
        assert_eq!(usable_levels(&texture(8, 4, &[32, 8, 2])).len(), 3);
        assert_eq!(usable_levels(&texture(8, 4, &[32, 7, 2])).len(), 1);
        assert_eq!(
            usable_levels(&texture(2, 2, &[4, 1, 1])).len(),
            2,
            "no level below one texel"
        );
        assert!(usable_levels(&texture(8, 4, &[])).is_empty());
    }

    #[test]
    fn filter_six_is_linear_in_all_three_ways_and_five_only_between_levels() {
        let six = sampler(&texture(1, 1, &[]));
        assert_eq!(
            (six.min_filter, six.mipmap_filter),
            (FilterMode::Linear, MipmapFilterMode::Linear)
        );
        assert_eq!(
            (six.address_mode_u, six.address_mode_v),
            (AddressMode::Repeat, AddressMode::ClampToEdge)
        );
        let with = |filter| {
            sampler(&GsTexture {
                filter,
                ..texture(1, 1, &[])
            })
        };
        assert_eq!(
            (with(5).min_filter, with(5).mipmap_filter),
            (FilterMode::Nearest, MipmapFilterMode::Linear)
        );
        assert_eq!(
            (with(4).min_filter, with(4).mipmap_filter),
            (FilterMode::Linear, MipmapFilterMode::Nearest)
        );
        assert_eq!(
            (with(1).mag_filter, with(2).mag_filter),
            (FilterMode::Nearest, FilterMode::Linear)
        );
    }
}
