//! Files of Going Commando: levels piece by piece on several cores, and loose members.

use std::num::NonZero;

use wonderwheel_commando::core::CoreIndex;
use wonderwheel_commando::gameplay::Gameplay;
use wonderwheel_commando::kinds::CommandoKind;
use wonderwheel_commando::level::{ClassKind, Level, TextureKind};
use wonderwheel_commando::pieces::{Piece, Pieces};
use wonderwheel_commando::range::SECTOR;
use wonderwheel_commando::sound_bank::is_sound_bank;
use wonderwheel_commando::tfrag::{Lod, TfragBlock, Tier};
use wonderwheel_commando::{moby, shrub, tie};
use wonderwheel_ps2::cursor::Cursor;
use wonderwheel_ps2::error::Result;
use wonderwheel_ps2::finding::Findings;

use crate::known::{CommandoCount, CommandoSpread};
use crate::sheet::Sheet;
use crate::tally::Tally;
use crate::workers;

/// What a normal of unit length is off by at most, squared. Source: seed 003, "The body is a 24-entry normal palette".
const UNIT: i64 = 32_767 * 32_767;
const UNIT_ERROR: i64 = 65_535;

/// Checks a level's container. Its pieces go to `jobs` workers; the result is the same for any number of them.
pub fn level(sheet: &mut Sheet, bytes: &[u8], jobs: NonZero<usize>) {
    sheet.tally.one(CommandoCount::Levels);
    let pieces = Pieces::of(bytes);
    for error in &pieces.errors {
        sheet.fail(error.clone());
    }
    if let Some(file) = &pieces.file {
        let mut found = Findings::new();
        file.validate(&mut found);
        // What is wrong in the data extent is reported below, with the rest of the level.
        let own = found.into_vec().into_iter();
        for finding in own.filter(|finding| finding.rule.starts_with("level-")) {
            sheet.findings.within(finding.path, |findings| {
                findings.report(finding.rule, finding.message);
            });
        }
    }
    if let Some(level) = &pieces.level {
        directory(&mut sheet.tally, level);
        textures(sheet, level);
        level.validate(&mut sheet.findings);
    }
    let mut numbers: Vec<usize> = (0..pieces.pieces.len()).collect();
    let size = |number: &usize| pieces.bytes(&pieces.pieces[*number]).len();
    numbers.sort_by_key(|number| (std::cmp::Reverse(size(number)), *number));
    let gathered = workers::gather(&numbers, jobs, |done: &mut Vec<(usize, Sheet)>, &number| {
        let piece = &pieces.pieces[number];
        let mut own = Sheet::default();
        part(&mut own, &pieces, piece);
        done.push((number, own));
    });
    let mut gathered: Vec<_> = gathered.into_iter().flatten().collect();
    gathered.sort_by_key(|(number, _)| *number);
    for (number, own) in gathered {
        let path = &pieces.pieces[number].path;
        sheet.absorb(own, path.strip_suffix(".bin").unwrap_or(path));
    }
}

/// Checks a loose member, or a stream, or the table of contents.
pub fn member(sheet: &mut Sheet, kind: CommandoKind, bytes: &[u8]) {
    sheet.attempt(|sheet| match kind {
        CommandoKind::Tfrag => terrain(sheet, bytes, true, None),
        CommandoKind::Tie | CommandoKind::Shrub | CommandoKind::Moby => {
            class(sheet, kind, None, bytes)
        }
        _ => kind.row().file(bytes).validate(&mut sheet.findings),
    });
}

