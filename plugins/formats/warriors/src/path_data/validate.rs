//! The rules that the path data of every level keeps. Source: spec/paths-subtitles.md A1, A5, A6.

use wonderwheel_ps2::finding::{Findings, remark_few, report_few};
use wonderwheel_ps2::steps;

use super::records::{Path, RouteEdge};
use super::stored::PathData;
use crate::padding::align16;

impl PathData {
    /// Reports every rule of the disc's path data that this breaks. The rules, all named `path-...`:
    ///
    /// counts that add up: `vertex-sum`, `area-sum` (paths with a record), `node-sum`, `edge-sum`; `area-record-place` (on the
    /// first path of an area), `area-node-count` (16 bits), `last-continues` (the last path ends its area), `bounds` (hold the
    /// vertices), `flag-ignored` (8 is set in play only), `slab-start`, `slab-end`, `slab-edge`, `edge-node`, `edge-kind`
    /// (exactly one), `door-avoid` (doors have bit 31), `chunk-size`.
    pub fn validate(&self, findings: &mut Findings) {
        self.validate_sums(findings);
        self.validate_paths(findings);
        self.validate_slabs(findings);
        self.validate_edges(findings);
        let used = self.bytes_before_tail();
        let (size, expected) = (used + self.tail.len(), align16(used + 4));
        findings.remark_unless(size == expected, "path-chunk-size", || {
            format!("expected {expected} bytes, found {size}")
        });
    }

    fn validate_sums(&self, findings: &mut Findings) {
        let sums = [
            (
                "path-vertex-sum",
                "vertices",
                self.paths.iter().map(|p| i64::from(p.vertex_count)).sum(),
                self.vertices.len(),
            ),
            (
                "path-area-sum",
                "area records",
                self.paths.iter().filter(|p| p.area_record != 0).count() as i64,
                self.areas.len(),
            ),
            (
                "path-node-sum",
                "nodes",
                self.areas.iter().map(|a| i64::from(a.node_count)).sum(),
                self.nodes.len(),
            ),
            (
                "path-edge-sum",
                "edges",
                self.nodes.iter().map(|n| i64::from(n.edge_count)).sum(),
                self.edges.len(),
            ),
        ];
        for (rule, what, counted, there) in sums {
            findings.expect(counted == there as i64, rule, || {
                format!("expected {there} {what}, found counts of {counted}")
            });
        }
        let wide = self.areas.iter().enumerate();
        let wide = wide.filter(|(_, area)| area.node_count > u32::from(u16::MAX));
        report_few(
            findings,
            "path-area-node-count",
            wide.map(|(i, area)| {
                let found = area.node_count;
                (
                    format!("areas[{i}]"),
                    format!("expected 16 bits, found {found:#x}"),
                )
            }),
        );
    }

    fn validate_paths(&self, findings: &mut Findings) {
        findings.expect(
            self.paths.last().is_none_or(|path| path.continues == 0),
            "path-last-continues",
            || "expected the last path to end its area",
        );
        let continued = std::iter::once(false).chain(self.paths.iter().map(|p| p.continues != 0));
        let misplaced = self.paths.iter().zip(continued).enumerate();
        report_few(
            findings,
            "path-area-record-place",
            misplaced
                .filter(|(_, (path, is_hole))| *is_hole && path.area_record != 0)
                .map(|(i, _)| {
                    (
                        format!("paths[{i}]"),
                        "expected no area record on a hole".to_owned(),
                    )
                }),
        );
        let ignored = self.paths.iter().enumerate();
        let ignored = ignored.filter(|(_, path)| path.flags & Path::IGNORED != 0);
        remark_few(
            findings,
            "path-flag-ignored",
            ignored.map(|(i, path)| {
                let found = path.flags;
                (
                    format!("paths[{i}]"),
                    format!("expected flag 8 clear, found {found:#x}"),
                )
            }),
        );
        let mut vertices = self.vertices.as_slice();
        let outside = self.paths.iter().enumerate().filter_map(|(i, path)| {
            let count = usize::try_from(path.vertex_count).unwrap_or(0);
            let (own, rest) = vertices.split_at(count.min(vertices.len()));
            vertices = rest;
            let stray = own.iter().find(|v| !path.bounds.holds(v.position))?;
            let (bounds, found) = (path.bounds, stray.position);
            let message = format!("expected vertices within {bounds:?}, found {found:?}");
            Some((format!("paths[{i}]"), message))
        });
        report_few(findings, "path-bounds", outside);
    }

