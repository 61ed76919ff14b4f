//! Which K and L a texture has once everything that names it has been read.
//!
//! Three places state them, and each one overwrites the one before: the raster's header, plugin 0x110 of the native
//! texture, plugin 0x110 of every texture reference that finds the texture. RenderWare writes all of them into the one
//! raster, so a texture has one K for all its materials: that of the last reference read. Source: spec/renderware.md 4.6.
//!
//! ```
//! use wonderwheel_renderware::atomic::Atomic;
//! use wonderwheel_renderware::dictionary::TextureDictionary;
//! use wonderwheel_renderware::mip_words::MipWords;
//!
//! /// A loader reads the dictionary first and the materials in file order; then it asks.
//! fn load(dictionary: &TextureDictionary, atomics: &[Atomic]) {
//!     let geometries = atomics.iter().filter_map(|atomic| atomic.geometry.as_ref());
//!     let materials = geometries.flat_map(|geometry| &geometry.materials);
//!     let words = MipWords::of(dictionary, materials.clone());
//!     for texture in &dictionary.textures {
//!         let _of_the_texture = words.word(&texture.name); // instead of `texture.mip_word()`
//!     }
//!     for reference in materials.flat_map(|material| material.references()) {
//!         // None where the word has gone into a texture above. Otherwise the reference finds a texture of another
//!         // file at run time, and the reader that finds it lets this word win there.
//!         let _left_to_the_reference = words.left_to(reference);
//!     }
//!     words.conflicts().for_each(|conflict| eprintln!("{conflict}"));
//! }
//! ```

use std::collections::HashMap;
use std::fmt;

use wonderwheel_ps2::mip::MipWord;

use crate::dictionary::TextureDictionary;
use crate::material::{Material, TextureReference};

/// The words of some textures and of what refers to them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MipWords {
    textures: Vec<Entry>,
    /// Place in `textures` by lower-case name.
    places: HashMap<String, usize>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    name: String,
    /// By the raster or the native texture's plugin. `None`: no dictionary so far has the texture.
    own: Option<u32>,
    /// By the reference that was read last.
    last: Option<u32>,
    /// The first reference that differs from `own`.
    first_other: Option<u32>,
    others: u32,
}

/// A texture whose references do not all give it the K and L of its dictionary. The last one read holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MipConflict {
    /// Name, as the dictionary spells it.
    pub texture: String,
    /// What the dictionary says.
    pub own: MipWord,
    /// What the first reference says that differs.
    pub other: MipWord,
    /// How many references differ.
    pub others: u32,
    /// What holds.
    pub effective: MipWord,
}

