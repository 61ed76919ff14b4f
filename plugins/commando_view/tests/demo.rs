//! The level that the forge writes, once for all tests.

use std::sync::{Arc, OnceLock};

use bevy::math::Vec3;
use wonderwheel_commando::level::Level;
use wonderwheel_commando_view::axes::to_world;
use wonderwheel_commando_view::choose::Eye;
use wonderwheel_commando_view::members::{LooseMembers, MemberKind};
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_forge::{Recipe, forge};
use wonderwheel_world_streaming::view::camera::GameCamera;

/// Its file.
pub fn file() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| {
        let recipe = Recipe::builtin("commando_demo").expect("built in");
        let mut game = forge(&recipe, &mut |_| {}).expect("the recipe is good");
        game.files.remove("level0.wad").expect("its only file")
    })
}

/// Opened.
pub fn level() -> Level<'static> {
    Level::read(file()).expect("the forge wrote it")
}

/// Laid out.
pub fn scene() -> &'static LevelScene {
    static SCENE: OnceLock<LevelScene> = OnceLock::new();
    SCENE.get_or_init(|| LevelScene::build(&level(), &LooseMembers::default()))
}

/// One loose member.
pub fn loose(name: &str, bytes: Vec<u8>) -> LooseMembers {
    let (_, kind) = MemberKind::of(name).expect("a member's name");
    let mut members = LooseMembers::default();
    members.put(name.to_owned(), kind, Arc::from(bytes));
    members
}

/// An eye at one place that looks at another, in the game's axes.
pub fn eye(from: [f32; 3], to: [f32; 3]) -> Eye {
    let [from, to] = [from, to].map(|place| to_world(Vec3::from(place)));
    let way = (to - from).normalize();
    Eye::of(&GameCamera::new(from, way.x.atan2(way.z), way.y.asin()))
}

/// From the landing towards the arch.
pub fn at_the_landing() -> Eye {
    eye([161.0, 106.0, 45.2], [156.0, 150.0, 46.5])
}

/// High over the island.
pub fn in_the_air() -> Eye {
    eye([160.0, 60.0, 95.0], [158.0, 160.0, 40.0])
}
