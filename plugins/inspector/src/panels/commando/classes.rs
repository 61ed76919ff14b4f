//! Classes of ties, shrubs and mobys; a click goes to the next instance of one.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use bevy::prelude::World;
use bevy_egui::egui::{self, RichText, Ui};
use wonderwheel_commando_view::ShownLevel;
use wonderwheel_commando_view::scene::LevelScene;
use wonderwheel_commando_view::scene::instances::PlacedInstance;
use wonderwheel_commando_view::scene::models::ModelMesh;

use super::made_from::MadeFrom;
use super::{Order, heads, listed, select, triangles, units};
use crate::focus;
use crate::overlay::{Overlay, Selection};
use crate::text;

/// Widths of all columns but the last, points.
const WIDTHS: [f32; 5] = [48.0, 48.0, 52.0, 104.0, 62.0];

/// A kind of class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ClassKind {
    /// Buildings, rocks.
    Tie,
    /// Plants.
    Shrub,
    /// What moves.
    Moby,
}

impl ClassKind {
    /// All.
    pub const ALL: [Self; 3] = [Self::Tie, Self::Shrub, Self::Moby];

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tie => "tie",
            Self::Shrub => "shrub",
            Self::Moby => "moby",
        }
    }
}

/// A column that rows can be ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Column {
    /// Kind, then number.
    #[default]
    Number,
    /// Instances.
    Placed,
    /// Triangles of the finest level.
    Triangles,
    /// Materials.
    Materials,
}

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

impl ClassRow {
    fn line(&self) -> String {
        format!("{} {} {}", self.kind.name(), self.class, self.facts)
    }
}

/// A row for every class.
pub fn rows(scene: &LevelScene) -> Vec<ClassRow> {
    let placed = |kind, count| {
        let mut of_class = vec![Vec::new(); count];
        for (at, placed) in select::instances(scene, kind).iter().enumerate() {
            let PlacedInstance { class, .. } = placed;
            if let Some(list) = of_class.get_mut(*class) {
                list.push(at);
            }
        }
        of_class
    };
    let ties = placed(ClassKind::Tie, scene.ties.len()).into_iter();
    let ties = ties
        .zip(&scene.ties)
        .enumerate()
        .map(|(at, (instances, class))| {
            let header = &class.header;
            let far = [
                header.near_distance,
                header.mid_distance,
                header.far_distance,
            ];
            let facts = format!(
                "changes at {}, {} normals",
                listed(far.map(units)),
                class.normals.len()
            );
            row(
                ClassKind::Tie,
                at,
                class.class,
                instances,
                &class.lods,
                facts,
            )
        });
    let shrubs = placed(ClassKind::Shrub, scene.shrubs.len()).into_iter();
    let shrubs = shrubs
        .zip(&scene.shrubs)
        .enumerate()
        .map(|(at, (instances, class))| {
            let mut facts = match &class.billboard {
                Some((billboard, _)) => {
                    let raw = class.scale / 1024.0;
                    let [width, height] =
                        [billboard.width, billboard.height].map(|length| units(length * raw));
                    format!(
                        "billboard {width} x {height} from {:.0}",
                        billboard.fade_start()
                    )
                }
                None => "no billboard".into(),
            };
            if class.skipped {
                facts.push_str(", not drawn");
            }
            let mesh = std::slice::from_ref(&class.mesh);
            row(ClassKind::Shrub, at, class.class, instances, mesh, facts)
        });
    let mobys = placed(ClassKind::Moby, scene.mobys.len()).into_iter();
    let mobys = mobys
        .zip(&scene.mobys)
        .enumerate()
        .map(|(at, (instances, class))| {
            let header = &class.header;
            let facts = format!(
                "changes at {}, joints {}, sequences {}",
                header.lod_trans, header.joint_count, class.sequences
            );
            row(
                ClassKind::Moby,
                at,
                class.class,
                instances,
                &class.lists,
                facts,
            )
        });
    ties.chain(shrubs).chain(mobys).collect()
}

fn row(
    kind: ClassKind,
    at: usize,
    class: i32,
    instances: Vec<usize>,
    meshes: &[ModelMesh],
    facts: String,
) -> ClassRow {
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
}

/// The page's own state.
#[derive(Debug, Default)]
pub struct ClassesPanel {
    /// Words that a row must hold, or must not with a minus.
    pub filter: String,
    /// What rows are ordered by.
    pub order: Order<Column>,
    /// Rows of a level.
    known: Option<(MadeFrom, Vec<ClassRow>)>,
}

