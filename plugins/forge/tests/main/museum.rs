//! The forged game has everything that the formats can hold.

use std::collections::BTreeSet;

use wonderwheel_forge::ForgedGame;
use wonderwheel_forge::game::museum;
use wonderwheel_ps2::content::Content;
use wonderwheel_ps2::finding::Findings;
use wonderwheel_ps2::outline::Node;
use wonderwheel_renderware::section::id;
use wonderwheel_renderware::stamp;
use wonderwheel_warriors::chunk::{ChunkType, HandlerTable, ResourceSlice, Rules};
use wonderwheel_warriors::classify::{Classification, FileKind};
use wonderwheel_warriors::pack::PackSlice;

use crate::support::forged;

/// The types of all chunks of all files.
fn chunk_types(game: &ForgedGame) -> BTreeSet<ChunkType> {
    let mut types = BTreeSet::new();
    let mut add = |resource: &ResourceSlice<'_>| {
        types.extend(resource.chunks.iter().map(|chunk| chunk.ty));
    };
    for (name, bytes) in &game.files {
        match Classification::of(Some(name), Content::whole(bytes), false).kind {
            FileKind::Pack => {
                let (pack, _) = PackSlice::read(bytes, Rules::Forced).unwrap();
                pack.resources.iter().for_each(&mut add);
            }
            FileKind::Resource(_) => {
                add(&ResourceSlice::read(bytes, Rules::Strict).unwrap().0);
            }
            _ => {}
        }
    }
    types
}

#[test]
fn a_chunk_of_every_type_is_there() {
    let found = chunk_types(&forged("game"));
    let handlers = HandlerTable::default();
    let missing: Vec<_> = ChunkType::ALL
        .into_iter()
        .filter(|ty| !found.contains(ty))
        .collect();
    let has_hook = |ty: &&ChunkType| {
        let handler = handlers.get(**ty);
        handler.reader.is_some() || handler.on_loaded.is_some()
    };
    let handled: Vec<_> = missing.iter().filter(has_hook).collect();
    assert!(handled.is_empty(), "types with a handler: {handled:?}");
    assert!(missing.is_empty(), "{missing:?}");
}

/// What the trees of all files show: names of sections, chunks and plugins, with the fields that tell structures apart.
fn shown(game: &ForgedGame) -> BTreeSet<String> {
    let mut shown = BTreeSet::new();
    for (name, bytes) in &game.files {
        let kind = Classification::of(Some(name), Content::whole(bytes), false).kind;
        for node in kind.row().file(bytes).outline().all() {
            show(node, &mut shown);
        }
    }
    shown
}

fn show(node: &Node, shown: &mut BTreeSet<String>) {
    const TELLING: [&str; 8] = [
        "effect", "form", "layout", "depth", "uv sets", "platform", "type", "bones",
    ];
    let name = node.name.split('[').next().unwrap_or_default();
    shown.insert(name.to_owned());
    for field in TELLING {
        if let Some(value) = node.get(field) {
            shown.insert(format!("{name}: {field} {value}"));
        }
    }
    for many in ["weights", "normals", "levels", "axis"] {
        let more = |value: &str| value != "0" && value != "1";
        if node.get(many).is_some_and(more) {
            shown.insert(format!("{name}: {many}"));
        }
    }
    if let Some(stamp) = node.stamp {
        shown.insert(format!("version {:#x}", stamp::version(stamp)));
    }
    if node.id == Some(id::PVS) && node.name == "potentially visible set" {
        shown.insert(format!("pvs of {} bytes", node.size - 12));
    }
}

/// Every structure that the format crates know, as the outline calls it.
#[test]
fn a_structure_of_every_sort_is_there() {
    let shown = shown(&forged("game"));
    let wanted = [
        // Sections.
        "clump",
        "frame list",
        "geometry list",
        "geometry",
        "material list",
        "material",
        "texture reference",
        "atomic",
        "texture dictionary",
        "native texture",
        "world",
        "plane sector",
        "atomic sector",
        "string",
        // Plugins, unknown ones among them.
        "frame name",
        "right to render",
        "mipmap K and L",
        "HAnim",
        "skin",
        "material effect",
        "potentially visible set",
        "vertex scales",
        "streamed sector",
        "meshes",
        "native data",
        "plugin 0x182",
        // Vertices in both forms, chains in both layouts, the fifth slot.
        "struct: form PS2 native",
        "struct: form plain",
        "chain: layout default",
        "chain: layout packed",
        "chain: weights",
        "chain: normals",
        // Every effect and every type of slot.
        "material effect: effect 0 (none)",
        "material effect: effect 1 (bump map)",
        "material effect: effect 2 (environment map)",
        "material effect: effect 3 (bump and environment map)",
        "material effect: effect 4 (dual texture)",
        "material effect: effect 5 (uv transform)",
        "material effect: effect 6 (dual texture and uv transform)",
        "slot: type 0",
        "slot: type 1",
        "slot: type 2",
        "slot: type 4",
        "slot: type 5",
        // Textures of both depths, with levels.
        "struct: depth 4",
        "struct: depth 8",
        "struct: levels",
        // Stamps.
        "version 0x36003",
        "version 0x37002",
        // PVS data of a world and of a sector.
        "pvs of 7 bytes",
        "pvs of 3 bytes",
    ];
    let missing: Vec<_> = wanted
        .into_iter()
        .filter(|wanted| !shown.contains(*wanted))
        .collect();
    assert!(missing.is_empty(), "{missing:#?} of {shown:#?}");
}

#[test]
fn the_museum_loads_and_breaks_no_rule_but_those_it_is_for() {
    let game = forged("game");
    let name = museum::file();
    let bytes = &game.files[&name];
    let (pack, _) = PackSlice::read(bytes, Rules::Strict).unwrap();
    let mut findings = Findings::new();
    pack.validate(&mut findings);
    for group in pack.load(&HandlerTable::default()) {
        assert_eq!(group.outcome.map(drop), Ok(()));
    }
    let file = FileKind::Pack.row().file(bytes).named(name.as_str());
    let mut all = Findings::new();
    file.validate(&mut all).unwrap();
    assert_eq!(all, findings);
    let all = all.into_vec();
    let rules: BTreeSet<_> = all.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, museum::FINDINGS.into(), "{all:#?}");
}
