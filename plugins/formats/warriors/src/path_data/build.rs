//! Path data from plans: what a writer makes.

use wonderwheel_ps2::error::{FormatError, Result, Within};

use super::records::{AreaRecord, Path, PathVertex, PlanBox, RouteEdge, RouteNode};
use super::stored::PathData;
use crate::padding::align16;

/// An area to be made.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AreaPlan {
    /// The area byte of the collision triangles under it.
    pub ground_area: u8,
    /// Corners in either direction, metres; it is stored anticlockwise.
    pub outline: Vec<[f32; 2]>,
    /// What is cut out of it.
    pub holes: Vec<HolePlan>,
    /// Route nodes in it, metres. All areas' nodes together are numbered in order.
    pub nodes: Vec<[f32; 3]>,
}

/// A hole to be made.
#[derive(Debug, Clone, PartialEq)]
pub struct HolePlan {
    /// Corners in either direction, metres; it is stored clockwise.
    pub outline: Vec<[f32; 2]>,
    /// [`Path::ORDINARY_HOLE`] for one like most.
    pub flags: u16,
}

/// A step between two nodes, one way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepPlan {
    /// Number of the node where it begins.
    pub from: u16,
    /// Number of the node where it ends.
    pub to: u16,
    /// One of [`RouteEdge::STORED_KINDS`].
    pub kind: u16,
}

impl StepPlan {
    /// A walk there and back.
    pub fn both_ways(a: u16, b: u16) -> [Self; 2] {
        [(a, b), (b, a)].map(|(from, to)| Self {
            from,
            to,
            kind: RouteEdge::WALK,
        })
    }
}

/// Words that slab lists can begin at: their starts are signed.
const MOST_LIST_WORDS: usize = i16::MAX as usize;

/// Edges flatter than this are in no slab list, metres.
const FLAT: f32 = 0.0001;

impl PathData {
    /// The path data of these areas and steps. Source: spec/paths-subtitles.md A1, the writer's columns.
    ///
    /// Doors get the avoid bit that all of the disc have. When slab lists outgrow their 16-bit starts, the paths after that have
    /// none, and readers try every edge.
    ///
    /// # Errors
    /// `Malformed` with the area or step in the path when an outline has fewer than 3 corners, a coordinate is not finite, or a
    /// step names a node that is not there; `Limit` when a path has more than 32,767 corners, or there are more than 32,767 nodes
    /// or areas.
    pub fn build(areas: &[AreaPlan], steps: &[StepPlan]) -> Result<Self> {
        limit("areas", areas.len())?;
        limit("nodes", areas.iter().map(|area| area.nodes.len()).sum())?;
        let mut data = Self::default();
        for (i, area) in areas.iter().enumerate() {
            data.add_area(area).within(|| format!("areas[{i}]"))?;
        }
        data.add_steps(steps)?;
        let used = data.bytes_before_tail();
        data.tail = vec![0; align16(used + 4) - used];
        Ok(data)
    }

    fn add_area(&mut self, area: &AreaPlan) -> Result<()> {
        self.areas.push(AreaRecord {
            node_count: area.nodes.len() as u32,
            first_node: self.nodes.len() as u32,
            ..AreaRecord::default()
        });
        self.add_path(
            &area.outline,
            true,
            Path {
                on_graph: i16::from(!area.nodes.is_empty()),
                continues: u32::from(!area.holes.is_empty()),
                ground_area: area.ground_area.into(),
                area_record: 1,
                ..Path::default()
            },
        )
        .within(|| "outline")?;
        for (i, hole) in area.holes.iter().enumerate() {
            self.add_path(
                &hole.outline,
                false,
                Path {
                    continues: u32::from(i + 1 < area.holes.len()),
                    flags: hole.flags,
                    ground_area: area.ground_area.into(),
                    ..Path::default()
                },
            )
            .within(|| format!("holes[{i}]"))?;
        }
        for (i, &position) in area.nodes.iter().enumerate() {
            finite(&position).within(|| format!("nodes[{i}]"))?;
            self.nodes.push(RouteNode {
                position,
                w_bits: 1_f32.to_bits(),
                ..RouteNode::default()
            });
        }
        Ok(())
    }

    /// Adds a path with its corners and slab lists; `path` has everything else.
    fn add_path(&mut self, corners: &[[f32; 2]], anticlockwise: bool, path: Path) -> Result<()> {
        if corners.len() < 3 {
            return Err(FormatError::malformed(
                0,
                "3 corners or more",
                corners.len(),
            ));
        }
        limit("corners", corners.len())?;
        for corner in corners {
            finite(corner)?;
        }
        let mut corners = corners.to_vec();
        if (doubled_area(&corners) > 0.0) != anticlockwise {
            corners.reverse();
        }
        let mut path = Path {
            vertex_count: corners.len() as i16,
            bounds: PlanBox::around(corners.iter().copied()).unwrap_or_default(),
            slab_starts: [-1; 16],
            ..path
        };
        if let Some((starts, words)) = slab_lists(&path, &corners, self.slab_lists.len()) {
            path.slab_starts = starts;
            self.slab_lists.extend(words);
        }
        self.paths.push(path);
        self.vertices
            .extend(corners.iter().map(|&position| PathVertex {
                position,
                ..PathVertex::default()
            }));
        Ok(())
    }

