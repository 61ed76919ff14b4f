//! Worlds, parts and sectors as entities.

use bevy::prelude::*;
use wonderwheel_world_streaming::prelude::*;
use wonderwheel_world_streaming::synthetic::GridCity;

use crate::app::*;
use crate::fixture;

const S: WorldSlot = WorldSlot::Scenery;
const D: WorldSlot = WorldSlot::Detail;

/// The scenery streams under a budget that holds a third of it.
fn running() -> App {
    let files = fixture::level_files("test", &GridCity::new(S, 6, 6), &GridCity::new(D, 4, 4));
    let budget = BudgetSize::Bytes(fixed_charges(2) + 8 * 40_960);
    let mut app = app(
        files,
        StreamingSettings {
            budget,
            ..StreamingSettings::default()
        },
    );
    load(&mut app, "test");
    app
}

#[test]
fn components_say_what_the_tables_say_after_every_frame() {
    let mut app = running();
    for step in 0..60 {
        place(
            &mut app,
            GridCity::new(S, 6, 6).center(step % 36),
            step as f32 * 0.2,
        );
        update(&mut app);
        let mut parts = app.world_mut().query::<(&Part, &PartState)>();
        let mut sectors = app
            .world_mut()
            .query::<(&Sector, &SectorState, &SectorBounds)>();
        let worlds = get::<Worlds>(&app);
        assert_eq!(parts.iter(app.world()).count(), 18 + 8);
        assert_eq!(sectors.iter(app.world()).count(), 36 + 16);
        for (part, state) in parts.iter(app.world()) {
            assert_eq!(
                worlds
                    .get(part.slot)
                    .expect("exists")
                    .part_state(part.number),
                *state,
                "{part:?}"
            );
        }
        for (sector, state, bounds) in sectors.iter(app.world()) {
            let world = worlds.get(sector.slot).expect("exists");
            assert_eq!(world.sector_state(sector.index), *state, "{sector:?}");
            assert_eq!(world.sector_bounds(sector.index), bounds.0);
        }
    }
    assert!(get::<StreamingStats>(&app).frees > 0);
}

#[test]
fn sectors_hang_on_parts_and_parts_on_worlds() {
    let mut app = running();
    let mut worlds = app.world_mut().query::<(&StreamedWorld, &Parts)>();
    let mut counts: Vec<_> = worlds
        .iter(app.world())
        .map(|(world, parts)| (world.name.clone(), parts.iter().count()))
        .collect();
    counts.sort();
    assert_eq!(counts, [("testd".to_owned(), 8), ("tests".to_owned(), 18)]);
    let mut parts = app.world_mut().query::<(&Part, &Sectors)>();
    for (part, sectors) in parts.iter(app.world()) {
        let of: Vec<u32> = sectors
            .iter()
            .filter_map(|entity| app.world().get::<Sector>(entity))
            .map(|s| s.index)
            .collect();
        assert_eq!(of, tables(&app, part.slot).part_sectors(part.number));
    }
}

#[test]
fn a_part_whose_sector_is_marked_in_use_is_not_freed() {
    let mut app = running();
    let resident = (1..=17)
        .find(|&part| tables(&app, S).part_state(part) == PartState::Resident)
        .expect("some part");
    let sector = tables(&app, S).part_sectors(resident)[0];
    let mut sectors = app.world_mut().query::<(Entity, &Sector)>();
    let wanted = Sector {
        slot: S,
        index: sector,
    };
    let entity = sectors
        .iter(app.world())
        .find(|(_, s)| **s == wanted)
        .map(|(entity, _)| entity)
        .expect("mirrored");
    app.world_mut().entity_mut(entity).insert(SectorInUse);
    place(
        &mut app,
        GridCity::new(S, 6, 6).center(35) + Vec3::new(100.0, 0.0, 100.0),
        0.0,
    );
    for _ in 0..60 {
        update(&mut app);
    }
    assert_eq!(tables(&app, S).part_state(resident), PartState::Resident);
    app.world_mut().entity_mut(entity).remove::<SectorInUse>();
    for _ in 0..60 {
        update(&mut app);
    }
    assert_ne!(tables(&app, S).part_state(resident), PartState::Resident);
}
