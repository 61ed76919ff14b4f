//! The rows of Going Commando's disc.
//!
//! The numbers were measured over the 27 levels of the North American disc. What its pages leave open is not here: which of
//! several entries of one class they counted, and everything that was counted by a signature alone.

use super::row::{known, ranges};

/// Levels of the disc.
pub const LEVELS: u64 = 27;

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

known! {
    /// What is counted.
    CommandoCount,
    /// Every count, ordered by group.
    KNOWN;

    "commando-level" {
        Files Levels "commando-levels" 27 "level containers", "spec/commando-container.md 2.1";
        Header LevelIds "commando-level-ids" 27 "numbers of levels", "spec/commando-container.md 2.1";
        Header SoundBanks "commando-sound-banks" 27 "sound banks that begin as one does", "spec/commando-container.md 3.1; seed 003, Sound bank";
        Decoded Gameplay "commando-gameplay" 27 "gameplay streams", "spec/commando-container.md 3.1";
        Header Chunked "commando-chunked" 3 "levels with streamed chunks", "spec/commando-container.md 3.1, 9.1";
    }
    "commando-core" {
        Header CoreChain "commando-core-chain" 27 "directories whose tables follow each other", "spec/commando-container.md 7.2";
        Decoded CoreSizes "commando-core-sizes" 27 "core data with the two sizes that the directory says", "spec/commando-container.md 6, 0x88 and 0x8c";
        Header MobyClasses "commando-moby-classes" 5_796 "entries of moby classes", "spec/commando-container.md 7.1; seed 003, class tables";
        Header TieClasses "commando-tie-classes" 1_864 "entries of tie classes", "spec/commando-container.md 7.1; seed 003, class tables";
        Header ShrubClasses "commando-shrub-classes" 358 "entries of shrub classes", "spec/commando-container.md 7.1; seed 003, class tables";
        Header Shrubless "commando-shrubless" 3 "levels without shrub classes", "spec/commando-container.md 7.1";
        Header Billboards "commando-billboards" 25 "shrub classes with a billboard's texture", "spec/commando-container.md 7.1";
        Header HeroBytes "commando-hero-bytes" 25_775_850 "bytes behind the last class", "spec/commando-container.md 9.2; seed 003, Shrub span bounds";
    }
    "commando-texture" {
        Header TfragTextures "commando-tfrag-textures" 1_595 "entries", "spec/commando-container.md 7.3; seed 003, class tables";
        Decoded TfragTexturesDecoded "commando-tfrag-textures-decoded" 1_595 "of them, decoded", "seed 003, Texels";
        Decoded TfragTexturesUsed "commando-tfrag-textures-used" 1_429 "of them, named by the terrain", "spec/commando-tfrag.md, totals; seed 003";
    }
    "commando-terrain" {
        Header Patches "commando-patches" 18_102 "patches", "spec/commando-tfrag.md, totals; seed 003";
        Header PatchesNoSet "commando-patches-no-set" 18_102 "of them, without a light set for all vertices", "spec/commando-tfrag.md 2, 0x34";
        Header PatchesNoPoints "commando-patches-no-points" 18_102 "of them, without point lights", "spec/commando-tfrag.md 2, 0x36";
        Decoded Positions "commando-positions" 821_439 "positions", "spec/commando-tfrag.md, totals";
        Header TrianglesHeader "commando-triangles-header" 809_879 "triangles of the finest level, by the headers", "spec/commando-tfrag.md, totals; seed 003";
        Decoded Triangles "commando-triangles" 809_879 "triangles of the finest level, decoded", "spec/commando-tfrag.md, totals; seed 003";
        Decoded AdGifs "commando-ad-gifs" 47_950 "ad-gifs", "spec/commando-tfrag.md, totals; seed 003";
        Decoded AdGifsKnown "commando-ad-gifs-known" 47_950 "of them, that name a texture of the level", "spec/commando-tfrag.md 6; seed 003";
        Decoded VertexInfos "commando-vertex-infos" 886_841 "vertices", "spec/commando-tfrag.md, totals; seed 003";
        Decoded VertexInfosCommon "commando-vertex-infos-common" 516_492 "of them, of all levels of detail", "spec/commando-tfrag.md, totals; seed 003";
        Decoded VertexInfos01 "commando-vertex-infos-01" 29_043 "of them, of the two finer ones", "spec/commando-tfrag.md, totals; seed 003";
        Decoded VertexInfos0 "commando-vertex-infos-0" 341_306 "of them, of the finest one", "spec/commando-tfrag.md, totals; seed 003";
        Decoded FirstParents "commando-first-parents" 370_349 "vertices with a first parent", "spec/commando-tfrag.md 7; seed 003";
    }
    "commando-tie" {
        Header TieOwnClass "commando-tie-own-class" 1_864 "classes with the number of their entry", "spec/commando-assets.md 6, 0x44; seed 003";
        Header TieDistances "commando-tie-distances" 1_784 "classes whose distances rise", "spec/commando-assets.md 6, 0x10; seed 003";
    }
    "commando-shrub" {
        Header ShrubOwnClass "commando-shrub-own-class" 358 "classes with the number of their entry", "seed 003, Shrub geometry";
        Header ShrubBytes "commando-shrub-bytes" 2_033_776 "bytes of classes", "spec/commando-container.md 9.2; seed 003, Shrub span bounds";
        Decoded ShrubBillboards "commando-shrub-billboards" 25 "classes with a billboard", "spec/commando-container.md 7.1; seed 003, The billboard record";
        Decoded ShrubNormals "commando-shrub-normals" 8_592 "normals of unit length", "spec/commando-assets.md 7; seed 003, The body";
    }
    "commando-moby" {
        Decoded MobyPackets "commando-moby-packets" 43_467 "records of packets", "spec/commando-assets.md 8; seed 003, Moby geometry";
    }
}

ranges! {
    /// What lies in a range.
    CommandoSpread,
    /// Smallest and largest values.
    RANGES;
    "commando-level" {
        SoundBankSectorsEach "commando-sound-bank-sectors-each" 458 833 "sectors of a level's sound bank", "spec/commando-container.md 3.1, 3.3";
    }
}
