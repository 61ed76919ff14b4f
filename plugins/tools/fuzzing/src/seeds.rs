//! Small valid inputs of every kind, a few hundred bytes to a few thousand each.
//!
//! A function here has the name of the target that takes its inputs.

pub mod commando;
pub mod ps2;
pub mod renderware;
pub mod warriors;

/// The seeds of a kind of file by its name.
///
/// # Panics
/// When it has none.
pub fn of_kind(name: &str) -> fn() -> Vec<Vec<u8>> {
    match name {
        "pack" => warriors::pack,
        "level" => warriors::level,
        "global" => warriors::lists,
        "character" => warriors::character,
        "sprite-sheet" => warriors::picture,
        "resource" => warriors::container,
        "world-stream" => warriors::world_stream,
        "rw-part" => warriors::part,
        "manifest" => warriors::manifest,
        "lua" => warriors::lua,
        "object-list" => warriors::object_list,
        "bank-index" => warriors::bank_index,
        "rw-txd" => renderware::dictionary,
        "rw-dff" => renderware::clump,
        "commando-level" => commando::level_wad,
        "wad" => commando::wad_stream,
        "commando-data" => commando::data_extent,
        "commando-chunk" => commando::chunk_file,
        "commando-core" => commando::core_index,
        "gameplay" => commando::gameplay,
        "tfrag" => commando::tfrag,
        "sky" => commando::sky,
        "collision" => commando::collision_tree,
        "occlusion" => commando::occlusion,
        "occlusion-mappings" => commando::occlusion_mappings,
        "tie" => commando::tie,
        "shrub" => commando::shrub,
        "moby" => commando::moby,
        "commando-toc" => commando::disc_toc,
        _ => panic!("{name} has no seeds"),
    }
}
