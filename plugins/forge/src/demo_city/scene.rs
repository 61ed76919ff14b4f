//! A level before it is written: painted textures, lit pieces, their division into sectors and parts.

use glam::Vec3;
use wonderwheel_warriors::object_list::PlacedObject;
use wonderwheel_warriors::occluder::Occluder;
use wonderwheel_warriors::path_data::PathData;

use crate::kit::background::Model;
use crate::kit::encode::solid::Solid;
use crate::kit::encode::world::WorldScene;
use crate::kit::mesh::Piece;
use crate::kit::paint::Painting;

/// A point light of the level's settings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PointLight {
    /// RenderWare axes, metres.
    pub position: Vec3,
    /// 0..1.
    pub colour: [f32; 3],
    /// Metres.
    pub radius: f32,
}

/// Where the player or the camera starts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Start {
    /// RenderWare axes, metres.
    pub position: Vec3,
    /// Degrees about the vertical, counter-clockwise from game +y (RenderWare -z).
    pub heading: f32,
}

/// A level.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The `s` world.
    pub scenery: WorldScene,
    /// The `d` world.
    pub detail: WorldScene,
    /// Sky.
    pub sky: Model,
    /// Clouds.
    pub clouds: Model,
    /// Skyline.
    pub skyline: Model,
    /// Halos of the lamps, world positions.
    pub glow: Piece,
    /// Their textures.
    pub glow_textures: Vec<(&'static str, Painting)>,
    /// Occluders.
    pub occluders: Vec<Occluder>,
    /// What can be walked on and bumped into.
    pub solid: Solid,
    /// Where people walk.
    pub path_data: PathData,
    /// Which props stand where, game axes.
    pub objects: Vec<PlacedObject>,
    /// Lights for the settings.
    pub lights: Vec<PointLight>,
    /// Start.
    pub start: Start,
}
