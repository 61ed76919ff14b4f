//! The level of the second game as its readers see it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use std::time::Instant;

use wonderwheel_commando::collision::{Collision, Ray};
use wonderwheel_commando::core::{CoreIndex, HeroBound};
use wonderwheel_commando::disc::{DiscFile, TABLE_SECTOR, TableOfContents, TocKind};
use wonderwheel_commando::gameplay::{BlockKind, Gameplay, MobyInstance};
use wonderwheel_commando::level::{ClassKind, DataExtent, Level, LevelFile, TextureKind};
use wonderwheel_commando::lighting::{DirectionalPass, LightBank, NormalTable, Selection};
use wonderwheel_commando::lz;
use wonderwheel_commando::moby::{MobyClass, MobyList};
use wonderwheel_commando::occlusion::{
    LevelObjects, Mask, ObjectBits, OcclusionGrid, OcclusionMappings,
};
use wonderwheel_commando::range::SECTOR;
use wonderwheel_commando::shrub::ShrubClass;
use wonderwheel_commando::sky::{Shell, Sky};
use wonderwheel_commando::sound_bank::is_sound_bank;
use wonderwheel_commando::tfrag::{Lod, Patch, TfragBlock};
use wonderwheel_commando::tie::TieClass;
use wonderwheel_forge::island::collision::surface;
use wonderwheel_forge::island::islets::ISLETS;
use wonderwheel_forge::island::land::{self, Land};
use wonderwheel_forge::{Recipe, commando_disc, forge};

use crate::support::{clean, forged};

/// The level's file, forged once for all tests.
pub fn file() -> &'static [u8] {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    FILE.get_or_init(|| {
        let begin = Instant::now();
        let mut game = forged("commando_demo");
        println!("forged the level in {:?}", begin.elapsed());
        assert_eq!(game.level, "level0");
        assert_eq!(game.files.keys().collect::<Vec<_>>(), ["level0.wad"]);
        game.files.remove("level0.wad").unwrap()
    })
}

fn level() -> Level<'static> {
    Level::read(file()).unwrap()
}

/// The bytes of all classes of a kind.
fn classes(level: &Level<'_>, kind: ClassKind) -> Vec<Vec<u8>> {
    let entries = level.classes(kind);
    let bytes = |entry| level.class_bytes(entry).unwrap().1.to_vec();
    entries.map(bytes).collect()
}

fn ties(level: &Level<'_>) -> Vec<TieClass> {
    let classes = classes(level, ClassKind::Tie);
    let read = classes.iter().map(|bytes| TieClass::read(bytes).unwrap());
    read.collect()
}

fn shrubs(level: &Level<'_>) -> Vec<ShrubClass> {
    let classes = classes(level, ClassKind::Shrub);
    let read = classes.iter().map(|bytes| ShrubClass::read(bytes).unwrap());
    read.collect()
}

