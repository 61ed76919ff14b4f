//! Decoding without an app.

use bevy::math::{Mat4, Vec3};
use wonderwheel_level_assets::prelude::*;
use wonderwheel_level_assets::{mesh, texture};
use wonderwheel_renderware::atomic::Atomic;
use wonderwheel_renderware::geometry::{MorphTarget, PlainVertices, Vertices, format};
use wonderwheel_renderware::texture::Addressing;

use crate::fixture;

#[track_caller]
fn refused(atomic: &Atomic, place: &str) {
    let error = mesh::from_atomic(atomic).unwrap_err().to_string();
    assert!(error.starts_with(place), "{error}");
}

fn draw(first_index: u32, index_count: u32, material: u32, min_alpha: u8) -> MeshDraw {
    MeshDraw {
        first_index,
        index_count,
        material,
        min_alpha,
    }
}

#[test]
fn the_worked_chain_becomes_the_worked_vertices() {
    let mesh = mesh::from_atomic(&fixture::quad()).unwrap();
    // Source: the lists under spec/ps2-geometry.md 8.1.
    let corner = |x, y| GsVertex {
        position: [x, y, 0, 0],
        uv: [x, y, x, y],
        colour: [128, 128, 128, 255],
        normal: [0, 0, 127, 0],
    };
    let corners = [(0, 0), (256, 0), (0, 256), (256, 256)];
    let corners = corners.map(|(x, y)| corner(x, y)).to_vec();
    assert_eq!(mesh.vertices, MeshVertices::Packed(corners));
    assert_eq!(mesh.indices, [0, 1, 2, 1, 3, 2]);
    assert_eq!(mesh.triangle_count, 2);
    assert_eq!(
        (mesh.position_scale, mesh.uv_scale),
        (1.0 / 256.0, 1.0 / 256.0)
    );
    assert_eq!(
        (mesh.bounds.min, mesh.bounds.max),
        ([0.0; 3], [1.0, 1.0, 0.0])
    );
    assert_eq!(mesh.sphere, [0.5, 0.5, 0.0, 0.75], "the stored one");
    assert!(mesh.has_normals);
    assert_eq!(mesh.draws, [draw(0, 6, 0, 255)]);
    let named = |name: &str| TextureName {
        name: name.into(),
        mip_word: Some(fixture::MIP_WORD),
    };
    let material = DrawMaterial {
        colour: [255, 200, 100, 255],
        ambient: 0.5,
        diffuse: 0.75,
        texture: Some(named("brick")),
        dual: Some(DualLayer {
            texture: named("stain"),
            source_blend: 5,
            destination_blend: 6,
        }),
    };
    assert_eq!(mesh.materials, [material]);
}

#[test]
fn meshes_are_drawn_in_order_from_one_vertex_array() {
    let mesh = mesh::from_atomic(&fixture::two_meshes()).unwrap();
    assert_eq!(mesh.vertices.len(), 3 + 8);
    // The second strip has six triangles, of which the first and the last have an area; the last is an odd one.
    assert_eq!(mesh.indices, [0, 1, 2, 3, 4, 5, 8, 10, 9]);
    assert_eq!(mesh.draws, [draw(0, 3, 1, 50), draw(3, 6, 0, 100)]);
    assert_eq!(mesh.materials[1].texture, None);
    assert!(!mesh.has_normals);
    assert_eq!(
        (mesh.bounds.min, mesh.bounds.max),
        ([0.0, 0.0, -1.0], [2.0, 1.0, 2.0])
    );
    let MeshVertices::Packed(vertices) = mesh.vertices else {
        panic!("packed vertices")
    };
    assert_eq!(vertices[1].uv, [512, 0, 0, 0], "a missing second set is 0");
    assert_eq!(vertices[1].normal, [0; 4], "and so are missing normals");
    assert_eq!(
        vertices[1].position,
        [512, 0, 0, 9],
        "the fourth word is kept"
    );
}

#[test]
fn a_chain_that_does_not_decode_names_its_mesh() {
    let mut atomic = fixture::two_meshes();
    fixture::spoil(atomic.geometry.as_mut().unwrap(), 1);
    refused(&atomic, "geometry/mesh[1]/chain");
}

#[test]
fn a_material_out_of_range_is_refused() {
    let mut atomic = fixture::quad();
    atomic.geometry.as_mut().unwrap().bin_mesh.meshes[0].material = 1;
    refused(&atomic, "geometry/mesh[0]");
}

#[test]
fn an_absurd_vertex_count_costs_no_memory() {
    let mut atomic = fixture::quad();
    atomic.geometry.as_mut().unwrap().bin_mesh.meshes[0].vertex_count = u32::MAX;
    assert!(mesh::from_atomic(&atomic).is_err());
}