    fn validate_slabs(&self, findings: &mut Findings) {
        let words = self.slab_lists.len();
        let slabs = || {
            let listed = self.paths.iter().enumerate();
            let listed = listed.filter(|(_, path)| path.slab_starts[0] >= 0);
            listed.flat_map(|(i, path)| {
                let starts = path.slab_starts.into_iter().enumerate();
                starts.map(move |(slab, start)| (i, path, slab, start))
            })
        };
        let place = |i: usize, slab: usize| format!("paths[{i}]/slab[{slab}]");
        report_few(
            findings,
            "path-slab-start",
            slabs()
                .filter(|&(_, _, _, start)| {
                    // -1 is no list.
                    start < -1 || usize::try_from(start).is_ok_and(|start| start >= words)
                })
                .map(|(i, _, slab, start)| {
                    let message = format!("expected -1 or a start below {words}, found {start}");
                    (place(i, slab), message)
                }),
        );
        let last_end = self.slab_lists.iter().rposition(|&word| word < 0);
        report_few(
            findings,
            "path-slab-end",
            slabs()
                .filter(|&(_, _, _, start)| {
                    let start = usize::try_from(start).ok().filter(|start| *start < words);
                    start.is_some_and(|start| last_end.is_none_or(|end| end < start))
                })
                .map(|(i, _, slab, _)| (place(i, slab), "expected a negative number".to_owned())),
        );
        // Each path's edges, as many as there are vertices for: counts that are wrong cost no work here.
        let mut left = self.vertices.len();
        let own_counts = self.paths.iter().map(|path| {
            let count = usize::try_from(path.vertex_count).unwrap_or(0).min(left);
            left -= count;
            count
        });
        let counts: Vec<usize> = own_counts.collect();
        report_few(
            findings,
            "path-slab-edge",
            slabs().filter_map(|(i, _, slab, start)| {
                let list = self.slab_lists.get(usize::try_from(start).ok()?..)?;
                let count = *counts.get(i)?;
                steps::count(list.len().min(count + 1) as u64);
                // A list of more numbers than the path has edges has a wrong one or one twice among so many.
                let own = list.iter().map_while(|&k| usize::try_from(k).ok());
                let mut own = own.take(count + 1);
                let message = match own.clone().find(|&k| k >= count) {
                    Some(k) => format!("expected edges below {count}, found {k}"),
                    None if own.nth(count).is_some() => {
                        format!("expected at most {count} edges, found more")
                    }
                    None => return None,
                };
                Some((place(i, slab), message))
            }),
        );
    }

    fn validate_edges(&self, findings: &mut Findings) {
        fn broken<'a>(
            edges: &'a [RouteEdge],
            breaks: impl Fn(&RouteEdge) -> Option<String> + 'a,
        ) -> impl Iterator<Item = (String, String)> + 'a {
            let places = edges.iter().enumerate();
            places.filter_map(move |(i, edge)| Some((format!("edges[{i}]"), breaks(edge)?)))
        }
        let nodes = broken(&self.edges, |edge| {
            let (count, found) = (self.nodes.len(), edge.from);
            (found as usize >= count)
                .then(|| format!("expected a node below {count}, found {found}"))
        });
        report_few(findings, "path-edge-node", nodes);
        let kinds = broken(&self.edges, |edge| {
            let found = edge.kind();
            let is_known = RouteEdge::STORED_KINDS.contains(&found);
            (!is_known).then(|| format!("expected exactly one kind, found {found:#x}"))
        });
        report_few(findings, "path-edge-kind", kinds);
        // A level may begin with a door that stands open.
        let doors = broken(&self.edges, |edge| {
            let is_door = edge.kind() == RouteEdge::DOOR;
            let found = edge.word;
            (is_door && !edge.is_avoided())
                .then(|| format!("expected bit 31 on a door, found {found:#x}"))
        });
        remark_few(findings, "path-door-avoid", doors);
    }
}

#[cfg(test)]
mod tests {
    use wonderwheel_ps2::assert_breaks;

    use super::super::plans::*;
    use super::*;

    #[test]
    fn each_broken_rule_is_named() {
        let sound = PathData::build(&rooms(0.0), &steps()).unwrap();
        assert_breaks! { &sound, PathData::validate;
            "path-vertex-sum" "path-slab-edge" d => d.paths[2].vertex_count = 3;
            "path-area-sum" d => d.paths[2].area_record = 0;
            "path-node-sum" d => d.areas[0].node_count = 3;
            "path-node-sum" "path-area-node-count" d => d.areas[0].node_count += 0x1_0000;
            "path-edge-sum" d => d.nodes[5].edge_count += 1;
            "path-last-continues" d => d.paths[2].continues = 1;
            "path-area-record-place" d => [d.paths[0].area_record, d.paths[1].area_record] = [0, 1];
            "path-bounds" d => d.paths[1].bounds.max[0] = 5.0;
            "path-flag-ignored" d => d.paths[1].flags = 0x0F;
            "path-slab-start" d => d.paths[1].slab_starts[3] = i16::MAX;
            "path-slab-start" d => d.paths[1].slab_starts[4] = -2;
            "path-slab-edge" d => d.slab_lists[0] = 4;
            "path-slab-edge" d => d.slab_lists[2] = 1;
            "path-edge-node" d => d.edges[0].from = 6;
            "path-edge-kind" d => d.edges[0].word = 3;
            "path-edge-kind" d => d.edges[0].word = 0x40;
            "path-door-avoid" d => d.edges[0].word = 0x10;
            "path-chunk-size" d => d.tail.push(0);
        }
        let mut endless = sound;
        *endless.slab_lists.last_mut().unwrap() = 0;
        let found = Findings::of(|f| endless.validate(f)).rules();
        assert!(found.contains(&"path-slab-end"), "{found:?}");
    }

    #[test]
    fn a_slab_without_a_list_is_no_fault() {
        let mut data = PathData::build(&rooms(0.0), &steps()).unwrap();
        data.paths[1].slab_starts[3] = -1;
        assert_eq!(Findings::of(|f| data.validate(f)).rules(), [""; 0]);
    }
}
