//! What a frame chooses.

use bevy::math::Vec3;
use wonderwheel_commando::occlusion::Mask;
use wonderwheel_commando::tfrag::{DepthRange, LodMode};
use wonderwheel_commando_view::choose::{Call, Eye, FrameChoice, Stage, Tally, mask_at};
use wonderwheel_commando_view::scene::instances::PlacedInstance;
use wonderwheel_commando_view::{CommandoLayers, CommandoSettings, TerrainLod};

use crate::demo;

fn choose(eye: &Eye, settings: &CommandoSettings) -> FrameChoice {
    let mut chosen = FrameChoice::default();
    chosen.choose(demo::scene(), eye, settings);
    chosen
}

/// What is chosen while no occlusion hides anything.
fn choose_open(eye: &Eye) -> FrameChoice {
    let settings = CommandoSettings {
        occlusion: false,
        ..CommandoSettings::default()
    };
    choose(eye, &settings)
}

fn sum(tally: &Tally) -> u32 {
    tally.outside + tally.far + tally.hidden + tally.drawn
}

#[test]
fn everything_is_drawn_or_has_its_reason() {
    for eye in [demo::at_the_landing(), demo::in_the_air()] {
        let chosen = choose(&eye, &CommandoSettings::default());
        for tally in [chosen.terrain, chosen.ties, chosen.shrubs, chosen.mobys] {
            assert_eq!(sum(&tally), tally.total);
            assert!(tally.drawn > 0, "{tally:?}");
        }
        assert_eq!(
            chosen.terrain_lods.iter().sum::<u32>(),
            chosen.terrain.drawn
        );
        assert_eq!(chosen.tie_lods.iter().sum::<u32>(), chosen.ties.drawn);
    }
}

#[test]
fn a_patch_is_drawn_in_the_mode_that_its_depth_asks_for() {
    let (scene, eye) = (demo::scene(), demo::at_the_landing());
    let chosen = choose(&eye, &CommandoSettings::default());
    let mut expected = [0; 3];
    for patch in &scene.terrain.patches {
        if patch.chunk == 0 && eye.sees(&patch.sphere) {
            let depth = DepthRange::of_sphere(
                patch.raw_sphere,
                eye.position.to_array(),
                eye.forward.to_array(),
            );
            let mode = scene.terrain.distances.mode(patch.base_only, depth);
            expected[mode.lod().index()] += 1;
        }
    }
    let open = choose_open(&eye);
    assert_eq!(open.terrain_lods, expected);
    assert!(
        expected.iter().all(|count| *count > 0),
        "all three are there: {expected:?}"
    );
    let modes: Vec<u32> = terrain_modes(&chosen);
    for mode in [LodMode::Lod0, LodMode::Lod0Morph, LodMode::Lod1Collapse] {
        assert!(modes.contains(&(mode as u32)), "{mode:?}");
    }
}

fn terrain_modes(chosen: &FrameChoice) -> Vec<u32> {
    let calls = chosen
        .calls
        .iter()
        .filter(|call| call.stage == Stage::Terrain);
    calls
        .map(|call| chosen.drawn[call.drawn.start as usize].mode)
        .collect()
}

#[test]
fn a_fixed_level_holds_everywhere_and_coarser_ones_have_fewer_triangles() {
    let eye = demo::in_the_air();
    let of = |terrain_lod| {
        let settings = CommandoSettings {
            terrain_lod,
            ..CommandoSettings::default()
        };
        choose(&eye, &settings)
    };
    let [finest, middle, coarsest] =
        [TerrainLod::Finest, TerrainLod::Middle, TerrainLod::Coarsest].map(of);
    assert_eq!(finest.terrain_lods, [finest.terrain.drawn, 0, 0]);
    assert_eq!(middle.terrain_lods, [0, middle.terrain.drawn, 0]);
    assert_eq!(coarsest.terrain_lods, [0, 0, coarsest.terrain.drawn]);
    assert!(finest.triangles > middle.triangles && middle.triangles > coarsest.triangles);
    assert_eq!(finest.morphing, 0);
}

#[test]
fn occlusion_hides_what_the_mask_of_the_place_does_not_show() {
    let eye = demo::at_the_landing();
    let hidden = choose(&eye, &CommandoSettings::default());
    assert!(hidden.in_grid && hidden.terrain.hidden > 0);
    let open = choose_open(&eye);
    assert_eq!(open.terrain.hidden, 0);
    assert_eq!(
        open.terrain.drawn,
        hidden.terrain.drawn + hidden.terrain.hidden
    );
    // High above the ground no cell says anything: everything is drawn.
    let above = demo::eye([160.0, 60.0, 395.0], [158.0, 160.0, 40.0]);
    let above = choose(&above, &CommandoSettings::default());
    assert!(!above.in_grid && above.terrain.hidden == 0);
}

