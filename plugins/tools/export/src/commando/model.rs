//! Classes as glTF meshes: one a class, and others in other light.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Value, json};
use wonderwheel_commando::core::ClassEntry;
use wonderwheel_commando::level::{ClassKind, Level};
use wonderwheel_ps2::error::Within;

use super::class::{Class, Flat, Form};
use super::class_name::ClassName;
use super::lights::WHITE;
use super::look::Owner;
use super::parts::{Arrays, parts};
use super::rig::Rig;
use super::source::LevelExporter;
use crate::error::Result;
use crate::scene::MeshId;

/// The classes of a kind that were asked for.
#[derive(Debug)]
pub(super) struct Models<'a> {
    kind: ClassKind,
    entries: BTreeMap<i32, &'a ClassEntry>,
    made: BTreeMap<i32, Option<Model>>,
}

/// A class's mesh.
#[derive(Debug)]
pub(super) struct Model {
    name: String,
    /// Normals that light is reckoned for; none of mobys.
    pub normals: Vec<[i16; 3]>,
    pub rig: Option<Rc<Rig>>,
    /// Of each part, which of the normals lights each vertex.
    slots: Vec<Vec<u8>>,
    /// Until the first mesh is made of them.
    arrays: Vec<Arrays>,
    first: Option<MeshId>,
    /// Meshes by the colours of the normals.
    coloured: BTreeMap<Vec<[u8; 4]>, MeshId>,
    extras: Option<Value>,
}

impl<'a> Models<'a> {
    pub fn new(level: &'a Level<'a>, kind: ClassKind) -> Self {
        let mut entries = BTreeMap::new();
        for entry in level.classes(kind) {
            // Of one number the first is what is found.
            entries.entry(entry.class).or_insert(entry);
        }
        Self {
            kind,
            entries,
            made: BTreeMap::new(),
        }
    }
}

