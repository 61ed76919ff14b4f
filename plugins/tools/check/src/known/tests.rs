//! The rows agree with each other and with the sizes of files.

use super::*;

fn count(id: &str) -> u64 {
    known(id).map_or_else(|| panic!("no row {id}"), |row| row.count)
}

fn chunks(ty: u32) -> (u64, u64) {
    let row = chunks_of(ty).unwrap_or_else(|| panic!("no row {ty:#04x}"));
    (row.count, row.bytes)
}

fn groups_in_order(groups: &[&str]) -> bool {
    let order = GROUPS.iter().map(|group| group.0);
    let places: Option<Vec<usize>> = groups
        .iter()
        .map(|group| order.clone().position(|name| name == *group))
        .collect();
    places.is_some_and(|places| places.is_sorted())
}

/// Kinds of entry: rows that count entries and rows that count their bytes. Source: spec/archives.md 5.1.
const KINDS: &[(&str, &str)] = &[
    ("pack-entries", "pack-bytes"),
    ("resource-decimal-entries", "resource-decimal-bytes"),
    ("anm-entries", "anm-bytes"),
    ("lev-entries", "lev-bytes"),
    ("glr-entries", "glr-bytes"),
    ("scl-entries", "scl-bytes"),
    ("scn-entries", "scn-bytes"),
    ("part-entries", "part-bytes"),
    ("world-entries", "world-bytes"),
    ("manifest-entries", "manifest-bytes"),
    ("lua-entries", "lua-bytes"),
    ("objs-entries", "objs-bytes"),
    ("bank-entries", "bank-bytes"),
    ("bank-index-entries", "bank-index-bytes"),
    ("older-entries", "older-bytes"),
    ("metrics-entries", "metrics-bytes"),
    ("bitmap-entries", "bitmap-bytes"),
    ("icon-entries", "icon-bytes"),
];

/// Rows that are the sum of other rows.
const SUMS: &str = "\
archive-entries = archive-names-plain + archive-names-decimal + archive-names-missing
archive-names-missing = archive-unnamed-packs + archive-unnamed-scripts + archive-unnamed-dictionaries \
    + archive-unnamed-scenes + archive-unnamed-streams + archive-unnamed-resources + archive-unnamed-banks
resource-decimal-entries = archive-names-decimal + archive-unnamed-dictionaries
disc-archive-bytes = archive-entry-bytes + archive-padding-bytes
parse-containers = parse-flat + parse-grouped
parse-containers = resource-entries + pack-entries
parse-loose-flat = parse-flat + parse-loose-flat-left
parse-loose-grouped = parse-loose-grouped-packs + parse-loose-grouped-chance
pack-entries = pack-named + archive-unnamed-packs
pack-resources = pack-models + pack-dictionaries + pack-skinned-models + pack-animations + pack-characters + pack-sheets
resource-entries = resource-decimal-entries + anm-entries + lev-entries + glr-entries + scl-entries
resource-decimal-entries = resource-dictionaries + resource-models + resource-sheets + resource-skinned-models \
    + resource-characters
