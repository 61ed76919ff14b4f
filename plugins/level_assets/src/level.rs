//! `<level>.lev`: background models, glow world and occluders of a level.

use bevy::asset::{Asset, Handle, LoadContext};
use bevy::math::Mat4;
use bevy::reflect::TypePath;
use wonderwheel_ps2::error::{FormatError, Within};
use wonderwheel_ps2::fault::Fault;
use wonderwheel_renderware::mip_words::MipWords;
use wonderwheel_warriors::level_file::{LevelFile, LevelModel};
use wonderwheel_warriors::occluder::Occluder;

use crate::label::{AssetLabel, LevelModelLabel};
use crate::load::{FileAsset, SourceFile};
use crate::mesh::{self, SceneryMesh};
use crate::texture::{GsTexture, NamedTexture, add_dictionary, remarks};

/// A level file. Source: spec/chunks.md 5.1.
#[derive(Asset, TypePath, Debug, Clone)]
pub struct LevelAsset {
    /// Walls that hide sectors; game axes.
    pub occluders: Vec<Occluder>,
    /// The distant city.
    pub skyline: Option<BackgroundModel>,
    /// The sky box.
    pub sky: Option<BackgroundModel>,
    /// The cloud box, which turns.
    pub clouds: Option<BackgroundModel>,
    /// The halos of lamps.
    pub glow: Option<GlowModel>,
    /// What is wrong with the file.
    pub faults: Vec<Fault>,
    /// Bytes of the file.
    pub byte_size: u64,
}

/// A model of the background. It is drawn with its dictionary's first texture, whatever its material names.
/// Source: spec/renderware.md 5.2.
#[derive(Debug, Clone)]
pub struct BackgroundModel {
    /// Its triangles.
    pub mesh: Handle<SceneryMesh>,
    /// Takes the mesh to the model's own space; the identity on models with a single frame at the origin.
    pub model_from_mesh: Mat4,
    /// Its picture.
    pub texture: Option<Handle<GsTexture>>,
}

/// The glow world. Source: spec/renderware.md 9.4.
#[derive(Debug, Clone)]
pub struct GlowModel {
    /// Its triangles, in world coordinates.
    pub mesh: Handle<SceneryMesh>,
    /// The textures its materials name.
    pub textures: Vec<NamedTexture>,
}

/// Loads `.lev` files. Meshes become `skyline`, `sky`, `clouds` and `glow`; textures `<mesh>/texture/<name>`.
impl FileAsset for LevelAsset {
    const ENDINGS: &'static [&'static str] = &["lev"];

    fn from_file(file: &SourceFile, context: &mut LoadContext<'_>) -> Result<Self, Fault> {
        let (level, noted) =
            LevelFile::read_forced(&file.bytes).map_err(|error| file.fault(&error))?;
        let glow_words = MipWords::of(&level.glow_dictionary, &level.glow_world.materials);
        let mut faults: Vec<Fault> = [&level.skyline, &level.sky, &level.clouds]
            .into_iter()
            .flat_map(|model| {
                remarks(&file.name, &model.dictionary, &mip_words(model)).collect::<Vec<_>>()
            })
            .chain(remarks(&file.name, &level.glow_dictionary, &glow_words))
            .collect();
        let mut fault = |error: FormatError| faults.push(file.fault(&error));
        noted.into_iter().for_each(&mut fault);

        let mut model = |label, model| add_model(context, label, model, &mut fault);
        let skyline = model(LevelModelLabel::Skyline, &level.skyline);
        let sky = model(LevelModelLabel::Sky, &level.sky);
        let clouds = model(LevelModelLabel::Clouds, &level.clouds);
        let label = LevelModelLabel::Glow;
        let textures = add_dictionary(
            context,
            &level.glow_dictionary,
            &glow_words,
            Some(label),
            |error| fault(error.within(label.name())),
        );
        let glow = mesh::from_glow(&level.glow_world)
            .within(|| label.name())
            .map_err(&mut fault)
            .ok()
            .map(|mut mesh| {
                mesh.settle_mip_words(&level.glow_world.materials, &glow_words);
                GlowModel {
                    mesh: context.add_labeled_asset(AssetLabel::Model(label).to_string(), mesh),
                    textures,
                }
            });
        Ok(LevelAsset {
            occluders: level.occluders,
            skyline,
            sky,
            clouds,
            glow,
            byte_size: file.size(),
            faults,
        })
    }
}

/// K and L of a background model's textures: its materials are read after them.
fn mip_words(model: &LevelModel) -> MipWords {
    let geometries = model.clump.atomic_geometries();
    let materials = geometries.flat_map(|(_, geometry)| &geometry.materials);
    MipWords::of(&model.dictionary, materials)
}

fn add_model(
    context: &mut LoadContext<'_>,
    label: LevelModelLabel,
    model: &LevelModel,
    mut fault: impl FnMut(FormatError),
) -> Option<BackgroundModel> {
    let words = mip_words(model);
    let textures = add_dictionary(context, &model.dictionary, &words, Some(label), |error| {
        fault(error.within(label.name()));
    });
    match mesh::from_clump(&model.clump)
        .within(|| "clump")
        .within(|| label.name())
    {
        Ok((mesh, model_from_mesh)) => Some(BackgroundModel {
            mesh: context.add_labeled_asset(AssetLabel::Model(label).to_string(), mesh),
            model_from_mesh,
            texture: textures.into_iter().next().map(|named| named.texture),
        }),
        Err(error) => {
            fault(error);
            None
        }
    }
}
