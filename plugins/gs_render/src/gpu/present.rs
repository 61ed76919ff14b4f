//! The finished frame on the presenting camera.

use bevy::ecs::world::{FromWorld, World};
use bevy::prelude::*;
use bevy::render::camera::ExtractedCamera;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_resource::{
    BindGroup, BindGroupEntries, BufferUsages, FilterMode, PipelineCache, RawBufferVec,
    RenderPassDescriptor, Sampler, SamplerDescriptor, TextureViewId,
};
use bevy::render::renderer::{RenderContext, RenderDevice, RenderQueue, ViewQuery};
use bevy::render::texture::GpuImage;
use bevy::render::view::{ExtractedView, ViewTarget};

use super::extract::ExtractedFrame;
use super::layout::PresentRecord;
use super::pipelines::{GsPipelines, PipelineKey, present_layout};
use crate::frame::{FRAME_SIZE, PresentingCamera};
use crate::kit::refill;
use crate::present_area::PresentArea;

/// Uniform, sampler and bind group of the presenting triangle.
#[derive(Resource)]
pub(crate) struct PresentResources {
    record: RawBufferVec<PresentRecord>,
    sampler: Sampler,
    bound: Option<(TextureViewId, BindGroup)>,
}

impl FromWorld for PresentResources {
    fn from_world(world: &mut World) -> Self {
        let sampler = world
            .resource::<RenderDevice>()
            .create_sampler(&SamplerDescriptor {
                label: Some("gs present"),
                mag_filter: FilterMode::Linear,
                min_filter: FilterMode::Linear,
                ..SamplerDescriptor::default()
            });
        Self {
            record: RawBufferVec::new(BufferUsages::UNIFORM),
            sampler,
            bound: None,
        }
    }
}

pub(crate) fn prepare_present(
    extracted: Res<ExtractedFrame>,
    views: Query<&ExtractedView, With<PresentingCamera>>,
    mut presenting: ResMut<PresentResources>,
    mut pipelines: ResMut<GsPipelines>,
    images: Res<RenderAssets<GpuImage>>,
    cache: Res<PipelineCache>,
    device: Res<RenderDevice>,
    queue: Res<RenderQueue>,
) {
    for view in &views {
        pipelines.request(
            PipelineKey::Present {
                format: view.target_format,
            },
            &cache,
        );
    }
    let Some(image) = images.get(extracted.image).filter(|_| !views.is_empty()) else {
        return;
    };
    let presenting = presenting.as_mut();
    let settings = &extracted.settings;
    let record = PresentRecord {
        line_step: if settings.line_blend {
            (FRAME_SIZE.y as f32).recip()
        } else {
            0.0
        },
        sharp: f32::from(!settings.smooth),
        frame_size: extracted.size.as_vec2().to_array(),
    };
    refill(&mut presenting.record, &[record], &device, &queue);
    let Some(buffer) = presenting.record.buffer() else {
        return;
    };
    let view = image.texture_view.id();
    if presenting
        .bound
        .as_ref()
        .is_none_or(|(bound, _)| *bound != view)
    {
        let layout = cache.get_bind_group_layout(&present_layout());
        let entries = BindGroupEntries::sequential((
            buffer.as_entire_binding(),
            &image.texture_view,
            &presenting.sampler,
        ));
        presenting.bound = Some((
            view,
            device.create_bind_group("gs present", &layout, &entries),
        ));
    }
}

pub(crate) fn present(
    view: ViewQuery<(&ExtractedCamera, &ExtractedView, &ViewTarget), With<PresentingCamera>>,
    presenting: Res<PresentResources>,
    area: Option<Res<PresentArea>>,
    pipelines: Res<GsPipelines>,
    mut context: RenderContext,
) {
    let (camera, view, target) = view.into_inner();
    let (Some(pipeline), Some((_, group)), Some(size)) = (
        pipelines.store.get(PipelineKey::Present {
            format: view.target_format,
        }),
        &presenting.bound,
        camera.physical_target_size,
    ) else {
        return;
    };
    let area = area.map_or_else(PresentArea::default, |area| *area);
    let Some([x, y, width, height]) = area.viewport(size) else {
        return;
    };
    let mut pass = context.begin_tracked_render_pass(RenderPassDescriptor {
        label: Some("gs present"),
        color_attachments: &[Some(target.get_color_attachment())],
        depth_stencil_attachment: None,
        timestamp_writes: None,
        occlusion_query_set: None,
        multiview_mask: None,
    });
    pass.set_viewport(x, y, width, height, 0.0, 1.0);
    pass.set_render_pipeline(pipeline);
    pass.set_bind_group(0, group, &[]);
    pass.draw(0..3, 0..1);
}
