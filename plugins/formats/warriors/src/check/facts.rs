//! What is kept of a part.

use std::collections::BTreeSet;

use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::material::Material;
use wonderwheel_renderware::mip_words::MipConflict;
use wonderwheel_renderware::vertex_box::VertexBox;

use crate::part::Part;

/// What a world has to know of one of its parts: small, where the part is not.
#[derive(Debug, Clone, PartialEq)]
pub struct PartFacts {
    pub(super) name_hash: u32,
    pub(super) conflicts: Vec<MipConflict>,
    /// Textures that the part shows and does not have, each once, in the order of the first material that names it.
    pub(super) foreign_textures: Vec<String>,
    /// Sector index of each atomic, and where its vertices lie.
    pub(super) atomics: Vec<(u32, VertexBox)>,
}

impl PartFacts {
    /// Decodes the vertices of all atomics.
    pub fn of(part: &Part) -> Self {
        let mut known: BTreeSet<_> = lower_names(&part.dictionary).collect();
        let geometries = part.atomics.iter();
        let geometries = geometries.filter_map(|entry| entry.atomic.geometry.as_ref());
        let materials = geometries.flat_map(|geometry| &geometry.materials);
        let names = materials
            .flat_map(Material::references)
            .map(|reference| &reference.name)
            .filter(|name| !name.is_empty());
        let foreign_textures = names
            .filter(|name| known.insert(name.to_ascii_lowercase()))
            .cloned()
            .collect();
        let atomics = part.atomics.iter();
        let atomics = atomics.map(|entry| (entry.sector_index, VertexBox::of(&entry.atomic)));
        Self {
            name_hash: part.name_hash,
            conflicts: part.mip_words().conflicts().collect(),
            foreign_textures,
            atomics: atomics.collect(),
        }
    }
}

/// Names are compared without their letter case. Source: spec/renderware.md 3.
pub(super) fn lower_names(dictionary: &TextureDictionary) -> impl Iterator<Item = String> {
    let textures = dictionary.textures.iter();
    textures.map(|texture| texture.name.to_ascii_lowercase())
}
