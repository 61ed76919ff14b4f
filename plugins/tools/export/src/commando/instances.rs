//! What stands in the level: a node an instance. Source: spec/commando-assets.md 7, 8, 9.2 to 9.4.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use wonderwheel_commando::bounds::Columns;
use wonderwheel_commando::core::ClassEntry;
use wonderwheel_commando::gameplay::{MobyInstance, ShrubInstance, TieInstance};
use wonderwheel_commando::level::ClassKind;
use wonderwheel_commando::lighting::{BlendRule, color_from_5551};
use wonderwheel_ps2::error::Within;

use super::class::Form;
use super::class_name::ClassName;
use super::lights::WHITE;
use super::model::{Model, Models};
use super::rig::Rig;
use super::source::LevelExporter;
use crate::colour::GS_OPAQUE;
use crate::error::Result;
use crate::scene::{MeshId, Node, NodeId, Skin, Transform, number};

impl<'a> LevelExporter<'a> {
    /// A node of all ties; none when there are none.
    ///
    /// # Errors
    /// None but those of nodes with numbers that files cannot have.
    pub fn ties(&mut self) -> Result<Option<NodeId>> {
        let level = self.game.level;
        let ties = level.gameplay.tie_instances().within(|| "gameplay");
        let ties = self.noted(ties).unwrap_or_default();
        let ambients = level.gameplay.tie_ambients().within(|| "gameplay");
        let ambients = self.noted(ambients).unwrap_or_default();
        let mut ambient_of: BTreeMap<usize, &[u16]> = BTreeMap::new();
        for (instance, colours) in ambients.iter() {
            if let Ok(instance) = usize::try_from(instance) {
                ambient_of.entry(instance).or_insert(colours);
            }
        }
        let mut models = Models::new(level, ClassKind::Tie);
        let mut nodes = Vec::new();
        for (i, tie) in ties.iter().enumerate() {
            let name = format!("ties/{}/{i}", tie.class);
            let columns = tie.world_from_tie();
            let Some(transform) = self.stands(&name, columns) else {
                continue;
            };
            let mesh = match self.model(&mut models, tie.class)? {
                Some(model) => {
                    let ambient = ambient_of.get(&i).copied();
                    let colours = self.tie_colours(model, tie, ambient);
                    self.model_mesh(model, colours)
                }
                None => None,
            };
            let extras = json!({
                "class": tie.class,
                "uid": tie.uid,
                "draw_distance": tie.draw_distance,
                "occlusion_index": tie.occlusion_index,
                "light": tie.light,
            });
            nodes.push(self.instance(name, transform, mesh, extras)?);
            self.counts.ties += 1;
        }
        self.glb.group("ties", nodes, None)
    }

    /// A node of all shrubs; none when there are none.
    ///
    /// # Errors
    /// As [`Self::ties`].
    pub fn shrubs(&mut self) -> Result<Option<NodeId>> {
        let level = self.game.level;
        let shrubs = level.gameplay.shrub_instances().within(|| "gameplay");
        let shrubs = self.noted(shrubs).unwrap_or_default();
        let mut models = Models::new(level, ClassKind::Shrub);
        let mut nodes = Vec::new();
        for (i, shrub) in shrubs.iter().enumerate() {
            let name = format!("shrubs/{}/{i}", shrub.class);
            let Some(transform) = self.stands(&name, shrub.world_from_shrub()) else {
                continue;
            };
            let mesh = match self.model(&mut models, shrub.class)? {
                Some(model) => {
                    let colours = self.shrub_colours(model, shrub);
                    self.model_mesh(model, colours)
                }
                None => None,
            };
            let extras = json!({
                "class": shrub.class,
                "draw_distance": number(shrub.draw_distance),
                "light": shrub.light,
                "colour": shrub.colour,
            });
            nodes.push(self.instance(name, transform, mesh, extras)?);
            self.counts.shrubs += 1;
        }
        self.glb.group("shrubs", nodes, None)
    }

    /// A node of all mobys, as they stand at first; none when there are none.
    ///
    /// # Errors
    /// As [`Self::ties`].
    pub fn mobys(&mut self) -> Result<Option<NodeId>> {
        let level = self.game.level;
        let mobys = level.gameplay.moby_instances().within(|| "gameplay");
        let mobys = self.noted(mobys).unwrap_or_default();
        let mut models = Models::new(level, ClassKind::Moby);
        let mut nodes = Vec::new();
        for (i, moby) in mobys.iter().enumerate() {
            let name = format!("mobys/{}/{i}", moby.class);
            let Some(transform) = self.stands(&name, moby.world_from_moby()) else {
                continue;
            };
            let (mesh, rig) = match self.model(&mut models, moby.class)? {
                Some(model) => (self.model_mesh(model, Vec::new()), model.rig.clone()),
                None => (None, None),
            };
            let extras = moby_extras(moby);
            let node = match (mesh, rig) {
                (Some(mesh), Some(rig)) => self.rigged(name, transform, mesh, &rig, extras)?,
                (mesh, _) => Some(self.instance(name, transform, mesh, extras)?),
            };
            if let Some(node) = node {
                nodes.push(node);
                self.counts.mobys += 1;
            }
        }
        self.glb.group("mobys", nodes, None)
    }

