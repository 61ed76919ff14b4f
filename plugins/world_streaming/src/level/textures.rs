//! The global texture lookup: every world and every resident part brings textures, and the newest of a name wins.
//!
//! Source: seed 000 "Coney's implementation", texture_lookup.h; a name that no file brings stays without a texture.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use bevy::asset::Handle;
use bevy::ecs::resource::Resource;
use bevy::ecs::system::{Local, Res, ResMut};
use wonderwheel_level_assets::{GsTexture, LevelFaults, NamedTexture};
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_warriors::names::WorldSlot;

/// Who brought textures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextureOwner {
    /// A world's own dictionary.
    World(WorldSlot),
    /// A part's dictionary.
    Part(WorldSlot, u32),
    /// Anything else that registers textures, by a number of its own.
    Other(u32),
}

/// Textures by name, lower case.
#[derive(Resource, Debug, Default)]
pub struct TextureRegistry {
    /// Newest last.
    by_name: HashMap<String, Vec<(TextureOwner, Handle<GsTexture>)>>,
    names_of: HashMap<TextureOwner, Vec<String>>,
    /// Behind a lock, so that it can be reported through a shared reference.
    missing: Mutex<BTreeSet<String>>,
    generation: u64,
}

impl TextureRegistry {
    /// The newest texture of a name; any letter case.
    pub fn find(&self, name: &str) -> Option<&Handle<GsTexture>> {
        let found = match self.by_name.get(name) {
            Some(found) => Some(found),
            None => self.by_name.get(&name.to_ascii_lowercase()),
        };
        found?.last().map(|(_, texture)| texture)
    }

    /// Grows whenever a lookup may give another answer than before.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Says that a material names a texture that no file brings. True the first time; it is one fault of the level, until a
    /// file brings it.
    pub fn report_missing(&self, name: &str) -> bool {
        let mut missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        !missing.contains(name) && missing.insert(name.to_ascii_lowercase())
    }

    /// The names reported missing that no file brings still, in ascending order.
    pub fn missing(&self) -> Vec<String> {
        let missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        missing.iter().cloned().collect()
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.by_name.len()
    }

    /// True when there are no textures.
    pub fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Adds an owner's textures. An owner that is known already keeps its age: its textures are exchanged.
    pub fn register(&mut self, owner: TextureOwner, textures: &[NamedTexture]) {
        self.generation += 1;
        let names: Vec<String> = textures
            .iter()
            .map(|texture| texture.name.to_ascii_lowercase())
            .collect();
        if let Some(old) = self.names_of.remove(&owner) {
            for name in old.iter().filter(|name| !names.contains(name)) {
                self.remove(owner, name);
            }
        }
        let missing = self.missing.get_mut();
        let missing = missing.unwrap_or_else(PoisonError::into_inner);
        missing.retain(|name| !names.contains(name));
        for (name, texture) in names.iter().zip(textures) {
            let stack = self.by_name.entry(name.clone()).or_default();
            match stack.iter_mut().find(|(known, _)| *known == owner) {
                Some((_, handle)) => *handle = texture.texture.clone(),
                None => stack.push((owner, texture.texture.clone())),
            }
        }
        self.names_of.insert(owner, names);
    }

    /// Takes an owner's textures away; older ones of the same names show again.
    pub fn unregister(&mut self, owner: TextureOwner) {
        let Some(names) = self.names_of.remove(&owner) else {
            return;
        };
        self.generation += 1;
        for name in names {
            self.remove(owner, &name);
        }
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        self.by_name.clear();
        self.names_of.clear();
        let missing = self.missing.get_mut();
        missing.unwrap_or_else(PoisonError::into_inner).clear();
        self.generation += 1;
    }

    fn remove(&mut self, owner: TextureOwner, name: &str) {
        if let Some(stack) = self.by_name.get_mut(name) {
            stack.retain(|(known, _)| *known != owner);
            if stack.is_empty() {
                self.by_name.remove(name);
            }
        }
    }
}

