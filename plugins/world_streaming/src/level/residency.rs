//! What is loaded: the assets and charges behind the tables, and the [`PartStore`] that asks the asset server for parts.

use std::sync::Arc;

use bevy::asset::{AssetServer, Handle};
use bevy::ecs::message::Message;
use bevy::ecs::resource::Resource;
use wonderwheel_game_files::asset_path;
use wonderwheel_level_assets::{PartAsset, SceneryMesh, WorldAsset};
use wonderwheel_ps2::fault::{Fault, FaultKind};
use wonderwheel_renderware::world::Aabb;
use wonderwheel_warriors::names::{self, WorldSlot};

use crate::core::budget::Charge;
use crate::core::part_store::PartStore;
use crate::core::slots::slot_index;
use crate::core::tables::WorldTables;
use crate::level::textures::{TextureOwner, TextureRegistry};

/// A part that came or went.
#[derive(Message, Debug, Clone, PartialEq)]
pub enum PartEvent {
    /// Its read was started.
    Requested {
        /// Its world.
        slot: WorldSlot,
        /// Its number.
        part: u32,
    },
    /// It is resident.
    Arrived {
        /// Its world.
        slot: WorldSlot,
        /// Its number.
        part: u32,
        /// Bytes of its file.
        file_bytes: u64,
        /// Sectors that it brought.
        sectors: u32,
    },
    /// It could not be read, and is not asked for again.
    Failed {
        /// Its world.
        slot: WorldSlot,
        /// Its number.
        part: u32,
        /// Why.
        fault: Fault,
    },
    /// Its file changed and the new version took its place.
    Reloaded {
        /// Its world.
        slot: WorldSlot,
        /// Its number.
        part: u32,
    },
    /// It was freed.
    Freed {
        /// Its world.
        slot: WorldSlot,
        /// Its number.
        part: u32,
    },
}

/// A sector that cannot be drawn; its box is drawn instead.
#[derive(Debug, Clone, PartialEq)]
pub struct FailedSector {
    /// Its world.
    pub slot: WorldSlot,
    /// Its streamed-sector index.
    pub sector: u32,
    /// The part that should have brought it.
    pub part: u32,
    /// Its box, RenderWare axes, metres.
    pub bounds: Aabb,
    /// Why.
    pub fault: Arc<Fault>,
}

/// The sectors that cannot be drawn, in the order in which they failed.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub struct FailedSectors {
    /// One a sector.
    pub sectors: Vec<FailedSector>,
}

impl FailedSectors {
    /// Lists the sectors of a part that are failed in the tables, with what `fault` gives for each.
    pub(crate) fn list(
        &mut self,
        tables: &WorldTables,
        part: u32,
        fault: impl Fn(u32) -> Arc<Fault>,
    ) {
        self.forget(tables.slot(), part);
        for &sector in tables.part_sectors(part) {
            if tables.sector_state(sector) == crate::core::tables::SectorState::Failed {
                self.sectors.push(FailedSector {
                    slot: tables.slot(),
                    sector,
                    part,
                    bounds: tables.sector_bounds(sector),
                    fault: fault(sector),
                });
            }
        }
    }

    /// Takes a part's sectors off the list.
    pub(crate) fn forget(&mut self, slot: WorldSlot, part: u32) {
        self.sectors
            .retain(|failed| (failed.slot, failed.part) != (slot, part));
    }
}

/// The assets and charges of the level's worlds.
#[derive(Resource, Debug, Default)]
pub struct Residency {
    worlds: [Option<WorldResidency>; 2],
    /// Reads in flight, oldest first.
    pub(crate) pending: Vec<PendingPart>,
    /// Parts that could not be read. Their handles live on so that a mended file is noticed.
    pub(crate) broken: Vec<BrokenPart>,
}

/// The assets of one world.
#[derive(Debug)]
pub(crate) struct WorldResidency {
    pub(crate) asset: Handle<WorldAsset>,
    /// By streamed-sector index.
    meshes: Vec<Option<Handle<SceneryMesh>>>,
    /// By part number.
    parts: Vec<Option<ResidentPart>>,
    /// The world's clump.
    _charge: Charge,
}

#[derive(Debug)]
struct ResidentPart {
    asset: Handle<PartAsset>,
    _charge: Charge,
}

#[derive(Debug)]
pub(crate) struct PendingPart {
    pub(crate) slot: WorldSlot,
    pub(crate) part: u32,
    pub(crate) asset: Handle<PartAsset>,
    pub(crate) charge: Charge,
}

#[derive(Debug)]
pub(crate) struct BrokenPart {
    pub(crate) slot: WorldSlot,
    pub(crate) part: u32,
    pub(crate) asset: Handle<PartAsset>,
}

impl Residency {
    /// Mesh of a sector, when it is loaded.
    pub fn mesh(&self, slot: WorldSlot, sector: u32) -> Option<&Handle<SceneryMesh>> {
        self.world(slot)?.meshes.get(sector as usize)?.as_ref()
    }

    /// The asset of a resident part.
    pub fn part(&self, slot: WorldSlot, part: u32) -> Option<&Handle<PartAsset>> {
        self.world(slot)?
            .parts
            .get(part as usize)?
            .as_ref()
            .map(|resident| &resident.asset)
    }

