//! The pack of the level's first section: a few props.

use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, Resource};
use wonderwheel_warriors::names::crc32;
use wonderwheel_warriors::pack::Pack;
use wonderwheel_warriors::sprite_sheet::SpriteSheet;

use glam::Vec3;

use crate::demo_city::scene::Scene;
use crate::error::Result;
use crate::kit::background::Model;
use crate::kit::encode::atomic;
use crate::kit::mesh::piece::Faces;
use crate::kit::mesh::{Piece, Shade, Surface};
use crate::kit::paint::{Painting, dictionary};
use crate::textures::wood;

/// Three resources: a crate's textures, its model, and a sheet of the street's halos.
///
/// # Errors
/// A value that the formats cannot hold.
pub fn pack(level: &str, scene: &Scene) -> Result<Vec<u8>> {
    let painting = Painting::pal8(wood::planks(7)).levels(1);
    let mut piece = Piece::new();
    piece.block(
        Surface::of("crate"),
        Vec3::splat(-0.5),
        Vec3::splat(0.5),
        1.0,
        Shade::glowing([0.5; 3]),
        Faces::ALL,
    );
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
    let mut resources = vec![
        resource(
            &format!("{level}_crate_txd"),
            &[(ChunkType::RenderwareTextureDic, textures.write())],
        ),
        resource(
            &format!("{level}_crate_geo"),
            &[(ChunkType::PreinstanceObject, clump(&model)?.write())],
        ),
    ];
    if let Some(halo) = halo {
        resources.push(resource(
            &format!("{level}_lighting"),
            &sheet_chunks(&halo, &sheet),
        ));
    }
    Ok(Pack { resources }.write())
}

fn clump(model: &Model) -> Result<Clump> {
    atomic::background(model)
}

fn sheet_chunks(textures: &TextureDictionary, sheet: &SpriteSheet) -> [(ChunkType, Vec<u8>); 2] {
    let mut page = Vec::new();
    sheet.write_chunk(&mut page);
    [
        (ChunkType::RenderwareTextureDic, textures.write()),
        (ChunkType::ParticlePage, page),
    ]
}

fn resource(name: &str, chunks: &[(ChunkType, Vec<u8>)]) -> Resource {
    Resource {
        name_hash: crc32(name),
        chunks: chunks
            .iter()
            .map(|(ty, bytes)| Chunk::new(*ty, crc32(name), bytes.clone()))
            .collect(),
    }
}
