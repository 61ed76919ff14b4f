//! Sprite sheets and pictures, and the sheet table.

use wonderwheel_renderware::dictionary::TextureDictionary;
use wonderwheel_renderware::texture::{Addressing, IndexedImage, NativeTexture};
use wonderwheel_warriors::lists::{ALWAYS, SheetRecord};
use wonderwheel_warriors::names::generate::MEMORY_CARD_LOADING;
use wonderwheel_warriors::names::{DEFAULT_PICTURE, crc32};
use wonderwheel_warriors::picture::Picture;
use wonderwheel_warriors::sprite_sheet::SpriteSheet;

use super::levels::GameLevel;
use super::store::Store;
use crate::error::Result;
use crate::kit::encode::noise_texture::{noise_texture, texture};
use crate::kit::rng::hash_unit;

/// Sheets at the places of the table that sprites name them by. Source: spec/chunks.md 5.7.
const AT_THEIR_PLACES: [(usize, &str); 10] = [
    (0, "part_page0"),
    (1, "part_page1"),
    (3, "menu_system"),
    (7, "part_fire"),
    (8, "lighting"),
    (10, "hud_minigames"),
    (13, "big_font"),
    (18, "fog_overlay"),
    (19, "room_smoke_overlay"),
    (51, LEGAL),
];
const LEGAL: &str = "legal_screen";
/// Length of the table: up to the last known place.
const PLACES: usize = 52;

/// Sheets that are wanted from the start.
pub const ALWAYS_THERE: [&str; 3] = ["part_page0", "menu_system", "big_font"];

/// Pictures that belong to no level.
const PICTURES: [&str; 5] = [
    DEFAULT_PICTURE,
    LEGAL,
    "memory_card_screen",
    MEMORY_CARD_LOADING,
    "rumble_1_ls_0",
];

/// Makes sheets and pictures, and their table: known places first, then pictures in the free ones, fillers in the rest.
///
/// # Errors
/// None.
pub fn add(store: &mut Store, levels: &[GameLevel], seed: u64) -> Result<()> {
    let of_levels = levels.iter().flat_map(GameLevel::pictures);
    let pictures = PICTURES.map(str::to_owned).into_iter().chain(of_levels);
    let pictures: Vec<String> = pictures.collect();
    let mut free = pictures.iter().filter(|name| *name != LEGAL);
    for sheet in ALWAYS_THERE {
        store.need(ALWAYS, crc32(sheet));
    }
    for place in 0..PLACES {
        let known = AT_THEIR_PLACES.iter().find(|(at, _)| *at == place);
        let name = match known {
            Some((_, name)) => (*name).to_owned(),
            None => free
                .next()
                .cloned()
                .unwrap_or_else(|| format!("sheet_{place:02}")),
        };
        let (texture, sheet) = if pictures.contains(&name) {
            let texture = picture(&name, seed as u32 ^ crc32(&name))?;
            (texture, SpriteSheet::loading_picture())
        } else {
            let texture = noise_texture(&name, 32, 1, seed as u32 ^ place as u32)?;
            (texture, small_sheet(&name))
        };
        let dictionary = TextureDictionary::new(vec![texture]);
        let picture = Picture::new(crc32(&name), dictionary, sheet);
        let stored = store.standalone(picture.to_resource(crc32(&name)));
        store.lists.sheets.records.push(SheetRecord {
            size: stored.size,
            name_hash: stored.hash,
        });
    }
    Ok(())
}

/// Four rectangles of half the sheet each; the font's characters begin at the first.
fn small_sheet(name: &str) -> SpriteSheet {
    let half = |u: f32, v: f32| [u, v, u + 0.5, v + 0.5];
    SpriteSheet {
        font_rectangle: (name == "big_font").then_some(0),
        rectangles: vec![
            half(0.0, 0.0),
            half(0.5, 0.0),
            half(0.0, 0.5),
            half(0.5, 0.5),
        ],
    }
}

/// 512 x 512 texels, the picture in the upper 384 rows: rings around a place, in shades of a colour, all of the picture's own.
fn picture(name: &str, seed: u32) -> Result<NativeTexture> {
    const SIDE: i32 = 512;
    const ROWS: i32 = 384;
    let unit = |i: i32| hash_unit(i, 0, seed);
    let middle = [unit(0), unit(1)].map(|u| (u * 300.0) as i32 + 80);
    let step = 40 + (unit(2) * 40.0) as i32;
    let tint = [unit(3), unit(4), unit(5)].map(|u| 0.3 + 0.7 * u);
    let palette = (0..256).map(|i| {
        let [r, g, b] = tint.map(|t| (t * i as f32) as u8);
        [r, g, b, 128]
    });
    let texels = (0..SIDE * SIDE).map(|i| {
        let (x, y) = (i % SIDE - middle[0], i / SIDE - middle[1]);
        if i / SIDE < ROWS {
            // Squares of distances need no root to be rings.
            ((x * x + y * y) / step % 256) as u8
        } else {
            0
        }
    });
    let image = IndexedImage {
        width: SIDE as u32,
        height: SIDE as u32,
        palette: palette.collect(),
        levels: vec![texels.collect()],
    };
    texture(name, &image, Addressing::Clamp)
}