impl MipWords {
    /// A dictionary, and materials in the order in which their file holds them.
    pub fn of<'a>(
        dictionary: &TextureDictionary,
        materials: impl IntoIterator<Item = &'a Material>,
    ) -> Self {
        let mut words = Self::default();
        words.add_dictionary(dictionary);
        materials
            .into_iter()
            .for_each(|material| words.read(material));
        words
    }

    /// Adds textures. Of several with one name, in one dictionary or in two, the first one counts: add what is searched
    /// first before the rest, and all before the first [`MipWords::read`].
    pub fn add_dictionary(&mut self, dictionary: &TextureDictionary) {
        for texture in &dictionary.textures {
            let entry = self.entry(&texture.name);
            if entry.own.is_none() {
                entry.own = Some(texture.mip_word());
            }
        }
    }

    /// Lets a material's references overwrite the words of what they name.
    pub fn read(&mut self, material: &Material) {
        for reference in material.references() {
            let Some(word) = reference.mip_plugin else {
                continue;
            };
            let entry = self.entry(&reference.name);
            entry.last = Some(word);
            if entry.own.is_some_and(|own| differ(own, word)) {
                entry.first_other.get_or_insert(word);
                entry.others += 1;
            }
        }
    }

    /// The word of a dictionary's texture, name compared without regard to ASCII case. `None` when no dictionary has it.
    pub fn word(&self, name: &str) -> Option<u32> {
        let entry = self.find(name)?;
        Some(entry.last.unwrap_or(entry.own?))
    }

    /// The word that a reference still carries to whatever texture it finds: none when its texture is in a dictionary
    /// here and has taken it; otherwise that of the last reference with the same name.
    pub fn left_to(&self, reference: &TextureReference) -> Option<u32> {
        match self.find(&reference.name) {
            Some(entry) if entry.own.is_none() => entry.last,
            Some(_) => None,
            None => reference.mip_plugin,
        }
    }

    /// The textures whose references differ from their dictionary, each once, in the dictionary's order.
    pub fn conflicts(&self) -> impl Iterator<Item = MipConflict> + '_ {
        self.textures.iter().filter_map(|entry| {
            let own = entry.own?;
            Some(MipConflict {
                texture: entry.name.clone(),
                own: MipWord(own),
                other: MipWord(entry.first_other?),
                others: entry.others,
                effective: MipWord(entry.last.unwrap_or(own)),
            })
        })
    }

    fn find(&self, name: &str) -> Option<&Entry> {
        let place = self.places.get(&name.to_ascii_lowercase())?;
        self.textures.get(*place)
    }

    fn entry(&mut self, name: &str) -> &mut Entry {
        let end = self.textures.len();
        let place = *self.places.entry(name.to_ascii_lowercase()).or_insert(end);
        if place == end {
            self.textures.push(Entry {
                name: name.to_owned(),
                own: None,
                last: None,
                first_other: None,
                others: 0,
            });
        }
        #[expect(
            clippy::indexing_slicing,
            reason = "every place is that of a pushed entry"
        )]
        &mut self.textures[place]
    }
}

impl fmt::Display for MipConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            texture,
            own,
            other,
            others,
            effective,
        } = self;
        write!(
            f,
            "texture {texture} has K {}, L {}, and {others} of its references say otherwise, first K {}, L {}; \
             the last one read holds: K {}, L {}",
            own.k(),
            own.l(),
            other.k(),
            other.l(),
            effective.k(),
            effective.l()
        )
    }
}