    /// Stores each step on the node that it leads to.
    fn add_steps(&mut self, steps: &[StepPlan]) -> Result<()> {
        let mut steps: Vec<(usize, StepPlan)> = steps.iter().copied().enumerate().collect();
        steps.sort_by_key(|(_, step)| step.to);
        for (i, step) in steps {
            let wrong = || {
                let expected = format!("nodes below {}", self.nodes.len());
                FormatError::malformed(0, expected, format!("{} to {}", step.from, step.to))
                    .within(format!("steps[{i}]"))
            };
            if usize::from(step.from) >= self.nodes.len() {
                return Err(wrong());
            }
            let count = match self.nodes.get(usize::from(step.to)) {
                Some(node) => node.edge_count.checked_add(1),
                None => return Err(wrong()),
            };
            let max = i16::MAX as u64;
            let count =
                count.ok_or_else(|| FormatError::limit(0, "edges of a node", max, max + 1))?;
            if let Some(node) = self.nodes.get_mut(usize::from(step.to)) {
                node.edge_count = count;
            }
            let avoid = if step.kind == RouteEdge::DOOR {
                RouteEdge::AVOID
            } else {
                0
            };
            self.edges.push(RouteEdge {
                from: step.from.into(),
                word: u32::from(step.kind) | avoid,
            });
        }
        Ok(())
    }
}

/// The lists of a path that begin `at` words into all lists; `None` when they would not fit.
fn slab_lists(path: &Path, corners: &[[f32; 2]], at: usize) -> Option<([i16; 16], Vec<i16>)> {
    let ([_, low], [_, high]) = (path.bounds.min, path.bounds.max);
    let border = |slab: usize| low + (high - low) * slab as f32 / 16.0;
    let mut starts = [-1; 16];
    let mut words = Vec::new();
    for (slab, start) in starts.iter_mut().enumerate() {
        *start = i16::try_from(at + words.len()).ok()?;
        let next = corners.iter().skip(1).chain(corners.first());
        for (k, ([_, y0], [_, y1])) in (0..=i16::MAX).zip(corners.iter().zip(next)) {
            let (from, to) = (y0.min(*y1), y0.max(*y1));
            // By the borders, and by the slabs that a reader works out for the ends: rounding may make them differ.
            let meets_borders = from <= border(slab + 1) && to >= border(slab);
            let meets = meets_borders || (path.slab(from)..=path.slab(to)).contains(&slab);
            if to - from >= FLAT && meets {
                words.push(k);
            }
        }
        words.push(-1);
    }
    (at + words.len() <= MOST_LIST_WORDS).then_some((starts, words))
}

/// Twice the area, positive when the corners run anticlockwise.
fn doubled_area(corners: &[[f32; 2]]) -> f64 {
    let next = corners.iter().skip(1).chain(corners.first());
    let parts = corners.iter().zip(next).map(|(&[x0, y0], &[x1, y1])| {
        f64::from(x0) * f64::from(y1) - f64::from(x1) * f64::from(y0)
    });
    parts.sum()
}

fn finite(values: &[f32]) -> Result<()> {
    if values.iter().all(|value| value.is_finite()) {
        return Ok(());
    }
    let found = format!("{values:?}");
    Err(FormatError::malformed(0, "finite coordinates", found))
}

