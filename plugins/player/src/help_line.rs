//! The keys, in one line at the bottom of the view, with the speed that the wheel has set.

use bevy::prelude::*;
use wonderwheel_game_modes::{GameMode, HelpLine, InputGate, ModeHook, ModeOwned};

use crate::{
    free_camera::{CameraInput, FreeCamera},
    mouse::ViewMouse,
    pad::Pad,
};

#[derive(Component)]
struct HelpText;

const KEYS: &str = "WASD move  arrows/right drag look  Q/E down/up  Shift fast  Ctrl slow  wheel speed  \
                    Esc pause  F1 overlay, F2 counters  H hide";

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<HelpLine>()
        .register_type::<HelpLine>()
        .add_systems(ModeHook::enter(GameMode::Play), spawn_help)
        .add_systems(
            Update,
            (switch_help, show_help)
                .chain()
                .run_if(in_state(GameMode::Play)),
        );
}

fn spawn_help(mut commands: Commands) {
    commands
        .spawn((
            Name::new("keys"),
            ModeOwned(GameMode::Play),
            Node {
                position_type: PositionType::Absolute,
                bottom: px(6),
                left: px(0),
                width: percent(100),
                justify_content: JustifyContent::Center,
                ..default()
            },
        ))
        .with_children(|line| {
            line.spawn((
                HelpText,
                Text::default(),
                // In a narrow window there are two lines of it.
                TextLayout::justify(Justify::Center),
                TextFont {
                    font_size: FontSize::Px(12.0),
                    ..default()
                },
                TextColor(Color::srgba(0.9, 0.88, 0.8, 0.8)),
                TextShadow::default(),
            ));
        });
}

fn switch_help(keys: Res<ButtonInput<KeyCode>>, gate: Res<InputGate>, mut help: ResMut<HelpLine>) {
    if !gate.keyboard && keys.just_pressed(KeyCode::KeyH) {
        help.wanted = !help.wanted;
    }
}

fn show_help(
    help: Res<HelpLine>,
    pad: Res<Pad>,
    mouse: Res<ViewMouse>,
    camera: Query<&FreeCamera>,
    text: Single<&mut Text, With<HelpText>>,
) {
    let mut text = text.into_inner();
    let words = match camera
        .iter()
        .next()
        .filter(|_| help.wanted && !help.covered)
    {
        Some(camera) => {
            let speed = camera.speed(&CameraInput::read(&pad, &mouse));
            let gap = if help.more.is_empty() { "" } else { "  " };
            format!("{KEYS}{gap}{}  {}", help.more, speed_label(speed))
        }
        None => String::new(),
    };
    if text.0 != words {
        text.0 = words;
    }
}

/// "20 m/s", with a decimal below 10.
fn speed_label(speed: f32) -> String {
    if speed < 10.0 {
        format!("{speed:.1} m/s")
    } else {
        format!("{speed:.0} m/s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_speed_is_short_and_has_its_unit() {
        assert_eq!(speed_label(20.0), "20 m/s");
        assert_eq!(speed_label(4.0), "4.0 m/s");
        assert_eq!(speed_label(0.25), "0.2 m/s");
    }
}
