//! Which area a point is in. Source: spec/paths-subtitles.md A2.

use wonderwheel_ps2::steps;

use super::map::Corners;
use super::records::Path;
use super::state::PathQuery;

/// Edges flatter than this cross no row, metres.
const FLAT: f32 = 0.0001;

impl PathQuery<'_> {
    /// The area of a point: the first whose outline is not ignored, has the number of the ground under the point and, its box
    /// grown by 0.35 m, holds it, and that the point is inside of. Source: spec/paths-subtitles.md A2; 0x00250760.
    pub fn area_at(&self, point: [f32; 3]) -> Option<usize> {
        const MARGIN: f32 = 0.35;
        let ground = match self.ground {
            Some(ground) => Some(u16::from(ground(point)?)),
            None => None,
        };
        let [x, y, _] = point;
        let mut areas = 0..self.map.areas().len();
        areas.find(|&area| {
            steps::count(1);
            let outline = self.map.areas().get(area).map_or(0, |a| a.paths.start);
            let Some((path, _)) = self.map.path(outline) else {
                return false;
            };
            self.state.path_flags(outline) & Path::IGNORED == 0
                && ground.is_none_or(|number| number == path.ground_area)
                && path.bounds.grown(MARGIN).holds([x, y])
                && self.is_inside(area, [x, y])
        })
    }

    /// Whether a point of the plan is inside an area: inside its outline and outside its holes. Paths with flag 8 or 0x10 do not
    /// count.
    pub fn is_inside(&self, area: usize, point: [f32; 2]) -> bool {
        const NOT_TESTED: u16 = Path::IGNORED | Path::CLEARED;
        let Some(area) = self.map.areas().get(area) else {
            return false;
        };
        let counting = area
            .paths
            .clone()
            .filter(|&path| self.state.path_flags(path) & NOT_TESTED == 0);
        counting.map(|path| self.winding(path, point)).sum::<i64>() > 0
    }

    /// How often a path winds around a point of the plan: 1 inside an anticlockwise outline, -1 inside a clockwise hole.
    /// Source: spec/paths-subtitles.md A2; 0x0024eef0.
    pub fn winding(&self, path: usize, point: [f32; 2]) -> i64 {
        let Some((path, corners)) = self.map.path(path) else {
            return 0;
        };
        if !path.bounds.holds(point) {
            return 0;
        }
        let [_, y] = point;
        match self.slab_list(path, y) {
            // A list names no edge twice, so that one longer than the path is broken; what is too much is left out.
            Some(list) => list
                .take(corners.len())
                .filter_map(|k| corners.edge(k))
                .map(|edge| crossing(edge, point))
                .sum(),
            None => whole_winding(corners, point),
        }
    }

    /// The numbers of the edges that meet the slab of a height; `None` when the path has no list there.
    fn slab_list(&self, path: &Path, y: f32) -> Option<impl Iterator<Item = usize>> {
        let [first, ..] = path.slab_starts;
        let start = *path.slab_starts.get(path.slab(y))?;
        if first < 0 {
            return None;
        }
        let start = usize::try_from(start).ok()?;
        let lists = self.map.data().slab_lists.get(start..)?;
        if lists.is_empty() {
            return None;
        }
        Some(lists.iter().map_while(|&k| usize::try_from(k).ok()))
    }
}

/// The winding by every edge.
fn whole_winding(corners: Corners<'_>, point: [f32; 2]) -> i64 {
    corners.edges().map(|edge| crossing(edge, point)).sum()
}

