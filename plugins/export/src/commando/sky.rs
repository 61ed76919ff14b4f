//! The sky's shells. Source: spec/commando-assets.md 2.

use serde_json::json;
use wonderwheel_commando::axes::to_y_up;
use wonderwheel_commando::sky::{Shell, Sky, SkyTexture};
use wonderwheel_commando::texture::picture_alpha;
use wonderwheel_ps2::error::Within;

use super::level::Context;
use super::look::{Look, Owner, Surface};
use super::parts::{Arrays, parts};
use crate::colour::{Prelight, PrelightTable};
use crate::error::Result;
use crate::scene::{Node, NodeId};

impl Context<'_> {
    /// A node with one for each shell. The camera stands in their middle, and only directions count: they have no place in the
    /// level.
    ///
    /// # Errors
    /// None but those of nodes with numbers that files cannot have.
    pub fn sky(&mut self) -> Result<Option<NodeId>> {
        let level = self.level;
        if level.sky().is_empty() {
            return Ok(None);
        }
        self.progress("sky");
        let Some(sky) = self.noted(Sky::read(level.sky()).within(|| "sky")) else {
            return Ok(None);
        };
        let mut nodes = Vec::new();
        for (i, shell) in sky.shells.iter().enumerate() {
            let name = format!("sky/{i}");
            if self.wants(&name) {
                nodes.extend(self.shell(&name, shell, &sky.textures)?);
            }
        }
        let extras =
            json!({"drawn": "around the camera, behind everything, one shell over the other"});
        self.glb.group("sky", nodes, Some(extras))
    }

    fn shell(
        &mut self,
        name: &str,
        shell: &Shell,
        textures: &[SkyTexture],
    ) -> Result<Option<NodeId>> {
        let mesh = shell.mesh();
        let is_textured = shell.is_textured();
        // Without a texture a colour is what is seen.
        let one = match is_textured {
            true => Prelight::default().one,
            false => u8::MAX,
        };
        let table = Prelight {
            one,
            ..Prelight::default()
        }
        .table();
        let positions: Vec<_> = mesh
            .vertices
            .iter()
            .map(|vertex| to_y_up(vertex.position))
            .collect();
        let uvs: Vec<_> = mesh.vertices.iter().map(|vertex| vertex.uv).collect();
        let colours: Vec<_> = mesh
            .vertices
            .iter()
            .map(|vertex| colour(&table, vertex.colour))
            .collect();
        let triangles = mesh.triangles.iter().enumerate().map(|(i, corners)| {
            let texture = mesh.textures.as_ref().and_then(|textures| textures.get(i));
            let look = Look {
                surface: texture.map_or(Surface::Untextured, |texture| {
                    Surface::Texture((*texture).into())
                }),
                clamp: [false; 2],
            };
            (look, *corners)
        });
        let mut arrays = Vec::new();
        for part in parts(triangles, &positions) {
            arrays.push(Arrays {
                positions: part.gather(&positions),
                uvs: match is_textured {
                    true => part.gather(&uvs),
                    false => Vec::new(),
                },
                colours: part.gather(&colours),
                material: Some(self.material(Owner::Sky(textures), part.look, true)?),
                indices: part.indices,
                ..Arrays::default()
            });
        }
        if arrays.is_empty() {
            return Ok(None);
        }
        let primitives: Vec<_> = arrays.iter().map(Arrays::primitive).collect();
        let Some(mesh) = self.mesh(name, &primitives, None) else {
            return Ok(None);
        };
        let node = Node {
            name: name.to_owned(),
            mesh: Some(mesh),
            ..Node::default()
        };
        self.glb.node(&node).map(Some)
    }
}

fn colour(table: &PrelightTable, colour: [u8; 4]) -> [u16; 4] {
    let ([r, g, b, _], [.., alpha]) = (table.convert(colour), colour);
    [r, g, b, u16::from(picture_alpha(alpha)) * 257]
}
