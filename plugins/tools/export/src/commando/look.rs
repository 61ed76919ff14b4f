//! Textures and materials.
//!
//! How this game blends is not in the pages, which know what its textures hold: alpha of 0 to 128, most of them opaque. The choice
//! between cut-out and blending is that of the other game's levels.

use serde_json::json;
use wonderwheel_commando::level::{ClassKind, TextureKind};
use wonderwheel_commando::model::Material as ClassMaterial;
use wonderwheel_commando::sky::SkyTexture;

use super::source::{ExportedPicture, LevelExporter};
use super::textures::{Picture, cutoff, kind_name};
use crate::colour::alpha_use;
use crate::error::Result;
use crate::scene::{AlphaMode, Filter, Material, MaterialId, Sampling};

/// What triangles are drawn with: a texture by its index in the table of its kind, and whether it ends at its edges.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Look {
    pub surface: Surface,
    pub clamp: [bool; 2],
}

/// What is on triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Surface {
    Texture(usize),
    Untextured,
    /// The level's chrome map, which no page says where to find.
    Chrome,
    /// The level's glass map, likewise.
    Glass,
}

/// Whose texture.
#[derive(Debug, Clone, Copy)]
pub(super) enum Owner<'a> {
    Kind(TextureKind),
    Sky(&'a [SkyTexture]),
}

impl Owner<'_> {
    fn name(self) -> &'static str {
        match self {
            Self::Kind(kind) => kind_name(kind),
            Self::Sky(_) => "sky",
        }
    }
}

impl LevelExporter<'_> {
    /// A class's material. A slot that its entry does not have is noted, and drawn untextured.
    pub fn class_look(
        &mut self,
        kind: ClassKind,
        class: i32,
        slots: &[u8],
        material: &ClassMaterial,
    ) -> Look {
        let surface = match material.slot {
            ClassMaterial::NO_TEXTURE => Surface::Untextured,
            ClassMaterial::CHROME => Surface::Chrome,
            ClassMaterial::GLASS => Surface::Glass,
            slot => match usize::try_from(slot).ok().and_then(|slot| slots.get(slot)) {
                Some(texture) => Surface::Texture((*texture).into()),
                None => {
                    let (kind, all) = (kind_name(kind.into()), slots.len());
                    self.note(format!(
                        "{kind} {class}: texture slot {slot} of {all}: drawn untextured"
                    ));
                    Surface::Untextured
                }
            },
        };
        Look {
            surface,
            clamp: material.clamp,
        }
    }

    /// A material. `blended` says that it is, whatever its texture's alpha: some vertex lets something through, or it is drawn
    /// over what is behind it.
    ///
    /// # Errors
    /// None.
    pub fn material(&mut self, owner: Owner<'_>, look: Look, blended: bool) -> Result<MaterialId> {
        let (name, known) = match look.surface {
            Surface::Texture(i) => (format!("{}_{i:03}", owner.name()), self.picture(owner, i)),
            Surface::Untextured => ("untextured".to_owned(), None),
            Surface::Chrome => ("chrome".to_owned(), None),
            Surface::Glass => ("glass".to_owned(), None),
        };
        let texture = known.as_ref().map(|known| {
            let sampling = Sampling {
                magnify: Filter::Linear,
                minify: Filter::Linear,
                // MMIN 4. Source: spec/commando-tfrag.md 5.
                between_levels: (known.levels > 1).then_some(Filter::Nearest),
                clamp: look.clamp,
            };
            let extras = Some(known.extras.clone());
            self.glb.texture(&name, known.image, sampling, extras)
        });
        let (alpha, cutoff) = (known.map(|known| known.alpha), cutoff(self.options.alpha));
        self.glb.material(&Material {
            name,
            base_texture: texture,
            alpha: AlphaMode::of(alpha, blended, cutoff),
            // Discs keep no winding.
            double_sided: true,
            ..Material::default()
        })
    }

    /// A texture's picture; decoded and encoded the first time it is asked for.
    fn picture(&mut self, owner: Owner<'_>, i: usize) -> Option<ExportedPicture> {
        let key = (owner.name(), i);
        if let Some(known) = self.game.pictures.get(&key) {
            return known.clone();
        }
        let known = self.make_picture(owner, i);
        self.game.pictures.insert(key, known.clone());
        known
    }

    fn make_picture(&mut self, owner: Owner<'_>, i: usize) -> Option<ExportedPicture> {
        let picture = match owner {
            Owner::Kind(kind) => {
                let texture = self.game.level.texture(kind, i);
                texture.map(|texture| Picture::of(&texture, self.options.mip))
            }
            Owner::Sky(textures) => Ok(Picture::of_sky(textures.get(i)?)),
        };
        let picture = self.noted(picture)?;
        let name = format!("{}_{i:03}", owner.name());
        if !self.game.budget.take_texels(picture.texels.len() / 4) {
            self.note(format!(
                "{name}: more texels than the level has bytes: drawn untextured"
            ));
            return None;
        }
        let [width, height] = picture.size;
        let (alpha, levels) = (alpha_use(&picture.texels), picture.levels);
        let extras =
            json!({"width": width, "height": height, "levels": levels, "level": picture.level});
        let image = self.glb.image(&name, &picture.png(self.options.alpha));
        Some(ExportedPicture {
            image: self.noted(image)?,
            alpha,
            extras,
            levels,
        })
    }
}
