//! The objects of `<level>_objs.txt`: a node each, one mesh a type. Source: spec/archives.md 12, spec/chunks.md 5.6.

use std::collections::BTreeMap;
use std::rc::Rc;

use glam::Quat;
use serde_json::{Value, json};
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::{FormatError, Within};
use wonderwheel_renderware::clump::Clump;
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::section::{SectionHeader, id};
use wonderwheel_warriors::axes::rw_from_game;
use wonderwheel_warriors::chunk::{Chunk, ChunkType, ResourceSlice, Rules};
use wonderwheel_warriors::lists::GlobalLists;
use wonderwheel_warriors::names::{crc32, resource_file, section_pack};
use wonderwheel_warriors::object_list::{ObjectList, PlacedObject};
use wonderwheel_warriors::pack::PackSlice;

use super::background::{ModelMeshes, parts_of};
use super::look::{Shelf, Style};
use super::source::LevelExporter;
use crate::error::Result;
use crate::scene::{NodeId, Transform};
use crate::textures::salvage;

const GLOBAL_LISTS: &str = "warriors.glr";
/// Sections of a level whose packs are looked for; no level of the disc has more. Source: spec/level-start.md 1.4.
const MOST_SECTIONS: u32 = 32;

/// Models by the hash of their type's name.
type Models = BTreeMap<u32, Rc<ModelMeshes>>;

/// What lists and packs say about resources.
struct Library {
    lists: Option<GlobalLists>,
    /// Which pack brings a resource that has no file of its own.
    in_packs: BTreeMap<u32, String>,
}

/// The resources of an object type.
struct Resources {
    model: u32,
    dictionaries: Vec<u32>,
}

impl LevelExporter<'_> {
    /// A node of the level's objects. One whose model cannot be had keeps its node.
    ///
    /// # Errors
    /// None but those of nodes with numbers that files cannot have.
    pub fn objects(&mut self, level: &str) -> Result<Option<NodeId>> {
        let file = format!("{level}_objs.txt");
        if !self.game.files.exists(&file) {
            return Ok(None);
        }
        let Some(bytes) = self.read(&file) else {
            return Ok(None);
        };
        let Some(list) = self.noted_in(&file, ObjectList::read(&bytes)) else {
            return Ok(None);
        };
        let placed = list.objects.iter();
        let placed = placed.map(|object| (format!("objects/{}", object.name), object));
        let wanted: Vec<_> = placed.filter(|(name, _)| self.wants(name)).collect();
        if wanted.is_empty() {
            return Ok(None);
        }
        let library = self.library(level);
        let mut models = Models::new();
        let mut nodes = Vec::with_capacity(wanted.len());
        for (name, object) in wanted {
            let meshes = if object.is_emitter() {
                Rc::default()
            } else {
                self.model(&file, object, &library, &mut models)
            };
            let transform = self.place(&file, object);
            let extras = object_extras(object);
            let node = self.model_node(&name, &meshes, transform, Some(extras))?;
            let node = self.glb.node(&node);
            nodes.extend(self.noted_in(&file, node));
        }
        self.counts.objects += nodes.len();
        self.glb.group("objects", nodes, None)
    }

    /// Where an object stands, on RenderWare's axes.
    fn place(&mut self, file: &str, object: &PlacedObject) -> Transform {
        let [x, y, z, w] = object.rotation;
        let [x, y, z] = rw_from_game([x, y, z]);
        let rotation = Quat::from_xyzw(x, y, z, w);
        let largest = glam::Vec4::from(rotation).abs().max_element();
        // In two steps: the square of a large number is none.
        let unit = (rotation / largest).normalize();
        let rotation = if unit.is_finite() {
            unit
        } else {
            let (name, rotation) = (&object.name, object.rotation);
            let what = format!("{name}: a rotation of {rotation:?}: upright");
            self.notes.wrong(file, what);
            Quat::IDENTITY
        };
        Transform {
            rotation: rotation.to_array(),
            ..Transform::at(rw_from_game(object.position))
        }
    }

    /// The meshes of an object's type.
    fn model(
        &mut self,
        file: &str,
        object: &PlacedObject,
        library: &Library,
        models: &mut Models,
    ) -> Rc<ModelMeshes> {
        let type_hash = crc32(&object.name.to_ascii_lowercase());
        if let Some(known) = models.get(&type_hash) {
            return Rc::clone(known);
        }
        let meshes = match library.resources(&object.name) {
            Some(resources) => {
                let loaded = self.load_model(&object.name, &resources, library);
                loaded.unwrap_or_default()
            }
            None => {
                let what = format!("{}: no record of the object list: no model", object.name);
                self.notes.wrong(file, what);
                ModelMeshes::default()
            }
        };
        let meshes = Rc::new(meshes);
        models.insert(type_hash, Rc::clone(&meshes));
        meshes
    }

    fn load_model(
        &mut self,
        name: &str,
        resources: &Resources,
        library: &Library,
    ) -> Option<ModelMeshes> {
        let about = |error: FormatError| format!("{name}: {error}");
        let (model_file, chunks) = self.resource(name, resources.model, library)?;
        let clump = self.noted_in(&model_file, clump_of(&chunks).map_err(about))?;
        let mut dictionaries = Vec::new();
        for hash in &resources.dictionaries {
            let Some((file, chunks)) = self.resource(name, *hash, library) else {
                continue;
            };
            let found = self.noted_in(&file, dictionary_of(&chunks).map_err(about));
            let Some((dictionary, faults)) = found else {
                continue;
            };
            for fault in faults {
                self.notes.wrong(&file, fault);
            }
            // Resources of one pack differ by their hash.
            dictionaries.push((format!("{file}/{hash:08x}"), dictionary));
        }
        let shelves = dictionaries.iter();
        let shelves = shelves.map(|(file, dictionary)| Shelf { file, dictionary });
        let shelves: Vec<Shelf<'_>> = shelves.collect();
        let parts = self.noted_in(&model_file, parts_of(&clump).map_err(about))?;
        // Of several atomics it is a car: drawn without culling, its materials name textures.
        // Source: spec/gs-pipeline.md 9, passes 8 and 9.
        let is_car = parts.len() > 1;
        let style = Style {
            double_sided: is_car,
            first_texture: !is_car,
            ..Style::default()
        };
        Some(self.model_meshes(name, &parts, &shelves, style))
    }

    /// The chunks of a resource: of its own file, else of a pack.
    fn resource(
        &mut self,
        name: &str,
        hash: u32,
        library: &Library,
    ) -> Option<(String, Vec<Chunk>)> {
        let own = resource_file(hash);
        let pack = library.in_packs.get(&hash);
        let file = match pack {
            _ if self.game.files.exists(&own) => own,
            Some(pack) => pack.clone(),
            None => {
                let what = format!("{name}: its resource {hash:#010x} is in no file and no pack");
                self.notes.missing(&own, what);
                return None;
            }
        };
        let bytes = self.read(&file)?;
        let chunks = if Some(&file) == pack {
            let (pack, _) = PackSlice::read(&bytes, Rules::Forced).ok()?;
            let mut groups = pack.resources.iter();
            groups.find(|group| group.name_hash == hash)?.to_resource()
        } else {
            let read = ResourceSlice::read(&bytes, Rules::Forced);
            let read = read.map_err(|error| format!("{name}: {error}"));
            self.noted_in(&file, read)?.0.to_resource()
        };
        Some((file, chunks.chunks))
    }

    /// The lists, and what the packs of the level hold.
    fn library(&mut self, level: &str) -> Library {
        let lists = if self.game.files.exists(GLOBAL_LISTS) {
            self.read(GLOBAL_LISTS)
        } else {
            self.notes.missing(
                GLOBAL_LISTS,
                "there is no such file: models are looked for by the names of their types",
            );
            None
        };
        let lists = lists.and_then(|bytes| self.noted_in(GLOBAL_LISTS, GlobalLists::read(&bytes)));
        let mut in_packs = BTreeMap::new();
        let packs = (1..=MOST_SECTIONS).map(|section| section_pack(level, section));
        for pack in packs.chain(["global.pak".to_owned()]) {
            if !self.game.files.exists(&pack) {
                continue;
            }
            let Some(bytes) = self.read(&pack) else {
                continue;
            };
            let read = self.noted_in(&pack, PackSlice::read(&bytes, Rules::Forced));
            for group in read.iter().flat_map(|(read, _)| &read.resources) {
                let known = in_packs.entry(group.name_hash);
                known.or_insert_with(|| pack.clone());
            }
        }
        Library { lists, in_packs }
    }
}

