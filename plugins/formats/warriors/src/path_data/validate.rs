//! The rules that the path data of every level keeps. Source: spec/paths-subtitles.md A1, A5, A6.

use wonderwheel_ps2::finding::{Findings, places, remark_few, report_few};
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
        let wide = places("areas", &self.areas, |area| {
            let found = area.node_count;
            let is_wide = found > u32::from(u16::MAX);
            is_wide.then(|| format!("expected 16 bits, found {found:#x}"))
        });
        report_few(findings, "path-area-node-count", wide);
    }

    fn validate_paths(&self, findings: &mut Findings) {
        findings.expect(
            self.paths.last().is_none_or(|path| path.continues == 0),
            "path-last-continues",
            || "expected the last path to end its area",
        );
        let continued = std::iter::once(false).chain(self.paths.iter().map(|p| p.continues != 0));
        let holes = self.paths.iter().zip(continued);
        let misplaced = places("paths", holes, |(path, is_hole)| {
            let is_wrong = is_hole && path.area_record != 0;
            is_wrong.then(|| "expected no area record on a hole".to_owned())
        });
        report_few(findings, "path-area-record-place", misplaced);
        let ignored = places("paths", &self.paths, |path| {
            let found = path.flags;
            let is_set = found & Path::IGNORED != 0;
            is_set.then(|| format!("expected flag 8 clear, found {found:#x}"))
        });
        remark_few(findings, "path-flag-ignored", ignored);
        let mut vertices = self.vertices.as_slice();
        let outside = places("paths", &self.paths, |path| {
            let count = usize::try_from(path.vertex_count).unwrap_or(0);
            let (own, rest) = vertices.split_at(count.min(vertices.len()));
            vertices = rest;
            let stray = own.iter().find(|v| !path.bounds.holds(v.position))?;
            let (bounds, found) = (path.bounds, stray.position);
            Some(format!(
                "expected vertices within {bounds:?}, found {found:?}"
            ))
        });
        report_few(findings, "path-bounds", outside);
    }

    /// The slabs of every path that has lists, and what `wrong` says of one: it gets the path's number and the slab's start.
    fn slabs<'a>(
        &'a self,
        wrong: impl Fn(usize, i16) -> Option<String> + 'a,
    ) -> impl Iterator<Item = (String, String)> + 'a {
        let listed = self.paths.iter().enumerate();
        let listed = listed.filter(|(_, path)| path.slab_starts[0] >= 0);
        let slabs = listed.flat_map(|(i, path)| {
            let starts = path.slab_starts.iter().enumerate();
            starts.map(move |(slab, start)| (i, slab, *start))
        });
        let place = |i, slab| format!("paths[{i}]/slab[{slab}]");
        slabs.filter_map(move |(i, slab, start)| Some((place(i, slab), wrong(i, start)?)))
    }

    fn validate_slabs(&self, findings: &mut Findings) {
        let words = self.slab_lists.len();
        let starts = self.slabs(|_, start| {
            // -1 is no list.
            let is_wrong = start < -1 || usize::try_from(start).is_ok_and(|start| start >= words);
            is_wrong.then(|| format!("expected -1 or a start below {words}, found {start}"))
        });
        report_few(findings, "path-slab-start", starts);
        let last_end = self.slab_lists.iter().rposition(|&word| word < 0);
        let ends = self.slabs(|_, start| {
            let start = usize::try_from(start).ok().filter(|start| *start < words)?;
            let is_endless = last_end.is_none_or(|end| end < start);
            is_endless.then(|| "expected a negative number".to_owned())
        });
        report_few(findings, "path-slab-end", ends);
        // Each path's edges, as many as there are vertices for: counts that are wrong cost no work here.
        let mut left = self.vertices.len();
        let own_counts = self.paths.iter().map(|path| {
            let count = usize::try_from(path.vertex_count).unwrap_or(0).min(left);
            left -= count;
            count
        });
        let counts: Vec<usize> = own_counts.collect();
        let edges = self.slabs(|i, start| {
            let list = self.slab_lists.get(usize::try_from(start).ok()?..)?;
            let count = *counts.get(i)?;
            steps::count(list.len().min(count + 1) as u64);
            // A list of more numbers than the path has edges has a wrong one or one twice among so many.
            let own = list.iter().map_while(|&k| usize::try_from(k).ok());
            let mut own = own.take(count + 1);
            match own.clone().find(|&k| k >= count) {
                Some(k) => Some(format!("expected edges below {count}, found {k}")),
                None => own
                    .nth(count)
                    .map(|_| format!("expected at most {count} edges, found more")),
            }
        });
        report_few(findings, "path-slab-edge", edges);
    }

    fn validate_edges(&self, findings: &mut Findings) {
        let nodes = places("edges", &self.edges, |edge| {
            let (count, found) = (self.nodes.len(), edge.from);
            (found as usize >= count)
                .then(|| format!("expected a node below {count}, found {found}"))
        });
        report_few(findings, "path-edge-node", nodes);
        let kinds = places("edges", &self.edges, |edge| {
            let found = edge.kind();
            let is_known = RouteEdge::STORED_KINDS.contains(&found);
            (!is_known).then(|| format!("expected exactly one kind, found {found:#x}"))
        });
        report_few(findings, "path-edge-kind", kinds);
        // A level may begin with a door that stands open.
        let doors = places("edges", &self.edges, |edge| {
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