/// Brings the level's faults up to date with the names that no file brings.
pub(crate) fn note_missing_textures(
    registry: Res<TextureRegistry>,
    mut faults: ResMut<LevelFaults>,
    mut noted: Local<Vec<String>>,
) {
    let missing = registry.missing();
    // A new level begins with an empty list.
    let is_listed = |name: &String| faults.as_slice().contains(&texture_fault(name));
    if *noted == missing && missing.first().is_none_or(is_listed) {
        return;
    }
    for name in noted.iter().filter(|name| !missing.contains(name)) {
        faults.forget(&texture_fault(name));
    }
    faults.extend(missing.iter().map(|name| texture_fault(name)));
    *noted = missing;
}

fn texture_fault(name: &str) -> Fault {
    let words = "a material names it, and no file brings it";
    Fault::of_file("", FaultKind::Malformed, words).within(format!("texture `{name}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::asset::Assets;

    const PART: TextureOwner = TextureOwner::Part(WorldSlot::Scenery, 1);
    const WORLD: TextureOwner = TextureOwner::World(WorldSlot::Scenery);

    fn textures(names: &[&str]) -> Vec<NamedTexture> {
        let assets = Assets::<GsTexture>::default();
        names
            .iter()
            .map(|&name| NamedTexture {
                name: name.into(),
                texture: assets.reserve_handle(),
            })
            .collect()
    }

    #[test]
    fn the_newest_texture_of_a_name_wins_until_its_owner_goes() {
        let mut registry = TextureRegistry::default();
        let both = textures(&["brick", "brick"]);
        registry.register(WORLD, &both[..1]);
        registry.register(PART, &both[1..]);
        assert_eq!(registry.find("brick"), Some(&both[1].texture));
        registry.unregister(PART);
        assert_eq!(registry.find("brick"), Some(&both[0].texture));
        registry.unregister(WORLD);
        assert_eq!((registry.find("brick"), registry.len()), (None, 0));
    }

    #[test]
    fn names_are_found_in_any_letter_case() {
        let mut registry = TextureRegistry::default();
        let brought = textures(&["Neon_Sign"]);
        registry.register(WORLD, &brought);
        assert!(registry.find("neon_sign").is_some() && registry.find("NEON_SIGN").is_some());
    }

    #[test]
    fn an_owner_that_registers_again_keeps_its_age_and_loses_what_it_no_longer_brings() {
        let mut registry = TextureRegistry::default();
        let old = textures(&["brick", "gone"]);
        let (part, new) = (textures(&["brick"]), textures(&["brick", "fresh"]));
        registry.register(WORLD, &old);
        registry.register(PART, &part);
        let before = registry.generation();
        registry.register(WORLD, &new);
        assert!(registry.generation() > before);
        assert_eq!(
            registry.find("brick"),
            Some(&part[0].texture),
            "the part is still newer"
        );
        assert_eq!(registry.find("gone"), None);
        registry.unregister(PART);
        assert_eq!(registry.find("brick"), Some(&new[0].texture));
    }

    #[test]
    fn a_name_that_no_file_brings_is_one_fault_until_a_file_brings_it() {
        let mut app = bevy::app::App::new();
        app.init_resource::<TextureRegistry>()
            .init_resource::<LevelFaults>()
            .add_systems(bevy::app::Update, note_missing_textures);
        let report = |app: &bevy::app::App, name: &str| {
            let registry = app.world().resource::<TextureRegistry>();
            registry.report_missing(name)
        };
        assert!(report(&app, "Brick") && report(&app, "gone"));
        assert!(!report(&app, "brick") && !report(&app, "BRICK"));
        for _ in 0..3 {
            app.update();
        }
        let lines = |app: &bevy::app::App| app.world().resource::<LevelFaults>().lines();
        let warnings = lines(&app);
        assert_eq!(
            warnings,
            [
                "texture `brick`: a material names it, and no file brings it",
                "texture `gone`: a material names it, and no file brings it"
            ]
        );
        let mut registry = app.world_mut().resource_mut::<TextureRegistry>();
        registry.register(PART, &textures(&["brick"]));
        app.update();
        assert_eq!(lines(&app), warnings[1..]);

        // A new level begins without faults, and the same name may be missing in it.
        app.insert_resource(LevelFaults::default());
        app.update();
        assert_eq!(lines(&app), warnings[1..]);
        app.world_mut().resource_mut::<TextureRegistry>().clear();
        app.update();
        assert_eq!(lines(&app), [""; 0]);
    }
}