impl Library {
    /// The resources of an object type: those of its record, or those that its name gives where there are no lists.
    /// Source: spec/chunks.md 1.4.
    fn resources(&self, name: &str) -> Option<Resources> {
        let name = name.to_ascii_lowercase();
        let Some(lists) = &self.lists else {
            return Some(Resources {
                model: crc32(&format!("{name}_geo")),
                dictionaries: vec![crc32(&format!("{name}_tex"))],
            });
        };
        let (_, record) = lists.objects.find(crc32(&name))?;
        let dictionaries = [record.dictionary, record.second_dictionary];
        Some(Resources {
            model: record.model,
            dictionaries: dictionaries.into_iter().filter(|hash| *hash != 0).collect(),
        })
    }
}

/// The clump of a model's chunks. Source: spec/chunks.md 4.1.
fn clump_of(chunks: &[Chunk]) -> Result<Clump, FormatError> {
    let chunk = chunks.iter().find(|chunk| {
        matches!(
            chunk.ty,
            ChunkType::CharacterDffData
                | ChunkType::DynamicObjDffData
                | ChunkType::PreinstanceObject
        )
    });
    let mut cursor = Cursor::new(chunk.map_or(&[][..], |chunk| &chunk.bytes));
    loop {
        let mut start = cursor.clone();
        let (header, _) = SectionHeader::open(&mut cursor).within(|| "model")?;
        if header.id == id::CLUMP {
            return Clump::read_from(&mut start).within(|| "model");
        }
        if header.id == 0 {
            let error = FormatError::malformed(start.offset(), "a clump", "none");
            return Err(error.within("model"));
        }
    }
}

/// The dictionary of a resource's chunks. Source: spec/chunks.md 4.2.
fn dictionary_of(chunks: &[Chunk]) -> Result<(TextureDictionary, Vec<FormatError>), FormatError> {
    let chunk = chunks.iter().find(|chunk| {
        matches!(
            chunk.ty,
            ChunkType::TextureDictionaryTid | ChunkType::RenderwareTextureDic
        )
    });
    salvage(&mut Cursor::new(
        chunk.map_or(&[][..], |chunk| &chunk.bytes),
    ))
}

fn object_extras(object: &PlacedObject) -> Value {
    json!({
        "type": object.name,
        "emitter": object.is_emitter(),
        "a": object.a,
        "zone": object.zone,
        "flags": object.flags,
        "tint": (object.tint != PlacedObject::NO_TINT).then(|| format!("{:08x}", object.tint)),
        "flag": object.flag_name,
    })
}