/// What the directory and the level's header say.
fn directory(tally: &mut Tally, level: &Level<'_>) {
    tally.distinct(
        CommandoCount::LevelIds,
        level.header.id.cast_unsigned().into(),
    );
    let bank = level.sound_bank;
    tally.one_if(is_sound_bank(bank), CommandoCount::SoundBanks);
    if !bank.is_empty() {
        let sectors = bank.len().div_ceil(SECTOR) as u64;
        tally.range(CommandoSpread::SoundBankSectorsEach, sectors);
    }
    let has_gameplay = level.gameplay != Gameplay::default();
    tally.one_if(has_gameplay, CommandoCount::Gameplay);
    let has_chunks = level.chunks.iter().any(Option::is_some);
    tally.one_if(has_chunks, CommandoCount::Chunked);
    tally.one_if(level.index.check_chain().is_ok(), CommandoCount::CoreChain);
    let header = &level.index.header;
    let stated = [
        header.assets_compressed_size,
        header.assets_decompressed_size,
    ];
    let sizes = [level.data.members.core_data.len(), level.core_data.len()];
    let are_same = stated.map(usize::try_from) == sizes.map(Ok);
    tally.one_if(are_same, CommandoCount::CoreSizes);
    let count = |kind| level.classes(kind).count() as u64;
    tally.add(CommandoCount::MobyClasses, count(ClassKind::Moby));
    tally.add(CommandoCount::TieClasses, count(ClassKind::Tie));
    tally.add(CommandoCount::ShrubClasses, count(ClassKind::Shrub));
    tally.one_if(count(ClassKind::Shrub) == 0, CommandoCount::Shrubless);
    let shrubs = level.index.tables.shrub_classes.iter();
    let billboards = shrubs.filter(|shrub| shrub.billboard.width != 0).count();
    tally.add(CommandoCount::Billboards, billboards as u64);
    let hero = level.regions.hero_sequences.len() as u64;
    tally.add(CommandoCount::HeroBytes, hero);
}

/// Decodes every texture; those of the terrain are counted.
fn textures(sheet: &mut Sheet, level: &Level<'_>) {
    for kind in [
        TextureKind::Tfrag,
        TextureKind::Tie,
        TextureKind::Shrub,
        TextureKind::Moby,
    ] {
        let count = level.textures(kind).len();
        let is_terrain = kind == TextureKind::Tfrag;
        if is_terrain {
            sheet.tally.add(CommandoCount::TfragTextures, count as u64);
        }
        for index in 0..count {
            let read = sheet.attempt(|_| level.texture(kind, index));
            let is_one = is_terrain && read.is_some();
            sheet
                .tally
                .one_if(is_one, CommandoCount::TfragTexturesDecoded);
        }
    }
}

/// Checks a piece of a level.
fn part(sheet: &mut Sheet, pieces: &Pieces<'_>, piece: &Piece<'_>) {
    let bytes = pieces.bytes(piece);
    let Some(kind) = piece.kind else {
        return;
    };
    sheet.attempt(|sheet| match kind {
        CommandoKind::Tfrag => {
            let counts = piece.path == "tfrag.bin";
            let level = pieces.level.as_ref();
            let textures = level.map(|level| level.textures(TextureKind::Tfrag).len());
            terrain(sheet, bytes, counts, textures)
        }
        CommandoKind::Tie | CommandoKind::Shrub | CommandoKind::Moby => {
            class(sheet, kind, piece.class, bytes)
        }
        // What cannot be read of these two was reported when the level was taken apart, and a whole level validates them itself.
        CommandoKind::Core | CommandoKind::Gameplay if pieces.level.is_some() => Ok(()),
        CommandoKind::Core => {
            if let Ok(index) = CoreIndex::read(bytes) {
                index.validate(&mut sheet.findings);
            }
            Ok(())
        }
        CommandoKind::Gameplay => {
            if let Ok(gameplay) = Gameplay::read(bytes) {
                gameplay.validate(&mut sheet.findings);
            }
            Ok(())
        }
        _ => kind.row().file(bytes).validate(&mut sheet.findings),
    });
}

/// Checks a terrain block. Where a patch is broken the others are counted all the same.
fn terrain(sheet: &mut Sheet, bytes: &[u8], counts: bool, textures: Option<usize>) -> Result<()> {
    let (block, error) = match TfragBlock::read(bytes) {
        Ok(block) => (block, None),
        Err(error) => match TfragBlock::read_lenient(&mut Cursor::new(bytes)) {
            Ok(block) => (block, Some(error)),
            Err(_) => return Err(error),
        },
    };
    if counts {
        count_terrain(&mut sheet.tally, &block, textures);
    }
    if let Some(error) = error {
        if block.faults().is_empty() {
            return Err(error);
        }
        for fault in block.faults() {
            let patch = format!("patch[{}]", fault.patch);
            sheet.fail(fault.error.clone().within(patch));
        }
        return Ok(());
    }
    block.validate(&mut sheet.findings);
    if let Some(textures) = textures {
        block.validate_textures(textures, &mut sheet.findings);
    }
    Ok(())
}

