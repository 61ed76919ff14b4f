//! Classes of ties, shrubs and mobys; a click goes to the next instance of one.

use std::collections::BTreeSet;

use bevy::prelude::World;
use bevy_egui::egui::Ui;
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::scene::instances::PlacedInstance;
use wonderwheel_commando_view::scene::models::ModelMesh;

use super::select;
use super::words::{listed, triangles, units};
use crate::focus;
use crate::in_play::{Game, MadeFrom, scene};
use crate::panel::{Panel, PanelRow, Place};
use crate::selection::{ClassKind, Selection};
use crate::table::{Column, Table};
use crate::widgets::{filter, no_level};

/// A class in words and numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassRow {
    /// Its kind.
    pub kind: ClassKind,
    /// Its place among those of its kind.
    pub at: usize,
    /// Its number.
    pub class: i32,
    /// Instances that can be drawn: places among those of its kind.
    pub instances: Vec<usize>,
    /// Triangles of each level, the finest first.
    pub triangles: Vec<usize>,
    /// Materials of all levels.
    pub materials: usize,
    /// Where its levels change, and what else there is to say.
    pub facts: String,
}

/// A row for every class.
pub fn rows(scene: &LevelScene) -> Vec<ClassRow> {
    let mut rows = rows_of(scene, ClassKind::Tie, &scene.ties, |class| {
        let header = &class.header;
        let far = [
            header.near_distance,
            header.mid_distance,
            header.far_distance,
        ];
        let (far, normals) = (listed(far.map(units)), class.normals.len());
        let facts = format!("changes at {far}, {normals} normals");
        (class.class, &class.lods, facts)
    });
    rows.extend(rows_of(scene, ClassKind::Shrub, &scene.shrubs, |class| {
        let mut facts = "no billboard".to_owned();
        if let Some((billboard, _)) = &class.billboard {
            let raw = class.scale / 1024.0;
            let [width, height] =
                [billboard.width, billboard.height].map(|length| units(length * raw));
            let from = billboard.fade_start();
            facts = format!("billboard {width} x {height} from {from:.0}");
        }
        if class.skipped {
            facts.push_str(", not drawn");
        }
        (class.class, std::slice::from_ref(&class.mesh), facts)
    }));
    rows.extend(rows_of(scene, ClassKind::Moby, &scene.mobys, |class| {
        let header = &class.header;
        let facts = format!(
            "changes at {}, joints {}, sequences {}",
            header.lod_trans, header.joint_count, class.sequences
        );
        (class.class, &class.lists, facts)
    }));
    rows
}

/// The rows of a kind by number: what a class is called, its meshes and facts.
fn rows_of<T>(
    scene: &LevelScene,
    kind: ClassKind,
    classes: &[T],
    about: impl Fn(&T) -> (i32, &[ModelMesh], String),
) -> Vec<ClassRow> {
    let mut instances = vec![Vec::new(); classes.len()];
    for (at, PlacedInstance { class, .. }) in select::instances(scene, kind).iter().enumerate() {
        if let Some(list) = instances.get_mut(*class) {
            list.push(at);
        }
    }
    let classes = classes.iter().zip(instances).enumerate();
    let mut rows: Vec<_> = classes
        .map(|(at, (class, instances))| {
            let (class, meshes, facts) = about(class);
            let runs = meshes.iter().flat_map(|mesh| &mesh.runs);
            let materials: BTreeSet<u32> = runs.map(|run| run.material).collect();
            ClassRow {
                kind,
                at,
                class,
                instances,
                triangles: meshes.iter().map(triangles).collect(),
                materials: materials.len(),
                facts,
            }
        })
        .collect();
    rows.sort_by_key(|row| row.class);
    rows
}

/// The page's own state.
#[derive(Debug, Default)]
pub struct ClassesPanel {
    /// The table's own state.
    pub table: Table,
    /// Rows of a level.
    of_level: Option<(MadeFrom, Vec<ClassRow>)>,
}

