//! Terrain: a mesh for each level of detail, a primitive a texture. Source: spec/commando-tfrag.md.

use serde_json::json;
use wonderwheel_commando::axes::to_y_up;
use wonderwheel_commando::level::TextureKind;
use wonderwheel_commando::tfrag::{Lod, TfragBlock, TriangleList};
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Within;

use super::look::{Look, Owner, Surface};
use super::parts::{Arrays, parts, unit};
use super::source::LevelExporter;
use crate::colour::GS_OPAQUE;
use crate::error::Result;
use crate::scene::{Node, NodeId, number};

/// The levels of detail with their names, finest first.
pub(super) const LODS: [(Lod, &str); 3] =
    [(Lod::Zero, "high"), (Lod::One, "medium"), (Lod::Two, "low")];

/// The vertices of a block, one for each that its patches have, y up.
#[derive(Default)]
struct Vertices {
    positions: Vec<[f32; 3]>,
    normals: Vec<[f32; 3]>,
    uvs: Vec<[f32; 2]>,
    /// As the GS has them; none when the terrain is to be unlit.
    colours: Vec<[u8; 4]>,
}

impl LevelExporter<'_> {
    /// The nodes of a block's levels of detail, finest first; none where nothing is wanted or can be had.
    ///
    /// # Errors
    /// None but those of nodes with numbers that files cannot have.
    pub fn terrain(&mut self, prefix: &str, bytes: &[u8]) -> Result<[Option<NodeId>; 3]> {
        let mut nodes = [None; 3];
        let names = LODS.map(|(lod, name)| (lod, format!("{prefix}terrain/{name}")));
        if bytes.is_empty() || !names.iter().any(|(_, name)| self.wants(name)) {
            return Ok(nodes);
        }
        self.progress(&format!("{prefix}terrain"));
        let block = TfragBlock::read_lenient(&mut Cursor::new(bytes));
        let Some(block) = self.noted(block.within(|| format!("{prefix}terrain"))) else {
            return Ok(nodes);
        };
        if let [first, ..] = block.faults() {
            let count = block.faults().len();
            self.note(format!(
                "{prefix}terrain: {count} of {} patches are left out, the first since {}",
                block.len(),
                first.error
            ));
        }
        self.counts.patches += block.patches().count();
        let vertices = self.vertices(&block);
        for (node, (lod, name)) in nodes.iter_mut().zip(names) {
            if self.wants(&name) {
                *node = self.terrain_node(&name, &block, lod, &vertices)?;
            }
        }
        Ok(nodes)
    }

    fn vertices(&mut self, block: &TfragBlock) -> Vertices {
        let (colours, is_dark) = if self.options.lit {
            self.game.lights.terrain_colours(block)
        } else {
            (Vec::new(), false)
        };
        if is_dark {
            self.note_missing(
                "the terrain selects no light set of the level's: nothing of it is lit",
            );
        }
        let mut vertices = Vertices::default();
        for (_, patch) in block.patches() {
            // Patches' vertices follow each other in the block's list.
            debug_assert_eq!(vertices.positions.len(), patch.first_vertex_info);
            for info in patch.vertex_infos {
                let position = info.position();
                let world = patch.world_position(position).unwrap_or_default();
                let light = patch.lights.get(position).copied().unwrap_or_default();
                vertices.positions.push(to_y_up(world));
                vertices.normals.push(unit(to_y_up(light.normal())));
                vertices.uvs.push(info.uv());
                if self.options.lit {
                    let colour = colours.get(patch.first_position + position);
                    vertices.colours.push(colour.copied().unwrap_or_default());
                }
            }
        }
        vertices
    }

    fn terrain_node(
        &mut self,
        name: &str,
        block: &TfragBlock,
        lod: Lod,
        vertices: &Vertices,
    ) -> Result<Option<NodeId>> {
        let mut list = TriangleList::default();
        for (_, patch) in block.patches() {
            list.push(&patch, lod);
        }
        let triangles = list.runs.iter().flat_map(|run| {
            let ad_gif = block.ad_gifs().get(run.ad_gif as usize);
            let look = Look {
                surface: usize::try_from(run.texture).map_or(Surface::Untextured, Surface::Texture),
                clamp: ad_gif.map_or([false; 2], |ad_gif| ad_gif.clamp()),
            };
            let range = run.indices.start as usize..run.indices.end as usize;
            let (triangles, _) = list.indices.get(range).unwrap_or_default().as_chunks();
            triangles.iter().map(move |corners| (look, *corners))
        });
        let mut arrays = Vec::new();
        for part in parts(triangles, &vertices.positions) {
            let colours = part.gather(&vertices.colours);
            let is_translucent = colours.iter().any(|[.., alpha]| *alpha < GS_OPAQUE);
            let owner = Owner::Kind(TextureKind::Tfrag);
            let lit = colours
                .iter()
                .map(|colour| self.game.lights.colour(*colour));
            arrays.push(Arrays {
                positions: part.gather(&vertices.positions),
                normals: part.gather(&vertices.normals),
                uvs: part.gather(&vertices.uvs),
                colours: lit.collect(),
                material: Some(self.material(owner, part.look, is_translucent)?),
                indices: part.indices,
                ..Arrays::default()
            });
        }
        let distances = block.lod_distances();
        let [from, to] = match lod {
            Lod::Zero => [Some(0.0), Some(distances.middle)],
            Lod::One => [Some(distances.middle), Some(distances.coarse)],
            Lod::Two => [Some(distances.coarse), None],
        };
        let node = Node {
            extras: Some(json!({
                "patches": block.patches().count(),
                "depth_from": from.map(number),
                "depth_to": to.map(number),
            })),
            ..Node::named(name)
        };
        self.arrays_node(node, &arrays)
    }
}
