//! What a draw needs to know of a material.

use wonderwheel_renderware::material::{Material, TextureReference};
use wonderwheel_renderware::mip_words::MipWords;

/// A material as the renderer uses it.
#[derive(Debug, Clone, PartialEq)]
pub struct DrawMaterial {
    /// r, g, b, a; 255 = 1.0.
    pub colour: [u8; 4],
    /// Factor of ambient light.
    pub ambient: f32,
    /// Factor of directional and point lights.
    pub diffuse: f32,
    /// The base texture, found by name among the loaded ones. `None`: drawn untextured.
    pub texture: Option<TextureName>,
    /// The second layer, drawn over the same triangles with the second uv set.
    pub dual: Option<DualLayer>,
}

/// A texture named by a material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextureName {
    /// Lower case.
    pub name: String,
    /// K and L that the reference gives the texture it finds in another file; `None` where they went into a texture of its
    /// own file. Source: spec/renderware.md 4.6.
    pub mip_word: Option<u32>,
}

/// The second layer of a dual-texture material. Source: spec/renderware.md 8.1, effect 4.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DualLayer {
    /// Its texture.
    pub texture: TextureName,
    /// RenderWare blend number of the source; 5 = source alpha.
    pub source_blend: i32,
    /// RenderWare blend number of the destination; 6 = inverse source alpha.
    pub destination_blend: i32,
}

impl From<&TextureReference> for TextureName {
    fn from(reference: &TextureReference) -> Self {
        Self {
            name: reference.name.to_ascii_lowercase(),
            mip_word: reference.mip_plugin,
        }
    }
}

impl DrawMaterial {
    /// Takes back what references say of textures of their own file: there it has gone into the texture.
    pub(crate) fn settle_mip_words(&mut self, material: &Material, words: &MipWords) {
        if let (Some(name), Some(reference)) = (&mut self.texture, &material.texture) {
            name.mip_word = words.left_to(reference);
        }
        if let (Some(layer), Some((reference, ..))) = (&mut self.dual, material.dual()) {
            layer.texture.mip_word = words.left_to(reference);
        }
    }
}

impl From<&Material> for DrawMaterial {
    /// Effects other than the dual texture are drawn as plain. Source: spec/gs-pipeline.md 5 and 7.
    fn from(material: &Material) -> Self {
        let [ambient, _, diffuse] = material.surface;
        Self {
            colour: material.colour,
            ambient,
            diffuse,
            texture: material.texture.as_ref().map(TextureName::from),
            dual: material
                .dual()
                .map(|(texture, source_blend, destination_blend)| DualLayer {
                    texture: texture.into(),
                    source_blend,
                    destination_blend,
                }),
        }
    }
}

#[cfg(test)]
mod tests {
    use wonderwheel_renderware::material::MatFx;

    use super::*;

    fn reference(name: &str, mip_plugin: Option<u32>) -> TextureReference {
        TextureReference {
            name: name.into(),
            mip_plugin,
            ..TextureReference::default()
        }
    }

    #[test]
    fn names_are_lowered_and_keep_their_own_mip_word() {
        let material = Material {
            texture: Some(reference("Brick_Wall", Some(0x0FB2))),
            surface: [0.5, 0.25, 0.75],
            matfx: Some(MatFx::dual(reference("STAIN", None), 5, 6)),
            ..Material::default()
        };
        let drawn = DrawMaterial::from(&material);
        assert_eq!((drawn.ambient, drawn.diffuse), (0.5, 0.75));
        assert_eq!(
            drawn.texture,
            Some(TextureName {
                name: "brick_wall".into(),
                mip_word: Some(0x0FB2)
            })
        );
        let dual = drawn.dual.unwrap();
        assert_eq!(dual.texture.name, "stain");
        assert_eq!((dual.source_blend, dual.destination_blend), (5, 6));
    }
}
