//! Whether a straight line can be walked. Source: spec/paths-subtitles.md A3.

use glam::{Vec2, Vec3};
use wonderwheel_ps2::steps;

use super::records::{Path, PlanBox};
use super::state::PathQuery;

/// Hazards that count at most.
const MOST_HAZARDS: usize = 64;

/// Two crossings this near (squared metres) are one: the line leaves an area where it enters the next.
const SAME_PLACE_SQ: f32 = 0.0004;

impl PathQuery<'_> {
    /// Whether somebody in an area can walk straight from one point to another: no hazard in the way, and no edge of the area's
    /// paths crossed, or one at the very place where the area of `to` begins.
    ///
    /// Paths with [`Path::IGNORED`] or a flag of `mask` do not stop. Heights do not count, and no collision is asked.
    pub fn can_walk_straight(&self, area: usize, from: [f32; 3], to: [f32; 3], mask: u16) -> bool {
        if self.is_hazardous(from, to) {
            return false;
        }
        let ([ax, ay, _], [bx, by, _]) = (from, to);
        let line = (Vec2::new(ax, ay), Vec2::new(bx, by));
        let left = self.crossings(area, line, mask);
        if !left.any_path {
            return false;
        }
        let end = self.area_at(to);
        match (left.nearest, end) {
            (None, _) => end == Some(area),
            (Some(_), None) => false,
            (Some((_, exit)), Some(end)) => {
                let entered = self.crossings(end, line, mask);
                entered
                    .farthest
                    .is_some_and(|(_, entry)| exit.distance_squared(entry) < SAME_PLACE_SQ)
            }
        }
    }

    /// Where a line of the plan crosses the edges of an area's paths.
    fn crossings(&self, area: usize, (from, to): (Vec2, Vec2), mask: u16) -> Crossings {
        let mut crossings = Crossings::default();
        let paths = self.map.areas().get(area).map(|area| area.paths.clone());
        let line_box = PlanBox::around([from.to_array(), to.to_array()]);
        for index in paths.into_iter().flatten() {
            steps::count(1);
            let (Some((path, corners)), Some(line_box)) = (self.map.path(index), line_box) else {
                continue;
            };
            let is_passed = self.state.path_flags(index) & (Path::IGNORED | mask) != 0;
            if is_passed || !path.bounds.meets(&line_box) {
                continue;
            }
            crossings.any_path = true;
            steps::count(corners.len() as u64);
            for (start, end) in corners.edges() {
                let crossed = crossed_at(from, to, start.into(), end.into());
                if let Some(part) = crossed {
                    crossings.add(part, from + (to - from) * part);
                }
            }
        }
        crossings
    }

    /// Whether a line leads into a hazard: it passes within its radius and 0.8 m, and heads at it within 45 degrees.
    fn is_hazardous(&self, from: [f32; 3], to: [f32; 3]) -> bool {
        const BERTH: f32 = 0.8;
        const HEADS_AT: f32 = -0.707;
        let (from, to) = (Vec3::from(from), Vec3::from(to));
        let Some(heading) = (to - from).try_normalize() else {
            return false;
        };
        let length = from.distance(to);
        self.hazards.iter().take(MOST_HAZARDS).any(|hazard| {
            let centre = Vec3::from(hazard.centre);
            let along = (centre - from).dot(heading).clamp(0.0, length);
            let distance = centre.distance(from + heading * along);
            let away = (from - centre).normalize_or_zero();
            distance < hazard.radius + BERTH && away.dot(heading) < HEADS_AT
        })
    }
}

#[derive(Default)]
struct Crossings {
    /// Whether a path was tested at all.
    any_path: bool,
    nearest: Option<(f32, Vec2)>,
    farthest: Option<(f32, Vec2)>,
}

impl Crossings {
    fn add(&mut self, part: f32, point: Vec2) {
        if self.nearest.is_none_or(|(nearest, _)| part < nearest) {
            self.nearest = Some((part, point));
        }
        if self.farthest.is_none_or(|(farthest, _)| part > farthest) {
            self.farthest = Some((part, point));
        }
    }
}

/// The part of a line, 0 to 1, at which it crosses an edge. Quirk: a crossing at exactly its end is none.
fn crossed_at(from: Vec2, to: Vec2, start: Vec2, end: Vec2) -> Option<f32> {
    let (line, edge) = (to - from, end - start);
    let across = line.perp_dot(edge);
    if across == 0.0 {
        return None;
    }
    let part = (start - from).perp_dot(edge) / across;
    let edge_part = (start - from).perp_dot(line) / across;
    let is_crossed = (0.0..1.0).contains(&part) && (0.0..=1.0).contains(&edge_part);
    is_crossed.then_some(part)
}