#[test]
fn an_atomic_of_a_clump_is_placed_by_its_frames() {
    let mut clump = fixture::model("towers").clump;
    let (mesh, frame) = mesh::from_clump(&clump).unwrap();
    assert_eq!(mesh.triangle_count, 3);
    assert_eq!(frame, Mat4::IDENTITY);

    // A quarter turn about y (right becomes -z), five metres up.
    clump.frames[0].right = [0.0, 0.0, -1.0];
    clump.frames[0].at = [1.0, 0.0, 0.0];
    clump.frames[0].position = [0.0, 5.0, 0.0];
    let (_, frame) = mesh::from_clump(&clump).unwrap();
    assert_eq!(
        frame.transform_point3(Vec3::new(1.0, 2.0, 3.0)),
        Vec3::new(3.0, 7.0, -1.0)
    );

    clump.atomics[0].frame_index = 1;
    assert!(mesh::from_clump(&clump).is_err());
}

#[test]
fn the_worked_glow_chain_becomes_float_vertices() {
    let mesh = mesh::from_glow(&fixture::glow_world()).unwrap();
    // Source: the lists under spec/ps2-geometry.md 12.1.
    let corner = |x, y| GsFloatVertex {
        position: [x, y, 0.0],
        uv: [x, y, 0.0, 0.0],
        colour: [255, 128, 64, 255],
        normal: [0, 0, 127, 0],
    };
    let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
    let corners = corners.map(|(x, y)| corner(x, y)).to_vec();
    assert_eq!(mesh.vertices, MeshVertices::Float(corners));
    assert_eq!(mesh.indices, [0, 1, 2, 1, 3, 2]);
    assert_eq!(mesh.position_scale, 1.0);
    assert_eq!(
        (mesh.bounds.min, mesh.bounds.max),
        ([0.0; 3], [1.0, 1.0, 0.0])
    );
    assert_eq!(
        mesh.materials[0].texture.as_ref().unwrap().name,
        "propglow01"
    );
}

#[test]
fn plain_geometry_draws_the_triangles_of_its_index_lists() {
    let mut atomic = fixture::quad();
    let geometry = atomic.geometry.as_mut().unwrap();
    geometry.format &= !format::NATIVE;
    geometry.bin_mesh.meshes[0].vertex_count = 6;
    geometry.bin_mesh.meshes[0].indices = vec![0, 1, 2, 2, 3, 1];
    geometry.vertices = Vertices::Plain(PlainVertices {
        colours: vec![[9, 9, 9, 200]; 4],
        uv_sets: vec![vec![[0.25, 0.5]; 4]],
        triangles: vec![[0, 1, 2, 0]],
        morph_targets: vec![MorphTarget {
            bounding_sphere: [0.0, 0.0, 0.0, 2.0],
            positions: Some(vec![
                [0.0; 3],
                [1.0, 0.0, 0.0],
                [0.0, 1.0, 0.0],
                [1.0, 1.0, 0.0],
            ]),
            normals: Some(vec![[0.0, -1.0, 0.5]; 4]),
        }],
    });
    let mesh = mesh::from_atomic(&atomic).unwrap();
    // Strip 0 1 2 2 3 1: the triangles 1 and 2 have a corner twice; number 3 is odd.
    assert_eq!(mesh.indices, [0, 1, 2, 2, 1, 3]);
    let MeshVertices::Float(vertices) = &mesh.vertices else {
        panic!("float vertices")
    };
    assert_eq!(vertices[1].uv, [0.25, 0.5, 0.0, 0.0]);
    assert_eq!(vertices[1].normal, [0, -127, 64, 0]);
    assert_eq!(mesh.draws[0].min_alpha, 200);

    atomic.geometry.as_mut().unwrap().bin_mesh.meshes[0].indices[4] = 4;
    refused(&atomic, "geometry/mesh[0]");
}

#[test]
fn a_texture_keeps_the_alpha_and_the_sampling_of_the_file() {
    let native = fixture::texture("Fence", |i| if i < 40 { 128 } else { i.min(128) });
    let texture = texture::from_native(&native).unwrap();
    assert_eq!(
        (texture.width, texture.height, texture.levels.len()),
        (16, 4, 1)
    );
    // Texel (3, 2) has index 35.
    assert_eq!(texture.levels[0][4 * 35..][..4], [35, 70, 220, 128]);
    assert_eq!(texture.levels[0][4 * 63..], [63, 126, 192, 63]);
    assert_eq!(texture.min_alpha, 40);
    assert_eq!(texture.mip_word, fixture::MIP_WORD);
    assert_eq!(texture.filter, 6);
    assert_eq!(
        (texture.wrap_u, texture.wrap_v),
        (Addressing::Wrap, Addressing::Clamp)
    );
}
