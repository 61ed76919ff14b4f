//! The rules that every mesh of the disc keeps. Source: spec/collision.md 1, 2, 4, 10.

use wonderwheel_ps2::finding::{Findings, places, report_few};

use super::header::MeshHeader;
use super::material::Material;
use super::mesh::CollisionMesh;
use super::triangle::{Triangle, TriangleFlags};
use crate::padding::align16;
use crate::record::Record;

/// The highest area byte.
const LAST_AREA: u8 = 124;

impl CollisionMesh {
    /// Reports every rule of the disc's meshes that this one breaks. The rules, all named `collision-...`:
    ///
    /// `counts` (the header's are those of the lists), `chunk-size` (16-byte multiples), `checked-bits` (all zero), `vertex-w` (1), `triangle-vertex`, `triangle-area`,
    /// `triangle-material`, `triangle-flag` (0x40 is on none), `triangle-listed` (in a cell at least), `grid-entry`,
    /// `list-start` (word 0 is 0), `list-end`, `list-triangle`, `grid-matrix` (scale and translation), `grid-fit` (bounds to
    /// 0 and n - 1), `clamp-box`, `lowest-z`.
    pub fn validate(&self, findings: &mut Findings) {
        self.validate_header(findings);
        self.validate_sizes(findings);
        self.validate_triangles(findings);
        self.validate_lists(findings);
        findings.expect(
            self.checked.iter().all(|&byte| byte == 0),
            "collision-checked-bits",
            || "expected no bit of chunk 0x52 to be set",
        );
        let wrong = |[_, _, _, w]: &[f32; 4]| (*w != 1.0).then(|| format!("expected 1, found {w}"));
        let wrong = places("vertices", &self.vertices, wrong);
        report_few(findings, "collision-vertex-w", wrong);
    }

    fn validate_header(&self, findings: &mut Findings) {
        let header = &self.header;
        findings.within("mesh", |findings| {
            let counts = header.counts;
            let cells: u64 = counts.cells.iter().map(|&n| u64::from(n)).product();
            let stated = [
                u64::from(counts.vertices),
                counts.triangles.into(),
                cells,
                counts.list_words.into(),
            ];
            let lists = [
                self.vertices.len(),
                self.triangles.len(),
                self.grid.len(),
                self.lists.len(),
            ];
            let there = lists.map(|length| length as u64);
            findings.expect(stated == there, "collision-counts", || {
                format!(
                    "expected {there:?} vertices, triangles, cells, list words, found {stated:?}"
                )
            });
            let [r0, r1, r2, r3] = header.grid_from_world;
            let is_diagonal = matches!(r0, [_, 0.0, 0.0, 0.0])
                && matches!(r1, [0.0, _, 0.0, 0.0])
                && matches!(r2, [0.0, 0.0, _, 0.0]);
            findings.expect(is_diagonal, "collision-grid-matrix", || {
                format!("expected a scale and a translation, found {r0:?} {r1:?} {r2:?} {r3:?}")
            });
            let clamps = (header.clamp_min, header.clamp_max);
            let expected = MeshHeader::clamp_box(header.counts.cells);
            findings.expect(clamps == expected, "collision-clamp-box", || {
                format!("expected {expected:?}, found {clamps:?}")
            });
            let lowest = self.vertices.iter().map(|&[_, _, z, _]| z);
            let lowest = lowest.reduce(f32::min).unwrap_or(header.lowest_z);
            findings.remark_unless(header.lowest_z == lowest, "collision-lowest-z", || {
                format!("expected {lowest}, found {}", header.lowest_z)
            });
            if is_diagonal {
                self.validate_fit(findings);
            }
        });
    }