fn limit(name: &'static str, count: usize) -> Result<()> {
    let max = i16::MAX as usize;
    if count > max {
        return Err(FormatError::limit(0, name, max as u64, count as u64));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use wonderwheel_ps2::finding::Findings;

    use super::super::plans::*;
    use super::*;

    fn assert_clean(data: &PathData) {
        assert_eq!(Findings::of(|f| data.validate(f)).as_slice(), []);
    }

    #[test]
    fn outlines_run_anticlockwise_and_holes_clockwise_whichever_way_they_are_given() {
        let mut areas = rooms(0.0);
        let stored = PathData::build(&areas, &[]).unwrap();
        areas[0].outline.reverse();
        areas[0].holes[0].outline.reverse();
        let reversed = PathData::build(&areas, &[]).unwrap();
        for data in [stored, reversed] {
            let corners: Vec<[f32; 2]> = data.vertices.iter().map(|v| v.position).collect();
            assert!(doubled_area(&corners[..4]) > 0.0);
            assert!(doubled_area(&corners[4..8]) < 0.0);
        }
    }

    #[test]
    fn records_are_what_the_specs_writer_stores() {
        let data = PathData::build(&rooms(0.0), &steps()).unwrap();
        let column = |field: fn(&Path) -> u32| [0, 1, 2].map(|i: usize| field(&data.paths[i]));
        assert_eq!(column(|p| p.on_graph as u32), [1, 0, 1]);
        assert_eq!(column(|p| p.continues), [1, 0, 0]);
        assert_eq!(column(|p| p.area_record), [1, 0, 1]);
        assert_eq!(column(|p| p.flags.into()), [0, 7, 0]);
        assert_eq!(column(|p| p.ground_area.into()), [1, 1, 2]);
        let bounds = data.paths[1].bounds;
        assert_eq!((bounds.min, bounds.max), ([4.0; 2], [6.0; 2]));
        assert_eq!(data.nodes[0].w_bits, 0x3F80_0000);
        assert_eq!(data.nodes.iter().map(|n| n.edge_count).sum::<i16>(), 14);
    }

    #[test]
    fn a_slab_lists_the_edges_that_reach_into_it() {
        let data = PathData::build(&rooms(0.0), &[]).unwrap();
        // A square: edges 1 and 3 stand upright, 0 and 2 are flat and in no list.
        assert_eq!(data.slab_lists[..6], [1, 3, -1, 1, 3, -1]);
        assert_eq!(data.paths[0].slab_starts[..3], [0, 3, 6]);
        assert_eq!(data.paths[1].slab_starts[0], 48);
        // The hole was turned round: its upright edges are 0 and 2 or 1 and 3.
        assert_eq!(data.slab_lists.len(), 3 * 48);
    }

    #[test]
    fn paths_whose_lists_would_begin_too_far_have_none() {
        // 1,201 corners of which each edge goes through all slabs: 19,000 words.
        let teeth = (0..1200_u16).map(|i| [f32::from(i), if i % 2 == 0 { 0.0 } else { 16.0 }]);
        let zigzag = AreaPlan {
            outline: teeth.chain([[600.0, -1.0]]).collect(),
            ..AreaPlan::default()
        };
        let data = PathData::build(&vec![zigzag; 3], &[]).unwrap();
        let listed = [0, 1, 2].map(|i: usize| data.paths[i].slab_starts[0] >= 0);
        assert_eq!(listed, [true, false, false]);
        assert_eq!(data.paths[1].slab_starts, [-1; 16]);
        assert_clean(&data);
    }

    #[test]
    fn built_data_breaks_no_rule() {
        assert_clean(&PathData::build(&[], &[]).unwrap());
        assert_clean(&PathData::build(&rooms(0.0), &steps()).unwrap());
        let door = StepPlan {
            from: 0,
            to: 5,
            kind: RouteEdge::DOOR,
        };
        let data = PathData::build(&rooms(0.0), &[door]).unwrap();
        assert_eq!(data.edges[0].word, 0x8000_0010);
        assert_clean(&data);
    }

    #[test]
    fn what_no_file_can_hold_is_refused() {
        let path = |areas: &[AreaPlan], steps: &[StepPlan]| {
            let error = PathData::build(areas, steps).unwrap_err();
            error.path().to_string()
        };
        let changed = |change: fn(&mut AreaPlan)| {
            let mut areas = rooms(0.0);
            change(&mut areas[0]);
            areas
        };
        let short = changed(|a| a.outline.truncate(2));
        assert_eq!(path(&short, &[]), "areas[0]/outline");
        let endless = changed(|a| a.holes[0].outline[1][0] = f32::NAN);
        assert_eq!(path(&endless, &[]), "areas[0]/holes[0]");
        let endless = changed(|a| a.nodes[2][1] = f32::INFINITY);
        assert_eq!(path(&endless, &[]), "areas[0]/nodes[2]");
        let step = |from, to| StepPlan { from, to, kind: 1 };
        assert_eq!(path(&rooms(0.0), &[step(0, 1), step(0, 6)]), "steps[1]");
        assert_eq!(path(&rooms(0.0), &[step(6, 0)]), "steps[0]");
        let limit = |areas: &[AreaPlan]| match PathData::build(areas, &[]) {
            Err(FormatError::Limit { limit, .. }) => limit,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            limit(&changed(|a| a.nodes = vec![[0.0; 3]; 32_768])),
            "nodes"
        );
        assert_eq!(limit(&vec![AreaPlan::default(); 32_768]), "areas");
        assert_eq!(
            limit(&changed(|a| a.outline = vec![[0.0; 2]; 32_768])),
            "corners"
        );
    }
}