    /// The asset of a world.
    pub fn world_asset(&self, slot: WorldSlot) -> Option<&Handle<WorldAsset>> {
        self.world(slot).map(|world| &world.asset)
    }

    /// Reads in flight.
    pub fn reading(&self) -> usize {
        self.pending.len()
    }

    /// The resident part whose asset has an id.
    pub(crate) fn part_of_asset(
        &self,
        id: bevy::asset::AssetId<PartAsset>,
    ) -> Option<(WorldSlot, u32)> {
        crate::core::slots::SLOTS.into_iter().find_map(|slot| {
            let parts = &self.world(slot)?.parts;
            let number = parts
                .iter()
                .position(|part| part.as_ref().is_some_and(|part| part.asset.id() == id))?;
            Some((slot, number as u32))
        })
    }

    pub(crate) fn insert_world(
        &mut self,
        tables: &WorldTables,
        asset: Handle<WorldAsset>,
        charge: Charge,
    ) {
        self.worlds[slot_index(tables.slot())] = Some(WorldResidency {
            asset,
            meshes: vec![None; tables.sector_count() as usize],
            parts: (0..=tables.part_count()).map(|_| None).collect(),
            _charge: charge,
        });
    }

    /// Takes the meshes of a part's asset; those of other parts' sectors are refused, a fault each.
    pub(crate) fn take_meshes(
        &mut self,
        tables: &WorldTables,
        part: u32,
        asset: &PartAsset,
    ) -> Vec<Fault> {
        let mut faults = Vec::new();
        let Some(world) = &mut self.worlds[slot_index(tables.slot())] else {
            return faults;
        };
        for &sector in tables.part_sectors(part) {
            world.meshes[sector as usize] = None;
        }
        for sector in &asset.sectors {
            if tables.part_of(sector.index) == part {
                world.meshes[sector.index as usize] = Some(sector.mesh.clone());
            } else {
                let words = format!(
                    "brings sector {}, which belongs to part {}",
                    sector.index,
                    tables.part_of(sector.index)
                );
                let file = names::part(tables.name(), part);
                faults.push(Fault::of_file(file, FaultKind::Malformed, words));
            }
        }
        faults
    }

    /// Keeps a part that arrived.
    pub(crate) fn keep(&mut self, pending: PendingPart) {
        if let Some(world) = &mut self.worlds[slot_index(pending.slot)]
            && let Some(place) = world.parts.get_mut(pending.part as usize)
        {
            *place = Some(ResidentPart {
                asset: pending.asset,
                _charge: pending.charge,
            });
        }
    }

    /// Drops everything and gives every byte back.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    fn world(&self, slot: WorldSlot) -> Option<&WorldResidency> {
        self.worlds[slot_index(slot)].as_ref()
    }
}

/// The store of the running game: the asset server reads, this keeps.
pub(crate) struct AssetPartStore<'a> {
    pub(crate) residency: &'a mut Residency,
    pub(crate) server: &'a AssetServer,
    pub(crate) textures: &'a mut TextureRegistry,
    pub(crate) failed: &'a mut FailedSectors,
    /// Whether a sector is marked [`SectorInUse`](crate::level::entities::SectorInUse).
    pub(crate) in_use: &'a dyn Fn(WorldSlot, u32) -> bool,
    /// What happened, for messages. Reused.
    pub(crate) events: &'a mut Vec<PartEvent>,
}

impl PartStore for AssetPartStore<'_> {
    fn request(&mut self, world: &WorldTables, part: u32, charge: Charge) {
        let slot = world.slot();
        let asset = self
            .server
            .load(asset_path(&names::part(world.name(), part)));
        self.residency
            .broken
            .retain(|broken| (broken.slot, broken.part) != (slot, part));
        self.residency.pending.push(PendingPart {
            slot,
            part,
            asset,
            charge,
        });
        self.events.push(PartEvent::Requested { slot, part });
    }

    fn release_sector(&mut self, slot: WorldSlot, sector: u32) -> bool {
        if (self.in_use)(slot, sector) {
            return false;
        }
        if let Some(world) = &mut self.residency.worlds[slot_index(slot)]
            && let Some(mesh) = world.meshes.get_mut(sector as usize)
        {
            *mesh = None;
        }
        true
    }

    fn release_part(&mut self, slot: WorldSlot, part: u32) {
        self.textures.unregister(TextureOwner::Part(slot, part));
        self.failed.forget(slot, part);
        if let Some(world) = &mut self.residency.worlds[slot_index(slot)]
            && let Some(place) = world.parts.get_mut(part as usize)
        {
            *place = None;
        }
        self.events.push(PartEvent::Freed { slot, part });
    }
}

/// Sectors that a part's asset brought.
pub(crate) fn brings(asset: &PartAsset, sector: u32) -> bool {
    asset.sectors.iter().any(|brought| brought.index == sector)
}

/// Why a sector is missing from a part that was read.
pub(crate) fn missing_sector_fault(file: &str, asset: &PartAsset, sector: u32) -> Fault {
    let mut broken = asset.broken_sectors.iter();
    let own = broken.find(|broken| broken.index == sector);
    let own = own.map(|broken| &broken.fault);
    own.or(asset.faults.first()).cloned().unwrap_or_else(|| {
        let words = format!("has no atomic for sector {sector}");
        Fault::of_file(file, FaultKind::Malformed, words)
    })
}