resource-occurrences = pack-resources + resource-entries
model-files = resource-models + resource-skinned-models
model-occurrences = pack-models + pack-skinned-models + resource-models + resource-skinned-models + lev-models
model-skinned-occurrences = pack-skinned-models + resource-skinned-models
rw-skins = model-skinned-occurrences
character-occurrences = pack-characters + resource-characters
anm-pairs = pack-animations + anm-entries + character-animations
sheet-pages = pack-sheets + resource-sheets
sheet-pages = sheet-no-font + sheet-fonts
txd-in-chunks = pack-dictionaries + pack-sheets + resource-dictionaries + resource-sheets + lev-dictionaries
txd-dictionaries = txd-in-chunks + txd-in-worlds + txd-in-parts
txd-textures = txd-textures-pal8 + txd-textures-pal4 + txd-textures-pal4-mips + txd-textures-pal8-mips
txd-palettes-256 = txd-textures-pal8 + txd-textures-pal8-mips
txd-palettes-16 = txd-textures-pal4 + txd-textures-pal4-mips
txd-distinct = txd-distinct-trilinear + txd-distinct-bilinear
txd-distinct = txd-distinct-wrap + txd-distinct-clamp
rw-sectors = world-leaves + glow-leaves
rw-pvs = world-pvs-sections
glr-bytes = glr-warriors-bytes + glr-other-bytes
glr-objects = glr-objects-one-atomic + glr-objects-cars
glr-sheets = resource-sheets
glr-animations = anm-entries
glr-stereo-records = glr-sounds-stereo
scl-records = scn-entries
scn-entries = scn-headers + scn-segments
scn-entries = scn-named + archive-unnamed-scenes
lev-entries = glow-one-texture + glow-two-textures
lev-entries = path-files-with-slabs + path-files-without-slabs
lev-entries = collision-flat-grids + collision-double-grids
glow-leaves = glow-planes + glow-worlds
paths = path-anticlockwise + path-clockwise
path-edges = path-edges-walk + path-edges-walk-two + path-edges-jump + path-edges-climb \
    + path-edges-door + path-edges-breakable + path-edges-running-climb + path-edges-outside
path-level87 = path-level87-areas + path-level87-holes
collision-triangles = collision-up + collision-down + collision-walls
world-entries = world-scenery + world-detail
world-bytes = world-scenery-bytes + world-detail-bytes
world-entries = world-two-sets + world-one-set
world-leaves = world-planes + world-entries
world-leaves = world-sectors + world-leaves-empty
world-sectors = world-sectors-scenery + world-sectors-detail
manifest-parts = part-used
part-entries = part-used + part-unused
part-bytes = part-used-bytes + part-unused-bytes
part-used = part-used-scenery + part-used-detail
part-used = part-dictionaries-filled + part-dictionaries-empty
part-atomics = world-sectors
part-atomics = part-atomics-30083 + part-atomics-30082
part-atomics = part-scales-equal + part-scales-different
lua-entries = lua-named + archive-unnamed-scripts
lua-light-calls = lua-light-calls-levels + lua-light-calls-global
objs-level99 = objs-level99-emitters + objs-level99-objects
objs-level99 = objs-level99-zone-0 + objs-level99-zone-26
level-worlds = level-files + level-no-file
level-files = level-files-story + level-files-arenas
level-files = lev-entries
world-scenery = level-worlds + level-single-worlds
";

/// Rows that count some of what another row counts.
const SHARES: &str = "\
resource-distinct <= resource-occurrences
resource-two-contents <= resource-distinct
model-named-like-resource <= model-occurrences
txd-named-like-resource <= txd-in-chunks
txd-distinct <= txd-textures
anm-named <= anm-entries
anm-named-like-file <= anm-entries
glr-objects-damaged-found <= glr-objects-damaged
glr-objects-configured <= lua-object-types
path-edges-both-ways <= path-edges
path-nodes-inside <= path-nodes
path-areas-anticlockwise <= path-areas
path-areas <= paths
collision-up-own <= collision-up
world-origins-inside <= world-sectors
world-origins-central <= world-sectors
world-dictionary-bytes <= world-bytes
part-dictionary-bytes <= part-used-bytes
part-materials-dual <= part-materials
part-materials-bump <= part-materials
part-triangles <= part-triangles-header
part-atomics-same-triangles <= part-atomics
part-vertices-distinct <= part-vertices-header
part-vertices-header <= part-vertices
part-vertices-in-box <= part-vertices
objs-empty <= objs-entries
";

