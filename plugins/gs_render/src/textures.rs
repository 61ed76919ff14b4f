//! Textures of a mesh's materials, found by name once and again only when the registered textures change.

use crate::scene::MaterialTextures;
use bevy::asset::AssetId;
use bevy::platform::collections::HashMap;
use bevy::prelude::Resource;
use std::sync::Arc;
use wonderwheel_level_assets::material::DrawMaterial;
use wonderwheel_level_assets::mesh::SceneryMesh;
use wonderwheel_level_assets::texture::GsTexture;

/// What has been found, for one generation of the registry.
#[derive(Resource, Debug, Default)]
pub(crate) struct ResolvedTextures {
    generation: u64,
    meshes: HashMap<AssetId<SceneryMesh>, Arc<[MaterialTextures]>>,
}

impl ResolvedTextures {
    /// Forgets everything when the registry has moved on.
    pub fn follow(&mut self, generation: u64) {
        if self.generation != generation {
            self.generation = generation;
            self.meshes.clear();
        }
    }

    /// Forgets a mesh that was reloaded or is gone.
    pub fn forget(&mut self, mesh: AssetId<SceneryMesh>) {
        self.meshes.remove(&mesh);
    }

    /// The textures of a mesh; `find` is asked when they are not known yet.
    pub fn of(
        &mut self,
        id: AssetId<SceneryMesh>,
        materials: &[DrawMaterial],
        find: impl Fn(&str) -> Option<AssetId<GsTexture>>,
    ) -> Arc<[MaterialTextures]> {
        let resolve = |material: &DrawMaterial| MaterialTextures {
            base: material
                .texture
                .as_ref()
                .and_then(|texture| find(&texture.name)),
            second: material
                .dual
                .as_ref()
                .and_then(|dual| find(&dual.texture.name)),
        };
        self.meshes
            .entry(id)
            .or_insert_with(|| materials.iter().map(resolve).collect())
            .clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::asset::uuid::Uuid;
    use std::cell::Cell;
    use wonderwheel_level_assets::material::TextureName;

    fn material(name: &str) -> DrawMaterial {
        DrawMaterial {
            colour: [255; 4],
            ambient: 1.0,
            diffuse: 1.0,
            texture: Some(TextureName {
                name: name.into(),
                mip_word: None,
            }),
            dual: None,
        }
    }

    #[test]
    fn a_name_is_looked_up_once_a_generation() {
        let asked = Cell::new(0);
        let brick = AssetId::<GsTexture>::Uuid {
            uuid: Uuid::from_u128(1),
        };
        let find = |name: &str| {
            asked.set(asked.get() + 1);
            (name == "brick").then_some(brick)
        };
        let mesh = AssetId::<SceneryMesh>::Uuid {
            uuid: Uuid::from_u128(2),
        };
        let materials = [material("brick"), material("gone")];
        let mut resolved = ResolvedTextures::default();
        for _ in 0..3 {
            resolved.follow(1);
            let textures = resolved.of(mesh, &materials, find);
            assert_eq!((textures[0].base, textures[1].base), (Some(brick), None));
        }
        assert_eq!(asked.get(), 2);
        resolved.follow(2);
        resolved.of(mesh, &materials, find);
        assert_eq!(asked.get(), 4);
        resolved.forget(mesh);
        resolved.of(mesh, &materials, find);
        assert_eq!(asked.get(), 6);
    }
}
