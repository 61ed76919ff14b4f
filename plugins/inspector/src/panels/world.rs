//! The world of entities, resources and assets, by name and with a filter.

use bevy::ecs::reflect::{AppTypeRegistry, ReflectResource};
use bevy::ecs::resource::IsResource;
use bevy::prelude::*;
use bevy_egui::egui::{self, Ui};
use bevy_inspector_egui::bevy_inspector::{self, by_type_id};
use wonderwheel_world_streaming::core::slots::world_word;
use wonderwheel_world_streaming::core::tables::{PartState, SectorState};
use wonderwheel_world_streaming::prelude::{Part, Parts, Sector, Sectors, StreamedWorld};

use crate::panel::{Panel, PanelRow, Place};
use crate::selection::Selection;
use crate::text;
use crate::widgets::filter;

/// What the panel lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WorldList {
    /// Entities with their components.
    #[default]
    Entities,
    /// Resources.
    Resources,
    /// Assets by type.
    Assets,
}

/// The panel's own state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WorldPanel {
    /// What is listed.
    pub listed: WorldList,
    /// Words that a name must hold, or must not with a minus.
    pub filter: String,
}

/// An entity's name for people: its [`Name`], what it is in the streamed world, or its most significant components.
pub fn name_of(world: &World, entity: Entity) -> String {
    let Ok(found) = world.get_entity(entity) else {
        return "gone".into();
    };
    if let Some(part) = found.get::<Part>() {
        let state = found.get::<PartState>().copied().unwrap_or_default();
        let of = world_word(part.slot);
        return format!("{of} part {}: {state:?}", part.number);
    }
    if let Some(sector) = found.get::<Sector>() {
        let state = found.get::<SectorState>().copied().unwrap_or_default();
        let of = world_word(sector.slot);
        return format!("{of} sector {}: {state:?}", sector.index);
    }
    if let Some(name) = found.get::<Name>() {
        return name.to_string();
    }
    let mut kinds: Vec<String> = found
        .archetype()
        .components()
        .iter()
        .filter_map(|id| world.components().get_info(*id))
        .map(|info| info.name().shortname().to_string())
        .filter(|kind| !COMMON.contains(&&**kind))
        .collect();
    kinds.sort_unstable();
    // What says most is short: `Window`, `Monitor`, `PointerId`.
    kinds.sort_by_key(|kind| (!SPEAKING.contains(&&**kind), kind.len()));
    kinds.truncate(2);
    if kinds.is_empty() {
        format!("entity {entity}")
    } else {
        kinds.join(", ")
    }
}

/// Components that say what an entity is.
const SPEAKING: [&str; 8] = [
    "Window",
    "Monitor",
    "PointerId",
    "Camera",
    "Text",
    "ImageNode",
    "Button",
    "Node",
];

/// Components that so many entities have that they say nothing.
const COMMON: [&str; 14] = [
    "Transform",
    "GlobalTransform",
    "TransformTreeChanged",
    "Visibility",
    "InheritedVisibility",
    "ViewVisibility",
    "VisibilityClass",
    "SyncToRenderWorld",
    "RenderEntity",
    "ChildOf",
    "Children",
    "ZIndex",
    "FocusPolicy",
    "ContentSize",
];

/// What lies below an entity: parts of a world, sectors of a part, children of anything.
fn below(world: &World, entity: Entity) -> Vec<Entity> {
    let Ok(found) = world.get_entity(entity) else {
        return Vec::new();
    };
    if let Some(parts) = found.get::<Parts>() {
        return parts.iter().collect();
    }
    if let Some(sectors) = found.get::<Sectors>() {
        return sectors.iter().collect();
    }
    found
        .get::<Children>()
        .map_or_else(Vec::new, |children| children.iter().collect())
}

/// Everything that lies below nothing: streamed worlds first, then what has a name, then the rest.
fn roots(world: &mut World) -> Vec<(String, Entity)> {
    type Root = (
        Without<ChildOf>,
        Without<Part>,
        Without<Sector>,
        Without<IsResource>,
        Without<Observer>,
    );
    let mut query = world.query_filtered::<(Entity, Has<StreamedWorld>, Has<Name>), Root>();
    let found: Vec<_> = query.iter(world).collect();
    let mut named: Vec<_> = found
        .into_iter()
        .map(|(entity, streamed, named)| {
            let name = name_of(world, entity);
            ((!streamed, !named), name.to_lowercase(), name, entity)
        })
        .collect();
    named.sort();
    named
        .into_iter()
        .map(|(.., name, entity)| (name, entity))
        .collect()
}

/// The entities whose names the filter lets through, wherever they lie.
pub fn matching(world: &mut World, filter: &str) -> Vec<(String, Entity)> {
    let mut found = Vec::new();
    let mut open: Vec<_> = roots(world).into_iter().rev().collect();
    while let Some((name, entity)) = open.pop() {
        for child in below(world, entity).into_iter().rev() {
            open.push((name_of(world, child), child));
        }
        if text::matches(filter, &name) {
            found.push((name, entity));
        }
    }
    found
}

impl Panel for WorldPanel {
    fn row(&self) -> PanelRow {
        PanelRow::new("World", Place::Below).filling()
    }

