//! How parts and their sectors go from state to state.

use super::WorldTables;
use super::state::{PartState, SectorState};

impl WorldTables {
    /// The read of a part begins, for one of its sectors.
    pub fn begin_read(&mut self, part: u32, sector: u32) {
        if let Some(row) = self.row_mut(part) {
            row.asked_for = sector;
        }
        self.set_part_state(part, PartState::Reading);
    }

    /// A part that was being read is there. `holds` says which sectors it brought; its other sectors are failed.
    pub fn arrive(&mut self, part: u32, holds: impl Fn(u32) -> bool, fade_end_ms: u64) {
        self.set_part_state(part, PartState::Resident);
        for at in self.sector_range(part) {
            let sector = self.part_sectors[at];
            let state = if holds(sector) {
                SectorState::Loaded
            } else {
                SectorState::Failed
            };
            self.set_sector_state(sector, state);
            self.sectors.fade_end_ms[sector as usize] = fade_end_ms;
        }
    }

    /// A resident part was read again, with these sectors; they do not fade in.
    pub fn replace(&mut self, part: u32, holds: impl Fn(u32) -> bool) {
        for at in self.sector_range(part) {
            let sector = self.part_sectors[at];
            let state = if holds(sector) {
                SectorState::Loaded
            } else {
                SectorState::Failed
            };
            self.set_sector_state(sector, state);
        }
    }

    /// A part that was being read cannot be. It is not asked for again.
    pub fn fail(&mut self, part: u32) {
        self.set_part_state(part, PartState::Failed);
        for at in self.sector_range(part) {
            self.set_sector_state(self.part_sectors[at], SectorState::Failed);
        }
    }

    /// Lets a failed part be asked for again, because its file changed.
    pub fn retry(&mut self, part: u32) {
        if self.part_state(part) == PartState::Failed {
            self.set_part_state(part, PartState::Absent);
            for at in self.sector_range(part) {
                self.set_sector_state(self.part_sectors[at], SectorState::Missing);
            }
        }
    }

    /// Frees a part: every sector goes to release pending, and on to released unless `release_sector` says that its
    /// atomic is still in use. True when all are released; the part is then absent, else it is tried again later.
    /// Source: seed 000 "Choosing what to stream", last paragraph; 0x004115d0, 0x004118b8.
    pub fn release(&mut self, part: u32, mut release_sector: impl FnMut(u32) -> bool) -> bool {
        self.set_part_state(part, PartState::Releasing);
        let mut all = true;
        for at in self.sector_range(part) {
            let sector = self.part_sectors[at];
            let state = self.sectors.state[sector as usize];
            if matches!(state, SectorState::Loaded | SectorState::ReleasePending)
                && !release_sector(sector)
            {
                self.set_sector_state(sector, SectorState::ReleasePending);
                all = false;
            } else {
                self.set_sector_state(sector, SectorState::Released);
            }
        }
        if all {
            self.set_part_state(part, PartState::Absent);
        }
        all
    }

    /// The first part that waits for its atomics to be let go of.
    pub fn releasing(&self) -> Option<u32> {
        self.parts
            .iter()
            .position(|row| row.state == PartState::Releasing)
            .map(|part| part as u32)
    }

    fn set_part_state(&mut self, part: u32, state: PartState) {
        let Some(row) = self.row_mut(part) else {
            return;
        };
        row.state = state;
        self.changes.parts.set(part, true);
        for at in self.sector_range(part) {
            self.update_wanted(self.part_sectors[at]);
        }
    }

    fn set_sector_state(&mut self, sector: u32, state: SectorState) {
        self.sectors.state[sector as usize] = state;
        self.changes.sectors.set(sector, true);
        self.update_wanted(sector);
    }

    fn update_wanted(&mut self, sector: u32) {
        let missing = matches!(
            self.sectors.state[sector as usize],
            SectorState::Missing | SectorState::Released
        );
        let absent =
            self.parts[self.sectors.part[sector as usize] as usize].state == PartState::Absent;
        self.wanted.set(sector, missing && absent);
    }
}