impl<'a> LevelExporter<'a> {
    /// A class's model; read the first time it is asked for. None when the class has no geometry, or it cannot be had.
    ///
    /// # Errors
    /// None.
    pub fn model<'m>(
        &mut self,
        models: &'m mut Models<'a>,
        number: i32,
    ) -> Result<Option<&'m mut Model>> {
        let kind = models.kind;
        if !models.made.contains_key(&number) {
            let name = ClassName { kind, number };
            let entry = models.entries.get(&number);
            if entry.is_none() {
                self.note_missing(format!(
                    "{name}: the level has no such class: nothing is drawn"
                ));
            }
            let class = entry.and_then(|entry| Some((entry, self.class(name, entry)?)));
            let model = match class {
                Some((entry, class)) => {
                    self.form(name, entry, &class, Form::Near, name.to_string())?
                }
                None => None,
            };
            models.made.insert(number, model);
        }
        Ok(models.made.get_mut(&number).and_then(Option::as_mut))
    }

    /// Reads a class; none when it has no geometry.
    pub fn class(&mut self, name: ClassName, entry: &ClassEntry) -> Option<Class> {
        let level = self.game.level;
        let (offset, bytes) = level.class_bytes(entry)?;
        self.progress(&name.to_string());
        let class = Class::read(name.kind, offset, bytes).within(|| name.to_string());
        if class.is_err() {
            // What is broken costs as much as what is whole: many entries may name it.
            let _ = self.game.budget.take_corners(bytes.len() / 16);
        }
        self.noted(class)
    }

    /// The model of a class in a form; none when there is nothing to see of it.
    ///
    /// # Errors
    /// None.
    pub fn form(
        &mut self,
        name: ClassName,
        entry: &ClassEntry,
        class: &Class,
        form: Form,
        title: String,
    ) -> Result<Option<Model>> {
        let Some(flat) = self.noted(class.flat(form).within(|| title.clone())) else {
            return Ok(None);
        };
        let corners = flat.positions.len() + flat.triangles.len();
        if !self.game.budget.take_corners(corners) {
            self.note(format!(
                "{title}: more vertices than the level has bytes for: left out"
            ));
            return Ok(None);
        }
        let rig = match class {
            Class::Moby(class) => Rig::of(class),
            Class::Tie(_) | Class::Shrub(_) => None,
        };
        let weights = rig.as_ref().map(|rig| rig.weights(&flat));
        let (joints, weights, lost) = weights.unwrap_or_default();
        if lost > 0 {
            self.note(format!(
                "{title}: {lost} vertices name joints that it does not have: they hang on the first"
            ));
        }
        if let Some(rig) = rig.as_ref().filter(|rig| rig.lost_parents > 0) {
            let count = rig.lost_parents;
            self.note(format!(
                "{title}: {count} joints come before their parents: taken as roots"
            ));
        }
        let looks = flat.triangles.iter().map(|(material, corners)| {
            let look = self.class_look(name.kind, name.number, entry.texture_slots(), material);
            (look, *corners)
        });
        let looks: Vec<_> = looks.collect();
        let (mut arrays, mut slots) = (Vec::new(), Vec::new());
        for part in parts(looks, &flat.positions) {
            slots.push(part.gather(&flat.slots));
            arrays.push(Arrays {
                positions: part.gather(&flat.positions),
                normals: part.gather(&flat.normals),
                uvs: part.gather(&flat.uvs),
                joints: part.gather(&joints),
                weights: part.gather(&weights),
                material: Some(self.material(Owner::Kind(name.kind.into()), part.look, false)?),
                indices: part.indices,
                ..Arrays::default()
            });
        }
        Ok((!arrays.is_empty()).then(|| Model {
            name: title,
            normals: class.normals(),
            rig: rig.map(Rc::new),
            slots,
            arrays,
            first: None,
            coloured: BTreeMap::new(),
            extras: extras(class, &flat),
        }))
    }

    /// The mesh of a model as it is lit: `colours` has one for each normal, and is empty when nothing lights it. Meshes in the same
    /// light are one.
    pub fn model_mesh(&mut self, model: &mut Model, colours: Vec<[u8; 4]>) -> Option<MeshId> {
        if let Some(known) = model.coloured.get(&colours) {
            return Some(*known);
        }
        let of_parts: Vec<Vec<[u16; 4]>> = match colours.as_slice() {
            [] => Vec::new(),
            colours => {
                let lights = &self.game.lights;
                let colours = colours.iter().map(|colour| lights.colour(*colour));
                let (colours, white): (Vec<_>, _) = (colours.collect(), lights.colour(WHITE));
                let of = |slot: &u8| colours.get(usize::from(*slot)).copied().unwrap_or(white);
                let of_part = |slots: &Vec<u8>| slots.iter().map(of).collect();
                model.slots.iter().map(of_part).collect()
            }
        };
        let mesh = match model.first {
            None => {
                let mut arrays = std::mem::take(&mut model.arrays);
                for (arrays, colours) in arrays.iter_mut().zip(of_parts) {
                    arrays.colours = colours;
                }
                if arrays.is_empty() {
                    // It was tried before, and cannot be had.
                    return None;
                }
                let primitives: Vec<_> = arrays.iter().map(Arrays::primitive).collect();
                let mesh = self.mesh(&model.name, &primitives, model.extras.clone());
                self.noted(mesh)?
            }
            Some(first) => {
                let count = of_parts.iter().map(Vec::len).sum();
                if !self.game.budget.take_colours(count) {
                    self.note("more colours of ties and shrubs than are kept apart: the others have their class's first");
                    return Some(first);
                }
                let (name, extras) = (&model.name, model.extras.clone());
                let mesh = self.glb.recoloured(first, name, &of_parts, extras);
                self.noted(mesh)?
            }
        };
        model.first = model.first.or(Some(mesh));
        model.coloured.insert(colours, mesh);
        Some(mesh)
    }
}

fn extras(class: &Class, flat: &Flat) -> Option<Value> {
    match class {
        Class::Tie(class) => Some(json!({
            "lods": class.lods.iter().filter(|lod| !lod.is_empty()).count(),
        })),
        Class::Shrub(class) => Some(json!({"billboard": class.billboard.is_some()})),
        Class::Moby(class) => {
            let inexact = flat.inexact_blends;
            Some(json!({
                "joints": class.header.joint_count,
                "sequences": class.sequences.iter().flatten().count(),
                "inexact_blends": (inexact > 0).then_some(inexact),
            }))
        }
    }
}