#[test]
fn rows_are_ordered_by_group_and_ids_are_unique() {
    let groups: Vec<_> = KNOWN.iter().map(|row| row.group).collect();
    assert!(groups_in_order(&groups));
    let groups: Vec<_> = RANGES.iter().map(|row| row.group).collect();
    assert!(groups_in_order(&groups));

    let mut ids: Vec<_> = KNOWN.iter().map(|row| row.id).collect();
    ids.extend(RANGES.iter().map(|row| row.id));
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
    for id in ids {
        let kebab = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(id.chars().all(kebab), "{id}");
    }
    for (group, _) in GROUPS {
        assert!(KNOWN.iter().any(|row| row.group == *group), "{group}");
    }
}

#[test]
fn every_row_says_where_it_comes_from() {
    for row in KNOWN {
        assert!(!row.what.is_empty() && !row.source.is_empty(), "{}", row.id);
    }
    for row in RANGES {
        assert!(!row.what.is_empty() && !row.source.is_empty(), "{}", row.id);
        assert!(
            row.least.is_none_or(|least| least <= row.most),
            "{}",
            row.id
        );
    }
}

#[test]
fn kinds_sum_to_the_archive() {
    let entries: u64 = KINDS.iter().map(|kind| count(kind.0)).sum();
    let bytes: u64 = KINDS.iter().map(|kind| count(kind.1)).sum();
    assert_eq!(entries, 10_701);
    assert_eq!(entries, count("archive-entries"));
    assert_eq!(bytes, count("archive-entry-bytes"));
    assert_eq!(KINDS.len() as u64, count("archive-kinds"));
}

#[test]
fn sums_hold() {
    for line in SUMS.lines() {
        let (total, parts) = line.split_once(" = ").unwrap();
        let sum: u64 = parts.split(" + ").map(count).sum();
        assert_eq!(count(total), sum, "{line}");
    }
}

#[test]
fn shares_are_not_above_the_whole() {
    for line in SHARES.lines() {
        let (share, whole) = line.split_once(" <= ").unwrap();
        assert!(count(share) <= count(whole), "{line}");
    }
}

#[test]
fn archive_files_have_the_size_of_their_layout() {
    assert_eq!(
        count("disc-index-bytes"),
        16 + 12 * count("archive-entries")
    );
    assert_eq!(
        count("disc-archive-bytes"),
        2_048 * count("disc-archive-sectors")
    );
    // SYSTEM.CNF, the executable, two archive files, two sound files, the IOP image; movies and modules.
    assert_eq!(
        count("disc-files"),
        7 + count("disc-movies") + count("disc-modules")
    );
    assert_eq!(
        count("manifest-bytes"),
        12 * count("manifest-entries") + 8 * count("manifest-parts")
    );
}

#[test]
fn chunk_rows_sum_to_the_containers() {
    let total: u64 = CHUNKS.iter().map(|row| row.count).sum();
    let bytes: u64 = CHUNKS.iter().map(|row| row.bytes).sum();
    assert_eq!(total, count("chunk-count"));
    assert_eq!(bytes, count("chunk-data-bytes"));
    assert_eq!(CHUNKS.len() as u64, count("chunk-types"));
    assert_eq!(84, count("chunk-types") + count("chunk-types-absent"));

    // A pack has a header of its own, then each resource one, then each chunk one.
    let headers = count("pack-entries") + count("resource-occurrences") + count("chunk-count");
    let files: u64 = [
        "pack-bytes",
        "resource-decimal-bytes",
        "anm-bytes",
        "lev-bytes",
        "glr-bytes",
        "scl-bytes",
    ]
    .iter()
    .map(|id| count(id))
    .sum();
    assert_eq!(files, 16 * headers + count("chunk-data-bytes"));
}

#[test]
fn chunk_sizes_agree_with_chunk_bytes() {
    assert!(CHUNKS.is_sorted_by(|a, b| a.ty < b.ty));
    for row in CHUNKS {
        let KnownChunks { least, most, .. } = *row;
        let all = row.count * least..=row.count * most;
        assert!(all.contains(&row.bytes), "{row:?}");
        let over = [least, most, row.bytes].map(|bytes| bytes % 16);
        assert_eq!(over, [0; 3], "{row:?}");
    }
}

