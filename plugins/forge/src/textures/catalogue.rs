//! Which textures exist, by name, and in which dictionary they travel.

use crate::kit::paint::{Canvas, Painting, Paintings};
use crate::kit::parallel;
use crate::textures::{
    brick, cloth, decals, foliage, glow, ground, metal, plaster, shops, signs, vehicles, windows,
    wood,
};

/// A texture's name, its painter, and how it is stored.
type Row = (&'static str, fn(u32) -> Canvas, fn(Canvas) -> Painting);

const PAL8: fn(Canvas) -> Painting = Painting::pal8;
const PAL4: fn(Canvas) -> Painting = Painting::pal4;
const BRICK: fn(Canvas) -> Painting = |canvas| Painting::pal4(canvas).dithered(10.0);
const SMALL: fn(Canvas) -> Painting = |canvas| Painting::pal4(canvas).levels(1);
const DECAL: fn(Canvas) -> Painting = |canvas| Painting::pal8(canvas).clamped();
const CARD: fn(Canvas) -> Painting = |canvas| Painting::pal8(canvas).levels(1).clamped();

const SCENERY: [Row; 36] = [
    ("brick_red", brick::red, BRICK),
    ("brick_brown", brick::brown, BRICK),
    ("brick_tan", brick::tan, BRICK),
    ("brick_painted", brick::painted, BRICK),
    ("plaster_cream", plaster::cream, PAL8),
    ("plaster_green", plaster::green, PAL8),
    ("stone", plaster::stone, PAL8),
    ("cornice", plaster::cornice, PAL8),
    ("concrete", plaster::concrete, PAL8),
    ("roof_tar", plaster::tar, PAL8),
    ("grime", plaster::grime, PAL8),
    ("asphalt", ground::asphalt, PAL8),
    ("pavement", ground::pavement, PAL8),
    ("kerb", ground::kerb, SMALL),
    ("sand", ground::sand, PAL8),
    ("earth", ground::earth, PAL8),
    ("puddle", ground::puddle, PAL8),
    ("windows_lit", windows::lit, PAL8),
    ("windows_dark", windows::dark, PAL8),
    ("planks", wood::planks, PAL8),
    ("hoarding", wood::hoarding, PAL8),
    ("tank", wood::tank, PAL4),
    ("ties", wood::ties, PAL4),
    ("doors", wood::doors, PAL8),
    ("rivets", metal::rivets, PAL8),
    ("iron", metal::iron, SMALL),
    ("lattice", metal::lattice, PAL4),
    ("grating", |_| metal::grating(), PAL4),
    ("railing", |_| metal::railing(), PAL4),
    ("shutter", metal::shutter, PAL8),
    ("train", metal::train, PAL8),
    ("awning_red", cloth::red, PAL4),
    ("awning_green", cloth::green, PAL4),
    ("sedan", vehicles::sedan, PAL8),
    ("bark", foliage::bark, SMALL),
    ("white", |_| Canvas::new(2, 2, [1.0; 3]), SMALL),
];

const DETAIL: [Row; 18] = [
    ("line", decals::line, PAL8),
    ("double_line", decals::double_line, PAL8),
    ("crossing", decals::crossing, PAL8),
    ("manhole", decals::manhole, DECAL),
    ("litter", decals::litter, DECAL),
    ("gutter", decals::gutter, PAL8),
    ("tags", decals::tags, |canvas| {
        Painting::pal4(canvas).clamped()
    }),
    ("stain", ground::stain, PAL8),
    (
        "chain_link",
        |_| metal::chain_link(),
        |canvas| Painting::pal4(canvas).with_k(-4.875),
    ),
    ("weeds", foliage::weeds, CARD),
    ("crown", foliage::crown, CARD),
    ("sea", ground::sea, PAL8),
    ("foam", ground::foam, PAL8),
    ("trunk", |seed| foliage::bark(seed ^ 5), SMALL),
    ("haze", |_| glow::haze(), CARD),
    ("cone", |_| glow::cone(), CARD),
    ("car_shadow", |_| vehicles::shadow(), CARD),
    ("fence_post", |seed| metal::iron(seed ^ 3), SMALL),
];

/// Textures of the `s` world's stream.
pub fn scenery(seed: u64) -> Paintings {
    paint(seed, &SCENERY)
}

/// Textures of the `d` world's stream.
pub fn detail(seed: u64) -> Paintings {
    paint(seed, &DETAIL)
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

fn paint(seed: u64, rows: &[Row]) -> Paintings {
    let painted = parallel::map(rows, |(name, painter, store)| {
        (*name, store(painter(seed as u32)))
    });
    painted.into_iter().collect()
}
