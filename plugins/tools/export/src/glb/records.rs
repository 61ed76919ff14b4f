//! Records of the JSON, made of what scenes say.

use gltf_json as json;
use json::Index;
use json::validation::Checked;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::scene::{AlphaMode, Filter, Material, NodeId, Sampling};

pub(super) fn raw(extras: Option<Value>) -> Option<Box<RawValue>> {
    RawValue::from_string(extras?.to_string()).ok()
}

pub(super) fn indices(nodes: &[NodeId]) -> Vec<Index<json::Node>> {
    nodes.iter().map(|node| Index::new(node.0)).collect()
}

pub(super) fn material_json(material: &Material, cutoff: Option<f32>) -> json::Material {
    json::Material {
        alpha_cutoff: cutoff.map(json::material::AlphaCutoff),
        alpha_mode: Checked::Valid(match material.alpha {
            AlphaMode::Opaque => json::material::AlphaMode::Opaque,
            AlphaMode::Mask { .. } => json::material::AlphaMode::Mask,
            AlphaMode::Blend => json::material::AlphaMode::Blend,
        }),
        double_sided: material.double_sided,
        name: Some(material.name.clone()),
        pbr_metallic_roughness: json::material::PbrMetallicRoughness {
            base_color_factor: json::material::PbrBaseColorFactor(material.base_colour),
            base_color_texture: material.base_texture.map(|id| json::texture::Info {
                index: Index::new(id.0),
                tex_coord: 0,
                extensions: None,
                extras: None,
            }),
            // What programs without the extension show comes nearest to it so.
            metallic_factor: json::material::StrengthFactor(0.0),
            roughness_factor: json::material::StrengthFactor(1.0),
            ..Default::default()
        },
        extensions: material
            .unlit
            .then_some(json::extensions::material::Material {
                unlit: Some(json::extensions::material::Unlit {}),
            }),
        extras: raw(material.extras.clone()),
        ..Default::default()
    }
}

pub(super) fn sampler_json(sampling: Sampling) -> json::texture::Sampler {
    use json::texture::{MagFilter, MinFilter, WrappingMode};
    let wrap = |clamp: bool| {
        Checked::Valid(if clamp {
            WrappingMode::ClampToEdge
        } else {
            WrappingMode::Repeat
        })
    };
    let min = match (sampling.minify, sampling.between_levels) {
        (Filter::Nearest, None) => MinFilter::Nearest,
        (Filter::Linear, None) => MinFilter::Linear,
        (Filter::Nearest, Some(Filter::Nearest)) => MinFilter::NearestMipmapNearest,
        (Filter::Linear, Some(Filter::Nearest)) => MinFilter::LinearMipmapNearest,
        (Filter::Nearest, Some(Filter::Linear)) => MinFilter::NearestMipmapLinear,
        (Filter::Linear, Some(Filter::Linear)) => MinFilter::LinearMipmapLinear,
    };
    let [across, down] = sampling.clamp;
    json::texture::Sampler {
        mag_filter: Some(Checked::Valid(match sampling.magnify {
            Filter::Nearest => MagFilter::Nearest,
            Filter::Linear => MagFilter::Linear,
        })),
        min_filter: Some(Checked::Valid(min)),
        wrap_s: wrap(across),
        wrap_t: wrap(down),
        ..Default::default()
    }
}