#[cfg(test)]
mod tests {
    use super::super::hazard::Hazard;
    use super::super::plans::*;
    use super::*;

    fn can(built: &QueriedMap, [ax, ay]: [f32; 2], [bx, by]: [f32; 2], mask: u16) -> bool {
        let query = built.query();
        let from = [ax, ay, 0.0];
        let area = query.area_at(from).unwrap();
        query.can_walk_straight(area, from, [bx, by, 0.0], mask)
    }

    #[test]
    fn a_line_within_an_area_is_walked_and_one_through_a_hole_is_not() {
        let built = QueriedMap::rooms();
        assert!(can(&built, [1.0, 1.0], [9.0, 1.0], 0));
        assert!(!can(&built, [1.0, 5.0], [9.0, 5.0], 0));
        // Into the hole, and out of the level.
        assert!(!can(&built, [1.0, 5.0], [5.0, 5.0], 0));
        assert!(!can(&built, [1.0, 5.0], [-3.0, 5.0], 0));
    }

    #[test]
    fn a_hole_that_the_mask_names_or_a_door_has_opened_does_not_stop() {
        let mut built = QueriedMap::rooms();
        assert!(can(&built, [1.0, 5.0], [9.0, 5.0], Path::DOOR));
        let open = Path::ORDINARY_HOLE | Path::IGNORED;
        built.state.set_path_flags(1, open);
        assert!(can(&built, [1.0, 5.0], [9.0, 5.0], 0));
    }

    #[test]
    fn a_line_leaves_an_area_where_the_next_begins() {
        // Source: spec/paths-subtitles.md A3: crossings up to 2 cm apart are one.
        for (gap, passes) in [(0.0, true), (0.015, true), (0.03, false)] {
            let built = QueriedMap::new(&rooms(gap), &steps());
            assert_eq!(can(&built, [8.0, 5.0], [12.0, 5.0], 0), passes, "{gap}");
        }
        // Through the second room and out again, and through the block.
        let built = QueriedMap::rooms();
        assert!(!can(&built, [8.0, 5.0], [25.0, 5.0], 0));
        assert!(!can(&built, [3.0, 5.0], [12.0, 5.0], 0));
    }

    #[test]
    fn a_crossing_at_exactly_the_end_is_none() {
        let built = QueriedMap::rooms();
        assert!(can(&built, [8.0, 5.0], [10.0, 5.0], 0));
    }

    #[test]
    fn where_no_path_is_tested_nothing_is_walked() {
        let built = QueriedMap::rooms();
        let query = built.query();
        let (from, to) = ([1.0, 1.0, 0.0], [2.0, 1.0, 0.0]);
        // The line is nowhere near the second room.
        assert!(!query.can_walk_straight(1, from, to, 0));
        assert!(!query.can_walk_straight(7, from, to, 0));
    }

    #[test]
    fn a_fire_stops_who_heads_at_it_within_0_8_m_of_its_edge() {
        let mut built = QueriedMap::rooms();
        built.hazards.push(Hazard {
            centre: [5.0, 1.0, 0.0],
            radius: 0.5,
        });
        assert!(!can(&built, [1.0, 1.0], [9.0, 1.0], 0));
        assert!(!can(&built, [1.0, 2.2], [9.0, 2.2], 0));
        assert!(can(&built, [1.0, 2.4], [9.0, 2.4], 0));
        // Away from it, and past it at more than 45 degrees.
        assert!(can(&built, [5.5, 1.0], [9.0, 1.0], 0));
        assert!(can(&built, [4.0, 2.1], [9.0, 2.1], 0));
        // Short of it.
        assert!(can(&built, [1.0, 1.0], [3.6, 1.0], 0));
    }

    #[test]
    fn the_sixty_fifth_hazard_does_not_count() {
        let mut built = QueriedMap::rooms();
        let hazard = |centre| Hazard {
            centre,
            radius: 0.5,
        };
        built.hazards = vec![hazard([500.0; 3]); 64];
        built.hazards.push(hazard([5.0, 1.0, 0.0]));
        assert!(can(&built, [1.0, 1.0], [9.0, 1.0], 0));
    }
}