/// 1 for an edge that goes down to the left of a point, -1 for one that goes up, 0 for one that does not cross its row there.
fn crossing(([x0, y0], [x1, y1]): ([f32; 2], [f32; 2]), [x, y]: [f32; 2]) -> i64 {
    steps::count(1);
    if (y1 - y0).abs() < FLAT || (y0 <= y) == (y1 <= y) {
        return 0;
    }
    let at = x0 + (y - y0) * (x1 - x0) / (y1 - y0);
    match at < x {
        false => 0,
        true if y1 < y0 => 1,
        true => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::super::AreaPlan;
    use super::super::plans::*;
    use super::*;

    #[test]
    fn an_outline_counts_1_and_a_hole_takes_it_away() {
        let built = QueriedMap::rooms();
        let query = built.query();
        assert_eq!(query.winding(0, [2.0, 5.0]), 1);
        assert_eq!(query.winding(1, [5.0, 5.0]), -1);
        assert_eq!(query.winding(0, [11.0, 5.0]), 0);
        assert!(query.is_inside(0, [2.0, 5.0]));
        assert!(!query.is_inside(0, [5.0, 5.0]));
        assert!(!query.is_inside(1, [5.0, 5.0]));
        assert!(query.is_inside(1, [15.0, 5.0]));
    }

    #[test]
    fn a_clockwise_outline_holds_no_point() {
        // Source: spec/paths-subtitles.md A2: down counts +1.
        let built = QueriedMap::changed(|data| {
            data.vertices[..4].reverse();
            data.paths[0].slab_starts = [-1; 16];
        });
        assert_eq!(built.query().winding(0, [2.0, 5.0]), -1);
        assert!(!built.query().is_inside(0, [2.0, 5.0]));
    }

    #[test]
    fn an_open_doors_hole_does_not_count() {
        let mut built = QueriedMap::rooms();
        for flag in [Path::IGNORED, Path::CLEARED] {
            let flags = Path::ORDINARY_HOLE | flag;
            built.state.set_path_flags(1, flags);
            assert!(built.query().is_inside(0, [5.0, 5.0]));
        }
        built.state.set_path_flags(1, Path::ORDINARY_HOLE);
        assert!(!built.query().is_inside(0, [5.0, 5.0]));
    }

    #[test]
    fn a_point_belongs_to_the_first_area_with_its_grounds_number() {
        let mut areas = rooms(0.0);
        // A floor above the first room.
        areas.push(AreaPlan {
            ground_area: 3,
            ..areas[0].clone()
        });
        let built = QueriedMap::new(&areas, &steps());
        let at = |ground: Option<u8>| {
            let ground = move |_: [f32; 3]| ground;
            let query = PathQuery {
                ground: Some(&ground),
                ..built.query()
            };
            query.area_at([2.0, 5.0, 0.0])
        };
        assert_eq!(at(Some(1)), Some(0));
        assert_eq!(at(Some(3)), Some(2));
        assert_eq!(at(Some(2)), None);
        assert_eq!(at(None), None);
        // Without collision data the number does not count.
        let query = built.query();
        assert_eq!(query.area_at([2.0, 5.0, 0.0]), Some(0));
        assert_eq!(query.area_at([5.0, 5.0, 0.0]), None);
        assert_eq!(query.area_at([15.0, 5.0, 0.0]), Some(1));
    }

    #[test]
    fn an_area_whose_outline_is_ignored_is_passed_over() {
        let mut built = QueriedMap::rooms();
        built.state.set_path_flags(0, Path::IGNORED);
        assert_eq!(built.query().area_at([2.0, 5.0, 0.0]), None);
    }

    #[test]
    fn slab_lists_give_what_all_edges_give() {
        // A star with flat edges and corners on slab borders, 16 m high.
        let outline: Vec<[f32; 2]> = (0..32)
            .map(|i| {
                let (sin, cos) = (i as f32 * std::f32::consts::TAU / 32.0).sin_cos();
                let reach = if i % 2 == 0 { 8.0 } else { 5.0 };
                [(reach * cos).round(), (reach * sin).round()]
            })
            .collect();
        let star = AreaPlan {
            outline,
            ..AreaPlan::default()
        };
        let listed = QueriedMap::new(&[star], &[]);
        let mut data = listed.map.data().clone();
        assert!(data.slab_lists.len() > 32);
        data.paths[0].slab_starts = [-1; 16];
        let scanned = QueriedMap::of(data);
        let mut inside = 0;
        for i in 0..80 {
            for j in 0..80 {
                let point = [i as f32 / 4.0 - 10.0, j as f32 / 4.0 - 10.0];
                let winding = listed.query().winding(0, point);
                assert_eq!(winding, scanned.query().winding(0, point), "{point:?}");
                inside += winding;
            }
        }
        assert!(inside > 1000, "{inside}");
    }

    #[test]
    fn a_list_without_an_end_ends_with_the_path_and_a_wrong_start_is_none() {
        let built = QueriedMap::changed(|data| {
            data.slab_lists.fill(0);
            data.paths[2].slab_starts = [i16::MAX; 16];
        });
        // Four times edge 0, which is flat.
        assert_eq!(built.query().winding(0, [2.0, 5.0]), 0);
        // No such list: all edges.
        assert_eq!(built.query().winding(2, [15.0, 5.0]), 1);
    }
}
