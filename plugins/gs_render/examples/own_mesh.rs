//! Draws a part of one's own, made in code, without a window and without any game file.
//!
//! `cargo run -p wonderwheel_gs_render --example own_mesh -- [OUT.png]`
//!
//! One sees a chequered pyramid on a dark blue ground. Its texels are square and hard-edged (the nearest is taken), its
//! sides differ in brightness by the prelight of their corners, and its far edges lean towards the colour of the fog.

use std::error::Error;
use std::sync::Arc;

use bevy::prelude::*;
use wonderwheel_gs_render::headless;
use wonderwheel_gs_render::lights::LightSelection;
use wonderwheel_gs_render::prelude::*;
use wonderwheel_gs_render::scene::{Fog, MaterialTextures};
use wonderwheel_level_assets::prelude::*;
use wonderwheel_renderware::texture::Addressing;
use wonderwheel_renderware::world::Aabb;
use wonderwheel_world_streaming::view::lens::Lens;

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::args().nth(1).unwrap_or("part.png".into());
    let renderer = headless::find_renderer().ok_or("there is no graphics adapter")?;
    let mut app = App::new();
    let present = Present::None;
    app.add_plugins((headless::plugins(renderer), LevelAssetsPlugin))
        .add_plugins(GsRenderPlugin { present });
    headless::start(&mut app);

    let world = app.world_mut();
    // The handles keep mesh and texture alive.
    let mesh = world.resource_mut::<Assets<SceneryMesh>>().add(pyramid());
    let texture = world.resource_mut::<Assets<GsTexture>>().add(chequers());
    let mut scene = world.resource_mut::<GsScene>();
    scene.fog = Fog {
        colour: [16, 20, 48],
        start: 4.0,
    };
    scene.view = Some(GsView {
        position: Vec3::ZERO,
        forward: Vec3::Z,
        up: Vec3::Y,
        lens: Lens::PLAYER,
        far: 24.0,
        skyline_near: 20.0,
    });
    scene.meshes.push(PlacedMesh {
        layer: Layer::Scenery,
        mesh: mesh.id(),
        textures: Arc::new([MaterialTextures {
            base: Some(texture.id()),
            second: None,
        }]),
        rotation: Mat3::from_rotation_y(0.4),
        origin: Vec3::new(0.0, -1.0, 6.0),
        fade: None,
        lights: LightSelection::ambient(Vec3::ZERO),
    });
    headless::complete_picture(&mut app, 60)?.save(out.as_ref())?;
    println!("{out}");
    Ok(())
}

/// Four sides, 4 m wide and 3 m high, in the PS2's packed integers: 256 units a metre, 4096 a texture; a prelight of 128 is
/// full brightness.
fn pyramid() -> SceneryMesh {
    let ring = [[512, 512], [-512, 512], [-512, -512], [512, -512]];
    let corner = |[x, y, z]: [i16; 3], uv: [i16; 2], prelight: u8| GsVertex {
        position: [x, y, z, 0],
        uv: [uv[0], uv[1], 0, 0],
        colour: [prelight, prelight, prelight, 255],
        normal: [0; 4],
    };
    let sides = [64, 48, 128, 80].into_iter().enumerate();
    let vertices = sides.flat_map(|(side, prelight)| {
        let ([ax, az], [bx, bz]) = (ring[side], ring[(side + 1) % 4]);
        // Counter-clockwise as seen from outside.
        [
            corner([ax, 0, az], [0, 4096], prelight),
            corner([0, 768, 0], [2048, 0], prelight),
            corner([bx, 0, bz], [4096, 4096], prelight),
        ]
    });
    SceneryMesh {
        vertices: MeshVertices::Packed(vertices.collect()),
        indices: (0..12).collect(),
        draws: vec![MeshDraw {
            first_index: 0,
            index_count: 12,
            material: 0,
            min_alpha: 255,
        }],
        materials: vec![DrawMaterial {
            colour: [255; 4],
            ambient: 1.0,
            diffuse: 1.0,
            texture: Some(TextureName {
                name: "chequers".into(),
                mip_word: None,
            }),
            dual: None,
        }],
        position_scale: 1.0 / 256.0,
        uv_scale: 1.0 / 4096.0,
        sphere: [0.0, 1.5, 0.0, 3.3],
        bounds: Aabb {
            min: [-2.0, 0.0, -2.0],
            max: [2.0, 3.0, 2.0],
        },
        has_normals: false,
        triangle_count: 4,
    }
}

/// Eight by eight fields, one texel each.
fn chequers() -> GsTexture {
    let texels = (0..64).map(|i| match (i % 8 + i / 8) % 2 {
        0 => [128, 120, 96, 128],
        _ => [96, 32, 24, 128],
    });
    GsTexture {
        width: 8,
        height: 8,
        levels: vec![texels.flatten().collect()],
        mip_word: 0x0FC0,
        filter: 1,
        wrap_u: Addressing::Wrap,
        wrap_v: Addressing::Wrap,
        min_alpha: 128,
    }
}
