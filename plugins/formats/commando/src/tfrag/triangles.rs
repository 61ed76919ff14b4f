//! Strips as triangles.

use std::ops::Range;

use wonderwheel_ps2::steps;

use super::lod::Lod;
use super::patch::Patch;

/// A triangle of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Triangle {
    /// Indices of vertices. Which side is the front is not consistent in this format: draw both.
    pub vertex_infos: [u8; 3],
    /// Index among the patch's ad-gifs.
    pub ad_gif: u8,
}

impl Patch<'_> {
    /// The triangles of a level in drawing order, those without area too.
    pub fn triangles(&self, lod: Lod) -> impl Iterator<Item = Triangle> {
        let indices = self.indices_of(lod);
        self.runs(lod).flat_map(move |run| {
            let of_run = indices.get(run.first..run.first + run.count);
            let windows = of_run.unwrap_or_default().array_windows();
            steps::count(run.count as u64);
            windows.enumerate().map(move |(k, [a, b, c])| Triangle {
                vertex_infos: if k % 2 == 0 {
                    [*a, *b, *c]
                } else {
                    [*a, *c, *b]
                },
                ad_gif: run.ad_gif,
            })
        })
    }
}

/// Triangles of many patches in one index list, for a GPU.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TriangleList {
    /// Three a triangle: indices among the block's vertices.
    pub indices: Vec<u32>,
    /// Which of them have one ad-gif, in drawing order.
    pub runs: Vec<MaterialRun>,
}

/// Triangles with one ad-gif.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MaterialRun {
    /// Index among the block's ad-gifs.
    pub ad_gif: u32,
    /// The terrain texture that it names.
    pub texture: i32,
    /// Indices of [`TriangleList::indices`].
    pub indices: Range<u32>,
}

impl TriangleList {
    /// Adds the triangles of a patch's level. Neighbouring strips with one ad-gif become one run.
    pub fn push(&mut self, patch: &Patch<'_>, lod: Lod) {
        let base = patch.first_vertex_info as u32;
        for triangle in patch.triangles(lod) {
            let start = self.indices.len() as u32;
            let indices = triangle.vertex_infos.map(|index| base + u32::from(index));
            self.indices.extend(indices);
            let ad_gif = patch.first_ad_gif as u32 + u32::from(triangle.ad_gif);
            match self.runs.last_mut() {
                Some(run) if run.ad_gif == ad_gif && run.indices.end == start => {
                    run.indices.end += 3;
                }
                _ => self.runs.push(MaterialRun {
                    ad_gif,
                    texture: patch
                        .ad_gifs
                        .get(usize::from(triangle.ad_gif))
                        .map_or(0, |ad_gif| ad_gif.texture()),
                    indices: start..start + 3,
                }),
            }
        }
    }
}