fn count_terrain(tally: &mut Tally, block: &TfragBlock, textures: Option<usize>) {
    for (id, count) in [
        (CommandoCount::Positions, block.positions().len()),
        (CommandoCount::AdGifs, block.ad_gifs().len()),
        (CommandoCount::VertexInfos, block.vertex_infos().len()),
        (CommandoCount::Triangles, block.triangle_count(Lod::Zero)),
    ] {
        tally.add(id, count as u64);
    }
    let mut used = std::collections::BTreeSet::new();
    for (_, patch) in block.patches() {
        tally.one(CommandoCount::Patches);
        let header = patch.header;
        tally.one_if(header.single_light == -1, CommandoCount::PatchesNoSet);
        let has_no_points = header.point_lights == 0xFFFF;
        tally.one_if(has_no_points, CommandoCount::PatchesNoPoints);
        tally.add(CommandoCount::TrianglesHeader, header.triangle_count.into());
        for (tier, id) in [
            (Tier::Common, CommandoCount::VertexInfosCommon),
            (Tier::Lod01, CommandoCount::VertexInfos01),
            (Tier::Lod0, CommandoCount::VertexInfos0),
        ] {
            tally.add(id, patch.vertex_infos_of(tier).len() as u64);
        }
        let first_parents = patch.first_parents.len() as u64;
        tally.add(CommandoCount::FirstParents, first_parents);
        for ad_gif in patch.ad_gifs {
            let texture = usize::try_from(ad_gif.texture()).ok();
            let known = texture.filter(|texture| textures.is_none_or(|all| *texture < all));
            tally.one_if(known.is_some(), CommandoCount::AdGifsKnown);
            used.extend(known.filter(|_| textures.is_some()));
        }
    }
    tally.add(CommandoCount::TfragTexturesUsed, used.len() as u64);
}

/// Checks a class. `entry` is the number that the directory gives it.
fn class(sheet: &mut Sheet, kind: CommandoKind, entry: Option<i32>, bytes: &[u8]) -> Result<()> {
    let is_own = |class: i16| entry.is_none_or(|entry| entry == i32::from(class));
    match kind {
        CommandoKind::Tie => {
            let class = tie::TieClass::read(bytes)?;
            let header = &class.header;
            let own = is_own(header.o_class);
            sheet.tally.one_if(own, CommandoCount::TieOwnClass);
            let distances = [
                0.0,
                header.near_distance,
                header.mid_distance,
                header.far_distance,
            ];
            let rises = distances.array_windows().all(|[a, b]| a < b);
            sheet.tally.one_if(rises, CommandoCount::TieDistances);
            class.validate(&mut sheet.findings);
        }
        CommandoKind::Shrub => {
            let class = shrub::ShrubClass::read(bytes)?;
            let own = is_own(class.header.o_class);
            sheet.tally.one_if(own, CommandoCount::ShrubOwnClass);
            let tally = &mut sheet.tally;
            tally.add(CommandoCount::ShrubBytes, bytes.len() as u64);
            tally.one_if(class.billboard.is_some(), CommandoCount::ShrubBillboards);
            let is_unit = |[x, y, z, _]: &&[i16; 4]| {
                let squares = [x, y, z].map(|value| i64::from(*value) * i64::from(*value));
                (squares.iter().sum::<i64>() - UNIT).abs() <= UNIT_ERROR
            };
            let normals = class.normals.iter().filter(is_unit).count();
            tally.add(CommandoCount::ShrubNormals, normals as u64);
            class.validate(&mut sheet.findings);
        }
        _ => {
            let class = moby::MobyClass::read(bytes)?;
            let packets = class.packets.len() as u64;
            sheet.tally.add(CommandoCount::MobyPackets, packets);
            class.validate(&mut sheet.findings);
        }
    }
    Ok(())
}
