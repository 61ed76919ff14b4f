//! Materials and textures of the game as those of glTF.
//!
//! The Graphics Synthesizer blends every first pass by alpha and lets fragments below an alpha of 0x40 write colour but no
//! depth. glTF has to choose: a texture that is mostly either there or not becomes a cut-out with that very cutoff, one that is
//! mostly half there is blended. Source: spec/gs-pipeline.md 5 and 11.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::material::Material as RwMaterial;
use wonderwheel_renderware::texture::{Addressing, NativeTexture, Sampling as RwSampling};

use super::part::PartReader;
use super::source::{LevelExporter, Look, Source};
use crate::colour::{alpha_use, base_colour};
use crate::error::Result;
use crate::scene::{AlphaMode, Filter, Material, MaterialId, Sampling, number};
use crate::textures::{self, level_of};

/// A dictionary in which names are looked up, and the file that brought it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shelf<'a> {
    /// What dictionaries are kept apart by; notes name it.
    pub file: &'a str,
    pub dictionary: &'a TextureDictionary,
}

/// How the game draws what has these materials.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Style {
    /// Back faces too.
    pub double_sided: bool,
    /// The first texture of the first shelf, whatever the material names. Source: spec/renderware.md 5.2.
    pub first_texture: bool,
    /// Blended, whatever the texture's alpha.
    pub blended: bool,
}

