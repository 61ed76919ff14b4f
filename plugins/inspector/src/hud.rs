//! F2: a few numbers in the corner of the picture.

use bevy::ecs::system::SystemParam;
use bevy::ecs::system::lifetimeless::SRes;
use bevy::prelude::*;
use iyes_perf_ui::entry::PerfUiEntry;
use iyes_perf_ui::prelude::*;
use wonderwheel_commando_view::choose::Tally;
use wonderwheel_commando_view::{CommandoFrame, ShownLevel};
use wonderwheel_game_modes::LoadingState;
use wonderwheel_gs_render::stats::GsStats;
use wonderwheel_world_streaming::core::budget::SectorBudget;
use wonderwheel_world_streaming::core::stats::StreamingStats;
use wonderwheel_world_streaming::core::worlds::Worlds;
use wonderwheel_world_streaming::prelude::DrawDistance;

use crate::history::Histories;
use crate::in_play::Game;
use crate::overlay::{Hud, Overlay};
use crate::text;

/// Marks the root of the numbers.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct HudRoot;

/// Marks the root of the numbers of a level of Ratchet & Clank 2.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct CommandoHudRoot;

/// An entry of the numbers: what it is called, what it reads, how it is written. Each is a component of the root.
macro_rules! entries {
    ($($(#[doc = $doc:literal])* $name:ident: $label:literal, $key:literal, $param:ty => $value:ty,
        |$read:ident| $get:expr, |$shown:ident| $format:expr, $alarm:expr;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Component, Debug, Clone, Copy, Default)]
        #[require(PerfUiRoot)]
        pub struct $name;

        impl PerfUiEntry for $name {
            type SystemParam = $param;
            type Value = $value;

            fn label(&self) -> &str {
                $label
            }

            fn sort_key(&self) -> i32 {
                $key
            }

            fn update_value(
                &self,
                $read: &mut <Self::SystemParam as SystemParam>::Item<'_, '_>,
            ) -> Option<Self::Value> {
                $get
            }

            fn format_value(&self, $shown: &Self::Value) -> String {
                $format
            }

            fn value_highlight(&self, value: &Self::Value) -> bool {
                let alarm: fn(&Self::Value) -> bool = $alarm;
                alarm(value)
            }
        }
    )*

        fn add_entries(app: &mut App) {
            app$(.add_perf_ui_simple_entry::<$name>())*;
        }
    };
}

/// Frames longer than this are marked, milliseconds: the original's frame lasts 33.
const LONG_FRAME_MS: f32 = 34.0;

entries! {
    /// Frames a second, of the last second.
    FrameRateEntry: "Frames a second", 0, SRes<Histories> => f32,
        |read| Some(read.frame_ms_now()).filter(|ms| *ms > 0.0).map(|ms| 1_000.0 / ms),
        |shown| format!("{shown:.1}"), |_| false;
    /// Time of a frame, mean of the last second: what the overlay's bar says too.
    FrameTimeEntry: "Frame time", 1, SRes<Histories> => f32,
        |read| Some(read.frame_ms_now()).filter(|ms| *ms > 0.0),
        |shown| text::milliseconds(*shown), |value| *value > LONG_FRAME_MS;
    /// Parts that are there, of how many; nothing without a level.
    PartsEntry: "Parts resident", 2, (SRes<StreamingStats>, SRes<Worlds>) => (u32, u32),
        |read| {
            let parts = read.1.iter().map(|world| world.part_count()).sum();
            (parts > 0).then_some((read.0.resident_parts, parts))
        },
        |shown| format!("{} / {}", shown.0, shown.1), |_| false;
    /// Sectors in the picture, of those that are there; nothing without a level.
    SectorsEntry: "Sectors visible", 3, (SRes<StreamingStats>, SRes<Worlds>) => (u32, u32),
        |read| {
            (!read.1.is_empty()).then_some((read.0.visible_sectors, read.0.resident_sectors))
        },
        |shown| format!("{} / {}", shown.0, shown.1), |_| false;
    /// Bytes charged on the budget.
    BudgetEntry: "Budget", 4, SRes<SectorBudget> => (u64, u64),
        |read| Some((read.used(), read.capacity())),
        |shown| budget_text(*shown), |value| value.0 > value.1;
    /// Draw calls of the frame.
    DrawCallsEntry: "Draw calls", 5, SRes<GsStats> => u32,
        |read| Some(read.draw_calls), |shown| shown.to_string(), |_| false;
    /// How far the view reaches.
    DrawDistanceEntry: "Draw distance", 6, (SRes<DrawDistance>, SRes<Worlds>) => f32,
        |read| (!read.1.is_empty()).then_some(read.0.current), |shown| text::metres(*shown), |_| false;
    /// Distance of the nearest scenery that is wanted and not there.
    MissingEntry: "Nearest missing", 7, SRes<DrawDistance> => (f32, f32),
        |read| Some((read.pending, read.current)),
        |shown| text::metres(shown.0), |value| value.0 < value.1;
    /// A level of Ratchet & Clank 2: its name.
    LevelEntry: "Level", 2, SRes<ShownLevel> => String,
        |read| read.scene.is_some().then(|| read.name.clone()),
        |shown| shown.clone(), |_| false;
    /// Its patches that are drawn, of how many.
    PatchesEntry: "Patches drawn", 3, SRes<CommandoFrame> => Tally,
        |read| read.eye.map(|_| read.chosen.terrain),
        |shown| format!("{} / {}", shown.drawn, shown.total), |_| false;
    /// Its ties, shrubs and mobys that are drawn, of how many.
    InstancesEntry: "Instances drawn", 4, SRes<CommandoFrame> => (u32, u32),
        |read| read.eye.map(|_| {
            let tallies = [read.chosen.ties, read.chosen.shrubs, read.chosen.mobys];
            (
                tallies.iter().map(|tally| tally.drawn).sum(),
                tallies.iter().map(|tally| tally.total).sum(),
            )
        }),
        |shown| format!("{} / {}", shown.0, shown.1), |_| false;
    /// Triangles of the frame.
    TrianglesEntry: "Triangles", 6, SRes<GsStats> => u32,
        |read| Some(read.triangles), |shown| text::grouped(u64::from(*shown)), |_| false;
    /// Time that choosing what is drawn took.
    ChooseEntry: "Choosing", 7, SRes<CommandoFrame> => f32,
        |read| read.eye.map(|_| read.choose_ms),
        |shown| format!("{shown:.2} ms"), |_| false;
}

