//! Keys that turn the switches while a level is flown through: every switch of the picture without the overlay.

use bevy::prelude::*;
use wonderwheel_player::{HelpLine, InputGate};

use crate::level::ShownLevel;
use crate::settings::{CommandoSettings, TerrainLod};

/// What the line of keys says. A key and what it does stay on one line.
const KEYS: &str = "1\u{a0}light  2\u{a0}LOD\u{a0}tint  3\u{a0}collision  4\u{a0}occlusion  5\u{a0}terrain\u{a0}LOD  6\u{a0}fog";

/// 1 to 6.
pub(crate) fn read_keys(
    keys: Res<ButtonInput<KeyCode>>,
    gate: Option<Res<InputGate>>,
    shown: Res<ShownLevel>,
    mut settings: ResMut<CommandoSettings>,
) {
    if shown.scene.is_none() || gate.is_some_and(|gate| gate.keyboard) {
        return;
    }
    for key in keys.get_just_pressed() {
        let mut next = settings.clone();
        if turn(&mut next, *key) {
            *settings = next;
        }
    }
}

/// Whether the key is one of them.
fn turn(settings: &mut CommandoSettings, key: KeyCode) -> bool {
    let switch = match key {
        KeyCode::Digit1 => &mut settings.lit,
        KeyCode::Digit2 => &mut settings.lod_tint,
        KeyCode::Digit3 => &mut settings.collision,
        KeyCode::Digit4 => &mut settings.occlusion,
        KeyCode::Digit6 => &mut settings.fog,
        KeyCode::Digit5 => {
            let at = TerrainLod::ALL
                .iter()
                .position(|(lod, _)| *lod == settings.terrain_lod);
            let next = at.map_or(0, |at| (at + 1) % TerrainLod::ALL.len());
            settings.terrain_lod = TerrainLod::ALL[next].0;
            return true;
        }
        _ => return false,
    };
    *switch = !*switch;
    true
}

/// The line of keys has them while such a level is there.
pub(crate) fn tell_keys(shown: Res<ShownLevel>, help: Option<ResMut<HelpLine>>) {
    let Some(mut help) = help else { return };
    let more = if shown.scene.is_some() { KEYS } else { "" };
    if help.more != more {
        help.more = more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_turns_its_switch_and_five_goes_round() {
        let mut settings = CommandoSettings::default();
        assert!(turn(&mut settings, KeyCode::Digit1));
        assert!(!settings.lit);
        for expected in [
            TerrainLod::Finest,
            TerrainLod::Middle,
            TerrainLod::Coarsest,
            TerrainLod::ByDepth,
        ] {
            assert!(turn(&mut settings, KeyCode::Digit5));
            assert_eq!(settings.terrain_lod, expected);
        }
        assert!(!turn(&mut settings, KeyCode::Digit9));
    }
}
