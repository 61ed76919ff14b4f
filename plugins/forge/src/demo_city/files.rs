//! From the scene to the level's files.

use wonderwheel_warriors::names;
use wonderwheel_warriors::object_list::ObjectList;

use crate::captions;
use crate::demo_city::recipe::CityRecipe;
use crate::demo_city::scene::Scene;
use crate::demo_city::{loading, pack, settings};
use crate::error::Result;
use crate::kit::encode::level::{LevelBackground, LevelContent};
use crate::kit::encode::{Files, objects_file, world};

/// All files of a level.
///
/// # Errors
/// A part that outgrows the game's read buffer, or a value that the formats cannot hold.
pub fn files(recipe: &CityRecipe, scene: &Scene, progress: &mut dyn FnMut(&str)) -> Result<Files> {
    let name = recipe.level.as_str();
    let mut files = Files::new();
    progress("writing the scenery world");
    let scenery = world::files(&format!("{name}s"), &scene.scenery)?;
    progress("writing the detail world");
    let detail = world::files(&format!("{name}d"), &scene.detail)?;
    progress("writing the level file");
    let level = level_file(name, scene)?;
    let charges = settings::Charges {
        level_bytes: level.len() as u64,
        world_heaps: u64::from(scenery.manifest.world_heap_size)
            + u64::from(detail.manifest.world_heap_size),
        part_heaps: [&scenery, &detail]
            .iter()
            .flat_map(|world| &world.manifest.parts)
            .map(|part| u64::from(part.heap_size))
            .sum(),
    };
    files.insert(
        names::settings(name),
        settings::text(recipe, scene, &charges).into_bytes(),
    );
    files.insert(names::level_file(name), level);
    let objects = ObjectList::new(scene.objects.clone());
    files.insert(objects_file(name), objects.write());
    files.extend(scenery.files);
    files.extend(detail.files);
    progress("writing loading pictures and the pack");
    for n in 0..2 {
        files.insert(
            names::loading_picture(name, n),
            loading::picture(name, n, recipe.seed)?,
        );
    }
    files.insert(names::section_pack(name, 1), pack::pack(name, scene)?);
    Ok(files)
}

/// The bytes of `<level>.lev`.
fn level_file(name: &str, scene: &Scene) -> Result<Vec<u8>> {
    let background = LevelBackground::new(
        [&scene.skyline, &scene.sky, &scene.clouds],
        scene.glow_textures.clone(),
    )?;
    let level = background.level_file(LevelContent {
        name,
        occluders: scene.occluders.clone(),
        glow: &scene.glow,
        path_data: &scene.path_data,
        solid: &scene.solid,
        subtitles: &captions::of_level(name)?,
    })?;
    Ok(level.write())
}
