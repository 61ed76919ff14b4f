//! The pack of the level's first section: a few props.

use glam::Vec3;
use wonderwheel_warriors::chunk::ChunkType;
use wonderwheel_warriors::pack::Pack;
use wonderwheel_warriors::sprite_sheet::SpriteSheet;

use crate::demo_city::scene::Scene;
use crate::error::Result;
use crate::kit::background::Model;
use crate::kit::encode::{atomic, resource};
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Piece, Surface};
use crate::kit::paint::{Painting, dictionary};
use crate::textures::wood;

/// Three resources: a crate's textures, its model, and a sheet of the street's halos.
///
/// # Errors
/// A value that the formats cannot hold.
pub fn pack(level: &str, scene: &Scene) -> Result<Vec<u8>> {
    let painting = Painting::pal8(wood::planks(7)).levels(1);
    let mut piece = Piece::new();
    let corners = [Vec3::splat(-0.5), Vec3::splat(0.5)];
    piece.block(Surface::of("crate"), corners, Faces::ALL);
    for vertex in piece.vertices_mut() {
        vertex.colour = [64, 64, 64, 255];
    }
    let model = Model {
        name: "crate",
        painting,
        piece,
        scale: 1.0 / 256.0,
    };
    let textures = dictionary([("crate".to_owned(), &model.painting)])?;
    let halo = scene
        .glow_textures
        .first()
        .map(|(_, painting)| dictionary([("lighting".to_owned(), painting)]))
        .transpose()?;
    let sheet = SpriteSheet {
        font_rectangle: None,
        rectangles: vec![[0.0, 0.0, 1.0, 1.0], [0.25, 0.25, 0.75, 0.75]],
    };
    let named = |what: &str| format!("{level}_{what}");
    let clump = atomic::background(&model)?;
    let mut resources = vec![
        resource(
            &named("crate_txd"),
            [(ChunkType::RenderwareTextureDic, textures.write())],
        ),
        resource(
            &named("crate_geo"),
            [(ChunkType::PreinstanceObject, clump.write())],
        ),
    ];
    if let Some(halo) = halo {
        let mut page = Vec::new();
        sheet.write_chunk(&mut page);
        resources.push(resource(
            &named("lighting"),
            [
                (ChunkType::RenderwareTextureDic, halo.write()),
                (ChunkType::ParticlePage, page),
            ],
        ));
    }
    Ok(Pack { resources }.write())
}
