//! The same scene drawn by the CPU reference of the GS.

use bevy::math::{Mat4, Vec3};
use wonderwheel_gs_render::prelude::*;
use wonderwheel_level_assets::prelude::*;
use wonderwheel_ps2::gs::{self, Filtering, Light, Surface};
use wonderwheel_ps2::mip::MipWord;
use wonderwheel_ps2::raster::{Cull, Frame, Precision, Sampling, State, Texture, Vertex};
use wonderwheel_renderware::texture::Addressing;
use wonderwheel_world_streaming::view::camera::view_from_world;

use crate::stage::{FAR, FOG, view};

/// A mesh of the reference picture.
pub struct ReferenceMesh<'a> {
    pub layer: Layer,
    pub mesh: &'a SceneryMesh,
    pub origin: Vec3,
    pub fade: Option<u8>,
    pub lights: &'a [Light],
}

/// Draws the meshes in order, exactly, with depth cleared between background and world.
pub fn draw(
    meshes: &[ReferenceMesh],
    textures: &[(&str, &GsTexture)],
    prelight_scale: f32,
) -> Frame {
    let [red, green, blue] = FOG.colour;
    let mut frame = Frame::new(640, 448, [red, green, blue, 128]);
    let mut in_world = false;
    for mesh in meshes {
        if !in_world && !mesh.layer.is_background() {
            frame.clear_depth();
            in_world = true;
        }
        for draw in &mesh.mesh.draws {
            draw_material(&mut frame, mesh, draw, textures, prelight_scale);
        }
    }
    frame
}

fn draw_material(
    frame: &mut Frame,
    mesh: &ReferenceMesh,
    draw: &MeshDraw,
    textures: &[(&str, &GsTexture)],
    prelight_scale: f32,
) {
    let material = &mesh.mesh.materials[draw.material as usize];
    let find = |name: &TextureName| {
        let texture = textures
            .iter()
            .find(|(known, _)| *known == name.name)
            .map(|(_, texture)| *texture)?;
        let raster =
            Texture::new(texture.width, texture.height, &texture.levels).expect("a whole texture");
        let mip = MipWord(name.mip_word.unwrap_or(texture.mip_word));
        Some((raster, sampling(texture, mip, mesh.layer)))
    };
    let base = material.texture.as_ref().and_then(&find);
    let vertices = vertices(mesh, material, base.is_some(), prelight_scale);
    let indices = &mesh.mesh.indices[draw.first_index as usize..][..draw.index_count as usize];
    let triangles: Vec<[Vertex; 3]> = indices
        .chunks(3)
        .map(|corners| [corners[0], corners[1], corners[2]].map(|corner| vertices[corner as usize]))
        .collect();
    let first = State {
        fog: mesh.layer.is_fogged().then_some(FOG.colour),
        depth_write: mesh.layer.writes_depth(),
        cull: if mesh.layer.is_world() {
            Cull::Back
        } else {
            Cull::None
        },
        sampling: base
            .as_ref()
            .map(|(_, sampling)| *sampling)
            .unwrap_or_default(),
        ..State::world(base.as_ref().map(|(texture, _)| texture))
    };
    frame.batch(&[first], &triangles);
    if let Some((dual, (texture, sampling))) = material
        .dual
        .as_ref()
        .and_then(|dual| Some((dual, find(&dual.texture)?)))
    {
        let blend = gs::dual_blend(dual.source_blend, dual.destination_blend);
        frame.batch(
            &[State {
                sampling,
                ..first.dual(&texture, blend)
            }],
            &triangles,
        );
    }
}

fn sampling(texture: &GsTexture, mip: MipWord, layer: Layer) -> Sampling {
    let filtering = Filtering::from_renderware(texture.filter).expect("a filter of 1 to 6");
    Sampling {
        filtering: if layer.is_world() {
            filtering
        } else {
            Filtering::LINEAR
        },
        clamp: [texture.wrap_u, texture.wrap_v].map(|wrap| wrap == Addressing::Clamp),
        mip,
        precision: Precision::Float,
    }
}

fn vertices(
    mesh: &ReferenceMesh,
    material: &DrawMaterial,
    textured: bool,
    prelight_scale: f32,
) -> Vec<Vertex> {
    let MeshVertices::Packed(packed) = &mesh.mesh.vertices else {
        panic!("a packed mesh")
    };
    let clip = clip_from_world(mesh.layer);
    let surface = Surface {
        ambient: material.ambient,
        diffuse: material.diffuse,
    };
    let [red, green, blue, alpha] = material.colour;
    let colour = [red, green, blue, mesh.fade.unwrap_or(alpha)];
    packed
        .iter()
        .map(|vertex| {
            let [x, y, z, _] = vertex
                .position
                .map(|unit| f32::from(unit) * mesh.mesh.position_scale);
            let position = mesh.origin + Vec3::new(x, y, z);
            let [nx, ny, nz, _] = vertex.normal.map(|part| f32::from(part) / 127.0);
            let light = gs::light_sum(
                mesh.lights,
                surface,
                position.to_array(),
                Some([nx, ny, nz]),
            );
            let clipped = clip * position.extend(1.0);
            let [u1, v1, u2, v2] = vertex.uv.map(|unit| f32::from(unit) * mesh.mesh.uv_scale);
            Vertex {
                position: clipped.to_array(),
                uv: [[u1, v1], [u2, v2]],
                colour: gs::vertex_colour(vertex.colour, light, colour, textured, prelight_scale),
                fog: gs::fog_value(FAR, FOG.start, clipped.w),
            }
        })
        .collect()
}

fn clip_from_world(layer: Layer) -> Mat4 {
    let view = view();
    let (near, far) = match layer {
        Layer::Sky | Layer::Clouds => (0.05, 5.0),
        Layer::Skyline => (view.skyline_near, 560.0),
        Layer::Glow | Layer::Scenery | Layer::Detail => (view.lens.near, view.far),
    };
    let lens = wonderwheel_world_streaming::view::lens::Lens { near, ..view.lens };
    lens.clip_from_view(far) * view_from_world(view.position, view.forward, view.up)
}