#[test]
fn chunk_rows_agree_with_the_groups() {
    for (ty, id) in [
        (0x00, "anm-pairs"),
        (0x02, "anm-pairs"),
        (0x03, "collision-meshes"),
        (0x08, "character-occurrences"),
        (0x15, "glow-worlds"),
        (0x28, "model-skinned-occurrences"),
        (0x2A, "txd-in-chunks"),
        (0x40, "path-lists"),
        (0x45, "character-occurrences"),
        (0x47, "model-occurrences"),
        (0x4C, "sheet-pages"),
        (0x51, "subtitle-chunks"),
        (0x53, "occluder-lists"),
    ] {
        assert_eq!(chunks(ty).0, count(id), "{ty:#04x} {id}");
    }
    for (ty, id) in [
        (0x05, "collision-grid-bytes"),
        (0x06, "collision-list-bytes"),
        (0x15, "glow-bytes"),
        (0x40, "path-bytes"),
        (0x51, "subtitle-bytes"),
        (0x53, "occluder-bytes"),
    ] {
        assert_eq!(chunks(ty).1, count(id), "{ty:#04x} {id}");
    }
}

#[test]
fn global_lists_have_the_size_of_their_records() {
    let align = |bytes: u64| bytes.next_multiple_of(16);
    let sizes = |ty: u32| chunks_of(ty).map(|row| row.least);
    for (ty, bytes) in [
        (0x29, 4 + 16 * count("glr-sounds")),
        (0x31, 4 + 104 * count("glr-music")),
        (0x43, 4 + 24 * count("scl-records")),
        (0x44, 16 + 32 * count("glr-characters")),
        (0x46, 16 + 36 * count("glr-objects")),
        (0x48, 5 * count("glr-sound-classes")),
        (0x49, 16 + 16 * count("glr-stereo-records")),
        (0x4D, 4 + 8 * count("glr-sheets")),
        (0x4E, 4 + 8 * count("glr-animations")),
        (0x4F, 16 + 12 * count("glr-dependencies")),
    ] {
        assert_eq!(sizes(ty), Some(align(bytes)), "{ty:#04x}");
    }

    let lists = [0x29, 0x31, 0x44, 0x46, 0x48, 0x49, 0x4D, 0x4E, 0x4F];
    let one: Option<u64> = lists.iter().map(|ty| sizes(*ty)).sum();
    assert_eq!(
        one.map(|bytes| bytes + 16 * 10),
        Some(count("glr-warriors-bytes"))
    );
    let both: u64 = lists.iter().map(|ty| chunks(*ty).1).sum();
    assert_eq!(both + 2 * 16 * 10, count("glr-bytes"));
}

#[test]
fn level_chunks_have_the_size_of_their_records() {
    let levels = count("lev-entries");
    assert_eq!(count("lev-chunks"), 18 * levels);
    assert_eq!(count("lev-dictionaries"), 4 * levels);
    assert_eq!(count("lev-models"), 3 * levels);
    assert_eq!(count("cloud-triangles"), 28 * levels);
    assert_eq!(
        count("occluder-bytes"),
        16 * levels + 0x70 * count("occluders")
    );
    assert_eq!(
        count("path-bytes"),
        0x20 * levels
            + 16 * count("path-areas")
            + 16 * count("path-vertices")
            + 0x50 * count("paths")
            + 32 * count("path-nodes")
            + 8 * count("path-edges")
            + count("path-slab-bytes")
            + count("path-tail-bytes")
    );
    assert_eq!(chunks(0x07).1, 16 * count("collision-vertices"));
    let triangles = chunks(0x04).1 - 10 * count("collision-triangles");
    assert!(triangles < 16 * levels);
}
