//! Keys that turn the switches while a level is flown through: every switch of the picture without the overlay.

use bevy::prelude::*;
use wonderwheel_game_modes::{HelpLine, InputGate};

use crate::level::ShownLevel;
use crate::settings::{CommandoSettings, TerrainLod};

/// What the line of keys says, with what is otherwise than usual. A key and what it does stay on one line.
fn words(settings: &CommandoSettings) -> String {
    let usual = CommandoSettings::default();
    let switch = |name: &str, now: bool, usual: bool| {
        if now == usual {
            name.to_owned()
        } else {
            format!("{name}: {}", if now { "on" } else { "off" })
        }
    };
    let lods = TerrainLod::ALL.iter();
    let mut lod = lods
        .filter(|(lod, _)| *lod == settings.terrain_lod && *lod != usual.terrain_lod)
        .map(|(_, name)| format!("5 terrain LOD: {name}"));
    let words = [
        switch("1 light", settings.lit, usual.lit),
        switch("2 LOD tint", settings.lod_tint, usual.lod_tint),
        switch("3 collision", settings.collision, usual.collision),
        switch("4 occlusion", settings.occlusion, usual.occlusion),
        lod.next().unwrap_or_else(|| "5 terrain LOD".into()),
        switch("6 fog", settings.fog, usual.fog),
    ];
    words.map(|word| word.replace(' ', "\u{a0}")).join("  ")
}

/// 1 to 6.
pub(crate) fn read_keys(
    keys: Option<Res<ButtonInput<KeyCode>>>,
    gate: Option<Res<InputGate>>,
    shown: Res<ShownLevel>,
    mut settings: ResMut<CommandoSettings>,
) {
    let Some(keys) = keys else { return };
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
pub(crate) fn name_keys(
    shown: Res<ShownLevel>,
    settings: Res<CommandoSettings>,
    help: Option<ResMut<HelpLine>>,
) {
    let Some(mut help) = help else { return };
    let is_shown = shown.scene.is_some();
    if is_shown && (help.more.is_empty() || settings.is_changed()) {
        help.more = words(&settings);
    } else if !is_shown && !help.more.is_empty() {
        help.more.clear();
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

    #[test]
    fn the_line_says_what_is_otherwise_than_usual() {
        let mut settings = CommandoSettings::default();
        assert!(words(&settings).starts_with("1\u{a0}light  2\u{a0}LOD\u{a0}tint  "));
        settings.lit = false;
        settings.collision = true;
        settings.terrain_lod = TerrainLod::Middle;
        let line = words(&settings).replace('\u{a0}', " ");
        assert_eq!(
            line,
            "1 light: off  2 LOD tint  3 collision: on  4 occlusion  5 terrain LOD: middle  6 fog"
        );
    }
}
