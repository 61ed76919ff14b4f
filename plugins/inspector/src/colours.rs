//! One colour a state, for the map, the tables and the boxes in the frame.

use wonderwheel_warriors::names::WorldSlot;
use wonderwheel_world_streaming::core::budget::Owner;
use wonderwheel_world_streaming::core::tables::{PartState, SectorState};

/// Red, green, blue in display space.
pub type Rgb = [u8; 3];

/// What a sector is to a person who watches the streaming: its own state, its part's, and whether it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SectorLook {
    /// Never read, or released, and not in the picture.
    Absent,
    /// Not there although the camera looks at it: a hole.
    Hole,
    /// Its part is being read.
    Reading,
    /// There, out of the picture.
    Loaded,
    /// There and in the picture.
    Seen,
    /// Shall go, but is still in use.
    Leaving,
    /// Could not be read.
    Failed,
}

impl SectorLook {
    /// Every look, in the order of the legend.
    pub const ALL: [Self; 7] = [
        Self::Seen,
        Self::Loaded,
        Self::Reading,
        Self::Hole,
        Self::Absent,
        Self::Leaving,
        Self::Failed,
    ];

    /// The look of a sector.
    pub fn of(sector: SectorState, part: PartState, visible: bool) -> Self {
        match (sector, part) {
            (SectorState::Failed, _) => Self::Failed,
            (SectorState::Loaded, _) if visible => Self::Seen,
            (SectorState::Loaded, _) => Self::Loaded,
            (SectorState::ReleasePending, _) => Self::Leaving,
            (SectorState::Missing | SectorState::Released, PartState::Reading) => Self::Reading,
            (SectorState::Missing | SectorState::Released, _) if visible => Self::Hole,
            (SectorState::Missing | SectorState::Released, _) => Self::Absent,
        }
    }

    /// Its colour and its name in the legend.
    fn legend(self) -> (Rgb, &'static str) {
        match self {
            Self::Seen => ([112, 214, 120], "seen"),
            Self::Loaded => ([52, 116, 74], "loaded"),
            Self::Reading => ([240, 190, 70], "reading"),
            Self::Hole => ([214, 92, 190], "seen, missing"),
            Self::Absent => ([70, 76, 92], "absent"),
            Self::Leaving => ([222, 128, 52], "leaving"),
            Self::Failed => ([226, 60, 60], "failed"),
        }
    }

    /// Its colour.
    pub fn colour(self) -> Rgb {
        self.legend().0
    }

    /// Its name in the legend.
    pub fn name(self) -> &'static str {
        self.legend().1
    }
}

/// The colour of a part's state.
pub fn part_colour(state: PartState) -> Rgb {
    let look = match state {
        PartState::Absent => SectorLook::Absent,
        PartState::Reading => SectorLook::Reading,
        PartState::Resident => SectorLook::Seen,
        PartState::Releasing => SectorLook::Leaving,
        PartState::Failed => SectorLook::Failed,
    };
    look.colour()
}

/// A hue for a part by its number: neighbours in number lie far apart on the wheel.
pub fn hue_of_part(number: u32) -> Rgb {
    // The golden ratio's fraction spreads any run of numbers evenly.
    let hue = (number as f32 * 0.618_034).fract() * 6.0;
    let ramp = |offset: f32| {
        let at = (hue + offset).rem_euclid(6.0);
        let unit = (2.0 - (at - 3.0).abs()).clamp(0.0, 1.0);
        (70.0 + unit * 160.0) as u8
    };
    [ramp(3.0), ramp(1.0), ramp(5.0)]
}

/// Who the budget's bytes belong to, as groups of the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OwnerGroup {
    /// The whole game's data.
    Fixed,
    /// The level file.
    Level,
    /// The worlds' own clumps.
    Worlds,
    /// Parts of the scenery world.
    SceneryParts,
    /// Parts of the detail world.
    DetailParts,
    /// Anything else.
    Other,
}

impl OwnerGroup {
    /// Every group, in the order of the bar.
    pub const ALL: [Self; 6] = [
        Self::Fixed,
        Self::Level,
        Self::Worlds,
        Self::SceneryParts,
        Self::DetailParts,
        Self::Other,
    ];

    /// The group of an owner.
    pub fn of(owner: Owner) -> Self {
        match owner {
            Owner::GlobalData | Owner::GenericResources => Self::Fixed,
            Owner::LevelFile => Self::Level,
            Owner::World(_) => Self::Worlds,
            Owner::Part(WorldSlot::Scenery, _) => Self::SceneryParts,
            Owner::Part(WorldSlot::Detail, _) => Self::DetailParts,
            Owner::Resource(_) | Owner::Other => Self::Other,
        }
    }

    /// Its name and its colour.
    pub fn legend(self) -> (&'static str, Rgb) {
        match self {
            Self::Fixed => ("global data, generic resources", [104, 110, 128]),
            Self::Level => ("level file", [142, 124, 196]),
            Self::Worlds => ("worlds", [86, 144, 206]),
            Self::SceneryParts => ("scenery parts", [92, 186, 112]),
            Self::DetailParts => ("detail parts", [214, 176, 84]),
            Self::Other => ("other", [190, 96, 96]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_sector_that_the_camera_looks_at_is_a_hole_until_its_part_is_read() {
        use PartState::{Absent, Reading, Resident};
        for (sector, part, visible, look) in [
            (SectorState::Missing, Absent, true, SectorLook::Hole),
            (SectorState::Missing, Absent, false, SectorLook::Absent),
            (SectorState::Missing, Reading, true, SectorLook::Reading),
            (SectorState::Released, Absent, true, SectorLook::Hole),
            (SectorState::Loaded, Resident, true, SectorLook::Seen),
            (SectorState::Failed, Resident, true, SectorLook::Failed),
        ] {
            let found = SectorLook::of(sector, part, visible);
            assert_eq!(found, look, "{sector:?} {part:?} {visible}");
        }
    }

    fn apart(a: Rgb, b: Rgb) -> i32 {
        let channels = a.into_iter().zip(b);
        channels
            .map(|(a, b)| (i32::from(a) - i32::from(b)).abs())
            .sum()
    }

    #[test]
    fn no_two_looks_share_a_colour() {
        for (at, look) in SectorLook::ALL.iter().enumerate() {
            for other in &SectorLook::ALL[at + 1..] {
                let apart = apart(look.colour(), other.colour());
                assert!(apart > 60, "{} and {}", look.name(), other.name());
            }
        }
    }

    #[test]
    fn neighbouring_parts_have_hues_far_apart() {
        for number in 1..200 {
            let (a, b) = (hue_of_part(number), hue_of_part(number + 1));
            assert!(apart(a, b) > 60, "{number}: {a:?} {b:?}");
        }
    }

    #[test]
    fn every_owner_has_a_group_of_the_bar() {
        let owners = [
            Owner::GlobalData,
            Owner::LevelFile,
            Owner::World(WorldSlot::Detail),
            Owner::Part(WorldSlot::Scenery, 1),
            Owner::Part(WorldSlot::Detail, 1),
            Owner::Other,
        ];
        assert_eq!(owners.map(OwnerGroup::of), OwnerGroup::ALL);
    }
}