/// Whether two words differ in what they mean; the upper bits mean nothing.
fn differ(a: u32, b: u32) -> bool {
    (a ^ b) & MipWord::MEANING != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::material::{MatFx, MatFxSlot};
    use crate::texture::{Addressing, IndexedImage, NativeTexture, Sampling};

    const MINUS_4: u32 = 0x0FC0;
    const MINUS_4_875: u32 = 0x0FB2;
    const MINUS_2: u32 = 0x0FE0;

    fn sampling() -> Sampling {
        Sampling::new(6, Addressing::Wrap, Addressing::Wrap)
    }

    fn dictionary(textures: &[(&str, u32)]) -> TextureDictionary {
        let image = IndexedImage {
            width: 1,
            height: 1,
            palette: vec![[0; 4]; 16],
            levels: vec![vec![0]],
        };
        let encode =
            |&(name, word): &(_, _)| NativeTexture::encode(name, &image, sampling(), word).unwrap();
        TextureDictionary::new(textures.iter().map(encode).collect())
    }

    fn reference(name: &str, word: impl Into<Option<u32>>) -> TextureReference {
        TextureReference::new(name, sampling(), word.into())
    }

    fn material(name: &str, word: impl Into<Option<u32>>) -> Material {
        Material::textured(reference(name, word))
    }

    #[test]
    fn without_references_the_dictionary_s_word_holds() {
        let mut dictionary = dictionary(&[("brick", MINUS_4)]);
        dictionary.textures[0].raster.mip_word = MINUS_2;
        let words = MipWords::of(&dictionary, &[material("BRICK", None)]);
        assert_eq!(words.word("Brick"), Some(MINUS_4));
        assert_eq!(words.word("stain"), None);
        assert_eq!(words.conflicts().count(), 0);
    }

    #[test]
    fn the_last_reference_wins_and_the_difference_is_told_once() {
        let materials = [
            material("brick", MINUS_4),
            material("Brick", MINUS_4_875),
            material("brick", MINUS_2),
            material("tiles", MINUS_4),
        ];
        let words = MipWords::of(
            &dictionary(&[("BRICK", MINUS_4), ("tiles", MINUS_4)]),
            &materials,
        );
        assert_eq!(words.word("brick"), Some(MINUS_2));
        assert_eq!(words.word("tiles"), Some(MINUS_4));
        let conflicts: Vec<_> = words.conflicts().collect();
        let expected = MipConflict {
            texture: "BRICK".into(),
            own: MipWord(MINUS_4),
            other: MipWord(MINUS_4_875),
            others: 2,
            effective: MipWord(MINUS_2),
        };
        assert_eq!(conflicts, [expected]);
        assert_eq!(
            conflicts[0].to_string(),
            "texture BRICK has K -4, L 0, and 2 of its references say otherwise, first K -4.875, L 0; \
             the last one read holds: K -2, L 0"
        );
    }

    #[test]
    fn a_reference_that_agrees_again_restores_the_word_and_the_difference_is_told_all_the_same() {
        let materials = [material("brick", MINUS_2), material("brick", MINUS_4)];
        let words = MipWords::of(&dictionary(&[("brick", MINUS_4)]), &materials);
        assert_eq!(words.word("brick"), Some(MINUS_4));
        assert_eq!(words.conflicts().count(), 1);
    }

    #[test]
    fn references_of_effects_are_read_after_the_base_texture() {
        let layered = Material {
            matfx: Some(MatFx {
                effect: 3,
                slots: Box::new([
                    MatFx::bump(1.0, Some(reference("a", 1)), Some(reference("a", 2))).slots[0]
                        .clone(),
                    MatFxSlot::Environment {
                        coefficient: 1.0,
                        use_frame_buffer_alpha: 0,
                        texture: Some(Box::new(reference("a", 3))),
                    },
                ]),
            }),
            ..material("a", 0)
        };
        let read: Vec<_> = layered.references().map(|r| r.mip_plugin).collect();
        assert_eq!(read, [Some(0), Some(1), Some(2), Some(3)]);
        let words = MipWords::of(&dictionary(&[("a", 0)]), &[layered]);
        assert_eq!(words.word("a"), Some(3));
        let dual = Material {
            matfx: Some(MatFx::dual(reference("b", 5), 5, 6)),
            ..Material::default()
        };
        assert_eq!(dual.references().count(), 1);
    }

    #[test]
    fn a_word_whose_texture_is_elsewhere_stays_with_the_reference() {
        let materials = [
            material("brick", MINUS_2),
            material("road", MINUS_4),
            material("Road", MINUS_2),
        ];
        let words = MipWords::of(&dictionary(&[("brick", MINUS_4)]), &materials);
        assert_eq!(words.left_to(&reference("brick", MINUS_2)), None);
        assert_eq!(words.left_to(&reference("road", MINUS_4)), Some(MINUS_2));
        assert_eq!(words.left_to(&reference("sky", MINUS_4)), Some(MINUS_4));
        assert_eq!(words.word("road"), None);
        let conflicts: Vec<_> = words.conflicts().map(|conflict| conflict.texture).collect();
        assert_eq!(conflicts, ["brick"]);
    }

    #[test]
    fn of_two_textures_with_one_name_the_first_counts() {
        let mut words = MipWords::default();
        words.add_dictionary(&dictionary(&[("a", MINUS_4), ("A", MINUS_2)]));
        words.add_dictionary(&dictionary(&[("a", MINUS_4_875), ("b", MINUS_2)]));
        assert_eq!(words.word("a"), Some(MINUS_4));
        assert_eq!(words.word("b"), Some(MINUS_2));
    }
}