    /// The grid spans the vertices' box: one end at 0, the other at n - 1. An axis may have the scale 0 (one layer; level118's y).
    fn validate_fit(&self, findings: &mut Findings) {
        /// Of a cell: rounding of coordinates some kilometres from the origin.
        const TOLERANCE: f64 = 0.01;
        let points: Vec<[f32; 3]> = self
            .vertices
            .iter()
            .map(|&[x, y, z, _]| [x, y, z])
            .collect();
        let (low, high) = super::build::bounds(&points);
        let [low, high] = [low, high].map(|corner| self.header.grid_point(corner.map(f64::from)));
        let [r0, r1, r2, _] = self.header.grid_from_world;
        let scales = [r0[0], r1[1], r2[2]];
        let axes = ["x", "y", "z"].into_iter().zip(scales).zip(low).zip(high);
        for ((((axis, scale), low), high), n) in axes.zip(self.header.counts.cells) {
            let last = f64::from(n) - 1.0;
            let fits = low.abs() <= TOLERANCE && (high - last).abs() <= TOLERANCE;
            findings.remark_unless(scale == 0.0 || fits, "collision-grid-fit", || {
                format!("expected the vertices at 0 to {last} along {axis}, found {low} to {high}")
            });
        }
    }

    fn validate_sizes(&self, findings: &mut Findings) {
        let sizes = [
            (
                "triangles",
                Triangle::BYTES * self.triangles.len(),
                self.padding.triangles.len(),
            ),
            ("grid", 4 * self.grid.len(), self.padding.grid.len()),
            ("lists", 2 * self.lists.len(), self.padding.lists.len()),
        ];
        for (chunk, used, padding) in sizes {
            findings.within(chunk, |findings| {
                findings.remark_unless(
                    align16(used) == used + padding,
                    "collision-chunk-size",
                    || {
                        let found = used + padding;
                        format!("expected {} bytes, found {found}", align16(used))
                    },
                );
            });
        }
    }

    fn validate_triangles(&self, findings: &mut Findings) {
        let mut rule = |rule, breaks: &dyn Fn(&Triangle) -> Option<String>| {
            report_few(findings, rule, places("triangles", &self.triangles, breaks));
        };
        rule("collision-triangle-vertex", &|triangle| {
            let count = self.vertices.len();
            let is_wrong = triangle.vertices.iter().any(|&i| usize::from(i) >= count);
            is_wrong.then(|| {
                let found = triangle.vertices;
                format!("expected indices below {count}, found {found:?}")
            })
        });
        rule("collision-triangle-area", &|triangle| {
            let found = triangle.area;
            (found > LAST_AREA).then(|| format!("expected at most {LAST_AREA}, found {found}"))
        });
        rule("collision-triangle-material", &|triangle| {
            let Material(found) = triangle.material;
            let count = Material::COUNT;
            (found >= count).then(|| format!("expected below {count}, found {found}"))
        });
        rule("collision-triangle-flag", &|triangle| {
            let flags = triangle.flags;
            flags
                .has(TriangleFlags::NEVER)
                .then(|| format!("expected bit 6 clear, found {:#06x}", flags.0))
        });
    }

    fn validate_lists(&self, findings: &mut Findings) {
        findings.remark_unless(
            self.lists.first().is_none_or(|&word| word == 0),
            "collision-list-start",
            || "expected word 0 of the lists to be 0",
        );
        let words = self.lists.len();
        let entries = places("grid", &self.grid, |&offset| {
            (offset as usize >= words).then(|| format!("expected below {words}, found {offset}"))
        });
        report_few(findings, "collision-grid-entry", entries);
        let ends = places("grid", &self.grid, |&offset| {
            let count = usize::from(*self.lists.get(offset as usize)?);
            let end = offset as usize + 1 + count;
            (end > words).then(|| format!("expected an end within {words} words, found {end}"))
        });
        report_few(findings, "collision-list-end", ends);

        // Which words hold triangle numbers. Cells may share lists, and hostile ones overlap, so each cell marks where its list
        // begins and ends, and one pass over the words does the rest.
        let mut starts = vec![0_i32; words + 1];
        let mut mark = |at: usize, by: i32| {
            if let Some(start) = starts.get_mut(at) {
                *start = start.saturating_add(by);
            }
        };
        for &offset in &self.grid {
            let count = self.list_at(offset).len();
            if count > 0 {
                mark(offset as usize + 1, 1);
                mark(offset as usize + 1 + count, -1);
            }
        }
        let mut listed = vec![false; self.triangles.len()];
        let mut wrong = Vec::new();
        let mut depth = 0;
        for (at, (&word, start)) in self.lists.iter().zip(&starts).enumerate() {
            depth += start;
            if depth > 0 {
                match listed.get_mut(usize::from(word)) {
                    Some(listed) => *listed = true,
                    None => wrong.push(at),
                }
            }
        }
        let count = self.triangles.len();
        let wrong = wrong.into_iter().map(|at| {
            let found = self.lists.get(at).copied().unwrap_or_default();
            let message = format!("expected below {count}, found {found}");
            (format!("lists[{at}]"), message)
        });
        report_few(findings, "collision-list-triangle", wrong);
        let unlisted = places("triangles", &listed, |listed| {
            (!listed).then(|| "expected a cell that lists it".to_owned())
        });
        report_few(findings, "collision-triangle-listed", unlisted);
    }
}

