//! Textures of a mesh's materials, found by name once and again only when the registered textures change.

use std::sync::Arc;

use bevy::asset::AssetId;
use bevy::platform::collections::HashMap;
use bevy::prelude::Resource;
use wonderwheel_level_assets::material::DrawMaterial;
use wonderwheel_level_assets::mesh::SceneryMesh;
use wonderwheel_level_assets::texture::GsTexture;
use wonderwheel_ps2::gs::dual_blend;

use crate::scene::MaterialTextures;

/// What has been found, for one generation of the registry.
#[derive(Resource, Debug, Default)]
pub(crate) struct ResolvedTextures {
    generation: u64,
    meshes: HashMap<AssetId<SceneryMesh>, Arc<[MaterialTextures]>>,
    by_frame_alpha: Vec<(AssetId<SceneryMesh>, usize)>,
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
        if let Some(known) = self.meshes.get(&id) {
            return known.clone();
        }
        let by_frame_alpha = materials.iter().filter(|m| blends_by_frame_alpha(m));
        let count = by_frame_alpha.count();
        if count > 0 {
            self.by_frame_alpha.push((id, count));
        }
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
        let found: Arc<[_]> = materials.iter().map(resolve).collect();
        self.meshes.insert(id, found.clone());
        found
    }

    /// One texture for all materials of a mesh, whatever they name.
    pub fn same(
        &mut self,
        id: AssetId<SceneryMesh>,
        materials: &[DrawMaterial],
        base: Option<AssetId<GsTexture>>,
    ) -> Arc<[MaterialTextures]> {
        let textures = MaterialTextures { base, second: None };
        // Whose texture it is does not hang on the registry, so a known answer is looked at before it is given.
        let holds = |known: &&Arc<[MaterialTextures]>| {
            known.len() == materials.len() && known.iter().all(|known| *known == textures)
        };
        if let Some(known) = self.meshes.get(&id).filter(holds) {
            return known.clone();
        }
        let all: Arc<[_]> = materials.iter().map(|_| textures).collect();
        self.meshes.insert(id, all.clone());
        all
    }

    /// The meshes looked up since this was last asked that have materials [`blends_by_frame_alpha`] is true of, with
    /// the number of those.
    pub fn take_blends_by_frame_alpha(
        &mut self,
    ) -> impl Iterator<Item = (AssetId<SceneryMesh>, usize)> {
        self.by_frame_alpha.drain(..)
    }
}

/// A second layer weighted by the alpha of the frame, which holds no such alpha. Source: spec/gs-pipeline.md 12.
fn blends_by_frame_alpha(material: &DrawMaterial) -> bool {
    material.dual.as_ref().is_some_and(|dual| {
        dual_blend(dual.source_blend, dual.destination_blend)
            .premultiplied()
            .is_none()
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use bevy::asset::uuid::Uuid;
    use wonderwheel_level_assets::material::{DualLayer, TextureName};

    use super::*;

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

    fn dual(source_blend: i32, destination_blend: i32) -> DrawMaterial {
        DrawMaterial {
            dual: Some(DualLayer {
                texture: TextureName {
                    name: "stain".into(),
                    mip_word: None,
                },
                source_blend,
                destination_blend,
            }),
            ..material("brick")
        }
    }

    fn id<A: bevy::asset::Asset>(number: u128) -> AssetId<A> {
        AssetId::Uuid {
            uuid: Uuid::from_u128(number),
        }
    }

    #[test]
    fn a_name_is_looked_up_once_a_generation() {
        let asked = Cell::new(0);
        let brick = id::<GsTexture>(1);
        let find = |name: &str| {
            asked.set(asked.get() + 1);
            (name == "brick").then_some(brick)
        };
        let mesh = id(2);
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

    #[test]
    fn one_texture_for_all_materials_is_remembered_until_it_is_another() {
        let mut resolved = ResolvedTextures::default();
        let materials = [material("a"), dual(5, 6)];
        let first = resolved.same(id(2), &materials, Some(id(1)));
        assert_eq!(first.len(), 2);
        assert!(
            first
                .iter()
                .all(|m| m.base == Some(id(1)) && m.second.is_none())
        );
        let again = resolved.same(id(2), &materials, Some(id(1)));
        assert!(Arc::ptr_eq(&first, &again), "no second allocation");
        let other = resolved.same(id(2), &materials, Some(id(3)));
        assert_eq!(other[1].base, Some(id(3)));
    }

    #[test]
    fn blends_by_the_frames_alpha_are_reported_once_a_lookup_of_a_material_set() {
        // 7 and 8: destination alpha and its inverse. A pair with 8 is black, which the frame can do.
        let materials = [
            dual(5, 6),
            dual(7, 2),
            dual(1, 7),
            dual(2, 8),
            material("a"),
        ];
        let mut resolved = ResolvedTextures::default();
        for _ in 0..3 {
            resolved.of(id(2), &materials, |_| None);
            resolved.of(id(3), &materials[..1], |_| None);
        }
        let reported: Vec<_> = resolved.take_blends_by_frame_alpha().collect();
        assert_eq!(reported, [(id(2), 2)]);
        resolved.of(id(2), &materials, |_| None);
        assert_eq!(resolved.take_blends_by_frame_alpha().count(), 0);
    }
}
