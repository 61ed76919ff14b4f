//! The rows of the second guest's disc, Going Commando.
//!
//! The numbers were measured over the 27 levels of the North American disc. What its pages leave open is not here: which of
//! several entries of one class they counted, and everything that was counted by a signature alone.

use super::{Basis, Known, KnownRange};

/// Levels of the disc.
pub const LEVELS: u64 = 27;

/// Writes the rows of a table one a line: basis, id, count, what, source.
macro_rules! known {
    ($($group:literal { $($basis:ident $id:literal $count:literal $what:literal, $source:literal;)* })*) => {
        &[$($(Known {
            id: $id,
            what: $what,
            group: $group,
            count: $count,
            basis: Basis::$basis,
            source: $source,
        },)*)*]
    };
}

/// The groups, in the order of [`KNOWN`], with a heading for each.
pub const GROUPS: &[(&str, &str)] = &[
    ("commando-level", "levels of Going Commando"),
    ("commando-core", "directories"),
    ("commando-texture", "textures of the terrain"),
    ("commando-terrain", "terrain"),
    ("commando-tie", "ties"),
    ("commando-shrub", "shrubs"),
    ("commando-moby", "mobys"),
];

/// Every count, ordered by group.
pub const KNOWN: &[Known] = known! {
    "commando-level" {
        Files "commando-levels" 27 "level containers", "spec/commando-container.md 2.1";
        Header "commando-level-ids" 27 "numbers of levels", "spec/commando-container.md 2.1";
        Header "commando-sound-banks" 27 "sound banks that begin as one does", "spec/commando-container.md 3.1; seed 003, Sound bank";
        Decoded "commando-gameplay" 27 "gameplay streams", "spec/commando-container.md 3.1";
        Header "commando-chunked" 3 "levels with streamed chunks", "spec/commando-container.md 3.1, 9.1";
    }
    "commando-core" {
        Header "commando-core-chain" 27 "directories whose tables follow each other", "spec/commando-container.md 7.2";
        Decoded "commando-core-sizes" 27 "core data with the two sizes that the directory says", "spec/commando-container.md 6, 0x88 and 0x8c";
        Header "commando-moby-classes" 5_796 "entries of moby classes", "spec/commando-container.md 7.1; seed 003, class tables";
        Header "commando-tie-classes" 1_864 "entries of tie classes", "spec/commando-container.md 7.1; seed 003, class tables";
        Header "commando-shrub-classes" 358 "entries of shrub classes", "spec/commando-container.md 7.1; seed 003, class tables";
        Header "commando-shrubless" 3 "levels without shrub classes", "spec/commando-container.md 7.1";
        Header "commando-billboards" 25 "shrub classes with a billboard's texture", "spec/commando-container.md 7.1";
        Header "commando-hero-bytes" 25_775_850 "bytes behind the last class", "spec/commando-container.md 9.2; seed 003, Shrub span bounds";
    }
    "commando-texture" {
        Header "commando-tfrag-textures" 1_595 "entries", "spec/commando-container.md 7.3; seed 003, class tables";
        Decoded "commando-tfrag-textures-decoded" 1_595 "of them, decoded", "seed 003, Texels";
        Decoded "commando-tfrag-textures-used" 1_429 "of them, named by the terrain", "spec/commando-tfrag.md, totals; seed 003";
    }
    "commando-terrain" {
        Header "commando-patches" 18_102 "patches", "spec/commando-tfrag.md, totals; seed 003";
        Header "commando-patches-no-set" 18_102 "of them, without a light set for all vertices", "spec/commando-tfrag.md 2, 0x34";
        Header "commando-patches-no-points" 18_102 "of them, without point lights", "spec/commando-tfrag.md 2, 0x36";
        Decoded "commando-positions" 821_439 "positions", "spec/commando-tfrag.md, totals";
        Header "commando-triangles-header" 809_879 "triangles of the finest level, by the headers", "spec/commando-tfrag.md, totals; seed 003";
        Decoded "commando-triangles" 809_879 "triangles of the finest level, decoded", "spec/commando-tfrag.md, totals; seed 003";
        Decoded "commando-ad-gifs" 47_950 "ad-gifs", "spec/commando-tfrag.md, totals; seed 003";
        Decoded "commando-ad-gifs-known" 47_950 "of them, that name a texture of the level", "spec/commando-tfrag.md 6; seed 003";
        Decoded "commando-vertex-infos" 886_841 "vertices", "spec/commando-tfrag.md, totals; seed 003";
        Decoded "commando-vertex-infos-common" 516_492 "of them, of all levels of detail", "spec/commando-tfrag.md, totals; seed 003";
        Decoded "commando-vertex-infos-01" 29_043 "of them, of the two finer ones", "spec/commando-tfrag.md, totals; seed 003";
        Decoded "commando-vertex-infos-0" 341_306 "of them, of the finest one", "spec/commando-tfrag.md, totals; seed 003";
        Decoded "commando-first-parents" 370_349 "vertices with a first parent", "spec/commando-tfrag.md 7; seed 003";
    }
    "commando-tie" {
        Header "commando-tie-own-class" 1_864 "classes with the number of their entry", "spec/commando-assets.md 6, 0x44; seed 003";
        Header "commando-tie-distances" 1_784 "classes whose distances rise", "spec/commando-assets.md 6, 0x10; seed 003";
    }
    "commando-shrub" {
        Header "commando-shrub-own-class" 358 "classes with the number of their entry", "seed 003, Shrub geometry";
        Header "commando-shrub-bytes" 2_033_776 "bytes of classes", "spec/commando-container.md 9.2; seed 003, Shrub span bounds";
        Decoded "commando-shrub-billboards" 25 "classes with a billboard", "spec/commando-container.md 7.1; seed 003, The billboard record";
        Decoded "commando-shrub-normals" 8_592 "normals of unit length", "spec/commando-assets.md 7; seed 003, The body";
    }
    "commando-moby" {
        Decoded "commando-moby-packets" 43_467 "records of packets", "spec/commando-assets.md 8; seed 003, Moby geometry";
    }
};

/// Smallest and largest values.
pub const RANGES: &[KnownRange] = &[KnownRange {
    id: "commando-sound-bank-sectors-each",
    what: "sectors of a level's sound bank",
    group: "commando-level",
    least: Some(458),
    most: 833,
    source: "spec/commando-container.md 3.1, 3.3",
}];
