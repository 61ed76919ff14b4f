//! What competes with the worlds for the one read at a time and for the pool: the resources (props and characters) and
//! the water. The once-a-frame decision weighs them against the scenery through this interface.
//!
//! Source: seed 000 "Choosing what to stream"; spec/memory.md 6.

use bevy::ecs::resource::Resource;
use bevy::math::Vec3;
use bevy::reflect::Reflect;

use crate::core::budget::SectorBudget;

/// Another streamer on the same budget.
pub trait CompetingStreamer: Send + Sync {
    /// Whether a read of its own is in flight; the decision waits for it.
    fn busy(&self) -> bool {
        false
    }

    /// Squared distance of the nearest thing that it wants and does not have.
    fn nearest_wanted(&mut self, cameras: &[Vec3]) -> Option<f32>;

    /// Starts to read its nearest wanted thing, charging the budget. False when it could not.
    fn start(&mut self, cameras: &[Vec3], budget: &SectorBudget) -> bool;

    /// Squared distance of the farthest thing that it could free.
    fn farthest(&mut self, cameras: &[Vec3]) -> Option<f32>;

    /// Frees its farthest thing. False when it could not.
    fn free_farthest(&mut self, cameras: &[Vec3]) -> bool;

    /// Frees what is not held, least recently used first, until `budget` would grant a charge of `bytes`. False when
    /// it ran out of things to free. Source: spec/memory.md 6; spec/resources.md 6; 0x00187d28.
    fn make_room(&mut self, bytes: u64, _purpose: RoomFor, budget: &SectorBudget) -> bool {
        budget.fits(bytes)
    }
}

/// What room is made for: the flag of the original's `make_room`. Source: spec/resources.md 6.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RoomFor {
    /// The clump of a world (1): only what is needed is spared.
    World,
    /// The clump of a part (0): what was loaded less than three seconds ago is spared as well.
    Part,
}

/// Which competitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Reflect)]
pub enum Competitor {
    /// Props and characters.
    Resources,
    /// The water surface.
    Water,
}

impl Competitor {
    /// Both, in the order in which ties are decided.
    pub const ALL: [Self; 2] = [Self::Resources, Self::Water];
}

/// The slots for the other streamers. Both are empty until a plugin fills them.
#[derive(Resource, Default)]
pub struct CompetingStreamers {
    /// The resource manager.
    pub resources: Option<Box<dyn CompetingStreamer>>,
    /// The water effect.
    pub water: Option<Box<dyn CompetingStreamer>>,
    /// Factor on the resources' distances; the original sets 0.001 for a level and 10.0 in one menu.
    /// `None` means 0.001. Source: 0x0040c938.
    pub load_priority: Option<f32>,
}

/// The factor on the resources' distances in a level. Source: 0x005147cc.
pub const LOAD_PRIORITY: f32 = 0.001;

impl CompetingStreamers {
    /// Whether one of them has a read in flight.
    pub fn busy(&self) -> bool {
        let streamers = [&self.resources, &self.water].into_iter().flatten();
        streamers.into_iter().any(|streamer| streamer.busy())
    }

    /// Makes room for a charge of `bytes`: there is room already, or the resources give some up.
    /// Source: spec/memory.md 6.
    pub fn make_room(&mut self, bytes: u64, purpose: RoomFor, budget: &SectorBudget) -> bool {
        let resources = self.resources.as_mut();
        budget.fits(bytes)
            || resources.is_some_and(|resources| {
                resources.make_room(bytes, purpose, budget) && budget.fits(bytes)
            })
    }

    /// The slot of a competitor.
    pub fn slot(&mut self, which: Competitor) -> Option<&mut (dyn CompetingStreamer + 'static)> {
        match which {
            Competitor::Resources => self.resources.as_deref_mut(),
            Competitor::Water => self.water.as_deref_mut(),
        }
    }

    /// What a competitor wants, on the scale of the worlds' squared distances.
    pub fn nearest_wanted(&mut self, which: Competitor, cameras: &[Vec3]) -> Option<f32> {
        let scale = self.scale(which);
        Some(self.slot(which)?.nearest_wanted(cameras)? * scale)
    }

    /// What a competitor could free, on the scale of the worlds' squared distances.
    pub fn farthest(&mut self, which: Competitor, cameras: &[Vec3]) -> Option<f32> {
        let scale = self.scale(which);
        Some(self.slot(which)?.farthest(cameras)? * scale)
    }

    fn scale(&self, which: Competitor) -> f32 {
        match which {
            Competitor::Resources => self.load_priority.unwrap_or(LOAD_PRIORITY),
            Competitor::Water => 1.0,
        }
    }
}
