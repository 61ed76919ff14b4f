//! What can be set while the game runs.

use bevy::ecs::reflect::ReflectResource;
use bevy::ecs::resource::Resource;
use bevy::reflect::Reflect;

use crate::core::budget::{BudgetModel, SECTOR_POOL_BYTES};
use crate::core::rules::{Rules, StreamingMode};

/// Settings of the streamed world. Every field may change at any time.
#[derive(Resource, Debug, Clone, PartialEq, Reflect)]
#[reflect(Resource)]
pub struct StreamingSettings {
    /// The original's rules or better ones. Default: improved.
    pub mode: StreamingMode,
    /// Stops the decision: nothing is asked for and nothing freed. Default: no.
    pub frozen: bool,
    /// Holds the draw distance at so many metres. Default: it moves.
    pub fixed_draw_distance: Option<f32>,
    /// Reads that may be in flight at once in improved mode. Default: 4.
    pub reads_in_flight: u32,
    /// How far ahead of a moving camera improved mode looks, seconds. Default: 0.5.
    pub look_ahead_seconds: f32,
    /// How large the budget is. Default: what the level is meant for.
    pub budget: BudgetSize,
    /// How the budget decides whether there is room. Default: by the sum.
    pub budget_model: BudgetModel,
    /// Whether the level's occluders hide sectors. Default: yes.
    pub occluders: bool,
    /// Whether a level start waits until the scenery around the start is there. Default: yes.
    pub preload: bool,
    /// Height of the start above the first part, where a level says nothing about its start, metres. Default: 10.
    pub start_height: f32,
}

impl Default for StreamingSettings {
    fn default() -> Self {
        Self {
            mode: StreamingMode::default(),
            frozen: false,
            fixed_draw_distance: None,
            reads_in_flight: 4,
            look_ahead_seconds: 0.5,
            budget: BudgetSize::default(),
            budget_model: BudgetModel::default(),
            occluders: true,
            preload: true,
            start_height: 10.0,
        }
    }
}

impl StreamingSettings {
    /// The rules of the mode.
    pub fn rules(&self) -> Rules {
        match self.mode {
            StreamingMode::Faithful => Rules::FAITHFUL,
            StreamingMode::Improved => Rules::improved(self.reads_in_flight),
        }
    }

    /// Seconds that the search looks ahead: none by the original's rules.
    pub fn look_ahead(&self) -> f32 {
        match self.mode {
            StreamingMode::Faithful => 0.0,
            StreamingMode::Improved => self.look_ahead_seconds.max(0.0),
        }
    }
}

/// How large the budget is.
#[derive(Debug, Clone, Copy, PartialEq, Default, Reflect)]
pub enum BudgetSize {
    /// What the level is meant for, as its settings say; else the original's.
    #[default]
    OfTheLevel,
    /// The original's 17,216,512 bytes.
    Original,
    /// The original's times a factor.
    Scaled(f32),
    /// So many bytes.
    Bytes(u64),
    /// No limit.
    Unlimited,
}

impl BudgetSize {
    /// Bytes, for a level that is meant for `level_bytes` (`None`: it does not say).
    pub fn bytes(self, level_bytes: Option<u64>) -> u64 {
        match self {
            Self::OfTheLevel => level_bytes.unwrap_or(SECTOR_POOL_BYTES),
            Self::Original => SECTOR_POOL_BYTES,
            Self::Scaled(factor) => (SECTOR_POOL_BYTES as f64 * f64::from(factor.max(0.0))) as u64,
            Self::Bytes(bytes) => bytes,
            Self::Unlimited => u64::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_played_with_the_budget_it_is_meant_for_unless_another_is_chosen() {
        assert_eq!(BudgetSize::OfTheLevel.bytes(Some(6_000_000)), 6_000_000);
        assert_eq!(BudgetSize::OfTheLevel.bytes(None), 17_216_512);
        assert_eq!(BudgetSize::Original.bytes(Some(6_000_000)), 17_216_512);
        assert_eq!(BudgetSize::Scaled(0.5).bytes(None), 8_608_256);
        assert_eq!(BudgetSize::Scaled(-1.0).bytes(None), 0);
        assert_eq!(BudgetSize::Bytes(5).bytes(Some(6)), 5);
        assert_eq!(BudgetSize::Unlimited.bytes(Some(6)), u64::MAX);
    }

    #[test]
    fn faithful_mode_ignores_what_only_improved_mode_has() {
        let settings = StreamingSettings {
            mode: StreamingMode::Faithful,
            ..StreamingSettings::default()
        };
        assert_eq!(settings.rules(), Rules::FAITHFUL);
        assert_eq!(settings.look_ahead(), 0.0);
        assert_eq!(StreamingSettings::default().rules().reads_in_flight, 4);
    }
}