    /// Scenes of a class by itself, at the origin and without light.
    ///
    /// # Errors
    /// As [`Self::ties`].
    pub fn class_scenes(&mut self, name: ClassName, entry: &ClassEntry) -> Result<()> {
        let Some(class) = self.class(name, entry) else {
            self.note_missing(format!("{name}: it has no geometry"));
            return Ok(());
        };
        let near = [(Form::Near, String::new())];
        for (form, title) in near.into_iter().chain(class.other_forms()) {
            let title = match title.as_str() {
                "" => name.to_string(),
                title => format!("{name} {title}"),
            };
            let Some(mut model) = self.form(name, entry, &class, form, title.clone())? else {
                continue;
            };
            let Some(mesh) = self.model_mesh(&mut model, Vec::new()) else {
                continue;
            };
            let (transform, extras) = (Transform::default(), json!({"class": name.number}));
            let node = match &model.rig {
                Some(rig) => self.rigged(title.clone(), transform, mesh, rig, extras)?,
                None => Some(self.instance(title.clone(), transform, Some(mesh), extras)?),
            };
            self.glb.scene(&title, node.as_slice(), None)?;
        }
        Ok(())
    }

    /// Where an instance stands, when it is wanted and there is room for its node.
    fn stands(&mut self, name: &str, columns: Columns) -> Option<Transform> {
        if !self.wants(name) || !self.has_room(1) {
            return None;
        }
        self.place(name, columns)
    }

    /// Whether so many nodes more have room.
    fn has_room(&mut self, nodes: usize) -> bool {
        let has_room = self.game.budget.take_nodes(nodes);
        if !has_room {
            self.note(
                "more instances and joints than a file has room for: the others are left out",
            );
        }
        has_room
    }

    fn instance(
        &mut self,
        name: String,
        transform: Transform,
        mesh: Option<MeshId>,
        extras: Value,
    ) -> Result<NodeId> {
        self.glb.node(&Node {
            transform,
            mesh,
            extras: Some(extras),
            ..Node::named(name)
        })
    }

    /// A node with a skinned mesh and its joints below it; none when there is no room for them.
    fn rigged(
        &mut self,
        name: String,
        transform: Transform,
        mesh: MeshId,
        rig: &Rig,
        extras: Value,
    ) -> Result<Option<NodeId>> {
        if !self.has_room(rig.joints.len() + 1) {
            return Ok(None);
        }
        // From the last on: children come to be before their parents, and joints stand behind theirs.
        let mut children: Vec<Vec<NodeId>> = vec![Vec::new(); rig.joints.len()];
        let (mut joints, mut roots) = (Vec::with_capacity(rig.joints.len()), Vec::new());
        for (i, joint) in rig.joints.iter().enumerate().rev() {
            let mut own = children.get_mut(i).map(std::mem::take).unwrap_or_default();
            own.reverse();
            let node = self.glb.node(&Node {
                transform: Transform::at(joint.translation),
                children: own,
                ..Node::named(format!("{name}/joint {i}"))
            })?;
            joints.push(node);
            match joint.parent.and_then(|parent| children.get_mut(parent)) {
                Some(siblings) => siblings.push(node),
                None => roots.push(node),
            }
        }
        joints.reverse();
        roots.reverse();
        let skin = self.glb.skin(&Skin {
            name: name.clone(),
            joints,
            inverse_bind: rig.inverse_bind.clone(),
            skeleton: match roots.as_slice() {
                [root] => Some(*root),
                _ => None,
            },
        })?;
        let shown = self.glb.node(&Node {
            mesh: Some(mesh),
            skin: Some(skin),
            ..Node::named(format!("{name}/mesh"))
        })?;
        roots.push(shown);
        let node = self.glb.node(&Node {
            transform,
            children: roots,
            extras: Some(extras),
            ..Node::named(name)
        })?;
        Ok(Some(node))
    }

    /// A tie's colours, one a normal. Source: spec/commando-lighting.md 7, spec/commando-assets.md 6.3.
    fn tie_colours(
        &self,
        model: &Model,
        tie: &TieInstance,
        ambient: Option<&[u16]>,
    ) -> Vec<[u8; 4]> {
        if !self.options.lit {
            return Vec::new();
        }
        let lights =
            self.game
                .lights
                .of_class(tie.light, tie.world_from_tie(), BlendRule::AllLanes);
        let colour = |(i, normal): (usize, &[i16; 3])| {
            let Some(ambient) = ambient.and_then(|colours| colours.get(i)) else {
                return WHITE;
            };
            let [r, g, b, _] = color_from_5551(*ambient);
            lights.color(*normal, [r, g, b, GS_OPAQUE])
        };
        or_white(model.normals.iter().enumerate().map(colour).collect())
    }

    /// A shrub's colours, one a normal. Source: spec/commando-lighting.md 7.
    fn shrub_colours(&self, model: &Model, shrub: &ShrubInstance) -> Vec<[u8; 4]> {
        if !self.options.lit {
            return Vec::new();
        }
        let columns = shrub.world_from_shrub();
        let rule = BlendRule::BackFactorsAdded;
        let lights = self.game.lights.of_class(shrub.light, columns, rule);
        let [r, g, b] = shrub.colour.map(|value| value.clamp(0, 255) as u8);
        let colour = |normal: &[i16; 3]| lights.color(*normal, [r, g, b, GS_OPAQUE]);
        or_white(model.normals.iter().map(colour).collect())
    }
}

/// Colours of normals; of a class without any, white for all that it has.
fn or_white(colours: Vec<[u8; 4]>) -> Vec<[u8; 4]> {
    if colours.is_empty() {
        vec![WHITE]
    } else {
        colours
    }
}

fn moby_extras(moby: &MobyInstance) -> Value {
    json!({
        "class": moby.class,
        "uid": moby.uid,
        "mission": moby.mission,
        "group": moby.group,
        "draw_distance": moby.draw_distance,
        "light": moby.light,
        "colour": moby.colour,
    })
}