impl LevelExporter<'_> {
    /// A material of the game. `translucent_vertices` says that some vertex lets something through; `shelves` are searched
    /// in order, then the parts of the level.
    ///
    /// # Errors
    /// None, with colours of bytes.
    pub fn material(
        &mut self,
        material: &RwMaterial,
        shelves: &[Shelf<'_>],
        style: Style,
        translucent_vertices: bool,
    ) -> Result<MaterialId> {
        let named = material.texture.as_ref();
        let named = named.map(|reference| reference.name.as_str());
        let (name, base) = if style.first_texture {
            let shelf = shelves.first().copied();
            let first = shelf.and_then(|shelf| Some((shelf, shelf.dictionary.textures.first()?)));
            match first {
                Some((shelf, texture)) => {
                    let look = self.look(shelf.file, texture);
                    (Some(texture.name.as_str()), look)
                }
                None => (named, None),
            }
        } else {
            (named, named.and_then(|name| self.find(name, shelves)))
        };

        let mut extras = Map::new();
        if let (Some(name), None) = (name, base) {
            extras.insert("missing_texture".into(), name.into());
        }
        let mut title = name.map_or_else(|| "untextured".to_owned(), str::to_owned);
        if let Some((reference, source, destination)) = material.dual() {
            let dual = self.find(&reference.name, shelves);
            title = format!("{title} + {}", reference.name);
            extras.insert(
                "dual_texture".into(),
                json!({
                    "name": reference.name,
                    "texture": dual.map(|look| look.texture.index()),
                    "tex_coord": 1,
                    "source_blend": blend_name(source),
                    "destination_blend": blend_name(destination),
                }),
            );
        } else if let Some(effect) = material.matfx.as_ref().filter(|effect| effect.effect != 0) {
            extras.insert("effect".into(), effect_name(effect.effect).into());
        }
        if material.surface != [1.0; 3] {
            let [ambient, specular, diffuse] = material.surface.map(number);
            let surface = json!({"ambient": ambient, "specular": specular, "diffuse": diffuse});
            extras.insert("surface".into(), surface);
        }

        let [.., alpha] = material.colour;
        let is_blended = style.blended || translucent_vertices || alpha < u8::MAX;
        let cutoff = self.options.alpha.cutoff();
        self.glb.material(&Material {
            name: title,
            base_colour: base_colour(material.colour),
            base_texture: base.map(|look| look.texture),
            alpha: AlphaMode::of(base.map(|look| look.alpha), is_blended, cutoff),
            double_sided: style.double_sided,
            unlit: true,
            extras: (!extras.is_empty()).then_some(Value::Object(extras)),
        })
    }

    /// The texture of that name: on the first shelf that has it, else in any part of the level.
    fn find(&mut self, name: &str, shelves: &[Shelf<'_>]) -> Option<Look> {
        let on_shelf = shelves
            .iter()
            .find_map(|shelf| Some((shelf.file, shelf.dictionary.find(name)?)));
        if let Some((file, texture)) = on_shelf {
            return self.look(file, texture);
        }
        let key = name.to_ascii_lowercase();
        if let Some(file) = self.parts_with_textures().get(&key).cloned() {
            if let Some(known) = self.game.looks.get(&(file.clone(), key.clone())) {
                return *known;
            }
            let texture = self.read_part_texture(&file, name);
            return texture.and_then(|texture| self.look(&file, &texture));
        }
        let file = shelves.first().map_or("", |shelf| shelf.file);
        let what = format!("no dictionary has the texture {name}: drawn untextured");
        self.notes.wrong(file, what);
        None
    }

    /// Which part brings each texture.
    fn parts_with_textures(&mut self) -> &BTreeMap<String, String> {
        let Source {
            files,
            part_files,
            in_parts,
            ..
        } = &mut self.game;
        in_parts.get_or_insert_with(|| {
            let mut found = BTreeMap::new();
            for file in part_files.iter() {
                // What cannot be read is noted when the part's own turn comes.
                let Ok(bytes) = files.read(file) else {
                    continue;
                };
                let Ok(part) = PartReader::open(&bytes) else {
                    continue;
                };
                for texture in &part.dictionary.textures {
                    let name = texture.name.to_ascii_lowercase();
                    found.entry(name).or_insert_with(|| file.clone());
                }
            }
            found
        })
    }

    fn read_part_texture(&self, file: &str, name: &str) -> Option<NativeTexture> {
        let bytes = self.game.files.read(file).ok()?;
        let part = PartReader::open(&bytes).ok()?;
        part.dictionary.find(name).cloned()
    }

    /// A texture of a file's dictionary; decoded and encoded the first time it is asked for.
    fn look(&mut self, file: &str, texture: &NativeTexture) -> Option<Look> {
        let key = (file.to_owned(), texture.name.to_ascii_lowercase());
        if let Some(known) = self.game.looks.get(&key) {
            return *known;
        }
        let made = self.make_look(texture);
        let made = made.map_err(|error| format!("texture {}: {error}", texture.name));
        let look = self.noted_in(file, made);
        self.game.looks.insert(key, look);
        look
    }

    fn make_look(&mut self, texture: &NativeTexture) -> Result<Look, Box<dyn std::error::Error>> {
        let image = texture.decode()?;
        let (level, _, texels) = level_of(&image, self.options.mip);
        let alpha = alpha_use(texels);
        let png = textures::image_png(&image, level, self.options.alpha);
        let image_id = self.glb.image(&texture.name, &png)?;
        let mip = texture.mip();
        let extras = json!({
            "width": image.width,
            "height": image.height,
            "levels": image.levels.len(),
            "level": level,
            "k": number(mip.k()),
            "l": mip.l(),
        });
        let sampling = sampling(texture.sampling);
        let texture = self
            .glb
            .texture(&texture.name, image_id, sampling, Some(extras));
        Ok(Look { texture, alpha })
    }
}

/// Source: spec/gs-pipeline.md 8.1.
fn sampling(word: RwSampling) -> Sampling {
    use Filter::{Linear, Nearest};
    let (magnify, minify, between_levels) = match word.filter() {
        1 => (Nearest, Nearest, None),
        3 => (Nearest, Nearest, Some(Nearest)),
        4 => (Linear, Linear, Some(Nearest)),
        5 => (Nearest, Nearest, Some(Linear)),
        6 => (Linear, Linear, Some(Linear)),
        _ => (Linear, Linear, None),
    };
    Sampling {
        magnify,
        minify,
        between_levels,
        clamp: [word.u(), word.v()].map(|addressing| addressing == Addressing::Clamp),
    }
}

/// RenderWare's names of blend factors. Source: spec/renderware.md 8.1.
fn blend_name(factor: i32) -> Value {
    let name = match factor {
        1 => "zero",
        2 => "one",
        3 => "source colour",
        4 => "inverse source colour",
        5 => "source alpha",
        6 => "inverse source alpha",
        7 => "destination alpha",
        8 => "inverse destination alpha",
        9 => "destination colour",
        10 => "inverse destination colour",
        11 => "source alpha saturated",
        other => return other.into(),
    };
    name.into()
}

/// RenderWare's names of material effects. Source: spec/renderware.md 8.1.
fn effect_name(effect: u32) -> &'static str {
    match effect {
        1 => "bump map",
        2 => "environment map",
        3 => "bump and environment map",
        4 => "dual texture",
        5 => "uv transform",
        _ => "dual texture and uv transform",
    }
}
