//! The two searches: what to load next, and what could be freed.

use bevy::math::Vec3;

use super::WorldTables;
use super::missing::{MissingSector, Stage};
use super::state::PartState;
use crate::core::distance::{NOTHING_MISSING, camera_distance_sq};
use crate::core::rules::Rules;

impl WorldTables {
    /// What the last search found.
    pub fn last_found(&self) -> Option<MissingSector> {
        self.last_found
    }

    /// The nearest sector without its atomic: first among those visible last frame and within reach, then among all.
    ///
    /// The fallback has no reach. Ties go to the lower index. Source: seed 000 "Choosing what to stream", step 2;
    /// spec/world-addenda.md 7; 0x00411eb0.
    pub fn find_part_to_load(
        &mut self,
        cameras: &[Vec3],
        draw_distance: f32,
        rules: &Rules,
    ) -> Option<MissingSector> {
        self.last_found = self.search(cameras, draw_distance, rules);
        self.last_found
    }

    fn search(&self, cameras: &[Vec3], draw_distance: f32, rules: &Rules) -> Option<MissingSector> {
        let reach_sq = rules.reach_sq(draw_distance);
        let visible = self.nearest(self.wanted.iter_both(&self.visible), cameras);
        let found = match visible {
            Some((sector, distance_sq)) if distance_sq < reach_sq => {
                Some((sector, distance_sq, Stage::Visible))
            }
            _ => self
                .nearest(self.wanted.iter(), cameras)
                .map(|(k, distance_sq)| (k, distance_sq, Stage::Fallback)),
        };
        found.map(|(sector, distance_sq, stage)| MissingSector {
            sector,
            part: self.sectors.part[sector as usize],
            distance_sq,
            stage,
        })
    }

    /// See [`Worlds::missing_distance`](crate::core::worlds::Worlds::missing_distance).
    pub(crate) fn missing_distance(
        &self,
        cameras: &[Vec3],
        draw_distance: f32,
        rules: &Rules,
    ) -> f32 {
        let found_sq = self
            .search(cameras, draw_distance, rules)
            .map_or(NOTHING_MISSING, |found| found.distance_sq);
        let seen = self
            .parts
            .iter()
            .filter(|row| row.state == PartState::Reading)
            .flat_map(|row| &self.part_sectors[row.sectors.clone()])
            .filter(|&&sector| self.visible.get(sector));
        let nearest_sq = seen.fold(found_sq, |nearest, &sector| {
            nearest.min(camera_distance_sq(
                &self.sectors.bounds[sector as usize],
                cameras,
            ))
        });
        if nearest_sq >= NOTHING_MISSING {
            NOTHING_MISSING
        } else {
            nearest_sq.sqrt()
        }
    }

    /// Distance in metres of the sector that the last search found, from where the cameras are now;
    /// [`NOTHING_MISSING`] when it found none. It does not search again. Source: 0x00411880.
    ///
    /// With several reads in flight the sectors that they were started for count as well; with one, as in the
    /// original, that is the sector found last anyway.
    pub fn pending_distance(&self, cameras: &[Vec3]) -> f32 {
        let reading = self
            .parts
            .iter()
            .filter(|row| row.state == PartState::Reading)
            .map(|row| row.asked_for);
        let nearest_sq = self
            .last_found
            .map(|found| found.sector)
            .into_iter()
            .chain(reading)
            .fold(NOTHING_MISSING, |nearest, sector| {
                nearest.min(camera_distance_sq(
                    &self.sectors.bounds[sector as usize],
                    cameras,
                ))
            });
        if nearest_sq >= NOTHING_MISSING {
            NOTHING_MISSING
        } else {
            nearest_sq.sqrt()
        }
    }

    /// The resident part whose nearest sector is farthest from the cameras, among those of which no sector was visible
    /// last frame and no atomic is in use. Ties go to the lower number. Source: 0x004120a8.
    pub fn find_part_to_free(&self, cameras: &[Vec3], rules: &Rules) -> Option<(u32, f32)> {
        self.farthest_unseen(cameras, rules, false)
    }

    /// As [`find_part_to_free`](Self::find_part_to_free), among the parts of which an atomic is in use.
    pub fn find_used_part_to_free(&self, cameras: &[Vec3], rules: &Rules) -> Option<(u32, f32)> {
        self.farthest_unseen(cameras, rules, true)
    }

    fn farthest_unseen(&self, cameras: &[Vec3], rules: &Rules, in_use: bool) -> Option<(u32, f32)> {
        // Quirk: the original looks at parts 1 to n - 1 only, so the last part of a world is never freed.
        // Source: seed 000 "Choosing what to stream"; 0x004120a8.
        let end = if rules.free_last_part {
            self.parts.len()
        } else {
            self.parts.len() - 1
        };
        let mut farthest: Option<(u32, f32)> = None;
        for (number, row) in self.parts.iter().enumerate().take(end).skip(1) {
            let sectors = &self.part_sectors[row.sectors.clone()];
            if row.state != PartState::Resident
                || sectors.iter().any(|&k| self.visible.get(k))
                || sectors.iter().any(|&k| self.in_use.get(k)) != in_use
            {
                continue;
            }
            let distance_sq = sectors.iter().fold(NOTHING_MISSING, |nearest, &k| {
                nearest.min(camera_distance_sq(
                    &self.sectors.bounds[k as usize],
                    cameras,
                ))
            });
            if farthest.is_none_or(|(_, best)| distance_sq > best) {
                farthest = Some((number as u32, distance_sq));
            }
        }
        farthest
    }

    #[inline]
    fn nearest(
        &self,
        candidates: impl Iterator<Item = u32>,
        cameras: &[Vec3],
    ) -> Option<(u32, f32)> {
        let mut nearest: Option<(u32, f32)> = None;
        for k in candidates {
            let distance_sq = camera_distance_sq(&self.sectors.bounds[k as usize], cameras);
            if nearest.is_none_or(|(_, best)| distance_sq < best) {
                nearest = Some((k, distance_sq));
            }
        }
        nearest
    }
}
