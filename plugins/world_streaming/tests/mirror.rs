//! Worlds, parts and sectors as entities.

use bevy::prelude::*;
use wonderwheel_world_streaming::core::synthetic::GridCity;
use wonderwheel_world_streaming::prelude::*;

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
            ..default()
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

/// The entity of a sector.
fn entity_of(app: &mut App, slot: WorldSlot, index: u32) -> Entity {
    let wanted = Sector { slot, index };
    let mut sectors = app.world_mut().query::<(Entity, &Sector)>();
    let found = sectors.iter(app.world()).find(|(_, s)| **s == wanted);
    found.expect("mirrored").0
}

#[test]
fn a_lowered_budget_asks_for_a_part_in_use_and_its_release_waits_until_it_is_let_go() {
    let mut app = running();
    // Everything that is resident is used by somebody.
    for slot in [S, D] {
        for index in 0..tables(&app, slot).sector_count() {
            let entity = entity_of(&mut app, slot, index);
            if tables(&app, slot).sector_state(index) == SectorState::Loaded {
                app.world_mut().entity_mut(entity).insert(SectorInUse);
            }
        }
    }
    place(
        &mut app,
        Vec3::new(-500.0, 0.0, -500.0),
        std::f32::consts::PI,
    );
    let resident = get::<StreamingStats>(&app).resident_parts;
    update(&mut app);
    let lower = |app: &mut App, parts: u64| {
        settings_mut(app).budget = BudgetSize::Bytes(fixed_charges(2) + parts * 40_960);
        updates(app, 20);
    };
    lower(&mut app, u64::from(resident) - 1);
    let pending: Vec<Sector> = {
        let mut sectors = app.world_mut().query::<(&Sector, &SectorState)>();
        let sectors = sectors.iter(app.world());
        let pending = sectors.filter(|(_, state)| **state == SectorState::ReleasePending);
        pending.map(|(sector, _)| *sector).collect()
    };
    let slot = pending[0].slot;
    let part = tables(&app, slot).part_of(pending[0].index);
    assert_eq!(pending.len(), 2, "the sectors of one part: {pending:?}");
    assert_eq!(tables(&app, slot).part_state(part), PartState::Releasing);
    assert!(
        get::<SectorBudget>(&app).over() > 0,
        "its bytes stay charged"
    );
    for sector in &pending {
        assert!(get::<Residency>(&app).mesh(slot, sector.index).is_some());
    }

    // One of its two atomics is let go: the original's state 4 beside state 3.
    let entity = entity_of(&mut app, slot, pending[0].index);
    app.world_mut().entity_mut(entity).remove::<SectorInUse>();
    update(&mut app);
    let state = |app: &App, at: usize| tables(app, slot).sector_state(pending[at].index);
    assert_eq!(
        (state(&app, 0), state(&app, 1)),
        (SectorState::Released, SectorState::ReleasePending)
    );
    let entity = entity_of(&mut app, slot, pending[1].index);
    app.world_mut().entity_mut(entity).remove::<SectorInUse>();
    update(&mut app);
    assert_eq!(state(&app, 1), SectorState::Released);
    assert_ne!(tables(&app, slot).part_state(part), PartState::Releasing);
    update(&mut app);
    assert_eq!(get::<SectorBudget>(&app).over(), 0);
    check_invariants(&app, fixed_charges(2));
}

#[test]
fn a_part_whose_sector_is_marked_in_use_is_not_freed() {
    let mut app = running();
    let resident = (1..=17)
        .find(|&part| tables(&app, S).part_state(part) == PartState::Resident)
        .expect("some part");
    let sector = tables(&app, S).part_sectors(resident)[0];
    let entity = entity_of(&mut app, S, sector);
    app.world_mut().entity_mut(entity).insert(SectorInUse);
    place(
        &mut app,
        GridCity::new(S, 6, 6).center(35) + Vec3::new(100.0, 0.0, 100.0),
        0.0,
    );
    updates(&mut app, 60);
    assert_eq!(tables(&app, S).part_state(resident), PartState::Resident);
    app.world_mut().entity_mut(entity).remove::<SectorInUse>();
    updates(&mut app, 60);
    assert_ne!(tables(&app, S).part_state(resident), PartState::Resident);
}