#[test]
fn mobys_without_a_mapping_are_seen_where_those_with_one_are_hidden() {
    let scene = demo::scene();
    let (free, mapped): (Vec<&PlacedInstance>, Vec<&PlacedInstance>) = scene
        .instances
        .mobys
        .iter()
        .partition(|moby| moby.bit == Mask::ALWAYS);
    assert!(!free.is_empty() && !mapped.is_empty());
    // Walked over the whole island: land hides some of the one kind, and nothing hides the other.
    let places = (80..240)
        .step_by(8)
        .flat_map(|x| (80..240).step_by(8).map(move |y| [x, y]));
    let eyes = places.map(|[x, y]| [x as f32, y as f32, 45.0]);
    let eyes = eyes.map(|from| demo::eye(from, [from[0], from[1] + 1.0, from[2]]));
    let masks: Vec<&Mask> = eyes.filter_map(|eye| mask_at(scene, &eye)).collect();
    let hides = |moby: &&PlacedInstance| masks.iter().any(|mask| !mask.sees(moby.bit));
    assert!(mapped.iter().any(hides));
    assert!(!free.iter().any(hides));
}

#[test]
fn opaque_things_come_before_what_shines_through_and_the_sky_before_everything() {
    let chosen = choose(&demo::at_the_landing(), &CommandoSettings::default());
    let rank = |call: &Call| {
        (
            call.stage != Stage::Sky,
            call.stage != Stage::Sky && !call.opaque,
        )
    };
    assert!(chosen.calls.is_sorted_by_key(rank));
    assert_eq!(
        chosen.calls.first().map(|call| call.stage),
        Some(Stage::Sky)
    );
    let billboards = chosen
        .calls
        .iter()
        .filter(|call| call.stage == Stage::Billboard);
    assert_eq!(
        billboards.map(|call| call.drawn.len() as u32).sum::<u32>(),
        chosen.billboards
    );
}

#[test]
fn a_layer_that_is_off_makes_no_call() {
    let layers = CommandoLayers {
        sky: false,
        terrain: false,
        ties: false,
        shrubs: false,
        mobys: false,
    };
    let settings = CommandoSettings {
        layers,
        ..CommandoSettings::default()
    };
    let chosen = choose(&demo::at_the_landing(), &settings);
    assert!(chosen.calls.is_empty() && chosen.drawn.is_empty());
}

#[test]
fn a_shrub_gives_way_to_its_billboard_over_eight_units() {
    let scene = demo::scene();
    let (shrub, fade_start) = scene
        .instances
        .shrubs
        .iter()
        .find_map(|shrub| {
            let (billboard, _) = scene.shrubs[shrub.class].billboard.as_ref()?;
            Some((shrub, billboard.fade_start()))
        })
        .expect("trees have billboards");
    let fades = |distance: f32| {
        let centre = Vec3::from(shrub.sphere.centre);
        let eye = demo::eye((centre - Vec3::Y * distance).to_array(), centre.to_array());
        let chosen = choose(&eye, &CommandoSettings::default());
        let of = |stage| {
            let calls = chosen.calls.iter().filter(move |call| call.stage == stage);
            let drawn = calls.flat_map(|call| call.drawn.clone());
            let mut own = drawn
                .map(|at| chosen.drawn[at as usize])
                .filter(|record| record.instance == shrub.record);
            own.next().map_or(0.0, |record| record.fade)
        };
        (of(Stage::Model), of(Stage::Billboard))
    };
    assert_eq!(fades(fade_start - 1.0), (1.0, 0.0));
    let (mesh, billboard) = fades(fade_start + 4.0);
    assert!(
        (mesh - 0.5).abs() < 0.01 && (billboard - 0.5).abs() < 0.01,
        "{mesh} {billboard}"
    );
    assert_eq!(fades(fade_start + 9.0), (0.0, 1.0));
}

#[test]
fn a_second_frame_of_the_same_place_is_the_same() {
    let mut chosen = FrameChoice::default();
    let (scene, eye) = (demo::scene(), demo::at_the_landing());
    chosen.choose(scene, &eye, &CommandoSettings::default());
    let (drawn, calls) = (chosen.drawn.clone(), chosen.calls.clone());
    let room = (chosen.drawn.capacity(), chosen.calls.capacity());
    chosen.choose(scene, &eye, &CommandoSettings::default());
    assert_eq!((chosen.drawn.clone(), chosen.calls.clone()), (drawn, calls));
    assert_eq!((chosen.drawn.capacity(), chosen.calls.capacity()), room);
}