fn mobys(level: &Level<'_>) -> Vec<MobyClass> {
    let classes = classes(level, ClassKind::Moby);
    let read = classes.iter().map(|bytes| MobyClass::read(bytes).unwrap());
    read.collect()
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_one_others() {
    assert!(forged("commando_demo").files["level0.wad"] == file());
    let mut recipe = Recipe::builtin("commando_demo").unwrap();
    recipe.set_seed(7);
    let other = forge(&recipe, &mut |_| {}).unwrap();
    assert!(other.files["level0.wad"] != file());
    // Whatever the seed, it is a level.
    let level = Level::read(&other.files["level0.wad"]).unwrap();
    clean("another seed", |findings| level.validate(findings));
    TfragBlock::read(level.tfrags()).unwrap();
}

#[test]
fn every_file_inside_is_written_back_to_the_same_bytes() {
    let level_file = LevelFile::read(file()).unwrap();
    assert!(level_file.write().unwrap() == file());
    clean("file", |findings| level_file.validate(findings));
    let data = DataExtent::read(level_file.members.data).unwrap();
    assert!(data.write().unwrap() == level_file.members.data);
    let index = CoreIndex::read(data.members.core_index).unwrap();
    assert!(index.write().unwrap() == data.members.core_index);
    let gameplay = lz::decompress(level_file.members.gameplay).unwrap();
    assert!(Gameplay::read(&gameplay).unwrap().write().unwrap() == gameplay);
    assert!(is_sound_bank(level_file.members.sound_bank));
}

#[test]
fn every_block_and_class_is_written_back_to_the_same_bytes() {
    let level = level();
    let same = |what: &str, read: &[u8], written: Vec<u8>| assert!(written == read, "{what}");
    let tfrags = TfragBlock::read(level.tfrags()).unwrap();
    same("tfrags", level.tfrags(), tfrags.write().unwrap());
    let sky = Sky::read(level.sky()).unwrap();
    same("sky", level.sky(), sky.write().unwrap());
    let collision = Collision::read(level.collision()).unwrap();
    same("collision", level.collision(), collision.write().unwrap());
    let grid = OcclusionGrid::read(level.occlusion()).unwrap();
    same("occlusion", level.occlusion(), grid.write().unwrap());
    let written = [
        ties(&level)
            .iter()
            .map(|tie| tie.write().unwrap())
            .collect(),
        shrubs(&level)
            .iter()
            .map(|shrub| shrub.write().unwrap())
            .collect(),
        mobys(&level)
            .iter()
            .map(|moby| moby.write().unwrap())
            .collect::<Vec<_>>(),
    ];
    let kinds = [
        (ClassKind::Tie, 3),
        (ClassKind::Shrub, 2),
        (ClassKind::Moby, 2),
    ];
    for ((kind, count), written) in kinds.into_iter().zip(written) {
        let classes = classes(&level, kind);
        assert_eq!(classes.len(), count, "{kind:?}");
        assert!(classes == written, "{kind:?}");
    }
}

#[test]
fn nothing_breaks_a_rule() {
    let level = level();
    clean("level", |findings| level.validate(findings));
    let tfrags = TfragBlock::read(level.tfrags()).unwrap();
    clean("tfrags", |findings| {
        tfrags.validate(findings);
        tfrags.validate_textures(level.textures(TextureKind::Tfrag).len(), findings);
    });
    let sky = Sky::read(level.sky()).unwrap();
    clean("sky", |findings| sky.validate(findings));
    let collision = Collision::read(level.collision()).unwrap();
    clean("collision", |findings| collision.validate(findings));
    let grid = OcclusionGrid::read(level.occlusion()).unwrap();
    clean("occlusion", |findings| grid.validate(findings));
    clean("mappings", |findings| mappings(&level).validate(findings));
    clean("lights", |findings| bank(&level).validate(findings));
    for tie in ties(&level) {
        clean("tie", |findings| tie.validate(findings));
    }
    for shrub in shrubs(&level) {
        clean("shrub", |findings| shrub.validate(findings));
    }
    for moby in mobys(&level) {
        clean("moby", |findings| moby.validate(findings));
    }
}

fn mappings(level: &Level<'_>) -> OcclusionMappings {
    let block = level.gameplay.block(BlockKind::OcclusionMappings).unwrap();
    let mappings = OcclusionMappings::read(block).unwrap();
    let copy = OcclusionMappings::read(level.occlusion_mappings).unwrap();
    assert_eq!(
        (&copy.tfrags, &copy.ties, &copy.mobys),
        (&mappings.tfrags, &mappings.ties, &mappings.mobys)
    );
    mappings
}

fn bank(level: &Level<'_>) -> LightBank {
    let block = level.gameplay.block(BlockKind::Lights).unwrap();
    LightBank::read_from(&mut wonderwheel_ps2::cursor::Cursor::new(block)).unwrap()
}

#[test]
fn the_ground_has_three_levels_of_detail_that_meet_at_their_borders() {
    let level = level();
    let block = TfragBlock::read(level.tfrags()).unwrap();
    let (ground, water) = (block.len() - 1, 1);
    assert!((60..=150).contains(&ground), "{ground}");
    // 8 by 8 cells: 128, 32 and 8 triangles.
    for (lod, each) in Lod::ALL.into_iter().zip([128, 32, 8]) {
        assert_eq!(block.triangle_count(lod), (ground + water) * each);
    }
    // Corners of a patch's border, by whether the level has them.
    for lod in Lod::ALL {
        let mut seen: BTreeMap<[i64; 2], [i64; 3]> = BTreeMap::new();
        for (_, patch) in block.patches().take(ground) {
            for position in used(&patch, lod) {
                let [x, y, _] = position;
                assert_eq!(*seen.entry([x, y]).or_insert(position), position, "{lod:?}");
            }
        }
        // Neighbours share their corners: fewer than each for itself.
        let side = [9, 5, 3][lod.index()];
        assert!(seen.len() < ground * side * side);
    }
}

/// Positions that a level draws, raw units in the world.
fn used(patch: &Patch<'_>, lod: Lod) -> BTreeSet<[i64; 3]> {
    let [ox, oy, oz, _] = patch.origin.map(i64::from);
    let infos = patch.indices_of(lod).iter();
    infos
        .map(|index| patch.vertex_infos[usize::from(*index)].position())
        .map(|position| {
            let [x, y, z] = patch.positions[position].map(i64::from);
            [ox + x, oy + y, oz + z]
        })
        .collect()
}

#[test]
fn every_patch_has_its_picture_with_four_levels() {
    let level = level();
    let block = TfragBlock::read(level.tfrags()).unwrap();
    let textures = level.textures(TextureKind::Tfrag).len();
    assert_eq!(textures, block.len());
    for i in 0..textures {
        let texture = level.texture(TextureKind::Tfrag, i).unwrap();
        assert_eq!(texture.level_count(), 4);
        assert!([64, 128].contains(&texture.width));
    }
    for (kind, count) in [
        (TextureKind::Tie, 4),
        (TextureKind::Shrub, 3),
        (TextureKind::Moby, 3),
    ] {
        assert_eq!(level.textures(kind).len(), count);
        for i in 0..count {
            let texture = level.texture(kind, i).unwrap();
            let levels = if texture.width >= 64 { 4 } else { 3 };
            assert_eq!(texture.level_count(), levels, "{kind:?} {i}");
        }
    }
}

#[test]
fn two_suns_light_every_corner() {
    let level = level();
    let (table, _) = NormalTable::find(level.overlay()).unwrap().unwrap();
    let bank = bank(&level);
    assert!(bank.sets[0].color_a[0] > 0.5 && bank.sets[0].color_b[2] > 0.1);
    // Warm and cool.
    let [[r, _, b, _], [cool_r, _, cool_b, _]] = [bank.sets[0].color_a, bank.sets[0].color_b];
    assert!(r > b && cool_b > cool_r);
    let block = TfragBlock::read(level.tfrags()).unwrap();
    let lit = DirectionalPass::new(&table, &bank).run(block.lights());
    assert_eq!(lit.lit, block.lights().len());
    // Sunlit, half and wholly in shade, dissolved.
    let mut kinds = BTreeSet::new();
    for record in block.lights() {
        kinds.insert(match record.selection() {
            Selection::One(set) => (set, 0),
            Selection::Blend { first, second, .. } => (first, second),
        });
    }
    assert_eq!(kinds, BTreeSet::from([(0, 0), (0, 1), (0, 2)]));
    let bright = lit.colors.iter().filter(|[r, ..]| *r > 120).count();
    let all = lit.colors.len();
    assert!(bright * 3 > all, "{bright} of {all}");
}

#[test]
fn ties_have_three_levels_that_morph_and_stand_in_the_world() {
    let level = level();
    for tie in ties(&level) {
        let counts = [0, 1, 2].map(|lod| tie.mesh(lod).unwrap().triangles.len());
        assert!(
            counts[0] > counts[1] && counts[1] > counts[2] && counts[2] > 8,
            "{counts:?}"
        );
        let morphs = |lod| {
            let deltas = tie.mesh(lod).unwrap().deltas;
            deltas.iter().any(|delta| *delta != [0; 3])
        };
        assert_eq!([0, 1, 2].map(morphs), [true, true, false]);
    }
    let ties = level.gameplay.tie_instances().unwrap();
    assert!((10..=16).contains(&ties.len()));
    let classes: BTreeSet<_> = ties.iter().map(|tie| tie.class).collect();
    assert_eq!(classes.len(), 3);
    let ambients = level.gameplay.tie_ambients().unwrap();
    assert_eq!(ambients.iter().count(), ties.len());
    assert!(ambients.iter().all(|(_, colours)| colours.len() == 64));
}

#[test]
fn shrubs_are_many_and_the_tree_has_a_billboard() {
    let level = level();
    let tables = &level.index.tables.shrub_classes;
    assert_eq!(tables.len(), 2);
    let [tuft, tree] = <[ShrubClass; 2]>::try_from(shrubs(&level)).unwrap();
    assert!(tuft.billboard.is_none() && tables[0].billboard.width == 0);
    let billboard = tree.billboard.as_ref().unwrap();
    let picture = level.texture_source().billboard(&tables[1].billboard);
    let picture = picture.unwrap().unwrap();
    assert_eq!(picture.level_count(), 4);
    // As wide as the crown, under an instance that is not scaled.
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let placed = billboard.placed(tree.header.scale, axes);
    assert!(
        (placed.width - 5.6).abs() < 0.01 && (placed.height - 5.6).abs() < 0.01,
        "{placed:?}"
    );
    let shrubs = level.gameplay.shrub_instances().unwrap();
    let count = |class| shrubs.iter().filter(|shrub| shrub.class == class).count();
    assert_eq!((count(2400), count(2401)), (170, 26));
    assert!(shrubs.iter().all(|shrub| shrub.draw_distance > 16.0));
}

#[test]
fn mobys_are_a_crate_and_a_creature_with_joints() {
    let level = level();
    let [crate_class, hopper] = <[MobyClass; 2]>::try_from(mobys(&level)).unwrap();
    let joints = [&crate_class, &hopper].map(|moby| moby.header.joint_count);
    assert_eq!(joints, [0, 7]);
    for (moby, least) in [(&crate_class, 12), (&hopper, 200)] {
        let [high, low] = [MobyList::High, MobyList::Low].map(|list| moby.mesh(list).unwrap());
        assert!(low.triangles.len() >= least / 2 && high.triangles.len() > low.triangles.len());
        assert_eq!(high.inexact_blends, 0);
    }
    let blends = hopper.mesh(MobyList::High).unwrap().blends;
    let joints: BTreeSet<u8> = blends.iter().flat_map(|blend| blend.joints).collect();
    assert_eq!(joints, (0..7).collect());
    let mobys = level.gameplay.moby_instances().unwrap();
    assert!(mobys.len() > 8);
}

#[test]
fn the_sky_has_coloured_and_textured_shells() {
    let level = level();
    let sky = Sky::read(level.sky()).unwrap();
    let kinds: Vec<_> = sky.shells.iter().map(Shell::is_textured).collect();
    assert_eq!(kinds, [false, false, true, true, true]);
    assert_eq!(sky.textures.len(), 5);
    assert!(sky.shells.iter().all(|shell| !shell.faces.is_empty()));
}

#[test]
fn one_stands_on_the_ground_that_is_drawn() {
    let level = level();
    let collision = Collision::read(level.collision()).unwrap();
    let land = Land::new(1979);
    let mut checked = 0;
    for i in 0..900 {
        let map = glam::Vec2::new((i % 30) as f32 * 4.0 + 0.7, (i / 30) as f32 * 4.0 + 1.1);
        if land.inside(map) < 3.0 {
            continue;
        }
        // Below what stands there.
        let place = land.place(map);
        let above = [place.x, place.y, place.z + 0.3];
        let hit = collision
            .ray(Ray::down(above, 1.0))
            .unwrap_or_else(|| panic!("{map}"));
        if hit.ty == surface::TIE {
            continue;
        }
        // 1/16 unit across, 1/64 up, on slopes.
        assert!((hit.distance - 0.3).abs() < 0.25, "{map}: {}", hit.distance);
        checked += 1;
    }
    assert!(checked > 300);
    let types: BTreeSet<u8> = collision
        .cells()
        .flat_map(|cell| cell.faces.iter().map(|face| face.ty).collect::<Vec<_>>())
        .collect();
    use surface::{CLIFF, GRASS, PATH, ROCK, SAND, TIE};
    assert_eq!(types, BTreeSet::from([GRASS, PATH, SAND, ROCK, CLIFF, TIE]));
    assert_eq!(collision.hero_groups().map(<[_]>::len), Some(1));
}

/// The terrain of the core and of both chunks.
fn blocks(level: &Level<'_>) -> Vec<TfragBlock> {
    let chunks = level.chunks[1..].iter().map(|chunk| {
        let chunk = chunk.as_ref().expect("two chunks");
        chunk.decompress_tfrags().unwrap()
    });
    let all = std::iter::once(level.tfrags().to_vec()).chain(chunks);
    all.map(|bytes| TfragBlock::read(&bytes).unwrap()).collect()
}

/// The bits of the level's objects, resolved by its own mappings.
fn bits(level: &Level<'_>) -> ObjectBits {
    let bits = ObjectBits::resolve(
        &mappings(level),
        &LevelObjects {
            patches: &level.patch_triangles().unwrap(),
            ties: &level.gameplay.tie_instances().unwrap(),
            mobys: &level.gameplay.moby_instances().unwrap(),
        },
    );
    assert!(!bits.is_terrain_stale && bits.bad_bits == 0);
    bits
}

#[test]
fn occlusion_hides_something_and_never_what_is_beside_the_camera() {
    let level = level();
    let grid = OcclusionGrid::read(level.occlusion()).unwrap();
    let bits = bits(&level);
    let land = Land::new(1979);
    for (chunk, block) in blocks(&level).iter().enumerate() {
        let mut hidden = 0;
        for (i, patch) in block.patches() {
            let [x, y, z, _] = patch.header.bounding_sphere.map(|value| value / 1024.0);
            let map = glam::Vec2::new(x, y) - land::CORNER;
            // The first patch of a chunk is its islet.
            let ground = if chunk > 0 && i == 0 {
                z
            } else {
                land.height(map)
            };
            let Some(mask) = grid.mask_at([x, y, ground + 1.7]) else {
                continue;
            };
            assert!(mask.sees(bits.tfrags[chunk][i]), "chunk {chunk}, patch {i}");
            let bits = bits.tfrags[chunk].iter();
            hidden += bits.filter(|bit| !mask.sees(**bit)).count();
        }
        assert!(hidden > block.len(), "chunk {chunk}: {hidden}");
    }
}

#[test]
fn every_patch_of_the_chunks_has_a_record_and_what_they_repeat_the_bit_of_the_core() {
    let level = level();
    let blocks = blocks(&level);
    let mappings = mappings(&level);
    let counts = blocks.iter().flat_map(TfragBlock::patches);
    let ids = counts.map(|(_, patch)| i32::from(patch.header.triangle_count));
    assert!(ids.eq(mappings.tfrags.iter().map(|record| record.id)));
    // Numbered through all blocks.
    let numbers = blocks.iter().flat_map(TfragBlock::patches);
    let numbers = numbers.map(|(_, patch)| patch.header.occlusion_index);
    let count = blocks.iter().map(|block| block.len() as u16).sum();
    assert!(numbers.eq(0..count));
    // Patches at the same place are the same thing, in whichever chunk.
    let bits = bits(&level);
    let mut known = BTreeMap::new();
    let mut repeated = 0;
    for (chunk, block) in blocks.iter().enumerate() {
        for (i, patch) in block.patches() {
            let bit = bits.tfrags[chunk][i];
            let before = known.insert(patch.origin, bit);
            assert!(before.is_none_or(|before| before == bit));
            repeated += usize::from(before.is_some());
        }
    }
    assert!(repeated > blocks[0].len() / 2);
    // Chunk 0's file says again what the core says, which has room for the largest chunk's blocks behind its own.
    let first = level.chunks[0].as_ref().unwrap();
    for (core, again) in [
        (level.tfrags(), first.decompress_tfrags().unwrap()),
        (level.collision(), first.decompress_collision().unwrap()),
    ] {
        let (own, room) = core.split_at(again.len());
        assert!(own == again && room.iter().all(|byte| *byte == 0));
    }
}

#[test]
fn mobys_that_hop_have_no_mapping_and_are_seen_from_everywhere() {
    let level = level();
    let mobys = level.gameplay.moby_instances().unwrap();
    let has_mapping = |moby: &&MobyInstance| moby.has_mapping();
    let (mapped, free): (Vec<&MobyInstance>, Vec<_>) = mobys.iter().partition(has_mapping);
    assert!(!mapped.is_empty() && !free.is_empty());
    let mappings = mappings(&level);
    let ids: BTreeSet<i32> = mappings.mobys.iter().map(|record| record.id).collect();
    assert_eq!(mappings.mobys.len(), mapped.len());
    assert!(mapped.iter().all(|moby| ids.contains(&moby.uid)));
    let bits = bits(&level);
    for (moby, bit) in mobys.iter().zip(&bits.mobys) {
        assert_eq!(*bit == Mask::ALWAYS, !moby.has_mapping());
    }
}

#[test]
fn an_eye_over_an_islet_is_in_its_chunk_and_stands_on_its_collision() {
    let level = level();
    let settings = level.gameplay.settings().unwrap().unwrap();
    let landing = settings.ship_position;
    assert_eq!(settings.chunk_at(landing), 0);
    for (chunk, islet) in (1..).zip(ISLETS) {
        let middle = islet.corner([4, 4]);
        assert_eq!(settings.chunk_at(middle.to_array()), chunk);
        let file = level.chunks[chunk].as_ref().unwrap();
        let collision = Collision::read(&file.decompress_collision().unwrap()).unwrap();
        clean("chunk's collision", |findings| collision.validate(findings));
        let from = (middle + glam::Vec3::Z * 3.0).to_array();
        let hit = collision.ray(Ray::down(from, 10.0)).unwrap();
        assert!((hit.distance - 3.0).abs() < 0.1, "{}", hit.distance);
        let core = Collision::read(level.collision()).unwrap();
        assert!(core.ray(Ray::down(from, 10.0)).is_none());
    }
}

#[test]
fn settings_say_where_the_ship_lands_and_the_classes_end_at_the_hero() {
    let level = level();
    let settings = level.gameplay.settings().unwrap().unwrap();
    let landing = Land::new(1979).place(land::LANDING);
    assert_eq!(settings.ship_position, landing.to_array());
    assert!(settings.fog_distance[0] < settings.fog_distance[1]);
    assert_eq!(settings.background, settings.fog);
    assert!(matches!(level.regions.hero_bound, HeroBound::Table(_)));
}

#[test]
fn a_disc_is_found_by_its_names_and_by_its_table() {
    let game = forged("commando_demo");
    let image = commando_disc(&game.files).unwrap();
    assert!(image.len().is_multiple_of(SECTOR));
    let word = |at: usize| u32::from_le_bytes(image[at..at + 4].try_into().unwrap()) as usize;
    // By names: the root's record is at 156 of the descriptor.
    let descriptor = 16 * SECTOR;
    assert_eq!(&image[descriptor..descriptor + 6], b"\x01CD001");
    assert_eq!(word(descriptor + 80), image.len() / SECTOR);
    let root = word(descriptor + 156 + 2) * SECTOR;
    let mut files = BTreeMap::new();
    let mut at = root;
    while image[at] != 0 {
        let name = &image[at + 33..at + 33 + usize::from(image[at + 32])];
        if let Ok(name) = std::str::from_utf8(name)
            && name.len() > 1
        {
            files.insert(name.to_owned(), (word(at + 2), word(at + 10)));
        }
        at += usize::from(image[at]);
    }
    let names: Vec<_> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["LEVEL0.WAD;1", "RC2.HDR;1", "SYSTEM.CNF;1"]);
    let fixed = ["SYSTEM.CNF;1", "RC2.HDR;1"].map(|name| files[name].0);
    assert_eq!(fixed, [1000, 1001]);
    assert_eq!(DiscFile::from_name(names[0]), Some(DiscFile::Level(0)));
    let (sector, bytes) = files["LEVEL0.WAD;1"];
    assert!(image[sector * SECTOR..][..bytes] == *file());
    // By the table.
    let table = TableOfContents::read(&image[TABLE_SECTOR as usize * SECTOR..]).unwrap();
    clean("table", |findings| {
        table.validate(Some((image.len() / SECTOR) as u32), findings);
    });
    let (id, entry) = table.by_id().next().unwrap();
    assert_eq!((id, table.levels.len()), (0, 1));
    let place = entry.part(TocKind::Level).unwrap().file().unwrap();
    assert_eq!(place.sector as usize, sector);
    assert_eq!(place.sectors as usize, bytes.div_ceil(SECTOR));
    // The same files give the same disc.
    assert!(commando_disc(&game.files).unwrap() == image);
}