/// Used and capacity in megabytes; capacity `u64::MAX` is no limit.
fn budget_text((used, capacity): (u64, u64)) -> String {
    if capacity == u64::MAX {
        format!("{}, no limit", text::megabytes(used))
    } else {
        format!("{:.2} / {}", used as f64 / 1e6, text::megabytes(capacity))
    }
}

pub(crate) fn add_hud(app: &mut App) {
    app.add_plugins(PerfUiPlugin);
    add_entries(app);
}

/// Distance of the numbers from the corner of the view, logical pixels.
const MARGIN: f32 = 16.0;

/// Shows or hides the numbers in the corner of the view; they are spawned when they are first wanted.
pub(crate) fn show_hud(
    hud: Res<Hud>,
    overlay: Res<Overlay>,
    shown: Option<Res<ShownLevel>>,
    level: Option<Res<LoadingState>>,
    mut roots: Query<(&mut Visibility, &mut Node, Has<CommandoHudRoot>), With<HudRoot>>,
    mut commands: Commands,
) {
    let of_commando = Game::of(shown.as_deref(), level.as_deref()) == Game::Commando;
    let is_there = roots.iter().any(|(.., commando)| commando == of_commando);
    if hud.0 && !is_there {
        let mut root = commands.spawn(root());
        if of_commando {
            root.insert((
                CommandoHudRoot,
                FrameRateEntry,
                FrameTimeEntry,
                LevelEntry,
                PatchesEntry,
                InstancesEntry,
                DrawCallsEntry,
                TrianglesEntry,
                ChooseEntry,
            ));
        } else {
            root.insert((
                FrameRateEntry,
                FrameTimeEntry,
                PartsEntry,
                SectorsEntry,
                BudgetEntry,
                DrawCallsEntry,
                DrawDistanceEntry,
                MissingEntry,
            ));
        }
    }
    // The view may lie behind another tab.
    let seen = !overlay.open || overlay.view.is_positive();
    // The overlay's points are logical pixels too.
    let corner = if overlay.open && seen {
        Vec2::new(overlay.view.left(), overlay.view.top())
    } else {
        Vec2::ZERO
    };
    let [left, top] = corner
        .max(Vec2::ZERO)
        .to_array()
        .map(|edge| px(edge + MARGIN));
    for (mut visibility, mut node, commando) in &mut roots {
        let wanted = if hud.0 && seen && commando == of_commando {
            Visibility::Visible
        } else {
            Visibility::Hidden
        };
        visibility.set_if_neq(wanted);
        if (node.left, node.top) != (left, top) {
            (node.left, node.top) = (left, top);
        }
    }
}

