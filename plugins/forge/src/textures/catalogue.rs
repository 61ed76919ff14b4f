//! Which textures exist, by name, and in which dictionary they travel.

use crate::kit::paint::{Painting, Paintings};
use crate::kit::parallel;
use crate::textures::{
    brick, cloth, decals, foliage, glow, ground, metal, plaster, shops, signs, vehicles, windows,
    wood,
};

type Painter = (&'static str, fn(u64) -> Painting);

/// Textures of the `s` world's stream.
pub fn scenery(seed: u64) -> Paintings {
    paint(
        seed,
        &[
            ("brick_red", |s| {
                Painting::pal4(brick::red(s as u32)).dithered(10.0)
            }),
            ("brick_brown", |s| {
                Painting::pal4(brick::brown(s as u32)).dithered(10.0)
            }),
            ("brick_tan", |s| {
                Painting::pal4(brick::tan(s as u32)).dithered(10.0)
            }),
            ("brick_painted", |s| {
                Painting::pal4(brick::painted(s as u32)).dithered(10.0)
            }),
            ("plaster_cream", |s| {
                Painting::pal8(plaster::cream(s as u32))
            }),
            ("plaster_green", |s| {
                Painting::pal8(plaster::green(s as u32))
            }),
            ("stone", |s| Painting::pal8(plaster::stone(s as u32))),
            ("cornice", |s| Painting::pal8(plaster::cornice(s as u32))),
            ("concrete", |s| Painting::pal8(plaster::concrete(s as u32))),
            ("roof_tar", |s| Painting::pal8(plaster::tar(s as u32))),
            ("grime", |s| Painting::pal8(plaster::grime(s as u32))),
            ("asphalt", |s| Painting::pal8(ground::asphalt(s as u32))),
            ("pavement", |s| Painting::pal8(ground::pavement(s as u32))),
            ("kerb", |s| Painting::pal4(ground::kerb(s as u32)).levels(1)),
            ("sand", |s| Painting::pal8(ground::sand(s as u32))),
            ("earth", |s| Painting::pal8(ground::earth(s as u32))),
            ("puddle", |s| Painting::pal8(ground::puddle(s as u32))),
            ("windows_lit", |s| Painting::pal8(windows::lit(s as u32))),
            ("windows_dark", |s| Painting::pal8(windows::dark(s as u32))),
            ("planks", |s| Painting::pal8(wood::planks(s as u32))),
            ("hoarding", |s| Painting::pal8(wood::hoarding(s as u32))),
            ("tank", |s| Painting::pal4(wood::tank(s as u32))),
            ("ties", |s| Painting::pal4(wood::ties(s as u32))),
            ("doors", |s| Painting::pal8(wood::doors(s as u32))),
            ("rivets", |s| Painting::pal8(metal::rivets(s as u32))),
            ("iron", |s| Painting::pal4(metal::iron(s as u32)).levels(1)),
            ("lattice", |s| Painting::pal4(metal::lattice(s as u32))),
            ("grating", |_| Painting::pal4(metal::grating())),
            ("railing", |_| Painting::pal4(metal::railing())),
            ("shutter", |s| Painting::pal8(metal::shutter(s as u32))),
            ("train", |s| Painting::pal8(metal::train(s as u32))),
            ("awning_red", |s| Painting::pal4(cloth::red(s as u32))),
            ("awning_green", |s| Painting::pal4(cloth::green(s as u32))),
            ("sedan", |s| Painting::pal8(vehicles::sedan(s as u32))),
            ("bark", |s| {
                Painting::pal4(foliage::bark(s as u32)).levels(1)
            }),
            ("white", |_| {
                Painting::pal4(crate::kit::paint::Canvas::new(2, 2, [1.0; 3])).levels(1)
            }),
        ],
    )
}

/// Textures of the `d` world's stream.
pub fn detail(seed: u64) -> Paintings {
    paint(
        seed,
        &[
            ("line", |s| Painting::pal8(decals::line(s as u32))),
            ("double_line", |s| {
                Painting::pal8(decals::double_line(s as u32))
            }),
            ("crossing", |s| Painting::pal8(decals::crossing(s as u32))),
            ("manhole", |s| {
                Painting::pal8(decals::manhole(s as u32)).clamped()
            }),
            ("litter", |s| {
                Painting::pal8(decals::litter(s as u32)).clamped()
            }),
            ("gutter", |s| Painting::pal8(decals::gutter(s as u32))),
            ("tags", |s| Painting::pal4(decals::tags(s as u32)).clamped()),
            ("stain", |s| Painting::pal8(ground::stain(s as u32))),
            ("chain_link", |_| {
                Painting::pal4(metal::chain_link()).with_k(-4.875)
            }),
            ("weeds", |s| {
                Painting::pal8(foliage::weeds(s as u32)).levels(1).clamped()
            }),
            ("crown", |s| {
                Painting::pal8(foliage::crown(s as u32)).levels(1).clamped()
            }),
            ("sea", |s| Painting::pal8(ground::sea(s as u32))),
            ("foam", |s| Painting::pal8(ground::foam(s as u32))),
            ("trunk", |s| {
                Painting::pal4(foliage::bark(s as u32 ^ 5)).levels(1)
            }),
            ("haze", |_| Painting::pal8(glow::haze()).levels(1).clamped()),
            ("cone", |_| Painting::pal8(glow::cone()).levels(1).clamped()),
            ("car_shadow", |_| {
                Painting::pal8(vehicles::shadow()).levels(1).clamped()
            }),
            ("fence_post", |s| {
                Painting::pal4(metal::iron(s as u32 ^ 3)).levels(1)
            }),
        ],
    )
}

/// Textures that one part of the `s` world brings.
pub fn scenery_part(seed: u64, part: u32) -> Paintings {
    Paintings::from([
        ("signs", Painting::pal8(signs::sheet(seed, part)).levels(2)),
        (
            "upright",
            Painting::pal8(signs::upright(seed, part)).levels(1),
        ),
        (
            "billboard",
            Painting::pal8(signs::billboard(seed, part)).levels(1),
        ),
        ("shops", Painting::pal8(shops::sheet(seed, part)).levels(2)),
    ])
}

/// Textures that one part of the `d` world brings.
pub fn detail_part(seed: u64, part: u32) -> Paintings {
    Paintings::from([
        (
            "graffiti",
            Painting::pal8(decals::graffiti(seed, part)).clamped(),
        ),
        (
            "posters",
            Painting::pal8(decals::posters(seed, part)).clamped(),
        ),
    ])
}

fn paint(seed: u64, painters: &[Painter]) -> Paintings {
    parallel::map(painters, |(name, painter)| (*name, painter(seed)))
        .into_iter()
        .collect()
}
