//! What this frame draws of the streamed world.

use bevy::asset::Handle;
use bevy::ecs::resource::Resource;
use bevy::math::Vec3;
use wonderwheel_level_assets::SceneryMesh;
use wonderwheel_renderware::world::Aabb;
use wonderwheel_warriors::names::WorldSlot;

/// A sector to draw.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawSector {
    /// Its world.
    pub slot: WorldSlot,
    /// Its streamed-sector index.
    pub sector: u32,
    /// Its mesh.
    pub mesh: Handle<SceneryMesh>,
    /// Where the mesh's own origin lies, RenderWare axes, metres.
    pub origin: Vec3,
    /// Alpha of its material colours: 0 just read, 255 faded in.
    pub alpha: u8,
    /// Its box, RenderWare axes, metres.
    pub bounds: Aabb,
}

/// The sectors that the first viewport sees, in the order of the walk: the renderer takes them from the end, which is
/// roughly front to back.
#[derive(Resource, Debug, Default)]
pub struct DrawList {
    /// Of the scenery world.
    pub scenery: Vec<DrawSector>,
    /// Of the detail world.
    pub detail: Vec<DrawSector>,
}

impl DrawList {
    /// Nothing to draw.
    pub fn clear(&mut self) {
        self.scenery.clear();
        self.detail.clear();
    }

    /// How many sectors there are to draw.
    pub fn len(&self) -> usize {
        self.scenery.len() + self.detail.len()
    }

    /// True when there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