#[cfg(test)]
mod tests {
    use wonderwheel_ps2::assert_breaks;

    use super::super::scene::*;
    use super::*;

    #[test]
    fn each_broken_rule_is_named() {
        fn take_empty_cell(mesh: &mut CollisionMesh) -> &mut u32 {
            let mut cells = mesh.grid.iter_mut();
            cells.find(|offset| **offset == 0).unwrap()
        }
        fn add_list(mesh: &mut CollisionMesh, words: [u16; 8]) -> u32 {
            let end = mesh.lists.len() as u32;
            mesh.lists.extend(words);
            mesh.header.counts.list_words = mesh.lists.len() as u32;
            end
        }
        let sound = Random(0x7A11).scene(13).build().mesh;
        assert_breaks! { &sound, CollisionMesh::validate;
            "collision-clamp-box" m => m.header.clamp_max[0] += 1.0;
            "collision-counts" m => m.header.counts.list_words += 1;
            "collision-lowest-z" m => m.header.lowest_z -= 1.0;
            "collision-grid-matrix" m => m.header.grid_from_world[0][1] = 0.1;
            "collision-grid-fit" m => m.header.grid_from_world[3][0] += 0.5;
            "collision-checked-bits" m => m.checked[0] = 1;
            "collision-vertex-w" m => m.vertices[4][3] = 0.0;
            "collision-chunk-size" m => m.padding.grid.push(0);
            "collision-triangle-vertex" m => m.triangles[3].vertices[1] = 39;
            "collision-triangle-area" m => m.triangles[3].area = 125;
            "collision-triangle-material" m => m.triangles[3].material = Material(191);
            "collision-triangle-flag" m => m.triangles[3].flags.0 |= 0x40;
            "collision-list-start" m => m.lists[0] = 1;
            "collision-grid-entry" m => *take_empty_cell(m) = 60_000;
            "collision-list-end" m => {
                let end = add_list(m, [2, 0, 0, 0, 0, 0, 0, 0]);
                *take_empty_cell(m) = end + 1;
                m.lists[end as usize + 1] = 7;
            };
            "collision-list-triangle" m => {
                let end = add_list(m, [1, 13, 0, 0, 0, 0, 0, 0]);
                *take_empty_cell(m) = end;
            };
        }
        let mut gone = sound;
        gone.grid.fill(0);
        let findings = Findings::of(|f| gone.validate(f));
        assert_eq!(findings.rules(), ["collision-triangle-listed"; 9]);
    }

    #[test]
    fn level118s_axis_without_a_scale_is_no_fault() {
        let mut mesh = Random(0x7A11).scene(13).build().mesh;
        mesh.header.grid_from_world[1] = [0.0; 4];
        mesh.header.runtime.cells_padding = 5;
        assert_eq!(Findings::of(|f| mesh.validate(f)).rules(), [""; 0]);
    }
}
