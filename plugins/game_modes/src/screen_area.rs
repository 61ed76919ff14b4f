//! The modes' screens keep to the area in which the frame is shown: their roots are padded by what panels cover.

use bevy::prelude::*;
use wonderwheel_gs_render::{frame::PresentingCamera, present_area::PresentArea};

use crate::drive::ModeOwned;

/// What a screen's root had for padding before panels covered any of it, logical pixels. Other units count as none.
#[derive(Component, Clone, Copy, PartialEq, Debug)]
struct OwnPadding(Edges);

/// Left, right, top and bottom, logical pixels.
type Edges = [f32; 4];

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, pad_screens);
}

/// How much of each edge of a target lies outside the area, logical pixels.
fn covered(area: PresentArea, target: UVec2, pixels_per_point: f32) -> Edges {
    let shown = area.on(target);
    if shown.is_empty() {
        return [0.0; 4];
    }
    [
        shown.min.x,
        target.x - shown.max.x,
        shown.min.y,
        target.y - shown.max.y,
    ]
    .map(|pixels| pixels as f32 / pixels_per_point)
}

fn pad_screens(
    area: Option<Res<PresentArea>>,
    scale: Option<Res<UiScale>>,
    cameras: Query<&Camera, With<PresentingCamera>>,
    mut screens: Query<
        (Entity, &mut Node, Option<&OwnPadding>),
        (With<ModeOwned>, Without<ChildOf>),
    >,
    mut commands: Commands,
) {
    let edges = cameras.iter().next().and_then(|camera| {
        let pixels = camera.target_scaling_factor()? * scale.as_ref().map_or(1.0, |scale| scale.0);
        Some(covered(
            **area.as_ref()?,
            camera.physical_target_size()?,
            pixels,
        ))
    });
    for (screen, mut node, own) in &mut screens {
        let own = own.copied().unwrap_or_else(|| {
            let padding = node.padding;
            let own = [padding.left, padding.right, padding.top, padding.bottom].map(pixels_of);
            commands.entity(screen).insert(OwnPadding(own));
            OwnPadding(own)
        });
        let edges = edges.unwrap_or_default();
        let [left, right, top, bottom] = std::array::from_fn(|at| px(own.0[at] + edges[at]));
        let padding = UiRect {
            left,
            right,
            top,
            bottom,
        };
        if node.padding != padding {
            node.padding = padding;
        }
    }
}

fn pixels_of(value: Val) -> f32 {
    match value {
        Val::Px(pixels) => pixels,
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mode::GameMode;
    use bevy::camera::{ComputedCameraValues, RenderTargetInfo};

    fn app(scale_factor: f32) -> App {
        let mut app = App::new();
        app.init_resource::<PresentArea>();
        plugin(&mut app);
        let target_info = Some(RenderTargetInfo {
            physical_size: UVec2::new(1000, 600),
            scale_factor,
        });
        let computed = ComputedCameraValues {
            target_info,
            ..default()
        };
        app.world_mut().spawn((
            PresentingCamera,
            Camera {
                computed,
                ..default()
            },
        ));
        app
    }

    fn padding(app: &App, screen: Entity) -> UiRect {
        app.world().get::<Node>(screen).expect("a node").padding
    }

    #[test]
    fn a_screen_is_padded_by_what_panels_cover_and_gets_its_own_padding_back() {
        for (scale_factor, right) in [(1.0, 360.0), (2.0, 180.0)] {
            let mut app = app(scale_factor);
            let node = Node {
                padding: UiRect::all(px(24)),
                ..default()
            };
            let screen = app
                .world_mut()
                .spawn((ModeOwned(GameMode::Menu), node))
                .id();
            app.update();
            assert_eq!(padding(&app, screen), UiRect::all(px(24)));
            app.insert_resource(PresentArea(Some(Rect::new(0.0, 50.0, 640.0, 600.0))));
            app.update();
            let expected = UiRect {
                left: px(24),
                right: px(24.0 + right),
                top: px(24.0 + 50.0 / scale_factor),
                bottom: px(24),
            };
            assert_eq!(padding(&app, screen), expected);
            app.insert_resource(PresentArea(None));
            app.update();
            assert_eq!(padding(&app, screen), UiRect::all(px(24)));
        }
    }

    #[test]
    fn what_lies_inside_a_screen_is_not_padded() {
        let mut app = app(1.0);
        app.insert_resource(PresentArea(Some(Rect::new(0.0, 50.0, 640.0, 600.0))));
        let screen = app
            .world_mut()
            .spawn((ModeOwned(GameMode::Menu), Node::default()))
            .id();
        let inside = (ModeOwned(GameMode::Menu), Node::default(), ChildOf(screen));
        let inside = app.world_mut().spawn(inside).id();
        app.update();
        assert_eq!(padding(&app, inside), UiRect::default());
    }
}