impl ClassesPanel {
    fn by_order(&self, a: &ClassRow, b: &ClassRow) -> Ordering {
        let by_column = match self.order.column {
            Column::Number => Ordering::Equal,
            Column::Placed => a.instances.len().cmp(&b.instances.len()),
            Column::Triangles => a.triangles.first().cmp(&b.triangles.first()),
            Column::Materials => a.materials.cmp(&b.materials),
        };
        self.order
            .of(by_column, (a.kind, a.class).cmp(&(b.kind, b.class)))
    }
}

/// The instance after the selected one, the first when none of the class is selected; none for a class without any.
pub fn next_instance(row: &ClassRow, selected: Option<Selection>) -> Option<usize> {
    let after = match selected {
        Some(Selection::Instance(kind, at)) if kind == row.kind => {
            let place = row.instances.iter().position(|instance| *instance == at);
            place.map_or(0, |place| place + 1)
        }
        _ => 0,
    };
    let first = row.instances.first();
    row.instances.get(after).or(first).copied()
}

pub(crate) fn show(ui: &mut Ui, overlay: &mut Overlay, world: &mut World) {
    let shown = world.get_resource::<ShownLevel>();
    let Some(scene) = shown.and_then(|shown| shown.scene.clone()) else {
        return super::super::no_level(ui);
    };
    let panel = &mut overlay.commando.classes;
    let known = match panel.known.take() {
        Some(known) if known.0.is(&scene) => known,
        _ => (MadeFrom::of(&scene), rows(&scene)),
    };
    let mut listed_rows: Vec<_> = known.1.iter().collect();
    listed_rows.retain(|row| text::matches(&panel.filter, &row.line()));
    listed_rows.sort_by(|a, b| panel.by_order(a, b));
    ui.horizontal(|ui| {
        super::super::filter(ui, &mut panel.filter, "filter: shrub no");
        ui.weak(format!("{} of {}", listed_rows.len(), known.1.len()));
        ui.weak("A click goes to the next instance.");
    });
    heads(
        ui,
        &WIDTHS,
        &[
            (None, "kind"),
            (Some(Column::Number), "no."),
            (Some(Column::Placed), "placed"),
            (Some(Column::Triangles), "triangles"),
            (Some(Column::Materials), "materials"),
            (None, "levels and more"),
        ],
        &mut panel.order,
    );
    let picked = show_rows(ui, &listed_rows, overlay.selected);
    overlay.commando.classes.known = Some(known);
    if let Some(selection) = picked {
        overlay.selected = Some(selection);
        focus::go_to(world, selection);
    }
}

/// Answers what was clicked.
fn show_rows(ui: &mut Ui, rows: &[&ClassRow], selected: Option<Selection>) -> Option<Selection> {
    let mut picked = None;
    ui.spacing_mut().item_spacing.y = 1.0;
    let height = ui.spacing().interact_size.y;
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        height,
        rows.len(),
        |ui, shown| {
            for row in rows.get(shown).unwrap_or_default() {
                let place = match selected {
                    Some(Selection::Instance(kind, at)) if kind == row.kind => {
                        row.instances.iter().position(|instance| *instance == at)
                    }
                    _ => None,
                };
                let placed = match place {
                    Some(place) => format!("{} of {}", place + 1, row.instances.len()),
                    None => row.instances.len().to_string(),
                };
                let cells = [
                    row.kind.name().to_owned(),
                    row.class.to_string(),
                    placed,
                    listed(&row.triangles),
                    row.materials.to_string(),
                    row.facts.clone(),
                ]
                .map(|cell| RichText::new(cell).small());
                let clicked = super::super::row(ui, &WIDTHS, &cells, place.is_some()).clicked();
                if let Some(next) = next_instance(row, selected).filter(|_| clicked) {
                    picked = Some(Selection::Instance(row.kind, next));
                }
            }
        },
    );
    picked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_go_from_instance_to_instance_and_round() {
        let mut class = row(ClassKind::Tie, 0, 500, vec![2, 5], &[], String::new());
        let selected = |at| Some(Selection::Instance(ClassKind::Tie, at));
        assert_eq!(next_instance(&class, None), Some(2));
        assert_eq!(next_instance(&class, selected(2)), Some(5));
        assert_eq!(next_instance(&class, selected(5)), Some(2));
        assert_eq!(
            next_instance(&class, selected(3)),
            Some(2),
            "another class's"
        );
        assert_eq!(next_instance(&class, Some(Selection::Patch(2))), Some(2));
        class.instances.clear();
        assert_eq!(next_instance(&class, None), None);
    }
}