/// The root of numbers, before its entries.
fn root() -> impl Bundle {
    (
        Name::new("perf HUD"),
        HudRoot,
        PerfUiRoot {
            position: PerfUiPosition::TopLeft,
            margin: MARGIN,
            text_err: "-".into(),
            background_color: Color::srgba(0.03, 0.03, 0.05, 0.72),
            padding: 8.0,
            inner_padding: 1.0,
            values_col_width: 104.0,
            ..default()
        },
        // From the start, so that the rows find a parent that is laid out whichever of them comes first; and visible
        // without inheriting it, as the perf UI sets up only what is.
        (
            Node::default(),
            BackgroundColor::default(),
            Visibility::Visible,
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::SystemState;
    use wonderwheel_warriors::names::WorldSlot;
    use wonderwheel_world_streaming::core::budget::Owner;
    use wonderwheel_world_streaming::core::synthetic::GridCity;

    /// What an entry writes now.
    fn assert_shown<E: PerfUiEntry + Default>(world: &mut World, words: Option<&str>) {
        let mut state = SystemState::<E::SystemParam>::new(world);
        let mut read = state.get_mut(world).expect("its resources are there");
        let entry = E::default();
        let value = entry.update_value(&mut read);
        let found = value.map(|value| entry.format_value(&value));
        assert_eq!(found.as_deref(), words);
    }

    #[test]
    fn the_budget_entry_shows_used_and_capacity_in_megabytes() {
        let budget = SectorBudget::of(6_000_000);
        let charge = budget.charge(Owner::LevelFile, 1_024_000);
        let mut world = World::new();
        world.insert_resource(budget);
        assert_shown::<BudgetEntry>(&mut world, Some("1.02 / 6.00 MB"));
        drop(charge);
        world.insert_resource(SectorBudget::unlimited());
        assert_shown::<BudgetEntry>(&mut world, Some("0.00 MB, no limit"));
    }

    #[test]
    fn a_slow_frame_is_shown_as_slow_as_it_is() {
        let mut world = World::new();
        world.init_resource::<Histories>();
        assert_shown::<FrameTimeEntry>(&mut world, None);
        for _ in 0..20 {
            world.resource_mut::<Histories>().frame_ms.push(140.0);
        }
        assert_shown::<FrameTimeEntry>(&mut world, Some("140 ms"));
        assert_shown::<FrameRateEntry>(&mut world, Some("7.1"));
    }

    #[test]
    fn without_a_level_there_are_no_numbers_of_one() {
        let mut world = World::new();
        world.init_resource::<Worlds>();
        world.init_resource::<DrawDistance>();
        world.insert_resource(StreamingStats {
            resident_parts: 16,
            visible_sectors: 36,
            ..default()
        });
        assert_shown::<PartsEntry>(&mut world, None);
        assert_shown::<SectorsEntry>(&mut world, None);
        assert_shown::<DrawDistanceEntry>(&mut world, None);
    }

    #[test]
    fn the_sectors_entry_shows_how_many_of_those_loaded_are_in_the_picture() {
        let mut world = World::new();
        world.insert_resource(StreamingStats {
            visible_sectors: 12,
            resident_sectors: 40,
            ..default()
        });
        let mut worlds = Worlds::new();
        worlds.insert(GridCity::new(WorldSlot::Scenery, 6, 4).tables());
        world.insert_resource(worlds);
        assert_shown::<SectorsEntry>(&mut world, Some("12 / 40"));
    }

    #[test]
    fn the_numbers_are_spawned_once_and_then_only_hidden() {
        let mut app = App::new();
        app.init_resource::<Hud>()
            .init_resource::<Overlay>()
            .add_systems(Update, show_hud);
        for (wanted, visibility) in [
            (false, None),
            (true, Some(Visibility::Visible)),
            (false, Some(Visibility::Hidden)),
            (true, Some(Visibility::Visible)),
        ] {
            app.world_mut().resource_mut::<Hud>().0 = wanted;
            app.update();
            let mut roots = app
                .world_mut()
                .query_filtered::<&Visibility, With<HudRoot>>();
            let found: Vec<_> = roots.iter(app.world()).copied().collect();
            assert_eq!(found, visibility.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_level_of_the_other_game_has_numbers_of_its_own_in_their_place() {
        let mut app = App::new();
        app.insert_resource(Hud(true))
            .init_resource::<Overlay>()
            .init_resource::<ShownLevel>()
            .add_systems(Update, show_hud);
        let visible = |app: &mut App| {
            app.update();
            app.update();
            let mut roots = app
                .world_mut()
                .query_filtered::<(&Visibility, Has<CommandoHudRoot>), With<HudRoot>>();
            let roots = roots.iter(app.world());
            let visible = roots.filter(|(visibility, _)| **visibility == Visibility::Visible);
            visible.map(|(_, commando)| commando).collect::<Vec<_>>()
        };
        assert_eq!(visible(&mut app), [false]);
        let scene = wonderwheel_commando_view::scene::LevelScene::default();
        app.world_mut().resource_mut::<ShownLevel>().scene = Some(std::sync::Arc::new(scene));
        assert_eq!(visible(&mut app), [true]);
        *app.world_mut().resource_mut::<ShownLevel>() = ShownLevel::default();
        assert_eq!(visible(&mut app), [false]);
    }
}