fn columns<'a>(selected: Option<Selection>) -> [Column<'a, &'a ClassRow>; 6] {
    type Row<'a> = &'a ClassRow;
    let placed = move |row: &Row| match place_of(row, selected) {
        Some(place) => format!("{} of {}", place + 1, row.instances.len()),
        None => row.instances.len().to_string(),
    };
    [
        Column::new("kind", 48.0, |row: &Row| row.kind.name().into()).searched(),
        Column::new("no.", 48.0, |row: &Row| row.class.to_string())
            .in_order()
            .searched(),
        Column::new("placed", 52.0, placed).sorted(|row| row.instances.len()),
        Column::new("triangles", 104.0, |row: &Row| listed(&row.triangles))
            .sorted(|row| row.triangles.first().copied().unwrap_or_default()),
        Column::new("materials", 62.0, |row: &Row| row.materials.to_string())
            .sorted(|row| row.materials),
        Column::new("levels and more", 0.0, |row: &Row| row.facts.clone()).searched(),
    ]
}

/// The selected instance's place among those of a class.
fn place_of(row: &ClassRow, selected: Option<Selection>) -> Option<usize> {
    match selected {
        Some(Selection::Instance(kind, at)) if kind == row.kind => {
            row.instances.iter().position(|instance| *instance == at)
        }
        _ => None,
    }
}

/// The instance after the selected one, the first when none of the class is selected; none for a class without any.
pub fn next_instance(row: &ClassRow, selected: Option<Selection>) -> Option<usize> {
    let after = place_of(row, selected).map_or(0, |place| place + 1);
    let first = row.instances.first();
    row.instances.get(after).or(first).copied()
}

impl Panel for ClassesPanel {
    fn row(&self) -> PanelRow {
        PanelRow::new("Classes", Place::Below)
            .only_of(Game::Commando)
            .filling()
    }

    fn show(&mut self, ui: &mut Ui, selected: &mut Option<Selection>, world: &mut World) {
        let Some(scene) = scene(world) else {
            return no_level(ui);
        };
        let is_known = |(from, _): &(MadeFrom, _)| from.is(&scene);
        if !self.of_level.as_ref().is_some_and(is_known) {
            self.of_level = Some((MadeFrom::of(&scene), rows(&scene)));
        }
        let all = self.of_level.as_ref().map_or(&[][..], |(_, rows)| rows);
        let columns = columns(*selected);
        let rows = self.table.listed(&columns, all);
        ui.horizontal(|ui| {
            filter(ui, &mut self.table.filter, "filter: shrub no");
            ui.weak(format!("{} of {}", rows.len(), all.len()));
            ui.weak("A click goes to the next instance.");
        });
        let is_selected = |row: &&ClassRow| place_of(row, *selected).is_some();
        let click = self.table.show(ui, &columns, &rows, is_selected);
        let row = click.and_then(|(row, _)| rows.get(row));
        if let Some((row, at)) = row.and_then(|row| Some((row, next_instance(row, *selected)?))) {
            let selection = Selection::Instance(row.kind, at);
            *selected = Some(selection);
            focus::go_to(world, selection);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_go_from_instance_to_instance_and_round() {
        let mut class = ClassRow {
            kind: ClassKind::Tie,
            at: 0,
            class: 500,
            instances: vec![2, 5],
            triangles: Vec::new(),
            materials: 0,
            facts: String::new(),
        };
        let selected = |at| Some(Selection::Instance(ClassKind::Tie, at));
        let of_another = selected(3);
        for (selected, next) in [
            (None, 2),
            (selected(2), 5),
            (selected(5), 2),
            (of_another, 2),
            (Some(Selection::Patch(2)), 2),
        ] {
            assert_eq!(next_instance(&class, selected), Some(next), "{selected:?}");
        }
        class.instances.clear();
        assert_eq!(next_instance(&class, None), None);
    }
}