    fn show(&mut self, ui: &mut Ui, _: &mut Option<Selection>, world: &mut World) {
        ui.horizontal(|ui| {
            for (listed, name) in [
                (WorldList::Entities, "entities"),
                (WorldList::Resources, "resources"),
                (WorldList::Assets, "assets"),
            ] {
                ui.selectable_value(&mut self.listed, listed, name);
            }
            if self.listed != WorldList::Assets {
                filter(ui, &mut self.filter, "filter: sector loaded");
            }
        });
        egui::ScrollArea::both()
            .auto_shrink(false)
            .show(ui, |ui| match self.listed {
                WorldList::Entities if self.filter.trim().is_empty() => {
                    for (name, entity) in roots(world) {
                        show_entity(ui, world, &name, entity);
                    }
                }
                WorldList::Entities => self.show_matching(ui, world),
                WorldList::Resources => self.show_resources(ui, world),
                WorldList::Assets => bevy_inspector::ui_for_all_assets(world, ui),
            });
    }
}

impl WorldPanel {
    fn show_matching(&self, ui: &mut Ui, world: &mut World) {
        let found = matching(world, &self.filter);
        if found.is_empty() {
            ui.weak("No entity has such a name.");
        }
        for (name, entity) in found {
            show_entity(ui, world, &name, entity);
        }
    }

    fn show_resources(&self, ui: &mut Ui, world: &mut World) {
        let registry = world.resource::<AppTypeRegistry>().0.clone();
        let registry = registry.read();
        let mut resources: Vec<_> = registry
            .iter()
            .filter(|kind| kind.data::<ReflectResource>().is_some())
            .map(|kind| {
                (
                    kind.type_info().type_path_table().short_path(),
                    kind.type_id(),
                )
            })
            .filter(|(name, _)| text::matches(&self.filter, name))
            .collect();
        resources.sort_unstable();
        for (name, kind) in resources {
            ui.collapsing(name, |ui| {
                by_type_id::ui_for_resource(world, kind, ui, name, &registry);
            });
        }
    }
}

/// An entity to unfold: its components, and what lies below it.
fn show_entity(ui: &mut Ui, world: &mut World, name: &str, entity: Entity) {
    egui::CollapsingHeader::new(name)
        .id_salt(("world panel", entity))
        .show(ui, |ui| {
            let below = below(world, entity);
            for &child in &below {
                let name = name_of(world, child);
                show_entity(ui, world, &name, child);
            }
            egui::CollapsingHeader::new("components")
                .id_salt(("world panel components", entity))
                .default_open(below.is_empty())
                .show(ui, |ui| bevy_inspector::ui_for_entity(world, entity, ui));
        });
}

#[cfg(test)]
mod tests {
    use super::*;
    use wonderwheel_warriors::names::WorldSlot::{Detail, Scenery};
    use wonderwheel_world_streaming::level::entities::{PartOf, SectorOf};

    fn streamed() -> World {
        let mut world = World::new();
        world.spawn(Name::new("menu input"));
        world.spawn(Transform::default());
        let city = world
            .spawn((
                Name::new("scenery world demos"),
                StreamedWorld {
                    slot: Scenery,
                    name: "demos".into(),
                    part_count: 2,
                    sector_count: 3,
                },
            ))
            .id();
        for number in [1, 2] {
            let part = Part {
                slot: Scenery,
                number,
            };
            let part = world.spawn((part, PartState::Resident, PartOf(city))).id();
            let sector = Sector {
                slot: Scenery,
                index: number * 10,
            };
            world.spawn((sector, SectorState::Loaded, SectorOf(part)));
        }
        world
    }

    fn names(world: &mut World, filter: &str) -> Vec<String> {
        matching(world, filter)
            .into_iter()
            .map(|(name, _)| name)
            .collect()
    }

    #[test]
    fn the_streamed_worlds_come_first_with_their_parts_and_sectors_below_them() {
        let mut world = streamed();
        let found = names(&mut world, "");
        assert_eq!(
            found[..6],
            [
                "scenery world demos",
                "scenery part 1: Resident",
                "scenery sector 10: Loaded",
                "scenery part 2: Resident",
                "scenery sector 20: Loaded",
                "menu input",
            ]
        );
        assert!(found[6].starts_with("entity "), "{found:?}");
        assert_eq!(
            roots(&mut world).len(),
            3,
            "only the world is a root of its own"
        );
    }

    #[test]
    fn the_filter_finds_by_kind_number_and_state() {
        let mut world = streamed();
        assert_eq!(
            names(&mut world, "sector 20"),
            ["scenery sector 20: Loaded"]
        );
        assert_eq!(
            names(&mut world, "part resident -2"),
            ["scenery part 1: Resident"]
        );
        let lost = world
            .spawn((
                Part {
                    slot: Detail,
                    number: 7,
                },
                PartState::Failed,
            ))
            .id();
        assert_eq!(name_of(&world, lost), "detail part 7: Failed");
    }

    #[test]
    fn an_entity_without_a_name_is_called_by_what_it_is() {
        let mut world = World::new();
        let window = world.spawn((Transform::default(), Window::default())).id();
        assert!(name_of(&world, window).starts_with("Window"));
    }
}
