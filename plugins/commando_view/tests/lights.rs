//! The light pass and what a change of the bank does.

use wonderwheel_commando::lighting::{DirectionalPass, LightBank};
use wonderwheel_commando_view::scene::lighting::WHITE;

use crate::demo;

#[test]
fn terrain_has_the_bytes_of_the_directional_pass() {
    let lighting = &demo::scene().lighting;
    let table = lighting.table.as_ref().expect("the forge writes one");
    let expected = DirectionalPass::new(table, &lighting.bank).run(&lighting.terrain);
    let colours = lighting.colours(&lighting.bank);
    assert_eq!(
        colours.lit,
        lighting.terrain.len(),
        "all of the demo is lit"
    );
    assert_eq!(colours.bytes[..lighting.terrain.len()], expected.colors);
    assert_eq!(colours.bytes.len(), lighting.len());
}

#[test]
fn a_brighter_sun_brightens_and_none_leaves_the_base() {
    let lighting = &demo::scene().lighting;
    let mut bright = lighting.bank.clone();
    for set in &mut bright.sets {
        set.color_a = set.color_a.map(|lane| lane * 1.5);
    }
    let sum = |bank: &LightBank| -> u64 {
        let colours = lighting.colours(bank);
        let bytes = colours.bytes.iter().flat_map(|[r, g, b, _]| [r, g, b]);
        bytes.map(|byte| u64::from(*byte)).sum()
    };
    let dark = lighting.colours(&LightBank::default());
    assert_eq!(dark.lit, 0);
    assert!(sum(&bright) > sum(&lighting.bank));
    assert!(sum(&lighting.bank) > sum(&LightBank::default()));
    // Alpha is opaque whatever shines.
    assert!(dark.bytes.iter().all(|colour| colour[3] == WHITE[3]));
}
